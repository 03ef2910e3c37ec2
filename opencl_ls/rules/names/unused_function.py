"""A static function is never used.

## What it does
Reports static functions with a body that nothing in the program mentions.

## Why
Nothing outside can call it, so it is left over. Functions that are inline as well are left alone:
they are what headers are made of.

## Example
```cl CL1.2
static int helper(int a) { return a; }
```

## Use instead
```cl CL1.2
static int helper(int a) { return a; }
kernel void k(global int *a) { *a = helper(1); }
```

## Versions
1.2 and later: before, there is no `static`.

## Reference
C11 6.2.2.
"""

from typing import cast

from opencl_ls.findings import Severity
from opencl_ls.rules.context import UnitContext
from opencl_ls.rules.rule import SINCE_12, Rule
from opencl_ls.semantics import facts
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.symbols import Function

RULE = Rule(Severity.HINT, since="0.1", versions=SINCE_12)


@RULE.on_unit_reading(facts.mentioned)
def check(context: UnitContext) -> None:
    """Look for mentions in all items, other than in the function's own body."""
    candidates = {
        name: (index, symbol)
        for index, model in context.program.having(_candidates)
        for name, symbol in _candidates(model)
    }
    for model in context.models if candidates else ():
        # An item asks for the name of what it declares as well.
        for name in candidates.keys() & model.exports.keys():
            declared = model.exports[name]
            if isinstance(declared, Function) and _is_kept(declared):
                del candidates[name]
        for name in facts.mentions(model) & candidates.keys():
            # A function that calls itself is used by nobody for that.
            if model.exports.get(name) is not candidates[name][1]:
                del candidates[name]
    for index, symbol in candidates.values():
        context.report(
            index, symbol, f"static function '{symbol.name}' is never used", unnecessary=True
        )


def _candidates(model: ItemModel) -> list[tuple[str, Function]]:
    """Return the functions of an item that somebody should use; they are kept with it."""
    known = model.derived.get(__name__)
    if known is None:
        known = model.derived[__name__] = [
            (name, symbol)
            for name, symbol in model.exports.items()
            if isinstance(symbol, Function) and _counts(symbol)
        ]
    return cast("list[tuple[str, Function]]", known)


def _counts(function: Function) -> bool:
    """Tell whether a function has a body, is of this program alone, and is not there on purpose."""
    if function.definition is None or "static" not in function.storage or function.is_kernel:
        return False
    if function.storage & {"inline"}:
        return False
    return not _is_kept(function)


def _is_kept(function: Function) -> bool:
    """Tell whether an attribute, of a prototype as well, says that a function may go unused."""
    return any(
        attribute.name.text.strip("_") in ("unused", "used", "always_inline", "overloadable")
        for attribute in function.attributes
    )
