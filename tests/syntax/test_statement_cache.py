"""The cache of lowered statements changes nothing of what is lowered.

Random edits in functions, each lowered with the cache of the states before and without one.
"""

import random

import pytest

from opencl_ls.syntax import records as r
from opencl_ls.syntax.lower import lower
from opencl_ls.syntax.lowering.statements import StatementLowering
from opencl_ls.syntax.statement_cache import LARGE, StatementCache
from opencl_ls.syntax.tree import SyntaxNode

_ROWS = 31
"""The number of rows that make an item large."""

_TYPES = {"float4", "T"}
_STATEMENTS = [
    "int x = n;",
    "T * y;",
    "(T)(x, n);",
    "y = (T) - 1 + (x) * 2;",
    "typedef int T;",
    "int T;",
    "if (x) y = 1; else { int z = 2; x = z; }",
    "for (int i = 0; i < n; ++i) { T * x; y += (T)(i, x); }",
    "switch (n) { case 1: x = 2; break; default: y = (T)(1); }",
    "{ typedef float n; n q; (n)(1); }",
    "x = ({ int n = 1; n; }) + sizeof(T);",
    "void (^b)(int) = ^(int T) { return (T)(1); };",
    "l: while (f((T)x)) do { goto l; } while (0);",
    "MACRO int u;",
    ";",
]
_PIECES = [
    *" \n;{}()*+=1xTn\"'/",
    "/*",
    "*/",
    "//",
    "else ",
    "case 2: ",
    "for (",
    "if (x) ",
    "int ",
    "typedef ",
    "float4 ",
    "sizeof ",
    "^",
    *_STATEMENTS,
]


def _shown(record: object) -> object:
    """Return a record with all that is in it, as tuples that compare."""
    if isinstance(record, tuple | list):
        return tuple(_shown(each) for each in record)
    if not isinstance(record, r.Record | r.Item):
        return record
    fields = (getattr(record, name) for name in record.__struct_fields__)
    return (type(record).__name__, *(_shown(each) for each in fields))


def _item(rows: list[str]) -> str:
    """Return the text of a large item with these rows, filled up as `analysis/items.py` does."""
    text = "void k(int n, float4 y)\n{\n" + "\n".join(rows) + "\n}"
    lines = [line + " " * (-len(line) % 64) for line in text.split("\n")]
    assert len(rows) < _ROWS or len("\n".join(lines)) > LARGE
    return "\n".join(lines).rstrip()


@pytest.mark.parametrize("seed", range(8))
def test_nothing_differs(seed: int) -> None:
    choice = random.Random(seed)
    rows = [choice.choice(_STATEMENTS[:-2]) for _ in range(_ROWS + 2)]
    cache = StatementCache()
    before = list(rows)
    taken = 0
    for _ in range(40):
        number = choice.randrange(len(rows))
        row = rows[number]
        at = choice.randrange(len(row) + 1)
        kind = choice.random()
        if kind < 0.1:
            rows = list(before)
        elif kind < 0.3:
            rows[number] = row[:at] + row[at + choice.randrange(1, 6) :]
        else:
            rows[number] = row[:at] + choice.choice(_PIECES) + row[at:]
        text = _item(rows)
        asked: list[set[str]] = [set(), set()]
        items = []
        for log, each in zip(asked, (cache, None), strict=True):
            items.append(lower(text, lambda name, log=log: log.add(name) or name in _TYPES, each))
        assert _shown(items[0]) == _shown(items[1])
        assert items[0].type_names == items[1].type_names
        assert asked[0] == asked[1]
        if not items[0].problems:
            before = list(rows)
        reusable = cache.of(text)
        taken += reusable is not None and bool(reusable.untouched())
    assert taken


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of the kinds of all statements that are lowered from now on."""
    kinds: list[str] = []
    lowered = StatementLowering._made

    def counting(self: StatementLowering, node: SyntaxNode) -> r.Statement:
        kinds.append(node.kind)
        return lowered(self, node)

    monkeypatch.setattr(StatementLowering, "_made", counting)
    return kinds


def test_a_key_lowers_what_it_changes(made: list[str]) -> None:
    """A key costs its statement and those around it, in whatever order they are changed."""
    rows = ["if (n) {", *(f"  y += n * {number};" for number in range(_ROWS)), "}", "n = 1;"]
    cache = StatementCache()
    lower(_item(rows), lambda _: False, cache)
    assert len(made) == _ROWS + 3
    for number in (5, 20, 5, 6):
        made.clear()
        rows[number] = rows[number].replace(";", "0;")
        lower(_item(rows), lambda _: False, cache)
        assert made == ["if_statement", "compound_statement", "expression_statement"]
    made.clear()
    lower(_item([*rows[:-2], "}", "", "n = 1;"]), lambda _: False, cache)
    assert made == ["expression_statement"]


def test_a_key_lowers_what_asked_for_the_name_that_it_declares(made: list[str]) -> None:
    """What a name means is asked again; only statements with another answer are lowered again."""
    rows = ["float T = n;", "T * y;", *("n = n + 1;" for _ in range(_ROWS)), "T (n);"]
    cache = StatementCache()
    lower(_item(rows), lambda _: False, cache)
    made.clear()
    rows[0] = "typedef int T;"
    item = lower(_item(rows), lambda _: False, cache)
    assert made == ["type_definition", "declaration", "expression_statement"]
    body = item.declarations[0]
    assert isinstance(body, r.FunctionDefinition)
    first, *_, last = body.body.statements[1:]
    assert isinstance(first, r.Declaration)
    assert isinstance(last, r.Declaration)


def test_a_text_that_came_back_is_what_the_next_is_compared_with(made: list[str]) -> None:
    """An undo, which lowers nothing, does not make the next key cost more."""
    rows = ["n = 1;" for _ in range(_ROWS)]
    first, second = _item(rows), _item(["n = 2;", *rows[1:]])
    cache = StatementCache()
    lower(first, lambda _: False, cache)
    lower(second, lambda _: False, cache)
    cache.returned(first)
    cache.returned("void k() {}")
    made.clear()
    lower(_item([*rows[:-1], "n = 3;"]), lambda _: False, cache)
    assert made == ["expression_statement"]


@pytest.mark.parametrize("typed", ["y", "y =", "f (n,", '"', 'f("y'])
def test_a_statement_that_is_being_written_costs_no_more(made: list[str], typed: str) -> None:
    """While a line breaks off, the others are taken over as well."""
    rows = ["n = 1;", "n = 2;", *(f"float x{number} = n;" for number in range(_ROWS))]
    cache = StatementCache()
    lower(_item(rows), lambda _: False, cache)
    made.clear()
    rows[1] += typed
    item = lower(_item(rows), lambda _: False, cache)
    assert not item.problems
    assert made == ["expression_statement", "expression_statement"]


def test_an_open_brace_costs_what_is_around_it(made: list[str]) -> None:
    """The brace that is missed at the end moves nothing."""
    rows = ["n = 1;" for _ in range(_ROWS)]
    cache = StatementCache()
    lower(_item(rows), lambda _: False, cache)
    made.clear()
    rows[9] += "{"
    item = lower(_item(rows), lambda _: False, cache)
    assert not item.problems
    assert sorted(made) == ["compound_statement", "expression_statement"]


def test_many_functions_are_known_and_not_all(made: list[str]) -> None:
    """An edit in another function reuses its statements; the cache has a limit."""
    cache = StatementCache()
    rows = ["n = 1;" for _ in range(_ROWS + 1)]
    texts = [_item(rows).replace("void k", f"void k{number}") for number in range(200)]
    for text in texts:
        lower(text, lambda _: False, cache)
    made.clear()
    for text in texts[100:]:
        lower(text.replace("n = 1", "n = 2", 1), lambda _: False, cache)
    assert len(made) == 100
    assert cache.of(texts[0]) is None
