"""The surface of a document, which is parsed, and whose parser is loaded, when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.text import difference

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.syntax.surface import SurfaceText


class LazySurface:
    """The surface of a text, parsed when it is first used: diagnostics do not need it.

    `names` returns the macros to blank.  `before` is the surface of an earlier text of the file.
    """

    __slots__ = ("_known", "_names", "_text")

    def __init__(
        self,
        text: str,
        names: Callable[[], frozenset[str]],
        before: LazySurface | None = None,
    ) -> None:
        self._text = text
        self._names: Callable[[], frozenset[str]] | None = names
        # The latest surface that was parsed: of this text once `_names` is None.
        self._known: SurfaceText | None = None if before is None else before.latest

    @property
    def latest(self) -> SurfaceText | None:
        """The surface of this text or of an earlier one, None if none was parsed."""
        return self._known

    def get(self) -> SurfaceText:
        """Return the surface."""
        from opencl_ls.syntax.surface import parse_surface  # noqa: PLC0415 - with its first use

        known, text = self._known, self._text
        if self._names is not None or known is None:
            names = frozenset() if self._names is None else self._names()
            if known is None:
                known = parse_surface(text, names)
            else:
                start, end, new_end = difference(known.text, text)
                known = known.edited(start, end, text[start:new_end], names)
            self._known, self._names = known, None
        return known
