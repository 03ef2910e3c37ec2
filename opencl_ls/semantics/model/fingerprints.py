"""Fingerprints: hashes of plain facts that are the same in each process."""

from __future__ import annotations

from msgspec import msgpack

from opencl_ls.blake2 import blake2b


def fingerprint(facts: object) -> int:
    """Return a number of 64 bits for strings, numbers, None, and tuples of them; never 0.

    Equal facts have the same number in each process and on each machine, so that results may be
    kept on disk.  Raises TypeError on objects of other types.
    """
    data = msgpack.encode(facts)
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little") or 1
