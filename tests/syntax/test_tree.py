"""The reader of trees in C, compared with a plain walk over tree-sitter's nodes."""

import sys

import pytest
from tree_sitter import Node

from opencl_ls.syntax.tree import SyntaxNode, parse_tree, read_reused, read_tree

TEXTS = {
    "clean": "kernel void f(global int *a) { for (int i = 0; i < 3; ++i) a[i] = (i + 1) * 2; }",
    "comments": "// 1\nint x; /* 2 */ void f(void) { /* 3 */ x = 1 /* 4 */ + 2; }",
    "program scope": ";(a); int x; { }",
    "errors": "void f(int a) { if (a { b = ; } /* 1 */ @ }",
    "missing token": "void f(int a) { a = 1 }",
    "words": "STATIC int x;\nMACRO(1)\nvoid f(void) {}",
    "chain": "int x = 1 + 2 + 3 + (4, 5, 6);",
    "empty": "",
}
LEFT_OUT = ("(", ")", ";", "{", "}", "]", "comment")


def plain(node: Node, has_error: bool) -> tuple:
    """Return what `read_tree` makes of a node, but for the field."""
    left_out = LEFT_OUT[-1:] if has_error or node.type == "translation_unit" else LEFT_OUT
    below = [plain(each, has_error) for each in node.children if each.type not in left_out]
    missing = has_error and node.is_missing
    return node.type, node.start_byte, node.end_byte, missing, below


def read(node: SyntaxNode) -> tuple:
    return node.kind, node.start, node.end, node.missing, [read(each) for each in node.children]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_all_nodes_but_the_redundant_ones_are_read(text: str) -> None:
    root = parse_tree(text).root_node
    parsed = read_tree(parse_tree(text))
    assert parsed.has_error is root.has_error
    assert read(parsed.root) == plain(root, root.has_error)


def test_the_children_have_their_fields() -> None:
    [declaration] = read_tree(parse_tree("int x = 1;")).root.children
    assert [(each.kind, each.field) for each in declaration.children] == [
        ("primitive_type", "type"),
        ("init_declarator", "declarator"),
    ]


def test_words_are_collected() -> None:
    words = read_tree(parse_tree(TEXTS["words"])).words
    assert [word.kind for word in words] == ["macro_qualifier", "macro_invocation"]


@pytest.mark.parametrize(("text", "depth"), [("int x;", 2), ("int x = 1 + 2 + 3 + 4;", 3)])
def test_chains_do_not_count_as_depth(text: str, depth: int) -> None:
    assert read_tree(parse_tree(text)).depth == depth


class Reusable:
    """Reuses the statements of one kind."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.statement = object()

    def at(self, start: int, end: int, kind: str) -> object | None:
        return self.statement if kind == self.kind else None


def test_a_reused_statement_is_read_when_it_is_needed() -> None:
    tree = parse_tree("void f(void) { for (int i = 0;;) { int j; } }")
    reusable = Reusable("declaration")
    loop = read_tree(tree, reusable).root.children[0].child("body").children[0]
    first, inner = loop.child("initializer"), loop.child("body").children[0]
    # The declaration in the head of a `for` is no statement.
    assert first.reused is None and first.children
    assert inner.reused is reusable.statement and not inner.children
    read_reused(inner, reusable)
    assert inner.reused is None and [each.kind for each in inner.children] == [
        "primitive_type",
        "identifier",
    ]


def test_an_exception_leaves_the_reader() -> None:
    class Broken:
        def at(self, start: int, end: int, kind: str) -> None:
            raise LookupError(kind)

    with pytest.raises(LookupError, match="if_statement"):
        read_tree(parse_tree("void f(void) { if (1) {} }"), Broken())


def test_the_reader_keeps_nothing() -> None:
    tree = parse_tree(TEXTS["clean"])
    reusable = Reusable("expression_statement")
    kept = reusable.statement, tree
    before = [sys.getrefcount(each) for each in kept]
    for _ in range(10):
        read_tree(tree, reusable)
    assert [sys.getrefcount(each) for each in kept] == before
