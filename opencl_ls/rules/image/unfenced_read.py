"""An image is read back without a fence after the write.

## What it does
Reports a read of a `read_write` image at coordinates that the same work-item has written before,
with no fence and no barrier for images between the two on any path.

## Why
A work-item sees its own writes to an image only after a fence for images. Before that the read may
return the old pixel.

## Example
```cl CL2.0
kernel void k(read_write image2d_t i, global float4 *o) {
    write_imagef(i, (int2)(0, 0), (float4)(1.0f));
    o[0] = read_imagef(i, (int2)(0, 0));
}
```

## Use instead
```cl CL2.0
kernel void k(read_write image2d_t i, global float4 *o) {
    write_imagef(i, (int2)(0, 0), (float4)(1.0f));
    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
    o[0] = read_imagef(i, (int2)(0, 0));
}
```

## Versions
2.0 and later.

## Reference
OpenCL C specification, "Access Qualifiers".

## Fix safety
Safe: the fence orders the accesses of one work-item to images and changes nothing else.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from opencl_ls.builtins.functions import function
from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemFix, RuleContext, inserting
from opencl_ls.linter.rule import SINCE_20, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_image
from opencl_ls.semantics.flow.cfg import control_flow
from opencl_ls.semantics.flow.dataflow import facts_before_steps
from opencl_ls.semantics.lookup.alternatives import never_changes, only_written
from opencl_ls.semantics.lookup.blocks import names_below, unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name, named_symbol, user_function
from opencl_ls.semantics.lookup.uses import uses
from opencl_ls.semantics.memory.fences import IMAGE, WITH_FLAGS, flags_value
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.model.graphs import Step
from opencl_ls.semantics.types.symbols import Function, ParameterVariable, Symbol
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=SINCE_20, about=(t.ImageType,))


class Pixel(NamedTuple):
    """An image with coordinates: their text, and the variables that they are made of."""

    image: Symbol
    coordinates: str
    variables: frozenset[Symbol | None]


@RULE.on(Function)
def check(context: RuleContext, symbol: Function) -> None:
    """Follow the writes of a body to the reads after them."""
    model = context.model
    if symbol.definition is None or not any(map(_is_read_write, symbol.parameters)):
        return
    writes: dict[Pixel, list[r.Call]] = {}

    def transfer(step: Step, written: frozenset[Pixel]) -> frozenset[Pixel]:
        if not isinstance(step, r.Call):
            changed = _changed(model, step)
            return frozenset(pixel for pixel in written if changed not in pixel.variables)
        name = builtin_name(model, step)
        if _may_fence(model, step):
            return frozenset()
        pixel = _pixel(model, step, 3) if name.startswith("write_image") else None
        if pixel is None:
            return written
        writes.setdefault(pixel, []).append(step)
        return written | {pixel}

    graph = control_flow(model, symbol.definition.body)
    for step, written in facts_before_steps(graph, transfer).items():
        if isinstance(step, r.Call) and builtin_name(model, step).startswith("read_image"):
            pixel = _pixel(model, step, 2)
            if pixel in written:
                _report(context, step, pixel, dict.fromkeys(writes[pixel]))


def _report(context: RuleContext, read: r.Call, pixel: Pixel, writes: Iterable[r.Call]) -> None:
    context.report(
        read,
        f"'{pixel.image.name}' is read where this work-item has written it: without a fence for "
        "images the read may return the old pixel",
        related=[(write, "the pixel is written here") for write in writes],
        fixes=_fence_after(context, writes),
    )


def _may_fence(model: ItemModel, call: r.Call) -> bool:
    """Tell whether a call is a fence for images, or one of a function that may hold one."""
    name = builtin_name(model, call)
    if name in WITH_FLAGS and call.arguments:
        flags = flags_value(model, call.arguments[0])
        return flags is None or bool(flags & IMAGE)
    own = None if name else user_function(model, call)
    if own is not None and own.definition is not None:
        return any(map(_may_fence_by_name, _calls(own.definition.body)))
    return _may_fence_by_name(call)


def _may_fence_by_name(call: r.Call) -> bool:
    """Tell whether a call may do more than a plain built-in function."""
    name = call.callee.name if isinstance(call.callee, r.Name) else ""
    return "fence" in name or "barrier" in name or function(name) is None


def _calls(body: r.Record) -> Iterator[r.Call]:
    pending = [body]
    while pending:
        record = pending.pop()
        if isinstance(record, r.Call):
            yield record
        pending.extend(r.children(record))


def _is_read_write(symbol: Symbol | None) -> bool:
    return (
        isinstance(symbol, ParameterVariable)
        and is_image(symbol.type.type)
        and symbol.type.access == "read_write"
    )


def _pixel(model: ItemModel, access: r.Call, count: int) -> Pixel | None:
    """Return the texel of a read or a write with `count` arguments, None where it is not plain."""
    if len(access.arguments) != count:
        return None
    image = named_symbol(model, access.arguments[0])
    at = _written(model, access.arguments[1])
    if image is None or not _is_read_write(image) or not _is_plain(model, at):
        return None
    text = "".join(model.item.text[at.start : at.end].split())
    variables = {model.references.get(name) for name in names_below(at)} - {None}
    return Pixel(image, text, frozenset(variables))


def _written(model: ItemModel, at: r.Expression) -> r.Expression:
    """Return the coordinates that a variable holds, where nothing changes them later."""
    written = only_written(model, at)
    symbols = [model.references.get(name) for name in names_below(written)]
    settled = all(each is not None and never_changes(model, each) for each in symbols)
    return written if symbols and settled else unwrapped(at)


def _is_plain(model: ItemModel, record: r.Record) -> bool:
    """Tell whether a value depends on variables by their names, on ids and on nothing else."""
    if isinstance(record, r.Call):
        return builtin_name(model, record).startswith("get_")
    if isinstance(record, r.Name):
        symbol = model.references.get(record)
        names = [] if symbol is None else uses(model, symbol)
        return not any(_is_address(model.parents.get(name)) for name in names)
    if not isinstance(record, _PLAIN) or _is_address(record):
        return False
    return all(_is_plain(model, each) for each in r.children(record))


def _is_address(record: r.Record | None) -> bool:
    return isinstance(record, r.Unary) and record.operator in ("&", "*", "++", "--")


def _changed(model: ItemModel, step: Step) -> Symbol | None:
    """Return the variable that a step stores in."""
    if isinstance(step, r.InitDeclarator):
        return model.declared.get(step)
    if isinstance(step, r.Assignment):
        place = step.left
    elif isinstance(step, r.Unary | r.Postfix):
        place = step.operand
    else:
        return None
    while isinstance(place, r.Parenthesized | r.Member | r.Index):
        place = place.inner if isinstance(place, r.Parenthesized) else place.base
    return model.references.get(place)


def _fence_after(context: RuleContext, writes: Iterable[r.Call]) -> list[ItemFix]:
    """Return the fix that puts a fence after the statement of the write, if there is only one."""
    statements = [context.parent(write) for write in writes]
    if len(statements) != 1 or not isinstance(statements[0], r.ExpressionStatement):
        return []
    if not isinstance(context.parent(statements[0]), r.Compound):
        return []
    place = statements[0].end
    return [inserting("Put a fence after the write", place, f" {_FENCE}", safe=True)]


_PLAIN: Final = (
    r.IntegerLiteral,
    r.FloatLiteral,
    r.Parenthesized,
    r.Unary,
    r.Binary,
    r.Member,
    r.Cast,
    r.VectorLiteral,
    r.TypeName,
    r.Specifiers,
    r.BasicType,
    r.NamedType,
    r.Declarator,
)
_FENCE: Final = (
    "atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);"
)
