"""A declaration takes the name of a built-in type.

## What it does
Reports a typedef with the name of a type that the target has, and a function, a variable, a
parameter or an enumerator with such a name. It is an error at program scope if the name would get
another meaning, and a warning in a body or a list of parameters, and for a typedef that repeats the
built-in meaning. Members have a name space of their own.

## Why
The names are keywords of the language. Many compilers accept a typedef that repeats the meaning,
and a name in an inner scope; all reject another meaning at program scope.

## Example
```cl
typedef unsigned int uint;
```

## Use instead
```cl
typedef unsigned int word;
```

## Versions
All.

## Reference
OpenCL C specification, "Built-in Scalar Data Types".
"""

from opencl_ls.builtins.types import BuiltinType, builtin_type
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.reports.keywords import TYPE_KEYWORDS
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.conversions import same_type
from opencl_ls.semantics.types.spelling import named_builtin
from opencl_ls.semantics.types.symbols import (
    EnumeratorConstant,
    Function,
    ParameterVariable,
    Symbol,
    Typedef,
    Variable,
)

RULE = Rule(Severity.WARNING, since="0.1")

_OPAQUE = frozenset(("sampler_t", "event_t", "queue_t", "clk_event_t", "reserve_id_t"))


@RULE.on(Typedef, Variable, ParameterVariable, Function, EnumeratorConstant)
def check(context: RuleContext, symbol: Symbol) -> None:
    """Look at the names of all declarations."""
    known = builtin_type(symbol.name)
    if known is None or known.kind == "reserved" or known.missing(context.target) is not None:
        return
    local = context.model.exports.get(symbol.name) is not symbol
    if not isinstance(symbol, Typedef):
        if symbol.type.type is t.UNKNOWN or (local and symbol.name in TYPE_KEYWORDS):
            return  # syntax/keyword-as-identifier reports the latter.
        where = "else" if local else "else at program scope"
        context.report(
            symbol,
            f"'{symbol.name}' is a type of OpenCL C: nothing {where} can have its name",
            severity=Severity.WARNING if local else Severity.ERROR,
        )
        return
    differs = not known.pointer_sized and _is_of_the_language(known) and _differs(symbol, known)
    wrong = symbol.name in TYPE_KEYWORDS or (differs and not local)
    context.report(
        symbol,
        f"'{symbol.name}' is a type of OpenCL C: its name cannot be declared again",
        severity=Severity.ERROR if wrong else Severity.WARNING,
    )


def _is_of_the_language(known: BuiltinType) -> bool:
    """Tell whether a type is built into compilers, and does not come from a header."""
    return known.kind in ("scalar", "vector", "image", "atomic") or known.name in _OPAQUE


def _differs(typedef: Typedef, known: BuiltinType) -> bool:
    """Tell whether a typedef certainly gives a built-in name another meaning."""
    attributes = typedef.declaration.specifiers.attributes
    if attributes or typedef.declarator.declarator.attributes:
        return False  # One of the attributes makes the vector.
    if isinstance(typedef.type.type, t.AggregateType):
        # Headers define opaque types as structs.
        return known.kind in ("scalar", "vector")
    meant = named_builtin(typedef.name)
    if meant is None or t.UNKNOWN in (meant.type, t.element_of(typedef.type).type):
        return False
    return not same_type(meant.type, typedef.type.type)
