"""How compilers are called, found and run; the programs that run are written by the tests."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from queue import Queue

import pytest

from opencl_ls.compilers.commands import Program, command
from opencl_ls.compilers.programs import Compiler, absence, find_compiler
from opencl_ls.compilers.running import Command, Outcome, Run, Runner, call
from opencl_ls.settings.decode import decode
from opencl_ls.settings.options import from_build_options

PATIENCE = 60.0
"""Seconds for what takes none."""
CLANG = Compiler("clang", "/opt/clang")


def arguments(*options: str, path: str = "", **settings: object) -> list[str]:
    """Return clang's arguments for build options, or for settings as in a file."""
    made = decode(settings)[0] if settings else from_build_options(options)[0]
    return list(command(CLANG, Program(path, b"", made)).arguments)


def changed(**settings: object) -> list[str]:
    """Return the extensions in clang's options."""
    found = [each for each in arguments(**settings) if each.startswith("-cl-ext=")]
    return sorted(found[0].removeprefix("-cl-ext=").split(",")) if found else []


# --- clang ----------------------------------------------------------------------------------------


def test_the_target_and_the_version() -> None:
    assert arguments()[0] == "/opt/clang"
    assert arguments()[-1] == "-"
    assert {"-cl-std=CL3.0", "--target=spir64-unknown-unknown"} <= set(arguments())
    made = arguments("-cl-std=CL1.2", "-m32", "-cl-fast-relaxed-math", "-w")
    wanted = {"-cl-std=CL1.2", "--target=spir-unknown-unknown", "-cl-fast-relaxed-math", "-w"}
    assert wanted <= set(made)
    assert "-D__OPENCL_VERSION__=120" in made


def test_macros_and_includes() -> None:
    made = arguments(
        "-DWIDTH=16", "-D", "SUM(a,b)=a + b", "-UOLD", "-I", "/inc", "-include", "/a b.h"
    )
    assert {"-DWIDTH=16", "-DSUM(a,b)=a + b", "-UOLD", "-I/inc"} <= set(made)
    assert made[made.index("-include") + 1] == "/a b.h"


def test_relative_folders_count_from_the_present_one(tmp_path, monkeypatch) -> None:
    """The compiler works in the folder of the file."""
    monkeypatch.chdir(tmp_path)
    made = arguments("-Iinc", path="/kernels/a.cl")
    assert f"-I{tmp_path / 'inc'}" in made


def test_extensions() -> None:
    """Clang has all of them, and its options name the differences."""
    assert changed(std="CL3.0") == []
    assert changed(std="CL1.2", extensions="-cl_khr_fp16") == ["-cl_khr_fp16"]
    assert {"-__opencl_c_fp64", "-cl_khr_fp64"} <= set(changed(extensions="-cl_khr_fp64"))
    assert changed(std="CL1.2", extensions="+cl_intel_subgroups") == ["+cl_intel_subgroups"]
    none = changed(std="CL1.2", extensions="none,+cl_khr_fp64")
    assert "-cl_khr_fp16" in none and "-cl_intel_subgroups" in none
    assert "-cl_khr_fp64" not in none
    assert not [each for each in none if "__opencl_c_" in each]
    assert "-__opencl_c_images" in changed(device="minimal")
    assert "-D__EMBEDDED_PROFILE__=1" in arguments(device="embedded")


@pytest.mark.parametrize(
    "settings",
    [
        {"defines": ["X= -fplugin=/evil.so", "Y=\n-load"]},
        {"defines": {"X": "-o /etc/passwd"}},
        {"undefines": ["-fplugin=/evil.so"]},
        {"include-paths": ["-fplugin=/evil.so", "@file"]},
        {"includes": ["-fplugin=/evil.so"]},
        {"std": "CL1.2 -fplugin=/evil.so"},
        {"extensions": ["+-fplugin=/evil.so"]},
        {"build-options": "-fplugin=/evil.so -Xclang -load -Xclang evil -specs=x --config=x"},
    ],
)
@pytest.mark.parametrize("kind", ["clang", "pocl"])
def test_what_a_project_says_is_no_option_of_its_own(kind, settings) -> None:
    """Its file may define macros and name folders, and nothing else reaches the compiler."""
    compiler = Compiler(kind, "/opt/clang")
    usual = command(compiler, Program("", b"", decode({})[0])).arguments
    made = command(compiler, Program("", b"", decode(settings)[0])).arguments
    more = [each for each in made if each not in usual]
    if kind == "pocl":
        [options] = more or [""]
        more = options.split()
    after = [made[i + 1] for i, each in enumerate(made) if each == "-include"]
    assert all(Path(each).is_absolute() for each in after)
    for each in more:
        prefixes = ("-D", "-U", "-I/", "-cl-std=CL")
        assert each.startswith(prefixes) or each == "-include" or each in after, each


# --- PoCL -----------------------------------------------------------------------------------------


def test_pocl_is_given_one_text(tmp_path) -> None:
    """It has macros, since drivers differ in how they read quotes in options."""
    options = ["-cl-std=CL1.2", "-D", "NAME=a b", "-UOLD", "-include", "/x.h", "-I/inc", "-I/a b"]
    settings = from_build_options(options)[0]
    path = str(tmp_path / "k.cl")
    made = command(Compiler("pocl"), Program(path, b"kernel", settings))
    assert made.text == b'#define NAME a b\n#undef OLD\n#include "/x.h"\n#line 1\nkernel'
    assert made.arguments[:2] == (sys.executable, "-I")
    assert made.arguments[3] == f"-cl-std=CL1.2 -I/inc -I{tmp_path}"


# --- where it is ----------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a folder with programs."""
    for name in ("clang-17", "clang-9", "clang-19", "clang-tidy-20", "my-clang"):
        program = tmp_path / name
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    return tmp_path


def test_the_newest_clang_is_taken(folder) -> None:
    folders = [str(folder)]
    assert find_compiler("clang", folders) == Compiler("clang", str(folder / "clang-19"))
    assert find_compiler("auto", folders) == Compiler("clang", str(folder / "clang-19"))
    (folder / "clang").symlink_to("clang-17")
    assert find_compiler("clang", folders) == Compiler("clang", str(folder / "clang"))


def test_a_named_one_is_taken_and_no_other(folder) -> None:
    path = str(folder / "my-clang")
    assert find_compiler(path, []) == Compiler("clang", path)
    assert find_compiler("my-clang", [str(folder)]) == Compiler("clang", path)
    assert find_compiler("/nowhere/clang", [str(folder)]) is None
    assert find_compiler("./my-clang", [str(folder)]) is None
    assert absence("/nowhere/clang") == "there is no compiler /nowhere/clang"


def test_none_is_there(folder, monkeypatch) -> None:
    assert find_compiler("clang", []) is None
    assert find_compiler("auto", []) == Compiler("pocl")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.pathsep}bin")
    assert find_compiler("clang") is None, "what a workspace brings is not taken"


# --- runs -----------------------------------------------------------------------------------------


def script(folder: Path, text: str) -> str:
    program = folder / "program"
    program.write_text(f"#!{sys.executable}\n{text}")
    program.chmod(0o755)
    return str(program)


def test_a_run(tmp_path) -> None:
    program = script(
        tmp_path,
        "import os, sys\nprint(os.getcwd(), sys.argv[1:], sys.stdin.read())\nsys.exit('said')\n",
    )
    done = call(Command((program, "a b"), b"text", str(tmp_path)))
    assert done == Outcome(f"{tmp_path} ['a b'] text\n".encode(), b"said\n", 1)


def test_a_program_that_reads_nothing_is_no_trouble(tmp_path) -> None:
    done = call(Command((script(tmp_path, ""),), b"x" * 10_000_000))
    assert done == Outcome()


def test_patience_ends(tmp_path) -> None:
    """What the program has started ends with it."""
    sleeper = "import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'input()'])\n"
    program = script(tmp_path, f"import os\nos.dup2(os.pipe()[0], 0)\n{sleeper}")
    done = call(Command((program,), patience=0.3))
    assert done.problem == "program took longer than 0.3 s"


@pytest.mark.parametrize("program", ["/nowhere/clang", "/dev/null", "a\0b"])
def test_what_cannot_be_run(program) -> None:
    done = call(Command((program,)))
    assert done.problem.startswith(f"{program} cannot be run: ")


def test_a_cancelled_run_is_not_heard_of(tmp_path) -> None:
    program = script(tmp_path, "import os\nos.read(os.pipe()[0], 1)\n")
    posted: Queue = Queue()
    heard: list[Outcome] = []
    runner = Runner(posted.put)
    runner.start(Command((program,)), heard.append)
    runner.end()
    posted.get(timeout=PATIENCE)()
    assert heard == []
    ended = Run()
    ended.cancel()
    assert call(Command((program,)), ended).status != 0


def test_the_script_for_pocl_imports_nothing_of_the_package() -> None:
    """It runs isolated."""
    text = (Path(sys.modules[command.__module__].__file__ or "").parent / "icd.py").read_text()
    assert not re.search(r"^\s*(?:from|import) opencl_ls", text, re.M)
