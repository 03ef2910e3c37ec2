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

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.reports.keywords import (
    DECLARED,
    report_declared,
    report_nameless,
    report_names,
    report_parameter,
)
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.types.symbols import Symbol
from opencl_ls.syntax import records as r
from opencl_ls.syntax.tokens import ADDRESS_SPACE_KEYWORDS

RULE = Rule(Severity.ERROR, since="0.1", on_broken_items=True)

_WORDS: Final = "is an address space, a keyword, and"


@RULE.on(r.Item)
def check_names(context: RuleContext, _: r.Item) -> None:
    """Look at the address spaces that were read as names, once for each of them."""
    report_names(context, ADDRESS_SPACE_KEYWORDS, _WORDS)


@RULE.on(*DECLARED, about=ADDRESS_SPACE_KEYWORDS)
def check_declared(context: RuleContext, symbol: Symbol) -> None:
    """Look at declared names, where the grammar accepts more than a compiler."""
    report_declared(context, symbol, ADDRESS_SPACE_KEYWORDS, _WORDS)


@RULE.on(r.Declaration)
def check_nameless(context: RuleContext, declaration: r.Declaration) -> None:
    """Look at declarations in which a keyword reads as a qualifier, so that the name is missing."""
    report_nameless(context, declaration, ADDRESS_SPACE_KEYWORDS, _WORDS)


@RULE.on(r.Parameter)
def check_parameter(context: RuleContext, parameter: r.Parameter) -> None:
    """Look at parameters in which a keyword reads as a qualifier, so that the name is missing."""
    report_parameter(context, parameter, _WORDS)
