"""A name that nothing declares is used.

## What it does
Reports names that are neither declared before their use nor built in, and offers the nearest known
name, or the equivalent in OpenCL C of a name of CUDA, GLSL, HLSL, Metal or C. Types are not
reported if an included file was not found: most of them come from headers. The tag of a struct, a
union or an enumeration without its keyword is no type, unlike in C++.

## Why
Without a declaration a compiler cannot know the meaning of the name. Often it is misspelt, or its
declaration is in an inner block or further below.

## Example
```cl
kernel void k(global int *out) { int count = 1; out[0] = cuont; }
```

## Use instead
```cl
kernel void k(global int *out) { int count = 1; out[0] = count; }
```

## Versions
All.

## Reference
C11 6.5.1; OpenCL C specification, "Restrictions".

## Fix safety
Unsafe: the nearest name may not be the intended one. The keyword before a tag is safe.
"""

from opencl_ls.builtins.names import is_builtin
from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext, inserting, replacing
from opencl_ls.linter.reports.foreign import told_of_foreign
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.names import facts
from opencl_ls.semantics.types.symbols import Tag
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on_unit_reading(facts.undeclared, directives=True)
def check(context: UnitContext) -> None:
    """Look at the names of the unit that nothing declares."""
    for use in context.undeclared:
        is_type = use.problem.role == "type"
        if use.problem.role == "function" or use.maybe_macro:
            continue
        foreign, tag = told_of_foreign(use), use.tag
        name, fixes = use.problem.name, []
        lacks = context.lacks_include or context.exclusion_of(name) is not None
        if lacks and foreign is None and tag is None:
            continue
        message = f"{'type ' if is_type else ''}'{name}' is not declared"
        ended = use.ended
        if tag is not None:
            kind, what = _keyword(tag)
            message = f"'{name}' is the tag of {what}: write '{kind} {name}'"
            place = use.problem.record.start
            fixes.append(inserting(f"Insert '{kind}'", place, f"{kind} ", safe=True))
        elif is_builtin(name):
            message = f"'{name}' is built in and no type: a type is expected here"
        elif foreign is not None:
            message, fixes = f"{message}: {foreign[0]}", foreign[1]
        elif ended is not None:
            message += " here: the scope of the one above has ended"
        elif near := context.nearest(use):
            message += f"; did you mean '{near}'?"
            fixes.append(replacing(f"Change to '{near}'", use.problem.record, near, safe=False))
        declared = tag or ended
        related = [] if declared is None else [(declared, f"'{name}' is declared here")]
        context.report(use.item, use.problem.record, message, related=related, fixes=fixes)


def _keyword(tag: Tag) -> tuple[str, str]:
    """Return the keyword before a tag, and the kind of type that it declares, in words."""
    if isinstance(tag.specifier, r.RecordType):
        keyword = tag.specifier.keyword
        return keyword, f"a {keyword}"
    return "enum", "an enum"
