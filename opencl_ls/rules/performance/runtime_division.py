"""An integer is divided in a loop by an argument of the kernel.

## What it does
Reports `/` and `%` of integers in a loop, where the divisor is an argument of the kernel, and the
dividend changes in the loop.

## Why
Few devices have an instruction that divides integers. A divisor that the compiler knows becomes a
multiplication or a shift; one that is known at run time only takes up to 20 instructions for each
division (NVIDIA, *CUDA C++ Programming Guide*, "Arithmetic Instructions"). Count in two variables,
or pass the number as a macro in the build options.

## Example
```cl
kernel void k(global const float *in, global float *out, int width, int count) {
    for (int i = get_global_id(0); i < count; i += get_global_size(0)) {
        out[i] = in[i % width];
    }
}
```

## Use instead
```cl
kernel void k(global const float *in, global float *out, int width, int count) {
    int column = get_global_id(0) % width, step = get_global_size(0) % width;
    for (int i = get_global_id(0); i < count; i += get_global_size(0)) {
        out[i] = in[column];
        column += step;
        column -= column >= width ? width : 0;
    }
}
```

## Versions
All.

## Reference
NVIDIA, *CUDA C++ Programming Guide*, "Arithmetic Instructions"; *CUDA C++ Best Practices Guide*,
"Division Modulo Operations".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.cost.run_time import is_argument
from opencl_ls.semantics.lookup.alternatives import never_changes
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.constness import names_in
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.settings.profiles import PERFORMANCE
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.2", profile=PERFORMANCE)

_OPERATORS = frozenset(("/", "%", "/=", "%="))


@RULE.on(r.Binary, r.Assignment)
def check(context: RuleContext, record: r.Binary | r.Assignment) -> None:
    """Look at the divisor."""
    if record.operator.text not in _OPERATORS:
        return
    model = context.model
    divisor = unwrapped(record.right)
    if not (_is_integer(model, record.left) and _is_integer(model, divisor)):
        return
    loop = context.enclosing(record, r.For, r.While, r.DoWhile)
    if loop is None or not is_argument(model, divisor) or not _changes(model, record.left, loop):
        return
    context.report(
        record.operator,
        f"an integer is divided by '{context.text(divisor)}' in each round of the loop: the "
        "compiler does not know this argument",
    )


def _is_integer(model: ItemModel, expression: r.Expression) -> bool:
    kind = model.type_of(expression).type
    kind = kind.element if isinstance(kind, t.VectorType) else kind
    return isinstance(kind, t.ScalarType) and not kind.floating


def _changes(model: ItemModel, expression: r.Expression, loop: r.Record) -> bool:
    """Return whether a value names a variable that the loop declares or changes."""
    for name in names_in(expression):
        symbol = model.references.get(name)
        if isinstance(symbol, Variable) and (
            loop.start <= symbol.declaration.start < loop.end or not never_changes(model, symbol)
        ):
            return True
    return False
