"""Host code as data (see `tests.support.marked`); compilers judge it where they are there."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from opencl_ls.analysis.host import check
from opencl_ls.cli.one_file_options import HOST_STYLES
from opencl_ls.features.host_code import STYLES, host_code, kernel_names, kernel_resources
from opencl_ls.settings.model import Settings
from opencl_ls.text import byte_text
from tests.support.cases import MemoryFiles
from tests.support.marked import Case, analysed, cases

PAGE = Path(__file__).with_name("host_code.md")
EXAMPLES = sorted(Path(__file__).parents[2].joinpath("examples").rglob("*.cl"))
STYLE_OF = {"c": "c", "cpp": "cpp", "python": "pyopencl"}
PARTS = {
    "c": re.compile(
        r"(?P<notes>.*?)#ifndef.*?<stdlib.h>\n(?P<structs>.*?)(?P<options>static const.*?;\n)\n"
        r"(?P<build>.*?\n}\n)(?P<kernels>.*)",
        re.S,
    ),
    "cpp": re.compile(
        r"(?P<notes>.*?)#ifndef.*?<string>\n(?P<structs>.*?)(?P<options>static const.*?;\n)\n"
        r"(?P<build>.*?\n}\n)(?P<kernels>.*)",
        re.S,
    ),
    "python": re.compile(
        r"(?P<notes>.*?)\nimport.*?cltypes\n\n(?P<options>.*?\]\n)(?P<structs>.*?)\n\n"
        r"(?P<build>def build.*?\)\n)(?P<kernels>.*)",
        re.S,
    ),
}
CASES = cases([PAGE])
PROGRAMS = {(case.code, str(case.settings)): case for case in CASES}


def text_of(case: Case, style: str, kernel: str | None = None) -> str:
    analysis, _, _ = analysed(case)
    found = host_code(analysis, style, kernel=None if kernel is None else byte_text(kernel))
    return "" if found is None else found.text


def shown(case: Case) -> list[str]:
    """Return the part of the code that a case asks for."""
    pattern = PARTS[case.question]
    is_part = case.argument in pattern.groupindex
    kernel = None if is_part else case.argument or None
    text = text_of(case, STYLE_OF[case.question], kernel)
    if not text:
        return ["nothing"]
    parts = pattern.fullmatch(text)
    assert parts is not None, text
    return parts[case.argument if is_part else "kernels"].strip("\n").split("\n")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_host_code(case: Case) -> None:
    """The code is exactly what the page shows."""
    assert shown(case) == list(case.lines)


def test_the_command_line_knows_the_styles() -> None:
    assert HOST_STYLES == STYLES == tuple(STYLE_OF.values())


def test_titles_and_languages() -> None:
    text = "kernel void a(void) { }\nkernel void b(int i) { }\n"
    analysis = check(
        "folder/two kernels.cl", MemoryFiles({"folder/two kernels.cl": text}), Settings()
    )
    titles = [
        (found.title, found.language)
        for style in STYLES
        if (found := host_code(analysis, style)) is not None
    ]
    title = "host code of two kernels.cl"
    assert titles == [(title, "c"), (title, "cpp"), (title, "python")]
    one = host_code(analysis, "c", kernel="b")
    assert one is not None and one.title == "host code of kernel b"
    assert "build_two_kernels(" in one.text and "enqueue_a" not in one.text
    assert kernel_names(analysis) == ["a", "b"]


def test_a_place_means_the_kernel_around_it() -> None:
    text = "kernel void a(void) { }\nint f(void);\nkernel void b(int i) { }\n"
    analysis = check("k.cl", MemoryFiles({"k.cl": text}), Settings())
    starts = {}
    for offset in (0, text.index("}"), text.index("int f"), text.index("b(")):
        found = host_code(analysis, "c", offset=offset)
        assert found is not None
        starts[offset] = re.findall(r"enqueue_(\w+)\(", found.text)
    assert list(starts.values()) == [["a"], ["a"], ["a", "b"], ["b"]]


# --- compilers -----------------------------------------------------------------------------------


@cache
def missing_for(command: str, header: str) -> str:
    """Return what is missing to compile the host's code, "" for nothing."""
    if shutil.which(command) is None:
        return f"{command} is not installed"
    done = subprocess.run(
        [command, "-E", "-x", "c++" if header.endswith("hpp") else "c", "-"],
        input=f"#include <{header}>\n".encode(), capture_output=True, check=False,
    )  # fmt: skip
    packages = "opencl-c-headers opencl-clhpp-headers"
    return f"no <{header}>: apt-get install {packages}" if done.returncode else ""


def compile_c(text: str) -> str:
    """Return what a C compiler has to say about a text."""
    if problem := missing_for("cc", "CL/cl.h"):
        pytest.skip(problem)
    return _compiled(["cc", "-std=c11", "-Wall", "-Wextra", "-x", "c"], text)


def compile_cpp(text: str) -> str:
    """Return what a C++ compiler has to say about a text; vectors in templates lose attributes."""
    if problem := missing_for("c++", "CL/opencl.hpp"):
        pytest.skip(problem)
    options = ["-std=c++11", "-Wall", "-Wextra", "-Wno-ignored-attributes", "-x", "c++"]
    return _compiled(["c++", *options], text)


def _compiled(command: list[str], text: str) -> str:
    done = subprocess.run(
        [*command, "-fsyntax-only", "-"], input=text, capture_output=True, text=True, check=False
    )
    return done.stderr if done.returncode or done.stderr else ""


@pytest.mark.parametrize("case", PROGRAMS.values(), ids=lambda case: case.name)
def test_each_program_of_the_page_compiles(case: Case) -> None:
    """No error and no warning; the layouts are judged by the assertions in the code."""
    assert compile_c(text_of(case, "c")) == ""
    compile(text_of(case, "pyopencl"), "host.py", "exec")


@pytest.mark.parametrize("name", ["A program", "Structs", "Values", "What no kernel takes"])
def test_programs_of_the_page_compile_as_cpp(name: str) -> None:
    case = next(each for each in CASES if each.name.partition(": ")[2].startswith(f"{name}:"))
    assert compile_cpp(text_of(case, "cpp")) == ""


def test_objects_compile_as_cpp() -> None:
    case = next(each for each in CASES if "Objects of the host" in each.name)
    assert compile_cpp(text_of(case, "cpp")) == ""


def test_a_wrong_layout_does_not_compile() -> None:
    """The assertions judge: with another size in one of them the code is refused."""
    case = next(each for each in CASES if ": Structs:" in each.name)
    text = text_of(case, "c").replace("sizeof(Padded) == 32", "sizeof(Padded) == 36")
    assert "Padded is not laid out as in the kernel" in compile_c(text)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_code_for_real_kernels_compiles(path: Path) -> None:
    text = path.read_text("utf-8")
    analysis = check(path.name, MemoryFiles({path.name: text}), Settings())
    listed = [each for each in analysis.kernel_interfaces() if each.place.file == path.name]
    for style in STYLES:
        found = host_code(analysis, style)
        assert (found is None) == (not listed)
        if found is None:
            continue
        for each in listed:
            assert f"enqueue_{each.name}(" in found.text
        if style == "c":
            assert compile_c(found.text) == ""
        elif style == "pyopencl":
            compile(found.text, "host.py", "exec")


@pytest.mark.parametrize("path", EXAMPLES[:6], ids=lambda path: path.stem)
def test_host_code_of_any_text(path: Path) -> None:
    """Every beginning of a kernel, and one with a byte changed, has code that Python reads."""
    text = byte_text(path.read_text("utf-8"))
    chance = random.Random(path.name)
    for _ in range(8):
        at = chance.randrange(len(text) + 1)
        broken = chance.choice(
            (text[:at], text[:at] + chance.choice('(){};,*\\"#\x80') + text[at + 1 :])
        )
        name = "broken.cl"
        source = broken.encode("latin-1").decode("utf-8", "replace")
        analysis = check(name, MemoryFiles({name: source}), Settings())
        for style in STYLES:
            found = host_code(analysis, style)
            if found is not None and style == "pyopencl":
                compile(found.text, "host.py", "exec")
        kernel_resources(analysis)
