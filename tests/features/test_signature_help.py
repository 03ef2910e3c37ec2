"""Signature help as data (see `tests.support.marked`), and of any text.

The block `help` lists all overloads, the first one shown with a star, their active parameters in
angle brackets; `help LABEL` asks on while the user looks at the overload with that label.  `words`
is what is written about the first one: `@` the active parameter's text, then the paragraphs; a line
that ends in `...` is the beginning of a line.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from opencl_ls.analysis.host import check
from opencl_ls.features.signature_help import OverloadHelp, SignatureHelp, signature_help
from opencl_ls.settings.options import from_build_options
from opencl_ls.text import byte_text, readable
from tests.support.cases import MemoryFiles
from tests.support.marked import Case, analysed, cases, with_crlf

PAGE = Path(__file__).with_name("signature_help.md")
EXAMPLES = PAGE.parent.parent.parent / "examples"


@pytest.mark.parametrize("case", cases([PAGE]), ids=lambda case: case.name)
def test_signature_help(case: Case) -> None:
    """The help at the mark is exactly what the page says."""
    analysis, offset, _ = analysed(case)
    found = signature_help(analysis, offset, byte_text(case.argument))
    shown = _labels(found) if case.question == "help" else _words(found)
    assert len(shown) == len(case.lines), "\n".join(shown)
    for line, wanted in zip(shown, case.lines, strict=True):
        if wanted.endswith("..."):
            assert line.startswith(wanted[:-3])
        else:
            assert line == wanted


@pytest.mark.parametrize("case", cases([PAGE]), ids=lambda case: case.name)
def test_ends_of_lines_make_no_difference(case: Case) -> None:
    """With CR LF the help is the same."""
    analysis, offset, _ = analysed(case)
    others, place, _ = analysed(with_crlf(case))
    for chosen in ("", byte_text(case.argument)):
        wanted = signature_help(analysis, offset, chosen)
        found = signature_help(others, place, chosen)
        assert _labels(found) == _labels(wanted)
        assert _words(found) == _words(wanted)


def _labels(found: SignatureHelp | None) -> list[str]:
    if found is None:
        return ["nothing"]
    return [
        ("* " if number == found.active else "- ") + readable(_marked(overload))
        for number, overload in enumerate(found.overloads)
    ]


def _marked(overload: OverloadHelp) -> str:
    if overload.active is None:
        return overload.label
    active = overload.parameters[overload.active]
    inner = overload.label[active.start : active.end]
    return f"{overload.label[: active.start]}<{inner}>{overload.label[active.end :]}"


def _words(found: SignatureHelp | None) -> list[str]:
    if found is None:
        return ["nothing"]
    overload = found.overloads[found.active]
    lines = (
        []
        if overload.active is None
        else [f"@ {overload.parameters[overload.active].text}".rstrip()]
    )
    for part in overload.parts:
        lines += part.text.splitlines()
    return [readable(line) for line in lines]


# --- any text ------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", sorted(EXAMPLES.glob("*.cl")), ids=lambda page: page.stem)
def test_any_place_and_any_cut_has_an_answer(page: Path) -> None:
    """Nothing raises, an active parameter exists, and labels contain their parameters."""
    text = page.read_text("utf-8")
    chance = random.Random(page.stem)
    settings, _ = from_build_options([])
    cuts = [len(text), *(chance.randrange(len(text)) for _ in range(3))]
    for length in cuts:
        cut = text[:length]
        analysis = check("main.cl", MemoryFiles({"main.cl": cut}), settings)
        step = 13 if length == len(text) else 211
        for offset in (*range(0, len(analysis.text) + 1, step), len(analysis.text)):
            found = signature_help(analysis, offset, "int f(int)")
            if found is None:
                continue
            assert 0 <= found.active < len(found.overloads) <= 12
            for overload in found.overloads:
                assert overload.active is None or overload.active < len(overload.parameters)
                assert all(0 <= e.start < e.end <= len(overload.label) for e in overload.parameters)
