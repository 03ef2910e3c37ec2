"""`extern` is used before OpenCL C 1.2.

## What it does
Reports the storage class `extern`.

## Why
OpenCL C 1.0 and 1.1 have no storage classes: a program was one source without a link step.

## Example
```cl CL1.1
extern int helper(int x);
```

## Use instead
```cl CL1.1
int helper(int x);
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
from opencl_ls.semantics.declarations.placement import storage_word
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=NO_STORAGE_CLASSES)


@RULE.on(r.Specifiers, about=("extern",))
def check(context: RuleContext, specifiers: r.Specifiers) -> None:
    """Look for the storage class."""
    word = storage_word(specifiers, "extern")
    if word is not None:
        context.report(
            word,
            "'extern' needs OpenCL C 1.2: here a program is one translation unit",
            fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=False)],
        )
