"""How often a loop goes round, as a number or in the words of the source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.semantics.lookup.alternatives import never_changes
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.uses import changed
from opencl_ls.semantics.macros.undefined_macros import is_host_macro
from opencl_ls.semantics.types.symbols import ParameterVariable, Symbol, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Mapping

    from opencl_ls.semantics.model import ItemModel

_MOST_ROUNDS: Final = 1 << 16
"""The rounds up to which a loop with known numbers is counted."""
_STABLE_CALLS: Final = frozenset(
    (
        *("get_local_size", "get_global_size", "get_num_groups", "get_local_id"),
        *("get_global_id", "get_group_id"),
    )
)
_ARITHMETIC: Final = frozenset(("+", "-", "*", "/", "<<", ">>"))
_MIRRORED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}
_STEPS: Final = {"+=": "+", "-=": "-", "*=": "*", "/=": "/", "<<=": "<<", ">>=": ">>"}
_WORD: Final = 32
"""The width of an int in bits, beyond which no shift is carried out."""


class Scope(NamedTuple):
    """A function whose loops are counted.

    `given` has, for parameters of a called function, the number or the words that the caller
    passes; None where these are not known.  `sizes` are those of the group, where they are known.
    """

    model: ItemModel
    given: Mapping[Symbol, int | str | None]
    sizes: tuple[int, int, int] | None


class _Counter(NamedTuple):
    """A counter: where it starts, the operator and the bound of the condition, and its step."""

    start: r.Expression
    operator: str
    bound: r.Expression
    change: str
    step: r.Expression | None


def rounds(scope: Scope, loop: r.For) -> int | str | None:
    """Return the rounds of a loop that only its condition ends, None where they are not known."""
    counter = _counter(scope.model, loop)
    if counter is None:
        return None
    start, bound = value(scope, counter.start), value(scope, counter.bound)
    step = 1 if counter.step is None else value(scope, counter.step)
    if start is None or bound is None or not isinstance(step, int):
        return None
    if isinstance(start, int) and isinstance(bound, int):
        return _counted(start, counter.operator, bound, counter.change, step)
    if counter.change not in ("+", "-") or step < 1:
        return None
    upward = counter.change == "+"
    if counter.operator not in (("<", "<=", "!=") if upward else (">", ">=", "!=")):
        return None
    if counter.operator == "!=" and step != 1:
        return None
    low, high = (start, bound) if upward else (bound, start)
    return _span(low, high, 1 if counter.operator in ("<=", ">=") else 0, step)


def _span(low: int | str, high: int | str, more: int, step: int) -> str:
    """Return the words for `(high - low + more) / step`, rounded up."""
    if isinstance(low, int):
        more, words = more - low, f"{high}"
    elif low.startswith("-"):
        words = f"{high} + {low[1:]}"
    else:
        words = f"{high} - {_operand(low)}"
    if more:
        words = f"{words} {'+' if more > 0 else '-'} {abs(more)}"
    return words if step == 1 else f"ceil({_operand(words)} / {step})"


def _operand(words: str) -> str:
    return f"({words})" if " " in words and not words.startswith("ceil(") else words


def _counted(start: int, operator: str, bound: int, change: str, step: int) -> int | None:
    """Return the rounds of a loop whose numbers are all known."""
    now, found = start, 0
    while _holds(now, operator, bound):
        following = _applied(now, change, step)
        found += 1
        if following is None or following == now or found > _MOST_ROUNDS:
            return None
        now = following
    return found


def _holds(left: int, operator: str, right: int) -> bool:
    match operator:
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right
    return left != right


def _applied(left: int, operator: str, right: int) -> int | None:
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/" if right and left >= 0 and right > 0:
            return left // right
        case "<<" if 0 <= right < _WORD:
            return left << right
        case ">>" if 0 <= right < _WORD:
            return left >> right
    return None


# --- the counter of a loop -----------------------------------------------------------------------


def _counter(model: ItemModel, loop: r.For) -> _Counter | None:
    """Return the counter of a loop, None where it has none that only its step changes."""
    condition = None if loop.condition is None else unwrapped(loop.condition)
    step = None if loop.step is None else unwrapped(loop.step)
    if not isinstance(condition, r.Binary) or condition.operator.text not in _MIRRORED:
        return None
    if not isinstance(step, r.Assignment | r.Unary | r.Postfix) or (place := changed(step)) is None:
        return None
    symbol = model.references.get(unwrapped(place))
    start = None if symbol is None else _start(model, loop, symbol)
    if symbol is None or start is None or not _is_only_changed_by(model, loop, symbol):
        return None
    operator, bound = condition.operator.text, condition.right
    if model.references.get(unwrapped(condition.left)) is not symbol:
        operator, bound = _MIRRORED[operator], condition.left
        if model.references.get(unwrapped(condition.right)) is not symbol:
            return None
    if isinstance(step, r.Assignment):
        change = _STEPS.get(step.operator.text)
        return None if change is None else _Counter(start, operator, bound, change, step.right)
    return _Counter(start, operator, bound, step.operator[0], None)


def _start(model: ItemModel, loop: r.For, symbol: Symbol) -> r.Expression | None:
    initial = loop.initial
    if isinstance(initial, r.Declaration):
        for each in initial.declarators:
            if model.declared.get(each) is symbol:
                return each.initializer
    if isinstance(initial, r.ExpressionStatement):
        first = unwrapped(initial.expression)
        if isinstance(first, r.Assignment) and first.operator.text == "=":
            if model.references.get(unwrapped(first.left)) is symbol:
                return first.right
    return None


def _is_only_changed_by(model: ItemModel, loop: r.For, symbol: Symbol) -> bool:
    """Return whether the body and the condition of a loop leave its counter alone."""
    waiting: list[r.Record] = [loop.body] if loop.condition is None else [loop.body, loop.condition]
    while waiting:
        each = waiting.pop()
        place: r.Expression | None = None
        if isinstance(each, r.Assignment | r.Postfix):
            place = changed(each)
        elif isinstance(each, r.Unary) and each.operator in ("++", "--", "&"):
            place = each.operand
        if place is not None and model.references.get(unwrapped(place)) is symbol:
            return False
        waiting.extend(r.children(each))
    return True


# --- values that do not change -------------------------------------------------------------------


def value(scope: Scope, record: r.Expression) -> int | str | None:
    """Return the number or the words of an expression whose value never changes, else None."""
    record = unwrapped(record)
    fixed = fixed_values(scope.model).integer(record)
    if fixed is not None:
        return fixed
    match record:
        case r.Cast():
            return value(scope, record.operand)
        case r.Name():
            return _named(scope, record)
        case r.Unary(operator="-"):
            inner = value(scope, record.operand)
            return None if inner is None else f"-{_operand(f'{inner}')}"
        case r.Call():
            return _called(scope, record)
        case r.Binary() if record.operator.text in _ARITHMETIC:
            left, right = value(scope, record.left), value(scope, record.right)
            if left is None or right is None:
                return None
            if isinstance(left, int) and isinstance(right, int):
                return _applied(left, record.operator.text, right)
            return f"{_operand(f'{left}')} {record.operator.text} {_operand(f'{right}')}"
    return None


def _named(scope: Scope, record: r.Name) -> int | str | None:
    symbol = scope.model.references.get(record)
    if symbol is None:
        return record.name if is_host_macro(scope.model, record) else None
    if isinstance(symbol, ParameterVariable) and symbol in scope.given:
        return scope.given[symbol] if never_changes(scope.model, symbol) else None
    if isinstance(symbol, ParameterVariable) and never_changes(scope.model, symbol):
        return symbol.name
    if isinstance(symbol, Variable) and never_changes(scope.model, symbol):
        initial = symbol.declarator.initializer
        is_in_loop = scope.model.enclosing(symbol.declaration, r.For, r.While, r.DoWhile)
        if initial is not None and is_in_loop is None:
            return value(scope, initial)
    return None


def _called(scope: Scope, record: r.Call) -> int | str | None:
    name = builtin_name(scope.model, record)
    if name not in _STABLE_CALLS or len(record.arguments) != 1:
        return None
    dimension = fixed_values(scope.model).integer(record.arguments[0])
    if dimension is None or not 0 <= dimension < 3:
        return None
    if name == "get_local_size" and scope.sizes is not None:
        return scope.sizes[dimension]
    return f"{name}({dimension})"
