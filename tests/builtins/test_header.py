"""The availability of functions, compared with what a compiler's own header declares."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from opencl_ls.builtins.functions import function, function_names
from opencl_ls.settings.target import Target

CLANG = shutil.which("clang-19")

# In these versions the header says what the specification says; it offers more in older ones.
STDS = ["CL1.2", "CL2.0", "CL3.0"]

# The header has no such function: they are macros, compiler built-ins, or newer than it.
ABSENT = re.compile(
    r"as_\w+|convert_\w+|(intel|arm|img|amd|clock)_\w+|\w*pipe\w*|work_group_(reduce|scan)_\w+|"
    r"sub_group_\w+|async_work_group_copy_\w+|\w+_for_ndrange|get_kernel_\w+|to_\w+|"
    r"enqueue_kernel|printf|vec_step"
)


@pytest.mark.skipif(CLANG is None, reason="clang-19 is not installed")
@pytest.mark.parametrize("changes", ["+all", "-all"])
@pytest.mark.parametrize("std", STDS)
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


def names_in_header(std: str, changes: str) -> set[str]:
    assert CLANG is not None
    options = ["-finclude-default-header", "-triple", "spir64", f"-cl-ext={changes}"]
    finished = subprocess.run(
        [CLANG, "-cc1", "-E", "-P", "-x", "cl", f"-cl-std={std}", *options, "-"],
        input="",
        capture_output=True,
        text=True,
        check=True,
    )
    return set(re.findall(r"\b(\w+)\s*\([^()]*\)\s*;", finished.stdout))
