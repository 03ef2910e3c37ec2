"""Where the kernel of a variable is used, if nothing else of the host can set its arguments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from opencl_ls.host_programs.comparison.host_text import HostText

_SETTERS: Final = r"\bclSetKernelArg(?:SVMPointer)?\s*\(\s*$"
_READERS: Final = (
    r"\b(?:clReleaseKernel|clRetainKernel|clGetKernel\w*Info)\s*\(\s*$"
    r"|\bclEnqueueNDRangeKernel\s*\([^,;]*,\s*$|\benqueueNDRangeKernel\s*\(\s*$|!\s*$|[=!]=\s*$"
)
_DECLARES: Final = r"\b(?:cl_kernel|Kernel|auto)\s*$"
_READ_AFTER: Final = r"\s*(?:[=!]=|\.\s*get\w*Info\b)"

_READ: Final = re.compile(_READERS)
_READ_NEXT: Final = re.compile(_READ_AFTER)
_KNOWN: Final = re.compile(f"{_SETTERS}|{_READERS}|{_DECLARES}")
_KNOWN_NEXT: Final = re.compile(rf"{_READ_AFTER}|\s*=|\s*\.\s*setArg\b")
_PASSED: Final = re.compile(r"(?<![\w.>:])([A-Za-z_]\w*)\s*\(([^();{}]*)$")
_LAST_NAME: Final = re.compile(r"(\w+)\s*$")
_OWN_HEADER: Final = re.compile(r"#[ \t]*include[ \t]*\"")
_MAIN: Final = re.compile(r"\b(?:main|w?WinMain|_tmain)\s*\(")
_LOOK_BACK: Final = 200
"""How far before a variable the call that it is passed to is looked for, in bytes."""


def extent_of(host: HostText, variable: str, written: int) -> tuple[int, int] | None:
    """Return from where to where a variable has its only kernel, and all that sets its arguments.

    `written` is the byte of the write, in a function; below 0 the kernel is that of all writes of a
    variable of the file.  None if the kernel goes where this file does not say what is set.
    """
    if not variable.isidentifier() or _is_in_macro(host, variable):
        return None
    if written >= 0:
        later = [at for at, _ in host.writes(variable) if at > written]
        extent = written, min([host.region(written)[1], *later])
    elif _is_of_file(host, variable):
        extent = 0, len(host.text)
    else:
        return None
    first, last = extent
    for match in re.compile(rf"(?<![\w.>]){variable}\b").finditer(host.text, first, last):
        before = host.text[max(0, match.start() - _LOOK_BACK) : match.start()]
        if match.start() == first or _KNOWN.search(before):
            continue
        if _KNOWN_NEXT.match(host.text, match.end()) is None and not _is_read(
            host, before, match.end()
        ):
            return None
    return extent


def _is_of_file(host: HostText, variable: str) -> bool:
    """Return whether no other file sees a variable.

    It is declared once, outside of functions.  It is static, or the file has `main`, and no header
    of its own that could declare it for others.
    """
    declared = host.declarations(variable)
    if len(declared) != 1 or host.scopes.path(declared[0].at):
        return False
    words = declared[0].type.split()
    if "static" in words:
        return True
    has_main = _MAIN.search(host.text) is not None and _OWN_HEADER.search(host.text) is None
    return has_main and "extern" not in words


def _is_read(host: HostText, before: str, at: int) -> bool:
    """Return whether a variable before a byte is passed to a function of the file that reads it."""
    call = _PASSED.search(before)
    if call is None or re.match(r"\s*[,)]", host.text[at : at + 20]) is None:
        return False
    name = re.escape(call[1])
    heads = list(re.finditer(rf"(?<![\w.>:]){name}\s*\(([^(){{}};]*)\)\s*\{{", host.text))
    position = call[2].count(",")
    parameters = heads[0][1].split(",") if len(heads) == 1 else []
    named = _LAST_NAME.search(parameters[position]) if position < len(parameters) else None
    if named is None or _is_in_macro(host, named[1]):
        return False
    first = heads[0].end()
    last = host.scopes.path(first)[-1].end
    return all(
        _READ.search(host.text[max(first, use.start() - _LOOK_BACK) : use.start()])
        or _READ_NEXT.match(host.text, use.end())
        for use in re.compile(rf"(?<![\w.>]){named[1]}\b").finditer(host.text, first, last)
    )


def _is_in_macro(host: HostText, name: str) -> bool:
    """Return whether a macro names a variable: it may set an argument wherever it is used."""
    macro = rf"#[ \t]*define\b(?:[^\n\\]|\\[\s\S])*(?<![\w.>]){name}\b"
    return re.search(macro, host.text) is not None
