"""A text whose errors would take the parser too long is read as far as its share of time goes."""

from __future__ import annotations

import tracemalloc

import pytest

from opencl_ls.syntax.lower import lower
from opencl_ls.syntax.surface import parse_surface
from opencl_ls.syntax.tree import is_cut, parse_tree, parse_variant

LINE = "n += ;\n"
WRONG = "void f(int n) {\n" + LINE * 4000 + "}\n"


def test_a_tree_ends_at_a_line() -> None:
    """It ends before the text does, and holds what is wrong before."""
    tree = parse_tree(WRONG)
    assert is_cut(tree, WRONG)
    assert WRONG[: tree.root_node.end_byte].endswith(LINE)
    assert tree.root_node.has_error


@pytest.mark.parametrize(
    "what", ['__attribute__((a(";{"))) ', "/* ; */ __attribute((b))\n", "[[c]] "]
)
def test_a_row_of_attributes_is_cut(what: str) -> None:
    """Each of them would be compared with all before it."""
    text = what * 100_000 + "int x;"
    assert is_cut(parse_tree(text), text)
    few = (what * 400 + "int x;\n") * 3
    assert not is_cut(parse_tree(few), few)


def test_a_text_without_line_ends_is_cut_as_well() -> None:
    """There is no better place in it."""
    text = WRONG.replace("\n", " ")
    assert is_cut(parse_tree(text), text)


@pytest.mark.parametrize("text", ["", " \n", "int a;\n\n", "int a; } )", "/* a", "'", "\0\n"])
def test_other_trees_reach_to_the_end(text: str) -> None:
    """Blanks, open comments and errors at the end are in them."""
    assert not is_cut(parse_tree(text), text)


def test_a_variant_of_it_is_read_again() -> None:
    """The cut tree does not cover the text after it."""
    right = WRONG.replace("n += ;", "n += 1;")
    tree = parse_variant(right, WRONG, parse_tree(WRONG))
    assert not is_cut(tree, right)
    assert str(tree.root_node) == str(parse_tree(right).root_node)


def test_its_surface_is_read_again_at_an_edit() -> None:
    """As soon as the errors are gone, all of the text is there."""
    start, end = WRONG.index(LINE), WRONG.rindex(LINE) + len(LINE)
    surface = parse_surface(WRONG).edited(start, end, "n = 1;\n" * 2000, frozenset())
    ((_, part),), ((_, fresh),) = surface.parts(), parse_surface(surface.text).parts()
    assert str(part.whole.tree.root_node) == str(fresh.whole.tree.root_node)
    assert not is_cut(part.whole.tree, part.text)


def test_an_item_is_given_up_with_its_first_problems() -> None:
    """It declares nothing, and its error is reported where it begins."""
    item = lower(WRONG.replace("\n}", "\n]]}"), lambda _: False)
    assert not item.declarations
    first = item.problems[0]
    assert WRONG[first.start : first.end] == ";"
    assert WRONG[: first.end].count("\n") == 1


def test_no_text_is_kept() -> None:
    """The parser's input is freed with the tree, and after a text that was cut as well."""
    texts = [f"int f{number};\n" * 2000 for number in range(20)]
    parse_tree(texts[0])
    tracemalloc.start()
    try:
        for text in (*texts, WRONG):
            parse_tree(text)
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < len(texts[0])
