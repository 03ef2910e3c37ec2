"""How a host uses a text: whether it compiles it as it is, and which parts of it it replaces."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from opencl_ls.host_programs.languages import HOLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.host_programs.literals import Literal

_LOOK_BACK: Final = 400
"""How much of the host's text before a literal is read, in bytes."""
_LOOK_AHEAD: Final = 80
"""How much of it after a literal, or after a mention of the text's name, is read, in bytes."""

_MOST_MENTIONS: Final = 100
"""How many mentions of a name are looked at: with more of them nothing is known of its text."""

_ARGUMENTS: Final = r"\s*\([^;{}\"]*$"
_BEFORE: Final = (
    ("percent", re.compile(rf"(?:[Pp]rintf|StrFormat|boost\s*::\s*format)\w*{_ARGUMENTS}")),
    ("braces", re.compile(rf"\b(?:(?:std|fmt)\s*::\s*v?format\w*|(?:format|write)!){_ARGUMENTS}")),
)
_AFTER: Final = (
    ("percent", re.compile(r"[\s)]*%(?!=)")),
    ("braces", re.compile(r"[\s)]*\.\s*format\w*\s*\(")),
    ("numbers", re.compile(r"[\s)]*\.\s*arg\s*\(")),
    ("template", re.compile(r"[\s)]*\.\s*(?:safe_)?substitute\s*\(")),
)
_MAKO: Final = re.compile(r"^[ \t]*%[ \t]*(?:if|for|while|else|end\w+)\b|<%|</%", re.M)
_APPARENT: Final = (
    ("mako", "%", _MAKO),
    ("jinja", "{", re.compile(r"\{%[^\n]{0,400}%\}|\{\{ {0,9}\w[\w.]{0,80} {0,9}\}\}")),
    ("template", "$", re.compile(r"\$\{[^{}\n]*\}|\$[A-Za-z_]")),
    ("percent", "%", re.compile(r"%\(\w+\)[a-z]|%s")),
    ("braces", "{{", re.compile(r"(?<!\{)\{[A-Za-z]\w*\}(?!\})")),
)
"""What a text looks like that is filled in by a way: both a sign and a pattern are in it."""
_NO_OPERAND: Final = (
    r"\A|^[ \t]*#[ \t]*define[ \t]+\w+(?:\([\w, \t]*\))?|[({\[,;:?}<>=!~+\-*/&|^%]"
    r"|\b(?:(?:__)?(?:kernel|global|local|constant|private|read_only|write_only|read_write)|const"
    r"|volatile|restrict|typedef|struct|return|void|char|short|int|long|float|double|half|uchar"
    r"|ushort|uint|ulong)"
)
"""A pattern of what a modulo does not follow."""
_CERTAIN: Final = (
    ("mako", "%", _MAKO),
    ("percent", "%", re.compile(rf"(?:{_NO_OPERAND})\s*%[-#0+]*\d*[hlzjt]*[sdiuoxXfeEgGc]", re.M)),
    ("jinja", "{%", re.compile(r"\{%[-+]?\s*(?:if|for|set|macro|include|import|block|raw)\b")),
    ("template", "$", re.compile(r"(?<![\w$])\$(?:\{\w+\}|[A-Za-z_])")),
)
"""What is no OpenCL C wherever it is but in a comment or a string: `%` has no left operand."""
_NO_CODE: Final = re.compile(r'//[^\n]*|/\*(?s:.*?)(?:\*/|\Z)|"(?:[^"\\\n]|\\.)*"')

_BUILT: Final = re.compile(
    r"(?:Program|ProgramWithSource|program_with_source|ProgramFromSource|Sources?|from_source"
    r"|build_program|RawKernel|ElementwiseKernel|pyopencl_program)\w*"
    r"\s*\((?:[^()\"';]|\([^()]*\))*$"
)
"""The start of a call that compiles a text; the text is its argument."""
_NAMED: Final = re.compile(
    r"\b([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*(?::(?!:)[^=\n;]*)?=\s*(?:[\w.:]+\s*\(\s*|[({\[]\s*|&\s*)*$"
)
"""The start of a declaration or an assignment, up to the text that is its value."""
_READS: Final = frozenset(
    "c_str data size length begin end encode strip lstrip rstrip as_ptr len as_str as_bytes".split()
)
"""The methods of strings that return their text, or a part of which nothing is missing."""
_ENDED: Final = re.compile(r"[ \t)\]}]*(?:[;,.#\r\n]|//|/\*|\Z)")
"""The end of an expression."""
_CHANGED_BEFORE: Final = re.compile(r"[+%]\s*$|\+=\s*$|<<\s*$")
_CHANGED_AFTER: Final = re.compile(r"\s*(?:\+|%|<<|=(?!=))")
_MEASURED: Final = re.compile(r"\b(?:strlen|sizeof|size|len)\s*\(\s*$")
_METHOD: Final = re.compile(r"\s*(?:\.|->)\s*(\w+)")


class Hole(Struct, frozen=True):
    """A part of a text that the host replaces or adds, from byte `start` to byte `end` of its file.

    Nothing of the text is replaced where both are the same: the host adds text there.
    """

    start: int
    end: int


class Uses(NamedTuple):
    """The text of a host around a string, and around each mention of the variable that holds it.

    `before` and `after` are next to the string.  `mentions` are the texts before and after each
    mention; there is none for a string that no variable holds.
    """

    before: str
    after: str
    mentions: tuple[tuple[str, str], ...]


def uses_of(source: str, start: int, end: int) -> Uses:
    """Return how a host's byte text uses the string from byte `start` to byte `end` of it.

    The literals of the text are blank.
    """
    before = source[max(0, start - _LOOK_BACK) : start]
    after = source[end : end + _LOOK_AHEAD]
    named = _NAMED.search(before)
    if named is None:
        return Uses(before, after, ())
    own = start - len(before) + named.start(1)
    found = list(islice(_mentions(source, named[1]), _MOST_MENTIONS))
    if len(found) == _MOST_MENTIONS:
        return Uses(before, after, ())
    mentions = tuple(
        (source[max(0, at - _LOOK_AHEAD) : at], source[last : last + _LOOK_AHEAD])
        for at, last in found
        if at != own and not start <= at < end
    )
    return Uses(before, after, mentions)


def _mentions(source: str, name: str) -> Iterator[tuple[int, int]]:
    """Yield the bytes at which a variable's name begins and ends, each time it is in a text."""
    # The name comes first, so that it is sought as a text.
    for found in re.finditer(rf"{name}(?<![\w.]{name})(?!\w)", source):
        yield found.span()


def is_used_whole(uses: Uses) -> bool:
    """Return whether the host compiles just this text, as far as its file says."""
    if not _ENDED.match(uses.after):
        return False
    if _BUILT.search(uses.before):
        return not re.search(r"[+%*]\s*$", uses.before)
    return bool(uses.mentions) and not any(_changes(*each) for each in uses.mentions)


def is_compiled(uses: Uses) -> bool:
    """Return whether all that the host does with a text is to compile it."""
    if uses.mentions:
        return all(_BUILT.search(before) for before, _ in uses.mentions)
    return _BUILT.search(uses.before) is not None


def is_indexed(uses: Uses) -> bool:
    """Return whether the host takes elements of the list that a text is in."""
    return any(
        after.lstrip().startswith("[") and not _MEASURED.search(before)
        for before, after in uses.mentions
    )


def breaks_off(text: str) -> bool:
    """Return whether a text does not close all the braces that it opens, or opens too few."""
    code = _NO_CODE.sub(" ", text)
    return code.count("{") != code.count("}")


def _changes(before: str, after: str) -> bool:
    """Return whether a mention of a text makes another text of it."""
    if _CHANGED_BEFORE.search(before) or _CHANGED_AFTER.match(after) or way_at(before, after):
        return True
    method = _METHOD.match(after)
    return method is not None and method[1] not in _READS


def way_at(before: str, after: str) -> str:
    """Return the way in which the host fills in a text between two others, "" for none.

    It is a key of `HOLES`.
    """
    found = (way for way, pattern in _BEFORE if pattern.search(before))
    return next(found, "") or next((way for way, pattern in _AFTER if pattern.match(after)), "")


def way_of(uses: Uses) -> str:
    """Return the way in which the host fills in a text that is used so, "" for none."""
    around = ((uses.before, uses.after), *uses.mentions)
    return next(filter(None, (way_at(*each) for each in around)), "")


def apparent_way(text: str) -> str:
    """Return the way in which a text looks as if it is filled in, "" for none."""
    found = (way for way, sign, pattern in _APPARENT if sign in text and pattern.search(text))
    return next(found, "")


def certain_way(text: str) -> str:
    """Return the way in which a text must be filled in to be OpenCL C, "" where it may be whole."""
    signs = [each for each in _CERTAIN if each[1] in text]
    code = _NO_CODE.sub(" ", text) if signs else ""
    return next((way for way, _, pattern in signs if pattern.search(code)), "")


def filled(
    text: str, start: int, literals: Sequence[Literal], way: str, *, guess: bool
) -> tuple[str, list[Hole]]:
    """Return the text of literals with names for what the host replaces, and where that is.

    `text` begins at byte `start` of the host's file, and keeps its length.  With `guess`, a literal
    is filled in as it looks.
    """
    parts = list(text)
    holes: list[Hole] = []
    for literal in literals:
        kind = literal.quote.holes or way or (apparent_way(literal.text) if guess else "")
        if not kind:
            continue
        for match in re.finditer(HOLES[kind], literal.text):
            first, last = literal.inner + match.start(), literal.inner + match.end()
            if match[0] in ("{{", "}}", "%%", "$$"):
                parts[first - start] = " "
                continue
            parts[first - start : last - start] = hole_name(last - first)
            holes.append(Hole(first, last))
    return "".join(parts), holes


def hole_name(length: int) -> str:
    """Return a name of that many bytes, for a value that is not known."""
    return "H" + "_" * (length - 1)
