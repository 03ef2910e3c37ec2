"""Values of expressions of a host program, where its text alone says them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from opencl_ls.host_programs.languages import Language

_C: Final = (
    re.compile(
        r"^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+([^\n]{1,300}?)[ \t]*(?://[^\n]*|/\*[^\n]*)?\r?$",
        re.M,
    ),
    re.compile(
        r"\b(?:const|constexpr)\b[^;=(){}\n]{0,200}?\b([A-Za-z_]\w*)\s*=\s*([^;{}\n]{1,300});"
    ),
)
_DEFINITIONS: Final = {
    "c": _C,
    "cpp": _C,
    "python": (
        re.compile(r"^([A-Za-z_]\w*)[ \t]*=[ \t]*([^\n#]{1,300}?)[ \t]*(?:#[^\n]*)?\r?$", re.M),
    ),
    "rust": (re.compile(r"\b(?:const|static)\s+([A-Z_]\w*)\s*:[^=;\n]*=\s*([^;\n]+);"),),
    "julia": (
        re.compile(r"^[ \t]*const[ \t]+([A-Za-z_]\w*)[ \t]*=[ \t]*([^\n#]{1,300}?)[ \t]*$", re.M),
    ),
}
_NUMBER: Final = re.compile(
    r"-?(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]{0,3}|-?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?[fF]?"
)
_TEXT: Final = re.compile(r"(?:[bru]{0,2})\"([^\"\\\n]*)\"|'([^'\\\n]{2,})'")
_SUM: Final = re.compile(r"[\w\s()+*-]+")
_NAME: Final = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
_WRAPPED: Final = re.compile(
    r"(?:std::to_string|to_string|toString|ToString|str|int|string|repr|std::string"
    r"|boost::lexical_cast<[\w:]+>|static_cast<(?:int|unsigned(?: int)?|size_t|u?int\d+_t)>"
    r"|\((?:int|unsigned|uint|size_t|unsigned int|char\s*\*)\))\s*\((.*)\)"
    r"|\((?:int|unsigned|uint|size_t|unsigned int|long)\)\s*(\w+)",
    re.S,
)
_CHOICE: Final = re.compile(r"[^?]*[^?:]\?(?!\?)([^?:]*):([^?:]*)", re.S)
_CHOICE_OF_PYTHON: Final = re.compile(r"(.+?)\s+if\b.+?\belse\b\s*(.+)", re.S)
_DEEPEST: Final = 4


def constants(source: str, language: Language) -> dict[str, str]:
    """Return the expressions of the constants of a text, without those that have several."""
    found: dict[str, str] = {}
    several: set[str] = set()
    for pattern in _DEFINITIONS[language.name]:
        for match in pattern.finditer(source):
            name, value = match[1], match[2].strip()
            if found.setdefault(name, value) != value:
                several.add(name)
    return {name: value for name, value in found.items() if name not in several}


def resolved(expression: str, known: Mapping[str, str], depth: int = 0) -> tuple[str, ...]:
    """Return the values that an expression may have, the first one first; none if not known.

    `known` has the expressions of constants.  A choice has both of its values.
    """
    text = expression.strip()
    while text.startswith("(") and text.endswith(")") and _is_one(text):
        text = text[1:-1].strip()
    if depth > _DEEPEST or not text:
        return ()
    if _NUMBER.fullmatch(text):
        # The host writes the number, without the suffix of its own type.
        is_hexadecimal = text.lower().lstrip("-").startswith("0x")
        return (text.rstrip("uUlL" if is_hexadecimal else "uUlLfF"),)
    match = _TEXT.fullmatch(text)
    if match is not None:
        return (match[1] if match[1] is not None else match[2],)
    match = _WRAPPED.fullmatch(text)
    if match is not None:
        return resolved(match[1] if match[1] is not None else match[2], known, depth + 1)
    for pattern in (_CHOICE, _CHOICE_OF_PYTHON):
        match = pattern.fullmatch(text)
        if match is not None:
            either = [resolved(each, known, depth + 1) for each in match.groups()]
            return either[0] + either[1] if all(either) else ()
    if text in known:
        return resolved(known[text], known, depth + 1)
    return _sum(text, known, depth)


def _sum(text: str, known: Mapping[str, str], depth: int) -> tuple[str, ...]:
    """Return a sum or a product of known numbers, in brackets: a kernel's compiler computes it."""
    if not _SUM.fullmatch(text) or not re.search(r"[+*-]", text):
        return ()
    parts = text
    for name in dict.fromkeys(_NAME.findall(text)):
        values = resolved(known.get(name, ""), known, depth + 1)
        if len(values) != 1 or not re.fullmatch(r"[\w()+* -]+", values[0]):
            return ()
        parts = re.sub(rf"\b{name}\b", values[0], parts)
    return () if "(" in text and re.search(r"\w\s*\(", text) else (f"({parts})",)


def _is_one(text: str) -> bool:
    """Return whether the first bracket of a text closes at its end."""
    depth = 0
    for index, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return index == len(text) - 1
    return False
