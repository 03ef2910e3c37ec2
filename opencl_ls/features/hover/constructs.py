"""Hovers over punctuation: carets of blocks, `?:`, vectors' operators, `...`, directives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.reference import reference
from opencl_ls.reference.content import Hover, Part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.results import ConstructInfo

_TRUTHS: Final = frozenset(("<", ">", "<=", ">=", "==", "!=", "&&", "||", "!"))
_PARAMETERS: Final = re.compile(r"[ \t]*(?:#|%:)[ \t]*define[ \t]+\w+\(([^()]*)\)")
_DIRECTIVE: Final = re.compile(r"[ \t]*((?:#|%:)[ \t]*)(\w+)")
_ELLIPSIS: Final = "..."


def construct_hover(
    analysis: Analysis, offset: int, described: Callable[[str], list[Part]]
) -> Hover | None:
    """Return the hover of the punctuation at an offset, None for ordinary punctuation.

    `described` gives the text about a name, with the user's own pages below it.
    """
    found = analysis.construct_at(offset)
    if found is None:
        return None
    return Hover(found.start, found.end, tuple(_PARTS[found.kind](found, described)))


def directive_name_hover(analysis: Analysis, offset: int) -> Hover | None:
    """Return the hover of the directive whose name is at an offset, or of the `...` of a macro."""
    text = analysis.text
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    line = text[start : len(text) if end < 0 else end]
    name = _DIRECTIVE.match(line)
    if name is None or analysis.is_in_comment_or_string(start + name.start(1)):
        return None
    if name.start(1) <= offset - start < name.end(2):
        parts = reference(f"#{name[2]}", analysis.target)
        return Hover(start + name.start(1), start + name.end(2), tuple(parts)) if parts else None
    parameters = _PARAMETERS.match(line)
    if parameters is None or not parameters[1].rstrip().endswith(_ELLIPSIS):
        return None
    at = start + line.index(_ELLIPSIS, parameters.start(1))
    if not at <= offset < at + len(_ELLIPSIS):
        return None
    parts = reference("operator ...", analysis.target)
    return Hover(at, at + len(_ELLIPSIS), tuple(parts))


def _block(found: ConstructInfo, described: Callable[[str], list[Part]]) -> Iterator[Part]:
    if found.result:
        yield Part(found.result, code=True)
    if found.captures:
        shown = ", ".join(f"`{each}`" for each in found.captures)
        yield Part(f"Block literal. It keeps constant copies of {shown}.")
    else:
        yield Part("Block literal. It captures nothing.")
    yield from described("blocks")


def _block_type(found: ConstructInfo, described: Callable[[str], list[Part]]) -> Iterator[Part]:
    if found.result:
        yield Part(found.result, code=True)
    yield Part("Type of a block.")
    yield from described("blocks")


def _choice(found: ConstructInfo, _described: Callable[[str], list[Part]]) -> Iterator[Part]:
    if all(found.operands) and found.result:
        condition, chosen, otherwise = found.operands
        yield Part(f"{condition} ? {chosen} : {otherwise}  // {found.result}", code=True)
    if found.width:
        yield Part(
            "Component by component: the second value where the highest bit of the condition is "
            "set, which is so for -1; else the third. All three are evaluated."
        )
    else:
        words = "The second value where the condition is not 0, else the third."
        yield Part(words if found.is_vector else f"{words} Only the chosen one is evaluated.")
    yield _see("operator ?:", "select")


def _operator(found: ConstructInfo, _described: Callable[[str], list[Part]]) -> Iterator[Part]:
    sign = found.sign
    if all(found.operands) and found.result:
        yield Part(f"{_expression(found)}  // {found.result}", code=True)
    if found.scalar:
        yield Part(f"Component by component: the `{found.scalar}` counts for each of them.")
    else:
        yield Part("Component by component.")
    if sign in _TRUTHS:
        yield Part("Each component of the result is -1 for true and 0 for false.")
    if sign in ("&&", "||"):
        yield Part("Both operands are evaluated.")
    if sign in ("<<", ">>", "<<=", ">>="):
        yield Part("Each count is taken modulo the width of the component.")
    yield _see("exclusive or" if sign == "^" else f"operator {sign}", "vector operators")


def _expression(found: ConstructInfo) -> str:
    if len(found.operands) == 1:
        return f"{found.sign}{found.operands[0]}"
    return f" {found.sign} ".join(found.operands)


def _ellipsis(_found: ConstructInfo, described: Callable[[str], list[Part]]) -> Iterator[Part]:
    yield from described("operator ...")


def _bit_field(_found: ConstructInfo, described: Callable[[str], list[Part]]) -> Iterator[Part]:
    yield from described("bit-fields")


def _see(*names: str) -> Part:
    return Part("**See also** " + ", ".join(f"`{name}`" for name in names) + ".", detail=True)


_PARTS: Final = {
    "block": _block,
    "block-type": _block_type,
    "choice": _choice,
    "operator": _operator,
    "ellipsis": _ellipsis,
    "bit-field": _bit_field,
}
