"""Which kernel files a host program speaks of, and where."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_ENDING: Final = re.compile(r"\.(?:cl|ocl|clh)\b")
_PATH: Final = re.compile(r"[\w.$/\\+-]*\Z")
_LONGEST: Final = 200
"""The longest path that is read before an ending, in bytes."""
_WORD: Final = re.compile(r"[A-Za-z_]\w*|[\"'][\w/.-]+[\"']")
_AFFIX: Final = re.compile(
    r"(?:^|_)(?:cl|ocl|opencl|kernels?|sources?|src|str|string|program|code|h|hpp)(?=_|$)"
)


class Mentions:
    """Finds mentions of kernels in host programs; `kernels` are paths with forward slashes."""

    def __init__(self, kernels: Iterable[str]) -> None:
        self._by_name: dict[str, list[str]] = {}
        self._by_stem: dict[str, list[str]] = {}
        for path in kernels:
            name = posixpath.basename(path)
            self._by_name.setdefault(name, []).append(path)
            self._by_stem.setdefault(_bare(name.rpartition(".")[0]), []).append(path)

    def found(self, text: str, host: str) -> list[tuple[int, str]]:
        """Return where a host's byte text has the name of a kernel's file, and the file.

        The name may be without its ending in quotes, or a part of a word: `cl_source_NAME`,
        `NAME_cl`.
        """
        known: dict[str, str] = {}
        made: list[tuple[int, str]] = []
        for match in _ENDING.finditer(text):
            before = _PATH.search(text[max(0, match.start() - _LONGEST) : match.start()])
            written = f"{before[0] if before else ''}{match[0]}"
            name = re.split(r"[/\\]", written)[-1]
            path = nearest(self._by_name.get(name, ()), host, written)
            if path:
                made.append((match.start(), path))
        for match in _WORD.finditer(text):
            word = match[0]
            if word not in known:
                known[word] = self._meant(word, host)
            if known[word]:
                made.append((match.start(), known[word]))
        return made

    def _meant(self, word: str, host: str) -> str:
        if word[0] in "\"'":
            stem = _bare(word.strip("\"'").rpartition("/")[2])
            return nearest(self._by_stem.get(stem, ()), host)
        lower = word.lower()
        bare = _AFFIX.sub("", lower).strip("_")
        return "" if bare == lower else nearest(self._by_stem.get(bare, ()), host)


def nearest(paths: Sequence[str], host: str, written: str = "") -> str:
    """Return the path that ends most like a written one, then the nearest to a host's file."""
    if not paths:
        return ""
    return min(paths, key=lambda path: (-_common(path[::-1], written[::-1]), distance(path, host)))


def distance(path: str, other: str) -> int:
    """Return how many steps lead from the folder of one file to that of another."""
    first, second = path.split("/")[:-1], other.split("/")[:-1]
    shared = 0
    for one, two in zip(first, second, strict=False):
        if one != two:
            break
        shared += 1
    return len(first) + len(second) - 2 * shared


def _common(one: str, two: str) -> int:
    return next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), len(two))


def _bare(name: str) -> str:
    return name.lower().replace("-", "_")
