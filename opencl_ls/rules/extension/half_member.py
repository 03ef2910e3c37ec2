"""A struct member has the type half without cl_khr_fp16.

## What it does
Reports members of type `half` where `cl_khr_fp16` is not available.

## Why
Without the extension a value of type `half` cannot be used, so neither can a struct that holds
one, except in memory.

## Example
```cl extensions=-cl_khr_fp16
struct pixel { half red; };
```

## Use instead
```cl extensions=-cl_khr_fp16
struct pixel { float red; global half *row; };
```

## Versions
All, without `cl_khr_fp16`.

## Reference
OpenCL C specification, "The half Data Type".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import WITHOUT_FP16, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.symbols import MemberVariable

RULE = Rule(Severity.WARNING, since="0.1", versions=WITHOUT_FP16)


@RULE.on(MemberVariable)
def check(context: RuleContext, member: MemberVariable) -> None:
    """Look at the types of members."""
    if t.element_of(member.type).type is t.scalar("half"):
        context.report(
            member,
            f"member '{member.name}' is {t.described(member.type)}: without cl_khr_fp16 'half' "
            "serves only as what a pointer points to",
        )
