"""A construct needs the size of an incomplete type.

## What it does
Reports variables in bodies or with a value, members, parameters and results of functions with a
body, arrays, literals, `sizeof`, and pointers that are indexed or incremented, whose struct, union
or enumeration has no members yet.

## Why
The members determine the size. A type that is only declared, as in `struct node;`, can only be the
target of a pointer.

## Example
```cl
struct node;
void f(void) { struct node n; }
```

## Use instead
```cl
struct node { int value; };
void f(void) { struct node n; }
```

## Versions
All.

## Reference
C11 6.2.5p22.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import (
    Ranged,
    RuleContext,
    UnitContext,
    place,
)
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.names import facts
from opencl_ls.semantics.names.tentative import incomplete_objects
from opencl_ls.semantics.types.symbols import (
    Function,
    MemberVariable,
    Tag,
    Variable,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Variable, about=(t.AggregateType, t.EnumeratedType))
def check_variable(context: RuleContext, variable: Variable) -> None:
    """Look at the variables of bodies, and at arrays, whose elements always need a size."""
    is_array = isinstance(variable.type.type, t.ArrayType)
    has_value = variable.declarator.initializer is not None
    if variable.depth == 0 and not (is_array or has_value):
        return
    if "extern" not in variable.storage or is_array or has_value:
        _check(context, variable, variable.type, f"variable '{variable.name}'")


@RULE.on_unit_reading(facts.declared_soundly, directives=True)
def check_tentative(context: UnitContext) -> None:
    """Look at variables of program scope, whose members may be listed below them."""
    if context.target.has_program_scope_variables and not context.lacks_include:
        for number, variable, kind in incomplete_objects(context.program):
            if variable.type.space != t.CONSTANT:
                context.report(
                    number,
                    variable,
                    f"variable '{variable.name}' needs the members of '{kind.keyword} {kind.tag}', "
                    "which nothing lists",
                )


@RULE.on(MemberVariable)
def check_member(context: RuleContext, member: MemberVariable) -> None:
    """Look at members, including those of the type that contains them."""
    if t.element_of(member.type).type is member.aggregate and not member.type.alias:
        name = f"{member.aggregate.keyword} {member.aggregate.tag}"
        context.report(
            member,
            f"member '{member.name}' makes '{name}' contain itself: "
            "only a pointer to it is allowed here",
        )
        return
    _check(context, member, member.type, f"member '{member.name}'")


@RULE.on(Function)
def check_function(context: RuleContext, function: Function) -> None:
    """Look at the result and the parameters of a function with a body."""
    if function.definition is None or not isinstance(function.type.type, t.FunctionType):
        return
    result = function.type.type.result
    _check(context, function, result, f"the result of '{function.name}'")
    for parameter in function.parameters:
        if isinstance(parameter.written.type, t.AggregateType | t.EnumeratedType):
            what = f"parameter '{parameter.name}'" if parameter.name else "the parameter"
            ranged: Ranged = parameter if parameter.name else parameter.parameter
            _check(context, ranged, parameter.written, what)


@RULE.on(r.CompoundLiteral)
def check_literal(context: RuleContext, literal: r.CompoundLiteral) -> None:
    """Look at the objects that literals make."""
    kind = context.model.type_names.get(literal.type, t.UNKNOWN_QUALIFIED)
    _check(context, literal.type, kind, "this literal")


@RULE.on(r.TypeQuery, about=(t.EnumeratedType,))
def check_enumeration(context: RuleContext, query: r.TypeQuery) -> None:
    """Look at enumerations as the operand of `sizeof`."""
    if query.keyword == "sizeof" and isinstance(query.operand, r.TypeName):
        kind = context.type_of(query.operand)
        if kind is not None and isinstance(t.element_of(kind).type, t.EnumeratedType):
            _check(context, query.operand, kind, "the operand of 'sizeof'")


@RULE.on(p.IncompleteOperand)
def check_size(context: RuleContext, problem: p.IncompleteOperand) -> None:
    """Look at the operand of `sizeof`."""
    kind = t.element_of(problem.operand).type
    if isinstance(problem.operand.type, t.ArrayType) and problem.operand.type.size is None:
        context.report(problem.record, "'sizeof' needs the size of this array, which is not given")
    elif isinstance(kind, t.AggregateType):
        _report(context, problem.record, kind, "the operand of 'sizeof'")


@RULE.on(p.IncompleteObject)
def check_object(context: RuleContext, problem: p.IncompleteObject) -> None:
    """Look at declarations by a typedef name that precedes the members."""
    kind = t.element_of(problem.type).type
    if not isinstance(kind, t.AggregateType):
        return
    ranged = problem.record
    if isinstance(ranged, r.InitDeclarator):
        ranged = ranged.declarator.name or ranged
    if problem.what == "member" and _contains(context, problem.record, kind):
        context.report(
            ranged,
            f"member '{problem.name}' makes '{kind.keyword} {kind.tag}' contain itself: "
            "only a pointer to it is allowed here",
        )
        return
    what = "the result of" if problem.what == "result" else problem.what
    named = f"{what} '{problem.name}'" if problem.name else "the parameter"
    _report(context, ranged, kind, named)


@RULE.on(p.IncompletePointee)
def check_walk(context: RuleContext, problem: p.IncompletePointee) -> None:
    """Look at pointers that move from object to object."""
    kind = t.element_of(problem.pointee).type
    if isinstance(kind, t.AggregateType):
        what = "the index" if isinstance(problem.record, r.Index) else "moving this pointer"
        _report(context, problem.record, kind, what)


def _contains(context: RuleContext, member: r.Record, kind: t.AggregateType) -> bool:
    """Tell whether a member is of the struct or union that contains it."""
    return any(
        isinstance(each, r.RecordType) and each.tag is not None and each.tag.text == kind.tag
        for each in context.ancestors(member)
    )


def _check(context: RuleContext, ranged: Ranged, qualified: t.Qualified, what: str) -> None:
    element = t.element_of(qualified)
    kind = element.type
    # A typedef may precede the members of its struct.
    if element.alias or qualified.alias or not isinstance(kind, t.AggregateType | t.EnumeratedType):
        return
    if not kind.tag or _is_complete(context, kind, place(ranged)[0]):
        return
    _report(context, ranged, kind, what)


def _report(
    context: RuleContext, ranged: Ranged, kind: t.AggregateType | t.EnumeratedType, what: str
) -> None:
    name = f"{kind.keyword if isinstance(kind, t.AggregateType) else 'enum'} {kind.tag}"
    announced = next(
        (
            known
            for known in context.model.declared.values()
            if isinstance(known, Tag) and known.defined is kind
        ),
        None,
    )
    related = [(announced, "it is only announced here")] if announced is not None else []
    context.report(
        ranged, f"{what} needs the members of '{name}', which are not known here", related=related
    )


def _is_complete(
    context: RuleContext, kind: t.AggregateType | t.EnumeratedType, start: int
) -> bool:
    if isinstance(kind, t.EnumeratedType):
        if kind.complete:
            return True
    elif kind.members is not None:
        return True
    # Another item may declare the tag again and complete it.
    return any(
        isinstance(known, Tag)
        and known.name == kind.tag
        and known.defined is not kind
        and _is_in_scope(context, known, start)
        for known in context.model.declared.values()
    )


def _is_in_scope(context: RuleContext, tag: Tag, start: int) -> bool:
    scope = context.enclosing(tag.specifier, r.Compound, r.For)
    return scope is None or scope.start <= start < scope.end
