"""Pages in blocks, the result of the readers of all formats, and their conversion to Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.docs.importing.page import ImportedPage, Section, UnreadablePage
from opencl_ls.docs.importing.words import bold, one_line, program, prototype, swallows, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


class Prose(NamedTuple):
    """A paragraph in Markdown: plain at depth 0, else an item of a list or its continuation."""

    text: str
    depth: int = 0
    item: bool = False


class Program(NamedTuple):
    """Program text, or other text whose lines matter."""

    text: str


class Heading(NamedTuple):
    """A heading below a section's own, as plain text."""

    text: str


class Cell(NamedTuple):
    """A cell of a table: its text with line breaks, and its blocks."""

    raw: str
    blocks: tuple[Block, ...]


class Table(NamedTuple):
    """A table; `header` is empty without one."""

    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""


Block = Prose | Program | Heading | Table


class Part(NamedTuple):
    """A section from a reader; `key` is the mark-up's own name for it."""

    heading: str
    blocks: Sequence[Block]
    key: str = ""


class Found(NamedTuple):
    """The content of a file from a reader, before names and sections are decided.

    `from_many` is true if the file holds other pages too, so that its name is not that of this
    page.
    """

    format: str
    title: str
    parts: Sequence[Part]
    purpose: str = ""
    aliases: Sequence[str] = ()
    version: str = ""
    notice: str = ""
    from_many: bool = False


_HEADINGS: Final = {
    "also see": "See also",
    "c specification": "Synopsis",
    "double": "Synopsis",
    "document notes": "Specification",
    "note": "Notes",
    "see also": "See also",
    "seealso": "See also",
    "springboard": "Functions",
}
SYNOPSIS: Final = "Synopsis"
_SWALLOWED: Final = (
    "*In this copy a comment continues into the program after it: a line break is missing there.*"
)
_PROTOTYPE: Final = re.compile(r"\A[A-Za-z_][\w \t*]*?[ \t*](\w+)\s*\(.*\)", re.S | re.A)
_DECLARED: Final = re.compile(r"[\w*]\s+\**([A-Za-z_]\w*)\s*\(", re.A)
_NO_FUNCTION: Final = frozenset({"if", "for", "while", "switch", "return", "sizeof", "void"})
_IDENTIFIER: Final = re.compile(r"[A-Za-z_]\w*", re.A)
_FENCED: Final = re.compile(r"^```opencl\n(.*?)\n```$", re.M | re.S)
_NOTHING: Final = re.compile(
    r"(?:\W*OpenCL (?:C )?Specification|No cross-references are available)?\W*", re.I
)


def page_of(found: Found, stem: str) -> ImportedPage:
    """Return the page of a reader's result; `stem` is the file's name; raises UnreadablePage."""
    sections = _sections(found.parts)
    if not found.title:
        raise UnreadablePage("it has no title")
    if not sections and not found.purpose:
        raise UnreadablePage("it has a title but no text")
    rows = [name for section in sections for name in section.names]
    named = "" if found.from_many or not _IDENTIFIER.fullmatch(stem) else stem
    names = [found.title, *_listed(found.title), *_synopsis_names(sections), named]
    names += [name.strip("_") for name in names[:1]]
    return ImportedPage(
        title=found.title,
        names=tuple(dict.fromkeys(filter(None, [*names, *found.aliases, *rows]))),
        format=found.format,
        version=found.version,
        purpose=found.purpose,
        sections=tuple(sections),
        notice=notice_of(found.notice),
    )


def notice_of(text: str) -> str:
    """Return a copyright notice on one line, as plain text; "" where there is none."""
    text = re.sub(r"(?<=\d)(?=The )", " ", " ".join(text.split()))
    return re.sub(r"(Copyright (?:\u00a9|\(c\)) )(?:Copyright (?:\u00a9|\(c\)) )+", r"\1", text)


def _listed(title: str) -> list[str]:
    """Return the names that a title lists: "abs, abs_diff"."""
    parts = [part.strip() for part in re.split(r"[,/]", title)]
    return parts if all(_IDENTIFIER.fullmatch(part) for part in parts) else []


def _synopsis_names(sections: Iterable[Section]) -> Iterator[str]:
    """Yield the functions that the synopsis declares, and the single words in it."""
    for section in sections:
        if section.heading == SYNOPSIS:
            for shown in _FENCED.findall(section.text):
                lines = shown.split("\n")
                # Long columns are lists of values, not spellings of the page's own name.
                yield from filter(_IDENTIFIER.fullmatch, lines if len(lines) < 5 else ())
                yield from declared_functions(shown)


def declared_functions(text: str) -> list[str]:
    """Return the names of the functions that program text declares."""
    found = _DECLARED.finditer(re.sub(r"//[^\n]*", "", text))
    return [match[1] for match in found if match[1] not in _NO_FUNCTION]


# --- sections ------------------------------------------------------------------------------------


def _sections(parts: Iterable[Part]) -> list[Section]:
    """Return the sections with their usual headings; parts with the same heading are joined."""
    blocks: dict[str, list[Block]] = {}
    for part in parts:
        heading = _heading(part.heading or part.key) or "Description"
        for block in part.blocks:
            if isinstance(block, Heading):
                heading = _heading(block.text) or heading
            else:
                blocks.setdefault(heading, []).append(block)
    found: list[Section] = []
    for heading, content in blocks.items():
        rows: list[Section] = []
        text = markdown(_without_function_rows(content, rows))
        if not _NOTHING.fullmatch(text):
            found.append(Section(heading, text))
        found += rows
    return found


def _heading(text: str) -> str:
    text = " ".join(text.split()).rstrip(":")
    if (text.islower() and "_" not in text) or re.fullmatch(r"[A-Z\d][A-Z\d. -]+", text):
        text = text.capitalize().replace("pencl", "penCL")
    return _HEADINGS.get(text.lower(), text)


def _without_function_rows(blocks: Iterable[Block], rows: list[Section]) -> Iterator[Block]:
    """Yield the blocks; a table of functions goes to `rows`, a section for each row."""
    for block in blocks:
        if not isinstance(block, Table):
            yield block
            continue
        rest = []
        for row in block.rows:
            section = _function_row(row)
            if section is not None:
                rows.append(section)
            elif any(cell.raw or cell.blocks for cell in row):
                rest.append(row)
        if rest:
            yield block._replace(rows=tuple(rest))


def _function_row(row: Sequence[Cell]) -> Section | None:
    """Return the section of a row whose first cell declares functions, or None."""
    if len(row) < 2:
        return None
    lines = list(_whole_lines(row[0].raw))
    forms = [_PROTOTYPE.match(line) for line in lines]
    names = dict.fromkeys(form[1] for form in forms if form is not None)
    if not names or (forms[0] is None and not lines[0].endswith(":")):
        return None
    shown = [
        prototype(line) if form is not None else f"// {line}"
        for line, form in zip(lines, forms, strict=True)
    ]
    blocks = [Program("\n".join(shown)), *(block for cell in row[1:] for block in cell.blocks)]
    return Section(", ".join(names), markdown(blocks), tuple(names))


def _whole_lines(text: str) -> Iterator[str]:
    """Yield the lines of a text, those within parentheses as one."""
    whole = ""
    for line in text.split("\n"):
        whole = f"{whole} {line}".strip()
        if whole and whole.count("(") <= whole.count(")"):
            yield whole
            whole = ""
    if whole:
        yield whole


# --- Markdown ------------------------------------------------------------------------------------


def markdown(blocks: Iterable[Block]) -> str:
    """Return blocks as Markdown: one line for each paragraph and item, fences at the margin."""
    lines: list[str] = []
    for block in _flat(blocks):
        if isinstance(block, Program):
            text = program(block.text).replace("```", "'''")
            if text:
                lines += ["", "```opencl", text, "```"]
                if swallows(text):
                    lines += ["", _SWALLOWED]
        elif text := one_line(block.text):
            indent = "  " * (block.depth - block.item)
            if not (block.item and lines and lines[-1].lstrip().startswith("- ")):
                lines.append("")
            lines.append(f"{indent}{'- ' if block.item else ''}{text}")
    return "\n".join(lines).strip("\n")


def _flat(blocks: Iterable[Block]) -> Iterator[Prose | Program]:
    for block in blocks:
        if isinstance(block, Table):
            yield from _items(block)
        elif isinstance(block, Heading):
            yield Prose(bold(block.text))
        else:
            yield block


def _items(table: Table) -> Iterator[Prose | Program]:
    """Yield a table as a list: Markdown's own tables hold neither paragraphs nor programs."""
    if not table.header and all(_is_word(cell) for row in table.rows for cell in row):
        yield Prose(", ".join(text for row in table.rows for cell in row for text in _prose(cell)))
        return
    if table.caption:
        yield Prose(f"*{table.caption}*")
    for key, *cells in table.rows:
        first = one_line(" ".join(_prose(key)))
        contents = [list(_flat(cell.blocks)) for cell in cells]
        if len(contents) == 1 and contents[0] and isinstance(contents[0][0], Prose):
            begin = contents[0].pop(0)
            yield Prose(f"{first}: {begin.text}" if first else begin.text, 1, item=True)
        elif first:
            yield Prose(first, 1, item=True)
        labels = table.header[1:] if len(cells) > 1 else ()
        for number, content in enumerate(contents):
            label = labels[number] if number < len(labels) else ""
            yield from _labelled(content, label, deep=len(cells) > 1)


def _labelled(
    content: Iterable[Prose | Program], label: str, *, deep: bool
) -> Iterator[Prose | Program]:
    """Yield the content of a cell below its row's item; with `deep`, as an item of its own."""
    first = deep
    for block in content:
        if isinstance(block, Program):
            yield block
        elif block.text:
            text = f"{label}: {block.text}" if label and first else block.text
            yield Prose(text, block.depth + 1 + deep, first or block.item)
            first = False


def _is_word(cell: Cell) -> bool:
    return not cell.blocks or (
        len(cell.blocks) == 1
        and isinstance(cell.blocks[0], Prose)
        and len(cell.raw) < 40
        and "." not in cell.raw
    )


def _prose(cell: Cell) -> Iterator[str]:
    for block in _flat(cell.blocks):
        yield block.text if isinstance(block, Prose) else words(block.text)
