"""The surface after edits is that of the new text, whatever errors it has."""

from __future__ import annotations

import random

import pytest

from opencl_ls.syntax.surface import SurfaceText, parse_surface
from tests.fuzz import kernels


def everything(surface: SurfaceText) -> list[object]:
    """Return all that a surface knows: its parts and the trees of their items."""
    tiles = [(tile.conditions, tile.blanks) for tile in surface.tiles]
    parts = [
        (start, part.key, str(part.whole.tree.root_node), [_item(*item) for item in part.items])
        for start, part in surface.parts()
    ]
    return [surface.blanked, surface.starts.all(), tiles, parts]


def _item(start: int, end: int, parent: str, node: object, _: object) -> tuple[object, ...]:
    return start, end, parent, str(node)


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        # What was a computed include keeps none of its quotes when it is one no longer.
        ("/**/[\n#include v(g){n();}", [(6, 15, "kernel"), (4, 5, "")]),
        ("#include v(g)\nint a;\n", [(0, 1, ""), (0, 0, "#")]),
        ("#include v(g)\nint a;\n", [(3, 3, "\n")]),
        ("int a;\\\n#include v(g)\n", [(6, 7, "")]),
        # An edit that ends in a directive; the rest of it was between quotes.
        ("int a;\n#include v(g)\nint b;\n", [(4, 18, "b")]),
        ("t(){\n#include ct\n}", [(6, 13, "")]),
    ],
)
def test_edits_blank_what_a_first_look_would(text: str, edits: list[tuple[int, int, str]]) -> None:
    surface = parse_surface(text)
    for start, end, replacement in edits:
        surface = surface.edited(start, end, replacement, frozenset())
        assert everything(surface) == everything(parse_surface(surface.text))


_TEXT = """/* M */ M int a; // M "
#define M \\
  M
#include M(x)
"M" M b; "\\M\\
M" /* M
# M \\\r
M */ M"""


@pytest.mark.parametrize("replacement", ["", "M", "\n", "\\", "#", "/*"])
def test_every_edit_blanks_what_a_first_look_would(replacement: str) -> None:
    names = frozenset(("M",))
    before = parse_surface(_TEXT, names)
    for start in range(len(_TEXT) + 1):
        for end in range(start, min(start + 9, len(_TEXT)) + 1):
            after = before.edited(start, end, replacement, names)
            assert after.blanked == parse_surface(after.text, names).blanked, (start, end)


_BITS = (
    *("f", "(", ")", "{", "}", ";", ",", '"', "'", "/*", "*/", "//", "#", "\n", "\\\n", "= {", "M"),
    *("#if X\n", "#else\n", "#endif\n", "#define A { \\\n", "#include M(x)\n", 'extern "C" {\n'),
    *("if (", "int x = ", "struct s {", "__attribute__((", "kernel ", "M(x)\n", "else {\n"),
    *("\nkernel void g(int a) {\n", "\nint f(int b)\n{", "int h(a) int a;\n", "\n\n", "// M \\\n"),
)


@pytest.mark.parametrize("names", [frozenset(), frozenset({"M", "int"})], ids=["plain", "macros"])
@pytest.mark.parametrize("seed", range(8))
def test_edits_of_broken_text_lead_to_what_a_first_look_would(
    seed: int, names: frozenset[str]
) -> None:
    """Texts get worse from edit to edit; large parts go on from the trees that they had."""
    chance = random.Random(seed)
    text = "\n".join(chance.choices([kernel.text for kernel in kernels.own() if kernel.text], k=2))
    surface = parse_surface(text.encode("utf-8").decode("latin-1"), names)
    for number in range(60):
        start = chance.randrange(len(surface.text) + 1)
        end = min(len(surface.text), start + chance.choice((0, 0, 0, 1, 2, 10, 60)))
        new = chance.choice((*_BITS, "", "", ""))
        surface = surface.edited(start, end, new, names)
        if number % 3:
            assert everything(surface) == everything(parse_surface(surface.text, names))


def test_the_same_parts_of_a_text_are_the_same_objects() -> None:
    """Parts outside of an edit are neither cut nor parsed again, also with other macros."""
    before = parse_surface("#define A\nint a;\n" * 3 + "A int b;\n")
    after = before.edited(0, 0, "int c;\n", frozenset({"A"}))
    *_, last = (part for _, part in after.parts())
    shared = {part for _, part in before.parts()}
    assert len(shared) == 3
    assert {part for _, part in after.parts()} - shared == {last, after.tiles[0].part}
