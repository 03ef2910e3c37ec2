"""What binding finds out about one item: symbols, references, and what other items can see."""

from __future__ import annotations

from collections import defaultdict
from functools import wraps
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from msgspec import Struct, field

from opencl_ls.semantics.types import UNKNOWN_QUALIFIED
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from opencl_ls.semantics.calls import Resolution
    from opencl_ls.semantics.model.bound_expression import BoundExpression
    from opencl_ls.semantics.model.graphs import ControlFlowGraph
    from opencl_ls.semantics.model.problems import TypeProblem
    from opencl_ls.semantics.types import FunctionType, Qualified
    from opencl_ls.semantics.types.symbols import Function, Symbol, Tag

_Context = TypeVar("_Context")
_Event = TypeVar("_Event")
_Key = TypeVar("_Key")
_Record = TypeVar("_Record", bound="r.Record")
_Result = TypeVar("_Result")


class Environment(Protocol):
    """The names of the program that are in scope where an item begins."""

    def symbol(self, name: str) -> Symbol | None:
        """Return the symbol of an ordinary name, or None."""

    def tag(self, name: str) -> Tag | None:
        """Return the struct, union or enumeration with this tag, or None."""


class CallSite(Struct, eq=False):
    """A call by name; `caller` is None at program scope, `in_block` marks calls in blocks.

    A call in an operand of `sizeof` does not count.
    """

    caller: Function | None
    callee: str
    call: r.Call
    in_block: bool


class Assumption(Struct, frozen=True, eq=False):
    """A condition in a comment for which the host vouches, see `names.assumptions`.

    It holds whenever a run comes to `following`, a statement of `block`, or to the end of the block
    where that is None.  `start` and `end` are those of `assume(...)` in the item.  `model` has the
    `condition`, with offsets in the item; None where it could not be read or has no block.
    """

    start: int
    end: int
    block: r.Compound | None
    following: r.Statement | None
    model: ItemModel | None
    condition: r.Expression | None


class ItemModel(Struct, eq=False, weakref=True):
    """One item, bound.

    `events` are its records and symbols in the order written, a symbol right after the record that
    declares it; `parents` gives the record around each record.  `references` gives the symbol of
    each name (None if it is unknown).  `uses` maps each outer name that was looked up to its
    fingerprint, None if it was unknown: while they are the same, so is the model.  `types` gives
    the type of every expression, `lvalues` those that are lvalues, `resolutions` the chosen
    overload of each call of a built-in, and `problems` the problems of types.  `expressions` gives
    the place of each full expression of a large item.  `derived` is the cache of functions, see
    `computed` and the decorators below; `graphs` holds the control-flow graphs of its bodies.
    `redeclared` gives the symbol that the name of a symbol had before in the same scope of the
    item, `hidden` the one in a scope around it.  `assumptions` are those of its comments.
    `vector_elements` gives the type that each
    `ext_vector_type` or `vector_size` makes a vector of.
    """

    item: r.Item
    events: list[r.Record | Symbol] = field(default_factory=list)
    parents: dict[r.Record, r.Record] = field(default_factory=dict)
    references: dict[r.Record, Symbol | None] = field(default_factory=dict)
    declared: dict[r.Record, Symbol] = field(default_factory=dict)
    type_names: dict[r.TypeName, Qualified] = field(default_factory=dict)
    vector_elements: dict[r.Attribute, Qualified] = field(default_factory=dict)
    redeclared: dict[Symbol, Symbol] = field(default_factory=dict)
    hidden: dict[Symbol, Symbol] = field(default_factory=dict)
    exports: dict[str, Symbol] = field(default_factory=dict)
    exported_tags: dict[str, Tag] = field(default_factory=dict)
    calls: list[CallSite] = field(default_factory=list)
    uses: dict[str, int | None] = field(default_factory=dict)
    tag_uses: dict[str, int | None] = field(default_factory=dict)
    types: dict[r.Expression, Qualified] = field(default_factory=dict)
    lvalues: set[r.Expression] = field(default_factory=set)
    block_types: dict[r.BlockLiteral, FunctionType] = field(default_factory=dict)
    resolutions: dict[r.Call, Resolution] = field(default_factory=dict)
    problems: list[TypeProblem] = field(default_factory=list)
    expressions: dict[r.Expression, BoundExpression] = field(default_factory=dict)
    assumptions: list[Assumption] = field(default_factory=list)
    graphs: dict[r.Compound, ControlFlowGraph] = field(default_factory=dict)
    derived: dict[object, Any] = field(default_factory=dict)

    def computed(self, compute: Callable[[ItemModel], _Result]) -> _Result:
        """Return the result of a function of this item, computed once, with the function as key."""
        if compute not in self.derived:
            self.derived[compute] = compute(self)
        known: _Result = self.derived[compute]
        return known

    @property
    def by_kind(self) -> dict[type, list[r.Record | Symbol]]:
        """The events by their classes, those of each in the order written."""
        return _by_kind(self)

    def of_kind(self, *kinds: type[_Event]) -> Iterable[_Event]:
        """Return the events of some classes, not of their subclasses, class by class."""
        rows = (self.by_kind.get(kind, ()) for kind in kinds)
        return cast("Iterable[_Event]", chain.from_iterable(rows))

    def type_of(self, expression: r.Expression) -> Qualified:
        """Return the type of an expression, `UNKNOWN` if it is not known."""
        return self.types.get(expression, UNKNOWN_QUALIFIED)

    def named_type(self, name: r.TypeName) -> Qualified:
        """Return the type that a type name means, `UNKNOWN` if it is not known."""
        return self.type_names.get(name, UNKNOWN_QUALIFIED)

    def spelling(self, record: r.Record, limit: int = 1 << 30) -> str:
        """Return the text of a record on one line, of no more than `limit` bytes."""
        whole = " ".join(self.item.text[record.start : record.end].split())
        return whole if len(whole) <= limit else whole[: limit - 3] + "..."

    @property
    def is_read(self) -> bool:
        """Whether its records are known; else they are read when one is asked for."""
        return True

    @property
    def export_names(self) -> Iterable[str]:
        """The ordinary names that the item declares at program scope."""
        return self.exports.keys()

    @property
    def tag_names(self) -> Iterable[str]:
        """The tags that the item declares at program scope."""
        return self.exported_tags.keys()

    def agrees_with(
        self,
        name: str,  # noqa: ARG002 - of models that are kept
        earlier: Sequence[ItemModel],  # noqa: ARG002
        *,
        is_tag: bool,  # noqa: ARG002
    ) -> bool:
        """Return whether its declaration of a name is known not to clash with those of others.

        `earlier` are the models of all other items that declare it, which are above it.
        """
        return False

    def declared_as(self, symbol: Symbol) -> Symbol | None:
        """Return the symbol of this item that other items cannot distinguish from `symbol`."""
        return _by_declaration(self).get((symbol.name, symbol.fingerprint, symbol.word.start))

    def use_of(self, expression: r.Record) -> tuple[r.Record, r.Record | None]:
        """Return an expression with the parentheses around it, and the record around those."""
        above = self.parents.get(expression)
        while type(above) is r.Parenthesized:
            expression, above = above, self.parents.get(above)
        return expression, above

    def enclosing(self, record: r.Record, *kinds: type[_Record]) -> _Record | None:
        """Return the innermost record of some classes around a record, or None."""
        above = self.parents.get(record)
        while above is not None and not isinstance(above, kinds):
            above = self.parents.get(above)
        return above

    def ancestors(self, record: r.Record) -> list[r.Record]:
        """Return the records around `record`, innermost first."""
        found: list[r.Record] = []
        above = self.parents.get(record)
        while above is not None:
            found.append(above)
            above = self.parents.get(above)
        return found


def derived(compute: Callable[[ItemModel], _Result]) -> Callable[[ItemModel], _Result]:
    """Make a function of an item one that is computed once and kept on the model."""

    @wraps(compute)
    def kept(model: ItemModel) -> _Result:
        try:
            known: _Result = model.derived[compute]
        except KeyError:
            known = model.computed(compute)
        return known

    return kept


SUMMARY: dict[object, tuple[str, Callable[[ItemModel], object]]] = {}
"""The names of the facts that make up the summary of an item, and the functions to ask."""


def summarised(compute: Callable[[ItemModel], _Result]) -> Callable[[ItemModel], _Result]:
    """Make a function of an item a derived fact of the item's summary.

    These are the facts that rules about a whole unit ask of each item.  A fact of plain values -
    strings, numbers, None, tuples, frozen sets, and empty lists and dictionaries - is kept on disk
    with the item, and is known then without the records of the item.
    """
    ask = derived(compute)
    SUMMARY[compute] = (f"{compute.__module__}.{compute.__name__}", ask)
    return ask


def derived_by_key(
    compute: Callable[[ItemModel, _Key], _Result],
) -> Callable[[ItemModel, _Key], _Result]:
    """Make a function of an item and a key one that is computed once for each key of an item."""

    @wraps(compute)
    def kept(model: ItemModel, key: _Key) -> _Result:
        known: dict[_Key, _Result] | None = model.derived.get(compute)
        if known is None:
            known = model.derived[compute] = {}
        if key not in known:
            known[key] = compute(model, key)
        return known[key]

    return kept


def derived_within(
    compute: Callable[[ItemModel, _Context], _Result],
) -> Callable[[ItemModel, _Context], _Result]:
    """Make a function of an item and its context one that is computed once for an item.

    The context, such as the names around the item, is no key: where it differs in what the item
    uses, the item has another model.
    """

    @wraps(compute)
    def kept(model: ItemModel, context: _Context) -> _Result:
        if compute not in model.derived:
            model.derived[compute] = compute(model, context)
        known: _Result = model.derived[compute]
        return known

    return kept


@derived
def _by_kind(model: ItemModel) -> dict[type, list[r.Record | Symbol]]:
    return grouped(model.events)


def grouped(events: Iterable[_Event]) -> dict[type, list[_Event]]:
    """Return events by their classes, those of each in their order."""
    found = defaultdict[type, "list[_Event]"](list)
    for event in events:
        found[type(event)].append(event)
    return dict(found)


@derived
def _by_declaration(model: ItemModel) -> dict[tuple[str, int, int], Symbol]:
    own = reversed(model.declared.values())
    return {(each.name, each.fingerprint, each.word.start): each for each in own}
