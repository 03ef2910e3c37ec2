"""A value is computed and not used.

## What it does
Warns of statements, of steps of a `for`, and of the left operands of their commas, if they are an
operator's result, an element, a member, a size, a variable, a literal or a cast whose value is not
used. Also warns of the left operand of a comma in a condition, or in parentheses whose value is
used. Expressions in parentheses, casts to `void`, and volatile objects are not reported.

## Why
The statement does nothing. Most often `==` was written instead of `=`, or `>>` instead of `>>=`.

## Example
```cl
kernel void k(global float *a) { a[0] == 1.0f; }
```

## Use instead
```cl
kernel void k(global float *a) { a[0] = 1.0f; }
```

## Versions
All.

## Reference
C11 6.8.3; clang's `-Wunused-value` and `-Wunused-comparison`.

## Fix safety
Unsafe: the fix is a guess.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.callees import named_symbol
from opencl_ls.semantics.lookup.destinations import wanted_type
from opencl_ls.semantics.lookup.pure_functions import is_pure
from opencl_ls.semantics.types.symbols import EnumeratorConstant, ParameterVariable, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", as_written=True)

_LITERALS = (r.IntegerLiteral, r.FloatLiteral, r.CharacterLiteral, r.StringLiteral)
_READING = (r.Name, r.Index, r.Member)
_COMPUTING = (r.Unary, r.Binary, r.Conditional, r.TypeQuery)
_MAKING = (r.StringLiteral, r.Cast, r.VectorLiteral, r.CompoundLiteral, r.BlockLiteral)
_WITHOUT_EFFECT = frozenset((*_LITERALS, *_READING, *_COMPUTING, *_MAKING, r.StatementExpression))
_CONTROLS = (r.If, r.While, r.DoWhile, r.Switch)
_VALUES = (Variable, ParameterVariable, EnumeratorConstant)
_ASSIGNING = frozenset("+ - * / % << >> & | ^".split())
_PART = "nothing happens with it"


@RULE.on(r.ExpressionStatement, about=_WITHOUT_EFFECT)
def check_statement(context: RuleContext, statement: r.ExpressionStatement) -> None:
    """Look at a statement, unless a statement expression ends with it."""
    last: r.Record = statement
    above = context.parent(last)
    if type(above) is r.For and type(statement.expression) is r.Name:
        return  # `for (i; ...)` names the variable of the loop.
    while type(above) is r.Label:
        last, above = above, context.parent(above)
    if type(above) is r.Compound and above.statements[-1] is last:
        if isinstance(context.parent(above), r.StatementExpression):
            return
    _look_at(context, statement.expression)


@RULE.on(r.For)
def check_loop(context: RuleContext, loop: r.For) -> None:
    """Look at the step of a loop, and at the left operands of commas in its condition."""
    if loop.step is not None:
        _look_at(context, loop.step)
    condition = loop.condition
    if not isinstance(condition, r.Binary) or condition.operator.text != ",":
        return
    first = _unused(context, condition.left)
    if first is not None:
        fix = replacing("Change to '&&'", condition.operator, " &&", safe=False)
        message = "the value before the ',' is not used: '&&' tests both"
        context.report(condition.operator, message, fixes=[fix])


@RULE.on(r.Binary, about=(",",))
def check_row(context: RuleContext, row: r.Binary) -> None:
    """Look at the left operands of commas where the value of the whole is used."""
    above = context.parent(row)
    if row.operator.text != "," or not isinstance(above, (r.Parenthesized, *_CONTROLS)):
        return  # A longer comma expression, a statement, or an index, which another rule reports.
    wanted = wanted_type(context.model, above) if isinstance(above, r.Parenthesized) else None
    if wanted is not None and isinstance(wanted.type, t.VectorType):
        return  # The type of a vector is missing there, which another rule reports.
    while isinstance(above, r.Parenthesized):
        above = context.parent(above)
    if isinstance(above, r.ExpressionStatement | r.Cast | r.Index):
        return  # The parentheses show that it is intended.
    rest: r.Expression = row
    while isinstance(rest, r.Binary) and rest.operator.text == ",":
        rest = rest.left
        before = rest.right if isinstance(rest, r.Binary) and rest.operator.text == "," else rest
        unused = _unused(context, before)
        if isinstance(before, r.Call) and is_pure(context.model, before):
            unused = before
        if unused is not None:
            context.report(unused, "this value is not used: the ',' after it discards it")


def _look_at(context: RuleContext, expression: r.Expression) -> None:
    """Report each operand of a comma expression whose value is lost."""
    effect = "the statement does nothing"
    while type(expression) is r.Binary and expression.operator.text == ",":
        _report(context, expression.right, _PART)
        expression = expression.left
        effect = _PART
    _report(context, expression, effect)


def _report(context: RuleContext, expression: r.Expression, effect: str) -> None:
    unused = _unused(context, expression)
    if unused is None:
        return
    if not isinstance(unused, r.Binary):
        # The first operand of `a && b` may have an effect.
        effect = effect if unused is expression else _PART
        context.report(unused, f"this value is not used: {effect}")
        return
    operator, fixes, guess = unused.operator, [], ""
    if unused.left in context.model.lvalues and unused is expression:
        if operator.text == "==" or operator.text in _ASSIGNING:
            meant = "=" if operator.text == "==" else f"{operator.text}="
            guess = f"; did you mean '{meant}'?"
            fixes.append(replacing(f"Change to '{meant}'", operator, meant, safe=False))
    context.report(operator, f"the result of '{operator.text}' is not used{guess}", fixes=fixes)


def _unused(context: RuleContext, expression: r.Expression) -> r.Expression | None:
    """Return the part of an expression whose value is lost, None where that may be intended."""
    if type(expression) not in _WITHOUT_EFFECT:
        return None
    model = context.model
    if isinstance(expression, r.Conditional):
        chosen = expression.chosen and _unused(context, expression.chosen)
        return chosen and _unused(context, expression.otherwise)
    if isinstance(expression, r.Binary) and expression.operator.text in ("&&", "||"):
        return _unused(context, expression.right)
    if isinstance(expression, r.StatementExpression):
        last = expression.body.statements[-1] if expression.body.statements else None
        return _unused(context, last.expression) if type(last) is r.ExpressionStatement else None
    kind = model.types.get(expression, t.UNKNOWN_QUALIFIED)
    if isinstance(kind.type, t.UnknownType | t.VoidType | t.FunctionType) or kind.volatile:
        return None
    if isinstance(expression, r.Name):
        return expression if isinstance(named_symbol(model, expression), _VALUES) else None
    if isinstance(expression, r.Unary):
        return None if expression.operator in ("++", "--") else expression
    if isinstance(expression, r.Binary):
        return None if expression.operator.text == "," else expression
    return expression
