"""The check of OpenCL C in a host program: its text at the host's bytes, and what is reported.

A finding is reported only where nothing that the host adds or replaces could explain it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.host_programs.writing import written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.findings import Finding
    from opencl_ls.host_programs.kernels import EmbeddedProgram
    from opencl_ls.settings.model import Settings

REST: Final = "(the rest of the program)"
"""A file to include that does not exist: the names that the host's own text declares are there."""

_OF_THE_HOST: Final = ("preprocessor/missing-include", "preprocessor/error-directive")
"""The rules about what only the host's build knows: its folders of includes, and its macros."""

_OF_THE_REST: Final = (
    "names/undefined-macro",
    "preprocessor/stray-conditional",
    "preprocessor/unterminated-conditional",
)
"""The rules about what the text that a host adds may define, begin or end."""

_ITEM_END: Final = re.compile(
    r"//[^\n]*|/\*(?s:.*?)(?:\*/|\Z)"
    r'|"(?:[^"\\\n]|\\.)*"|(?P<sign>[{};])|(?P<directive>^[ \t]*#(?:\\\s*\n|[^\n])*)',
    re.M,
)
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_CALLED: Final = re.compile(r"([A-Za-z_]\w*)\s*\(")
_DEFINED: Final = re.compile(r"\s*#\s*define\s+(\w+)")


def placed_text(program: EmbeddedProgram) -> str:
    """Return a program's byte text with a blank for each byte of the host's text before it."""
    return " " * program.start + program.text


def settings_for(program: EmbeddedProgram, settings: Settings) -> Settings:
    """Return the settings under which a program is analysed, from those of its host's file."""
    target, rules = settings.target, settings.rules
    silent: tuple[str, ...] = _OF_THE_HOST
    if not program.is_whole:
        target = replace(target, includes=(*target.includes, REST))
        silent = (*silent, *_OF_THE_REST)
    return replace(settings, target=target, rules=replace(rules, ignore=(*rules.ignore, *silent)))


def reported(
    findings: Iterable[Finding], path: str, source: str, program: EmbeddedProgram
) -> Iterator[Finding]:
    """Yield those findings in a program that hold whatever its host adds, with its fixes.

    `findings` are those of its placed text under `path`, the host's file with the byte text
    `source`, and under the settings for it.
    """
    unknown = list(unknown_parts(program))
    for finding in findings:
        place = finding.place
        if place.file == path and any(first <= place.start < end for first, end in unknown):
            continue
        fixes = (written(fix, path, source, program) for fix in finding.fixes)
        yield finding._replace(fixes=tuple(fix for fix in fixes if fix is not None))


def unknown_parts(program: EmbeddedProgram) -> Iterator[tuple[int, int]]:
    """Yield the bytes of the host's text, first and end, of the items that the host may change.

    Those are the items with holes, the ones that are not all there, and the ones that use a name
    that such an item declares.
    """
    if program.is_whole:
        return
    items, broken = _items(program)
    texts = [program.text[first - program.start : end - program.start] for first, end in items]
    words = [set(_NAME.findall(text)) for text in texts]
    waiting = [
        number
        for number, (first, end) in enumerate(items)
        if end <= broken or any(first <= hole.start < end for hole in program.holes)
    ]
    if program.text.count("{") > program.text.count("}"):
        waiting.append(len(items) - 1)
    found = set(waiting)
    while waiting:
        names = _declared(texts[waiting.pop()])
        more = [each for each in range(len(items)) if each not in found and names & words[each]]
        found.update(more)
        waiting += more
    for number in sorted(found):
        yield items[number]


def _items(program: EmbeddedProgram) -> tuple[list[tuple[int, int]], int]:
    """Return the bytes of the host's text, first and end, of the items and directives of a text.

    An item ends with a semicolon that is in no braces, and a function with its closing brace.  The
    second value is the byte after the last brace that closes none, or 0: the text begins in a
    function.
    """
    items: list[tuple[int, int]] = []
    text, at, depth, broken = program.text, 0, 0, 0
    is_function = False
    for match in _ITEM_END.finditer(text):
        sign = match["sign"]
        if sign == "{":
            is_function = ")" in text[at : match.start()] if depth == 0 else is_function
            depth += 1
        elif sign == "}":
            depth -= 1
            if depth < 0:
                depth, broken, is_function = 0, program.start + match.end(), True
        is_end = sign == ";" or (sign == "}" and is_function) or match["directive"]
        if depth == 0 and is_end:
            items.append((program.start + at, program.start + match.end()))
            at = match.end()
    return [*items, (program.start + at, program.end + 1)], broken


def _declared(item: str) -> set[str]:
    """Return the names that an item may declare, and perhaps some that it only uses."""
    macro = _DEFINED.match(item)
    if macro is not None:
        return {macro[1]}
    head, _, rest = item.partition("{")
    called = _CALLED.findall(head)
    # The names of a type are around its members, and that of a function is before its parameters.
    names = called or _NAME.findall(head + rest.rpartition("}")[2])
    return {name for name in names if name not in _ORDINARY}


_ORDINARY: Final = frozenset(
    (
        "__attribute__ __constant __global __inline __kernel __local __private bool char const"
        " constant double enum extern float global half inline int kernel local long private"
        " restrict short signed size_t static struct typedef uchar uint ulong union unsigned"
        " ushort void volatile"
    ).split()
)
"""The words of a declaration's head that are no names."""
