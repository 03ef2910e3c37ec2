"""A semicolon after a condition takes the place of its statement.

## What it does
Warns of `if (...);` without an `else`, of `switch (...);`, and of a loop whose body is a `;` on the
line of its condition, where the next statement looks like the body: it is in braces or indented
further. A `while` is reported as well if no variable of its condition changes.

## Why
The statement after it does not depend on the condition, and the loop does nothing, or never ends.

## Example
```cl
kernel void k(global int *out, int n) { if (n > 4); { out[0] = 1; } }
```

## Use instead
```cl
kernel void k(global int *out, int n) { if (n > 4) { out[0] = 1; } }
```

## Versions
All.

## Reference
C11 6.8.3; clang's `-Wempty-body`.

## Fix safety
Unsafe: the statement after it becomes the body.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.flow.endless_loops import unchanging
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=(r.EmptyStatement,), as_written=True)


@RULE.on(r.If, r.Switch, r.While, r.For)
def check(context: RuleContext, statement: r.If | r.Switch | r.While | r.For) -> None:
    """Look for a semicolon in place of the body."""
    body = statement.then if isinstance(statement, r.If) else statement.body
    if not isinstance(body, r.EmptyStatement) or body.end <= body.start:
        return
    text = context.model.item.text
    closed = text.rfind(")", 0, body.start)
    if closed < statement.start or "\n" in text[closed : body.start]:
        return
    if isinstance(statement, r.If):
        if statement.otherwise is not None:
            return
        what = "nothing depends on this condition"
    elif isinstance(statement, r.Switch):
        what = "this value chooses nothing"
    elif isinstance(statement, r.While) and unchanging(context.model, statement) is not None:
        what = "this loop does nothing, and never ends where its condition is true"
    elif _looks_like_body(context, statement):
        what = "this loop does nothing"
    else:
        return
    fix = replacing("Remove ';'", body, "", safe=False)
    context.report((closed, body.end), f"{what}: the ';' is its statement", fixes=[fix])


def _looks_like_body(context: RuleContext, loop: r.While | r.For) -> bool:
    """Tell whether the statement after a loop is in braces, or indented further than the loop."""
    above = context.parent(loop)
    if not isinstance(above, r.Compound | r.Case):
        return False
    following = next((each for each in above.statements if each.start >= loop.end), None)
    if following is None or isinstance(following, r.Compound):
        return following is not None
    outer, inner = _indentation(context, loop), _indentation(context, following)
    return inner.startswith(outer) and len(inner) > len(outer) and not inner.strip()


def _indentation(context: RuleContext, statement: r.Statement) -> str:
    """Return the text before a statement in its line."""
    text = context.model.item.text
    return text[text.rfind("\n", 0, statement.start) + 1 : statement.start]
