"""An atomic object outside of global memory is initialized.

## What it does
Reports initializers of atomic variables that do not live in global memory at program scope.

## Why
Only an atomic object at program scope can be initialized by its declaration, with `ATOMIC_VAR_INIT`
or `ATOMIC_FLAG_INIT`; any other is initialized by `atomic_init`.

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

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import SINCE_20, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=SINCE_20, about=(t.AtomicType,))


@RULE.on(Variable, about=RULE.about)
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the variables with an initializer."""
    value = variable.declarator.initializer
    if value is None or not isinstance(variable.type.type, t.AtomicType):
        return
    space = t.object_space(variable.type)
    if space not in (t.PRIVATE, t.LOCAL) or isinstance(value, r.InitializerList):
        return
    context.report(
        value,
        f"atomic '{variable.name}' is in {space} memory, and is initialized by 'atomic_init': "
        "an initializer is for atomic objects in global memory",
    )
