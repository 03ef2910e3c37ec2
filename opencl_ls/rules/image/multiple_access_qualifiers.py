"""A parameter has two access qualifiers.

## What it does
Reports a second access qualifier on an image or a pipe, one in a typedef included. The same word
twice is a warning. A typedef of an image or a pipe without a qualifier means a read-only one.

## Why
A parameter has one access. An image that is both read and written has `read_write`, from OpenCL C
2.0 on.

## Example
```cl
kernel void k(read_only write_only image2d_t i) {}
```

## Use instead
```cl
kernel void k(read_write image2d_t i) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Access Qualifiers".

## Fix safety
Removing a repeated word is safe; `read_write` is not, since the host has to create a matching
image.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import (
    ItemEdit,
    ItemFix,
    RuleContext,
    removing,
)
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import (
    Declaring,
    access_of,
    access_words,
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
    """Compare the words of declarations with each other and with their typedef."""
    for specifiers, base in declarations_of(declaring):
        words = access_words(specifiers)
        if not words or not (is_image(base.type) or is_pipe(base.type)):
            continue
        hidden = _hidden(context, specifiers)
        accesses = [hidden] * bool(hidden) + [spaces.plain(word.text) for word in words]
        if len(accesses) > 1:
            word = words[-1] if hidden else words[1]
            if len(set(accesses)) == 1:
                _again(context, word, hidden)
            else:
                _two(context, words, base, hidden)


def _hidden(context: RuleContext, specifiers: r.Specifiers) -> str:
    """Return the access in a typedef of an image or a pipe, "" without such a typedef."""
    written = specifiers.type
    named = context.symbol(written) if isinstance(written, r.NamedType) else None
    if not isinstance(named, Typedef) or not (
        is_image(named.type.type) or is_pipe(named.type.type)
    ):
        return ""
    return access_of(named.type)


def _again(context: RuleContext, word: r.Word, hidden: str) -> None:
    reason = f"the typedef is '{hidden}' already" if hidden else "once is enough"
    context.report(
        word,
        f"'{word.text}' again: {reason}",
        severity=Severity.WARNING,
        fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=True)],
    )


def _two(context: RuleContext, words: list[r.Word], base: t.Qualified, hidden: str) -> None:
    fixes = []
    if not hidden and len(words) == 2 and is_image(base.type):
        if context.target.has_read_write_images:
            second = removing("", context.model.item.text, words[1], safe=False).edits[0]
            first = ItemEdit(words[0].start, words[0].end, "read_write")
            fixes = [ItemFix("Say 'read_write'", (first, second), safe=False)]
    word = words[0] if hidden else words[1]
    other = f"the typedef is '{hidden}'" if hidden else f"'{words[0].text}' comes before it"
    context.report(word, f"'{word.text}' is a second access qualifier: {other}", fixes=fixes)
