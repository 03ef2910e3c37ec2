"""Explanations as one page of HTML: tables, and each kernel's source with notes in its margin.

It needs no other file and no script, and follows the light or dark scheme of the reader.
"""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from opencl_ls.features.explanation.places import Places
from opencl_ls.features.explanation.sections import access_word, sections
from opencl_ls.features.explanation.words import amount_words, pattern_words
from opencl_ls.reference.html.highlight import highlighted
from opencl_ls.text import display, readable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.explanation_results import KernelExplanation
    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.features.explanation.sections import Section
    from opencl_ls.findings import Place

_CODE: Final = re.compile(r"`([^`]*)`")
_COMMENT: Final = '<span class="comment">'
_END: Final = "</span>"
_PLACE: Final = re.compile(r"(?<![\w:.])(\d+):\d+(?![\w:])")


def html_page(title: str, explained: Sequence[tuple[Analysis, KernelExplanation]]) -> str:
    """Return the page of kernels, each with the analysis of its program."""
    style = files(__package__).joinpath("style.css").read_text("utf-8")
    body = "\n".join(line for each in explained for line in _kernel(*each))
    links = " ".join(
        f'<a href="#{_id(each)}">{escape(display(each.name))}</a>' for _, each in explained
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f'<header><h1>{escape(title[0].upper() + title[1:])}</h1>\n<nav aria-label="Kernels">'
        f"{links}</nav></header>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _id(kernel: KernelExplanation) -> str:
    # Two programs of one host may have a kernel of one name.
    return f"kernel-{escape(display(kernel.name))}-{kernel.place.start}"


def _kernel(analysis: Analysis, kernel: KernelExplanation) -> Iterator[str]:
    places = Places(analysis)
    size = f"in groups of {kernel.group_size or 'any size'}"
    yield f'<section id="{_id(kernel)}" aria-labelledby="{_id(kernel)}-name">'
    yield f'<h2 id="{_id(kernel)}-name"><code>{escape(display(kernel.name))}</code></h2>'
    yield f"<p>One work-item, {escape(size)}.</p>"
    first, last = _lines(places, kernel)
    if kernel.place.file == analysis.path:
        yield from _source(analysis, places, kernel, first, last)
    for each in sections(kernel, places):
        yield _table(each, kernel, range(first, last + 1))
    yield "</section>"


def _lines(places: Places, kernel: KernelExplanation) -> tuple[int, int]:
    whole = kernel.whole
    return (
        places.position(whole.file, whole.start)[0],
        places.position(whole.file, max(whole.start, whole.end - 1))[0],
    )


def _table(section: Section, kernel: KernelExplanation, shown: range) -> str:
    head = "".join(f'<th scope="col">{each}</th>' for each in section.columns)
    rows = "\n".join(
        f"<tr>{''.join(f'<td>{_cell(cell, kernel, shown)}</td>' for cell in row)}</tr>"
        for row in section.rows
    )
    return (
        f"<table>\n<caption>{section.title}</caption>\n<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{rows}\n</tbody>\n</table>"
    )


def _cell(cell: str, kernel: KernelExplanation, shown: range) -> str:
    """Return a cell with its code marked, and links from places to the lines of the source."""
    if cell.startswith("`") or "`" in cell:
        return _CODE.sub(r"<code>\1</code>", escape(readable(cell)))

    def link(found: re.Match[str]) -> str:
        line = int(found[1])
        return f'<a href="#{_id(kernel)}-{line}">{found[0]}</a>' if line in shown else found[0]

    return _PLACE.sub(link, escape(readable(cell)))


# --- the source ----------------------------------------------------------------------------------


def _source(
    analysis: Analysis, places: Places, kernel: KernelExplanation, first: int, last: int
) -> Iterator[str]:
    """Yield the lines of a kernel, each with the notes about it."""
    notes = _notes(analysis, places, kernel)
    table = analysis.lines(analysis.path)
    text = display(table.text[table.starts[first - 1] :])
    yield '<div class="source" role="region" aria-label="Source with notes" tabindex="0"><table>'
    yield '<thead><tr><th scope="col">Line</th><th scope="col">Source</th>'
    yield '<th scope="col">Notes</th></tr></thead><tbody>'
    lines = _coloured("\n".join(text.splitlines()[: last - first + 1]))
    for number, line in enumerate(lines, start=first):
        said = "".join(f"<li>{each}</li>" for each in notes.get(number, ()))
        margin = f"<ul>{said}</ul>" if said else ""
        yield (
            f'<tr id="{_id(kernel)}-{number}"><th scope="row">{number}</th>'
            f"<td><pre><code>{line}</code></pre></td><td>{margin}</td></tr>"
        )
    yield "</tbody></table></div>"


def _coloured(code: str) -> Iterator[str]:
    """Yield the lines of a program with colours; a comment of several lines is closed in each."""
    is_open = False
    for line in highlighted(code, lambda _: None).split("\n"):
        whole = f"{_COMMENT}{line}" if is_open else line
        is_open = whole.count("<span") > whole.count(_END)
        yield whole + (_END if is_open else "")


def _notes(
    analysis: Analysis, places: Places, kernel: KernelExplanation
) -> dict[int, dict[str, None]]:
    """Return the notes about each line, as HTML."""
    found: dict[int, dict[str, None]] = {}
    for place, words in _said(kernel):
        if place.file == analysis.path:
            text = _CODE.sub(r"<code>\1</code>", escape(readable(words)))
            found.setdefault(places.line(place), {})[text] = None
    return found


def _said(kernel: KernelExplanation) -> Iterator[tuple[Place, str]]:
    """Yield what is noted at places, with code between backticks."""
    for guard in kernel.guards:
        yield guard.place, f"counted where this is {'true' if guard.holds else 'false'}"
    for access in kernel.accesses:
        pattern, times = pattern_words(access), amount_words(access.times)
        often = "" if times == "1" else f", {times} times"
        name = access.name or access.element
        moved = f"{access_word(access)} {access.size} B of `{name}`{often}"
        yield access.place, f"{moved}: {pattern}" if pattern else moved
    for barrier in kernel.barrier_places:
        yield barrier, "barrier"
    for condition in kernel.divergences:
        yield condition.place, f"`{condition.text}` differs between work-items"
    for array in kernel.private_arrays:
        for place in array.dynamic:
            yield place, f"index of the private array `{array.name}`, known at run time only"
    for left in kernel.not_counted:
        yield left.place, f"not counted: {left.reason}"
