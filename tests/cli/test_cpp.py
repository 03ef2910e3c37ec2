"""C++ for OpenCL on the command line: one line, and no errors."""

from __future__ import annotations

import json

import pytest

CPP = "template <class T> T twice(T a) { return a + a; }\nkernel void k() { twice(1); }\n"
LINE = "opencl-ls: {}: C++ for OpenCL is not checked\n"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("a.clcpp", []),
        ("a.clcpp", ["--std", "CL2.0"]),
        ("a.cl", ["--std", "CLC++"]),
        ("a.cl", ["-cl-std=CLC++1.0"]),
        ("a.cl", ["--std=clc++2021"]),
    ],
)
def test_one_line_and_status_0(run, tmp_path, name: str, arguments: list[str]) -> None:
    (tmp_path / name).write_text(CPP)
    result = run("check", *arguments, name)
    assert (result.status, result.err) == (0, LINE.format(name))
    assert result.out == "0 errors, 0 warnings in 0 files\n"


def test_the_setting_of_a_file(run, tmp_path) -> None:
    (tmp_path / "opencl-ls.toml").write_text('std = "CLC++"\n')
    (tmp_path / "a.cl").write_text(CPP)
    result = run("check", "--format", "json", ".")
    assert (result.status, result.err) == (0, LINE.format("a.cl"))
    assert json.loads(result.out)["diagnostics"] == []
    assert run("check", "--quiet", ".").err == ""


def test_an_unknown_version_is_a_mistake(run, tmp_path) -> None:
    (tmp_path / "a.cl").write_text(CPP)
    result = run("check", "--std", "CLC++3", "a.cl")
    assert result.status == 2
    assert '"CLC++3" is C++ for OpenCL' in result.err
