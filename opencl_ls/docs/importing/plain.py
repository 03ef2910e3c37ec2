"""Pages as plain text, from a browser, `man` or the clipboard."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.docs.importing.blocks import (
    SYNOPSIS,
    Block,
    Found,
    Part,
    Program,
    Prose,
    declared_functions,
)
from opencl_ls.docs.importing.page import PLAIN, UnreadablePage
from opencl_ls.docs.importing.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEADINGS: Final = frozenset(
    {"name", "synopsis", "c specification", "parameters", "description", "note", "notes", "errors"}
    | {"example", "examples", "specification", "document notes", "also see", "see also"}
    | {"return value", "copyright"}
)
_TELLING: Final = _HEADINGS - {"name", "note", "notes", "example", "examples", "copyright"}
_DECLARING: Final = frozenset({"", "name", "synopsis", "c specification"})
# The placeholder of a line "Note" above a remark.
_REMARK: Final = "\x01"
# The lines that `man` prints above and below a page.
_RUNNING: Final = re.compile(r"\S.*\s{3,}\S.*\s{3,}\S+\(\d\w*\)\Z")
_COPYRIGHT: Final = re.compile(r"\s*Copyright (?:\u00a9|\(c\)|\d{4})", re.I)
_BULLET: Final = re.compile(
    r"(\s*)(?:[\u2022\u25e6\u25cb\u25aa\u00b7*+-]|o(?=\s{1,4}[A-Z`]))\s+(?=\S)"
)
_TYPE: Final = (
    r"(?:(?:__)?(?:kernel|global|local|constant|private|generic)|const|void|typedef|struct|unsigned"
    r"|extern|static|u?(?:char|short|int|long)\d*|(?:float|double|half|bool|size)\d*|s?u?i?gentype\w*"
    r"|[a-z]\w*_t|event_t)"
)
# A line with which a program begins, or goes on.
_BEGINS: Final = re.compile(
    rf"\s*(?://|/\*|#\s*(?:define|pragma|include|if|endif|else)\b|[{{}}]"
    rf"|(?:{_TYPE}[\s*]+)+\(?\s*[\^*]?\w*\)?\s*(?:[(=;\[,]|\w+\s*[(=;\[])"
    rf"|(?:typedef|struct|union|enum)\b[^.]*[{{;]\s*\Z|(?:return|else|if)\b.*;\s*\Z|__attribute__\(\("
    rf"|(?:__)?kernel\s+void\s*\Z|\w+\s*\([^.]*\)?[;,]\s*\Z|\w[\w\[\].>*-]*\s*[-+*|&]?=\s[^.]*;)"
)
_DECLARES: Final = re.compile(r"[A-Za-z_][\w ]*[ *]+\w+ ?\((?:[^()]*,|.*\);?)\s*\Z")
# A constant on a line of its own is the subject of the paragraph below it.
_TERM: Final = re.compile(r"`[A-Z][A-Z0-9]*_[A-Z0-9_]+`")


def read_plain(text: str, stem: str) -> Found:
    """Return the page in a text; raises UnreadablePage."""
    lines = [line.rstrip() for line in text.expandtabs(8).split("\n")]
    lines = [line for line in lines if not _RUNNING.match(line)]
    known = {_heading(line) for line in lines}
    if not known & _TELLING:
        raise UnreadablePage("no heading of a reference page is in it")
    notice = next((at for at, line in enumerate(lines) if _COPYRIGHT.match(line)), len(lines))
    parts = _parts(lines[:notice])
    title, purpose, first = _opening(parts.pop(0), parts, stem)
    return Found(
        format=PLAIN,
        title=title,
        parts=[*first, *parts],
        purpose=purpose,
        notice=" ".join(lines[notice:]),
    )


def _heading(line: str) -> str:
    """Return the heading that a line is, in lower case, or ""."""
    text = line.strip().rstrip(":").lower()
    return text if text in _HEADINGS and not line.startswith("  ") else ""


def _parts(lines: list[str]) -> list[Part]:
    """Return the parts between the headings; the first has none."""
    found: list[tuple[str, list[str]]] = [("", [])]
    for line in lines:
        heading = _heading(line)
        if not heading or (heading == "note" and found[-1][0]):
            # Inside a section "Note" is the heading of one remark.
            found[-1][1].append(line if heading != "note" else _REMARK)
        elif heading != "copyright":
            found.append((line.strip(), []))
    return [
        Part(heading, list(_Reader(content, declaring=heading.lower() in _DECLARING).read()))
        for heading, content in found
    ]


def _opening(part: Part, parts: list[Part], stem: str) -> tuple[str, str, list[Part]]:
    """Return title and purpose, and the parts above the first heading."""
    naming = next((each for each in parts if each.heading.lower() == "name"), None)
    if naming is not None:
        parts.remove(naming)
        text = next((block.text for block in naming.blocks if isinstance(block, Prose)), "")
        title, _, purpose = re.sub(r"\s[\u2013\u2014-]\s", " - ", text).partition(" - ")
        declared = [block for block in naming.blocks if isinstance(block, Program)]
        return title.replace("`", "").strip(), purpose.strip(), [Part(SYNOPSIS, declared)]
    programs = [b for b in part.blocks if isinstance(b, Program) and "{" not in b.text]
    prose = [block for block in part.blocks if block not in programs]
    functions = list(dict.fromkeys(n for block in programs for n in declared_functions(block.text)))
    title = ", ".join(functions[:3])
    first = prose[0].text if prose and isinstance(prose[0], Prose) else ""
    if first and not first.endswith(".") and len(first) < 60:
        # A line of its own at the very top is the page's title.
        title = first.replace("`", "")
        prose = prose[1:]
    if not title:
        title = stem
    if len(prose) == 1 and isinstance(prose[0], Prose) and not prose[0].item:
        return title, prose[0].text, [Part(SYNOPSIS, programs)]
    return title, "", [Part(SYNOPSIS, programs), Part(title, prose)]


# --- blocks --------------------------------------------------------------------------------------


class _Reader:
    """Finds programs, items and paragraphs, which differ only in layout.

    Among declarations (`declaring`), types may have any name.
    """

    def __init__(self, lines: list[str], *, declaring: bool) -> None:
        self._lines = lines
        self._declaring = declaring
        self._at = 0
        self._depths: list[int] = []

    def read(self) -> Iterator[Block]:
        """Yield the blocks."""
        noted = False
        term = ""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if not line.strip() or line == _REMARK:
                noted = noted or line == _REMARK
                self._at += 1
                continue
            end = self._at if _BULLET.match(line) else self._end_of_program(self._at)
            if end > self._at:
                yield Program("\n".join(self._lines[self._at : end]))
                self._at = end
                continue
            block = self._paragraph()
            if noted:
                block = block._replace(text=f"**Note:** {block.text}")
                noted = False
            if term:
                yield Prose(f"{term}: {block.text}", 1, item=True)
                term = ""
            elif _TERM.fullmatch(block.text):
                term = block.text
            else:
                yield block
        if term:
            yield Prose(term)

    def _paragraph(self) -> Prose:
        line = self._lines[self._at]
        bullet = _BULLET.match(line)
        indent = len(line) - len(line.lstrip())
        if bullet is not None:
            self._depths = [each for each in self._depths if each < indent] + [indent]
        depth = sum(1 for each in self._depths if each < indent) + (bullet is not None)
        if not depth:
            self._depths = []
        texts = [line[bullet.end() if bullet else 0 :].strip()]
        self._at += 1
        while self._at < len(self._lines) and self._goes_on(self._at):
            texts.append(self._lines[self._at].strip())
            self._at += 1
        # `man` adds hyphens where it breaks words.
        text = " ".join(texts).replace("\u2010 ", "")
        return Prose(words(text), depth, bullet is not None)

    def _goes_on(self, at: int) -> bool:
        """Tell whether a line continues the paragraph of the line above it."""
        line = self._lines[at]
        ends = not line.strip() or line == _REMARK or _BULLET.match(line)
        return not ends and self._end_of_program(at) == at

    def _begins(self, line: str) -> bool:
        """Tell whether a program may begin with a line, or continue with it."""
        declared = self._declaring and _DECLARES.match(line.strip())
        return bool(declared or _BEGINS.match(line)) and not _is_sentence(line)

    def _end_of_program(self, at: int) -> int:
        """Return where the program ends that begins at a line; the line where none does."""
        first = self._lines[at]
        if not self._begins(first):
            return at
        margin = len(first) - len(first.lstrip())
        depth = 0
        after = at
        for number in range(at, len(self._lines)):
            line = self._lines[number]
            if line == _REMARK:
                break
            if not line.strip():
                if depth <= 0 and not self._begins_next(number):
                    break
                continue
            if depth <= 0 and not self._begins(line) and not self._follows(number):
                break
            visible = re.sub(r"//.*|\"[^\"]*\"", "", line)
            depth += sum(visible.count(each) for each in "({")
            depth = max(0, depth - sum(visible.count(each) for each in ")}"))
            if re.fullmatch(r"\}[);]*", line[margin:]):
                # Some examples lack a parenthesis; a function ends here anyway.
                depth = 0
            after = number + 1
        return after

    def _follows(self, at: int) -> bool:
        """Tell whether a line only goes on with the declaration of the line above it."""
        above = self._lines[at - 1].strip() if at else ""
        return bool(re.fullmatch(r"(?:__)?kernel(?:\s+void)?|[\w\s*]+[,=(]", above))

    def _begins_next(self, at: int) -> bool:
        return self._begins(next((line for line in self._lines[at:] if line.strip()), ""))


def _is_sentence(line: str) -> bool:
    """Tell whether a line is prose that happens to begin like a program."""
    text = line.strip()
    if text.startswith(("//", "/*", "#", "{", "}")):
        return False
    if text.endswith((".", ":")) and not text.endswith("..."):
        return True
    plain = re.findall(r"(?<![\w(,])[a-z]{2,}(?= [a-z])", text)
    return len(plain) > 4 and not text.endswith((";", "{", ","))
