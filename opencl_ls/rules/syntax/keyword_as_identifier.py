"""A keyword is used as a name.

## What it does
Reports a keyword of C or OpenCL C, such as `kernel`, `register` or `read_only`, where a name is
declared or used, and `pipe` where the target has pipes.  The address spaces have a rule of their
own, `address-space/keyword-as-identifier`.

## Why
A keyword cannot name anything. The most frequent case is `kernel`: it is a good name for the
weights of a convolution, but not in OpenCL C.

## Example
```cl
float first(global float *kernel) { return kernel[0]; }
```

## Use instead
```cl
float first(global float *kernel_) { return kernel_[0]; }
```

## Versions
All.

## Reference
OpenCL C specification, "Keywords"; C99 6.4.1.

## Fix safety
Unsafe: the name is changed in this declaration or function only.
"""

from typing import Final

from opencl_ls.builtins.types import builtin_type
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.reports.keywords import (
    DECLARED,
    TYPE_KEYWORDS,
    report_declared,
    report_nameless,
    report_names,
)
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.names.undeclared import keywords_as_names
from opencl_ls.semantics.types.symbols import (
    EnumeratorConstant,
    MemberVariable,
    ParameterVariable,
    Symbol,
    Tag,
    Variable,
)
from opencl_ls.syntax import records as r
from opencl_ls.syntax.tokens import ACCESS_KEYWORDS, ADDRESS_SPACE_KEYWORDS, RESERVED

RULE = Rule(Severity.ERROR, since="0.1", on_broken_items=True)

_RESERVED: Final = RESERVED - ADDRESS_SPACE_KEYWORDS
_WORDS: Final = "is a keyword and"


@RULE.on(r.Item)
def check_names(context: RuleContext, _: r.Item) -> None:
    """Look at the keywords that were read as names, once for each of them."""
    report_names(context, _RESERVED, _WORDS)


@RULE.on(*DECLARED, about=_RESERVED)
def check_declared(context: RuleContext, symbol: Symbol) -> None:
    """Look at declared names, where the grammar accepts more than a compiler."""
    report_declared(context, symbol, _RESERVED, _WORDS)


@RULE.on(ParameterVariable, Variable, MemberVariable, Tag, EnumeratorConstant, about=TYPE_KEYWORDS)
def check_type(context: RuleContext, symbol: Symbol) -> None:
    """Look for types that are keywords, except at program scope, which another rule checks."""
    known = builtin_type(symbol.name) if symbol.name in TYPE_KEYWORDS else None
    if known is None or known.missing(context.target) is not None:
        return
    if context.model.exports.get(symbol.name) is not symbol:
        report_declared(context, symbol, TYPE_KEYWORDS, _WORDS)


@RULE.on(r.Parameter)
def check_prototype(context: RuleContext, parameter: r.Parameter) -> None:
    """Look at the parameters of functions without a body, which are no symbols."""
    name = parameter.declarator.name
    if name is None or context.declared(parameter) is not None:
        return
    if name.text in TYPE_KEYWORDS:
        known = builtin_type(name.text)
        is_keyword = known is not None and known.missing(context.target) is None
    else:
        is_keyword = name.text in ACCESS_KEYWORDS and not context.model.item.problems
        is_keyword = is_keyword and name.text not in keywords_as_names(context.model)
    if is_keyword:
        context.report(name, f"'{name.text}' {_WORDS} cannot name anything")


@RULE.on(r.Declaration)
def check_nameless(context: RuleContext, declaration: r.Declaration) -> None:
    """Look at declarations in which a keyword reads as a qualifier, so that the name is missing."""
    report_nameless(context, declaration, _RESERVED, _WORDS)


@RULE.on(r.PointerPart, about=("kernel",))
def check_pointer(context: RuleContext, pointer: r.PointerPart) -> None:
    """Look at `* kernel`, which the grammar reads as a qualified pointer without a name."""
    for word in pointer.qualifiers:
        if word.text in ("kernel", "__kernel"):
            context.report(word, f"'{word.text}' is a keyword and cannot name anything")
