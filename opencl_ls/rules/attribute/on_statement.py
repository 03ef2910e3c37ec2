"""An attribute of declarations is applied to a statement.

## What it does
Reports attributes such as `aligned`, `packed` and `unused` in front of a statement that declares
nothing, including an empty statement in a body, and `fallthrough` on any statement that is not
empty.

## Why
They describe a declared variable, type or function. Compilers reject them before a statement.

## Example
```cl
void f(int n) { __attribute__((aligned(16))); int values[4]; values[0] = n; }
```

## Use instead
```cl
void f(int n) { int values[4] __attribute__((aligned(16))); values[0] = n; }
```

## Versions
All.

## Reference
OpenCL C specification, "Optional Attribute Qualifiers".
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.attribute_subjects import OF_OTHER_RULES, misplaced
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.semantics.macros.undefined_macros import has_host_macros
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", about=(r.Attribute,))

_STATEMENTS: Final = (
    r.Break,
    r.Case,
    r.Compound,
    r.Continue,
    r.DoWhile,
    r.EmptyStatement,
    r.For,
    r.Goto,
    r.If,
    r.Return,
    r.Switch,
    r.While,
)


@RULE.on(r.Attributed, about=(r.Attribute,))
def check(context: RuleContext, record: r.Attributed) -> None:
    """Look at the attributes of statements that certainly declare nothing."""
    target = record.statement
    while isinstance(target, r.Attributed):
        target = target.statement
    above = context.parent(record)
    # After a label the attributes belong to the label, and outside functions they are allowed.
    if above is None or isinstance(above, r.Label) or has_host_macros(context.model):
        return
    if target is not None and not _declares_nothing(context, target):
        return
    for attribute in record.attributes:
        name = attribute_name(attribute)
        if name == "musttail" and not isinstance(target, r.Return):
            message = f"'{attribute.name.text}' belongs to a 'return', and this is none"
            context.report(attribute, message)
            continue
        found = misplaced(context.model, attribute)
        written = attribute.name.text
        if name in OF_OTHER_RULES:
            continue
        if found is None or not found.is_error:
            if name == "fallthrough" and (why := _leads_nowhere(context, record)):
                context.report(attribute, f"'{written}' {why}")
            continue
        if name == "fallthrough":
            message = (
                f"'{written}' is a statement of its own, with a semicolon, before the next case"
            )
        elif "statement" in found.use.subjects:
            message = f"'{written}' applies to {found.use.subjects}, and this is {found.subject}"
        else:
            message = f"'{written}' belongs to a declaration, and this statement is none"
        context.report(attribute, message)


def _declares_nothing(context: RuleContext, statement: r.Statement) -> bool:
    """Tell whether a statement is certainly no declaration made by an undefined macro."""
    if isinstance(statement, r.ExpressionStatement):
        value = statement.expression
        if isinstance(value, r.Call):
            return isinstance(context.symbol(value.callee), Function)
        return isinstance(value, r.Assignment | r.Postfix)
    return isinstance(statement, _STATEMENTS)


def _leads_nowhere(context: RuleContext, statement: r.Attributed) -> str:
    """Return why control does not fall through to a label after a statement, "" where it may."""
    around = context.enclosing(statement, r.Switch, r.FunctionDefinition, r.BlockLiteral)
    if not isinstance(around, r.Switch):
        return "is in no switch" if around is not None else ""
    last: r.Record = statement
    above = context.parent(last)
    while isinstance(above, r.Compound | r.Case | r.Label | r.If):
        if isinstance(above, r.Compound | r.Case):
            at = next(n for n, each in enumerate(above.statements) if each is last)
            if at + 1 < len(above.statements):
                following = above.statements[at + 1]
                while isinstance(following, r.Label):
                    if following.statement is None:
                        return ""
                    following = following.statement
                return "" if isinstance(following, r.Case) else _NO_LABEL
        last, above = above, context.parent(above)
    return _NO_LABEL if above is around else ""


_NO_LABEL: Final = "is not right before a label of its switch"
