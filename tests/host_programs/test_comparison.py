"""The comparison of host programs with kernels on texts that are not as they should be."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from opencl_ls.analysis.host import check
from opencl_ls.host_programs.comparison.differences import compare
from opencl_ls.host_programs.comparison.host_text import HostText
from opencl_ls.host_programs.kernels import programs
from opencl_ls.host_programs.languages import LANGUAGES
from opencl_ls.settings.model import Settings
from opencl_ls.text import byte_text
from tests.support.cases import MemoryFiles, read_cases

PAGES = sorted((Path(__file__).parents[1] / "rules" / "host").glob("*.md"))
LANGUAGE = {each.name: each for each in LANGUAGES}
SIGNS = ("", "(", ")", "{", "}", '"', "'", "\\", "\n", "#if 0\n", "#endif\n", "=", "&", "/*", "é")
PROGRAM = "kernel void scale(global float *out, int n, float factor) { out[n] = factor; }\n"
BEGIN = 'cl_kernel k = clCreateKernel(p, "scale", NULL);\n'


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_any_text_is_compared(page: Path) -> None:
    """Bytes that are taken out, and signs that are put in, cost findings at most."""
    chance = random.Random(page.stem)
    for block in [block for case in read_cases(page) for block in case.blocks if block.hosts]:
        analysis = check("main.cl", MemoryFiles({"main.cl": block.text}), Settings())
        for host in block.hosts:
            for _ in range(6):
                text = host.text
                for _ in range(chance.randrange(1, 5)):
                    at = chance.randrange(len(text))
                    end = at + chance.choice((0, 0, 1, 3, 20))
                    text = text[:at] + chance.choice(SIGNS) + text[end:]
                program = HostText("host", byte_text(text), LANGUAGE[host.language])
                for finding in compare(analysis, [program]):
                    start, last = finding.place[1:]
                    assert finding.place.file == "host" and 0 <= start < last <= len(program.source)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "program = cl.Program(c, s).build()\n" + "program.scale(q, g, None, a)\n" * 300),
        ("c", BEGIN + "clSetKernelArg(k, 1, sizeof(short), &n);\n" * 300),
        ("cpp", BEGIN + "k.setArg(1, 2.0);\n" * 300),
    ],
)
def test_a_text_is_read_once(language: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The writes of a variable are sought once, however often it is used."""
    asked: list[str] = []
    read = HostText._read_writes

    def counted(self: HostText, variable: str) -> object:
        asked.append(variable)
        return read(self, variable)

    monkeypatch.setattr(HostText, "_read_writes", counted)
    analysis = check("main.cl", MemoryFiles({"main.cl": PROGRAM}), Settings())
    found = compare(analysis, [HostText("host", text, LANGUAGE[language])])
    assert len(found) == 300
    assert len(asked) == len(set(asked))


@pytest.mark.parametrize(("copies", "found"), [(1, ["host/argument-count"]), (2, [])])
def test_kernels_of_the_host_itself(copies: int, found: list[str]) -> None:
    """They are compared at their places, unless the host has two of the name."""
    each = f'program = cl.Program(c, """{PROGRAM}""").build()\n'
    source = f"{each * copies}program.scale(queue, (8,), None, out)\n"
    program = programs(source, LANGUAGE["python"])[0]
    text = " " * program.start + program.text
    analysis = check("host.py", MemoryFiles({"host.py": text}), Settings())
    findings = compare(analysis, [HostText("host.py", source, LANGUAGE["python"])])
    assert [finding.code for finding in findings] == found
    for finding in findings:
        _, start, end = finding.related[0].place
        assert source[start:end] == "scale"
