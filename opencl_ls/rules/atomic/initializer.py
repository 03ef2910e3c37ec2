"""An atomic object outside of global memory is initialized.

## What it does
Reports initializers of atomic variables that do not live in global memory at program scope.
`ATOMIC_VAR_INIT` and `ATOMIC_FLAG_INIT` are reported as well, as a warning, in a list for a
variable in private memory, and where the object has the wrong type for them.

## Why
Only an atomic object at program scope can be initialized by its declaration, with `ATOMIC_VAR_INIT`
or `ATOMIC_FLAG_INIT`; any other is initialized by `atomic_init` or `atomic_flag_clear`.

## Example
```cl
kernel void k(void) { atomic_int count = ATOMIC_VAR_INIT(1); }
```

## Use instead
```cl
kernel void k(void) { atomic_int count; atomic_init(&count, 1); }
```

## Versions
2.0 and later.

## Reference
OpenCL C specification, "The ATOMIC_VAR_INIT macro" and "atomic_init".
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import SINCE_20, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

_VALUE: Final = "ATOMIC_VAR_INIT"
_FLAG: Final = "ATOMIC_FLAG_INIT"
RULE = Rule(Severity.ERROR, since="0.1", versions=SINCE_20, about=(t.AtomicType, _VALUE, _FLAG))


@RULE.on(Variable, about=(t.AtomicType,))
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the variables with an initializer."""
    value = variable.declarator.initializer
    kind = variable.type.type
    if value is None or not isinstance(kind, t.AtomicType):
        return
    space = t.object_space(variable.type)
    if space not in _ELSEWHERE or isinstance(value, r.InitializerList):
        return
    right = "atomic_flag_clear" if kind == t.ATOMIC_FLAG.type else "atomic_init"
    instead = "" if space == t.CONSTANT else f", and is initialized by '{right}'"
    context.report(
        value,
        f"atomic '{variable.name}' is in {space} memory{instead}: "
        "an initializer is for atomic objects in global memory",
    )


@RULE.on(r.Name, about=(_VALUE, _FLAG))
def check_macro(context: RuleContext, name: r.Name) -> None:
    """Look at the object that a macro initializes: one of another type, or one in a list."""
    if name.name not in (_VALUE, _FLAG) or context.symbol(name) is not None:
        return
    value: r.Record = name
    above = context.parent(name)
    if isinstance(above, r.Call) and above.callee is name:
        value, above = above, context.parent(above)
    while isinstance(above, r.Parenthesized | r.InitializerEntry | r.InitializerList):
        above = context.parent(above)
    variable = context.model.declared.get(above) if isinstance(above, r.InitDeclarator) else None
    if not isinstance(variable, Variable):
        return
    if isinstance(variable.declarator.initializer, r.InitializerList):
        if t.object_space(variable.type) == t.PRIVATE:
            context.report(
                value,
                f"'{name.name}' is for objects in global memory, and '{variable.name}' is in "
                "private memory",
                severity=Severity.WARNING,
            )
        return
    kind = variable.type.type
    is_other = isinstance(kind, t.AtomicType) and (kind == t.ATOMIC_FLAG.type) != (
        name.name == _FLAG
    )
    if isinstance(kind, t.ScalarType) or (
        is_other and t.object_space(variable.type) not in _ELSEWHERE
    ):
        meant = "'atomic_flag'" if name.name == _FLAG else "atomic objects that have a value"
        context.report(
            value,
            f"'{name.name}' is for {meant}, and '{variable.name}' is {t.described(variable.type)}",
            severity=Severity.WARNING,
        )


_ELSEWHERE: Final = (t.PRIVATE, t.LOCAL, t.CONSTANT)
