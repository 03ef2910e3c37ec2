"""A tag is used with another keyword than in its declaration.

## What it does
Reports `struct`, `union` or `enum` before a tag that an earlier declaration uses for another of the
three.

## Why
The three kinds share their tags.

## Example
```cl
struct shape { int a; };
void f(union shape *s);
```

## Use instead
```cl
struct shape { int a; };
void f(struct shape *s);
```

## Versions
All.

## Reference
C11 6.7.2.3.

## Fix safety
The members of the other kind may be used in another way, so the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.names.redeclarations import kind_words, tag_keyword
from opencl_ls.semantics.types.symbols import Tag
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.RecordType, r.EnumType)
def check(context: RuleContext, specifier: r.RecordType | r.EnumType) -> None:
    """Compare the keyword of a tag with that of its declaration."""
    earlier = context.symbol(specifier)
    keyword = specifier.keyword if isinstance(specifier, r.RecordType) else "enum"
    if not isinstance(earlier, Tag) or specifier.tag is None or tag_keyword(earlier) == keyword:
        return
    if not context.text(specifier).startswith(keyword):
        return
    # `struct s;` makes a new tag in an inner scope, whatever an outer one is.
    above = context.parent(context.parent(specifier) or specifier)
    if isinstance(above, r.Declaration) and not above.declarators:
        # At program scope it may follow another one that did not match.
        if context.enclosing(specifier, r.Compound) is not None or not _is_complete(earlier):
            return
    context.report(
        specifier.tag,
        f"'{earlier.name}' is {kind_words(earlier)}: '{keyword} {earlier.name}' does not fit",
        related=[(earlier, "it is declared here")],
        fixes=[
            replacing(
                f"Write '{tag_keyword(earlier)}'",
                (specifier.start, specifier.start + len(keyword)),
                tag_keyword(earlier),
                safe=False,
            )
        ],
    )


def _is_complete(tag: Tag) -> bool:
    """Tell whether a tag's declaration holds its members."""
    kind = tag.defined
    return kind.members is not None if isinstance(kind, t.AggregateType) else kind.complete
