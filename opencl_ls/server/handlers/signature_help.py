"""Signature help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lsprotocol import types

from opencl_ls import features
from opencl_ls.reference.content import Part
from opencl_ls.server.convert import to_offset
from opencl_ls.server.markup import markdown, plain
from opencl_ls.text import byte_text, display

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pygls.lsp.server import LanguageServer

    from opencl_ls.features.signature_help import OverloadHelp, ParameterHelp
    from opencl_ls.server.client import Client, SignatureSupport
    from opencl_ls.server.workspace import Workspace

_OPTIONS: Final = types.SignatureHelpOptions(
    trigger_characters=["(", ","], retrigger_characters=[")"]
)


def register(server: LanguageServer, client: Client, workspace: Workspace) -> None:
    """Register the handler of signature help."""
    support = client.signature
    choice = _Choice()

    @server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, _OPTIONS)
    def help_with_signature(params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        document = workspace.documents.get(params.text_document.uri)
        if document is None:
            return None
        offset = to_offset(document.lines, params.position, client.encoding)
        analysis = workspace.analyses.at(document, offset)
        if analysis is None:
            return None
        found = features.signature_help.signature_help(
            analysis, offset, byte_text(choice.of(params.context))
        )
        if found is None:
            return None
        overloads = [_information(overload, support) for overload in found.overloads]
        choice.shown = overloads[found.active].label
        active = overloads[found.active].active_parameter
        return types.SignatureHelp(overloads, found.active, active)


class _Choice:
    """The overload that the user chose by hand while the help stayed open.

    A client sends the overload that it shows.  That is the user's choice if it is not the one that
    this server showed first; it is valid until the help opens again, or another is chosen.
    """

    def __init__(self) -> None:
        self.shown = ""
        self._chosen = ""

    def of(self, context: types.SignatureHelpContext | None) -> str:
        """Return the label of the overload that the user chose, "" for none."""
        open_help = None if context is None else context.active_signature_help
        if context is None or not context.is_retrigger or open_help is None:
            self._chosen = ""
            return ""
        number = open_help.active_signature or 0
        if number < len(open_help.signatures):
            label = open_help.signatures[number].label
            if label != self.shown:
                self._chosen = label
        return self._chosen


def _information(overload: OverloadHelp, support: SignatureSupport) -> types.SignatureInformation:
    active = overload.active
    if active is None and not support.no_active_parameter:
        # There is none at this index: no parameter is marked.
        active = len(overload.parameters)
    # It is here for every client: clients without it ignore it.
    return types.SignatureInformation(
        label=display(overload.label),
        documentation=_documentation(overload.parts, support),
        parameters=[_parameter(overload.label, each, support) for each in overload.parameters],
        active_parameter=active,
    )


def _parameter(
    label: str, parameter: ParameterHelp, support: SignatureSupport
) -> types.ParameterInformation:
    shown: str | tuple[int, int] = display(label[parameter.start : parameter.end])
    if support.label_offsets:
        shown = (_units(label[: parameter.start]), _units(label[: parameter.end]))
    parts = (Part(parameter.text),) if parameter.text else ()
    return types.ParameterInformation(shown, _documentation(parts, support))


def _units(text: str) -> int:
    """Return the length of a byte text in UTF-16, in which labels count whatever was agreed on."""
    return len(text) if text.isascii() else len(display(text).encode("utf-16-le")) // 2


def _documentation(
    parts: Sequence[Part], support: SignatureSupport
) -> str | types.MarkupContent | None:
    if not parts:
        return None
    if not support.markdown:
        return plain(parts)
    return types.MarkupContent(types.MarkupKind.Markdown, markdown(parts))
