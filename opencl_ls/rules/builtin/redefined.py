"""A function or a variable takes the name of a built-in function.

## What it does
Reports the definition of a function whose name is that of a built-in function of the target. It is
an error where compilers reject the declaration: it has the parameters of a built-in overload and
another result, `printf` has another type, or every compiler implements the name itself, such as
`enqueue_kernel`. Otherwise kernels, whose names are for the host, and functions with clang's
attribute `overloadable` and parameters that no built-in overload has are not reported. Variables
are reported at program scope, where they would conflict with the function. A `static` function or
variable hides the built-in one and is no error, except with the name `printf`: it belongs
only to this program.

## Why
A function of the program hides all overloads of the built-in one, and an implementation that has
the same overload gets two bodies for it.

## Example
```cl
float clamp(float x, float a, float b) { return x < a ? a : x > b ? b : x; }
```

## Use instead
```cl
float limited(float x, float a, float b) { return x < a ? a : x > b ? b : x; }
```

## Versions
All, each for its own functions.

## Reference
OpenCL C specification, "Built-in Functions".
"""

from msgspec.structs import replace

from opencl_ls.builtins.functions import BuiltinFunction, function
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls.general import overloads_of
from opencl_ls.semantics.calls.overloads import Overload
from opencl_ls.semantics.declarations.placement import at_program_scope
from opencl_ls.semantics.types.signatures import agree
from opencl_ls.semantics.types.symbols import Function, Variable

RULE = Rule(Severity.WARNING, since="0.1")

_SPECIAL = frozenset(("enqueue_kernel", "to_global", "to_local", "to_private"))


@RULE.on(Function)
def check(context: RuleContext, declared: Function) -> None:
    """Compare a function with the overloads of the built-in one that has its name."""
    known = function(declared.name)
    kind = declared.type.type
    if known is None or not isinstance(kind, t.FunctionType):
        return
    if known.missing(context.target) is not None:
        return
    overload = _same_parameters(context, known, kind)
    refusal = "" if _is_own(declared) else _refusal(declared, known, kind, overload)
    if refusal:
        context.report(declared, f"'{declared.name}' {refusal}", severity=Severity.ERROR)
    elif declared.definition is None or declared.is_kernel:
        return
    elif overload is not None or not declared.is_overloadable:
        context.report(declared, _hidden(declared))


def _refusal(
    declared: Function, known: BuiltinFunction, kind: t.FunctionType, overload: Overload | None
) -> str:
    """Return why compilers reject a declaration; empty where they accept it."""
    if _is_special(known):
        return "is a built-in function that cannot be declared again: give this another name"
    if overload is not None and _conflict(kind.result, overload.result):
        return (
            f"is a built-in function and returns {t.described(overload.result)} for these "
            f"parameters, not {t.described(kind.result)}: give this another name"
        )
    if known.name == "printf" and not declared.is_overloadable and not _is_printf(kind):
        return "is a built-in function with other types: give this another name"
    return ""


@RULE.on(Variable)
def check_variable(context: RuleContext, declared: Variable) -> None:
    """Look at the names of variables outside all functions."""
    known = function(declared.name) if at_program_scope(declared) else None
    # The functions that reinterpret bits are macros in many compilers.
    if known is None or known.name.startswith("as_"):
        return
    # Not all compilers have the functions of an extension, even if the device supports it.
    if known.missing(replace(context.target, extensions=frozenset())) is not None:
        return
    if _is_own(declared):
        context.report(declared, _hidden(declared))
    else:
        context.report(
            declared,
            f"'{declared.name}' is a built-in function: no variable at program scope can have its "
            "name",
            severity=Severity.ERROR,
        )


def _is_own(declared: Function | Variable) -> bool:
    """Tell whether a declaration is local to this program; `printf` cannot be."""
    return "static" in declared.storage and declared.name != "printf"


def _hidden(declared: Function | Variable) -> str:
    return f"'{declared.name}' is a built-in function, which this hides: give it another name"


def _is_special(known: BuiltinFunction) -> bool:
    """Tell whether compilers implement a function themselves, with special rules for calls."""
    return (
        known.name in _SPECIAL
        or known.name.startswith("get_kernel_")
        or (known.group == "pipe" and "pipe" in known.name)
    )


def _same_parameters(
    context: RuleContext, known: BuiltinFunction, kind: t.FunctionType
) -> Overload | None:
    """Return the built-in overload with the same parameters; those with pointers are left out."""
    if kind.variadic or not kind.prototype or known.name.startswith("as_"):
        return None  # A function that reinterprets bits takes any type of the right size.
    types = [parameter.type for parameter in kind.parameters]
    if not all(isinstance(each, t.ScalarType | t.VectorType) for each in types):
        return None
    overloads = overloads_of(known, context.target).exact
    return overloads.get(tuple(id(each) for each in types))


def _conflict(result: t.Qualified, wanted: t.Qualified) -> bool:
    """Tell whether two result types differ on every device."""
    is_size = bool(wanted.device_sized) and result.type in (t.scalar("uint"), t.scalar("ulong"))
    return not is_size and not agree(result, wanted)


def _is_printf(kind: t.FunctionType) -> bool:
    """Tell whether a type may be that of `printf`: `int (constant const char *, ...)`."""
    parameters = kind.parameters
    if not kind.variadic or len(parameters) != 1 or kind.result.type is not t.scalar("int"):
        return False
    pointer = parameters[0].type
    return not isinstance(pointer, t.PointerType) or (
        t.object_space(pointer.pointee) == t.CONSTANT and pointer.pointee.const
    )
