"""A kernel attribute stands on something that is no kernel.

## What it does
Reports `reqd_work_group_size`, `work_group_size_hint`, `vec_type_hint` and
`intel_reqd_sub_group_size` on functions without `kernel`, on variables, types and statements.

## Why
The attributes say how the host starts a kernel; nothing starts another function.

## Example
```cl
__attribute__((reqd_work_group_size(1, 1, 1))) void helper(void) {}
```

## Use instead
```cl
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k(void) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Optional Attribute Qualifiers".
"""

from collections.abc import Sequence

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.host_macros import may_be_kernel
from opencl_ls.semantics.placement import attribute_name
from opencl_ls.semantics.symbols import Function, Symbol, Typedef
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")

_KERNEL_ONLY = (
    "reqd_work_group_size",
    "work_group_size_hint",
    "vec_type_hint",
    "intel_reqd_sub_group_size",
)


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the attributes of functions."""
    if function.is_kernel or may_be_kernel(context.model, function):
        return
    for attribute in function.attributes:
        if attribute_name(attribute) in _KERNEL_ONLY:
            _report(context, attribute, f"'{function.name}'")


@RULE.on(r.Attribute)
def check_others(context: RuleContext, attribute: r.Attribute) -> None:
    """Look at the attributes of what is no function."""
    if attribute_name(attribute) in _KERNEL_ONLY:
        holder = _no_function(context, attribute)
        if holder:
            _report(context, attribute, holder)


def _report(context: RuleContext, attribute: r.Attribute, holder: str) -> None:
    context.report(attribute, f"'{attribute.name.text}' is for kernels, and {holder} is none")


def _no_function(context: RuleContext, attribute: r.Attribute) -> str:
    """Return what an attribute belongs to in words, or "" where it may be a function."""
    owner = context.parent(attribute)
    if isinstance(owner, r.Attributed):
        # Compilers let pass what stands alone before a semicolon outside all functions.
        return "a statement" if context.parent(owner) is not None else ""
    if isinstance(owner, r.RecordType):
        return f"a {owner.keyword}"
    if isinstance(owner, r.EnumType):
        return "an enum"
    above = None if owner is None else context.parent(owner)
    if isinstance(above, r.Parameter):
        return _in_words(context, (above,), "a parameter")
    if isinstance(owner, r.Declarator):
        return "" if above is None else _in_words(context, (above,), "")
    if isinstance(above, r.Declaration) and isinstance(owner, r.Specifiers):
        return _in_words(context, above.declarators, "a type" if owner.type else "")
    return ""


def _in_words(context: RuleContext, declarators: Sequence[r.Record], otherwise: str) -> str:
    """Return what declarators declare in words, "" where one may be a function."""
    declared = [context.declared(each) for each in declarators]
    for symbol in declared:
        if symbol is None or isinstance(symbol, Function) or _may_be_function(symbol):
            return ""
    symbol = declared[0] if declared else None
    return otherwise if symbol is None or not symbol.name else f"'{symbol.name}'"


def _may_be_function(symbol: Symbol) -> bool:
    """Tell whether a symbol that is none may be one all the same, as its type is not known."""
    return not isinstance(symbol, Typedef) and isinstance(
        symbol.type.type, t.FunctionType | t.UnknownType
    )
