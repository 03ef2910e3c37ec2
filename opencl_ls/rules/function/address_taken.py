"""A function is used as a value.

## What it does
Reports the name of a function, with or without `&`, where it is not called. Compilers treat a name
in parentheses as a value even if it is called, unless the function is overloadable.

## Why
The address of a function cannot be taken in OpenCL C, as there are no pointers to functions.
Compilers based on clang lift the restriction with
`#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable`.

## Example
```cl
int h(int x) { return x; }
kernel void k(global ulong *o) { o[0] = (ulong)&h; }
```

## Use instead
```cl
int h(int x) { return x; }
kernel void k(global ulong *o) { o[0] = h(1); }
```

## Versions
All, without the pragma for `__cl_clang_function_pointers`.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from itertools import islice

from opencl_ls.builtins.functions import function
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import NO_FUNCTION_POINTERS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.enqueue import called_builtin
from opencl_ls.semantics.macros.undefined_macros import has_host_macros, is_host_macro
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.ERROR,
    since="0.1",
    versions=NO_FUNCTION_POINTERS,
    supersedes=("builtin/no-matching-form",),
)


@RULE.on(r.Name, about=(Function,))
def check(context: RuleContext, name: r.Name) -> None:
    """Look at the names of functions that are not called."""
    symbol = context.symbol(name)
    if isinstance(symbol, Function) and not _is_no_value(context, name):
        _report(context, name, name.name, "a function", symbol)


@RULE.on(p.BuiltinFunctionName)
def check_builtin(context: RuleContext, problem: p.BuiltinFunctionName) -> None:
    """Look at the names of built-in functions that are not called."""
    if not _is_no_value(context, problem.record) and not has_host_macros(context.model):
        _report(context, problem.record, problem.name, "a built-in function", None)


def _report(
    context: RuleContext, record: r.Record, name: str, what: str, symbol: Function | None
) -> None:
    context.report(
        record,
        f"'{name}' is {what}: it can be called, but OpenCL C has no pointers to functions",
        related=[] if symbol is None else [(symbol, f"'{name}' is declared here")],
    )


def _is_no_value(context: RuleContext, name: r.Record) -> bool:
    """Tell whether a name is called, is not evaluated, or is reported elsewhere."""
    below, above = name, context.parent(name)
    while isinstance(above, r.Parenthesized | r.GenericSelection):
        below, above = above, context.parent(above)
    if isinstance(above, r.Call) and above.callee is below:
        return below is name or not _has_one_overload(context, name)
    if isinstance(above, r.Call) and is_host_macro(context.model, above):
        return True
    while isinstance(above, r.Parenthesized | r.Unary | r.Cast):
        if isinstance(above, r.Unary) and above.operator not in ("&", "*"):
            return False
        if isinstance(above, r.Cast) and context.type_of(above.type) is None:
            return True
        above = context.parent(above)
    if isinstance(above, r.Call):
        # Another rule reports a function in place of a block.
        declared_here = context.symbol(name) is not None
        return declared_here and called_builtin(context.model, above) == "enqueue_kernel"
    if isinstance(above, r.InitDeclarator):
        declared = context.declared(above)
        return declared is None or _is_function_pointer(declared.type)
    if isinstance(above, r.Assignment):
        target = context.symbol(unwrapped(above.left))
        return target is not None and _is_function_pointer(target.type)
    if isinstance(above, r.TypeQuery):
        # Arrays of functions have a rule of their own.
        return above.keyword == "vec_step"
    return above is None or isinstance(above, r.Attribute | r.Assembly)


def _has_one_overload(context: RuleContext, name: r.Record) -> bool:
    """Tell whether compilers reject a function in parentheses, which hides the overloads."""
    symbol = context.symbol(name)
    if symbol is None and isinstance(name, r.Name):
        known = function(name.name)
        signatures = () if known is None else known.available_signatures(context.target)
        instances = (overload for each in signatures for overload in each.concrete(name.name))
        return len(list(islice(instances, 2))) == 1
    if not isinstance(symbol, Function) or symbol.may_be_overloadable:
        return False
    return not symbol.is_overloadable or (symbol.has_overloads and len(symbol.overloads) == 1)


def _is_function_pointer(kind: t.Qualified) -> bool:
    return isinstance(kind.type, t.PointerType) and isinstance(
        kind.type.pointee.type, t.FunctionType | t.UnknownType
    )
