"""A declaration has no type.

## What it does
Reports functions without the type of their result, parameters without a type, and variables that
are declared with `static`, `const` and the like and no type.

## Why
Before C99 the type was an implicit `int`. OpenCL C is based on C99, where the type is required.

## Example
```cl
half_of(int x) { return x / 2; }
```

## Use instead
```cl
int half_of(int x) { return x / 2; }
```

## Versions
All.

## Reference
C99 6.7.2.

## Fix safety
Unsafe: another type may be intended.
"""

from opencl_ls.builtins.host_names import looks_like_macro
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.placement import storage_word
from opencl_ls.semantics.model.problems import UntypedParameter
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.ERROR, since="0.1", on_broken_items=True)


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the names before which a type is missing."""
    for problem in item.recovered:
        if problem.kind in (SyntaxProblemKind.MISSING_TYPE, SyntaxProblemKind.UNTYPED_FUNCTION):
            _report(context, problem, item.text[problem.start : problem.end], problem.expected)


@RULE.on(r.Declaration)
def check_declaration(context: RuleContext, declaration: r.Declaration) -> None:
    """Look at a single name after qualifiers, as in `const x;`."""
    if declaration.specifiers.type is None and not context.model.item.problems:
        for entry in declaration.declarators:
            if entry.declarator.name is not None:
                _report(context, entry, entry.declarator.name.text, "int")


@RULE.on(r.FunctionDefinition)
def check_function(context: RuleContext, function: r.FunctionDefinition) -> None:
    """Look at a function whose head can be parsed without a type; kernels have their own rule."""
    specifiers, declarator, item = function.specifiers, function.declarator, context.model.item
    if specifiers.type is not None or specifiers.unknown or item.problems or item.recovered:
        return
    name = declarator.name
    is_head = declarator.parts and isinstance(declarator.parts[0], r.FunctionPart)
    is_kernel = storage_word(specifiers, "kernel") is not None
    if name is not None and is_head and not (is_kernel or looks_like_macro(name.text)):
        _report(context, name, name.text, "int")


@RULE.on(UntypedParameter)
def check_parameter(context: RuleContext, problem: UntypedParameter) -> None:
    """Look at a parameter that is only a name: most often it has the type before it."""
    parameter = context.enclosing(problem.record, r.Parameter)
    row = None if parameter is None else context.parent(parameter)
    if context.model.item.problems or not isinstance(row, r.FunctionPart):
        return
    written = "int"
    for each in row.parameters[: row.parameters.index(parameter)]:
        kind = each.specifiers.type
        if isinstance(kind, r.BasicType) or (kind is not None and context.symbol(kind)):
            written = "int" if each.declarator.parts else " ".join(context.text(kind).split())
    _report(context, problem.record, problem.name, written)


def _report(context: RuleContext, place: r.Record, name: str, kind: str) -> None:
    context.report(
        place,
        f"'{name}' has no type: write '{kind} {name}' or the type that is meant",
        fixes=[inserting(f"Write '{kind}'", place.start, f"{kind} ", safe=False)],
    )
