"""An enqueued block reads what its parent writes, and does not wait for it.

## What it does
Hints at an enqueued block that reads global memory which the enclosing function writes, where the
flag is `CLK_ENQUEUE_FLAGS_NO_WAIT` and the call waits for no event. The rule covers variables,
elements with a constant index and their members, elements that parent and child both index by their
id, elements that a loop over constants writes, and a pointer that the parent writes through before
the call and the block passes to a function of the program.

## Why
The child may run concurrently with its parent. It may read the old value or the new one.

## Example
```cl CL2.0
kernel void k(queue_t q, global int *a) {
    a[0] = 1;
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ a[1] = a[0]; });
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q, global int *a) {
    a[0] = 1;
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ a[1] = a[0]; });
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.

## Fix safety
Unsafe: the child begins later.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.order import dominates
from opencl_ls.semantics.lookup.alternatives import alternatives
from opencl_ls.semantics.lookup.array_bounds import Counted, counted
from opencl_ls.semantics.lookup.blocks import enclosing_literal, names_below, unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.enqueue import (
    enqueue_of,
    enqueued_literal,
    is_null,
    literal_value,
    named_constant,
    pointee_space,
    uncast,
    wait_list,
)
from opencl_ls.semantics.lookup.uses import address_taken, changing, uses
from opencl_ls.semantics.types.symbols import (
    Function,
    ParameterVariable,
    Symbol,
    Variable,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=BLOCKS, about=("enqueue_kernel",))

_IDS: Final = ("get_global_id", "get_group_id")
_STORES: Final = ("atomic_store", "atomic_init", "atomic_flag_clear")
_CHOICES: Final = (r.If, r.Switch, r.Conditional, r.For, r.While, r.DoWhile)
_EXITS: Final = (r.Return, r.Goto, r.Label)


class _Place(NamedTuple):
    """A place that is read or written: an expression, and its access path from the variable.

    A step is the name of a member or what `_index` returns.
    """

    whole: r.Expression
    way: tuple[object, ...]


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look for places that a block reads and the enclosing function writes."""
    found = enqueue_of(context.model, call)
    if found is None or not _is_no_wait(context, found.flags):
        return
    waited = wait_list(context.model, call)
    literal = enqueued_literal(context.model, found)
    if literal is None or (waited is not None and literal_value(waited.count) != 0):
        return
    for name in names_below(literal.body, evaluated=True):
        read = _place(context, name)
        if read is not None and _is_read(context, read.whole):
            write = next(_writes(context, call, name, read), None)
            what, where = f"reads '{context.text(read.whole)}'", (read.whole, "read here")
        elif read is None and _is_passed_on(context, name):
            write = next(_writes_through(context, call, name), None)
            what, where = f"passes on '{name.name}'", (name, "passed on here")
        else:
            continue
        if write is None:
            continue
        waiting = "CLK_ENQUEUE_FLAGS_WAIT_KERNEL"
        context.report(
            found.flags,
            f"the block {what} while the kernel that writes it may still run: use '{waiting}'",
            related=[(write, "written here"), where],
            fixes=[replacing(f"Use '{waiting}'", found.flags, waiting, safe=False)],
        )
        return


def _is_no_wait(context: RuleContext, flags: r.Expression) -> bool:
    """Tell whether flags are always `CLK_ENQUEUE_FLAGS_NO_WAIT`, which is 0."""
    values = (uncast(value) for _, value in alternatives(context.model, flags))
    return all(
        is_null(value) or named_constant(context.model, value) == "CLK_ENQUEUE_FLAGS_NO_WAIT"
        for value in values
    )


def _place(context: RuleContext, name: r.Name) -> _Place | None:
    """Return the place in global memory that the name of a variable or a pointer leads to."""
    symbol = context.symbol(name)
    if not isinstance(symbol, Variable | ParameterVariable):
        return None
    points = pointee_space(symbol.type) == t.GLOBAL
    if not points and not _is_global_variable(symbol):
        return None
    whole: r.Expression = name
    way: list[object] = []
    while True:
        above = context.parent(whole)
        is_dereferenced = _is_dereferenced(context, above, whole)
        if is_dereferenced and not points:
            break  # A pointer that was loaded: it may point anywhere.
        if isinstance(above, r.Member) and above.base is whole:
            way.extend((0, above.member.text) if above.arrow else (above.member.text,))
        elif isinstance(above, r.Index) and above.base is whole:
            step = _index(context, above.index)
            if step is None:
                return None
            way.append(step)
        elif isinstance(above, r.Unary) and above.operator == "*":
            way.append(0)
        elif not isinstance(above, r.Parenthesized):
            break
        points = points and not is_dereferenced
        whole = above
    return None if points else _Place(whole, tuple(way))


def _is_global_variable(symbol: Symbol) -> bool:
    """Tell whether a symbol is a variable in global memory that is changed only by its name."""
    if not isinstance(symbol, Variable) or isinstance(symbol.type.type, t.PointerType):
        return False
    return symbol.function is None and t.object_space(symbol.type) == t.GLOBAL


def _is_dereferenced(context: RuleContext, above: r.Record | None, inner: r.Expression) -> bool:
    """Tell whether an expression dereferences the pointer `inner`."""
    if isinstance(above, r.Member) and above.base is inner:
        return above.arrow
    if isinstance(above, r.Index) and above.base is inner:
        kind = context.model.types.get(inner, t.UNKNOWN_QUALIFIED)
        return isinstance(kind.type, t.PointerType)
    return isinstance(above, r.Unary) and above.operator == "*"


def _index(context: RuleContext, index: r.Expression) -> object:
    """Return a constant, the bounds of a counter, or the id function; None for others."""
    model = context.model
    folder = fixed_values(model)
    constant = folder.integer(index)
    if constant is not None:
        return constant
    rounds = counted(model, index)
    if rounds is not None:
        return rounds
    values = [value for _, value in alternatives(model, index)]
    value = unwrapped(values[0])
    if len(values) == 1 and isinstance(value, r.Call) and len(value.arguments) == 1:
        name, dimension = builtin_name(model, value), folder.integer(value.arguments[0])
        return (name, dimension) if name in _IDS and dimension is not None else None
    return None


def _is_read(context: RuleContext, whole: r.Expression) -> bool:
    """Tell whether the value of a place is read, by an atomic function perhaps."""
    change = changing(context.model, whole)
    if isinstance(change, r.Assignment) and change.operator.text == "=":
        return False
    if isinstance(context.model.types.get(whole, t.UNKNOWN_QUALIFIED).type, t.ArrayType):
        return False
    if address_taken(context.model, whole) is None:
        return True
    name = _atomic_name(context, whole)
    return name.startswith("atom") and not name.startswith(_STORES)


def _atomic_name(context: RuleContext, whole: r.Expression) -> str:
    """Return the name of the built-in function that takes the address of a place, else ""."""
    address = address_taken(context.model, whole)
    call = None if address is None else context.parent(address)
    if not isinstance(call, r.Call) or call.arguments[:1] != (address,):
        return ""
    return builtin_name(context.model, call)


def _writes(context: RuleContext, call: r.Call, name: r.Name, read: _Place) -> Iterator[r.Record]:
    """Yield the writes to the same place in the enclosing function, before or after a call."""
    symbol = context.symbol(name)
    if symbol is None or _is_moved(context, symbol):
        return
    home = enclosing_literal(context.model, call)
    for other in uses(context.model, symbol):
        if enclosing_literal(context.model, other) is not home:
            continue
        written = _place(context, other)
        change = None if written is None else _change(context, written, read)
        if written is None or change is None or not _meet(context, written, read, call):
            continue
        # A loop counts as a whole, if it writes the place.
        whole = next((step.loop for step in written.way if isinstance(step, Counted)), change)
        if dominates(context.model, whole, call) or dominates(context.model, call, whole):
            yield change


def _is_passed_on(context: RuleContext, name: r.Name) -> bool:
    """Tell whether a pointer to global memory is an argument of a function of the program."""
    above = context.parent(name)
    if not isinstance(above, r.Call) or name not in above.arguments:
        return False
    called, given = context.symbol(unwrapped(above.callee)), context.symbol(name)
    return (
        isinstance(called, Function)
        and isinstance(given, Variable | ParameterVariable)
        and pointee_space(given.type) == t.GLOBAL
    )


def _writes_through(context: RuleContext, call: r.Call, name: r.Name) -> Iterator[r.Record]:
    """Yield the writes through a pointer in the enclosing function before a call."""
    symbol = context.symbol(name)
    if symbol is None or _is_moved(context, symbol):
        return
    home = enclosing_literal(context.model, call)
    for other in uses(context.model, symbol):
        written = _place(context, other)
        change = None if written is None else changing(context.model, written.whole)
        if change is not None and enclosing_literal(context.model, other) is home:
            if dominates(context.model, change, call):
                yield change


def _change(context: RuleContext, written: _Place, read: _Place) -> r.Expression | None:
    """Return the write to a place: an assignment, or an atomic function that is not a read."""
    change = changing(context.model, written.whole)
    if change is not None or address_taken(context.model, read.whole) is not None:
        return change
    name = _atomic_name(context, written.whole)
    if not name.startswith(("atomic_", "atom_")) or name.startswith("atomic_load"):
        return None
    return address_taken(context.model, written.whole)


def _meet(context: RuleContext, written: _Place, read: _Place, call: r.Call) -> bool:
    """Tell whether one of two places contains the other."""
    for one, other in zip(written.way, read.way, strict=False):
        ends = one.ends if isinstance(one, Counted) else (one,)
        if isinstance(other, tuple):
            # The first of the children has the id 0, as the first of their parents has.
            if not _begins_at_0(context, call):
                return False
            if one != other and (0 not in ends or not _is_always_read(context, read)):
                return False
        elif other not in ends:
            return False
    return True


def _begins_at_0(context: RuleContext, call: r.Call) -> bool:
    """Tell whether the range of a launch is one without an offset, the first of 3 arguments."""
    found = enqueue_of(context.model, call)
    built = [] if found is None else [each for _, each in alternatives(context.model, found.range)]
    return all(isinstance(each, r.Call) and len(each.arguments) < 3 for each in built)


def _is_always_read(context: RuleContext, read: _Place) -> bool:
    """Tell whether each child certainly reaches a place of the block."""
    for above in context.ancestors(read.whole):
        if isinstance(above, r.BlockLiteral):
            exits = context.model.of_kind(*_EXITS)
            return not any(above.start < each.start < read.whole.start for each in exits)
        if isinstance(above, _CHOICES):
            return False
        if isinstance(above, r.Binary) and above.operator.text in ("&&", "||"):
            return False
    return False


def _is_moved(context: RuleContext, symbol: Symbol) -> bool:
    """Tell whether a pointer may change from one use to the next."""
    if not isinstance(symbol.type.type, t.PointerType):
        return False
    return any(
        changing(context.model, name) is not None or address_taken(context.model, name) is not None
        for name in uses(context.model, symbol)
    )
