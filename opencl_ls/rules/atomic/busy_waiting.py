"""A loop waits for another work-item.

## What it does
Hints at loops that only read, set or exchange an atomic object until the result changes: a spin
lock, or a flag that another work-item has to set. A loop that retries an exchange with the value
that it found, or that counts its iterations, is not reported.

## Why
Other work-items have no guarantee of forward progress meanwhile. Those of one sub-group often run
in lockstep, so that the holder of the lock never releases it, and the kernel hangs.

## Example
```cl CL2.0
kernel void k(global atomic_flag *lock, global int *sum, int n) {
    while (atomic_flag_test_and_set(lock)) { }
    *sum += n;
    atomic_flag_clear(lock);
}
```

## Use instead
```cl CL2.0
kernel void k(global atomic_int *sum, int n) { atomic_fetch_add(sum, n); }
```

## Versions
All.

## Reference
OpenCL specification, "Execution Model": work-items make no independent forward progress.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.findings import Severity
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.blocks import is_automatic, names_below, unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.operands import contains
from opencl_ls.semantics.lookup.uses import addressed, changing, uses
from opencl_ls.semantics.memory.fences import WITH_FLAGS
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.linter.context import RuleContext
    from opencl_ls.semantics.model import ItemModel

_WAITING: Final = frozenset(
    (
        "atomic_flag_test_and_set",
        "atomic_load",
        "atomic_exchange",
        "atomic_cmpxchg",
        "atomic_xchg",
        "atom_cmpxchg",
        "atom_xchg",
    )
)
_CHANGING_NOTHING: Final = frozenset(
    ("atomic_add", "atomic_or", "atomic_xor", "atom_add", "atom_or")
)
"""Functions that only read if their operand is 0."""
_COMPARING: Final = frozenset(("atomic_compare_exchange_strong", "atomic_compare_exchange_weak"))

_ASKING: Final = _WAITING | _CHANGING_NOTHING | _COMPARING

RULE = Rule(Severity.HINT, since="0.1", about=_ASKING | {f"{name}_explicit" for name in _ASKING})


@RULE.on(r.While, r.DoWhile, r.For)
def check(context: RuleContext, loop: r.While | r.DoWhile | r.For) -> None:
    """Look at loops that only read."""
    found = _waits(context.model, loop)
    if found is None:
        return
    condition, call = found
    step = loop.step if isinstance(loop, r.For) else None
    if not _counts(condition) and not (step and _names(step) & _names(condition)):
        _report(context, condition, call)


@RULE.on(r.Label)
def check_label(context: RuleContext, label: r.Label) -> None:
    """Look at `again: if (...) goto again;`."""
    chosen = label.statement
    if not isinstance(chosen, r.If) or chosen.otherwise is not None:
        return
    last = _last(chosen.then)
    if last is chosen.then and isinstance(last, r.Goto) and last.name.text == label.name.text:
        call = _asked(context.model, chosen.condition)
        if call is not None and not _counts(chosen.condition):
            _report(context, chosen.condition, call)


def _report(context: RuleContext, condition: r.Expression, call: r.Call) -> None:
    context.report(
        condition,
        f"this loop waits with '{builtin_name(context.model, call)}' for another work-item, "
        "which may never get its turn: work-items make no progress of their own",
    )


def _waits(
    model: ItemModel, loop: r.While | r.DoWhile | r.For
) -> tuple[r.Expression, r.Call] | None:
    """Return the condition of a waiting loop, and the call whose result it is."""
    work = _work(model, loop.body)
    condition = loop.condition
    if condition is not None and fixed_values(model).integer(condition):
        condition = None
    call = None
    if condition is None:
        # An endless loop with an exit in its body.
        if not work or not isinstance(work[-1], r.If) or work[-1].otherwise is not None:
            return None
        if not isinstance(_last(work[-1].then), r.Break | r.Return):
            return None
        condition, work = work[-1].condition, work[:-1]
    elif len(work) == 1 and isinstance(work[0], r.If) and work[0].otherwise is None:
        asked = _asked(model, work[0].condition)
        if asked is None or not _is_decided_in(model, condition, work[0].then):
            return None
        return work[0].condition, asked
    if not work:
        call = _asked(model, condition)
    elif len(work) == 1:
        call = _asked_before(model, condition, work[0])
    return None if call is None else (condition, call)


def _asked_before(
    model: ItemModel, condition: r.Expression, statement: r.Statement
) -> r.Call | None:
    """Return the call whose result a statement stores for the condition of its loop.

    A compare-exchange stores the value that it found; the loop waits if that is reset each time.
    """
    store = statement.expression if isinstance(statement, r.ExpressionStatement) else None
    if not isinstance(store, r.Assignment) or store.operator.text != "=":
        return None
    symbol = model.references.get(unwrapped(store.left))
    if symbol is None:
        return None
    calls = _calls(condition)
    if not calls:
        reads = any(model.references.get(name) is symbol for name in names_below(condition))
        return _asked(model, store.right) if reads else None
    call = calls[0]
    name = builtin_name(model, call).removesuffix("_explicit")
    if len(calls) > 1 or name not in _COMPARING or len(call.arguments) < 3:
        return None
    expected = addressed(call.arguments[1])
    is_set_back = fixed_values(model).integer(store.right) is not None
    known = expected is not None and model.references.get(expected) is symbol
    return call if known and is_set_back else None


def _is_decided_in(model: ItemModel, condition: r.Expression, body: r.Statement) -> bool:
    """Tell whether a condition reads only variables, one of which the body stores to."""
    if _calls(condition) or _counts(condition):
        return False
    symbols = [model.references.get(name) for name in names_below(condition)]
    if not all(
        isinstance(symbol, Variable) and is_automatic(symbol) for symbol in symbols if symbol
    ):
        return False
    changes = [name for symbol in symbols if symbol for name in uses(model, symbol)]
    return any(contains(body, name) and changing(model, name) for name in changes)


def _work(model: ItemModel, body: r.Statement) -> list[r.Statement]:
    """Return the statements of a body that are not fences."""
    if isinstance(body, r.Compound):
        return [each for each in body.statements if not _is_idle(model, each)]
    return [] if _is_idle(model, body) else [body]


def _last(statement: r.Statement) -> r.Statement | None:
    """Return the last statement of a block, or a single statement itself."""
    while isinstance(statement, r.Compound):
        if not statement.statements:
            return None
        statement = statement.statements[-1]
    return statement


def _counts(condition: r.Expression) -> bool:
    """Tell whether a condition has a side effect, such as counting."""
    return any(
        isinstance(each, r.Assignment)
        or (isinstance(each, r.Unary | r.Postfix) and each.operator in ("++", "--"))
        for each in _below(condition)
    )


def _calls(expression: r.Expression) -> list[r.Call]:
    return [each for each in _below(expression) if isinstance(each, r.Call)]


def _names(expression: r.Expression) -> set[str]:
    return {name.name for name in names_below(expression)}


def _below(record: r.Record) -> Iterator[r.Record]:
    yield record
    for child in r.children(record):
        yield from _below(child)


def _is_idle(model: ItemModel, body: r.Statement) -> bool:
    """Tell whether a body holds only fences."""
    if isinstance(body, r.Compound):
        return all(_is_idle(model, each) for each in body.statements)
    if isinstance(body, r.ExpressionStatement):
        call = unwrapped(body.expression)
        return isinstance(call, r.Call) and builtin_name(model, call) in WITH_FLAGS
    return isinstance(body, r.EmptyStatement)


def _asked(model: ItemModel, condition: r.Expression) -> r.Call | None:
    """Return the call of an atomic function whose result another work-item has to change."""
    inner = unwrapped(condition)
    if isinstance(inner, r.Binary):
        return _asked(model, inner.left) or _asked(model, inner.right)
    if isinstance(inner, r.Unary | r.Cast):
        return _asked(model, inner.operand)
    if not isinstance(inner, r.Call):
        return None
    name = builtin_name(model, inner).removesuffix("_explicit")
    reads = name in _CHANGING_NOTHING and fixed_values(model).integer(inner.arguments[-1]) == 0
    return inner if reads or name in _WAITING else None
