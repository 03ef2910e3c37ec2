"""The items of a broken file: a key looks at the items that it touches, and at no others."""

from __future__ import annotations

import random

import pytest

from opencl_ls.syntax import surface_items
from opencl_ls.syntax.surface import parse_surface
from opencl_ls.syntax.surface_items import KnownItems

FUNCTION = "/* {0} */\nkernel void k{0}(global int *p) {{\n    p[{0}] = 1;\n}}\n\n"
TEXT = "".join(FUNCTION.format(number) for number in range(60))


def places(items):
    return [(item.start, item.end, item.key) for item in items]


@pytest.fixture
def parsed(monkeypatch):
    """Return the list of the parts that are parsed by themselves."""
    texts = []

    def parse_tree(text):
        texts.append(text)
        return before(text)

    before = surface_items.parse_tree
    monkeypatch.setattr(surface_items, "parse_tree", parse_tree)
    return texts


def test_what_follows_a_broken_line_is_not_parsed_again(parsed):
    known = KnownItems()
    surface = parse_surface(TEXT)
    known.of(surface)
    place = TEXT.index("}", TEXT.index("k30"))
    for number, letter in enumerate("float"):
        surface = surface.edited(place + number, place + number, letter, frozenset())
        items = known.of(surface)
        assert len(parsed) <= 3 * (number + 1)
        names = [item.key[2].partition("(")[0] for item in items if "kernel" in item.key[2]]
        assert names == [f"kernel void k{each}" for each in range(60)]
        for item in items:
            assert surface.text[item.start : item.end] == item.key[2]
    assert parsed


@pytest.mark.parametrize("seed", range(6))
def test_nothing_behind_an_edit_is_lost_that_cutting_all_would_find(seed):
    chance = random.Random(seed)
    whole = parse_surface(TEXT)
    for _ in range(30):
        start = chance.randrange(len(TEXT) + 1)
        end = start + chance.choice((0, 0, 0, 1, 3))
        new = chance.choice(("f", "(", ")", "{", "}", ";", "if (", "int x = ", '"', "/* ", "*/"))
        text = TEXT[:start] + new + TEXT[end:]
        surface = parse_surface(text)
        known = KnownItems()
        shift = len(text) - len(TEXT)
        before = {
            (item.start + shift, item.end + shift, item.key)
            for item in known.of(whole)
            if item.start >= end
        }
        found = places(known.of(surface))
        assert before & {*places(KnownItems().of(surface))} <= {*found}
        assert found == sorted(found)
        assert all(text[first:last] == key[2] for first, last, key in found)


def test_behind_a_directive_all_is_looked_at():
    text = f"#if 1\n{TEXT}#endif\n"
    known = KnownItems()
    known.of(parse_surface(text))
    surface = parse_surface(text.replace("#if 1", "int x[] = {1;"))
    assert surface.tree.root_node.has_error
    assert places(known.of(surface)) == places(KnownItems().of(surface))


@pytest.mark.parametrize("line", ["int NAME(f, {0})(int a);\n", "int = ) {0};\n"])
def test_a_row_of_errors_is_looked_at_once(line, monkeypatch):
    """What follows an error is not gone over again for each error in a row."""
    asked = []

    def can_be_cut(node):
        asked.append(node)
        return before(node)

    before = surface_items._can_be_cut
    monkeypatch.setattr(surface_items, "_can_be_cut", can_be_cut)
    surface = parse_surface("".join(line.format(number) for number in range(300)))
    assert surface.tree.root_node.has_error
    found = KnownItems().of(surface)
    assert len(found) >= 300
    assert len(asked) < 3000
