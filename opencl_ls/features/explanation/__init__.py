"""Kernels explained: what one work-item computes and moves, and how its neighbours access memory.

`explain` gives the facts with the pages that show them: plain text, Markdown and HTML.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.features.explanation.html import html_page
from opencl_ls.features.explanation.places import Places
from opencl_ls.features.explanation.sections import sections
from opencl_ls.features.explanation.tables import markdown_lines, text_lines
from opencl_ls.text import readable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.explanation_results import KernelExplanation
    from opencl_ls.analysis.facade import Analysis

FORMATS: Final = ("text", "json", "html")


class Explanations(Struct, frozen=True):
    """The explanations of some kernels of a file; `title` is ordinary text."""

    analysis: Analysis
    title: str
    kernels: tuple[KernelExplanation, ...]

    def text(self) -> str:
        """Return them as plain text."""
        places = Places(self.analysis)
        lines: list[str] = []
        for kernel in self.kernels:
            lines.append(readable(f"{places.full(kernel.place)}: {heading(kernel)}"))
            for section in sections(kernel, places):
                lines += ["", f"  {section.title}", *(f"    {e}" for e in text_lines(section))]
            lines.append("")
        return "\n".join(lines) + "\n"

    def markdown(self) -> str:
        """Return them as a page in Markdown."""
        return readable("\n".join(self._markdown_lines()) + "\n")

    def _markdown_lines(self) -> Iterator[str]:
        places = Places(self.analysis)
        yield f"# {self.title[0].upper()}{self.title[1:]}"
        for kernel in self.kernels:
            yield from ("", f"## {kernel.name}", "", f"{heading(kernel)}.".capitalize())
            for section in sections(kernel, places):
                yield from ("", f"### {section.title}", "", *markdown_lines(section))

    def html(self) -> str:
        """Return them as a page in HTML that needs no other file."""
        return joined_html([self])


def joined_html(found: Sequence[Explanations]) -> str:
    """Return the explanations of the programs of one file as a page in HTML."""
    return html_page(
        found[0].title, [(each.analysis, one) for each in found for one in each.kernels]
    )


def heading(kernel: KernelExplanation) -> str:
    """Return what is explained: a kernel, and the size of its groups where that is known."""
    size = f"in groups of {kernel.group_size or 'any size'}"
    return f"a work-item of kernel '{kernel.name}', {size}"


def explain(
    analysis: Analysis,
    names: Sequence[str],
    local_size: tuple[int, int, int] | None = None,
) -> Explanations | None:
    """Return the explanations of kernels by their names as byte texts; None where there is none.

    `local_size` counts the work-items of a group in each dimension, if known.  It needs a complete
    analysis.
    """
    found = (analysis.kernel_explanation(each, local_size) for each in dict.fromkeys(names))
    kernels = tuple(each for each in found if each is not None)
    title = f"kernels of {readable(analysis.path.replace(chr(92), '/').rpartition('/')[2])}"
    return Explanations(analysis, title, kernels) if kernels else None
