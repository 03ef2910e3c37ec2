"""One test over many like things, which names all that fail and costs no test for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def failures(
    check: Callable[[T], None], cases: Iterable[T], name: Callable[[T], str] = str
) -> dict[str, str]:
    """Return the names of the cases for which a check fails, with the words of its assertions."""
    found: dict[str, str] = {}
    for case in cases:
        try:
            check(case)
        except AssertionError as error:
            found[name(case)] = str(error)
    return found
