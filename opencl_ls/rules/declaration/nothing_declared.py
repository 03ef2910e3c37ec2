"""A declaration declares nothing.

## What it does
Reports declarations with neither a name nor a tag, such as structs without a tag and members
without a name.

## Why
The line has no effect. Most often the name was forgotten.

## Example
```cl
struct { int count; };
```

## Use instead
```cl
struct item { int count; };
```

## Versions
All.

## Reference
C11 6.7p2 and 6.7.2.1p2.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.reports.keywords import in_place_of_name
from opencl_ls.linter.rule import NO_STORAGE_CLASSES, Rule
from opencl_ls.semantics.types.spaces import plain
from opencl_ls.semantics.types.spelling import named_builtin
from opencl_ls.semantics.types.symbols import Typedef
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.WARNING, since="0.1", on_broken_items=True)


@RULE.on(r.Declaration)
def check(context: RuleContext, declaration: r.Declaration) -> None:
    """Look for declarations without a declarator that make no tag and no enumerators either."""
    if declaration.declarators:
        return
    if in_place_of_name(declaration) is not None:
        return  # Other rules report a keyword as a name.
    kind = declaration.specifiers.type
    is_member = isinstance(context.parent(declaration), r.RecordType)
    if isinstance(kind, r.RecordType):
        # The members of an anonymous struct are members of the enclosing type.
        has_use = kind.tag is None and kind.members is not None if is_member else kind.tag
        if has_use:
            return
    elif isinstance(kind, r.EnumType):
        declares = kind.enumerators is not None or kind.tag is not None
        if declares and not (is_member and kind.tag is not None):
            return
    elif isinstance(kind, r.NamedType):
        # An unknown name may be a macro that makes a declaration.
        if not isinstance(context.symbol(kind), Typedef) and named_builtin(kind.name) is None:
            return
    elif not isinstance(kind, r.BasicType):
        return
    what = "member" if is_member else "name"
    context.report(declaration, f"this declares nothing: a {what} is missing")


@RULE.on(r.Item)
def check_recovered(context: RuleContext, item: r.Item) -> None:
    """Look at words before a semicolon, which the grammar cannot parse without a type."""
    for problem in item.recovered:
        if problem.kind is SyntaxProblemKind.LONE_SPECIFIERS:
            words = {plain(word) for word in item.text[problem.start : problem.end].split()}
            early = NO_STORAGE_CLASSES.holds(context.target) and words & {"static", "extern"}
            context.report(
                problem,
                "this declares nothing: a type and a name are missing",
                # The words themselves are wrong in OpenCL C 1.0 and 1.1.
                severity=Severity.ERROR if early else None,
            )
