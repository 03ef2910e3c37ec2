"""Options of clBuildProgram."""

from __future__ import annotations

import pytest

from opencl_ls.settings.model import TargetSettings
from opencl_ls.settings.options import define, from_build_options, split_words


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("", TargetSettings()),
        ("-cl-std=CL2.0", TargetSettings(std="CL2.0")),
        ("-D X -DY=2 -D Z=a", TargetSettings(defines=(("X", "1"), ("Y", "2"), ("Z", "a")))),
        ("-DX=", TargetSettings(defines=(("X", ""),))),
        ("-DX=1 -DX=2", TargetSettings(defines=(("X", "2"),))),
        ("-DX -UX", TargetSettings(undefines=("X",))),
        ("-UX -DX", TargetSettings(defines=(("X", "1"),))),
        ("-D 'F(a)=a + 1'", TargetSettings(defines=(("F(a)", "a + 1"),))),
        ('-D "S=a b"', TargetSettings(defines=(("S", "a b"),))),
        ('-DREAL="double"', TargetSettings(defines=(("REAL", "double"),))),
        (
            "-I inc -Iother -isystem sys",
            TargetSettings(include_paths=("inc", "other", "sys")),
        ),
        ("-include a.h", TargetSettings(includes=("a.h",))),
        (
            "-cl-ext=-all,+cl_khr_fp64",
            TargetSettings(extensions=("-all", "+cl_khr_fp64")),
        ),
        ("-cl-fast-relaxed-math", TargetSettings(fast_relaxed_math=True)),
        ("-cl-single-precision-constant", TargetSettings(single_precision_constant=True)),
        (
            "-cl-uniform-work-group-size -m32",
            TargetSettings(uniform_work_group_size=True, pointer_bits=32),
        ),
        # Options that do not concern the language are skipped.
        ("clang -xcl -O3 -cl-mad-enable -ferror-limit=0 -o out file.cl", TargetSettings()),
        # A list, as in a compilation database, keeps spaces.
        (
            ["-DS=a b", "-I", "my folder"],
            TargetSettings(defines=(("S", "a b"),), include_paths=("my folder",)),
        ),
        ("-cl-std=CLC++2021", TargetSettings(std="CLC++2021")),
        (["-D A=1", "-I dir"], TargetSettings(defines=(("A", "1"),), include_paths=("dir",))),
    ],
)
def test_options(options: str | list[str], expected: TargetSettings) -> None:
    settings, problems = from_build_options(options)
    assert settings.target == expected
    assert problems == []


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("-cl-std=CL9", 'unknown OpenCL C version "CL9"'),
        ("-cl-std=CLC++9", '"CLC++9" is C++ for OpenCL'),
        ("-D 1X", '"-D 1X" defines no macro'),
        ("-D", '"-D " defines no macro'),
    ],
)
def test_wrong_options_are_said(options: str, problem: str) -> None:
    _, problems = from_build_options(options)
    assert [each.message for each in problems if each.message.startswith(problem)]


@pytest.mark.parametrize(("options", "warnings"), [("-Werror", "error"), ("-w", "off"), ("", "")])
def test_options_about_warnings(options: str, warnings: str) -> None:
    assert from_build_options(options)[0].rules.warnings == warnings


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (r"-I C:\kernels\inc -DX", [r"-I", r"C:\kernels\inc", "-DX"]),
        (r"-DS=\"text\"", ['-DS="text"']),
        (r"-I my\ folder", ["-I", "my folder"]),
        ("-DA='x y'z", ["-DA=x yz"]),
        ("  \t\n", []),
        ('-DX="unfinished', ["-DX=", "unfinished"]),
        (r'-I "C:\my kernels\" -DX', ["-I", "C:\\my kernels\\", "-DX"]),
        (r'-DS="a \"b\" \\" -DX', [r'-DS=a "b" \ '.rstrip(), "-DX"]),
        (r'"a \"b\"', [r'a "b\ '.rstrip()]),
        ('-DX="' + "\\" * 1000, ["-DX=", "\\" * 500]),
    ],
)
def test_words_of_a_command_line(text: str, words: list[str]) -> None:
    assert split_words(text) == words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A", ("A", "1")),
        ("A=1=2", ("A", "1=2")),
        ("F(x,y)=x", ("F(x,y)", "x")),
        ("A B", None),
        ("=1", None),
        ("", None),
    ],
)
def test_a_macro_on_a_command_line(text: str, expected: tuple[str, str] | None) -> None:
    assert define(text) == expected
