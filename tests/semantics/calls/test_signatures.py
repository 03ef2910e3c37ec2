"""Every signature of every built-in function, called with just its types, in every version.

A call that the target allows has the result that the table names and no problem; one that it does
not allow is "unavailable", with what its signature or one of its types lacks.
`OPENCL_LS_FULL=1` takes every overload in place of a sample.
"""

from __future__ import annotations

import os
import re

import pytest

from opencl_ls.builtins.functions import function
from opencl_ls.builtins.signatures import ConcreteSignature, Signature
from opencl_ls.builtins.versions import Reason
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import Resolution, likeness
from opencl_ls.semantics.calls.type_texts import parsed
from opencl_ls.settings.target import Target
from tests.semantics.calls.calls import (
    Call,
    bucket,
    can_be_declared,
    exact,
    resolved,
    sampled,
    signatures,
)

FULL = bool(os.environ.get("OPENCL_LS_FULL"))
INSTANCES = 100_000 if FULL else 1

# Blocks and pipes of any type are no types to declare; `test_special_functions.py` has them.
GENERIC = re.compile(r"\(\^|pipe gentype|\bgentype \*")
# The result depends on the argument.
OWN_RESULT = re.compile(r"to_(global|local|private)")

TARGETS = [
    pytest.param(Target.make(std, changes), id=f"{std} {changes}".strip())
    for std, changes in [
        ("CL1.0", "all"), ("CL1.1", "all"), ("CL1.2", "all"), ("CL2.0", "all"), ("CL3.0", "all"),
        ("CL1.0", "none"), ("CL1.2", "none"), ("CL2.0", "none"), ("CL3.0", "-all"),
    ]
]  # fmt: skip


@pytest.mark.parametrize("target", TARGETS)
def test_a_call_with_the_types_of_a_signature(target: Target) -> None:
    wrong: list[str] = []
    allowed = refused = 0
    for name, signature in signatures():
        if signature.group == "legacy-atomic" and signature.source == "clang-header":
            # Only C++ for OpenCL has them on generic pointers.
            continue
        if bucket(name) % 6 and not FULL and name.startswith(("convert_", "as_")):
            continue
        for instance in sampled(signature.concrete(name), INSTANCES):
            if GENERIC.search(" ".join(instance.parameters)):
                continue
            if not can_be_declared(exact(instance), target):
                # The declaration of the argument is at fault, and not the call.
                continue
            resolution = resolved(exact(instance), target)
            problem = resolution.problem
            if problem is None:
                allowed += 1
                # Else another form takes the call, by a conversion.
                if signature.missing(target) is None and has_type(instance.returns, target):
                    wrong += wrong_result(instance, resolution, target)
            elif problem.kind != "unavailable":
                wrong.append(f"{instance}: {problem.text}")
            else:
                refused += 1
                wrong += wrong_reason(signature, instance, problem.reason, target)
    assert not wrong, "\n".join(wrong)
    assert allowed > 200
    if target.version < 200:
        assert refused > 100


def has_type(spelling: str, target: Target) -> bool:
    return can_be_declared(Call("", (spelling,)), target)


def wrong_result(instance: ConcreteSignature, resolution: Resolution, target: Target) -> list[str]:
    if OWN_RESULT.match(instance.name):
        return []
    wanted = parsed(instance.returns, not target.has_generic_address_space)
    if likeness.same(resolution.result.type, wanted.type) and resolution.result.type != t.UNKNOWN:
        return []
    return [f"{instance}: {t.spelled(resolution.result)}"]


def wrong_reason(
    signature: Signature, instance: ConcreteSignature, reason: Reason | None, target: Target
) -> list[str]:
    """A reason is right when the signature lacks it, or else when a type or another form does."""
    own = signature.missing(target)
    known = function(instance.name)
    assert known is not None
    others = {one.missing(target) for one in known.signatures} - {None}
    if reason == own or reason in others:
        return []
    if reason is not None and not has_type(instance.returns, target):
        return []
    if own is None and reason is not None and reason.kind in ("extension", "feature"):
        return []
    return [f"{instance}: {reason} and not {own}"]


def test_names_without_a_built_in_function_have_no_resolution() -> None:
    from opencl_ls.semantics.calls import resolve

    assert resolve("no_such_function", [], Target.default()) is None
