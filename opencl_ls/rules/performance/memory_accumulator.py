"""A loop keeps its sum in an element of global memory.

## What it does
Reports `+=` and the like in a loop, where the place is an element of global memory that is the same
in each round, and the loop reads global memory through another pointer. Nothing is reported of a
`restrict` or `volatile` pointer, if the loop uses the pointer elsewhere, has a barrier, or calls a
function of the program.

## Why
As the other pointer may point to the same element, the compiler has to read and write memory in
each round. A read of global memory takes 400 to 600 clock cycles, if no cache serves it (NVIDIA,
*CUDA C Best Practices Guide*, "Memory Instructions"). Keep the sum in a private variable and store
it once after the loop.

## Example
```cl
kernel void k(global const float *a, global const float *b, global float *out, int n) {
    int i = get_global_id(0);
    out[i] = 0;
    for (int j = 0; j < n; j++)
        out[i] += a[i * n + j] * b[j];
}
```

## Use instead
```cl
kernel void k(global const float *a, global const float *b, global float *out, int n) {
    int i = get_global_id(0);
    float sum = 0;
    for (int j = 0; j < n; j++)
        sum += a[i * n + j] * b[j];
    out[i] = sum;
}
```

## Versions
All.

## Reference
NVIDIA, *CUDA C Best Practices Guide*, "Memory Instructions".
"""

from collections.abc import Iterator

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.constness import names_in
from opencl_ls.semantics.lookup.uses import changes, uses
from opencl_ls.semantics.memory.fences import WORK_GROUP_NAMES
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.types.symbols import ParameterVariable, Symbol, Variable
from opencl_ls.settings.profiles import PERFORMANCE
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.2", profile=PERFORMANCE)


@RULE.on(r.Assignment)
def check(context: RuleContext, record: r.Assignment) -> None:
    """Look at the place that is changed."""
    model = context.model
    place = unwrapped(record.left)
    if record.operator.text == "=" or not isinstance(place, r.Index):
        return
    pointer = model.references.get(unwrapped(place.base))
    loop = context.enclosing(record, r.For, r.While, r.DoWhile)
    if (
        loop is not None
        and isinstance(pointer, ParameterVariable)
        and _may_be_shared(model, pointer, place)
        and not _is_used(model, pointer, loop, place)
        and all(_stays(model, each, loop) for each in names_in(place.index))
        and not any(isinstance(each, r.Index | r.Member) for each in _inside(place.index))
        and _only_reads(model, loop, pointer)
    ):
        context.report(
            place,
            f"'{context.text(place)}' is read and written in each round of the loop: "
            "a private variable would hold it",
        )


def _may_be_shared(model: ItemModel, pointer: ParameterVariable, place: r.Index) -> bool:
    """Return whether an element is in global memory that other pointers may lead to."""
    kind = model.type_of(place)
    is_plain = isinstance(kind.type, t.ScalarType | t.VectorType) and not kind.volatile
    return is_plain and t.object_space(kind) == t.GLOBAL and not pointer.type.restrict


def _is_used(model: ItemModel, pointer: Symbol, loop: r.Record, place: r.Index) -> bool:
    """Return whether a loop uses a pointer beside one place, or anything changes it."""
    inside = [each for each in uses(model, pointer) if loop.start <= each.start < loop.end]
    return inside != [unwrapped(place.base)] or any(
        each in changes(model, pointer) for each in uses(model, pointer) if _is_whole(model, each)
    )


def _is_whole(model: ItemModel, name: r.Name) -> bool:
    """Return whether a name is not the base of an element."""
    above = model.use_of(name)[1]
    return not (isinstance(above, r.Index) and unwrapped(above.base) is name)


def _stays(model: ItemModel, name: r.Name, loop: r.Record) -> bool:
    """Return whether a name in an index has one value in all rounds."""
    symbol = model.references.get(name)
    if isinstance(symbol, Variable) and loop.start <= symbol.declaration.start < loop.end:
        return False
    # A name without a symbol is that of a built-in function, or a constant.
    return symbol is None or not any(
        loop.start <= each.start < loop.end for each in changes(model, symbol)
    )


def _only_reads(model: ItemModel, loop: r.Record, pointer: Symbol) -> bool:
    """Return whether a loop reads global memory by another pointer and calls nothing unknown."""
    reads = False
    for each in _inside(loop):
        if isinstance(each, r.Call):
            name = builtin_name(model, each)
            if not name or name in WORK_GROUP_NAMES:
                return False
        elif isinstance(each, r.Index):
            base = model.references.get(unwrapped(each.base))
            is_global = t.object_space(model.type_of(each)) == t.GLOBAL
            reads = reads or (is_global and base is not None and base is not pointer)
    return reads


def _inside(record: r.Record) -> Iterator[r.Record]:
    """Yield a record and all records in it."""
    waiting = [record]
    while waiting:
        each = waiting.pop()
        yield each
        waiting.extend(r.children(each))
