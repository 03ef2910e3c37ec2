"""Headers that a condition about an undefined macro leaves out.

A host that takes several files into one program often defines a macro by which each file includes
what it needs when it is looked at alone.
"""

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.names import is_builtin

from .directives import Directive

if TYPE_CHECKING:
    from .unit import Unit

_OPENING: Final = ("if", "ifdef", "ifndef")
_GOING_ON: Final = ("elif", "elifdef", "elifndef")


class LeftOut(NamedTuple):
    """The macro on which a header depends that is left out, and its place in the main file.

    The place is that of the first condition that names it, in bytes, `end` exclusive.
    """

    macro: str
    start: int
    end: int


def left_out(unit: "Unit") -> list[LeftOut]:
    """Return the undefined macros whose conditions leave out headers of the main file, in order.

    Macros that are not written in capitals, that begin with `_`, or that the language defines in
    other settings are none that a host would define.
    """
    found: dict[str, LeftOut] = {}
    if not unit.skipped:
        return []
    chains: list[LeftOut | None] = []
    offset = 0
    for step in unit.steps[: unit.skipped[-1] + 1]:
        if step.chunk.is_directive:
            directive = step.chunk.directive
            kind = directive.kind
            if kind in _OPENING:
                around = chains[-1] if chains and step.inactive else None
                chains.append(around or _asked(unit, directive, offset))
            elif kind in _GOING_ON and chains:
                chains[-1] = chains[-1] or _asked(unit, directive, offset)
            elif kind == "endif" and chains:
                chains.pop()
            elif kind == "include" and step.inactive:
                reason = next((each for each in reversed(chains) if each is not None), None)
                if reason is not None:
                    found.setdefault(reason.macro, reason)
        offset += len(step.chunk.text)
    return list(found.values())


def _asked(unit: "Unit", directive: Directive, offset: int) -> LeftOut | None:
    """Return the first macro of a condition that a host may define, None where it names none."""
    for name, start, end in directive.names():
        if name.isupper() and not name.startswith("_") and len(name) > 1:
            if name not in unit.all_macros and not is_builtin(name):
                return LeftOut(name, offset + start, offset + end)
    return None
