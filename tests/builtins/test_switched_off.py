"""Calls of functions whose extension or feature is switched off: they are reported by its name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import NamedTuple

import pytest

from opencl_ls.builtins.functions import function, function_names
from opencl_ls.builtins.types import builtin_type
from opencl_ls.settings.target import Target
from tests.support.builtin_forms import ELSEWHERE, Overload, calls, forms
from tests.support.judged_calls import (
    ALL_CALLS,
    PRAGMAS,
    STDS,
    Program,
    errors,
    findings,
    judged_by_clang,
    rejected,
)

# What differs from clang-19, by what is off and the call, with the reason.
DIFFERENCES = {
    r"__opencl_c_atomic_(order_seq_cst|scope_device): .*\batomic_(half|float|double)\b": "the "
    "functions of cl_ext_float_atomics need what all atomics need, which clang's header forgets",
    r"__opencl_c_(atomic_\w+|generic_address_space): atomic_\w+\(volatile atomic_": "those of "
    "atomic_half are among them, and then take any pointer that is not global or local, with a "
    "warning",
}


class Switch(NamedTuple):
    """Something to switch off: its name, all that goes with it, and the calls that it takes."""

    name: str
    removed: frozenset[str]
    lost: frozenset[tuple[str, Overload]]


class Session(NamedTuple):
    """Switches that are off together, with calls that one of them takes away each."""

    extensions: str
    removed: frozenset[str]
    program: Program
    culprits: tuple[Switch, ...]


@cache
def sessions(std: str) -> list[Session]:
    """Return all that can be switched off in as few sessions as there can be without doubt."""
    together: list[list[Switch]] = []
    for switch in sorted(switches(std), key=lambda each: len(each.lost), reverse=True):
        for others in together:
            if not ALL_CALLS and all(are_apart(switch, other) for other in others):
                others.append(switch)
                break
        else:
            together.append([switch])
    return [session_of(each) for each in together]


def are_apart(one: Switch, other: Switch) -> bool:
    return not (one.lost & other.lost or one.removed & other.removed)


def session_of(off: list[Switch]) -> Session:
    removed = frozenset().union(*(switch.removed for switch in off))
    pairs = [(switch, lost) for switch in off for lost in some(switch.lost)]
    pragmas = [line for line in PRAGMAS.splitlines() if line.split()[3] not in removed]
    return Session(
        extensions=",".join(["+all", *(f"-{each}" for each in sorted(removed))]),
        removed=removed,
        # Each call has a function of its own, because a parameter's type may be gone.
        program=Program(
            (call for _, (name, form) in pairs for call in calls(name, [form])),
            "\n".join(pragmas),
        ),
        culprits=tuple(switch for switch, _ in pairs),
    )


@cache
def switches(std: str) -> list[Switch]:
    """Return what can be switched off in a version, where it takes any call with it."""
    full = Target.make(std, "+all")
    found = []
    for names in sorted({each for needs in needs_of_functions().values() for each in needs}):
        off = Target.make(std, ["+all", *(f"-{name}" for name in names)])
        removed = (full.extensions | full.features) - (off.extensions | off.features)
        lost = frozenset(
            (user, form)
            for user, needs in needs_of_functions().items()
            if any(removed.intersection(each) for each in needs)
            for form in known_forms(user, full) - known_forms(user, off)
        )
        if lost:
            found.append(Switch(" ".join(names), removed, lost))
    return found


@cache
def needs_of_functions() -> dict[str, frozenset[tuple[str, ...]]]:
    """Return what the forms of each function need: features, extensions, or one of several."""
    found = {}
    for name in function_names():
        if ELSEWHERE.fullmatch(name):
            continue
        known = function(name)
        assert known is not None
        conditions = {signature.availability for signature in known.signatures}
        for form in known_forms(name, Target.make(extensions="+all")):
            types = [builtin_type(word) for text in form for word in text.split()]
            conditions |= {each.availability for each in types if each is not None}
        found[name] = frozenset(
            needs
            for each in conditions
            for needs in (
                each.extensions,
                *((name,) for name in (*each.extensions, *each.requires, *each.features)),
            )
            if needs
        )
    return found


def known_forms(name: str, target: Target) -> set[Overload]:
    return {form for _, each in forms(name, target) for form in each}


def some(lost: frozenset[tuple[str, Overload]]) -> Iterator[tuple[str, Overload]]:
    """Yield all forms, or the first and the last of each function."""
    for name, pairs in groupby(sorted(lost), key=lambda pair: pair[0]):
        found = [form for _, form in pairs]
        chosen = found if ALL_CALLS else {found[0], found[-1]}
        yield from ((name, form) for form in sorted(chosen))


@pytest.mark.parametrize("std", STDS)
def test_what_is_off_is_named(std: str) -> None:
    for session in sessions(std):
        target = Target.make(std, session.extensions)
        reported = findings(session.program, std, session.extensions)
        for number, call in enumerate(session.program.calls):
            messages = " ".join(finding.message for finding in reported.get(number, ()))
            culprit = session.culprits[number]
            if messages:
                assert any(each in messages for each in culprit.removed), (call.text, messages)
            else:
                # Another form of the function takes the arguments.
                known = function(call.name)
                assert known is not None
                assert known.missing(target) is None, (call.shape, culprit.name)


@judged_by_clang
@pytest.mark.parametrize("std", STDS)
def test_clang_agrees(std: str) -> None:
    for session in sessions(std):
        judged = rejected(session.program, std, session.extensions, tuple(sorted(session.removed)))
        shown = {
            number: f"{session.culprits[number].name}: {call.shape}"
            for number, call in enumerate(session.program.calls)
        }
        assert not {
            shown[number]
            for number in judged ^ errors(session.program, std, session.extensions)
            if not any(re.match(each, shown[number]) for each in DIFFERENCES)
        }
