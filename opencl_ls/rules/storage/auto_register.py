"""`auto` or `register` is used.

## What it does
Reports the storage class `auto` or `register`.

## Why
The two storage classes of C, which have no effect in today's compilers, are not part of OpenCL C.

## Example
```cl
void f(void) { register int x = 1; }
```

## Use instead
```cl
void f(void) { int x = 1; }
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.

## Fix safety
Neither word changes the meaning of a program, so the fix only removes a word; it is marked unsafe
because `auto` alone may be in place of a missing type.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, removing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.placement import overwritten_words, storage_word
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.Specifiers, about=("auto", "register"))
def check(context: RuleContext, specifiers: r.Specifiers) -> None:
    """Look for the storage class."""
    word = storage_word(specifiers, "auto", "register")
    if word is not None:
        _report(context, word)


@RULE.on(r.Item)
def check_untyped(context: RuleContext, item: r.Item) -> None:
    """Look for it where there is no type beside it."""
    for word in overwritten_words(item, "auto", "register"):
        _report(context, word)


def _report(context: RuleContext, word: r.Word) -> None:
    if not context.target.has_clang_storage_classes:
        context.report(
            word,
            f"OpenCL C has no storage class '{word.text}'",
            fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=False)],
        )
