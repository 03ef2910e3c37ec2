"""The items of a completion, free of any protocol."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from opencl_ls.findings import Place, TextEdit  # noqa: TC001 - msgspec may read the fields' types


class CompletionItem(Struct, frozen=True, kw_only=True):
    """One thing that may be written at a place.

    `kind` is one of `SymbolInfo.kind`, or "macro", "keyword", "builtin-function", "builtin-type",
    "builtin-constant", "swizzle", "file", "folder", "directive", "pragma", "extension",
    "attribute", "value" or "snippet".  `replace` is the stretch of the main file that the text
    takes the place of, `insert` that text, "" where it is the label; `snippet` is the same with
    placeholders as the protocol writes them, "" where there are none.  `parameters` are right
    after the label, `detail` is the type or the signature.  `needs` says what the target lacks,
    "" for nothing.  `tier` is 0 for what fits best; the items of a lower one are shown first.
    `reference` is the name under which the reference has a text about it, "" for none; with
    `is_declared` it is a name of the file, about which its author may have written one.
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

    With `is_incomplete` there are more, or others, once more of the name is typed.
    """

    items: tuple[CompletionItem, ...] = ()
    is_incomplete: bool = False


NOTHING: Final = Completion()
