"""An array has no size.

## What it does
Reports arrays in bodies without a size and without an initialiser, and arrays whose elements are
arrays without a size. An array of program scope that never gets a size is a warning: it is taken to
have one element.

## Why
The size determines how much memory the array takes; only the first dimension may be left to the
initialiser.

## Example
```cl
void f(void) { int table[]; }
```

## Use instead
```cl
void f(void) { int table[] = {1, 2, 3}; }
```

## Versions
All.

## Reference
C11 6.7.6.2 and 6.7.9p22.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, UnitContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.names import facts
from opencl_ls.semantics.names.tentative import unsized_arrays
from opencl_ls.semantics.types.symbols import (
    MemberVariable,
    ParameterVariable,
    Symbol,
    Variable,
)

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Variable, about=(t.ArrayType,))
def check_variable(context: RuleContext, variable: Variable) -> None:
    """Look at the first dimension of variables without an initialiser that gives it."""
    kind = variable.type.type
    if not isinstance(kind, t.ArrayType) or variable.depth == 0 or "extern" in variable.storage:
        return
    if kind.size is None and not kind.variable and variable.declarator.initializer is None:
        context.report(
            variable,
            f"array '{variable.name}' has neither a size nor an initialiser that would tell it",
        )


@RULE.on(Variable, MemberVariable, ParameterVariable, about=(t.ArrayType,))
def check_elements(context: RuleContext, symbol: Symbol) -> None:
    """Look at the dimensions after the first one."""
    written = symbol.written if isinstance(symbol, ParameterVariable) else symbol.type
    if not isinstance(written.type, t.ArrayType):
        return
    element = written.type.element
    while isinstance(element.type, t.ArrayType):
        if element.type.size is None and not element.type.variable:
            context.report(
                symbol,
                f"the elements of '{symbol.name}' are arrays without a size: "
                "only the first dimension may be empty",
            )
            return
        element = element.type.element


@RULE.on_unit_reading(facts.declared_soundly, directives=True)
def check_tentative(context: UnitContext) -> None:
    """Look at arrays of program scope, except where the target allows none there."""
    if context.target.has_program_scope_variables and not context.lacks_include:
        for number, variable in unsized_arrays(context.program):
            if variable.type.space != t.CONSTANT:
                context.report(
                    number,
                    variable,
                    f"nothing gives '{variable.name}' a size: it is taken to have one element",
                    severity=Severity.WARNING,
                )
