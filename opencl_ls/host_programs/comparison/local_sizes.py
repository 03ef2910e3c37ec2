"""The sizes of work-groups that a host program asks for, if they are constants."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from opencl_ls.host_programs.comparison.host_text import HostText

_RANGE: Final = re.compile(r"(?:cl::)?NDRange\s*[({]([^(){}]*)[)}]")
_LIST: Final = re.compile(r"\(\s*(?:const\s+)?size_t\s*\[\d*\]\s*\)\s*\{([^{}]*)\}")
_TUPLE: Final = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_NAME: Final = re.compile(r"(&?)\s*([A-Za-z_]\w*)")
_START: Final = re.compile(r"\bclEnqueueNDRangeKernel\s*\([^;]*$")


def local_size(
    host: HostText, text: str, at: int, dimensions: int | None
) -> tuple[int, ...] | None:
    """Return the size in an argument at a byte, None if it is not a constant or there is none.

    `dimensions` is how many numbers of an array of C count; None for all.
    """
    written = text.strip()
    for pattern in (_TUPLE,) if host.is_python else (_RANGE, _LIST):
        match = pattern.fullmatch(written)
        if match is not None:
            return _numbers(host, match[1], dimensions)
    name = _NAME.fullmatch(written)
    if host.is_python or name is None or not dimensions:
        return None
    return _variable(host, name[2], at, dimensions, is_scalar=bool(name[1]))


def _variable(
    host: HostText, name: str, at: int, dimensions: int, *, is_scalar: bool
) -> tuple[int, ...] | None:
    """Return the constant sizes that a variable of C is declared with, if nothing changes it."""
    first, last = host.region(at)
    shape = r"\s*=\s*([^;,{}]+)[;,]" if is_scalar else r"\s*\[[^\]]*\]\s*=\s*\{([^{}]*)\}"
    pattern = re.compile(rf"\b{name}{shape}")
    found = list(pattern.finditer(host.text, first, last))
    if len(found) != 1 or (is_scalar and dimensions != 1):
        return None
    for match in re.compile(rf"(?<![\w.>]){name}\b").finditer(host.text, first, last):
        if match.start() == found[0].start():
            continue
        is_start = _START.search(host.text, first, match.start())
        is_read = re.compile(r"\s*\[[^\]]*\]\s*(?![\s=+\-*/]?=(?!=)|\+\+|--)").match(
            host.text, match.end()
        )
        if not is_start and (is_scalar or not is_read):
            return None
    if host.scopes.is_conditional(found[0].start()):
        return None
    if not set(host.scopes.path(found[0].start())) <= set(host.scopes.path(at)):
        return None
    return _numbers(host, found[0][1], dimensions)


def _numbers(host: HostText, text: str, dimensions: int | None) -> tuple[int, ...] | None:
    numbers = [host.integer(each) for each in text.split(",") if each.strip()]
    if dimensions is not None:
        numbers = numbers[:dimensions]
    known = tuple(each for each in numbers if each is not None)
    return known if known and len(known) == len(numbers) and 0 not in known else None
