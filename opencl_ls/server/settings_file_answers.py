"""Completion and hover in configuration files, as the protocol's values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lsprotocol import types

from opencl_ls import features
from opencl_ls.server.convert import to_range
from opencl_ls.text import display

if TYPE_CHECKING:
    from opencl_ls.features.settings_file import SettingsItem
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document

_KINDS: Final = {
    "table": types.CompletionItemKind.Module,
    "key": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.Value,
}


def settings_list(document: Document, offset: int, client: Client) -> types.CompletionList | None:
    """Return the completions at a byte offset of a configuration file."""
    name = document.path.rpartition("/")[2]
    found = features.settings_file.complete_settings(name, document.text, offset)
    items = [_item(document, item, number, client) for number, item in enumerate(found)]
    return types.CompletionList(is_incomplete=False, items=items) if items else None


def settings_hover(document: Document, offset: int, client: Client) -> types.Hover | None:
    """Return the hover at a byte offset of a configuration file."""
    name = document.path.rpartition("/")[2]
    found = features.settings_file.settings_hover(name, document.text, offset)
    if found is None:
        return None
    shown = _markup(found.text, is_markdown=client.hover_markdown)
    return types.Hover(shown, to_range(document.lines, found.start, found.end, client.encoding))


def _item(
    document: Document, item: SettingsItem, number: int, client: Client
) -> types.CompletionItem:
    edited = to_range(document.lines, item.start, item.end, client.encoding)
    written = document.text[item.start : item.end]
    label = display(item.label)
    # A client compares an item with the text that it replaces.
    quote = written[:1] if written[:1] in {'"', "'"} else ""
    doc = _markup(item.doc, is_markdown=client.completion.markdown) if item.doc else None
    return types.CompletionItem(
        label=label,
        kind=_KINDS[item.kind],
        detail=item.detail or None,
        documentation=doc,
        sort_text=f"{number:04}",
        filter_text=quote + label,
        text_edit=types.TextEdit(edited, display(item.text)),
    )


def _markup(text: str, *, is_markdown: bool) -> types.MarkupContent:
    if is_markdown:
        return types.MarkupContent(types.MarkupKind.Markdown, text)
    return types.MarkupContent(types.MarkupKind.PlainText, text.replace("`", ""))
