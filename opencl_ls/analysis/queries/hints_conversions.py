"""The conversions that an item makes without a cast (C11 6.3, OpenCL C 6.2 and 6.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.queries.describe import known_text
from opencl_ls.analysis.queries.hints_losses import Losses
from opencl_ls.analysis.queries.hints_raw import Raw
from opencl_ls.analysis.queries.stores import stores
from opencl_ls.analysis.query_results import ImplicitConversion
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.types.conversions import arithmetic_type, common_scalar, value_of
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.queries.hints_raw import Source, Span
    from opencl_ls.semantics.model import ItemModel

_ARITHMETIC: Final = frozenset(("+", "-", "*", "&", "|", "^", "==", "!="))
_SENSITIVE: Final = frozenset(("/", "%", "<", ">", "<=", ">="))
"""The operators whose result changes if a negative number becomes a large one."""
_COMPOUND: Final = (r.Binary, r.Conditional, r.Assignment)
_MOST_PARTS: Final = 30
_WORK_ITEM: Final = frozenset(
    (
        *("get_global_id", "get_global_size", "get_global_offset", "get_global_linear_id"),
        *("get_local_id", "get_local_size", "get_local_linear_id", "get_enqueued_local_size"),
        *("get_group_id", "get_num_groups"),
    )
)


def conversions(source: Source) -> Iterator[Raw]:
    """Yield the numeric expressions that are converted to another type, if types are known."""
    found = _Conversions(source)
    for store in stores(source):
        yield from found.stored(store.value, store.target, store.word)
    for assignment in source.model.of_kind(r.Assignment):
        yield from found.assigned(assignment)
    for binary in source.model.of_kind(r.Binary):
        yield from found.operated(binary)
    for choice in source.model.of_kind(r.Conditional):
        yield from found.chosen(choice)


class _Conversions:
    """Finds the conversions of one item."""

    def __init__(self, source: Source) -> None:
        self._model = source.model
        self._losses = Losses(source.model, source.target)

    def stored(
        self,
        value: r.Expression,
        target: t.Qualified,
        word: Span | None,
        *,
        sensitive: bool = False,
    ) -> Iterator[Raw]:
        """Yield the conversion of a value to the type of its object, or of an operand."""
        source = self._value(value)
        one, other = source.type, target.type
        if isinstance(other, t.AtomicType):
            other = other.value.type
        given = arithmetic_type(one)
        if given is None or isinstance(value, r.InitializerList):
            return
        if isinstance(other, t.VectorType):
            loss = self._losses.of(value, source, t.Qualified(other.element), sensitive=sensitive)
            if loss in ("", "width", "bits"):
                loss = "components"
            text = t.spelled(t.Qualified(other))
        else:
            loss = self._losses.of(value, source, target, sensitive=sensitive)
            text = known_text(value_of(target))
        if not loss:
            return
        fact = ImplicitConversion(
            value.start,
            value.end,
            t.spelled(source),
            text,
            loss,
            isinstance(value, _COMPOUND),
            "work-item" if _is_work_item(self._model, value) else "",
        )
        yield Raw(fact, () if word is None else (word,))

    def assigned(self, record: r.Assignment) -> Iterator[Raw]:
        """Yield the conversion of the right side of a compound assignment to the common type.

        The type of the result is not written.
        """
        word = record.operator.start, record.operator.end
        operator = record.operator.text
        if operator not in ("=", "<<=", ">>=", r.UNKNOWN_OPERATOR):
            left = self._value(record.left)
            yield from self._operands(operator[:-1], None, left, record.right, word)

    def operated(self, record: r.Binary) -> Iterator[Raw]:
        """Yield the conversions of the operands to their common type."""
        word = record.operator.start, record.operator.end
        left = self._value(record.left)
        yield from self._operands(record.operator.text, record.left, left, record.right, word)

    def _operands(
        self,
        operator: str,
        first: r.Expression | None,
        left: t.Qualified,
        second: r.Expression,
        word: Span,
    ) -> Iterator[Raw]:
        if operator not in _ARITHMETIC and operator not in _SENSITIVE:
            return
        common = _common(left, self._value(second))
        if common is not None:
            sensitive = operator in _SENSITIVE
            if first is not None:
                yield from self.stored(first, common, word, sensitive=sensitive)
            yield from self.stored(second, common, word, sensitive=sensitive)

    def chosen(self, record: r.Conditional) -> Iterator[Raw]:
        """Yield the conversions of the two values of `?:` to their common type."""
        if record.chosen is None:
            return
        common = _common(self._value(record.chosen), self._value(record.otherwise))
        if common is not None:
            yield from self.stored(record.chosen, common, None)
            yield from self.stored(record.otherwise, common, None)

    def _value(self, record: r.Expression) -> t.Qualified:
        return value_of(self._model.types.get(record, t.UNKNOWN_QUALIFIED))


def _common(left: t.Qualified, right: t.Qualified) -> t.Qualified | None:
    """Return the common type of two operands, None if they are not converted."""
    for one, other in ((left.type, right.type), (right.type, left.type)):
        if isinstance(one, t.VectorType):
            return t.Qualified(one) if arithmetic_type(other) is not None else None
    first, second = arithmetic_type(left.type), arithmetic_type(right.type)
    if first is None or second is None:
        return None
    common = common_scalar(first, second)
    # A typedef name of one of them is better than the type's own name.
    return next((each for each in (left, right) if each.type is common), t.Qualified(common))


def _is_work_item(model: ItemModel, value: r.Expression) -> bool:
    """Tell whether a sum or product contains a call of a work-item function near its end."""
    pending, looked_at = [value], 0
    while pending and looked_at < _MOST_PARTS:
        part, looked_at = pending.pop(), looked_at + 1
        if isinstance(part, r.Parenthesized):
            pending.append(part.inner)
        elif isinstance(part, r.Binary):
            pending += (part.left, part.right)
        elif isinstance(part, r.Call) and builtin_name(model, part) in _WORK_ITEM:
            return True
    return False
