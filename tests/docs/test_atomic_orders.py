"""The pages of atomic functions and the checker agree about orders and scopes."""

from __future__ import annotations

import re
from typing import Final

import pytest

from opencl_ls.builtins.functions import function_names
from opencl_ls.docs.library import TOPICS, Documented, documented, topic_paths
from opencl_ls.settings.options import from_build_options
from tests.support.cases import run

ORDERS: Final = ("relaxed", "acquire", "release", "acq_rel", "seq_cst")
EXPLICIT: Final = sorted(
    name for name in function_names() if name.startswith("atomic_") and name.endswith("_explicit")
)
PLAIN: Final = [name.removesuffix("_explicit") for name in EXPLICIT]

_CALLS: Final = {
    "load": "(o, {order}, memory_scope_device)",
    "flag": "(f, {order}, memory_scope_device)",
    "compare": "(o, &e, 1, memory_order_seq_cst, {order}, memory_scope_device)",
}
"""The arguments by the second word of the name; all other functions take one value."""


def page_of(name: str) -> Documented:
    """Return what is written about a name."""
    found = documented(name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", EXPLICIT)
def test_orders_are_those_of_the_checker(name: str) -> None:
    """A page lists the orders that may be named, and no other one."""
    arguments = page_of(name).arguments
    said = (arguments.get("order") or arguments["failure"]).partition(".")[0].lower()
    listed = set(ORDERS) if "any memory order" in said else {o for o in ORDERS if o in said}
    assert listed == {order for order in ORDERS if _is_accepted(name, order)}


def _is_accepted(name: str, order: str) -> bool:
    """Tell whether a call with a memory order draws nothing about orders."""
    call = _CALLS.get(name.split("_")[1], "(o, 1, {order}, memory_scope_device)")
    call = call.format(order=f"memory_order_{order}")
    text = f"void f(global atomic_int *o, global atomic_flag *f, int e) {{ {name}{call}; }}\n"
    settings, _ = from_build_options(["-cl-std=CL2.0"])
    found = [each for each in run(text, settings) if each.severity.label in {"error", "warning"}]
    assert {each.code for each in found} <= {"atomic/order"}
    return not found


@pytest.mark.parametrize("name", PLAIN)
def test_functions_without_orders_say_theirs(name: str) -> None:
    """The page of a function that takes no order says which it has, and which scope."""
    notes = page_of(name).section("Notes")
    assert "`memory_order_seq_cst`" in notes
    assert "`memory_scope_device`" in notes


@pytest.mark.parametrize("name", EXPLICIT)
def test_functions_with_a_scope_say_what_none_means(name: str) -> None:
    """The page of a function whose scope may be left out says which it then has."""
    assert "A call without it means `memory_scope_device`" in page_of(name).arguments["scope"]


def test_what_one_version_promises_is_not_promised_for_the_next() -> None:
    """Atomics are lock-free in OpenCL C 2.0 and may be in 3.0 (6.15.12, restrictions)."""
    bullets = [
        " ".join(bullet.split())
        for path in topic_paths()
        for bullet in (TOPICS / path).read_text("utf-8").split("\n- ")
        if "lock-free" in bullet
    ]
    assert len(bullets) >= 3
    for bullet in bullets:
        assert re.search(r"in OpenCL C 2\.0\b.* 3\.0\b.*\bmay be\b", bullet, re.I), bullet
