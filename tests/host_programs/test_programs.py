r"""OpenCL C in host programs: cases in the pages beside this file, and properties of any text.

Below a heading a page has a host program, in a block that is named after its language.  Each `cl`
block after it is one of the programs found in it, with one blank for several and without empty
lines; `cl whole` is one that the host does not change.  A `findings` block has the findings
in it with their text in the host, and a block marked `fixed` is the host after all fixes.  In host
programs `CR` at the end of a line makes it end as on Windows.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencl_ls.analysis.host import check
from opencl_ls.findings import with_edits
from opencl_ls.host_programs.checking import placed_text, reported, settings_for
from opencl_ls.host_programs.kernels import programs
from opencl_ls.host_programs.languages import LANGUAGES, language_of
from opencl_ls.host_programs.literals import literals
from opencl_ls.preprocess import MemorySources
from opencl_ls.settings.model import DEFAULT
from opencl_ls.text import byte_text
from tests.support.failures import failures

if TYPE_CHECKING:
    from opencl_ls.findings import Finding
    from opencl_ls.host_programs.languages import Language

_NAMES = ("c", "findings", "julia", "python", "rust")
_PAGES = [Path(__file__).with_name(f"{each}.md") for each in _NAMES]
_BLOCK = re.compile(r"^(#+ [^\n]*)$|^```(\w+) ?(\w*)\n(.*?)^```$", re.M | re.S)
_LANGUAGES = {each.name: each for each in LANGUAGES}
_NAME = "host"


class Case(NamedTuple):
    heading: str
    language: str
    text: str
    blocks: list[tuple[str, str, str]]


def cases(page: Path) -> list[Case]:
    found: list[Case] = []
    heading = ""
    for title, kind, mark, text in _BLOCK.findall(page.read_text(encoding="utf-8")):
        if title:
            heading = title
        elif kind in _LANGUAGES and not mark:
            found.append(Case(heading, kind, byte_text(text.replace(" CR\n", "\r\n")), []))
        else:
            found[-1].blocks.append((kind, mark, text))
    return found


def shown(text: str) -> str:
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "".join(f"{line}\n" for line in lines if line)


def findings_in(case: Case) -> list[Finding]:
    return [
        finding
        for each in programs(case.text, _LANGUAGES[case.language])
        for finding in reported(
            check(
                _NAME,
                MemorySources({_NAME: placed_text(each)}),
                settings_for(each, DEFAULT),
            ).findings,
            _NAME,
            case.text,
            each,
        )
    ]


def check_case(case: Case) -> None:
    found = [
        ("whole" if each.is_whole else "", shown(each.text))
        for each in programs(case.text, _LANGUAGES[case.language])
    ]
    wanted = [(mark, shown(byte_text(text))) for kind, mark, text in case.blocks if kind == "cl"]
    assert found == wanted or (not wanted and case.blocks)
    for kind, mark, text in case.blocks:
        if kind == "findings":
            lines = [
                f"{each.severity.label}[{each.code}] {case.text[each.place.start : each.place.end]}"
                for each in findings_in(case)
            ]
            assert "".join(f"{line}\n" for line in lines) == text
        elif mark == "fixed":
            fixes = [fix for each in findings_in(case) for fix in each.fixes[:1]]
            after = with_edits(case.text, [edit for fix in fixes for edit in fix.edits])
            assert after == byte_text(text)


@pytest.mark.parametrize("page", _PAGES, ids=lambda page: page.stem)
def test_page(page: Path) -> None:
    assert not failures(check_case, cases(page), name=lambda case: case.heading)


def test_the_language_of_a_file() -> None:
    names = {"a/b.PY": "python", "x.hpp": "cpp", "x.h": "c", "lib.rs": "rust", "a.jl": "julia"}
    for path, name in names.items():
        language = language_of(path)
        assert language is not None
        assert language.name == name
    assert language_of("a.cl") is None
    assert language_of("folder.py/kernel") is None


_PARTS = st.sampled_from(
    [
        "__kernel void f(global int *a) {",
        "}",
        "{",
        " a[0] = 1; ",
        '"',
        '"""',
        "'",
        '"' + "\\n" + '"',
        "\\\n",
        "\\",
        "\\x41",
        "\r\n",
        "\n",
        "f",
        'R"(',
        ')"',
        'r#"',
        '"#',
        "STR(",
        ")",
        "#define STR(x) #x\n",
        "+ name +",
        "%s",
        "{{",
        "$x",
        "// ",
        "/*",
        "*/",
        "#",
        "#=",
        "é".encode().decode("latin-1"),
        " ",
    ]
)


@given(st.lists(_PARTS, max_size=40).map("".join), st.sampled_from(LANGUAGES))
def test_each_byte_has_its_place(text: str, language: Language) -> None:
    """A byte of a program is that of the host, a blank, or a part of an escape or a hole."""
    end = 0
    for each in programs(text, language):
        assert end <= each.start <= each.end <= len(text)
        end = each.end
        for number, sign in enumerate(each.text, each.start):
            if sign in (" ", text[number]):
                continue
            in_hole = any(hole.start <= number < hole.end for hole in each.holes)
            assert in_hole or "\\" in text[max(0, number - 10) : number + 1]
        assert placed_text(each)[each.start :] == each.text


@given(st.lists(_PARTS, max_size=40).map("".join), st.sampled_from(LANGUAGES))
def test_literals_are_in_order(text: str, language: Language) -> None:
    end = 0
    for each in literals(text, language):
        assert end <= each.start <= each.inner <= each.inner_end <= each.end <= len(text)
        end = each.end
