"""Colours for programs in OpenCL C, as classes of `style.css`."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.functions import function_names
from opencl_ls.builtins.language import all_keywords
from opencl_ls.builtins.macros import macro_names
from opencl_ls.builtins.types import type_names
from opencl_ls.reference.links import Target

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.reference.links import Address

# The name of a group is the class.
_TOKEN: Final = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))
    |(?P<string>"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)
    |(?P<directive>^[ \t]*\#[ \t]*\w+)
    |(?P<word>[A-Za-z_]\w*)
    |(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)""",
    re.X | re.S | re.M,
)


def highlighted(code: str, address: Address) -> str:
    """Return a program as HTML; each built-in name that has an address is a link."""
    pieces: list[str] = []
    end = 0
    for found in _TOKEN.finditer(code):
        pieces += [escape(code[end : found.start()]), _shown(found, address)]
        end = found.end()
    return "".join([*pieces, escape(code[end:])])


def _shown(found: re.Match[str], address: Address) -> str:
    kind, text = found.lastgroup or "", found[0]
    kind = _kind(text) if kind == "word" else kind
    if not kind:
        return escape(text)
    place = address(Target(text)) if kind in {"function", "type", "constant"} else None
    if place is not None:
        return f'<a class="{kind}" href="{escape(place)}">{escape(text)}</a>'
    return f'<span class="{kind}">{escape(text)}</span>'


def _kind(word: str) -> str:
    return next((kind for kind, has in _kinds() if has(word)), "")


@cache
def _kinds() -> tuple[tuple[str, Callable[[str], bool]], ...]:
    # The first that has a word decides: types are keywords to the tables.
    return (
        ("type", type_names().__contains__),
        ("keyword", all_keywords().__contains__),
        ("function", function_names().__contains__),
        ("constant", macro_names().__contains__),
    )
