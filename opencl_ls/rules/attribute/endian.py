"""endian on something other than a pointer to global or constant memory.

## What it does
Reports the attribute `endian` on anything but a pointer into global or constant memory, and with
another argument than `host` or `device`.

## Why
It gives the byte order of data in a buffer that host and device share; no other data has two byte
orders. Many compilers do not know the attribute at all.

## Example
```cl
kernel void k(void) { int a __attribute__((endian(host))); }
```

## Use instead
```cl
kernel void k(global int *p __attribute__((endian(host)))) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Optional Attribute Qualifiers".
"""

from opencl_ls.builtins.host_names import looks_like_macro
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.attribute_subjects import is_before_tag, subject_kind
from opencl_ls.semantics.declarations.placement import (
    attribute_name,
    attributes_of,
    parameter_variables,
)
from opencl_ls.semantics.types.symbols import (
    Function,
    ParameterVariable,
    Symbol,
    Variable,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=(r.Attribute,))

_POINTERS = ("parameter", "variable", "pointer", "pointer typedef", "pointer member")
"""The last words of the kinds of subject that may be pointers, whose type is checked."""


@RULE.on(Variable, Function, ParameterVariable, about=(r.Attribute,))
def check(context: RuleContext, symbol: Symbol) -> None:
    """Look at the attributes of variables and parameters."""
    if isinstance(symbol, Variable):
        _look(context, symbol, attributes_of(symbol.declaration, symbol.declarator.declarator))
    elif isinstance(symbol, Function | ParameterVariable):
        for parameter in parameter_variables(symbol):
            record = parameter.parameter
            _look(context, parameter, attributes_of(record, record.declarator))


@RULE.on(r.Attribute)
def check_others(context: RuleContext, attribute: r.Attribute) -> None:
    """Look at the argument, and at subjects that are neither variables nor parameters."""
    if attribute_name(attribute) != "endian" or is_before_tag(context.model, attribute):
        return
    kind = subject_kind(context.model, attribute)
    written = attribute.name.text
    if kind and not kind.endswith(_POINTERS):
        context.report(
            attribute, f"'{written}' is for pointers to global or constant memory: it has no effect"
        )
        return
    arguments = attribute.arguments or ()
    words = [context.text(each) for each in arguments]
    if words not in (["host"], ["device"]) and not any(map(looks_like_macro, words)):
        context.report(attribute, f"'{written}' takes 'host' or 'device'")


def _look(context: RuleContext, symbol: Symbol, attributes: list[r.Attribute]) -> None:
    kind = t.element_of(symbol.type).type
    if kind is t.UNKNOWN:
        return
    if isinstance(kind, t.PointerType) and t.object_space(kind.pointee) in (t.GLOBAL, t.CONSTANT):
        return
    for attribute in attributes:
        if attribute_name(attribute) == "endian":
            context.report(
                attribute,
                f"'{attribute.name.text}' on {t.described(symbol.type)}: it is for pointers to "
                "global or constant memory",
            )
