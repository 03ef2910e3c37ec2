"""A local variable has an initialiser.

## What it does
Reports an initialiser on a variable in local memory.

## Why
The whole work-group shares the variable, so no work-item in particular could initialise it. Let one
of them assign the value, and put a barrier after it.

## Example
```cl
kernel void k(void) { local float sum = 0; }
```

## Use instead
```cl
kernel void k(void) {
  local float sum;
  if (get_local_id(0) == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
}
```

## Versions
All.

## Reference
OpenCL C specification, "Local Address Space"; reference page __local.

## Fix safety
The fix adds a barrier, which all work-items of the group have to reach, and assumes that the range
has one dimension: it is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemEdit, ItemFix, RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Variable, about=(t.LOCAL,))
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the initialisers of local variables."""
    value = variable.declarator.initializer
    # At program scope the address space is wrong, which is another rule.
    if value is None or variable.function is None or variable.storage & {"static", "extern"}:
        return
    if t.object_space(variable.type) != t.LOCAL:
        return
    context.report(
        value,
        f"local variable '{variable.name}' cannot have an initialiser: "
        "assign the value in one work-item, then let a barrier follow",
        fixes=_fixes(context, variable, value),
    )


def _fixes(context: RuleContext, variable: Variable, value: r.Expression) -> list[ItemFix]:
    """Return the split into a declaration and a guarded assignment, where both are statements."""
    declaration = variable.declaration
    text = context.model.item.text
    if len(declaration.declarators) != 1 or isinstance(value, r.InitializerList):
        return []
    in_body = isinstance(context.parent(declaration), r.Compound)
    if (
        not in_body
        or text[declaration.end - 1] != ";"
        or isinstance(variable.type.type, t.ArrayType)
    ):
        return []
    store = _store(context, variable, value)
    if not store:
        return []
    assignment = f" if (get_local_id(0) == 0) {store}; barrier(CLK_LOCAL_MEM_FENCE);"
    edits = (
        ItemEdit(variable.declarator.declarator.end, value.end, ""),
        ItemEdit(declaration.end, declaration.end, assignment),
    )
    return [ItemFix("Assign in one work-item", edits, safe=False)]


def _store(context: RuleContext, variable: Variable, value: r.Expression) -> str:
    """Return the statement that gives the variable its value; atomic ones take no assignment."""
    kind, name, text = variable.type.type, variable.name, context.text(value)
    if not isinstance(kind, t.AtomicType):
        return f"{name} = {text}"
    if kind == t.ATOMIC_FLAG.type:
        return f"atomic_flag_clear(&{name})" if text == "ATOMIC_FLAG_INIT" else ""
    if isinstance(value, r.Call) and context.text(value.callee) == "ATOMIC_VAR_INIT":
        text = ", ".join(context.text(each) for each in value.arguments)
    return f"atomic_init(&{name}, {text})"
