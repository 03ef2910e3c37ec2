"""Assumptions in comments: where they are, what they name, and what depends on them."""

from __future__ import annotations

from opencl_ls.analysis.host import Host, check
from opencl_ls.preprocess import MemorySources
from opencl_ls.semantics.lookup.assumptions import assumed_before, uniform_variables
from opencl_ls.semantics.model import ItemModel
from opencl_ls.settings.model import DEFAULT
from opencl_ls.syntax import records as r

TEXT = """constant int LIMIT = 64;
kernel void k(global int *g, int n) {
    int i = get_local_id(0);
    // opencl-ls: assume(n <= LIMIT && i < n)
    g[i] = n;
    {
        long n = i; /* opencl-ls: assume((n + 1) * 2 > 0), which is said of the inner one */
        g[i] += n;
        // opencl-ls: assume(uniform(n))
    }
}
"""


def model(text: str) -> ItemModel:
    analysis = check("a.cl", MemorySources({"a.cl": text}), DEFAULT)
    return analysis._unit.models[-1]


def test_each_is_bound_in_the_scope_of_its_place() -> None:
    found = model(TEXT)
    first, second, third = found.assumptions
    kinds = []
    for each in (first, second, third):
        assert each.model is not None and each.condition is not None
        assert TEXT.split("\n", 1)[1][each.start :].startswith("assume(")
        names = [name for name in each.model.of_kind(r.Name) if name.name == "n"]
        symbols = [each.model.references[name] for name in names]
        kinds.append([str(symbol.type.type.name) for symbol in symbols if symbol is not None])  # type: ignore[attr-defined]
    assert kinds == [["int", "int"], ["long"], ["long"]]
    assert [each.name for each in uniform_variables(found)] == ["n"]


def test_a_condition_has_its_places_in_the_item() -> None:
    found = model(TEXT)
    assert [
        found.item.text[e.condition.start : e.condition.end]
        for e in found.assumptions
        if e.condition
    ] == [
        "n <= LIMIT && i < n",
        "(n + 1) * 2 > 0",
        "uniform(n)",
    ]


def test_it_holds_before_the_statement_that_follows() -> None:
    found = model(TEXT)
    following = [
        each for each in found.of_kind(r.ExpressionStatement) if assumed_before(found, each)
    ]
    assert [found.item.text[each.start : each.end] for each in following] == [
        "g[i] = n;",
        "g[i] += n;",
    ]
    assert found.assumptions[-1].following is None


def test_what_it_names_counts_as_used() -> None:
    """A constant that an assumption alone names: when it changes, the item is bound again."""
    host = Host(MemorySources({}))
    host.open("a.cl", TEXT, DEFAULT)
    _ = host.analysis("a.cl").findings
    host.computed.clear()
    at = TEXT.index("LIMIT = 64")
    host.edit("a.cl", at, at + 5, "LEAST")
    messages = [each.message for each in host.analysis("a.cl").findings]
    assert "'LIMIT' in this assumption is not declared here" in messages
    assert len(host.computed) == 2


def test_comments_that_are_no_assumptions() -> None:
    found = model("kernel void k(void) { /* assume(1) */ char c = '\"'; // opencl-ls: allow(x)\n}")
    assert found.assumptions == []
