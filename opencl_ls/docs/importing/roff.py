"""Manual pages in roff, as DocBook's style sheets write them (Debian's packages, for example)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.docs.importing.blocks import (
    SYNOPSIS,
    Block,
    Cell,
    Found,
    Heading,
    Part,
    Program,
    Prose,
    Table,
)
from opencl_ls.docs.importing.page import ROFF, UnreadablePage
from opencl_ls.docs.importing.words import code, looks_like_program, prototype, words

if TYPE_CHECKING:
    from collections.abc import Iterator

_OURS: Final = re.compile(r"OpenCL|Khronos|\bcl(?:[A-Z]|_)")
_NOTICE: Final = re.compile(
    r"(?:Copyright[^\n]{0,20})?\d{4}(?:-\d{4})?\s*The Khronos Group"
    r".*?(?:substantial portions of the Materials\.|(?=\n\.))",
    re.S,
)
_CHARACTERS: Final = {
    "aq": "'", "bu": "\u2022", "co": "\u00a9", "cq": "\u2019", "oq": "\u2018", "lq": "\u201c",
    "rq": "\u201d", "dq": '"', "em": "\u2014", "en": "\u2013", "hy": "-", "mi": "-", "rs": "\\",
    "ti": "~", "ha": "^", "ga": "'", "<=": "\u2264", ">=": "\u2265", "mu": "\u00d7", "*p": "\u03c0",
    "+-": "\u00b1", "if": "\u221e", "rg": "\u00ae", "tm": "\u2122", "!=": "\u2260", "->": "\u2192",
    "sr": "\u221a", "di": "\u00f7", "de": "\u00b0",
}  # fmt: skip
_ESCAPE: Final = re.compile(
    r"\\(?:\((?P<two>..)|\[(?P<long>[^\]]*)\]|f(?:\(..|\[(?P<named>\w*)\]|(?P<font>.))"
    r"|\*(?:\(..|\[[^\]]*\]|.)|[mM]\[[^\]]*\]|s[+-]?\d+|[hvwlLo]'[^']*'|n(?:\(..|\[[^\]]*\]|.)"
    r"|(?P<comment>\".*)|(?P<one>.))"
)
_SINGLE: Final = {"-": "-", " ": " ", "~": " ", "0": " ", "e": "\\", ".": ".", "'": "'"}
# The additions of the style sheet: references to the addresses at the end, and "()" after names.
_ADDED: Final = re.compile(r"(?:\\&)?\\s-2\\u\[\d+\]\\d\\s\+2|(?<=\\fR)\(\)|\[IMAGE\]")
_FONTS: Final = {"B": "B", "I": "I", "3": "B", "2": "I", "BI": "B", "CB": "B", "C": "C", "CW": "C"}
_ITEM: Final = re.compile(r"\\h'[^']*'\s*(?:\\\(bu|\d+\.)|\\\(bu|\\\[bu\]|\u2022")
_FONT_REQUESTS: Final = frozenset({"B", "I", "BI", "BR", "IB", "IR", "RB", "RI", "SM", "SB"})


def read_roff(text: str) -> Found:
    """Return the page in a text; raises UnreadablePage."""
    begin = re.search(r"^\.TH[ \t]+(.*)$", text, re.M)
    if begin is None:
        other = re.search(r"^\.so\s+(\S+)", text, re.M)
        reason = f"it only points to {other[1]}" if other else "no .TH tells its title"
        raise UnreadablePage(reason)
    if not _OURS.search(text):
        raise UnreadablePage("it is a manual page about something else")
    man = _Man()
    man.read(text[begin.end() :].split("\n"))
    parts = man.parts()
    naming = next((part for part in parts if part.heading.upper() == "NAME"), None)
    title, purpose = _name(naming) if naming else ("", "")
    notice = _NOTICE.search(re.sub(r'^\.\\" ?', "", text, flags=re.M))
    return Found(
        format=ROFF,
        title=title or next(iter(_arguments(begin[1])), "").lower(),
        parts=[part for part in parts if part is not naming and not _is_addresses(part)],
        purpose=purpose,
        notice=re.sub(r"\A(?=\d)", "Copyright \u00a9 ", notice[0]) if notice else "",
    )


def _name(part: Part) -> tuple[str, str]:
    text = " ".join(block.text for block in part.blocks if isinstance(block, Prose))
    title, _, purpose = f"{text} ".partition(" - ")
    # The style sheet writes the blanks of a name as underscores.
    title = re.sub(r"_{4,}", "", title.replace("`", "")).strip()
    return re.sub(r"(?<=,)_|(?<=[a-z])_(?=[A-Z])", " ", title), purpose.strip()


def _is_addresses(part: Part) -> bool:
    """Tell whether a section is the list of addresses that the style sheet adds at the end."""
    first = part.blocks[0]
    return isinstance(first, Prose) and re.match(r"1\.: ", first.text) is not None


class _Man:
    """Processes the requests of a page and collects its parts."""

    def __init__(self) -> None:
        self._parts: list[tuple[str, list[Block]]] = [("", [])]
        self._running: list[str] = []
        self._depth = 0
        self._hanging = 0
        self._item = False
        self._tag_next = False

    def parts(self) -> list[Part]:
        """Return the parts that were read."""
        self._end()
        return [
            Part(*_named(heading, _defined(blocks))) for heading, blocks in self._parts if blocks
        ]

    def read(self, lines: list[str]) -> None:
        """Process lines to their end."""
        rest = iter(lines)
        for line in rest:
            if line.startswith((".", "'")) or re.match(r"\s+\.(?:RE|RS|PP|sp)\b", line):
                self._request(line.strip()[1:].strip(), rest)
            elif line.strip():
                self._text(line)
            else:
                self._end()

    def _text(self, line: str) -> None:
        heading = re.fullmatch(r"(\w[^.]*)\.PP", line)
        if heading is not None:
            # The style sheet omits the line break after a heading.
            self._end()
            self._blocks.append(Heading(_plain(heading[1])))
        elif _ITEM.match(line):
            self._item = True
        elif self._tag_next:
            self._tag_next = False
            self._running.append(f"{_inline(line)}: ")
        else:
            self._running.append(f"{_inline(line)} ")

    @property
    def _blocks(self) -> list[Block]:
        return self._parts[-1][1]

    def _end(self) -> None:
        text = "".join(self._running).strip()
        self._running = []
        if text:
            depth = self._depth + self._hanging
            self._blocks.append(Prose(text, max(depth, int(self._item)), self._item))
            self._item = False

    def _request(self, line: str, rest: Iterator[str]) -> None:
        name, _, words_after = line.partition(" ")
        arguments = _arguments(words_after)
        if name in _FONT_REQUESTS:
            self._fonts(name, arguments)
        elif name == "SH":
            self._end()
            self._depth = self._hanging = 0
            self._parts.append((" ".join(map(_plain, arguments)), []))
        elif name == "SS":
            self._end()
            self._blocks.append(Heading(_plain(" ".join(arguments))))
        elif name in {"PP", "P", "LP", "HP", "sp", "br"}:
            self._end()
            self._hanging = self._hanging if name in {"sp", "br"} else 0
        elif name in {"RS", "RE"}:
            self._end()
            self._hanging = 0
            self._depth = max(0, self._depth + (1 if name == "RS" else -1))
        elif name in {"IP", "TP"}:
            self._end()
            self._hanging = 1
            self._item = name == "TP" or bool(arguments and arguments[0].strip())
            self._tag_next = name == "TP"
            if self._item and name == "IP" and not _ITEM.match(arguments[0]):
                self._running.append(f"{_inline(arguments[0]).strip()}: ")
        elif name in {"nf", "EX"}:
            self._end()
            self._blocks.append(
                Program("\n".join(_plain(each) for each in _until(rest, "fi", "EE")))
            )
        elif name == "TS":
            self._end()
            self._blocks.extend(_table(list(_until(rest, "TE"))))
        elif name in {"ie", "if", "el"}:
            self._conditional(name, words_after, rest)
        elif name in {"de", "ig"}:
            list(_until(rest, "."))

    def _fonts(self, name: str, arguments: list[str]) -> None:
        if self._parts[-1][0] in {"", "SYNOPSIS"} and "(" in "".join(arguments):
            self._end()
            self._blocks.append(Program(prototype(_joined(arguments))))
            return
        fonts = name if len(name) == 2 and name not in {"SM", "SB"} else name[-1] * 2
        pieces = (f"\\f{fonts[at % 2]}{each}\\fR" for at, each in enumerate(arguments))
        glue = "" if len(name) == 2 else " "
        self._text(glue.join(pieces))

    def _conditional(self, name: str, text: str, rest: Iterator[str]) -> None:
        """Process conditions for a terminal, and skip all others."""
        taken = name != "el" and text.startswith("n")
        if "\\{" not in text:
            if taken:
                self.read([text[1:].strip()])
            return
        inside: list[str] = []
        open_blocks = 1
        for line in rest:
            open_blocks += line.count("\\{") - line.count("\\}")
            if open_blocks <= 0:
                break
            inside.append(line)
        if taken:
            self.read(inside)


def _until(rest: Iterator[str], *names: str) -> Iterator[str]:
    for line in rest:
        if line.startswith((".", "'")) and line[1:].strip() in names:
            return
        yield line


def _arguments(text: str) -> list[str]:
    return [first or second for first, second in re.findall(r'"((?:[^"]|"")*)"|(\S+)', text)]


def _joined(arguments: list[str]) -> str:
    """Return the arguments of a font request with the blank before a parameter's name."""
    text = ""
    for each in map(_plain, arguments):
        text += f" {each}" if re.search(r"\w\Z", text) and re.match(r"[\w*(^]", each) else each
    return text


def _named(heading: str, blocks: list[Block]) -> tuple[str, list[Block]]:
    """Return a part with a heading: the synopsis of these pages has none."""
    if not heading.strip() and any(isinstance(block, Program) for block in blocks):
        return SYNOPSIS, blocks
    return heading, blocks


def _defined(blocks: list[Block]) -> list[Block]:
    """Return blocks with a term and the indented text below it as one item."""
    found: list[Block] = []
    for block in blocks:
        above = found[-1] if found else None
        if (
            isinstance(block, Prose)
            and not block.item
            and isinstance(above, Prose)
            and not above.item
            and above.depth == block.depth - 1
            and len(above.text) < 80
            and not above.text.endswith((".", ":"))
        ):
            found[-1] = Prose(f"{above.text}: {block.text}", block.depth, item=True)
        else:
            found.append(block)
    return found


# --- text ----------------------------------------------------------------------------------------


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield runs of text with their fonts: B, I, C or R."""
    text = re.sub(r"\\u(.{1,8}?)\\d", r"^\1", _ADDED.sub("", text))
    font = "R"
    shown = ""
    done = 0
    for found in _ESCAPE.finditer(text):
        shown += text[done : found.start()]
        done = found.end()
        name = found["named"] if found["named"] is not None else found["font"]
        if name is not None:
            yield font, shown
            font, shown = _FONTS.get(name, "R"), ""
        elif found["two"] or found["long"]:
            shown += _CHARACTERS.get(found["two"] or found["long"], "")
        elif found["one"]:
            shown += _SINGLE.get(found["one"], "")
    yield font, shown + text[done:]


def _plain(text: str) -> str:
    return "".join(shown for _, shown in _pieces(text))


def _inline(text: str) -> str:
    return "".join(_marked(font, shown) for font, shown in _pieces(text))


def _marked(font: str, text: str) -> str:
    if not text.strip() or font == "R":
        return words(text)
    if font == "C" or not re.search(r"\s", text.strip()):
        return code(text)
    mark = "**" if font == "B" else "*"
    return words(text) if "`" in words(text) else f"{mark}{words(text.strip())}{mark}"


# --- tables --------------------------------------------------------------------------------------


def _table(lines: list[str]) -> list[Block]:
    text = "\n".join(lines)
    separator = re.search(r"\btab\((.)\)", text)
    # Options end with a semicolon, formats with a full stop; `.T&` begins new formats.
    start = re.match(r"(?:[^\n;]*;\n)?((?:[^\n]*[^\n.]\n)*?[^\n]*\.)[ \t]*\n", text)
    if start is None:
        return []
    body = re.sub(r"^\.T&\n(?:[^\n]*\n)*?[^\n]*\.[ \t]*\n", "", text[start.end() :], flags=re.M)
    rows = list(_rows(body, separator[1] if separator else "\t"))
    if rows and all(len(row) == 1 for row in rows):
        return [block for (cell,) in rows for block in _column(cell)]
    cells = [tuple(Cell(_text_of(each), tuple(_blocks_of(each))) for each in row) for row in rows]
    header: tuple[str, ...] = ()
    if cells and re.match(r"\s*[lcr]B", start[1]):
        header = tuple(words(" ".join(cell.raw.split())) for cell in cells.pop(0))
    return [Table(header, tuple(cells))]


def _rows(body: str, separator: str) -> Iterator[list[str]]:
    """Yield the rows of a table, each cell with its lines."""
    row = [""]
    block = False
    for line in body.split("\n"):
        if block and not line.startswith("T}"):
            row[-1] += f"{line}\n"
            continue
        if not block and re.fullmatch(r"[_=]?|\.(?:sp|PP|\\\}).*", line):
            continue
        text = line[2:] if block else line
        block = False
        if line.startswith("T}"):
            if not text:
                yield row
                row = [""]
                continue
            text = text.removeprefix(separator)
            row.append("")
        *whole, last = text.split(separator)
        for each in whole:
            row[-1] += each
            row.append("")
        if last == "T{":
            block = True
        else:
            row[-1] += last
            yield row
            row = [""]
    if any(row):
        yield row


def _column(cell: str) -> list[Block]:
    text = _text_of(cell)
    return [Program(text)] if looks_like_program(text) else _blocks_of(cell)


def _text_of(cell: str) -> str:
    return "\n".join(_plain(line) for line in cell.split("\n") if not line.startswith("."))


def _blocks_of(cell: str) -> list[Block]:
    man = _Man()
    man.read(cell.split("\n"))
    return [block for part in man.parts() for block in part.blocks]
