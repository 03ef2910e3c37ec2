"""The commands of editors: pages of the reference, and texts about a program.

Each command takes one JSON object and answers with plain JSON, null without an answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from pygls.exceptions import JsonRpcInvalidParams

from opencl_ls import features
from opencl_ls.reference.links import resolved
from opencl_ls.server.arguments import Arguments
from opencl_ls.server.convert import to_offset, to_range
from opencl_ls.server.markup import markdown, nowhere
from opencl_ls.settings.model import make_target
from opencl_ls.text import byte_text, display, readable

if TYPE_CHECKING:
    from collections.abc import Callable

    from pygls.lsp.server import LanguageServer

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.docs.importing.shelf import DiskShelf
    from opencl_ls.reference.links import Target
    from opencl_ls.server.client import Client
    from opencl_ls.server.workspace import Workspace

    Answer = dict[str, Any] | None

RULES: Final = "opencl-ls.rules"
"""Gives `[{id, family, summary}]`, sorted."""
EXPLAIN_RULE: Final = "opencl-ls.explainRule"
"""`{id}` gives `{title, markdown}`."""
DOCUMENTATION: Final = "opencl-ls.documentation"
"""`{name, uri?}` or `{uri, position}` gives `{title, markdown}` of a name of the language."""
SEARCH_DOCUMENTATION: Final = "opencl-ls.searchDocumentation"
"""`{query, limit?}` gives `[{name, summary}]`, the best first."""
EXPAND_MACRO: Final = "opencl-ls.expandMacro"
"""`{uri, position}` gives `{title, language, text}`."""

HOST_CODE: Final = "opencl-ls.hostCode"
"""`{uri, position?, kernel?, style?}` gives `{title, language, text}`; the style is "c", "cpp" or
"pyopencl"."""
KERNEL_RESOURCES: Final = "opencl-ls.kernelResources"
"""`{uri}` gives `{title, markdown, kernels}`, see `features/host_code/resources.py`."""
EXPLAIN_KERNELS: Final = "opencl-ls.explainKernels"
"""`{uri, kernel?}` gives `{title, markdown, html, kernels}`, see `features/explanation/`; the
kernels are `[{name, range}]`."""

MOST_NAMES: Final = 50
"""The largest number of names that one search gives."""


def register(
    server: LanguageServer, client: Client, workspace: Workspace, shelf: DiskShelf
) -> None:
    """Register the commands."""
    _register_reference(server, client, workspace, shelf)
    _register_program(server, client, workspace)
    _register_kernels(server, client, workspace)


def _command(server: LanguageServer, name: str) -> Callable[[Callable[[Arguments], object]], None]:
    """Return the decorator that makes a function the answer of a command."""

    def decorated(answer: Callable[[Arguments], object]) -> None:
        @server.command(name)
        def run(*arguments: Any) -> object:
            return answer(Arguments(name, arguments))

    return decorated


def _register_reference(
    server: LanguageServer, client: Client, workspace: Workspace, shelf: DiskShelf
) -> None:
    """Register the commands without a program."""

    @_command(server, RULES)
    def rules(_arguments: Arguments) -> list[dict[str, str]]:
        from opencl_ls.analysis.catalogue import all_rules  # noqa: PLC0415 - loads every rule

        return [
            {"id": rule.code, "family": rule.family, "summary": rule.summary}
            for rule in all_rules()
        ]

    @_command(server, EXPLAIN_RULE)
    def explain_rule(arguments: Arguments) -> Answer:
        from opencl_ls.analysis.catalogue import rule  # noqa: PLC0415 - loads every rule
        from opencl_ls.reference.rules import rule_page  # noqa: PLC0415

        known = rule(arguments.text("id"))
        if known is None:
            return None
        address = _beside_rules if client.command_links else nowhere
        return _page(known.code, resolved(rule_page(known), address))

    @_command(server, DOCUMENTATION)
    def documentation(arguments: Arguments) -> Answer:
        from opencl_ls.reference.lookup import named_page  # noqa: PLC0415 - few ever ask for it

        name, uri = arguments.optional_text("name"), arguments.optional_text("uri")
        if name is None:
            name = _name_at(client, workspace, arguments)
        if not name:
            return None
        document = None if uri is None else workspace.documents.get(uri)
        target = None if document is None else make_target(workspace.settings_of(document).target)
        found = named_page(name, target, shelf)
        address = _beside if client.command_links else nowhere
        return _page(found.name, markdown(found.parts, address)) if found.parts else None

    @_command(server, SEARCH_DOCUMENTATION)
    def search_documentation(arguments: Arguments) -> list[dict[str, str]]:
        from opencl_ls.reference.lookup import found_names  # noqa: PLC0415 - few ever ask for it

        limit = min(arguments.number("limit", MOST_NAMES), MOST_NAMES)
        found = found_names(arguments.text("query"), limit)
        return [{"name": each.name, "summary": each.summary} for each in found]


def _register_program(server: LanguageServer, client: Client, workspace: Workspace) -> None:
    """Register the commands about a program."""

    @_command(server, EXPAND_MACRO)
    def expand_macro(arguments: Arguments) -> Answer:
        target = _byte_of(client, workspace, arguments)
        if target is None:
            return None
        found = features.macro_expansion.expand_macro(*target)
        if found is None:
            return None
        return _text(f"macro {display(found.name)}", "opencl", readable(found.text))

    @_command(server, HOST_CODE)
    def host_code(arguments: Arguments) -> Answer:
        styles = features.host_code.STYLES
        style = arguments.choice("style", styles, styles[0])
        document = workspace.documents.get(arguments.text("uri"))
        kernel, offset = arguments.optional_text("kernel"), None
        if arguments.has("position"):
            position = arguments.position("position")
            if document is not None and kernel is None:
                offset = to_offset(document.lines, position, client.encoding)
        analysis = None if document is None else workspace.analyses.complete(document)
        if analysis is None:
            return None
        name = None if kernel is None else byte_text(kernel)
        found = features.host_code.host_code(analysis, style, kernel=name, offset=offset)
        return None if found is None else _text(found.title, found.language, found.text)


def _register_kernels(server: LanguageServer, client: Client, workspace: Workspace) -> None:
    """Register the commands about what kernels take, compute and move."""

    @_command(server, KERNEL_RESOURCES)
    def kernel_resources(arguments: Arguments) -> Answer:
        document = workspace.documents.get(arguments.text("uri"))
        analysis = None if document is None else workspace.analyses.complete(document)
        if document is None or analysis is None:
            return None
        found = features.host_code.kernel_resources(analysis)
        if found is None:
            return None
        kernels = [
            {"name": each.name, "range": to_range(document.lines, *each.place, client.encoding)}
            | each.details
            for each in found.kernels
        ]
        return _page(found.title, found.markdown) | {"kernels": kernels}

    @_command(server, EXPLAIN_KERNELS)
    def explain_kernels(arguments: Arguments) -> Answer:
        document = workspace.documents.get(arguments.text("uri"))
        kernel = arguments.optional_text("kernel")
        analysis = None if document is None else workspace.analyses.complete(document)
        if document is None or analysis is None:
            return None
        names = [each.name for each in analysis.kernel_interfaces()]
        wanted = names if kernel is None else [byte_text(kernel)]
        found = features.explanation.explain(analysis, wanted)
        if found is None:
            return None
        kernels = [
            {
                "name": display(each.name),
                "range": to_range(document.lines, *each.whole[1:], client.encoding),
            }
            for each in found.kernels
            if each.whole.file == analysis.path
        ]
        page = _page(found.title, found.markdown())
        return page | {"html": found.html(), "kernels": kernels}


def _byte_of(
    client: Client, workspace: Workspace, arguments: Arguments
) -> tuple[Analysis, int] | None:
    """Return a state in which the symbol at a position is known, and the byte; or None for both.

    A command that needs both says so where one of them is missing.
    """
    uri, position = arguments.text("uri"), arguments.position("position")
    document = workspace.documents.get(uri)
    if document is None:
        return None
    offset = to_offset(document.lines, position, client.encoding)
    analysis = workspace.analyses.around(document, offset)
    return None if analysis is None else (analysis, offset)


def _name_at(client: Client, workspace: Workspace, arguments: Arguments) -> str:
    if not arguments.has("position"):
        raise JsonRpcInvalidParams(
            f"{DOCUMENTATION} needs a name, or a uri and a position in that document"
        )
    target = _byte_of(client, workspace, arguments)
    found = None if target is None else features.definition.definition(*target)
    return "" if found is None else found.page


def _beside(target: Target) -> str:
    """Return the target of a link of a page among the pages of our package for VS Code."""
    return f"../rules/{target.name}.md" if target.is_rule else f"{quote(target.name, safe='')}.md"


def _beside_rules(target: Target) -> str:
    """Return the target of a link of a rule's page there."""
    return f"../../documentation/{_beside(target)}"


def _page(title: str, text: str) -> dict[str, Any]:
    return {"title": title, "markdown": text}


def _text(title: str, language: str, text: str) -> dict[str, Any]:
    return {"title": title, "language": language, "text": text}
