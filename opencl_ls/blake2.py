"""The hash function BLAKE2b, without the import of OpenSSL that `hashlib` needs (4 ms of CPU)."""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

__all__ = ["blake2b"]
