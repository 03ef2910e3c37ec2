"""Headers and lines that a condition on an undefined macro excludes.

A host that joins several files into one program often defines a macro to exclude headers that a
file needs only when it is compiled by itself, or a macro to choose an implementation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.names import is_builtin
from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.text import remembered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.preprocess.directives import Directive
    from opencl_ls.preprocess.run_state import Step
    from opencl_ls.preprocess.unit import Unit

_OPENING: Final = ("if", "ifdef", "ifndef")
_GOING_ON: Final = ("elif", "elifdef", "elifndef")
_DECLARED: Final = lazy_pattern(r"(?<=[\w*},\s])\b([A-Za-z_]\w*)[ \t]*(?=[=;,\[)({])")
"""A name with a word, a sign of a pointer, a comma or a brace before it that may be declared."""


class Exclusion(NamedTuple):
    """The macro whose condition excludes lines, and its place in the main file.

    The place is that of the first condition that names it, in bytes, `end` exclusive.
    """

    macro: str
    start: int
    end: int


def excluded_headers(unit: Unit) -> list[Exclusion]:
    """Return the undefined macros whose conditions exclude headers of the main file, in order.

    A macro that is not written in capitals, that begins with `_`, or that the language defines in
    other settings is not one that a host would define.
    """
    if not unit.skipped:
        return []
    found: dict[str, Exclusion] = {}
    for step, reason in _excluded_steps(unit, unit.skipped[-1]):
        if step.chunk.is_directive and step.chunk.directive.kind == "include":
            found.setdefault(reason.macro, reason)
    return list(found.values())


def may_be_excluded(unit: Unit, name: str) -> bool:
    """Tell whether excluded lines of the main file may declare a name."""
    return any(name in _names_of(unit.steps[number]) for number in unit.idle)


def excluded_names(unit: Unit) -> dict[str, Exclusion]:
    """Return the names that excluded lines may declare, each with the reason of the exclusion."""
    found: dict[str, Exclusion] = {}
    if unit.idle:
        for step, reason in _excluded_steps(unit, unit.idle[-1]):
            for name in _names_of(step):
                found.setdefault(name, reason)
    return found


def _names_of(step: Step) -> frozenset[str]:
    """Return the names that the lines of a step may declare, or define as macros."""
    if not step.chunk.is_directive:
        return _declared_in(step.chunk.text)
    directive = step.chunk.directive
    names = directive.names() if directive.kind == "define" else []
    return frozenset(name for name, _, _ in names[:1])


@remembered
def _declared_in(text: str) -> frozenset[str]:
    return frozenset(_DECLARED.findall(text))


def _excluded_steps(unit: Unit, last: int) -> Iterator[tuple[Step, Exclusion]]:
    """Yield the steps up to the number `last` that such a macro excludes, with that macro."""
    chains: list[Exclusion | None] = []
    offset = 0
    for step in unit.steps[: last + 1]:
        kind = step.chunk.directive.kind if step.chunk.is_directive else ""
        if kind in _OPENING:
            around = chains[-1] if chains and step.inactive else None
            chains.append(around or _asked(unit, step.chunk.directive, offset))
        elif kind in _GOING_ON and chains:
            chains[-1] = chains[-1] or _asked(unit, step.chunk.directive, offset)
        elif kind == "endif" and chains:
            chains.pop()
        elif step.inactive:
            reason = next((each for each in reversed(chains) if each is not None), None)
            if reason is not None:
                yield step, reason
        offset += len(step.chunk.text)


def _asked(unit: Unit, directive: Directive, offset: int) -> Exclusion | None:
    """Return the first macro of a condition that a host may define, None if it names none."""
    for name, start, end in directive.names():
        if name.isupper() and not name.startswith("_") and len(name) > 1:
            if name not in unit.all_macros and not is_builtin(name):
                return Exclusion(name, offset + start, offset + end)
    return None
