"""One test over many like things, which names all that fail and costs no test for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def failures(check: Callable[[T], None], cases: Iterable[T]) -> dict[T, str]:
    """Return the cases for which a check fails, each with the words of its assertion."""
    found = {}
    for case in cases:
        try:
            check(case)
        except AssertionError as error:
            found[case] = str(error)
    return found
