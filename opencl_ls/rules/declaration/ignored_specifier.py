"""A word before a type has no effect, since the declaration declares nothing else.

## What it does
Warns of `typedef`, storage classes, qualifiers, `kernel` and attributes about the layout in front
of `struct`, `union` and `enum` where no name of a variable or type follows, and of `const` and
`volatile` before the `void` that a function returns, or before a function type.

## Why
Such words apply to the variables or types that are declared with the type, and here there are none:
`typedef` makes no name, `constant` places no object, and `packed` does not pack the struct, so that
host and device disagree about its layout.

## Example
```cl
__attribute__((packed)) struct header { char kind; int size; };
```

## Use instead
```cl
struct __attribute__((packed)) header { char kind; int size; };
```

## Versions
All.

## Reference
C11 6.7 and 6.7.2.3; OpenCL C specification, "Optional Attribute Qualifiers"; clang's
`-Wmissing-declarations`, `-Wignored-attributes` and `-Wqualified-void-return-type`.
"""

from opencl_ls.builtins.attribute_uses import attribute_use
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.semantics.types.spaces import SPACES, plain
from opencl_ls.semantics.types.symbols import Function, Typedef
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", as_written=True)


@RULE.on(r.Declaration)
def check(context: RuleContext, declaration: r.Declaration) -> None:
    """Look at the words before a type with a tag or enumerators that declares nothing else."""
    specifiers = declaration.specifiers
    kind = specifiers.type
    if declaration.declarators or not isinstance(kind, r.RecordType | r.EnumType):
        return
    if isinstance(context.parent(declaration), r.RecordType):
        # In other cases the name of the member is missing.
        if isinstance(kind, r.EnumType) and kind.tag is None:
            for word in specifiers.qualifiers:
                if plain(word.text) in SPACES or word.text == "const":
                    context.report(word, f"'{word.text}' has no effect: nothing is declared here")
        return
    if kind.tag is None and isinstance(kind, r.RecordType):
        return  # The declaration as a whole declares nothing.
    what = context.text(kind).split("{")[0].strip()
    for word in (*specifiers.storage, *specifiers.qualifiers):
        name = plain(word.text)
        if name == "inline":
            continue  # Another rule reports that.
        message = f"'{word.text}' has no effect: nothing is declared but the type '{what}'"
        if name == "typedef":
            message = f"this typedef makes no name for '{what}': its name is missing"
        # Compilers based on clang do not report `volatile`.
        severity = Severity.HINT if name == "volatile" else None
        context.report(word, message, severity=severity)
    for attribute in specifiers.attributes:
        if attribute.start < kind.start:
            _report_attribute(context, attribute, what)


def _report_attribute(context: RuleContext, attribute: r.Attribute, what: str) -> None:
    """Report an attribute before the type `what` of a declaration that declares nothing else."""
    keyword = what.split(maxsplit=1)[0]
    use = attribute_use(attribute_name(attribute))
    if use is not None and use.level(keyword) == "-":
        place = f"it belongs after '{keyword}' or right after the closing brace"
    else:
        place = f"nothing is declared but the type '{what}'"
    context.report(attribute, f"'{attribute.name.text}' has no effect here: {place}")


@RULE.on(r.Specifiers, about=("const", "volatile"))
def check_function_type(context: RuleContext, specifiers: r.Specifiers) -> None:
    """Look at the qualifiers of a function type that a typedef names."""
    alias = context.symbol(specifiers.type) if isinstance(specifiers.type, r.NamedType) else None
    if isinstance(alias, Typedef) and isinstance(alias.type.type, t.FunctionType):
        for word in specifiers.qualifiers:
            if word.text in ("const", "volatile"):
                message = f"'{word.text}' on a function type: what it means is not defined"
                context.report(word, message, related=[(alias, "the type is named here")])


@RULE.on(Function)
def check_result(context: RuleContext, function: Function) -> None:
    """Look at the qualifiers of the result of a function that returns nothing."""
    specifiers, parts = function.declaration.specifiers, function.declarator.parts
    kind = function.type.type
    if len(parts) != 1 or not isinstance(kind, t.FunctionType):
        return
    if not isinstance(kind.result.type, t.VoidType):
        return
    for word in specifiers.qualifiers:
        if word.text in ("const", "volatile"):
            message = f"'{word.text}' has no effect: '{function.name}' returns nothing"
            # Compilers report it for definitions.
            severity = Severity.HINT if function.definition is None else None
            context.report(word, message, severity=severity)
