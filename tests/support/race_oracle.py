"""Compare the race analysis with Oclgrind on random kernels.

    python -m tests.support.race_oracle --count 300 --seed 0

Oclgrind simulates one launch and reports the races that happen in it.  Two things are compared:

- Each race of the analysis has a witness: a launch with the values of arguments.  Oclgrind must
  report a race in that launch, of the same object and in the same interval: of several accesses of
  a work-item to one element it remembers one, and so of several work-items that read one element
  before a barrier with other flags.  It does not see that a group reads what a later one changes by
  an atomic function.
- In a launch with the size of group that the kernel is made for, each race of Oclgrind must be
  known to the analysis, unless it says that something is not decided, or is silent by choice: where
  two groups race and the access depends on no group, since such kernels are for one group, and
  where all work-items write one value.

It needs `oclgrind-kernel` (Debian's package oclgrind).
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.analysis.host import Host
from opencl_ls.preprocess import MemorySources
from opencl_ls.settings.model import DEFAULT
from tests.support.race_kernels import Program, program

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.race_results import KernelRaces, WitnessedRace

TOOL: Final = "oclgrind-kernel"
_FILE: Final = "k.cl"
_AS_WRITTEN: Final = ("--build-options", "-cl-opt-disable")
"""Else an access whose value is not used is removed."""
_ALL_WRITES: Final = ("--uniform-writes",)
"""Those of equal values as well: of several writes it may remember one of these."""
_TIME: Final = 20
"""The time for one launch, in seconds."""
_ROOM: Final = 1 << 16
"""The size of a buffer in bytes: some integers for each work-item of the largest launch."""
_GROUPS: Final = 3
"""The number of groups in launches that no witness asks for."""
_MOST_GROUPS: Final = 64
_ONE_VALUE: Final = re.compile(r"(?<=[^+]= )(?:7|n)(?=;)|(?<=, )(?:7|n)(?=\);)")
"""A value that may be the same in all work-items, in an assignment or in a call of `put`."""
_RACE: Final = re.compile(r"data race at ")
_ENTITY: Final = re.compile(r"entity: .*Group\((\d+,\d+,\d+)\)")
_LINE: Final = re.compile(r"At line (\d+)")
_OBJECT: Final = re.compile(
    r"\b(?:put|get|async_work_group_copy)\((\w+)|\b(a|t|in|out)\[|\bp([at])k\d"
    r"|\bv(?:load2\(l|store2\(\(int2\)\(v, l\), l), (\w)"
)


class Seen(NamedTuple):
    """A race that Oclgrind reports: the lines, and whether the two are of different groups."""

    space: str
    lines: frozenset[int]
    other_group: bool


class Tally(NamedTuple):
    """What became of one kernel: the races that are known, the places not decided, differences."""

    races: int
    undecided: int
    differences: list[Difference]


class Difference(NamedTuple):
    """What one of the two says and the other does not."""

    seed: int
    what: str
    text: str


def is_installed() -> bool:
    """Tell whether Oclgrind can be asked."""
    try:
        subprocess.run([TOOL, "--version"], capture_output=True, check=False)
    except OSError:
        return False
    return True


def known_races(case: Program) -> KernelRaces:
    """Return what the analysis says of a program's kernel."""
    host = Host(MemorySources({}))
    host.open(_FILE, case.text, DEFAULT)
    found = host.analysis(_FILE).kernel_races("k", (*case.sizes, 1))
    assert found is not None
    return found


def simulated(case: Program, groups: tuple[int, int], n: int, *options: str) -> set[Seen]:
    """Return the races that Oclgrind sees in one launch."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, _FILE).write_text(case.text)
        buffer = f"<size={_ROOM} int range=1:1:{_ROOM // 4}>\n"
        width, height = case.sizes
        launch = f"{_FILE}\nk\n{width * groups[0]} {height * groups[1]} 1\n{width} {height} 1\n"
        arguments = f"{buffer}{buffer}<size=4>\n{n}\n<size={16 * case.size}>\n"
        Path(folder, "k.sim").write_text(launch + arguments)
        command = [TOOL, "--data-races", "--max-errors", "1000000", *_AS_WRITTEN, *options, "k.sim"]
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=_TIME
        )
    return set(_read(done.stdout + done.stderr))


def _read(report: str) -> Iterator[Seen]:
    for part in _RACE.split(report)[1:]:
        groups = _ENTITY.findall(part)
        lines = frozenset(int(each) for each in _LINE.findall(part))
        yield Seen(part.split()[0], lines, len(set(groups)) > 1)


# --- comparison ----------------------------------------------------------------------------------


def compared(seed: int, case: Program) -> Tally:
    """Return what the analysis and Oclgrind say differently about a program."""
    known = known_races(case)
    found = [each for race in known.races for each in _unconfirmed(seed, case, known, race)]
    found += _missed(seed, case, known)
    return Tally(len(known.races), len(known.undecided), found)


def _missed(seed: int, case: Program, known: KernelRaces) -> Iterator[Difference]:
    """Yield the races of Oclgrind in objects of which none is known, where all is decided."""
    if known.undecided:
        return
    objects = {race.name for race in known.races}
    for seen in simulated(case, (_GROUPS, 1), case.n):
        names = _objects(case.text, seen)
        if names & objects or (seen.other_group and not _asks_for_group(case.text, seen)):
            continue
        if names & {race.name for race in known_races(_with_own_values(case)).races}:
            continue
        where = f"{seen.space} {sorted(names)} in lines {sorted(seen.lines)}"
        between = " of different groups" if seen.other_group else ""
        yield Difference(seed, f"missed: {where}{between} (n = {case.n})", case.text)


def _with_own_values(case: Program) -> Program:
    """Return a program in which each work-item writes a value of its own."""
    return case._replace(text=_ONE_VALUE.sub("l", case.text))


def _unconfirmed(
    seed: int, case: Program, known: KernelRaces, race: WitnessedRace
) -> Iterator[Difference]:
    """Yield the race if it does not happen in the launch of its witness."""
    values = dict(race.witness.values)
    groups = race.witness.num_groups[:2]
    if max(groups) > _MOST_GROUPS or set(race.needs) - {"n"}:
        yield Difference(seed, f"cannot be tried: {race.words}", case.text)
        return
    places = [race.first, race.second]
    for interval in known.intervals:
        if race in interval.races or not race.lacks:
            places += [each.place for each in interval.accesses if each.name == race.name]
    lines = frozenset(case.text.count("\n", 0, each.start) + 1 for each in places)
    try:
        seen = simulated(case, groups, values.get("n", case.n), *_ALL_WRITES)
    except subprocess.TimeoutExpired:
        yield Difference(seed, f"takes too long: {race.words}", case.text)
        return
    if _is_unseen(race):
        return
    if not any(each.lines & lines and race.name in _objects(case.text, each) for each in seen):
        said = f"{race.words} (one of lines {sorted(lines)}, {groups} groups)"
        yield Difference(seed, f"not confirmed: {said}", case.text)


def _is_unseen(race: WitnessedRace) -> bool:
    """Tell whether a race is of a kind that Oclgrind does not always see."""
    first, reads, then = race.words.partition(" reads ")
    if race.lacks == "fence":
        return bool(reads) and "write" not in first and "changes" not in first
    return not race.lacks and bool(reads) and "atomically changes" in first + then


def _objects(text: str, seen: Seen) -> set[str]:
    return {name for line in seen.lines for name in objects_at(text, line)}


def objects_at(text: str, line: int) -> set[str]:
    """Return the objects that a line touches; for a line of a helper those of its calls."""
    lines = text.split("\n")
    written = lines[line - 1]
    helper = "get(" if "from[" in written else "put(" if "to[" in written else ""
    about = (
        [each for each in lines if helper in each and "local" not in each] if helper else [written]
    )
    return {name for each in about for found in _OBJECT.findall(each) for name in found if name}


def _asks_for_group(text: str, seen: Seen) -> bool:
    """Tell whether the index or the guard of an access depends on the group."""
    lines = text.split("\n")
    about = [lines[line - 1].partition("]")[0] for line in seen.lines]
    about += [lines[line - 2] for line in seen.lines if "if (" in lines[line - 2]]
    return any(re.search(r"\bi\b|get_group_id", each) for each in about)


def main() -> int:
    """Compare, print each difference with its kernel, and return 1 where there is one."""
    parser = argparse.ArgumentParser(description="Compare the race analysis with Oclgrind.")
    parser.add_argument("--count", type=int, default=300, help="the number of kernels [300]")
    parser.add_argument("--seed", type=int, default=0, help="the first seed [0]")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.count)
    tallies = [compared(seed, program(seed)) for seed in seeds]
    found = [each for tally in tallies for each in tally.differences]
    for each in found:
        sys.stdout.write(f"--- seed {each.seed}: {each.what}\n{each.text}\n")
    races = sum(each.races for each in tallies)
    undecided = sum(bool(each.undecided) for each in tallies)
    sys.stdout.write(
        f"{options.count} kernels, {undecided} of them not decided in part; {races} races known; "
        f"{len(found)} differences\n"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
