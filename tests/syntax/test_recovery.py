"""Error recovery edits broken items, and no others."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from opencl_ls.syntax import records as r
from opencl_ls.syntax.lower import lower
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.recovery import recover
from opencl_ls.syntax.recovery.search import best_reading
from opencl_ls.syntax.tree import parse_tree, parse_variant

if TYPE_CHECKING:
    from tree_sitter import Tree

KERNEL = """kernel void k(queue_t q, global int *a, local int *l) {
    int v = 1; float4 w = (float4)(1.0f, 2.0f, 3.0f, 4.0f);
    for (int i = 0; i < 10; ++i) { if (a[i] > v) { a[i] = v ^ (a)[1]; } else continue; }
    int (^b)(int) = ^int(int x) { return x + v; };
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^(local void *p) { a[0] = 1; }, 4u);
    switch (v) { case 1: v = 2; break; default: printf("%d\\n", v); }
}"""

MARKS = ["", "(", ")", "{", "}", ";", "^", "\xe2\x80\x9c", "local ", "else ", "whlie ", ",", "]"]


def lowered(text: str) -> r.Item:
    """Lower a text in which float4 and queue_t are types."""
    return lower(text, lambda name: name in ("float4", "queue_t"))


def test_clean_items_are_left_alone() -> None:
    """Without errors there is nothing to recover from, whatever the text looks like."""
    item = lowered(KERNEL)
    assert item.problems == item.recovered == ()
    assert lowered("int f(int a) { return a ^ (a)(1); }").recovered == ()


@pytest.mark.parametrize(
    ("text", "edited"),
    [
        ("int ^(b)(int) = 0;", "int (^b)(int) = 0;"),
        ("void f(void) { int x = (1; }", "void f(void) { int x = (1);}"),
        ("void f(void) { g()); }", "void f(void) { g() ; }"),
        ("void f(void) { int x = a ^^ b; }", "void f(void) { int x = a != b; }"),
        ("void f(void) { int x = 1\n x = 2; }", "void f(void) { int x = 1; x = 2; }"),
        ("void f() { g() // one\n g(); }", "void f() { g();      \n g(); }"),
        ("void f(void) { if (a) {", "void f(void) { if (a) {}}"),
        ("void f(void) { __block int x; }", "void f(void) {         int x; }"),
        ("void f(void) { int local = 1; }", "void f(void) { int _ocal = 1; }"),
    ],
)
def test_edited(text: str, edited: str) -> None:
    """Known errors are fixed, at equal length but for braces at the end."""
    assert best_reading(text, parse_tree(text), lambda name: False).text == edited
    assert lowered(text).problems == ()


@pytest.mark.parametrize(
    ("text", "recovered", "remaining"),
    [
        ("void f(void) { g(); }", "", ""),
        ("void f(void) { g()); }", "PARENTHESIS", ""),
        ("void f(void) { g(1 }", "SEMICOLON PARENTHESIS", ""),
        ("void f(void) { int x = 1 PLUS 2; }", "UNDEFINED_MACRO", ""),
        ("void f(void) { g(); } # 1", "STRAY_DIRECTIVE", ""),
        ("void f(void) { a = @ @ @ b; }", "", "UNREADABLE"),
        ("namespace a { int x; }", "FOREIGN_CONSTRUCT", "UNREADABLE"),
        ("int x = " + "(" * 2000 + "1" + ")" * 2000 + ";", "", "TOO_DEEP"),
    ],
)
def test_kinds(text: str, recovered: str, remaining: str) -> None:
    """An error is either recovered from or left, and each has a kind."""
    found = recover(text, lambda name: False)
    assert {each.kind for each in found.recovered} == {
        SyntaxProblemKind[name] for name in recovered.split()
    }
    assert {each.kind for each in found.problems} == {
        SyntaxProblemKind[name] for name in remaining.split()
    }
    assert (found.parsed is None) == ("FOREIGN" in recovered or "TOO" in remaining)


def test_layers_above_see_kinds_alone() -> None:
    """Outside of `syntax/` no module imports the parts of error recovery."""
    package = Path(r.__file__).parent.parent
    for path in package.rglob("*.py"):
        if path.relative_to(package).parts[0] != "syntax":
            assert "syntax.recovery" not in path.read_text("utf-8"), path


def test_text_and_places_stay_as_written() -> None:
    """The item keeps the written text, and no record reaches beyond it."""
    text = "void f(void) { if (a) {"
    item = lowered(text)
    assert item.text == text
    pending: list[r.Record] = list(item.declarations)
    while pending:
        record = pending.pop()
        assert 0 <= record.start <= record.end <= len(text)
        pending.extend(r.children(record))


def test_random_damage() -> None:
    """Nothing is raised, and all places lie in the text, whatever is missing or too much."""
    choices = random.Random(7)
    for _ in range(300):
        text = KERNEL
        for _ in range(choices.randint(1, 3)):
            at = choices.randrange(len(text))
            insert = choices.choice(MARKS)
            text = text[:at] + insert + text[at + choices.randint(0, 2) :]
        item = lowered(text)
        for record in (*item.recovered, *item.problems):
            assert 0 <= record.start <= record.end <= len(text)


def test_large_items_are_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search is bounded: a huge function is not parsed more often than a small one."""
    parsed: list[int] = []

    def counting(variant: str, text: str, tree: Tree) -> Tree:
        parsed.append(len(variant))
        return parse_variant(variant, text, tree)

    monkeypatch.setattr("opencl_ls.syntax.recovery.search.parse_variant", counting)
    line = "    a[0] = a[1] * 2 + a[3]; if (a[0]) { a[1] += 2; }\n"

    def attempts(lines: int) -> int:
        parsed.clear()
        whole = "kernel void k(global int *a) {\n" + line * lines + "}"
        lowered(whole.replace("a[1] +=", "a[1] ) whlie esle ]+=", 1))
        return len(parsed)

    assert attempts(20) > attempts(4500)
