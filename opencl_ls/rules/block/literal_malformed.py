"""The word after the caret of a block literal is no type.

## What it does
Reports names that are no types, and words such as `static`, between the `^` of a block literal and
its parameters or body.

## Why
Only the type of the result is allowed there. A block has the name of the variable that the literal
initialises.

## Example
```cl CL2.0
void f(void) { int (^same)(int) = ^int same(int x) { return x; }; }
```

## Use instead
```cl CL2.0
void f(void) { int (^same)(int) = ^int (int x) { return x; }; }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Declaring and Using a Block"; reference page Blocks.

## Fix safety
Unsafe: something else may have been meant.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, removing
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics.types.symbols import Typedef
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(
    Severity.ERROR,
    since="0.1",
    versions=BLOCKS,
    on_broken_items=True,
    about=(r.SyntaxProblem, r.BlockLiteral),
)


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the words that error recovery removed."""
    for problem in item.recovered:
        if problem.kind is SyntaxProblemKind.BLOCK_WORD:
            _report(context, problem)


@RULE.on(r.BlockLiteral)
def check_result(context: RuleContext, literal: r.BlockLiteral) -> None:
    """Look at results whose name means something else than a type."""
    written = None if literal.result is None else literal.result.specifiers.type
    symbol = context.symbol(written) if isinstance(written, r.NamedType) else None
    if written is not None and symbol is not None and not isinstance(symbol, Typedef):
        _report(context, written)


def _report(context: RuleContext, word: r.Record) -> None:
    text = context.text(word)
    context.report(
        word,
        f"'{text}' is no type: only the type of its result may follow the '^' of a block literal",
        fixes=[removing(f"Remove '{text}'", context.model.item.text, word, safe=False)],
    )
