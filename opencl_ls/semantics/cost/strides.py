"""How far apart neighbouring work-items touch memory, from the terms of their accesses.

Neighbours are work-items whose ids differ by one in dimension 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.semantics.memory.interleaving.terms import ITEM, terms_in

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.interleaving.accesses import Access
    from opencl_ls.semantics.memory.interleaving.launch import Launch
    from opencl_ls.semantics.memory.interleaving.terms import Term, Unknown

SECTOR: Final = 32
"""The bytes that global memory moves at once: a sector of NVIDIA's caches.

AMD's and Intel's lines are 64 and 128 bytes, so that the share of moved bytes that is used is no
larger there.
"""
LANES: Final = 32
"""The work-items that access memory together: a warp of NVIDIA, a wavefront of AMD's RDNA."""
BANKS: Final = 32
"""The banks of local memory, of NVIDIA since compute capability 2.0 and of AMD since GCN."""
BANK_WIDTH: Final = 4
"""The bytes of a bank that one access gets."""


class Stride(Struct, frozen=True):
    """The distance between what neighbours touch.

    `kind` is one of "constant" (`size` bytes), "argument" (`size` bytes times `factor`, the words
    of a value that all work-items have alike), "data" (memory decides) and "other" (the id is
    divided or compared on the way).
    """

    kind: str
    size: int = 0
    factor: str = ""


def stride_of(offset: Term, launch: Launch) -> Stride:
    """Return the stride of an offset in bytes between neighbours."""
    own = _own_id(launch, 0)
    if own is None:
        return Stride("constant", 0)
    size, factors, kinds = 0, list[tuple[int, str]](), set[str]()
    for unknown, factor in offset.factors.items():
        if unknown is own:
            size = factor
        elif unknown.scope == ITEM and _depends(unknown, own):
            if unknown.product is not None and unknown.product[0] is own:
                factors.append((factor, unknown.product[1].name))
            else:
                kinds.add("data" if unknown.is_opaque else "other")
        elif unknown.scope == ITEM and unknown.is_opaque and unknown.made_of is None:
            kinds.add("data")
    if kinds:
        return Stride("data" if "data" in kinds else "other")
    if not factors:
        return Stride("constant", size)
    if len(factors) > 1 or size:
        return Stride("other")
    return Stride("argument", *factors[0])


def sectors(stride: int, size: int) -> tuple[int, int]:
    """Return the sectors that `LANES` neighbours touch, and the fewest that hold as many bytes.

    The first of them is taken to be aligned.
    """
    touched: set[int] = set()
    for lane in range(LANES):
        start = lane * stride
        touched.update(range(start // SECTOR, (start + size - 1) // SECTOR + 1))
    fewest = -(-size // SECTOR) if not stride else -(-LANES * size // SECTOR)
    return len(touched), fewest


def bank_conflicts(access: Access, launch: Launch) -> int | None:
    """Return how many accesses of local memory one access of `LANES` work-items takes.

    It is 1 without a conflict, and None where it is not known.  Accesses of 8 and 16 bytes are made
    by half and a quarter of the work-items at a time, as NVIDIA's hardware makes them.
    """
    if access.offset.scope != ITEM and access.size <= BANK_WIDTH:
        return 1
    if not launch.is_certain and launch.dimensions != [0]:
        return None
    factors = [0, 0, 0]
    for unknown, factor in access.offset.factors.items():
        if unknown in launch.locals:
            factors[launch.dimensions[launch.locals.index(unknown)]] = factor
        elif unknown.scope == ITEM:
            return None
    if any(each % BANK_WIDTH for each in factors) and access.size >= BANK_WIDTH:
        return None
    width, height, _ = launch.sizes if launch.is_certain else (LANES, 1, 1)
    total = LANES if not launch.is_certain else min(LANES, _product(launch.sizes))
    at_once = max(1, LANES * BANK_WIDTH // max(access.size, BANK_WIDTH))
    worst = 1
    for first in range(0, total, at_once):
        words: dict[int, set[int]] = {}
        for lane in range(first, min(first + at_once, total)):
            ids = (lane % width, lane // width % height, lane // (width * height))
            start = sum(map(_times, factors, ids))
            for word in range(start // BANK_WIDTH, (start + access.size - 1) // BANK_WIDTH + 1):
                words.setdefault(word % BANKS, set()).add(word)
        worst = max(worst, *map(len, words.values()))
    return worst


def _times(factor: int, value: int) -> int:
    return factor * value


def _product(sizes: tuple[int, int, int]) -> int:
    return sizes[0] * sizes[1] * sizes[2]


def _own_id(launch: Launch, dimension: int) -> Unknown | None:
    """Return the local id in a dimension, None where the kernel does not ask for it."""
    if dimension not in launch.dimensions:
        return None
    return launch.locals[launch.dimensions.index(dimension)]


def _depends(unknown: Unknown, own: Unknown) -> bool:
    """Return whether a number is computed from an id, or read from where an id says."""
    seen: set[Unknown] = set()
    waiting = [unknown]
    while waiting:
        each = waiting.pop()
        if each is own:
            return True
        if each in seen:
            continue
        seen.add(each)
        waiting.extend(each.product or ())
        terms = [*terms_in(each.facts), *(each.made_of or ())]
        waiting.extend(inner for term in terms for inner in term.factors)
    return False
