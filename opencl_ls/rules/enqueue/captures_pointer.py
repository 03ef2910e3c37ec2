"""An enqueued block uses a pointer to local or private memory of its parent.

## What it does
Reports a pointer into local or private memory that an enqueued block captures, by itself or in a
struct, or that it reads at program scope, also from an array. A pointer without an address space is
reported if only such addresses were stored in it. As a parameter it is a hint: it may receive one.

## Why
The enqueued block runs as a kernel of its own, when the work-group that owns that memory may have
ended. The reference page calls that undefined behaviour; compilers accept it.

## Example
```cl CL2.0
kernel void k(queue_t q, local int *cache) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ cache[0] = 1; });
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1),
                   ^(local void *memory) { local int *cache = memory; cache[0] = 1; }, 4u);
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.

## Fix safety
Unsafe: the block gets memory of its own, without the data that the captured pointer points to.
"""

from collections.abc import Iterator

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemEdit, ItemFix, RuleContext
from opencl_ls.linter.rewriting import first_in, free_name
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import size_in_memory
from opencl_ls.semantics.lookup.blocks import is_automatic, names_below, unwrapped
from opencl_ls.semantics.lookup.enqueue import (
    Enqueue,
    enqueue_of,
    enqueued_literal,
    pointee_space,
)
from opencl_ls.semantics.lookup.uses import (
    address_taken,
    addressed,
    changing,
    uses,
)
from opencl_ls.semantics.types.symbols import ParameterVariable, Symbol, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=BLOCKS, about=("enqueue_kernel",))


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the names in an enqueued literal, each one once."""
    found = enqueue_of(context.model, call)
    literal = None if found is None else enqueued_literal(context.model, found)
    if found is None or literal is None:
        return
    reported: set[Symbol] = set()
    for name in names_below(literal.body, evaluated=True):
        symbol = context.symbol(name)
        if not isinstance(symbol, Variable | ParameterVariable) or symbol in reported:
            continue
        if _is_inside(context, symbol, literal):
            continue
        pointer = _pointer(context, name)
        spaces = {pointee_space(context.model.types.get(pointer, t.UNKNOWN_QUALIFIED))}
        generic = pointer is name and spaces == {t.GENERIC}
        if isinstance(symbol, Variable) and generic:
            spaces = {_space(context, value) for value in _values(context, symbol)}
        elif generic:
            spaces = {t.LOCAL, t.PRIVATE}
        if not spaces or not spaces <= {t.LOCAL, t.PRIVATE}:
            continue
        reported.add(symbol)
        where = " or ".join(sorted(spaces))
        is_open = generic and not isinstance(symbol, Variable)
        verb = "may point" if is_open else "points"
        context.report(
            pointer,
            f"'{context.text(pointer)}' {verb} to {where} memory, which an enqueued block must not "
            "use",
            related=[(symbol, f"'{name.name}' is declared here")],
            severity=Severity.HINT if is_open else None,
            fixes=_own_memory(context, found, literal, symbol),
        )


def _pointer(context: RuleContext, name: r.Name) -> r.Expression:
    """Return the pointer that a name leads to: the variable, or a member or element of it."""
    pointer: r.Expression = name
    above = context.parent(name)
    while isinstance(above, r.Member | r.Index) and above.base is pointer:
        if isinstance(above, r.Member):
            inside = not above.arrow
        else:
            kind = context.model.types.get(pointer, t.UNKNOWN_QUALIFIED)
            inside = isinstance(kind.type, t.ArrayType)
        if not inside:
            break
        pointer, above = above, context.parent(above)
    return pointer


def _own_memory(
    context: RuleContext, found: Enqueue, literal: r.BlockLiteral, symbol: Symbol
) -> list[ItemFix]:
    """Return the fix that passes memory for one element in place of the captured pointer."""
    kind = symbol.type.type
    if not isinstance(kind, t.PointerType) or pointee_space(symbol.type) != t.LOCAL:
        return []
    size = size_in_memory(kind.pointee)
    if size is None or unwrapped(found.block) is not literal:
        return []
    at = found.call.close
    edits = (
        *_local_memory(context, literal, symbol.name, symbol.type),
        ItemEdit(at, at, f", {size}u"),
    )
    return [ItemFix("Pass local memory to the block", edits, safe=False)]


def _local_memory(
    context: RuleContext, literal: r.BlockLiteral, name: str, kind: t.Qualified
) -> tuple[ItemEdit, ...]:
    """Return the edits that add a local parameter to a block, and declare `name` as its pointer."""
    memory = free_name(context.model, f"{name}_memory")
    parameter = f"local void *{memory}"
    signature = literal.signature
    if signature is None:
        at = literal.caret.end if literal.result is None else literal.result.end
        edit = ItemEdit(at, literal.body.start, f"({parameter}) ")
    elif signature.parameters:
        end = signature.parameters[-1].end
        edit = ItemEdit(end, end, f", {parameter}")
    else:
        edit = ItemEdit(signature.start, signature.end, f"({parameter})")
    declared = t.declaration_text(kind.in_space(t.NO_SPACE), name)
    return edit, first_in(context.model, literal.body, f"{declared} = {memory};")


def _is_inside(context: RuleContext, symbol: Symbol, literal: r.BlockLiteral) -> bool:
    """Tell whether a symbol is the literal's own."""
    own = any(symbol is declared for declared in context.model.declared.values())
    return own and literal.start <= symbol.word.start < literal.end


def _values(context: RuleContext, pointer: Variable) -> Iterator[r.Expression | None]:
    """Yield the values that are stored in an automatic variable, None for unknown ones."""
    if pointer.declarator.initializer is not None:
        yield pointer.declarator.initializer
    if not is_automatic(pointer):
        yield None
    for name in uses(context.model, pointer):
        change = changing(context.model, name)
        if address_taken(context.model, name) is not None:
            yield None
        elif isinstance(change, r.Assignment) and change.operator.text == "=":
            yield change.right


def _space(context: RuleContext, value: r.Expression | None) -> str:
    """Return the address space of an address: of `&x`, of an array, of another pointer."""
    if value is None:
        return t.NO_SPACE
    named = addressed(value) or value
    symbol = context.symbol(named) if isinstance(named, r.Name) else None
    if isinstance(symbol, Variable | ParameterVariable):
        if named is not value or isinstance(symbol.type.type, t.ArrayType):
            return t.PRIVATE if is_automatic(symbol) else t.object_space(symbol.type)
    kind = context.model.types.get(value)
    return t.NO_SPACE if kind is None else pointee_space(kind)
