"""What the parts of completion offer, as data (see `tests.support.marked`).

The block `offers` after a program holds all that is offered at its mark, in the order of tiers;
`offers NAME` what begins so.  A line is the tier, the label, and after `=>` the snippet, or the
text that is inserted where it is another one; what the target lacks is in brackets.  For
includes the files of the case are those on disk, and `folder/` of a file's path is a folder.
"""

from __future__ import annotations

import posixpath
import random
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from opencl_ls.analysis.host import check
from opencl_ls.features.completion.attributes import attribute_items
from opencl_ls.features.completion.directives import directive_items
from opencl_ls.features.completion.includes import include_items
from opencl_ls.features.completion.snippets import all_snippets, plain, snippet_items
from opencl_ls.settings.options import from_build_options
from opencl_ls.text import display
from tests.support.cases import MemoryFiles
from tests.support.failures import failures
from tests.support.marked import Case, analysed, cases, unmarked, with_crlf

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.features.completion.item import CompletionItem

HERE = Path(__file__).parent
EXAMPLES = HERE.parent.parent / "examples"
DIRECTIVES = (
    "directive", "pragma", "extension-name", "extension-behaviour", "macro-name",
)  # fmt: skip
PAGES = [HERE / f"completion_{name}.md" for name in ("directives", "includes", "attributes")]
SNIPPETS = HERE / "completion_snippets.md"
VERSIONS = ("", "CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0")


def offered(analysis: Analysis, offset: int, files: Iterable[str] = ()) -> list[CompletionItem]:
    """Return what the providers offer at a place, in the order of tiers."""
    context = analysis.names_at(offset)
    found: Iterable[CompletionItem] = ()
    if context.kind in DIRECTIVES:
        found = directive_items(analysis, context)
    elif context.kind == "include-path":
        found = include_items(analysis, context, lambda folder: listing(files, folder))
    elif context.kind == "attribute":
        found = attribute_items(analysis, context)
    elif context.kind in ("statement", "declaration"):
        found = snippet_items(analysis, context)
    return sorted(found, key=lambda item: item.tier)


def listing(files: Iterable[str], folder: str) -> Iterator[tuple[str, bool]]:
    """Yield what the paths of files say of a folder."""
    names = {}
    for file in files:
        inside = posixpath.relpath(f"/w/{file}", f"/w/{folder}")
        if not inside.startswith(".."):
            first, slash, _ = inside.partition("/")
            names[first] = bool(slash)
    yield from names.items() if not folder.startswith("..") else ()


def shown(item: CompletionItem, text: str) -> str:
    written = item.snippet or item.insert
    line = f"{item.tier} {item.label}"
    if written and written != item.label:
        line += " => " + written.replace("\n", "\\n").replace("\t", "\\t")
    line += f" [{item.needs}]" if item.needs else ""
    line += " (deprecated)" if item.is_deprecated else ""
    replaced = text[item.replace.start : item.replace.end]
    return display(line + (f" for '{replaced}'" if replaced else ""))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_offers(page: Path) -> None:
    """All that is offered at the mark is what the page says."""
    assert not failures(_offers, cases([page]), lambda case: case.name)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_ends_of_lines_make_no_difference(page: Path) -> None:
    """With CR LF the same is offered."""
    assert not failures(_offers, map(with_crlf, cases([page])), lambda case: case.name)


def _offers(case: Case) -> None:
    assert case.question == "offers"
    analysis, offset, _ = analysed(case)
    found = offered(analysis, offset, [*case.files, "main.cl"])
    lines = [shown(item, analysis.text) for item in found if item.label.startswith(case.argument)]
    assert lines == list(case.lines)


# --- snippets ------------------------------------------------------------------------------------


def test_each_snippet_has_a_case() -> None:
    assert [case.argument for case in cases([SNIPPETS]) if case.question == "plain"] == [
        each.label for each in all_snippets()
    ]


@pytest.mark.parametrize(
    "case",
    [case for case in cases([SNIPPETS]) if case.question == "plain"],
    ids=lambda case: case.argument,
)
def test_a_snippet_is_a_correct_program(case: Case) -> None:
    """With its defaults it has no finding, in any version in which it is offered."""
    assert not failures(partial(_is_correct_in, case), VERSIONS)


def _is_correct_in(case: Case, std: str) -> None:
    settings, problems = from_build_options([f"-cl-std={std}"] if std else [])
    assert not problems
    text, marks = unmarked(case.code)
    at = marks[0]
    before = check("main.cl", MemoryFiles({"main.cl": text}), settings)
    found = [item for item in offered(before, at) if item.label == case.argument]
    if not found:
        [known] = [each for each in all_snippets() if each.label == case.argument]
        assert not known.exists(before.target)
        return
    [item] = found
    assert item.insert == plain(item.snippet)
    assert (item.replace.start, item.replace.end) == (at, at)
    after = text[:at] + item.insert + text[at:]
    analysis = check("main.cl", MemoryFiles({"main.cl": after}), settings)
    assert [(each.code, each.message) for each in analysis.findings] == []
    if std == "CL3.0" or (std == "CL1.0" and case.argument == "function"):
        assert item.insert == "\n".join(case.lines).replace("    ", "\t")


@pytest.mark.parametrize(
    "case",
    [case for case in cases([SNIPPETS]) if case.question == "offers"],
    ids=lambda case: case.name,
)
def test_snippets_are_offered_where_they_can_begin(case: Case) -> None:
    analysis, offset, _ = analysed(case)
    labels = [item.label for item in offered(analysis, offset) if item.kind == "snippet"]
    assert labels == [line for line in case.lines if line != "nothing"]


# --- any text ------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", sorted(EXAMPLES.glob("*.cl")), ids=lambda page: page.stem)
def test_any_place_of_any_cut_has_an_answer(page: Path) -> None:
    """Nothing raises; the replaced text is around the place."""
    text = page.read_text("utf-8")
    chance = random.Random(page.stem)
    tails = ("", "\n#", "\n#if", '\n#include "', "\n#pragma ", "\nkernel __attribute__((", "\n{ ")
    for tail in tails:
        cut = text[: chance.randrange(len(text))] + tail
        settings, _ = from_build_options([])
        analysis = check("main.cl", MemoryFiles({"main.cl": cut}), settings)
        size = len(analysis.text)
        for offset in (size, *(chance.randrange(size + 1) for _ in range(9))):
            for item in offered(analysis, offset, ["a.h", "b/c.h"]):
                assert 0 <= item.replace.start <= offset <= item.replace.end <= size
                assert item.label
                assert "\n" not in item.label
