"""Plain words and program text as Markdown, with repairs of lost formatting."""

from __future__ import annotations

import re
from typing import Final

# Invisible characters; `<wbr>` and the like leave some of them inside names.
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
_TYPOGRAPHIC: Final = str.maketrans(
    {
        "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2018": "'", "\u2019": "'",
        "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-",
        "\u2026": "...", "\u00a0": " ", "\u2007": " ", "\u202f": " ", "\u2009": " ",
    }
)  # fmt: skip
_BLANKS: Final = re.compile(r"\s+")
# Code in running text: a name with an underscore, an option, a formula of TeX.
_CODE: Final = re.compile(
    r"(?<![\w`])(?:_+[A-Za-z]\w*|[A-Za-z]\w*_\w*)(?:\(\))?"
    r"|(?<![^\s(])[-\u2013](?:cl-[\w=.-]*\w|[A-Za-z]\b)(?=[\s,.;)]|\Z)"
    r"|\\\(.+?\\\)",
    re.ASCII | re.DOTALL,
)
_SPECIAL: Final = re.compile(r"[\\*<\[]")
# The start of a heading, a quotation or a list; after a number, the mark that follows it.
_LINE_START: Final = re.compile(r"(\d*)([#>+-](?=\s|#)|(?<=\d)[.)](?=\s)|#)")
_INDENTED: Final = re.compile(r"^[ \t]+\S", re.M)
_QUOTED: Final = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/', re.S)
_TYPE_WORD: Final = (
    r"(?:(?:__)?(?:global|local|constant|private)|unsigned|void|bool"
    r"|(?:u?(?:char|short|int|long)|float|double|half)\d*)"
)
_SWALLOWED: Final = re.compile(
    rf"//[^\n]*(?:;[^\n]*[^:\s/]\s+//|\b[a-z]+ +{_TYPE_WORD}\b[^\n(;]*;)"
)
_LOOKS_LIKE_PROGRAM: Final = re.compile(r"[;{}=#^]|//|\w\s*\(|^\s*__\w+$", re.M)
_WIDTH: Final = 80


def words(text: str) -> str:
    """Return plain text as Markdown: marks escaped, names of the language as code."""
    text = _INVISIBLE.sub("", text).replace("\u00a0", " ").replace("`", "'")
    shown: list[str] = []
    done = 0
    for found in _CODE.finditer(text):
        shown += [_SPECIAL.sub(r"\\\g<0>", text[done : found.start()]), _formula(found[0])]
        done = found.end()
    shown.append(_SPECIAL.sub(r"\\\g<0>", text[done:]))
    return "".join(shown)


def bold(text: str) -> str:
    """Return plain text as a heading within running text; nothing in it is code."""
    return f"**{words(text).replace('`', '')}**"


def _formula(text: str) -> str:
    return code(text[2:-2] if text.startswith("\\(") else text)


def code(text: str) -> str:
    """Return program text within a line, "" for nothing."""
    text = _BLANKS.sub(" ", _plain_program(text)).strip().replace("`", "'")
    return f"`{text}`" if text else ""


def one_line(markdown: str) -> str:
    """Return Markdown on one line, escaped so that it is no heading or list."""
    # Two adjacent pieces of code are one: a type's name and the letter for its width.
    text = _BLANKS.sub(" ", markdown).strip().replace("``", "")
    return _LINE_START.sub(r"\1\\\2", text, count=1) if _LINE_START.match(text) else text


def broken_lines(lines: list[str]) -> list[str]:
    """Return lines between forced breaks as paragraphs; a column of single names is one."""
    lines = [line for line in map(one_line, lines) if line]
    if len(lines) > 2 and not any(" " in line for line in lines):
        return [", ".join(line.rstrip(",") for line in lines)]
    return lines


def program(text: str) -> str:
    """Return program text as its author wrote it, as far as possible.

    Typographic quotes, dashes and blanks become those of C.  If all indentation is lost, lines
    are indented by their braces.  Nothing is parsed again: a comment keeps the text that ran into
    it.
    """
    lines = [line.rstrip() for line in _plain_program(text).expandtabs(4).split("\n")]
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    margin = min((len(line) - len(line.lstrip()) for line in kept if line), default=0)
    shown = "\n".join(line[margin:] for line in kept).strip("\n")
    return shown if _INDENTED.search(shown) else _indented(shown)


def _plain_program(text: str) -> str:
    return _INVISIBLE.sub("", text).translate(_TYPOGRAPHIC)


def _indented(text: str) -> str:
    """Return program text without any indentation indented by its braces and parentheses."""
    depth = 0
    lines: list[str] = []
    bare = _QUOTED.sub(lambda found: "\n" * found[0].count("\n"), text)
    for line, visible in zip(text.split("\n"), bare.split("\n"), strict=True):
        leading = len(visible) - len(visible.lstrip(")}]"))
        lines.append(f"{'    ' * max(0, depth - leading)}{line}".rstrip())
        depth = max(0, depth + sum(visible.count(each) for each in "({["))
        depth = max(0, depth - sum(visible.count(each) for each in ")}]"))
    return "\n".join(lines)


def swallows(text: str) -> bool:
    """Tell whether a comment in program text swallows the statements after it."""
    return _SWALLOWED.search(text) is not None


def looks_like_program(text: str) -> bool:
    """Tell whether text with line breaks is program text, not words in a column."""
    return _LOOKS_LIKE_PROGRAM.search(text) is not None


def prototype(text: str) -> str:
    """Return a function's declaration in the usual layout; long ones have a parameter a line."""
    text = _BLANKS.sub(" ", _plain_program(text)).strip(" ;")
    text = re.sub(r"\(\s+", "(", text)
    text = re.sub(r"\s+(?=[,)])", "", text)
    text = re.sub(r",(?=\S)", ", ", text)
    text = re.sub(r"\A([^(]*\w)\s\(", r"\1(", text)
    text = re.sub(r"(?<=\*)\s+(?=\w)", "", text)
    if len(text) <= _WIDTH or not text.endswith(")"):
        return text
    head, _, rest = text.partition("(")
    glue = f",\n{' ' * (len(head) + 1)}"
    return f"{head}({glue.join(_parameters(rest))}"


def _parameters(text: str) -> list[str]:
    found = [""]
    depth = 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            found.append("")
        else:
            found[-1] += character
    return [each.strip() for each in found]
