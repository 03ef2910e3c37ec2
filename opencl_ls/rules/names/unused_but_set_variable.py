"""A variable or a parameter is assigned, but never read.

## What it does
Reports variables and parameters of functions and blocks that are stored to, as a whole or in parts,
but never read. `x += 1;` and `x++;` are stores if their value is not used; `(void)x` and `&x` are
reads. Nothing is reported for volatile variables, in functions with inline assembly or unknown
names, and in scopes in which an `#if` leaves out lines.

## Why
The stored value is lost: a result was forgotten, or another name was intended where the variable
should be read.

## Example
```cl
kernel void k(global int *a) {
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += a[i];
}
```

## Use instead
```cl
kernel void k(global int *a) {
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += a[i];
    a[0] = sum;
}
```

## Versions
All.

## Reference
C11 6.2.4 and 6.5.16; clang's `-Wunused-but-set-variable` and `-Wunused-but-set-parameter`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.unused import only_stored, scope_of
from opencl_ls.semantics.lookup.uses import may_store_unseen
from opencl_ls.semantics.types.symbols import ParameterVariable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", of_whole_text=True)


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look for variables that are only stored to, in an item without unreadable parts."""
    model = context.model
    if item.problems:
        return
    found = only_stored(model)
    if not found or may_store_unseen(model):
        return
    for symbol in found:
        scope = scope_of(model, symbol)
        if scope is None:
            continue
        what = "parameter" if isinstance(symbol, ParameterVariable) else "variable"
        context.report(
            symbol,
            f"{what} '{symbol.name}' is set, but never read",
            related=[((scope.end - 1, scope.end), f"the scope of '{symbol.name}' ends here")],
            unnecessary=True,
        )
