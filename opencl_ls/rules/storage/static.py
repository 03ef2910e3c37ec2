"""`static` is used before OpenCL C 1.2.

## What it does
Reports the storage class `static`.

## Why
OpenCL C 1.0 and 1.1 have no storage classes: a program was one source, and no other program could
see its names.

## Example
```cl CL1.0
static int helper(int x) { return x; }
```

## Use instead
```cl CL1.0
int helper(int x) { return x; }
```

## Versions
1.0 and 1.1, without the pragma of `cl_clang_storage_class_specifiers`, by which compilers based on
clang lift the restriction.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.

## Fix safety
The fix changes the linkage, and may turn a declaration into a definition: it is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, removing
from opencl_ls.linter.rule import NO_STORAGE_CLASSES, Rule
from opencl_ls.semantics.declarations.placement import overwritten_words, storage_word
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=NO_STORAGE_CLASSES)


@RULE.on(r.Specifiers, about=("static",))
def check(context: RuleContext, specifiers: r.Specifiers) -> None:
    """Look for the storage class."""
    word = storage_word(specifiers, "static")
    if word is not None:
        _report(context, word)


@RULE.on(r.Item)
def check_untyped(context: RuleContext, item: r.Item) -> None:
    """Look for it where there is no type beside it."""
    for word in overwritten_words(item, "static"):
        _report(context, word)


def _report(context: RuleContext, word: r.Word) -> None:
    context.report(
        word,
        "'static' needs OpenCL C 1.2: here every name of a program is its own already",
        fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=False)],
    )
