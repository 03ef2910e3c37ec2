"""The items of a broken file: a key looks at the items that it touches, and at no others."""

from __future__ import annotations

import pytest

from opencl_ls.syntax import surface, surface_cutting, surface_items
from opencl_ls.syntax.surface import SurfaceText, parse_surface

FUNCTION = "/* {0} */\nkernel void k{0}(global int *p) {{\n    p[{0}] = 1;\n}}\n\n"
TEXT = "".join(FUNCTION.format(number) for number in range(60))
NONE: frozenset[str] = frozenset()


def items(text: SurfaceText) -> list[tuple[int, int, str]]:
    """Return where the items of a file are, and what is written there."""
    found = [
        (start + item.start, start + item.end, item.fragment.text[item.node.start_byte :])
        for start, part in text.parts()
        for item in part.items
    ]
    return [(start, end, written[: end - start]) for start, end, written in found]


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of the texts that are parsed by themselves."""
    texts: list[str] = []
    before = surface_items.parse_tree

    def parse_tree(text: str) -> object:
        texts.append(text)
        return before(text)

    monkeypatch.setattr(surface_items, "parse_tree", parse_tree)
    return texts


def test_what_follows_a_broken_line_is_not_parsed_again(parsed: list[str]) -> None:
    """Each letter costs the function that it is written in, and its neighbour at most."""
    text = parse_surface(TEXT)
    items(text)
    parsed.clear()
    place = TEXT.index("}", TEXT.index("k30"))
    for number, letter in enumerate("float"):
        text = text.edited(place + number, place + number, letter, NONE)
        found = items(text)
        assert len(parsed) <= 3 * (number + 1)
        names = [written.partition("(")[0] for _, _, written in found if "kernel" in written]
        assert names == [f"kernel void k{each}" for each in range(60)]
        for start, end, written in found:
            assert text.text[start:end] == written
    assert parsed


@pytest.mark.parametrize("new", ["f", "(", "{", "}", ";", "if (", "int x = ", "#define A\n"])
def test_what_follows_an_edit_is_not_cut_again(new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If an old item begins and nothing is open, all items after it are reused."""
    taken: list[str] = []
    before = surface_cutting._Cutter.take

    def take(cutter: surface_cutting._Cutter, match: object) -> None:
        taken.append(cutter.text)
        before(cutter, match)  # type: ignore[arg-type]

    whole = parse_surface(TEXT)
    monkeypatch.setattr(surface_cutting._Cutter, "take", take)
    place = TEXT.index("}", TEXT.index("k30"))
    edited = whole.edited(place, place, new, NONE)
    assert 0 < len(taken) < 60
    assert edited.tiles[-20:] == whole.tiles[-20:]


def test_after_a_condition_all_is_looked_at() -> None:
    """Alternatives of one that was opened there begin at program scope."""
    text = parse_surface(f"{TEXT}int f(int a) {{\n#else\nint b;\n")
    edited = text.edited(0, 0, "#if 1\n", NONE)
    assert items(edited) == items(parse_surface(edited.text))
    assert len(edited.tiles) > len(text.tiles) + 1


@pytest.mark.parametrize("line", ["int NAME(f, {0})(int a);\n", "int = ) {0};\n"])
def test_a_row_of_errors_is_looked_at_once(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Text after an error is not visited again for each of many errors."""
    sizes: list[int] = []
    before = surface_items.parse_tree

    def parse_tree(text: str) -> object:
        sizes.append(len(text))
        return before(text)

    monkeypatch.setattr(surface_items, "parse_tree", parse_tree)
    text = surface.parse_surface("".join(line.format(number) for number in range(300)))
    assert len(items(text)) >= 300
    assert sum(sizes) <= 4 * len(text.text)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("#if A // x\n", ["#if", "identifier", "comment"]),
        ("#ifdef A\n", ["#ifdef", "identifier"]),
        ("#elif A > 3\n", ["#elif", "binary_expression"]),
        ("#elifdef A\n", ["#elifdef", "identifier"]),
        ("#else\n", ["#else"]),
        ("#endif // A\n", ["#endif", "comment"]),
        ("#define A 1", ["preproc_def"]),
        ("#pragma A", ["preproc_call"]),
        ("#include <a>", ["preproc_include"]),
    ],
)
def test_a_directive_is_read_without_what_it_belongs_to(text: str, kinds: list[str]) -> None:
    """It has the tree that it has in a file where conditions are whole."""
    ((_, part),) = parse_surface(text).parts()
    assert [item.node.type for item in part.items] == kinds
    assert not part.whole.tree.root_node.has_error
