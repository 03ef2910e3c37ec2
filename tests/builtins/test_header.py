"""The built-in functions, compared with what a compiler's own header declares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from opencl_ls.builtins.functions import function, function_names
from opencl_ls.builtins.types import builtin_type
from opencl_ls.settings.target import Target
from tests.support.builtin_forms import ELSEWHERE, VENDORS, Overload, calls
from tests.support.judged_calls import (
    ALL_CALLS,
    STDS,
    Program,
    errors,
    judged_by_clang,
    names_in_header,
    prototypes,
    rejected,
)

# The header has no such function: they are macros, compiler built-ins, or newer than it.
ABSENT = re.compile(
    r"as_\w+|convert_\w+|(intel|arm|img|amd|clock)_\w+|\w*pipe\w*|work_group_(reduce|scan)_\w+|"
    r"sub_group_\w+|async_work_group_copy_\w+|\w+_for_ndrange|get_kernel_\w+|to_\w+|"
    r"enqueue_kernel|printf|vec_step"
)

# What the header declares and the specification does not, by the call, with the reason.
ODD = {
    r"intel_sub_group_block_write_ui\d?\(read_only": "it writes to images that it calls read_only",
}

QUALIFIERS = frozenset(
    "const volatile restrict global local private constant read_only write_only read_write".split()
)


@judged_by_clang
@pytest.mark.parametrize("changes", ["+all", "-all"])
# In these versions the header says what the specification says; it offers more in older ones.
@pytest.mark.parametrize("std", ["CL1.2", "CL2.0", "CL3.0"])
def test_functions_exist_where_the_header_declares_them(std: str, changes: str) -> None:
    declared = names_in_header(std, changes)
    target = Target.make(std, changes)
    assert len(declared) > 700
    assert declared <= function_names()
    available = {name for name in declared if exists(name, target)}
    # With extensions off, the header goes on declaring some of them for SPIR.
    assert changes == "-all" or available == declared
    alone = {name for name in function_names() - declared if exists(name, target)}
    assert {name for name in alone if not ABSENT.fullmatch(name)} == set()


def exists(name: str, target: Target) -> bool:
    found = function(name)
    assert found is not None
    return found.missing(target) is None


@cache
def declared_calls(std: str) -> Program:
    """Return a call of each prototype, or of each of a vendor's function and of some others."""
    wanted: dict[str, list[Overload]] = {}
    for name, parameters in prototypes(std):
        if "..." not in parameters and not ELSEWHERE.fullmatch(name):
            wanted.setdefault(name, []).append(tuple(types_in(parameters)))
    return Program(
        call
        for name, found in sorted(wanted.items())
        for call in calls(name, found if ALL_CALLS or VENDORS.fullmatch(name) else found[::7])
    )


def types_in(parameters: str) -> Iterator[str]:
    """Yield the types of parameters, whether these have names or not."""
    for text in re.sub(r"\[\d*\]", "*", parameters.replace("__", "")).split(","):
        words = re.findall(r"\w+|\*", text)
        types = [word for word in words if word not in QUALIFIERS and word != "*"]
        if types in (["void"], []) and "*" not in words:
            continue
        if len(types) > 1 and builtin_type(types[-1]) is None:
            words.pop()
        yield " ".join(words)


@judged_by_clang
@pytest.mark.parametrize("std", STDS)
def test_what_the_header_declares_can_be_called(std: str) -> None:
    program = declared_calls(std)
    assert len(program.calls) > 900
    assert not rejected(program, std)
    assert not {
        program.calls[number].shape
        for number in errors(program, std)
        if not any(re.match(each, program.calls[number].shape) for each in ODD)
    }
