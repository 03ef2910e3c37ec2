"""Expressions that are known from the state of an item before an edit.

A keystroke in a large function leaves most of its statements the same records (`syntax/known.py`).
What the names in an expression stand for and the types of its parts are then taken over, unless a
name means something else now, or something was wrong with it.  What comes out is the same as if
nothing had been known.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final, cast

from msgspec import Struct

from opencl_ls.semantics.builtin_calls.memory_orders import has_order
from opencl_ls.semantics.constness import fixed_initializer
from opencl_ls.semantics.symbols import ParameterVariable, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.symbols import Symbol

_OPERANDS: Final = frozenset(
    (r.Name, r.IntegerLiteral, r.FloatLiteral, r.CharacterLiteral, r.Parenthesized)
)
_OPERATIONS: Final = frozenset(
    (r.Unary, r.Postfix, r.Binary, r.Assignment, r.Conditional, r.Call, r.Index, r.Member)
)
_CONVERSIONS: Final = frozenset((r.Cast, r.VectorLiteral, r.TypeName))
_NAMED_TYPES: Final = frozenset(
    (r.Specifiers, r.BasicType, r.NamedType, r.Declarator, r.PointerPart)
)
_PLAIN: Final[frozenset[type]] = _OPERANDS | _OPERATIONS | _CONVERSIONS | _NAMED_TYPES
"""Records that declare nothing, and whose types follow from what the names in them stand for."""


class Contents(Struct, eq=False, gc=False):
    """What stands in an expression: the names, the parts that have a type, and the types named.

    `asked` is where the walk over the rules keeps which of them to ask about it.
    """

    names: tuple[r.Name | r.NamedType, ...]
    typed: tuple[r.Expression, ...]
    type_names: tuple[r.TypeName, ...]
    asked: object = None


class BoundExpression(Struct, eq=False, gc=False):
    """Where an expression that stands in no other is in its model, by indices, ends exclusive.

    `start` and `end` are those of its events, `first_call` and `last_call` those of its calls.  It
    has `contents` where it was taken over from an earlier model, or into a later one.
    """

    start: int
    end: int
    first_call: int
    last_call: int
    contents: Contents | None = None


class KnownExpressions:
    """What a model knows of the expressions that the next text of its item has in common with it.

    Both items are free of syntax problems, and the target is the same.
    """

    __slots__ = ("_doubtful", "model")

    def __init__(self, model: ItemModel, item: r.Item) -> None:
        self.model = model
        places = [problem.record.start for problem in model.problems]
        places += [repair.start for repair in (*model.item.repairs, *item.repairs)]
        self._doubtful = sorted(places)

    def take(
        self,
        record: r.Expression,
        parent: r.Record,
        into: ItemModel,
        lookup: Callable[[str], Symbol | None],
    ) -> BoundExpression | None:
        """Take what is known of an expression below `parent` into a model, but for its calls.

        `lookup` tells what a name stands for there.  Returns where all of it stands in the model
        that knows it, None where that does not hold any more.
        """
        known = self.model
        bound = known.expressions.get(record)
        if bound is None or self._is_doubtful(record):
            return None
        contents = bound.contents
        if contents is None:
            contents = bound.contents = self._contents(bound)
            if contents is None:
                return None
        meant: dict[str, Symbol | None] = {}
        references = known.references
        for name in contents.names:
            word = name.name
            if word not in meant:
                symbol, earlier = lookup(word), references.get(name)
                if symbol is not earlier and not _means_the_same(symbol, earlier):
                    return None
                meant[word] = symbol
        for name in contents.names:
            if name in references:
                into.references[name] = meant[name.name]
        # Nothing is declared in it, so that all of these are records.
        events = cast("list[r.Record]", known.events[bound.start : bound.end])
        typed = contents.typed
        into.events += events
        into.parents.update(zip(events, map(known.parents.__getitem__, events), strict=True))
        into.parents[record] = parent
        into.types.update(zip(typed, map(known.types.__getitem__, typed), strict=True))
        into.lvalues.update(known.lvalues.intersection(typed))
        for written in contents.type_names:
            into.type_names[written] = known.type_names[written]
        for site in known.calls[bound.first_call : bound.last_call]:
            resolution = known.resolutions.get(site.call)
            if resolution is not None:
                into.resolutions[site.call] = resolution
        return bound

    def _is_doubtful(self, record: r.Expression) -> bool:
        """Tell whether something was wrong, or was or is mended, in or right behind a record."""
        index = bisect_left(self._doubtful, record.start)
        return index < len(self._doubtful) and self._doubtful[index] <= record.end

    def _contents(self, bound: BoundExpression) -> Contents | None:
        """Return what stands in an expression, None if that may depend on more than its names."""
        known = self.model
        events = known.events[bound.start : bound.end]
        if not _PLAIN.issuperset(map(type, events)):
            return None
        for site in known.calls[bound.first_call : bound.last_call]:
            # What order it is given is looked up where it was assigned.
            if has_order(site.callee):
                return None
        if any(isinstance(each, r.BasicType) and each in known.references for each in events):
            return None
        return Contents(
            tuple(each for each in events if isinstance(each, r.Name | r.NamedType)),
            tuple(
                each for each in events if isinstance(each, r.Expression) and each in known.types
            ),
            tuple(each for each in events if isinstance(each, r.TypeName)),
        )


def known_stretches(model: ItemModel) -> list[BoundExpression]:
    """Return where the events of a model are known from another one, in order; they are apart."""
    return [bound for bound in model.expressions.values() if bound.contents is not None]


def _means_the_same(symbol: Symbol | None, earlier: Symbol | None) -> bool:
    """Tell whether a name has the type that it had, and the value where that is known."""
    if type(symbol) is not type(earlier) or type(symbol) not in (Variable, ParameterVariable):
        return False
    assert symbol is not None
    assert earlier is not None
    if fixed_initializer(symbol) is not fixed_initializer(earlier):
        return False
    return symbol.type == earlier.type
