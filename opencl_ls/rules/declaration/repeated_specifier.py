"""A word of a declaration is written twice.

## What it does
Reports a qualifier, storage class or sign that one declaration repeats.

## Why
The second one has no effect; perhaps it was meant for something else, such as the pointer after
`*`.

## Example
```cl
constant const int const size = 1;
```

## Use instead
```cl
constant const int size = 1;
```

## Versions
All.

## Reference
C11 6.7.3p5.

## Fix safety
The second word has no effect, so the fix is safe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, removing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.types.spaces import plain
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.WARNING, since="0.1", on_broken_items=True)

_OTHERS_REPORT = ("global", "local", "constant", "private", "generic", "kernel")
_ACCESS = ("read_only", "write_only", "read_write")


@RULE.on(r.Specifiers, r.PointerPart)
def check(context: RuleContext, record: r.Specifiers | r.PointerPart) -> None:
    """Look for repeated words."""
    words = record.qualifiers
    if type(record) is r.Specifiers:
        words = tuple(sorted((*record.storage, *words), key=lambda word: word.start))
    seen: dict[str, r.Word] = {}
    for word in words:
        name = plain(word.text)
        if name in _OTHERS_REPORT or name in _ACCESS:
            continue
        earlier = seen.setdefault(name, word)
        if earlier is not word:
            context.report(
                word,
                f"'{word.text}' is written twice",
                related=[(earlier, "the first one is here")],
                fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=True)],
            )


@RULE.on(r.Item)
def check_recovered(context: RuleContext, item: r.Item) -> None:
    """Look at the words that error recovery removed, as the grammar takes each once."""
    for problem in item.recovered:
        if problem.kind is SyntaxProblemKind.REPEATED_TYPEDEF:
            word = item.text[problem.start : problem.end]
            context.report(
                problem,
                f"'{word}' is written twice",
                fixes=[removing(f"Remove '{word}'", item.text, problem, safe=True)],
            )
