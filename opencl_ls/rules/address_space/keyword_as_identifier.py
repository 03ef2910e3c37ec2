"""An address space is used as a name.

## What it does
Reports `global`, `local`, `constant` and `private`, with or without underscores, where a name is
declared or used.

## Why
Both spellings of an address space are keywords, so neither can name a variable, a parameter or a
member.  Code from C, where `local` is an ordinary name, runs into this.

## Example
```cl
void f(void) { int local = 1; }
```

## Use instead
```cl
void f(void) { int local_ = 1; }
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers" and "Keywords"; reference page `__local`.

## Fix safety
Unsafe: the name is changed in this declaration or function only.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import ItemEdit, ItemFix, RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.symbols import EnumeratorConstant, Symbol, Tag
from opencl_ls.syntax import records as r
from opencl_ls.syntax.slips import ADDRESS_SPACE_KEYWORDS, KEYWORD

RULE = Rule(Severity.ERROR, since="0.1", on_broken_items=True)


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the keywords that were read as names, once for each of them."""
    seen: dict[str, list[r.Repair]] = {}
    for slip in item.repairs:
        word = item.text[slip.start : slip.end]
        if slip.kind == KEYWORD and word in ADDRESS_SPACE_KEYWORDS:
            seen.setdefault(word, []).append(slip)
    for word, slips in seen.items():
        edits = tuple(ItemEdit(slip.start, slip.end, slip.correct) for slip in slips)
        fix = ItemFix(f"Rename to '{slips[0].correct}'", edits, safe=False)
        context.report(slips[0], _message(word), fixes=[fix])


@RULE.on(EnumeratorConstant, Tag, about=ADDRESS_SPACE_KEYWORDS)
def check_declared(context: RuleContext, symbol: Symbol) -> None:
    """Look at enumerators and tags, which the grammar lets have any name."""
    if symbol.name in ADDRESS_SPACE_KEYWORDS:
        context.report(symbol, _message(symbol.name))


def _message(word: str) -> str:
    return f"'{word}' is an address space, a keyword, and cannot name anything"
