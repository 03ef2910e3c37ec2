"""The settings of a file, its named configurations, and the user's choice of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pygls.exceptions import JsonRpcInvalidParams

from opencl_ls import __version__
from opencl_ls.server.arguments import Arguments
from opencl_ls.server.build_options import described
from opencl_ls.server.client import DETECT
from opencl_ls.server.errors import refusal
from opencl_ls.server.uris import path_of, uri_of
from opencl_ls.settings.model import make_target, no_configuration

if TYPE_CHECKING:
    from collections.abc import Generator

    from pygls.lsp.server import LanguageServer

    from opencl_ls.server.build_options import BuildOptions
    from opencl_ls.server.files import Files
    from opencl_ls.server.progress import ProgressBars
    from opencl_ls.server.searches import Searches
    from opencl_ls.server.workspace import Workspace

LIST: Final = "opencl-ls.configurations"
"""`{uri}` gives `{current, reason, configurations: [{name, description, sources, isCurrent}]}`."""
SELECT: Final = "opencl-ls.selectConfiguration"
"""`{uri?, name}` chooses for a file, or for all; the name "" is none of them, null reverts it.

The answer is that of `LIST`.  A choice lasts as long as the session: editors store it.
"""

STATUS: Final = "opencl-ls.status"
"""`{uri?}` gives `{version, std, device, configuration, file}`: for an editor's status bar.

`version` is the server's own, `file` the URI of the configuration file among its sources.
"""


def register(
    server: LanguageServer,
    workspace: Workspace,
    files: Files,
    options: BuildOptions,
    searches: Searches,
    bars: ProgressBars,
) -> None:
    """Register the commands."""
    configuration = workspace.configuration

    @server.command(DETECT)
    def detect(*arguments: Any) -> Any:
        """`{uri, write?}` gives `{name, lines, sources, file}` for an open kernel.

        `name` may be null; `lines` are those of the configuration file, and `sources` the places of
        the host programs as `file:line`.  With `write` the client is asked to add them to `file`.
        """
        argument = Arguments(DETECT, arguments)
        document = workspace.documents.get(argument.text("uri"))
        if document is None:
            raise JsonRpcInvalidParams("the document is not open")
        writes = argument.has("write")

        def work() -> Generator[tuple[int, int], None, dict[str, Any]]:
            found = yield from options.finding(document)
            file = configuration.file_of(document)[0]
            problem = options.write(document, found) if writes else ""
            if problem:
                raise refusal(problem)
            return described(found, uri_of(file) if file else "")

        return searches.answer(work(), bars.own("Reading host programs"))

    @server.command(LIST)
    def configurations(*arguments: Any) -> dict[str, Any]:
        return overview(_uri(Arguments(LIST, arguments)))

    @server.command(SELECT)
    def select_configuration(*arguments: Any) -> dict[str, Any]:
        argument = Arguments(SELECT, arguments)
        uri, name = _uri(argument), argument.optional_text("name")
        names = configuration.names(*place(uri))
        if name and name not in names:
            raise JsonRpcInvalidParams(no_configuration(name, names))
        configuration.select(path_of(uri) if uri else "", name)
        files.reconfigure()
        return overview(uri)

    @server.command(STATUS)
    def status(*arguments: Any) -> dict[str, Any]:
        path, uri = place(_uri(Arguments(STATUS, arguments)))
        settings, file = configuration.holding(path, uri)
        target = make_target(settings.target)
        return {
            "version": __version__,
            "std": target.version.label,
            "device": target.device_name,
            "configuration": configuration.overview(path, uri).current or None,
            "file": uri_of(file) if file else None,
        }

    def overview(uri: str) -> dict[str, Any]:
        found = configuration.overview(*place(uri))
        return {
            "uri": uri or None,
            "current": found.current or None,
            "reason": found.reason,
            "configurations": [
                {
                    "name": each.name,
                    "description": each.description,
                    "sources": list(each.sources),
                    "isCurrent": each.name == found.current,
                }
                for each in found.configurations
            ],
        }

    def place(uri: str) -> tuple[str, str]:
        """Return the path and the URI of a document, or of all of them."""
        return (path_of(uri), uri) if uri else ("", "")


def _uri(arguments: Arguments) -> str:
    return arguments.optional_text("uri") or ""
