"""A label is not before a statement.

## What it does
Warns of a label, `case` or `default` that a declaration follows, or the end of the block. If the
label is itself the statement of an `if` or a loop, a declaration after it is an error.

## Why
C99, on which OpenCL C is based, requires a statement there, and a declaration is none. clang
accepts both since version 18, as C23 does; compilers based on older versions, such as PoCL 5,
reject them.

## Example
```cl
kernel void k(global int *out, int n) {
    switch (n) { case 1: int twice = 2 * n; out[0] = twice; }
}
```

## Use instead
```cl
kernel void k(global int *out, int n) {
    switch (n) { case 1: { int twice = 2 * n; out[0] = twice; } }
}
```

## Versions
All.

## Reference
C99 6.8.1 and 6.8.2; clang's `-Wc23-extensions`.

## Fix safety
Safe: an empty statement does nothing.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.macros.undefined_macros import has_host_macros
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")

_DECLARATIONS = (r.Declaration, r.StaticAssert)


@RULE.on(r.Label, r.Case)
def check(context: RuleContext, label: r.Label | r.Case) -> None:
    """Look at the text after a label."""
    following: r.Record | None
    if isinstance(label, r.Label):
        following, word = (
            label.statement or _following(context, label),
            f"label '{label.name.text}'",
        )
        begin, end = label.name.start, label.name.end
    else:
        following = label.statements[0] if label.statements else None
        name = "default" if label.value is None else "case"
        begin, end, word = label.start, label.start + len(name), f"'{name}'"
    if isinstance(following, _DECLARATIONS):
        what = "a declaration"
    elif following is None and _following(context, label) is None:
        what = "the end of the block"
    else:
        return
    if has_host_macros(context.model):
        return
    at = following.start if following is not None else label.end
    is_refused = following is not None and not _is_in_list(context, label)
    context.report(
        (begin, end),
        f"{word} is before {what}, which is no statement: "
        + ("compilers refuse it here" if is_refused else "compilers older than clang 18 refuse it"),
        severity=Severity.ERROR if is_refused else None,
        fixes=[] if is_refused else [inserting("Insert ';'", at, ";", safe=True)],
    )


def _following(context: RuleContext, label: r.Label | r.Case) -> r.Record | None:
    """Return the statement after a label in its block that is no part of it."""
    above = context.parent(label)
    last: r.Record = label
    while isinstance(above, r.Label | r.Case | r.Compound):
        if not isinstance(above, r.Label):
            at = next(n for n, each in enumerate(above.statements) if each is last)
            if at + 1 < len(above.statements):
                return above.statements[at + 1]
        if isinstance(above, r.Compound):
            return None
        last, above = above, context.parent(above)
    return label


def _is_in_list(context: RuleContext, label: r.Record) -> bool:
    """Tell whether a label is in a list of statements, where declarations are allowed, too."""
    above = context.parent(label)
    while isinstance(above, r.Label):
        above = context.parent(above)
    return isinstance(above, r.Compound | r.Case)
