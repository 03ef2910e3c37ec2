"""The lines and the running text of AsciiDoc: conditions, attributes and marks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.docs.importing.words import code, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

# The sources take these names from files of their own; other names stay unchanged.
_ATTRIBUTES: Final = {
    "amp": "&", "asterisk": "*", "blank": " ", "cpp": "C++", "gt": ">", "lt": "<", "nbsp": " ",
    "plus": "+", "pp": "++", "startsb": "[", "endsb": "]", "tilde": "~", "vbar": "|", "zwsp": "",
    "cdot": "\u22c5", "elem": "\u2208", "geq": "\u2265", "leq": "\u2264", "neq": "\u2260",
    "inf": "\u221e", "land": "\u2227", "lor": "\u2228", "lnot": "\u00ac", "ldots": "\u2026",
    "oplus": "\u2295", "pi": "\u03c0", "plusmn": "\u00b1", "reg": "\u00ae", "times": "\u00d7",
    "sqrt": "\u221a", "trade": "\u2122", "rightarrow": "\u2192", "leftarrow": "\u2190",
    "kernel": "__kernel", "global": "__global", "local": "__local", "constant": "__constant",
    "private": "__private", "generic": "__generic", "read_only": "__read_only",
    "write_only": "__write_only", "read_write": "__read_write",
    "rte": "_rte", "rtz": "_rtz", "rtp": "_rtp", "rtn": "_rtn",
}  # fmt: skip
# An underscore from an attribute does not mark emphasis.
_UNDERSCORE: Final = "\x04"
# Marks are searched in paragraphs up to this length.
_LONGEST: Final = 20_000
_CONDITION: Final = re.compile(r"(ifdef|ifndef|ifeval|endif)::([^\[]*)\[(.*)\]\s*\Z")
_WITH: Final = re.compile("\x02([^\x03]*)\x03 ?")
_PREFIX: Final = re.compile(r"\s*(?:(?:\*+|-|\.+|\|)\s+|[A-Z]{3,}: )?")
_NOT_TEXT: Final = re.compile(r"\s*(?:\Z|\[.*\]\Z|\.\S|[|!]={3,}|-{2,}\Z|\.{4,}|={4,}|=+ |\+\Z|//)")
_SLANTED_LETTER: Final = re.compile(r"(?<=[A-Za-z])__([a-z])__(?!\w)")
_BOLD_NAME: Final = re.compile(r"^([ \t]*\w+ )\*([A-Za-z_][\w<>]*)\*(?=\()", re.M)
_INLINE: Final = re.compile(
    r"`\+(?P<literal>.+?)\+`|`(?P<code>[^`]+)`|\+(?P<passed>[^+\s][^+\n]*)\+(?!\w)"
    r"|<<[^,<>]*,\s*(?P<link>[^<>]*)>>|<<(?P<anchor>[^<>]*)>>"
    r"|\s*footnote(?:ref)?:[\w-]*\[(?P<note>[^\]]*)\]"
    r"|(?:link:)?(?P<url>https?://[^\s\[]+)\[(?P<label>[^\]]*)\]|link:[^\s\[]*\[(?P<file>[^\]]*)\]"
    r"|(?:pass|latexmath|stem):[\w,]*\[(?P<math>[^\]]*)\]"
    r"|\b(?:[a-z]*link|[est]name):(?P<name>\w+)"
    r"|\*\*(?P<strong>[^*]+)\*\*|(?<![\w*])\*(?P<bold>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])"
    r"|__(?P<strongly>.+?)__|(?<!\w)_(?P<italic>[^_\s](?:.*?\S)??)_(?!\w)"
    r"|\^(?P<above>[^\s^]+)\^|~(?P<below>[^\s~]+)~|\\(?P<escaped>[\[_*`{^<|+])",
    re.S | re.A,
)


def prepared(lines: Iterable[str], beside: Callable[[str], str | None]) -> list[str]:
    """Return the lines with conditions evaluated, and includes of files in the same folder.

    Extensions count as supported, and the text that depends on one is marked with its name.
    """
    shown: list[str] = []
    taken = [True]
    pending = listing = ""
    for line in _with_files(lines, beside):
        condition = _CONDITION.match(line)
        if condition is not None:
            kind, name, text = condition.groups()
            if kind == "endif":
                taken = taken[:-1] or [True]
                pending = ""
                continue
            holds = taken[-1] and kind != "ifndef"
            if not text or kind == "ifeval":
                taken.append(holds)
                pending = name if holds and name.startswith("cl_") else ""
                continue
            if not holds:
                continue
            line, pending = text, name if name.startswith("cl_") else ""  # noqa: PLW2901
        elif not taken[-1]:
            continue
        if line.rstrip() == listing:
            listing = ""
        elif not listing and re.match(r"(?:-{4,}|\.{4,})\s*\Z", line):
            listing = line.rstrip()
        elif not listing and re.match(r"//\s*refError", line):
            line = "===== Errors"  # noqa: PLW2901 - the way in which these sources say it
        elif not listing and line.startswith("//"):
            continue
        if pending and not _NOT_TEXT.match(line):
            start = _PREFIX.match(line)
            at = start.end() if start else 0
            line = f"{line[:at]}\x02{pending}\x03 {line[at:]}"  # noqa: PLW2901
            pending = ""
        shown.append(line)
    return shown


def _with_files(lines: Iterable[str], beside: Callable[[str], str | None]) -> Iterator[str]:
    for line in lines:
        found = re.match(r"include::([\w.-]+)\[", line)
        text = beside(found[1]) if found is not None else None
        yield from [line] if text is None else text.split("\n")


def marked_lines(lines: Sequence[str], mark: str = "") -> Iterator[str]:
    """Yield lines of program text, with a line above each that depends on an extension."""
    for line in lines:
        condition = _WITH.search(line)
        if condition is not None:
            yield f"{mark}with {condition[1]}:"
        yield _WITH.sub("", line)


def without_marks(text: str) -> str:
    """Return program text without the marks of its source.

    The n of `charn` is slanted there, and in a pattern of declarations the function's name is bold.
    """
    text = _SLANTED_LETTER.sub(r"\1", text)
    return _BOLD_NAME.sub(r"\1\2", text)


def inline(text: str) -> str:
    """Return running text as Markdown."""
    text = _WITH.sub(lambda found: f"(with `{found[1]}`) ", text)
    return _rendered(_with_attributes(text), _marked, words)


def plain(text: str) -> str:
    """Return running text without its marks; only what `marked_lines` looks for stays."""
    return _rendered(_with_attributes(text), _unmarked, str)


def _with_attributes(text: str) -> str:
    return re.sub(r"\{([A-Za-z][\w-]*)\}", _attribute, text)


def _attribute(found: re.Match[str]) -> str:
    name = found[1]
    if name.startswith("fn-"):
        return ""
    if name.startswith("opencl_c_"):
        name = f"__{name}"
    value = _ATTRIBUTES.get(name)
    if value is None:
        value = re.sub(r"_anchor\Z|(?<=[a-z0-9])_(?:EXT|TYPE)\Z", "", name)
    return value.replace("_", _UNDERSCORE)


def _rendered(
    text: str, marked: Callable[[str, re.Match[str]], str], unmarked: Callable[[str], str]
) -> str:
    if len(text) > _LONGEST:
        return unmarked(text.replace(_UNDERSCORE, "_"))
    pieces: list[str] = []
    done = 0
    for found in _INLINE.finditer(text):
        pieces.append(unmarked(text[done : found.start()].replace(_UNDERSCORE, "_")))
        kind = found.lastgroup or "escaped"
        pieces.append(marked(found[kind], found))
        done = found.end()
    pieces.append(unmarked(text[done:].replace(_UNDERSCORE, "_")))
    return "".join(pieces)


def _marked(text: str, found: re.Match[str]) -> str:
    kind = found.lastgroup
    text = text.replace(_UNDERSCORE, "_")
    if kind == "code":
        # Emphasis counts within, as for the n of `char__n__`.
        return code(re.sub(r"__(\w)__|(?<!\w)_([a-z]\w*?)_(?!\w)", r"\1\2", text))
    if kind in {"literal", "math", "name"}:
        return code(text)
    if kind == "note":
        return f" ({inline(text)})" if text.strip() else ""
    if kind == "label":
        return f"[{inline(text).split(',')[0]}]({found['url']})"
    if kind in {"strong", "bold", "strongly", "italic"}:
        shown = inline(text)
        mark = "**" if kind in {"strong", "bold"} else "*"
        return shown if "`" in shown or "*" in shown else f"{mark}{shown}{mark}"
    if kind in {"above", "below"}:
        return ("^" if kind == "above" else "_") + inline(text)
    return "" if kind == "anchor" else words(text)


def _unmarked(text: str, found: re.Match[str]) -> str:
    kind = found.lastgroup
    if kind in {"strong", "bold", "strongly", "italic"}:
        return plain(text)
    return "" if kind in {"note", "anchor"} else text.replace(_UNDERSCORE, "_")
