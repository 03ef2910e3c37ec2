"""A feature is used that is optional in OpenCL C 3.0.

## What it does
Hints at the first use of each feature by a built-in type or function if no condition of the program
tests the feature's macro, such as `__opencl_c_pipes`, or an equivalent extension. The features are
images, pipes, sub-groups, functions of work-groups, device-side enqueue, atomic orders and scopes,
and 64-bit integers, which devices with the embedded profile may lack.

## Why
Features that every device had in 2.0 are optional in 3.0. Without a condition the whole program
does not build for a device that lacks the feature.

## Example
```cl CL3.0
kernel void k(global int *o) { o[0] = work_group_reduce_add(o[0]); }
```

## Use instead
```cl CL3.0
#ifdef __opencl_c_work_group_collective_functions
kernel void k(global int *o) { o[0] = work_group_reduce_add(o[0]); }
#endif
```

## Versions
3.0, where the settings name the version.

## Reference
OpenCL C specification, "Features".
"""

from functools import cache
from typing import Final

from opencl_ls.builtins.functions import function
from opencl_ls.builtins.types import builtin_type
from opencl_ls.builtins.versions import EQUIVALENT_EXTENSION
from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.rule import NAMED_30, Rule
from opencl_ls.preprocess.placed_directives import directives
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.model import ItemModel, summarised
from opencl_ls.settings.profiles import PORTABLE
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.2", versions=NAMED_30, profile=PORTABLE)

_SAME: Final = {"__opencl_c_images": "__IMAGE_SUPPORT__"} | EQUIVALENT_EXTENSION
"""The macros that a condition may test in place of a feature."""


@summarised
def _needed(model: ItemModel) -> frozenset[str]:
    """Return the features that an item needs."""
    return frozenset(feature for _, features in _uses(model) for feature in features)


@RULE.on_unit_reading(_needed, directives=True)
def check(context: UnitContext) -> None:
    """Look for the first use of each feature that no condition tests."""
    items = list(context.program.having(_needed))
    if not items:
        return
    reported = {
        token.text
        for placed in directives(context.unit, "if", "ifdef", "ifndef", "elif")
        for token in placed.record.directive.tokens
    }
    for number, model in items:
        if _needed(model) <= reported:
            continue
        for place, features in _uses(model):
            for feature in features:
                if feature not in reported and _SAME.get(feature) not in reported:
                    context.report(
                        number,
                        place,
                        f"this needs {feature}, which a device may lack in OpenCL C 3.0: ask for "
                        "it in a condition",
                    )
                reported.add(feature)


def _uses(model: ItemModel) -> list[tuple[r.Record, tuple[str, ...]]]:
    """Return the built-in types and functions of an item that need features, in their order."""
    found: list[tuple[r.Record, tuple[str, ...]]] = [
        (call.callee, _of_function(builtin_name(model, call))) for call in model.of_kind(r.Call)
    ]
    for basic in model.of_kind(r.BasicType):
        found.extend((basic, _of_type(word)) for word in basic.words)
    found.extend(
        (named, _of_type(named.name))
        for named in model.of_kind(r.NamedType)
        if model.references.get(named) is None
    )
    return sorted((each for each in found if each[1]), key=lambda each: each[0].start)


@cache
def _of_function(name: str) -> tuple[str, ...]:
    """Return the features that every overload of a built-in function needs in OpenCL C 3.0."""
    called = function(name)
    if called is None:
        return ()
    needs = [called.availability, *(form.availability for form in called.signatures)]
    every = [set(need.features) for need in needs[1:] if 0 < (need.min_version or 0) <= 300]
    common = set.intersection(*every) if every else set[str]()
    return tuple(sorted(common.union(needs[0].features)))


def _of_type(word: str) -> tuple[str, ...]:
    known = builtin_type(word)
    return () if known is None else known.availability.features
