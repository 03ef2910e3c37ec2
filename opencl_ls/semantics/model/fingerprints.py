"""Fingerprints: hashes of plain facts that are the same in each process."""

from __future__ import annotations

import marshal
from hashlib import blake2b
from typing import Final

_PLAIN: Final = 2
"""The last version of marshal's format in which equal values have equal bytes."""


def fingerprint(facts: object) -> int:
    """Return a number of 64 bits for strings, numbers, None, and tuples of them; never 0.

    Equal facts have the same number in each process and on each machine, so that results may be
    kept on disk.  Raises ValueError on other types.
    """
    data = marshal.dumps(facts, _PLAIN)  # type: ignore[arg-type]
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little") or 1
