"""An access qualifier is on a type that is neither an image nor a pipe.

## What it does
Reports `read_only`, `write_only` and `read_write` on other types.

## Why
The words say how a kernel uses an image or a pipe. For buffers there is `const`.

## Example
```cl
kernel void k(read_only global int *values) {}
```

## Use instead
```cl
kernel void k(global const int *values) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Access Qualifiers".

## Fix safety
The word has no effect there, so the fix is safe.
"""

from msgspec.structs import replace

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, removing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import (
    Declaring,
    access_words,
    base_of,
    declarations_of,
    is_image,
    is_pipe,
)
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import (
    Function,
    MemberVariable,
    ParameterVariable,
    Typedef,
    Variable,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Variable, Typedef, MemberVariable, Function, ParameterVariable, about=spaces.ACCESS)
def check(context: RuleContext, declaring: Declaring) -> None:
    """Look at the words of declarations and at the types after them."""
    for specifiers, base in declarations_of(declaring):
        words = access_words(specifiers)
        if not words or is_image(base.type) or is_pipe(base.type) or base.type is t.UNKNOWN:
            continue
        whole = _whole(declaring, specifiers)
        kind = whole if isinstance(whole.type, t.PointerType) else base
        _report(context, words[0], _described(kind))


@RULE.on(r.TypeName, about=spaces.ACCESS)
def check_type_name(context: RuleContext, name: r.TypeName) -> None:
    """Look at type names, as in casts."""
    words = access_words(name.specifiers)
    kind = context.type_of(name)
    if not words or kind is None:
        return
    base = base_of(kind).type
    if not (is_image(base) or is_pipe(base) or base is t.UNKNOWN):
        _report(context, words[0], _described(kind))


@RULE.on(r.PointerPart, about=spaces.ACCESS)
def check_pointer(context: RuleContext, pointer: r.PointerPart) -> None:
    """Look at the words after the `*`, which qualify the pointer itself."""
    for word in pointer.qualifiers:
        if spaces.plain(word.text) in spaces.ACCESS:
            _report(context, word, "a pointer")


def _described(qualified: t.Qualified) -> str:
    """Return the words of a type, without its own qualifiers and every access."""
    plain = _without_access(qualified)
    return t.described(t.Qualified(plain.type, alias=plain.alias))


def _without_access(qualified: t.Qualified) -> t.Qualified:
    kind = qualified.type
    if isinstance(kind, t.PointerType):
        kind = t.PointerType(_without_access(kind.pointee))
    return replace(qualified, type=kind, access="")


def _report(context: RuleContext, word: r.Word, what: str) -> None:
    context.report(
        word,
        f"'{word.text}' on {what}: only images and pipes have an access",
        fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=True)],
    )


def _whole(declaring: Declaring, specifiers: r.Specifiers) -> t.Qualified:
    """Return the type that is declared with some specifiers."""
    if isinstance(declaring, Function):
        for parameter in declaring.parameters:
            if parameter.parameter.specifiers is specifiers:
                return parameter.written
        kind = declaring.type.type
        return kind.result if isinstance(kind, t.FunctionType) else declaring.type
    if isinstance(declaring, r.TypeName):
        return t.UNKNOWN_QUALIFIED
    return declaring.written if isinstance(declaring, ParameterVariable) else declaring.type
