"""A kernel declares more local memory than the device has.

## What it does
Reports the local variable with which the total of a kernel exceeds the local memory of the device
that the settings name: a warning. Without a device it reports more than 32 KiB (16 KiB in OpenCL C
1.0, and 1 KiB for the embedded profile). A struct counts if it holds no pointers. Arguments in
local memory do not count, since only the host knows their sizes; the message mentions them.

## Why
`CL_DEVICE_LOCAL_MEM_SIZE` is at least that large; a kernel that needs more may not run on every
device.

## Example
```cl
kernel void k(void) { local float cells[16384]; }
```

## Use instead
```cl
kernel void k(void) { local float cells[1024]; }
```

## Versions
All.

## Reference
OpenCL specification, `clGetDeviceInfo`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.limits import report_above
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import layout_of
from opencl_ls.semantics.types.symbols import Function, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on(r.FunctionDefinition)
def check(context: RuleContext, definition: r.FunctionDefinition) -> None:
    """Add up the local variables in the outermost scope of a kernel."""
    function = context.declared(definition)
    if not isinstance(function, Function) or not function.is_kernel:
        return
    arguments = any(_is_local_pointer(parameter.type.type) for parameter in function.parameters)
    more = ", and its local arguments come on top" if arguments else ""
    total = 0
    for variable in _variables(context, definition):
        if t.object_space(variable.type) != t.LOCAL or not _is_fixed(variable.type):
            continue
        layout = layout_of(variable.type)
        if layout is None:
            continue
        total += layout[0]
        words = (
            f"'{variable.name}' brings the local memory of kernel '{function.name}' to "
            f"{total} bytes{more}"
        )
        if report_above(
            context, variable, words, total, "local-mem-size", severity=Severity.WARNING
        ):
            return


def _is_local_pointer(kind: t.Type) -> bool:
    return isinstance(kind, t.PointerType) and t.object_space(kind.pointee) == t.LOCAL


def _is_fixed(qualified: t.Qualified) -> bool:
    """Tell whether a type has the same size on all devices: no struct that holds pointers."""
    waiting = [t.element_of(qualified).type]
    if not isinstance(waiting[0], t.AggregateType):
        return True
    seen: set[t.Type] = set()
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, t.AggregateType):
            if kind not in seen:
                seen.add(kind)
                waiting += [t.element_of(member.type).type for member in kind.members or ()]
        elif not isinstance(kind, t.ScalarType | t.VectorType | t.EnumeratedType):
            return False
    return True


def _variables(context: RuleContext, definition: r.FunctionDefinition) -> list[Variable]:
    found: list[Variable] = []
    for statement in definition.body.statements:
        if isinstance(statement, r.Declaration):
            declared = (context.declared(entry) for entry in statement.declarators)
            found.extend(symbol for symbol in declared if isinstance(symbol, Variable))
    return found
