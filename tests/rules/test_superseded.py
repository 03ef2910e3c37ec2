"""A general finding about a call gives way to a more specific one."""

from __future__ import annotations

from opencl_ls.linter.registry import all_rules
from opencl_ls.settings.decode import decode
from tests.support.cases import run

PROGRAM = "void f(queue_t q, ndrange_t n, int (^b)(int)) {{ {0} }}\n"
NO_FLAGS = "enqueue_kernel(q, n, ^{});"


def codes(body: str) -> list[str]:
    settings, problems = decode({"std": "CL2.0"})
    assert not problems
    found = run(PROGRAM.format(body), settings)
    return [each.code for each in found if each.code.startswith(("enqueue/", "builtin/"))]


def test_a_specific_finding_supersedes_a_general_one() -> None:
    """No overload fits a call without flags, which a rule of its own reports."""
    assert codes(NO_FLAGS) == ["enqueue/missing-flags"]


def test_a_finding_in_a_block_of_the_call_supersedes_nothing() -> None:
    """It is about another statement than the call."""
    outer = "enqueue_kernel(q, 1.5f, n, ^{ " + NO_FLAGS + " });"
    assert codes(outer) == ["builtin/no-matching-form", "enqueue/missing-flags"]


def test_what_a_rule_supersedes_is_a_rule_that_supersedes_nothing() -> None:
    """So that no chain of rules has an order."""
    superseded = {code for each in all_rules() for code in each.supersedes}
    assert superseded <= {each.code for each in all_rules() if not each.supersedes}
