"""The value of an integer expression at one work-item of one small group.

Ids and sizes are numbers then; kernel arguments and what else is the same for all work-items stay
unknowns.  What differs between them in a way that is not known has no value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct, field

from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import sums
from opencl_ls.semantics.flow.uniformity.sources import GROUP, effect
from opencl_ls.semantics.lookup.alternatives import only_value
from opencl_ls.semantics.lookup.blocks import names_below, unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.operands import spine
from opencl_ls.semantics.types.symbols import Function, ParameterVariable, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from opencl_ls.semantics.constants.sums import Sum
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol

Triple = tuple[int, int, int]
_DEEPEST: Final = 24
_SAME_FOR_ALL: Final = frozenset(
    ("get_group_id", "get_num_groups", "get_global_size", "get_global_offset", "get_work_dim")
)
_CHOICES: Final[dict[str, Callable[[int, int], int]]] = {"min": min, "max": max}


class Item(Struct, frozen=True):
    """A work-item: its ids within the group, and the size of the group.

    `beyond` is a dimension in which its id is larger than that by a sum, of which this is the key.
    """

    ids: Triple
    sizes: Triple
    beyond: tuple[int, sums.Key] | None = None

    def id(self, dimension: int) -> Sum:
        """Return its id within the group in a dimension."""
        known = sums.known(self.ids[dimension])
        if self.beyond is None or self.beyond[0] != dimension:
            return known
        return sums.added(known, dict(self.beyond[1]))


class Bound(Struct, eq=False):
    """An expression with what the variables in it hold; `was` is what a compound step changes."""

    record: r.Expression
    text: str
    names: Mapping[Symbol, Bound | None]
    operator: str = ""
    was: Bound | None = None
    depth: int = 0
    known: dict[Item, Sum | None] = field(default_factory=dict)

    def is_like(self, other: Bound) -> bool:
        """Tell whether another one certainly has the same value everywhere."""
        return (
            self.text == other.text
            and self.operator == other.operator
            and self.was is other.was
            and self.names == other.names
        )


class Numbers:
    """Evaluates the integer expressions of a kernel.

    `stored` are the variables that something is stored to, whose values depend on where a run is.
    """

    def __init__(self, model: ItemModel, kernel: Function, stored: frozenset[Symbol]) -> None:
        self.model = model
        self.kernel = kernel
        self.stored = stored
        self.addressed = _addressed(model)
        self.constants = fixed_values(model)
        # A run comes to the expressions in a loop more than once.
        self._symbols: dict[r.Expression, tuple[Symbol, ...]] = {}
        self._same_for_all: dict[r.Expression, bool] = {}

    # --- binding ---------------------------------------------------------------------------------

    def bound(
        self,
        record: r.Expression,
        held: Mapping[Symbol, Bound | None],
        operator: str = "",
        was: Bound | None = None,
    ) -> Bound:
        """Return an expression together with what the variables in it hold now."""
        names: dict[Symbol, Bound | None] = {}
        depth = 0 if was is None else was.depth + 1
        for symbol in self._symbols_in(record):
            if symbol in held:
                inner = names[symbol] = held[symbol]
                depth = depth if inner is None else max(depth, inner.depth + 1)
        return Bound(record, self.model.spelling(record), names, operator, was, depth)

    def _symbols_in(self, record: r.Expression) -> tuple[Symbol, ...]:
        known = self._symbols.get(record)
        if known is None:
            named = (
                self.model.references.get(name) for name in names_below(record, in_blocks=False)
            )
            known = self._symbols[record] = tuple(each for each in named if each is not None)
        return known

    def value(self, bound: Bound | None, item: Item) -> Sum | None:
        """Return the value at a work-item, None where it is not known."""
        if bound is None or bound.depth > _DEEPEST:
            return None
        if item not in bound.known:
            found = self._value(bound.record, bound, item)
            if bound.operator:
                found = self._applied(bound.operator, self.value(bound.was, item), found)
            bound.known[item] = found
        return bound.known[item]

    def truth(self, bound: Bound, item: Item) -> bool | None:
        """Tell whether a condition holds at a work-item, None where that is not known."""
        return self._truth(bound.record, bound, item)

    def loaded(self, bound: Bound | None, item: Item) -> object:
        """Return what tells apart what is read from memory, None for any other value."""
        record = None if bound is None else unwrapped(bound.record)
        while isinstance(record, r.Cast):
            record = unwrapped(record.operand)
        if bound is None or bound.operator:
            return None
        steps: list[object] = []
        is_element = False
        while isinstance(record, r.Index | r.Member):
            if isinstance(record, r.Index):
                is_element = True
                index = self._value(record.index, bound, item)
                if index is None:
                    return None
                steps.append(sums.key(index))
            else:
                steps.append(record.member.text)
            record = unwrapped(record.base)
        is_read = is_element and isinstance(record, r.Name)
        return (self.model.spelling(record), *steps) if record is not None and is_read else None

    def is_loaded(self, bound: Bound | None) -> bool:
        """Tell whether a value is made of what memory holds, and else of what all have alike."""
        if bound is None or bound.depth > _DEEPEST:
            return False
        if bound.operator and not self.is_loaded(bound.was):
            return False
        found = False
        waiting: list[r.Record] = [bound.record]
        while waiting:
            each = waiting.pop()
            if isinstance(each, r.Expression) and self._is_load(each):
                found = True
            elif isinstance(each, r.Name):
                symbol = self.model.references.get(each)
                inner = None if symbol is None else bound.names.get(symbol)
                fixed = None if symbol is None else only_value(self.model, symbol)
                if inner is not None and self.is_loaded(inner):
                    found = True
                elif symbol not in bound.names and fixed is not None:
                    waiting.append(fixed)
                elif self._may_differ(each, symbol, inner):
                    return False
            elif isinstance(each, r.Call):
                if effect(builtin_name(self.model, each), GROUP) not in ("computes", "converts"):
                    return False
                waiting.extend(each.arguments)
            elif isinstance(each, _PLAIN):
                waiting.extend(r.children(each))
            else:
                return False
        return found

    def _may_differ(self, name: r.Name, symbol: Symbol | None, bound: Bound | None) -> bool:
        """Tell whether a name may have another value in another work-item."""
        if bound is not None and self.is_same_for_all(bound.record):
            return False
        return self.constants.integer(name) is None and not self._is_argument(symbol)

    def _is_load(self, record: r.Expression) -> bool:
        is_place = isinstance(record, r.Index | r.Member)
        is_place = is_place or (isinstance(record, r.Unary) and record.operator == "*")
        kind = self.model.types.get(record) if is_place else None
        return kind is not None and t.object_space(kind) in (t.LOCAL, t.GLOBAL)

    def is_settled(self, bound: Bound, item: Item) -> bool:
        """Tell whether numbers alone decide a condition at a work-item."""
        record = unwrapped(bound.record)
        while isinstance(record, r.Unary) and record.operator == "!":
            record = unwrapped(record.operand)
        if not isinstance(record, r.Binary) or record.operator.text not in _RELATIONS:
            return self._truth(record, bound, item) is not None
        left = self._value(record.left, bound, item)
        right = self._value(record.right, bound, item)
        if left is None or right is None:
            return False
        return sums.number(sums.added(left, right, -1)) is not None

    # --- conditions ------------------------------------------------------------------------------

    def _truth(self, record: r.Expression, bound: Bound, item: Item) -> bool | None:
        record = unwrapped(record)
        if isinstance(record, r.Unary) and record.operator == "!":
            inner = self._truth(record.operand, bound, item)
            return None if inner is None else not inner
        if isinstance(record, r.Binary) and record.operator.text in ("&&", "||"):
            decisive = record.operator.text == "||"
            parts = operands(record, record.operator.text)
            truths = {self._truth(part, bound, item) for part in parts}
            if decisive in truths:
                return decisive
            return None if None in truths else not decisive
        if isinstance(record, r.Binary) and record.operator.text in _RELATIONS:
            return self._relation(record, bound, item)
        value = self._value(record, bound, item)
        number = None if value is None else sums.number(value)
        return None if number is None else number != 0

    def _relation(self, record: r.Binary, bound: Bound, item: Item) -> bool | None:
        left = self._value(record.left, bound, item)
        right = self._value(record.right, bound, item)
        if left is None or right is None:
            return None
        if self._wraps(record.left, left) or self._wraps(record.right, right):
            return None
        operator = record.operator.text
        if operator in ("==", "!="):
            difference = sums.number(sums.added(left, right, -1))
            return None if difference is None else (difference == 0) == (operator == "==")
        if operator in (">", "<="):
            left, right = right, left
        less = sums.is_less(left, right)
        return None if less is None else less == (operator in ("<", ">"))

    def _wraps(self, record: r.Expression, value: Sum) -> bool:
        """Tell whether a negative number is meant as an unsigned one."""
        number = sums.number(value)
        kind = self.model.type_of(record).type
        is_signed = isinstance(kind, t.ScalarType) and kind.signed
        return number is not None and number < 0 and not is_signed

    # --- values ----------------------------------------------------------------------------------

    def _value(self, record: r.Expression, bound: Bound, item: Item) -> Sum | None:
        record = unwrapped(record)
        if isinstance(record, r.IntegerLiteral | r.CharacterLiteral | r.TypeQuery):
            number = self.constants.integer(record)
            return None if number is None else sums.known(number)
        if isinstance(record, r.Name):
            return self._named(record, bound, item)
        if isinstance(record, r.Binary):
            return self._computed(record, bound, item)
        if isinstance(record, r.Call):
            return self._call(record, bound, item)
        if isinstance(record, r.Cast):
            kind = self.model.named_type(record.type).type
            return self._value(record.operand, bound, item) if _is_whole(kind) else None
        if isinstance(record, r.Unary) and record.operator in ("-", "+"):
            value = self._value(record.operand, bound, item)
            if value is None or record.operator == "+":
                return value
            return sums.added({}, value, -1)
        if isinstance(record, r.Conditional) and record.chosen is not None:
            truth = self._truth(record.condition, bound, item)
            if truth is None:
                return None
            return self._value(record.chosen if truth else record.otherwise, bound, item)
        return None

    def _computed(self, record: r.Binary, bound: Bound, item: Item) -> Sum | None:
        leftmost, steps = spine(record)
        value = self._value(leftmost, bound, item)
        for step in steps:
            right = None if value is None else self._value(step.right, bound, item)
            value = self._applied(step.operator.text, value, right)
            if value is None and self.is_same_for_all(step):
                # What cannot be computed is the same unknown for all work-items.
                value = sums.unknown(self.model.spelling(step))
        return value

    def _applied(self, operator: str, left: Sum | None, right: Sum | None) -> Sum | None:
        if left is None or right is None:
            return None
        if operator in ("+", "-"):
            return sums.added(left, right, 1 if operator == "+" else -1)
        if operator == "*":
            return sums.multiplied(left, right)
        numbers = sums.number(left), sums.number(right)
        compute = sums.ON_NUMBERS.get(operator)
        if compute is None or numbers[0] is None or numbers[1] is None:
            return None
        found = compute(numbers[0], numbers[1])
        return None if found is None else sums.known(found)

    def _named(self, record: r.Name, bound: Bound, item: Item) -> Sum | None:
        symbol = self.model.references.get(record)
        if symbol is not None and symbol in bound.names:
            return self.value(bound.names[symbol], item)
        number = self.constants.integer(record)
        if number is not None:
            return sums.known(number)
        return sums.unknown(self.model.spelling(record)) if self._is_argument(symbol) else None

    def _call(self, record: r.Call, bound: Bound, item: Item) -> Sum | None:
        name = builtin_name(self.model, record)
        if name in _CHOICES and len(record.arguments) == 2:
            values = [self._value(each, bound, item) for each in record.arguments]
            numbers = [None if each is None else sums.number(each) for each in values]
            if numbers[0] is not None and numbers[1] is not None:
                return sums.known(_CHOICES[name](numbers[0], numbers[1]))
            return None
        if name == "get_local_linear_id":
            return _linear_id(item)
        dimension = self.constants.integer(record.arguments[0]) if record.arguments else None
        if dimension is None or not 0 <= dimension <= 2:
            return None
        if name in ("get_local_size", "get_enqueued_local_size"):
            return sums.known(item.sizes[dimension])
        if name == "get_local_id":
            return item.id(dimension)
        if name == "get_global_id":
            base = sums.unknown(f"{sums.BASE} {dimension}")
            return sums.added(base, item.id(dimension))
        return sums.unknown(f"{name} {dimension}") if name in _SAME_FOR_ALL else None

    # --- what is the same for all ----------------------------------------------------------------

    def is_same_for_all(self, record: r.Expression) -> bool:
        """Tell whether an expression is made of constants and kernel arguments alone."""
        known = self._same_for_all.get(record)
        if known is None:
            known = self._same_for_all[record] = self._is_same_for_all(record)
        return known

    def _is_same_for_all(self, record: r.Expression) -> bool:
        waiting: list[r.Record] = [record]
        while waiting:
            each = waiting.pop()
            if isinstance(each, r.Name):
                symbol = self.model.references.get(each)
                if self.constants.integer(each) is None and not self._is_argument(symbol):
                    return False
            elif isinstance(each, r.Call):
                name = builtin_name(self.model, each)
                if name not in _SAME_FOR_ALL and name != "get_local_size":
                    return False
                waiting.extend(each.arguments)
            elif isinstance(each, _PLAIN):
                waiting.extend(r.children(each))
            else:
                return False
        return True

    def _is_argument(self, symbol: Symbol | None) -> bool:
        """Tell whether a symbol is a number that the host passes and nothing changes."""
        if not isinstance(symbol, ParameterVariable) or symbol in self.stored:
            return False
        return symbol.function is self.kernel and isinstance(symbol.type.type, t.ScalarType)

    def is_counted(self, symbol: Symbol | None) -> bool:
        """Tell whether a variable holds a whole number of one work-item."""
        if not isinstance(symbol, Variable | ParameterVariable) or not _is_whole(symbol.type.type):
            return False
        if symbol in self.addressed:
            return False
        return t.object_space(symbol.type) in (t.PRIVATE, t.NO_SPACE)


def _linear_id(item: Item) -> Sum | None:
    total: Sum = {}
    for dimension in (2, 1, 0):
        row = sums.multiplied(total, sums.known(item.sizes[dimension]))
        if row is None:
            return None
        total = sums.added(row, item.id(dimension))
    return total


def operands(record: r.Expression, operator: str) -> list[r.Expression]:
    """Return the operands in a row of one operator, or the expression where it is another."""
    found: list[r.Expression] = []
    waiting = [record]
    while waiting:
        each = unwrapped(waiting.pop())
        if isinstance(each, r.Binary) and each.operator.text == operator:
            waiting.extend((each.right, each.left))
        else:
            found.append(each)
    return found


def _addressed(model: ItemModel) -> frozenset[Symbol]:
    """Return the variables whose address is taken, which anything may change."""
    found: set[Symbol] = set()
    for record in model.of_kind(r.Unary):
        if record.operator == "&":
            symbol = model.references.get(unwrapped(record.operand))
            if symbol is not None:
                found.add(symbol)
    return frozenset(found)


def _is_whole(kind: t.Type) -> bool:
    return isinstance(kind, t.ScalarType) and not kind.floating and kind.bits > 1


_RELATIONS: Final = frozenset(("<", "<=", ">", ">=", "==", "!="))
_PLAIN: Final = (
    r.Parenthesized,
    r.Binary,
    r.Unary,
    r.Cast,
    r.Conditional,
    r.IntegerLiteral,
    r.FloatLiteral,
    r.CharacterLiteral,
    r.TypeQuery,
    r.TypeName,
    r.Specifiers,
    r.BasicType,
    r.Declarator,
)
