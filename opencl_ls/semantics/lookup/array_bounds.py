"""Indices that are certainly outside of an array: constants, and counters of constant loops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import formats
from opencl_ls.semantics.constants import Folder
from opencl_ls.semantics.lookup.blocks import names_below, unwrapped
from opencl_ls.semantics.lookup.constness import LITERALS, fixed_values
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol


_MOST_ROUNDS: Final = 64


class Overrun(Struct, frozen=True):
    """An index that takes the value `index` where an array has `size` elements.

    `loop` is the loop, if the index does so in an iteration of one.
    """

    index: int
    size: int
    loop: r.For | None


def overrun(model: ItemModel, record: r.Index) -> Overrun | None:
    """Return the overrun of an index that certainly leaves its array, else None."""
    kind = model.types.get(record.base)
    if kind is None or not isinstance(kind.type, t.ArrayType):
        return None
    size = kind.type.size or initialized_size(model.references.get(unwrapped(record.base)))
    if not size:
        return None
    last = size if _is_address(model, record) else size - 1
    constants = fixed_values(model)
    index = constants.integer(record.index)
    found: Overrun | None = None
    if index is not None:
        found = None if 0 <= index <= last else Overrun(index, size, None)
    else:
        rounds = counted(model, record.index, lambda index: not 0 <= index <= last)
        if rounds is not None:
            index = next(index for index in rounds.ends if not 0 <= index <= last)
            found = Overrun(index, size, rounds.loop)
    # At the end of a struct, the array may have more elements than it says.
    is_flexible = size == 1 and isinstance(unwrapped(record.base), r.Member)
    return None if found is None or is_flexible or _is_dead(model, record, constants) else found


def initialized_size(symbol: Symbol | None) -> int | None:
    """Return how many elements the initialiser gives an array that is declared with `[]`."""
    kind = symbol.type.type if isinstance(symbol, Variable) else None
    if (
        not isinstance(symbol, Variable)
        or not isinstance(kind, t.ArrayType)
        or kind.size is not None
    ):
        return None
    value = symbol.declarator.initializer
    if isinstance(value, r.StringLiteral):
        text = formats.characters(value.texts)
        return len(text) + 1 if text is not None and text.isascii() else None
    if not isinstance(value, r.InitializerList):
        return None
    is_flat = isinstance(kind.element.type, t.ScalarType | t.PointerType)
    size = following = 0
    for entry in value.entries:
        if not is_flat and not isinstance(entry.value, _WHOLE):
            return None  # Several entries may go into one element.
        if entry.designators:
            place = entry.designators[0]
            index = LITERALS.integer(place.last or place.index)
            if index is None:
                return None
            following = index
        following += 1
        size = max(size, following)
    return size


def _is_address(model: ItemModel, record: r.Record) -> bool:
    """Tell whether only the address of an element is taken, which may be the one after the end."""
    _, above = model.use_of(record)
    return isinstance(above, r.Unary) and above.operator == "&"


def _is_dead(model: ItemModel, record: r.Record, constants: Folder) -> bool:
    """Tell whether a record is not evaluated, or only if a constant condition fails."""
    below: r.Record = record
    for above in model.ancestors(record):
        if isinstance(above, r.TypeQuery):
            return True
        if isinstance(above, r.If | r.Conditional | r.While | r.For | r.Switch):
            value = constants.integer(above.condition)
            chosen = getattr(above, "then", getattr(above, "chosen", None))
            is_switch = isinstance(above, r.Switch)
            if value is not None and below is not above.condition:
                dead = above.otherwise if isinstance(above, r.If | r.Conditional) else None
                if is_switch or below is (dead if value else chosen):
                    return True
                if not value and isinstance(above, r.While | r.For):
                    return True
        if isinstance(above, r.Binary) and above.operator.text in ("&&", "||"):
            value = constants.integer(above.left)
            if value is not None and bool(value) == (above.operator.text == "||"):
                return True
        below = above
    return False


# --- loops ---------------------------------------------------------------------------------------


class Counted(Struct, frozen=True):
    """The values that an index takes in the first and in the last iteration of a constant loop."""

    loop: r.For
    ends: tuple[int, int]


def counted(
    model: ItemModel, index: r.Expression, wanted: Callable[[int], bool] = lambda _: True
) -> Counted | None:
    """Return the values of an index that each iteration of the loop around it evaluates, else None.

    Also None if neither end is `wanted`.
    """
    loop = _loop_around(model, index)
    counter = None if loop is None else _counter(model, loop, index)
    rounds = None if counter is None or loop is None else _rounds(model, loop, counter)
    if not rounds or loop is None:
        return None
    first, last = (_with(model, counter, value).integer(index) for value in (rounds[0], rounds[-1]))
    if first is None or last is None or not (wanted(first) or wanted(last)):
        return None
    # Whether the body changes the counter is checked last: it takes the longest.
    return Counted(loop, (first, last)) if _leaves_alone(model, loop.body, counter) else None


def counted_values(model: ItemModel, record: r.Index) -> list[int] | None:
    """Return the values that an index takes in the iterations of the loop around it, if known."""
    loop = _loop_around(model, record.index)
    counter = None if loop is None else _counter(model, loop, record.index)
    rounds = None if counter is None or loop is None else _rounds(model, loop, counter)
    if rounds is None or loop is None or len(rounds) > _MOST_ROUNDS:
        return None
    values = [_with(model, counter, value).integer(record.index) for value in rounds]
    known = [value for value in values if value is not None]
    return known if len(known) == len(values) and _leaves_alone(model, loop.body, counter) else None


def rounds_of(model: ItemModel, loop: r.For) -> range | None:
    """Return the values of the counter that a loop declares, if they are constant."""
    counter = _declared_by(model, loop)
    return None if counter is None else _rounds(model, loop, counter)


def _declared_by(model: ItemModel, loop: r.For) -> Symbol | None:
    """Return the one variable that a loop declares, None if there are none or several."""
    initial = loop.initial
    if not isinstance(initial, r.Declaration) or len(initial.declarators) != 1:
        return None
    return model.declared.get(initial.declarators[0])


def _loop_around(model: ItemModel, record: r.Expression) -> r.For | None:
    """Return the loop that evaluates an expression in each iteration."""
    below: r.Record = record
    for above in model.ancestors(record):
        if isinstance(above, r.For):
            return above if below is above.body else None
        if not isinstance(above, _CARRIED_OUT):
            return None
        if isinstance(above, r.Binary) and above.operator.text in ("&&", "||"):
            return None
        below = above
    return None


def _counter(model: ItemModel, loop: r.For, index: r.Expression) -> Symbol | None:
    """Return the variable that a loop declares, if an index mentions it."""
    symbol = _declared_by(model, loop)
    mentioned = (model.references.get(name) for name in names_below(index))
    return symbol if symbol is not None and symbol in mentioned else None


def _leaves_alone(model: ItemModel, body: r.Record, counter: Symbol | None) -> bool:
    """Tell whether the body of a loop always runs to its end and does not change a counter."""
    waiting: list[r.Record] = [body]
    while waiting:
        each = waiting.pop()
        if isinstance(each, r.Break | r.Continue | r.Return | r.Goto | r.Label | r.Switch):
            return False
        is_step = isinstance(each, r.Unary | r.Postfix) and each.operator in ("++", "--", "&")
        place = each.left if isinstance(each, r.Assignment) else None
        place = each.operand if isinstance(each, r.Unary | r.Postfix) and is_step else place
        if place is not None and model.references.get(unwrapped(place)) is counter:
            return False
        waiting.extend(r.children(each))
    return True


def _rounds(model: ItemModel, loop: r.For, counter: Symbol) -> range | None:
    """Return the values of a counter that goes from one constant to another."""
    assert isinstance(loop.initial, r.Declaration)
    constants = fixed_values(model)
    start = constants.integer(loop.initial.declarators[0].initializer)
    step = _step(model, loop.step, counter)
    condition = None if loop.condition is None else unwrapped(loop.condition)
    if start is None or not step or not isinstance(condition, r.Binary):
        return None
    end = constants.integer(condition.right)
    if end is None or model.references.get(unwrapped(condition.left)) is not counter:
        return None
    operator = condition.operator.text
    if (operator in ("<", "<=") and step > 0) or (operator in (">", ">=") and step < 0):
        beyond = (1 if step > 0 else -1) if operator.endswith("=") else 0
        return range(start, end + beyond, step)
    return None


def has_one_round(model: ItemModel, loop: r.For | r.While | r.DoWhile) -> bool:
    """Tell whether a loop certainly has no second iteration."""
    rounds = rounds_of(model, loop) if isinstance(loop, r.For) else None
    if rounds is not None:
        return len(rounds) < 2
    return loop.condition is not None and fixed_values(model).integer(loop.condition) == 0


def _step(model: ItemModel, step: r.Expression | None, counter: Symbol) -> int | None:
    step = None if step is None else unwrapped(step)
    if isinstance(step, r.Unary | r.Postfix) and step.operator in ("++", "--"):
        value: int | None = 1 if step.operator == "++" else -1
        place = step.operand
    elif isinstance(step, r.Assignment) and step.operator.text in ("+=", "-="):
        value = fixed_values(model).integer(step.right)
        value = -value if value is not None and step.operator.text == "-=" else value
        place = step.left
    else:
        return None
    return value if model.references.get(unwrapped(place)) is counter else None


def _with(model: ItemModel, counter: Symbol | None, value: int) -> Folder:
    """Return a folder that knows a value of a counter."""
    constants = fixed_values(model)

    def value_of(name: r.Name) -> int | None:
        return value if model.references.get(name) is counter else constants.integer(name)

    return Folder(value_of, model.named_type)


_WHOLE: Final = (r.InitializerList, r.VectorLiteral, r.Cast)
_CARRIED_OUT: Final = (
    r.Compound,
    r.ExpressionStatement,
    r.Declaration,
    r.InitDeclarator,
    r.Assignment,
    r.Binary,
    r.Unary,
    r.Postfix,
    r.Parenthesized,
    r.Cast,
    r.Index,
    r.Member,
    r.Call,
    r.VectorLiteral,
)
"""Records that evaluate all of their parts, in each iteration of a loop around them."""
