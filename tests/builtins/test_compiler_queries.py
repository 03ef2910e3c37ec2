"""What `__has_attribute` and its kin answer, compared with clang where it is installed."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from opencl_ls.builtins.compiler_queries import NAME_QUERIES, WARNING_QUERY, query_answer
from opencl_ls.builtins.functions import function_names
from opencl_ls.builtins.reader import table
from opencl_ls.builtins.types import type_names

CLANG = shutil.which("clang-19")

NOT_ASKED = frozenset(("defined", "__VA_ARGS__", "__VA_OPT__"))
"""Names that no query may contain."""


@pytest.mark.skipif(CLANG is None, reason="clang-19 is not here")
@pytest.mark.parametrize("version", [100, 120, 200, 300])
def test_answers(version: int) -> None:
    """Every query gives for every name in the tables what clang gives, and 0 where it does."""
    names = {*table("compiler_queries"), *function_names(), *type_names()}
    words = sorted(name for name in names - NOT_ASKED if re.fullmatch(r"[A-Za-z_]\w*", name))
    options = sorted(name for name in names if name.startswith("-W"))
    # Clang takes every word that names no system for one that it does not know.
    named = sorted(NAME_QUERIES - {"__is_target_os"})
    asked = [(query, word, word) for query in named for word in words]
    asked += [("__is_target_os", word, word) for word in ("linux", "none", "unknown")]
    asked += [(WARNING_QUERY, option, f'"{option}"') for option in [*options, "-Wnothing"]]
    # A string that is printed unchanged marks each answer.
    source = "".join(f'"#{i}" {query}({text})\n' for i, (query, _, text) in enumerate(asked))
    assert CLANG is not None
    std = f"-cl-std=CL{version // 100}.{version // 10 % 10}"
    ran = subprocess.run(
        [CLANG, "--target=spir64", "-xcl", std, "-w", "-E", "-P", "-"],
        input=source,
        capture_output=True,
        text=True,
        check=False,
    )
    answers = {int(number): int(answer) for number, answer in _ANSWER.findall(ran.stdout)}
    assert len(answers) == len(asked), ran.stderr[-2000:]
    wrong = [
        f"{query}({name}) is {answers[i]}"
        for i, (query, name, _) in enumerate(asked)
        if query_answer(query, name, version) != answers[i]
    ]
    assert not wrong, "\n".join(wrong[:50])


_ANSWER = re.compile(r'"#(\d+)"\s+(\d+)')
