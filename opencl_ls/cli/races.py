"""The command `races`: what work-items access between the barriers of a kernel, and the races."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final

from opencl_ls.cli.one_file import analysed, unsound
from opencl_ls.cli.one_file_options import parse_races
from opencl_ls.cli.places import Places
from opencl_ls.cli.report_json import FORMAT_VERSION
from opencl_ls.cli.terminal import write
from opencl_ls.text import display

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.race_results import (
        KernelInterval,
        KernelRaces,
        RaceWitness,
        SharedAccess,
        UndecidedPlace,
        WitnessedRace,
    )

_FOUND: Final = 1


def run_races(arguments: Sequence[str]) -> int:
    """Run `opencl-ls races` and return its exit status; raises UsageError."""
    options = parse_races(arguments)
    file = analysed(options.check)
    found: list[tuple[Places, KernelRaces]] = []
    for unit, names in file.kernels(options.kernel):
        for name in dict.fromkeys(names):
            kernel = unit.analysis.kernel_races(name, options.local_size, options.num_groups)
            if kernel is not None:
                found.append((Places(unit.analysis), kernel))
    if not found:
        raise unsound(file.name)
    if options.format == "json":
        kernels = [_kernel_json(*each) for each in found]
        write(
            json.dumps({"version": FORMAT_VERSION, "kernels": kernels}, indent=2) + "\n", sys.stdout
        )
    else:
        write(display("\n".join(line for each in found for line in _text(*each))), sys.stdout)
    return file.complain() or (_FOUND if any(kernel.races for _, kernel in found) else 0)


# --- text ----------------------------------------------------------------------------------------


def _text(places: Places, kernel: KernelRaces) -> Iterator[str]:
    yield f"{places.full(kernel.place)}: kernel '{kernel.name}', in groups of {kernel.group_size}"
    for number, interval in enumerate(kernel.intervals, start=1):
        yield f"  interval {number}: {_extent(places, interval)}"
        yield from _accesses(places, interval.accesses)
        yield from _verdicts(places, interval.races, interval.undecided, "    ")
    yield "  work-items of different groups:"
    yield from _verdicts(places, kernel.between_groups, kernel.undecided_between, "    ")
    yield ""


def _extent(places: Places, interval: KernelInterval) -> str:
    start = "the start" if interval.start is None else places.line(interval.start)
    ends = ["the end" if each is None else places.line(each) for each in interval.ends]
    return f"from {start} to {' or '.join(ends) if ends else 'nowhere'}"


def _accesses(places: Places, accesses: Sequence[SharedAccess]) -> Iterator[str]:
    rows = [(places.short(each.place), each.action, each.element) for each in accesses]
    width = max((len(where) for where, _, _ in rows), default=0)
    verb = max((len(action) for _, action, _ in rows), default=0)
    for (where, action, element), each in zip(rows, accesses, strict=True):
        guard = f", if {each.guard}" if each.guard else ""
        yield f"    {where:<{width}}  {action:<{verb}}  {element}{guard}"


def _verdicts(
    places: Places,
    races: Sequence[WitnessedRace],
    undecided: Sequence[UndecidedPlace],
    indent: str,
) -> Iterator[str]:
    for race in races:
        where = " and ".join(dict.fromkeys((places.short(race.first), places.short(race.second))))
        yield f"{indent}race: {race.words} ({where})"
    for each in undecided:
        yield f"{indent}not decided: {each.reason} ({places.line(each.place)})"
    if not races and not undecided:
        yield f"{indent}no race"


# --- JSON ----------------------------------------------------------------------------------------


def _kernel_json(places: Places, kernel: KernelRaces) -> dict[str, Any]:
    return {
        "name": display(kernel.name),
        **places.json(kernel.place),
        "group_size": kernel.group_size,
        "intervals": [_interval_json(places, each) for each in kernel.intervals],
        "between_groups": _verdict_json(places, kernel.between_groups, kernel.undecided_between),
    }


def _interval_json(places: Places, interval: KernelInterval) -> dict[str, Any]:
    return {
        "start": None if interval.start is None else places.json(interval.start),
        "ends": [None if each is None else places.json(each) for each in interval.ends],
        "accesses": [
            {
                **places.json(each.place),
                "action": each.action,
                "object": display(each.name),
                "space": each.space,
                "element": display(each.element),
                "guard": display(each.guard),
            }
            for each in interval.accesses
        ],
        **_verdict_json(places, interval.races, interval.undecided),
    }


def _verdict_json(
    places: Places, races: Sequence[WitnessedRace], undecided: Sequence[UndecidedPlace]
) -> dict[str, Any]:
    """Return a verdict: "race", "not decided" or "no race", with the reasons for the first two."""
    return {
        "verdict": "race" if races else "not decided" if undecided else "no race",
        "races": [
            {
                "message": display(each.words),
                "object": display(each.name),
                "space": each.space,
                "first": places.json(each.first),
                "second": places.json(each.second),
                "needs": [display(name) for name in each.needs],
                "witness": _witness_json(each.witness),
            }
            for each in races
        ],
        "undecided": [
            {**places.json(each.place), "reason": display(each.reason)} for each in undecided
        ],
    }


def _witness_json(witness: RaceWitness) -> dict[str, Any]:
    return {
        "local_size": witness.local_size,
        "num_groups": witness.num_groups,
        "first": {"local_id": witness.first.local_id, "group_id": witness.first.group_id},
        "second": {"local_id": witness.second.local_id, "group_id": witness.second.group_id},
        "element": display(witness.element),
        "values": {display(name): value for name, value in witness.values},
    }
