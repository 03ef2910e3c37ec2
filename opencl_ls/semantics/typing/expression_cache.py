"""A cache of bound expressions, which an edit of their item reuses.

A keystroke in a large function leaves most of its statements the same records
(`syntax/statement_cache.py`).  The symbols of the names in an expression and the types of its parts
are then reused, unless a name has another meaning now or the expression had an error.  The result
is the same as without the cache.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final, cast

from opencl_ls.semantics.calls.memory_orders import has_order
from opencl_ls.semantics.lookup.constness import fixed_initializer
from opencl_ls.semantics.model.bound_expression import BoundExpression, Contents
from opencl_ls.semantics.types.symbols import ParameterVariable, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol

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
"""Records that declare nothing, and whose types follow from the symbols of their names."""


_OBJECTS: Final = frozenset((Variable, ParameterVariable))


class ExpressionCache:
    """The results of a model for the expressions that it shares with the next text of its item.

    Both items are free of syntax problems, and the target is the same.
    """

    __slots__ = ("_doubtful", "_same", "model")

    def __init__(self, model: ItemModel, item: r.Item) -> None:
        self.model = model
        places = [problem.record.start for problem in model.problems]
        places += [problem.start for problem in (*model.item.recovered, *item.recovered)]
        self._doubtful = sorted(places)
        # Symbols of the new item, each with the earlier one.
        self._same: dict[Symbol, Symbol] = {}

    def take(
        self,
        record: r.Expression,
        parent: r.Record,
        into: ItemModel,
        lookup: Callable[[str], Symbol | None],
    ) -> BoundExpression | None:
        """Copy the results for an expression below `parent` into a model, except its calls.

        `lookup` returns the symbol of a name there.  Returns the place of the expression in the
        model that has it, None if that is outdated.
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
        for word, name in contents.words.items():
            symbol, earlier = lookup(word), references.get(name)
            if symbol is not earlier and not self._means_the_same(symbol, earlier):
                return None
            meant[word] = symbol
        for name in contents.references:
            into.references[name] = meant[name.name]
        into.events += contents.events
        into.parents[record] = parent
        into.parents.update(contents.parents)
        into.types.update(contents.types)
        into.lvalues.update(contents.lvalues)
        into.type_names.update(contents.type_names)
        into.resolutions.update(contents.resolutions)
        return bound

    def _means_the_same(self, symbol: Symbol | None, earlier: Symbol | None) -> bool:
        """Tell whether a name has the type that it had, and the value where that is known."""
        if symbol is None or earlier is None or type(symbol) not in _OBJECTS:
            return False
        # Most names come up in many expressions.
        if self._same.get(symbol) is earlier:
            return True
        if type(symbol) is not type(earlier) or symbol.type != earlier.type:
            return False
        if fixed_initializer(symbol) is not fixed_initializer(earlier):
            return False
        self._same[symbol] = earlier
        return True

    def _is_doubtful(self, record: r.Expression) -> bool:
        """Tell whether in a record, or right after it, there was a problem or a recovered error."""
        index = bisect_left(self._doubtful, record.start)
        return index < len(self._doubtful) and self._doubtful[index] <= record.end

    def _contents(self, bound: BoundExpression) -> Contents | None:
        """Return the contents of an expression, None if they may depend on more than its names."""
        known = self.model
        events = known.events[bound.start : bound.end]
        kinds = set(map(type, events))
        if not kinds <= _PLAIN:
            return None
        for site in known.calls[bound.first_call : bound.last_call]:
            # The value of its memory order is found at the assignment to a variable.
            if has_order(site.callee):
                return None
        # It declares nothing: these are all records, and a name means the same in each.
        records = cast("list[r.Record]", events)
        if r.BasicType in kinds and not known.references.keys().isdisjoint(
            each for each in records if type(each) is r.BasicType
        ):
            return None
        names = [each for each in records if type(each) is r.Name or type(each) is r.NamedType]
        written = [each for each in records if type(each) is r.TypeName]
        expressions = cast("list[r.Expression]", records)
        kinds_of = zip(expressions, map(known.types.get, expressions), strict=True)
        types = {each: kind for each, kind in kinds_of if kind is not None}
        inner = records[1:]
        calls = (site.call for site in known.calls[bound.first_call : bound.last_call])
        return Contents(
            {each.name: each for each in names},
            tuple(each for each in names if each in known.references),
            records,
            dict(zip(inner, map(known.parents.__getitem__, inner), strict=True)),
            types,
            frozenset(known.lvalues.intersection(types)),
            {each: known.type_names[each] for each in written},
            {call: known.resolutions[call] for call in calls if call in known.resolutions},
        )


def cached_ranges(model: ItemModel) -> list[BoundExpression]:
    """Return the disjoint ranges of events that come from another model, in order."""
    return [bound for bound in model.expressions.values() if bound.contents is not None]
