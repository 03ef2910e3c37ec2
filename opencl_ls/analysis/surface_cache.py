"""The results about the surface of a document, which are reused after an edit."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opencl_ls.analysis.queries import colours, hints, outline, tokens


class SurfaceCache:
    """The results for one document, to be reused after an edit."""

    @cached_property
    def outline(self) -> outline.OutlineCache:
        """The source of the outline."""
        from opencl_ls.analysis.queries import outline  # noqa: PLC0415 - loaded on demand
        from opencl_ls.syntax.surface_queries import PartCache  # noqa: PLC0415

        return outline.OutlineCache(PartCache())

    @cached_property
    def tokens(self) -> tokens.TokenCache:
        """The source of the tokens."""
        from opencl_ls.analysis.queries import tokens  # noqa: PLC0415
        from opencl_ls.syntax.surface_queries import PartCache  # noqa: PLC0415

        return tokens.TokenCache(PartCache())

    @cached_property
    def hints(self) -> hints.HintCache:
        """The facts for hints in the document's items."""
        from opencl_ls.analysis.queries import hints  # noqa: PLC0415

        return hints.HintCache()

    @cached_property
    def colours(self) -> colours.ColourCache:
        """The tokens together with the semantic information of the items."""
        from opencl_ls.analysis.queries import colours  # noqa: PLC0415

        return colours.ColourCache()
