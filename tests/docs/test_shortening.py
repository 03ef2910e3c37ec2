"""How long a hover of the reference is, and what it keeps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from opencl_ls.analysis.results import BuiltinOverload
from opencl_ls.builtins.functions import function
from opencl_ls.builtins.versions import Version
from opencl_ls.docs.library import index
from opencl_ls.reference import reference
from opencl_ls.reference.content import Part
from opencl_ls.reference.links import Target as LinkTarget
from opencl_ls.reference.links import targets
from opencl_ls.reference.shortening import LINES, in_brief, line_count
from tests.support.reference_pages import parts_of, target_of

CALLED_IN = (Version.CL10, Version.CL12, Version.CL20, Version.CL30)


def overloads(name: str) -> list[BuiltinOverload]:
    """Return the overloads that a call of a name may take."""
    found = function(name)
    if found is None:
        return []
    return [BuiltinOverload(each, each.render(name).splitlines()[0]) for each in found.signatures]


def hovers(name: str) -> Iterator[tuple[Part, ...]]:
    """Yield what is read about a name, in each version, and about each call of it."""
    yield tuple(parts_of(name))
    forms = overloads(name)
    for version in CALLED_IN:
        yield tuple(parts_of(name, version))
        target = target_of(version)
        yield from (tuple(reference(name, target, form)) for form in forms)


def test_no_hover_is_longer() -> None:
    """Whatever the name, the version and the overload; most versions have the same to read."""
    longer = {
        name: lines
        for name in index()
        for parts in dict.fromkeys(hovers(name))
        if (lines := line_count(in_brief(parts, name))) > LINES
    }
    assert not longer


def test_what_is_short_stays_whole_and_the_rest_is_a_link_away() -> None:
    cut = 0
    for name in index():
        whole = parts_of(name)
        brief = in_brief(whole, name)
        if line_count(whole) <= LINES:
            assert brief == whole
            continue
        cut += 1
        assert list(targets(brief[-1].text)) == [LinkTarget(name)]
        kept = [part for part in brief if not part.detail]
        assert len(kept) == len([part for part in whole if not part.detail]), name
        # The declaration begins as ever, and the name's own sentence is whole.
        assert whole[0].text.startswith(brief[0].text.removesuffix("\n// ..."))
        assert brief[1] == whole[1] or whole[1].detail
    assert cut > 100


def code(lines: int) -> Part:
    return Part("\n".join(["x;"] * lines), code=True, detail=True)


def notes(count: int) -> Part:
    return Part("\n".join(["**Notes.**", *["- One."] * count]), detail=True)


def test_sections_come_by_their_worth() -> None:
    """The order on the page stays; an example that does not fit goes as a whole."""
    head, example, see = (
        Part("f()", code=True),
        Part("**Example** (CL1.2).", detail=True),
        "**See also** a.",
    )
    parts = [
        head,
        Part("lead " * 200, detail=True),
        notes(3),
        example,
        code(20),
        Part(see, detail=True),
    ]
    assert in_brief(parts, "f")[:-1] == [head, notes(3), example, code(20), Part(see, detail=True)]
    parts[4] = code(30)
    assert [part for part in in_brief(parts, "f") if part.code] == [head]


def test_a_list_leaves_room_for_what_follows() -> None:
    parts = [Part("f()", code=True), notes(60), Part("**Example** (CL1.2).", detail=True), code(9)]
    _, cut, example, *_ = in_brief(parts, "f")
    assert cut.text.endswith("\n- One.\n- ...")
    assert example.text.startswith("**Example**")


def test_of_a_page_that_was_imported_the_begin_is_kept() -> None:
    """A user who imports pages wants to see that they are there, and our own text as well."""
    title = Part("**From your copy** of f.", detail=True)
    mine = [title, Part("A.", detail=True), code(40), Part("B.", detail=True)]
    brief = in_brief([Part("f()", code=True), *mine, notes(30)], "f")
    assert [part.text for part in brief[:3]] == ["f()", title.text, "A."]
    assert [part for part in brief if part.text.startswith("**Notes.**\n- One.\n- One.")]


def test_whose_text_it_is_stays_with_the_text() -> None:
    owner = Part("Copyright \u00a9 Tile Makers.", detail=True)
    mine = [Part("**From your copy** of f.", detail=True), Part("A.", detail=True), code(90), owner]
    brief = in_brief([Part("f()", code=True), *mine], "f")
    assert [part.text for part in brief[1:3]] == [mine[0].text, "A."]
    assert brief[-2] == owner


def test_imported_pages_make_no_hover_longer() -> None:
    mine = [Part("**From your copy** of f.", detail=True), *[Part("A. " * 40, detail=True)] * 30]
    for name in index():
        parts = [*parts_of(name), *mine]
        assert line_count(in_brief(parts, name)) <= LINES, name


@pytest.mark.parametrize(
    ("name", "argument"),
    [("sin", "sin"), ("__attribute__((packed))", "packed"), ("#pragma unroll", "'#pragma unroll'")],
)
def test_the_command_that_shows_the_rest_can_be_typed(name: str, argument: str) -> None:
    rest = in_brief([Part("word " * 2000)], name)[-1]
    assert rest.text.endswith(f"`opencl-ls doc {argument}`")
