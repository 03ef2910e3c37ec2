"""Walks over the preprocessor directives of a unit that rules look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_OPENING: Final = ("if", "ifdef", "ifndef")
_CONDITIONALS: Final = frozenset((*_OPENING, "elif", "elifdef", "elifndef", "endif"))


def directives(unit: Any, *kinds: str) -> Iterator[Any]:
    """Yield the executed directives of some kinds, once for each place in a file.

    `unit` is the preprocessed unit.  A directive has a `file`, and a `start` and an `end` in it, in
    bytes; those of the target's own definitions are left out.
    """
    seen: set[tuple[str, int]] = set()
    for placed in unit.records:
        # The target has some hundreds of its own, and this runs for each of them at every key.
        if placed.record.kind not in kinds or placed.file.startswith("<"):
            continue
        place = (placed.file, placed.start)
        if place not in seen:
            seen.add(place)
            yield placed


def conditions(unit: Any, weigh: Callable[[Any], int]) -> Iterator[tuple[Any, int]]:
    """Yield the evaluated conditions in files, each place once, with a weight.

    The weight is the largest value of `weigh` for the directive and for those on which it depends:
    the conditions around it, and the earlier ones of its own chain.
    """
    seen: set[tuple[str, int]] = set()
    opened: list[tuple[str, int]] = []
    for placed in unit.records:
        kind = placed.record.kind
        if kind not in _CONDITIONALS or placed.file.startswith("<"):
            continue
        if kind == "endif":
            # The end of a conditional also ends those that a header left open in it.
            while opened and opened.pop()[0] != placed.file:
                pass
            continue
        most = max(opened[-1][1] if opened else 0, weigh(placed.record.directive))
        if kind in _OPENING:
            opened.append((placed.file, most))
        elif opened:
            opened[-1] = (opened[-1][0], most)
        if (placed.file, placed.start) not in seen:
            seen.add((placed.file, placed.start))
            yield placed, most


def pragmas(unit: Any) -> Iterator[Any]:
    """Yield the pragmas in files, including `_Pragma`, each place once."""
    seen: set[tuple[str, int, str]] = set()
    for pragma in unit.pragmas:
        if pragma.file.startswith("<"):
            continue
        # One invocation of a macro may make several.
        place = (pragma.file, pragma.start, pragma.directive.content)
        if place not in seen:
            seen.add(place)
            yield pragma
