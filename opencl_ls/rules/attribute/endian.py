"""endian on something other than a pointer to global or constant memory.

## What it does
Reports the attribute `endian(host)` or `endian(device)` on a variable or parameter that is no
pointer into global or constant memory.

## Why
It tells the byte order of data in a buffer that host and device share; nothing else has two byte
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

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.placement import attribute_name, attributes_of, parameter_variables
from opencl_ls.semantics.symbols import Function, ParameterVariable, Symbol, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=(r.Attribute,))


@RULE.on(Variable, Function, ParameterVariable, about=(r.Attribute,))
def check(context: RuleContext, symbol: Symbol) -> None:
    """Look at the attributes of variables and parameters."""
    if isinstance(symbol, Variable):
        _look(context, symbol, attributes_of(symbol.declaration, symbol.declarator.declarator))
    elif isinstance(symbol, Function | ParameterVariable):
        for parameter in parameter_variables(symbol):
            record = parameter.parameter
            _look(context, parameter, attributes_of(record, record.declarator))


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
