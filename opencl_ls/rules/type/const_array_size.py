"""The size of an array is a const variable.

## What it does
Reports array sizes that read a `const` variable with a constant value.

## Why
In C a const variable is no constant expression, so this is formally a variable-length array. Most
compilers compute the size nevertheless.

## Example
```cl CL1.2
void f(void) { const int n = 4; int values[n]; }
```

## Use instead
```cl CL1.2
void f(void) { enum { n = 4 }; int values[n]; }
```

## Versions
1.0 to 1.2.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BEFORE_20, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.constness import names_in, runtime_part, unfolded_part
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=BEFORE_20)


@RULE.on(r.ArrayPart)
def check(context: RuleContext, array: r.ArrayPart) -> None:
    """Look for sizes that compilers compute although C does not allow them."""
    size = array.size
    if size is None or context.enclosing(array, r.FunctionPart) is not None:
        return
    if runtime_part(size, context.symbol) or unfolded_part(size, context.symbol):
        return
    for name in names_in(size):
        symbol = context.symbol(name)
        if isinstance(symbol, Variable) and isinstance(symbol.type.type, t.ScalarType):
            context.report(
                size,
                f"'{name.name}' is a variable, not a constant expression: some compilers take this "
                "for a variable-length array; use an enumeration or a macro",
                related=[(symbol, f"'{name.name}' is declared here")],
            )
            return
