"""Chooses a configuration for each kernel of a project, out of what its host programs say."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from opencl_ls.findings import Severity
from opencl_ls.host_programs.detection import IN_CALL
from opencl_ls.settings.model import Settings, TargetSettings, merge_targets

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from opencl_ls.analysis.host import Host
    from opencl_ls.findings import Finding
    from opencl_ls.host_programs.detection import Candidate, FoundOption, Project

UNDEFINED: Final = frozenset(("names/undefined-macro", "names/undeclared"))
"""The rules that report a name that the host may define."""

_QUOTED: Final = re.compile(r"'([A-Za-z_]\w*)'")


class Outcome(Struct, frozen=True):
    """What is found in a kernel: the names that nothing declares, the number of other errors."""

    missing: frozenset[str]
    errors: int


class Checker(Protocol):
    """Checks the kernels of a project."""

    def __call__(
        self, kernel: str, target: TargetSettings | None
    ) -> Generator[None, None, Outcome | None]:
        """Return what is found with more settings or the present ones, None if unreadable.

        The work is done in steps of some milliseconds.
        """


class Proposal(Struct, frozen=True):
    """A named configuration for some kernels.

    `outcomes` are what is found in each kernel before and after, in the order of the kernels.
    """

    name: str
    kernels: tuple[str, ...]
    options: tuple[FoundOption, ...]
    target: TargetSettings
    relation: int
    outcomes: tuple[tuple[Outcome, Outcome], ...]


class Chosen(Struct, frozen=True):
    """The options of one kernel."""

    kernel: str
    candidate: Candidate
    before: Outcome
    after: Outcome


def outcome(findings: Iterable[Finding]) -> Outcome:
    """Return what some findings say of a kernel."""
    missing: set[str] = set()
    errors = 0
    for finding in findings:
        if finding.code in UNDEFINED:
            missing |= set(_QUOTED.findall(finding.message)[:1])
        else:
            errors += finding.severity is Severity.ERROR
    return Outcome(frozenset(missing), errors)


def checking(
    host: Host, path: str, text: str, target: TargetSettings
) -> Generator[None, None, Outcome]:
    """Return what is found in a byte text, which is a document of the host meanwhile."""
    host.open(path, text, Settings(target=target))
    yield from host.go_on(path)
    found = outcome(host.analysis(path).findings)
    host.close(path)
    return found


def chosen(project: Project, kernel: str, check: Checker) -> Chosen | None:
    """Return what `choosing` does, in one step."""
    steps = choosing(project, kernel, check)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Chosen | None = end.value
            return result


def choosing(project: Project, kernel: str, check: Checker) -> Generator[None, None, Chosen | None]:
    """Return the options that leave the fewest names of a kernel undefined, None if none help.

    Options that add errors are never chosen.  Without names to settle, only those count that the
    host gives to this kernel.
    """
    before = yield from check(kernel, None)
    if before is None:
        return None
    best: tuple[tuple[int, int, int, int], Chosen] | None = None
    for number, candidate in enumerate(project.candidates(kernel, before.missing)):
        if best is not None and not best[0][0] and candidate.relation > best[0][1]:
            break
        if not before.missing and (candidate.relation > IN_CALL or not _says(candidate.target)):
            continue
        after = yield from check(kernel, candidate.target)
        if after is None or after.errors > before.errors or after.missing - before.missing:
            continue
        if candidate.relation > IN_CALL and not before.missing - after.missing:
            continue
        unknown = len(candidate.target.host_defines)
        rank = (len(after.missing), candidate.relation, unknown, number)
        if best is None or rank < best[0]:
            best = rank, Chosen(kernel, candidate, before, after)
    return None if best is None else best[1]


def _says(target: TargetSettings) -> bool:
    """Return whether settings say more than names of macros without values."""
    return target != replace(TargetSettings(), host_defines=target.host_defines)


def proposals(project: Project, found: Iterable[Chosen]) -> list[Proposal]:
    """Return named configurations, one for kernels of one host's file whose options agree."""
    groups: list[list[Chosen]] = []
    for each in found:
        for group in groups:
            if all(_agree(project, each, other) for other in group):
                group.append(each)
                break
        else:
            groups.append([each])
    names: dict[str, int] = {}
    return [_proposal(group, names) for group in groups]


def _agree(project: Project, one: Chosen, other: Chosen) -> bool:
    """Return whether two kernels can have the options of both: what one adds, the other ignores."""
    if _host(one) != _host(other) or one.candidate.relation != other.candidate.relation:
        return False
    first, second = _by_name(one), _by_name(other)
    for name in first.keys() | second.keys():
        if name in first and name in second:
            if first[name] != second[name]:
                return False
        elif not name[0] or name[1] in project.names_of(
            other.kernel if name in first else one.kernel
        ):
            return False
    return True


def _by_name(each: Chosen) -> dict[tuple[str, str], tuple[str, ...]]:
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for one in each.candidate.options:
        option = one.option
        key = ("-D", option.name) if option.kind == "-D" else ("", option.name)
        found[key] = option.values
    return found


def _host(each: Chosen) -> str:
    return each.candidate.options[0].file


def _proposal(group: list[Chosen], names: dict[str, int]) -> Proposal:
    options: dict[tuple[str, str], FoundOption] = {}
    for each in group:
        for one in each.candidate.options:
            options.setdefault((one.option.kind, one.option.name), one)
    targets = [each.candidate.target for each in group]
    path = group[0].kernel if len(group) == 1 else _host(group[0])
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", posixpath.splitext(posixpath.basename(path))[0])
    names[stem] = names.get(stem, 0) + 1
    return Proposal(
        stem if names[stem] == 1 else f"{stem}-{names[stem]}",
        tuple(each.kernel for each in group),
        tuple(options.values()),
        _united(targets),
        group[0].candidate.relation,
        tuple((each.before, each.after) for each in group),
    )


def _united(targets: list[TargetSettings]) -> TargetSettings:
    made = targets[0]
    for each in targets[1:]:
        made = merge_targets(made, each)
    return made
