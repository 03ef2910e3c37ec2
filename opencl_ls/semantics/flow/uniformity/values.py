"""The uniformity of a value: equal for all work-items, different, or unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.semantics.flow.uniformity.spans import Span
    from opencl_ls.syntax import records as r


class Reason(Struct, frozen=True, eq=False):
    """Why a value differs between work-items.

    `record` is the place, `text` a clause for a message, and `cause` the reason one step further
    back.  `source` names the built-in function at the end of the chain, "" for none, and
    `dimension` the one that it was asked about.  `is_data` marks values from memory, in contrast to
    those computed only from ids.
    """

    record: r.Record
    text: str
    source: str = ""
    cause: Reason | None = None
    dimension: int | None = None
    is_data: bool = False

    def chain(self) -> list[Reason]:
        """Return this reason and its causes."""
        found: list[Reason] = []
        reason: Reason | None = self
        while reason is not None:
            found.append(reason)
            reason = reason.cause
        return found


class Value(Struct, frozen=True):
    """The facts about a value.

    `reason` is set for a value that differs.  Without one, the value differs if one of the
    function's parameters in `parameters` does; `unknown` is true if it is unknown even then.
    `mixed` marks a vector, struct or array of which only some parts differ.  `exact` is the
    quantity that the value is a plain copy of, such as ("local", 0), or a constant.  `span` bounds
    a computed value.
    """

    reason: Reason | None = None
    parameters: frozenset[int] = frozenset()
    unknown: bool = False
    mixed: bool = False
    exact: tuple[str, int] | None = None
    span: Span | None = None

    @property
    def differs(self) -> bool:
        """The value differs between work-items."""
        return self.reason is not None

    @property
    def may_differ(self) -> bool:
        """The value differs, or does if a parameter of the function does."""
        return self.reason is not None or bool(self.parameters)

    @property
    def is_data(self) -> bool:
        """The value differs because of the contents of memory."""
        return self.reason is not None and any(each.is_data for each in self.reason.chain())

    @property
    def is_uniform(self) -> bool:
        """The value is the same for all the work-items."""
        return self.reason is None and not self.parameters and not self.unknown

    def same_state(self, other: Value) -> bool:
        """Tell whether the fixed point iteration may stop between these two."""
        return (
            self.differs == other.differs
            and self.parameters == other.parameters
            and self.unknown == other.unknown
            and self.mixed == other.mixed
            and self.exact == other.exact
            and self.span == other.span
        )

    def plain(self) -> Value:
        """Return the value of a computation on this one, without known numbers."""
        if self.exact is None and self.span is None:
            return self
        return replace(self, exact=None, span=None)

    def without_span(self) -> Value:
        """Return the value without known numbers."""
        return self if self.span is None else replace(self, span=None)


UNIFORM: Final = Value()
UNKNOWN: Final = Value(unknown=True)


def constant(value: int) -> Value:
    """Return the uniform value of an integer constant."""
    return Value(exact=("constant", value))


def join(values: Iterable[Value]) -> Value:
    """Return the value that is computed from some values, or is one of them."""
    reason: Reason | None = None
    parameters: frozenset[int] = frozenset()
    unknown = mixed = False
    for value in values:
        reason = reason or value.reason
        if value.parameters:
            parameters |= value.parameters
        unknown = unknown or value.unknown
        mixed = mixed or value.mixed
    if reason is None and not parameters and not unknown:
        return UNIFORM
    return Value(reason, parameters, unknown, mixed)


def bundle(values: Iterable[Value]) -> Value:
    """Return the value of an aggregate with these parts: mixed where only some of them differ."""
    parts = list(values)
    whole = join(parts)
    alike = {(part.differs, part.parameters) for part in parts}
    return replace(whole, mixed=True) if len(alike) > 1 else whole


def may_cancel(left: Value, right: Value) -> bool:
    """Tell whether two values may differ by the same quantity, which a computation may cancel.

    `n - id` and `id` both differ, but their sum does not.  Ids of separate dimensions are
    independent, and so are values from memory.
    """
    if left.parameters & right.parameters:
        return True
    if left.reason is None or right.reason is None:
        return False
    if left.is_data or right.is_data:
        return False
    first, second = (value.chain()[-1].dimension for value in (left.reason, right.reason))
    return first is None or second is None or first == second


def part_of(value: Value) -> Value:
    """Return the value of an unknown part of an aggregate."""
    return UNKNOWN if value.mixed else value.plain()
