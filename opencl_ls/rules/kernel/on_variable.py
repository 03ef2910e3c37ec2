"""The word kernel stands before something that is no function.

## What it does
Reports `kernel` and `__kernel` among the words of a variable's declaration.

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
from opencl_ls.rules.context import RuleContext, removing
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.placement import storage_word
from opencl_ls.semantics.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Variable)
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the words of variables."""
    word = storage_word(variable.declaration.specifiers, "kernel")
    if word is None:
        return
    context.report(
        word,
        f"'{word.text}' before variable '{variable.name}': only a function can be a kernel",
        fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=True)],
    )
