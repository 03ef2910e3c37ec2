"""The items of a completion, free of any protocol."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from opencl_ls.findings import Place, TextEdit  # noqa: TC001 - msgspec may read the fields' types


class CompletionItem(Struct, frozen=True, kw_only=True):
    """One completion item.

    `kind` is one of `SymbolInfo.kind`, or "macro", "keyword", "builtin-function", "builtin-type",
    "builtin-constant", "swizzle", "file", "folder", "directive", "pragma", "extension",
    "attribute", "value" or "snippet".  `replace` is the range of the main file that the text
    replaces, `insert` that text, "" if it is the label; `snippet` is the same with placeholders of
    the protocol, "" without any.  `parameters` are right after the label, `detail` is the type or
    the signature.  `needs` says what the target lacks, "" for nothing.  `tier` is 0 for the best
    items; those of a lower one are shown first.  `reference` is the name under which the reference
    documents it, "" for none; with `is_declared` it is a name of the file, which may have a
    comment.
    """

    label: str
    kind: str
    replace: Place
    insert: str = ""
    snippet: str = ""
    parameters: str = ""
    detail: str = ""
    needs: str = ""
    is_deprecated: bool = False
    is_preselected: bool = False
    tier: int = 0
    edits: tuple[TextEdit, ...] = ()
    commit_characters: tuple[str, ...] = ()
    reference: str = ""
    is_declared: bool = False


class Completion(Struct, frozen=True):
    """The items for a place, the best first.

    If `is_incomplete`, there are more, or others, for a longer prefix.
    """

    items: tuple[CompletionItem, ...] = ()
    is_incomplete: bool = False


NOTHING: Final = Completion()
