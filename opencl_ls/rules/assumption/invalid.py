"""An assumption in a comment cannot be used.

## What it does
Reports a comment `opencl-ls: assume(CONDITION)` in the body of a function if its condition is no
expression, names something that is not declared there, has no value that can be true or false, or
changes a variable. Macros are not expanded in comments.

## Why
Such a comment states what the host guarantees, such as the relation of a size to the size of the
work-group. Rules about barriers and races use it; one that cannot be read has no effect.

## Example
```cl CL1.2
kernel void k(global int *g, int n) {
    // opencl-ls: assume(m <= get_local_size(0))
    if (get_local_id(0) < n) g[get_global_id(0)] = n;
}
```

## Use instead
```cl CL1.2
kernel void k(global int *g, int n) {
    // opencl-ls: assume(n <= get_local_size(0))
    if (get_local_id(0) < n) g[get_global_id(0)] = n;
}
```

## Versions
All.

## Reference
The page on races in the documentation of opencl-ls.
"""

from opencl_ls.builtins.names import is_builtin
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.assumptions import UNIFORM, uniform_symbol
from opencl_ls.semantics.model import Assumption, ItemModel
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Look at the assumptions of an item."""
    for each in context.model.assumptions:
        problem = _problem(each)
        if problem:
            context.report((each.start, each.end), problem)


def _problem(assumption: Assumption) -> str:
    """Return in words what is wrong with an assumption, "" for nothing."""
    model, condition = assumption.model, assumption.condition
    if assumption.block is None:
        return "this assumption is in no block: put it before the statement from which on it holds"
    if model is None or condition is None:
        return "an assumption is written as assume(CONDITION), such as assume(n <= 64)"
    if uniform_symbol(assumption) is not None:
        return ""
    for name in model.of_kind(r.Name):
        if model.references.get(name) is None and not is_builtin(name.name):
            if name.name == UNIFORM:
                return "uniform(...) in an assumption takes the name of a variable"
            return f"'{name.name}' in this assumption is not declared here"
    if _changes(model):
        return "an assumption must not change anything"
    kind = model.type_of(condition).type
    if not isinstance(kind, t.ScalarType | t.PointerType):
        return "an assumption needs a condition, which is true or false"
    return ""


def _changes(model: ItemModel) -> bool:
    """Tell whether an expression assigns to something."""
    if any(model.of_kind(r.Assignment, r.Postfix)):
        return True
    return any(each.operator in ("++", "--") for each in model.of_kind(r.Unary))
