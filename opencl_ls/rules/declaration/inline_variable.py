"""Something that is no function is inline.

## What it does
Reports `inline` in declarations of variables and typedefs.

## Why
The word asks for the body of a function in place of a call.

## Example
```cl
inline int count(void);
inline constant int size = 1;
```

## Use instead
```cl
constant int size = 1;
```

## Versions
All.

## Reference
C11 6.7.4p1.

## Fix safety
The word has no meaning there, so the fix is safe.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext, removing
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.placement import storage_word
from opencl_ls.semantics.symbols import Symbol, Typedef, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Variable, Typedef, about=("inline",))
def check(context: RuleContext, symbol: Symbol) -> None:
    """Look for the word on what has no body."""
    declaration = getattr(symbol, "declaration", None)
    if not isinstance(declaration, r.Declaration) or symbol.type.type is t.UNKNOWN:
        return
    word = storage_word(declaration.specifiers, "inline")
    if word is None or isinstance(symbol.type.type, t.FunctionType):
        return
    first = declaration.declarators[0].declarator.name
    if first is None or first is not symbol.word:
        return
    what = "variable" if isinstance(symbol, Variable) else "type"
    context.report(
        word,
        f"{what} '{symbol.name}' cannot be inline: only functions can",
        fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=True)],
    )
