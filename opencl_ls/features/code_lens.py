"""Code lenses: texts above kernels and functions.

Their places come from the outline, at once and in broken text; their texts are computed when the
client resolves them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.settings.model import chosen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import KernelSummary, WorkGroupSize
    from opencl_ls.analysis.race_results import KernelRaces
    from opencl_ls.analysis.results import Declared
    from opencl_ls.builtins.devices import Limit
    from opencl_ls.findings import Place

KERNEL: Final = "kernel"
CALLERS: Final = "callers"
_SEPARATOR: Final = " \xc2\xb7 "
"""A dot in the middle of the line, as byte text."""
_KIB: Final = 1024
_OF_KERNELS: Final = ("local_memory", "barriers", "races", "requirements", "work_group_size")


class Lens(Struct, frozen=True):
    """A lens above the function `name`, from byte `start` to `end` of the main file.

    `kind` is "kernel" or "callers".  `number` counts the functions of this name, from 0.
    """

    kind: str
    name: str
    number: int
    start: int
    end: int


class LensContent(Struct, frozen=True):
    """The text of a lens, and the places that it refers to, if any."""

    title: str
    places: tuple[Place, ...] = ()


def lenses(analysis: Analysis) -> list[Lens]:
    """Return the lenses of the main file in the order of their places."""
    said = chosen(analysis.settings.code_lens)
    kinds = {KERNEL: any(said[each] for each in _OF_KERNELS), CALLERS: said["callers"]}
    found: list[Lens] = []
    numbers: dict[str, int] = {}
    for base, each in _functions(analysis):
        number = numbers[each.name] = numbers.get(each.name, -1) + 1
        kind = KERNEL if each.kind == "kernel" else CALLERS
        if kinds[kind]:
            place = base + each.name_start, base + each.name_end
            found.append(Lens(kind, each.name, number, *place))
    return found


def _functions(analysis: Analysis) -> Iterator[tuple[int, Declared]]:
    """Yield the functions of the outline that have a body, each with its item's start."""
    for base, group in analysis.outline():
        for each in group.declared:
            if each.kind in ("kernel", "function"):
                if analysis.text[base + each.end - 1 : base + each.end] == "}":
                    yield base, each


def found_again(analysis: Analysis, kind: str, name: str, number: int) -> Lens | None:
    """Return the present lens for one of an earlier state, or None."""
    same = (kind, name, number)
    listed = lenses(analysis)
    return next((each for each in listed if (each.kind, each.name, each.number) == same), None)


def content_of(analysis: Analysis, lens: Lens) -> LensContent | None:
    """Return the text of a lens; None if its function cannot be parsed.

    It needs a complete analysis.
    """
    return _callers(analysis, lens) if lens.kind == CALLERS else _kernel(analysis, lens)


# --- callers -------------------------------------------------------------------------------------


def _callers(analysis: Analysis, lens: Lens) -> LensContent:
    calls = analysis.calls_of(lens.name)
    if calls is not None:
        return LensContent(_called(calls.callers), calls.places)
    edges = analysis.callers(lens.start)
    count = len({edge.caller for edge in edges})
    places = tuple(dict.fromkeys(place for edge in edges for place in edge.places))
    return LensContent(_called(count), places)


def _called(count: int) -> str:
    # A function without a caller in this program may belong to a library.
    return _counted(count, "caller") if count else "no callers here"


# --- kernels -------------------------------------------------------------------------------------


def _kernel(analysis: Analysis, lens: Lens) -> LensContent | None:
    summary = analysis.kernel_summary(lens.name)
    if summary is None:
        return None
    said = chosen(analysis.settings.code_lens)
    parts: list[str] = []
    if said["local_memory"]:
        parts += _local_memory(summary, analysis.target.limit("local-mem-size"))
    if said["barriers"]:
        parts += _barriers(summary)
    if said["races"] and summary.barriers:
        parts += _races(analysis.kernel_races(lens.name))
    if said["work_group_size"] and summary.work_group_size is not None:
        parts.append(_size(summary.work_group_size))
    if said["requirements"] and summary.ways:
        parts.append("needs " + ", or ".join(each.words for each in summary.ways))
    return LensContent(_SEPARATOR.join(parts or _nothing(said)))


def _nothing(said: dict[str, object]) -> Iterator[str]:
    """Yield the text for a kernel without any facts."""
    if said["local_memory"]:
        yield "no local memory"
    if said["barriers"]:
        yield "no barriers"
    if not said["local_memory"] and not said["barriers"]:
        yield "any work-group size" if said["work_group_size"] else "kernel"


def _local_memory(summary: KernelSummary, limit: Limit | None) -> Iterator[str]:
    parts: list[str] = []
    if summary.local_bytes:
        parts.append(_bytes(summary.local_bytes))
    parts += summary.unsized_locals
    if summary.local_arguments:
        parts.append(f"{', '.join(summary.local_arguments)} (set by the host)")
    if parts:
        of = f" of {_bytes(limit.number)}" if limit is not None and limit.device else ""
        yield f"local memory: {' + '.join(parts)}{of}"


def _barriers(summary: KernelSummary) -> Iterator[str]:
    if summary.barriers:
        yield _counted(summary.barriers, "barrier")
    if summary.sub_group_barriers:
        yield _counted(summary.sub_group_barriers, "sub-group barrier")


def _races(found: KernelRaces | None) -> Iterator[str]:
    # A race is a finding, and what is not decided says nothing.
    if found is not None and not found.races and not found.undecided:
        yield f"no race found in {_counted(len(found.intervals), 'interval')}"


def _size(found: WorkGroupSize) -> str:
    dimensions = " x ".join(map(str, found.size))
    return f"work-group size {dimensions}" + (" (hint)" if found.is_hint else "")


def _bytes(count: int) -> str:
    return f"{count} B" if count % _KIB else f"{count // _KIB} KiB"


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
