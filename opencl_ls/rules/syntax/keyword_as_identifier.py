"""A keyword is used as a name.

## What it does
Reports a keyword of C or OpenCL C, such as `kernel`, `register` or `read_only`, where a name is
declared.  The address spaces have a rule of their own, `address-space/keyword-as-identifier`.

## Why
A keyword cannot name anything.  `kernel` is the one that people meet most often: it is a good name
for the weights of a convolution, but not in OpenCL C.

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
from opencl_ls.rules.context import ItemEdit, ItemFix, RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.symbols import (
    EnumeratorConstant,
    MemberVariable,
    ParameterVariable,
    Symbol,
    Tag,
    Variable,
)
from opencl_ls.syntax import records as r
from opencl_ls.syntax.slips import ADDRESS_SPACE_KEYWORDS, KEYWORD, KEYWORDS

RULE = Rule(Severity.ERROR, since="0.1", on_broken_items=True)

_RESERVED: Final = KEYWORDS - ADDRESS_SPACE_KEYWORDS
_RESERVED_TAGS: Final = _RESERVED | frozenset(
    "break case continue do else for goto if return sizeof struct typedef while".split()
)
# The types that are no words of the grammar, without those that compilers take from a header.
_TYPES: Final = frozenset(
    "bool half image1d_t image1d_array_t image1d_buffer_t image2d_t image2d_array_t "
    "image3d_t".split()
)


@RULE.on(r.Item)
def check_repairs(context: RuleContext, item: r.Item) -> None:
    """Look at the keywords that were read as names, once for each of them."""
    seen: dict[str, list[r.Repair]] = {}
    for slip in item.repairs:
        word = item.text[slip.start : slip.end]
        if slip.kind == KEYWORD and word in _RESERVED:
            seen.setdefault(word, []).append(slip)
    for word, slips in seen.items():
        edits = tuple(ItemEdit(slip.start, slip.end, slip.correct) for slip in slips)
        fix = ItemFix(f"Rename to '{slips[0].correct}'", edits, safe=False)
        context.report(slips[0], _message(word), fixes=[fix])


@RULE.on(ParameterVariable, Variable, about=_RESERVED)
def check_declared(context: RuleContext, symbol: Symbol) -> None:
    """Look at declared names, where the grammar is more patient than a compiler."""
    if symbol.name in _RESERVED:
        context.report(symbol, _message(symbol.name))


@RULE.on(EnumeratorConstant, Tag, about=_RESERVED_TAGS)
def check_tags(context: RuleContext, symbol: Symbol) -> None:
    """Look at enumerators and tags, which the grammar lets have any name."""
    if symbol.name in _RESERVED_TAGS:
        context.report(symbol, _message(symbol.name))


@RULE.on(r.FunctionDefinition)
def check_function(context: RuleContext, function: r.FunctionDefinition) -> None:
    """Look at `void kernel(void)`, which the grammar reads as a kernel without a name."""
    storage, kind = function.specifiers.storage, function.specifiers.type
    if function.declarator.name is not None or not storage or kind is None:
        return
    if storage[-1].start > kind.end and storage[-1].text in ("kernel", "__kernel"):
        context.report(storage[-1], _message(storage[-1].text))


@RULE.on(ParameterVariable, Variable, MemberVariable, about=_TYPES)
def check_type(context: RuleContext, symbol: Symbol) -> None:
    """Look for types that are keywords, outside of program scope: a rule tells of that."""
    known = builtin_type(symbol.name) if symbol.name in _TYPES else None
    if known is None or known.missing(context.target) is not None:
        return
    if context.model.exports.get(symbol.name) is not symbol:
        context.report(symbol, _message(symbol.name))


@RULE.on(r.PointerPart)
def check_pointer(context: RuleContext, pointer: r.PointerPart) -> None:
    """Look at `* kernel`, which the grammar reads as a qualified pointer without a name."""
    for word in pointer.qualifiers:
        if word.text in ("kernel", "__kernel"):
            context.report(word, _message(word.text))


def _message(word: str) -> str:
    return f"'{word}' is a keyword and cannot name anything"
