"""A sampler at program scope is neither const nor constant.

## What it does
Reports samplers at program scope without `const` and `constant`, including those in global or local
memory.

## Why
A sampler at program scope is a constant of the program. Compilers reject any other.

## Example
```cl
global sampler_t s = CLK_FILTER_NEAREST;
```

## Use instead
```cl
constant sampler_t s = CLK_FILTER_NEAREST;
```

## Versions
All.

## Reference
OpenCL C specification, "Samplers".

## Fix safety
A sampler cannot be anything else there, so the fix is safe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_sampler
from opencl_ls.semantics.declarations.placement import at_program_scope
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1", about=("sampler_t",))


@RULE.on(Variable, about=RULE.about)
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the qualifiers of samplers at program scope."""
    if not is_sampler(variable.type.type):
        return
    if not at_program_scope(variable) and "extern" not in variable.storage:
        return
    kind = variable.type
    word = variable.space_word
    space = spaces.plain(word.text) if word is not None else kind.space
    if space == t.CONSTANT or (kind.const and (word is None or space == t.PRIVATE)):
        return
    fixes = []
    if word is not None:
        fixes = [replacing("Make it constant", word, "constant", safe=True)]
    elif not kind.alias:
        fixes = [inserting("Make it constant", variable.declaration.start, "constant ", safe=True)]
    message = f"sampler '{variable.name}' at program scope has to be 'constant' or 'const'"
    if word is not None and space in (t.LOCAL, t.GLOBAL):
        message = f"sampler '{variable.name}' cannot be in {space} memory: make it 'constant'"
    context.report(variable.declaration, message, fixes=fixes)
