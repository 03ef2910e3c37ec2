"""An attribute has an argument of the wrong kind.

## What it does
Reports attributes of compilers with a number where they take a text in quotes, with another
argument where they take an integer constant, and with an unknown word: `section(1)`,
`annotate(name)`, `constructor("early")`, `visibility("nonsense")`.

## Why
Compilers reject the program; they ignore an attribute with an unknown word.

## Example
```cl
constant int table[2] __attribute__((section(data))) = { 1, 2 };
```

## Use instead
```cl
constant int table[2] __attribute__((section("data"))) = { 1, 2 };
```

## Versions
All.

## Reference
clang's attribute reference.
"""

import re
from typing import Final

from opencl_ls.builtins.attribute_uses import attribute_use
from opencl_ls.builtins.host_names import looks_like_macro
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.attribute_subjects import OF_OTHER_RULES, is_ignored
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.semantics.lookup.constness import constants_of, why_no_integer_constant
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")

_OF_OTHER_RULES: Final = OF_OTHER_RULES | {"aligned", "ext_vector_type", "vector_size"}
_TEXTS: Final = {
    "visibility": ("default", "hidden", "internal", "protected"),
    "type_visibility": ("default", "hidden", "internal", "protected"),
    "no_sanitize": (
        *("address", "alignment", "all", "array", "bool", "bounds", "builtin", "cfi", "coverage"),
        *("dataflow", "enum", "float", "function", "fuzzer", "hwaddress", "implicit", "integer"),
        *("kcfi", "kernel", "leak", "local", "memory", "memtag", "nonnull", "null", "nullability"),
        *("numerical", "object", "pointer", "return", "returns", "safe", "scudo", "shadow"),
        *("shift", "signed", "thread", "undefined", "unreachable", "unsigned", "vla", "vptr"),
    ),
    "zero_call_used_regs": (*("skip", "used", "all"),),
}
"""The only texts that an attribute takes, or their words before a "-"."""

_MODE: Final = re.compile(
    r"(?:__)?(?:(?:V\d+)?(?:[QHSDTO]I|[HSDXTKI]F|[SDXTK]C)|byte|word|pointer|unwind_word"
    r"|libgcc_(?:cmp_return|shift_count))(?:__)?\Z"
)


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Look at the arguments one by one."""
    name = attribute_name(attribute)
    use = attribute_use(name)
    if name == "mode":
        _check_mode(context, attribute)
    elif name == "cleanup":
        _check_function(context, attribute)
    if name in _OF_OTHER_RULES or use is None or not use.arguments or not attribute.arguments:
        return
    for kind, argument in zip(use.arguments, attribute.arguments, strict=False):
        if kind == "string":
            # Compilers check this before they check the subject of the attribute.
            _check_text(context, attribute, argument)
        elif kind == "integer" and not is_ignored(context.model, attribute):
            _check_integer(context, attribute, argument)


def _check_mode(context: RuleContext, attribute: r.Attribute) -> None:
    """Look at the word of `mode`, which names a type by its size."""
    argument = attribute.arguments[0] if attribute.arguments else None
    if not isinstance(argument, r.Name) or is_ignored(context.model, attribute):
        return
    if not _MODE.match(argument.name) and context.symbol(argument) is None:
        context.report(argument, f"'{argument.name}' is no mode: 'SI' is one of 32 bits")


def _check_function(context: RuleContext, attribute: r.Attribute) -> None:
    """Look at the argument of `cleanup`, the name of a function."""
    argument = attribute.arguments[0] if attribute.arguments else None
    if argument is None or is_ignored(context.model, attribute):
        return
    symbol = context.symbol(argument)
    if symbol is None and isinstance(argument, r.Name):
        return
    if not isinstance(symbol, Function):
        text = context.text(argument)
        context.report(argument, f"'{attribute.name.text}' takes a function, and '{text}' is none")


def _check_text(context: RuleContext, attribute: r.Attribute, argument: r.Expression) -> None:
    written = attribute.name.text
    if isinstance(argument, r.StringLiteral):
        known = _TEXTS.get(attribute_name(attribute))
        text = context.text(argument)
        word = text.strip('"').partition("-")[0]
        if known and word not in known and not is_ignored(context.model, attribute):
            more = ": it knows " + ", ".join(f'"{each}"' for each in known)
            context.report(
                argument,
                f"'{written}' does not know {text} and has no effect"
                + (more if len(known) < 10 else ""),
                severity=Severity.WARNING,
            )
        return
    if isinstance(argument, r.Name) and context.symbol(argument) is None:
        if looks_like_macro(argument.name):
            return
    context.report(
        argument, f"'{written}' takes a text in quotes here, and '{context.text(argument)}' is none"
    )


def _check_integer(context: RuleContext, attribute: r.Attribute, argument: r.Expression) -> None:
    if constants_of(context.model).integer(argument) is not None:
        return
    if why := why_no_integer_constant(context.model, argument):
        context.report(
            argument,
            f"'{attribute.name.text}' takes an integer constant: '{context.text(argument)}' {why}",
        )
