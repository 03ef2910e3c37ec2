"""Completion lists as JSON text.

A list has up to some hundreds of items at each key, so that they are written down directly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lsprotocol.types import CompletionItemKind, CompletionItemTag, InsertTextFormat, InsertTextMode

from opencl_ls.server.convert import json_text
from opencl_ls.text import display

if TYPE_CHECKING:
    from opencl_ls.features.completion import Completion, CompletionItem
    from opencl_ls.findings import Place
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document

    Json = dict[str, Any]

_K: Final = CompletionItemKind
KINDS: Final = {
    "kernel": _K.Function,
    "function": _K.Function,
    "builtin-function": _K.Function,
    "variable": _K.Variable,
    "parameter": _K.Variable,
    "macro-parameter": _K.Variable,
    "member": _K.Field,
    "swizzle": _K.Field,
    "typedef": _K.Class,
    "builtin-type": _K.Struct,
    "struct": _K.Struct,
    "union": _K.Struct,
    "enum": _K.Enum,
    "enumerator": _K.EnumMember,
    "value": _K.EnumMember,
    "label": _K.Reference,
    "macro": _K.Constant,
    "builtin-constant": _K.Constant,
    "keyword": _K.Keyword,
    "directive": _K.Keyword,
    "pragma": _K.Keyword,
    "extension": _K.Module,
    "attribute": _K.Property,
    "file": _K.File,
    "folder": _K.Folder,
    "snippet": _K.Snippet,
}
_LONGEST_DESCRIPTION: Final = 40


class CompletionRenderer:
    """Writes lists for one client."""

    def __init__(self, client: Client) -> None:
        self._encoding = client.encoding
        self._support = client.completion
        self._range_is_default = "editRange" in client.completion.list_defaults

    def render(self, document: Document, offset: int, found: Completion) -> str:
        """Return a list as JSON text; the request was made for a byte of the document."""
        shared = found.items[0].replace if found.items else None
        answer: Json = {"isIncomplete": found.is_incomplete}
        edit_range: Any = None
        if shared is not None:
            edit_range = self._range(document, shared, offset)
            if self._range_is_default:
                answer["itemDefaults"] = {"editRange": edit_range}
        answer["items"] = [
            self._item(document, each, number, offset, shared, edit_range)
            for number, each in enumerate(found.items)
        ]
        return json_text(answer)

    def _item(
        self,
        document: Document,
        item: CompletionItem,
        number: int,
        offset: int,
        shared: Place | None,
        edit_range: Any,
    ) -> Json:
        support = self._support
        label = display(item.label)
        written: Json = {
            "label": label,
            "kind": KINDS.get(item.kind, _K.Text).value,
            "sortText": f"{number:04}",
        }
        text = display(item.insert) or label
        if item.snippet and support.snippets:
            text = display(item.snippet)
            written["insertTextFormat"] = InsertTextFormat.Snippet.value
        if "\n" in text and support.adjusts_indentation:
            written["insertTextMode"] = InsertTextMode.AdjustIndentation.value
        if item.replace != shared:
            written["textEdit"] = self._edit(self._range(document, item.replace, offset), text)
        elif not self._range_is_default:
            written["textEdit"] = self._edit(edit_range, text)
        elif text != label:
            written["textEditText"] = text
        if item.edits:
            written["additionalTextEdits"] = [
                {"range": self._span(document, *each.place[1:]), "newText": display(each.text)}
                for each in item.edits
            ]
        self._describe(item, written)
        if item.reference or item.is_declared:
            # This identifies the documentation of the item, which is requested later.
            written["data"] = {"uri": document.uri, "reference": item.reference}
        return written

    def _describe(self, item: CompletionItem, written: Json) -> None:
        """Add the texts beside the label, if the client shows them."""
        support = self._support
        detail = display(item.detail)
        if detail or item.needs:
            needs = f"({item.needs})" if item.needs else ""
            written["detail"] = f"{needs} {detail}".strip()
        if support.label_details:
            description = item.needs or _description(item)
            details = {"detail": display(item.parameters), "description": display(description)}
            if any(details.values()):
                written["labelDetails"] = {name: text for name, text in details.items() if text}
        if item.is_deprecated and support.deprecated_tag:
            written["tags"] = [CompletionItemTag.Deprecated.value]
        elif item.is_deprecated and support.deprecated:
            written["deprecated"] = True
        if item.is_preselected and support.preselects:
            written["preselect"] = True
        inserts_call = item.snippet and support.snippets
        if item.commit_characters and support.commit_characters and not inserts_call:
            written["commitCharacters"] = list(item.commit_characters)

    # --- places ----------------------------------------------------------------------------------

    def _range(self, document: Document, place: Place, offset: int) -> Json:
        """Return the range that a text replaces: up to the cursor, or the whole word."""
        insert = self._span(document, place.start, min(max(offset, place.start), place.end))
        if not self._support.insert_replace:
            return insert
        return {"insert": insert, "replace": self._span(document, place.start, place.end)}

    def _edit(self, edit_range: Json, text: str) -> Json:
        if "insert" in edit_range:
            return {"newText": text, **edit_range}
        return {"newText": text, "range": edit_range}

    def _span(self, document: Document, start: int, end: int) -> Json:
        line, column = document.lines.position(start, self._encoding)
        end_line, end_column = document.lines.position(end, self._encoding)
        return {
            "start": {"line": line, "character": column},
            "end": {"line": end_line, "character": end_column},
        }


def _description(item: CompletionItem) -> str:
    """Return the text at the end of an item's line: the type of a value, or of a result."""
    text = item.detail
    if item.kind in ("function", "kernel", "builtin-function"):
        text = text.partition(f"{item.label}(")[0].rstrip()
    elif item.kind not in ("variable", "parameter", "member", "swizzle"):
        return ""
    return text if len(text) <= _LONGEST_DESCRIPTION else ""
