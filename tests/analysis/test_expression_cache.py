"""The cache of bound expressions changes nothing of a model, and saves work.

Random edits in a large function, each bound with the cache of the state before and without one.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from opencl_ls.analysis import item_cache
from opencl_ls.analysis.host import Host
from opencl_ls.preprocess import MemorySources
from opencl_ls.semantics.model import CallSite, Environment, ItemModel
from opencl_ls.semantics.names.bind import bind
from opencl_ls.semantics.types import Qualified, Type
from opencl_ls.semantics.types.symbols import Symbol
from opencl_ls.semantics.typing.expression_cache import cached_ranges
from opencl_ls.semantics.typing.expressions import EXPRESSIONS
from opencl_ls.semantics.typing.typer import Typer
from opencl_ls.settings.model import DEFAULT
from opencl_ls.settings.target import Target
from opencl_ls.syntax import records as r
from opencl_ls.syntax.statement_cache import LARGE
from opencl_ls.text import difference

_ABOVE = """\
typedef struct { float4 place; int id; } body_t;
struct open;
constant int ZERO = 0;
enum { RED, GREEN = 4 };
float helper(float value, int *counter);
"""
# Where these stand nothing can be known, or not all.
_HINDERING = ["o->member = as_float4(y).w;", "missing(x, n", "float4 z = (float"]
_STATEMENTS = [
    "x = n;",
    "y = (float4)(x, n, 1, 2) * y.xxyy;",
    "int x = n + ZERO;",
    "const int none = 0;",
    "float *q = none;",
    "q = p + RED;",
    "global int *q = p;",
    "float4 n = y;",
    "b->place = convert_float4((int4)(n));",
    "b[GREEN].id = helper(b->id, &x) + sizeof(x);",
    "if (x < n && p[x]) p[x]++;",
    "for (int i = 0; i < min(n, 4); ++i) { y += (body_t *)b - b; }",
    "printf(format, x, n);",
    "return;",
    "x = ({ int n = 1; n; }) + _Generic(y, float4: 1, default: 2);",
    "void (^step)(int) = ^(int T) { x = T + 1; step(n); };",
    "switch (n) { case RED: x = 2; break; default: y = (body_t){ y, 1 }.place; }",
    "atomic_store_explicit(a, x, order, memory_scope_device);",
    "memory_order order = memory_order_relaxed;",
    'constant char format[] = "%d";',
    *_HINDERING,
]


def _shown(value: object, depth: int = 0) -> object:
    """Return what part of a model says in a form that compares, places in place of records."""
    if isinstance(value, Symbol):
        return type(value).__name__, value.name, value.word.start
    if isinstance(value, r.Record):
        return type(value).__name__, value.start, value.end
    if isinstance(value, CallSite):
        return _shown((value.caller, value.callee, value.call, value.in_block))
    if isinstance(value, Type | Qualified):
        return str(value)
    if isinstance(value, dict):
        return [(_shown(key), _shown(each)) for key, each in value.items()]
    if isinstance(value, set):
        return sorted(map(str, map(_shown, value)))
    if isinstance(value, list | tuple):
        return [_shown(each, depth + 1) for each in value]
    if hasattr(value, "__struct_fields__") and depth < 5:
        fields = value.__struct_fields__
        return [type(value).__name__, *(_shown(getattr(value, each), depth + 1) for each in fields)]
    return value


def _contents(model: ItemModel) -> dict[str, object]:
    """Return all that a model says, sorted where its own order has no meaning."""
    found = {name: _shown(getattr(model, name)) for name in model.__struct_fields__}
    for name in ("item", "derived", "expressions"):
        del found[name]
    for name in ("parents", "references", "types", "type_names", "resolutions", "problems"):
        found[name] = sorted(map(str, found[name]))
    return found


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Compare each model with one made without the cache; return how much of each was cached."""
    counts: list[int] = []

    def both(
        item: r.Item, environment: Environment, target: Target, before: ItemModel | None = None
    ) -> ItemModel:
        model = bind(item, environment, target, before)
        assert _contents(model) == _contents(bind(item, environment, target))
        counts.append(len(cached_ranges(model)))
        return model

    monkeypatch.setattr(item_cache, "bind", both)
    return counts


def _function(rows: list[str]) -> str:
    head = "kernel void k(global int *p, global body_t *b, struct open *o, int n)\n{\n"
    return head + "float4 y = 0; int x = 0; atomic_int *a = 0;\n" + "\n".join(rows) + "\n}"


class _Document:
    """A document of one large function, and the rows of it that are edited."""

    def __init__(self, rows: list[str], above: str = _ABOVE) -> None:
        self.host = Host(MemorySources({}))
        self.rows, self.above = rows, above
        self.text = above + _function(rows)
        self.host.open("main.cl", self.text, DEFAULT)
        self.host.analysis("main.cl")

    def put(self, number: int, row: str) -> None:
        """Put another row in the place of one."""
        self.rows[number] = row
        self.follow()

    def follow(self) -> None:
        """Edit the document so that it is made of the text above, and of the rows."""
        text = self.above + _function(self.rows)
        start, old_end, new_end = difference(self.text, text)
        self.host.edit("main.cl", start, old_end, text[start:new_end])
        self.text = text
        assert self.host.analysis("main.cl").text == text


@pytest.mark.parametrize("seed", range(6))
def test_nothing_differs(seed: int, taken: list[int]) -> None:
    """Whatever is typed, a model is what it would be if nothing had been known."""
    choice = random.Random(seed)
    plain = _STATEMENTS[: -len(_HINDERING)]
    document = _Document([choice.choice(plain) for _ in range(LARGE // 20)])
    for _ in range(30):
        number = choice.randrange(len(document.rows))
        row = document.rows[number]
        put = choice.choice(_STATEMENTS)
        document.put(number, put)
        if put in _HINDERING or choice.random() < 0.8:
            document.put(number, row if choice.random() < 0.5 else choice.choice(plain))
    assert sum(taken) > 100


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of variables of which the type is looked up from now on."""
    names: list[str] = []
    plain: Callable[[Typer, r.Name], Qualified] = EXPRESSIONS[r.Name]

    def counting(typer: Typer, record: r.Name) -> Qualified:
        names.append(record.name)
        return plain(typer, record)

    monkeypatch.setitem(EXPRESSIONS, r.Name, counting)
    return names


def test_a_key_types_what_it_changes(typed: list[str]) -> None:
    """Of a large function only the statement that was edited is typed again."""
    document = _Document(["x = n;", *(f"p[{number}] = x;" for number in range(LARGE // 8))])
    typed.clear()
    document.put(0, "x = 4;")
    assert typed == ["x"]


def test_a_key_elsewhere_after_an_undo_types_what_it_changes(typed: list[str]) -> None:
    """What was undone is not in the way of what is typed next, at another place."""
    document = _Document(["x = n;", *(f"p[{number}] = x;" for number in range(LARGE // 8)), "x=1;"])
    for row in ("x = 4;", "x = 45;", "x = n;"):
        document.put(0, row)
    typed.clear()
    document.put(-1, "n=1;")
    assert typed == ["n"]


def test_what_a_name_means_is_asked_again(typed: list[str]) -> None:
    """Where a declaration gives a name another type, whatever names it is typed again."""
    others = [f"p[{number}] = n;" for number in range(LARGE // 8)]
    document = _Document(["int z = 1;", "x = z;", *others])
    typed.clear()
    document.put(0, "uint z = 1;")
    assert typed == ["x", "z"]


_FILLING = [f"p[{number}] = n;" for number in range(LARGE // 8)]


@pytest.mark.parametrize(
    ("before", "after", "statement"),
    [
        ("const int none = 0;", "const int none = 1;", "pointer = none;"),
        ('constant char format[] = "%d";', 'constant char format[] = "%s";', "printf(format, n);"),
        (
            "memory_order order = memory_order_acquire;",
            "memory_order order = memory_order_release;",
            "atomic_load_explicit(a, order, memory_scope_device);",
        ),
    ],
)
def test_values_count(taken: list[int], before: str, after: str, statement: str) -> None:
    """What an expression says may follow from what a variable in it holds."""
    document = _Document([before, "float *pointer;", statement, *_FILLING])
    found = document.host.analysis("main.cl").findings
    document.put(0, after)
    assert document.host.analysis("main.cl").findings != found
    assert taken[-1] > len(_FILLING) // 2


def test_members_of_elsewhere_count(taken: list[int]) -> None:
    """The members of a struct that was only declared may change without its name."""
    above = "typedef struct far far_t;\nstruct far { %s member; };\n"
    document = _Document(["far_t *far; x = far->member << 1;", *_FILLING], _ABOVE + above % "int")
    document.above = _ABOVE + above % "float"
    document.follow()
    codes = [finding.code for finding in document.host.analysis("main.cl").findings]
    assert "type/invalid-operands" in codes
    assert taken[-1] == 0
