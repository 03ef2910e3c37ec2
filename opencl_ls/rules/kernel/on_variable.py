"""The word kernel is before something that is no function.

## What it does
Reports `kernel` and `__kernel` among the words that declare a variable, a parameter, a member of a
struct or a typedef, and in a type name, as in a cast.

## Why
Only functions can be kernels.

## Example
```cl CL1.2
kernel constant int size = 1;
```

## Use instead
```cl CL1.2
constant int size = 1;
```

## Versions
All.

## Reference
OpenCL C specification, "Function Qualifiers".

## Fix safety
The word has no meaning there, and removing it changes nothing else: the fix is safe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, removing
from opencl_ls.linter.reports.keywords import in_place_of_name
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.placement import storage_word
from opencl_ls.semantics.types.symbols import MemberVariable, Typedef, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Variable, about=("kernel",))
def check_variable(context: RuleContext, variable: Variable) -> None:
    """Look at the words of variables."""
    _check(context, variable.declaration.specifiers, f"variable '{variable.name}'")


@RULE.on(MemberVariable, about=("kernel",))
def check_member(context: RuleContext, member: MemberVariable) -> None:
    """Look at the words of members."""
    _check(context, member.declaration.specifiers, f"member '{member.name}'")


@RULE.on(Typedef, about=("kernel",))
def check_typedef(context: RuleContext, typedef: Typedef) -> None:
    """Look at the words of typedefs."""
    _check(context, typedef.declaration.specifiers, f"typedef '{typedef.name}'")


@RULE.on(r.Parameter)
def check_parameter(context: RuleContext, parameter: r.Parameter) -> None:
    """Look at the words of parameters, where the keyword may be meant as the name."""
    name = parameter.declarator.name
    what = "a parameter" if name is None else f"parameter '{name.text}'"
    _check(context, parameter.specifiers, what)


@RULE.on(r.TypeName, about=("kernel",))
def check_type_name(context: RuleContext, name: r.TypeName) -> None:
    """Look at the words of type names, as in casts."""
    _check(context, name.specifiers, "a type")


@RULE.on(r.Declaration, about=("kernel",))
def check_nothing(context: RuleContext, declaration: r.Declaration) -> None:
    """Look at the words of a declaration in a body or a struct that declares no object."""
    if declaration.declarators or in_place_of_name(declaration) is not None:
        return
    if isinstance(context.parent(declaration), r.RecordType):
        # Compilers ignore the word there.
        if isinstance(declaration.specifiers.type, r.RecordType | r.EnumType):
            _check(context, declaration.specifiers, "a type", Severity.WARNING)
    elif context.enclosing(declaration, r.Compound) is not None:
        _check(context, declaration.specifiers, "a type")


def _check(
    context: RuleContext, specifiers: r.Specifiers, what: str, severity: Severity | None = None
) -> None:
    word = storage_word(specifiers, "kernel")
    if word is not None:
        context.report(
            word,
            f"'{word.text}' before {what}: only a function can be a kernel",
            severity=severity,
            fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=True)],
        )
