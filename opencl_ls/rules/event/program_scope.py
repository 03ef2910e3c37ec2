"""An event, a queue or a reservation is declared at program scope.

## What it does
Reports program-scope variables of the types `event_t`, and, from OpenCL C 2.0 on, `clk_event_t`,
`reserve_id_t` and `queue_t`. An `ndrange_t` there is a warning, since compilers accept it. From 1.2
on, an event or a reservation that is `extern` in a function is reported as well: it would be at
program scope.

## Why
Such an object belongs to one execution of a kernel. A variable that outlives it would refer to
nothing.

## Example
```cl
constant event_t e = 0;
```

## Use instead
```cl
kernel void k(void) { event_t e = 0; }
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_named
from opencl_ls.semantics.declarations.placement import at_program_scope, space_place, storage_word
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1", about=(t.OpaqueType,))


@RULE.on(Variable, about=RULE.about)
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the types of variables at program scope."""
    if not at_program_scope(variable):
        _check_extern(context, variable)
        return
    kind, is_array = t.element_of(variable.type), isinstance(variable.type.type, t.ArrayType)
    device = context.target.version >= 200 and is_named(
        kind.type, "clk_event_t", "reserve_id_t", "queue_t"
    )
    has_value = variable.declarator.initializer is not None
    extent = context.target.version >= 200 and is_named(kind.type, "ndrange_t")
    if device or extent or is_named(kind.type, "event_t"):
        context.report(
            variable.declaration,
            f"'{variable.name}' is {_described(kind)}: it can only be declared in a function",
            # Compilers accept queues without a value, and check only the type of the variable
            # itself.
            severity=Severity.WARNING
            if extent or is_array or (is_named(kind.type, "queue_t") and not has_value)
            else None,
        )


def _check_extern(context: RuleContext, variable: Variable) -> None:
    """Look at `extern` and `constant` in a function; compilers accept arrays and queues."""
    version, kind = context.target.version, variable.type
    device = version >= 200 and is_named(kind.type, "clk_event_t", "reserve_id_t")
    if version < 120 or not (device or is_named(kind.type, "event_t")):
        return
    word = storage_word(variable.declaration.specifiers, "extern")
    if word is not None:
        context.report(
            word,
            f"'{variable.name}' is {_described(kind)}: it cannot be 'extern', as none is "
            "declared outside of functions",
        )
    elif device and t.object_space(kind) == t.CONSTANT:
        context.report(
            space_place(variable),
            f"'{variable.name}' is {_described(kind)}: it cannot be 'constant', which would be "
            "one for the whole program",
        )


def _described(kind: t.Qualified) -> str:
    """Return a type in words, without its qualifiers."""
    return t.described(t.Qualified(kind.type, alias=kind.alias))
