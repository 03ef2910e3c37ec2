"""The macros whose values depend on the place of their use, such as `__LINE__` and `__FILE__`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from opencl_ls.preprocess.chunks import Chunk

_DATES: Final = {
    "__DATE__": '"Jan  1 1970"',
    "__TIME__": '"00:00:00"',
    "__TIMESTAMP__": '"Thu Jan  1 00:00:00 1970"',
}
"""The values of the macros that depend on the time.  The core has no clock."""


class PositionMacros:
    """The values of the position-dependent macros at the start of a chunk of a file.

    `index` is the chunk's index, `shift` the number that `#line` adds to the natural line numbers.
    """

    __slots__ = (
        "_known_index",
        "_known_line",
        "base_file",
        "chunks",
        "counter",
        "file",
        "index",
        "level",
        "shift",
    )

    def __init__(self, file: str, base_file: str, level: int, chunks: list[Chunk]) -> None:
        self.file = file
        self.base_file = base_file
        self.level = level
        self.chunks = chunks
        self.index = 0
        self.shift = 0
        self.counter = 0
        self._known_index = 0
        self._known_line = 1

    @property
    def line(self) -> int:
        """The presumed number of the chunk's first line, from 1."""
        if self.index < self._known_index:
            self._known_index, self._known_line = 0, 1
        for chunk in self.chunks[self._known_index : self.index]:
            self._known_line += chunk.newlines
        self._known_index = self.index
        return self._known_line + self.shift

    def value(self, name: str, lines: int) -> str:
        """Return the text of a macro some lines after the start; increments `__COUNTER__`."""
        match name:
            case "__LINE__":
                return str(self.line + lines)
            case "__COUNTER__":
                self.counter += 1
                return str(self.counter - 1)
            case "__INCLUDE_LEVEL__":
                return str(self.level)
            case "__FILE__":
                return _quote(self.file)
            case "__FILE_NAME__":
                return _quote(self.file.replace("\\", "/").rsplit("/", 1)[-1])
            case "__BASE_FILE__":
                return _quote(self.base_file)
        return _DATES.get(name, "0")

    def values(self, names: frozenset[str]) -> tuple[object, ...]:
        """Return the state on which an expansion that used these built-in macros depends."""
        return (
            self.line if "__LINE__" in names else None,
            self.file if "__FILE__" in names or "__FILE_NAME__" in names else None,
            self.base_file if "__BASE_FILE__" in names else None,
            self.level if "__INCLUDE_LEVEL__" in names else None,
            self.counter if "__COUNTER__" in names else None,
        )


def _quote(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
