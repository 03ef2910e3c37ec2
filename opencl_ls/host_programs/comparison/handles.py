"""Which kernel each variable of a host program holds, where that is sure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.host_programs.comparison.host_text import VARIABLE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from opencl_ls.host_programs.calls import Argument
    from opencl_ls.host_programs.comparison.host_text import HostText

_LITERAL: Final = re.compile(r"[bu]?([\"'])(\w+)\1")
_VALUE: Final = re.compile(rf"\s*{_LITERAL.pattern}[ \t]*(?:[;\r\n]|\Z)")
_ELEMENT: Final = re.compile(r"([A-Za-z_]\w*)(?:\[[^\[\]]*\])+")
_BEFORE_VALUE: Final = re.compile(r"\s*(?:\([\w:\s*]*\)\s*)?(?:new\s+)?(?:\w+(?:::|\.))*")
_NOTHING: Final = re.compile(r"\s*(?:NULL|0|nullptr|None|\{\s*(?:NULL|0|nullptr)?\s*\})\s*[;,\n)]")
_DEFINED: Final = re.compile(
    r"\b(?:cl::)?Kernel\s+([A-Za-z_]\w*)\s*[({]\s*[\w.\->:]+\s*,\s*(\"\w+\")"
)
_CREATORS: Final = ("clCreateKernel", "Kernel")
_MAKES_PROGRAM: Final = re.compile(r"\s*(?:\w+\.)*Program\s*\(")


class Named(NamedTuple):
    """The name of a kernel in a host program, as it is written, with its byte."""

    name: str
    at: int


class Handle(NamedTuple):
    """The kernels that a variable may hold, and the byte of the write that a use sees.

    There is one name at least.  The byte is -1 if several writes may be the one.
    """

    names: tuple[str, ...]
    written: int = -1


def named_kernel(host: HostText, argument: Argument) -> Named | None:
    """Return the name in a string literal, or in a variable that is one; None if not sure."""
    match = _LITERAL.fullmatch(argument.text)
    if match is not None:
        return Named(match[2], argument.start + match.start(2))
    name = argument.text
    if not name.isidentifier() or host.is_parameter(name, argument.start) or host.is_guarded(name):
        return None
    pattern = (
        rf"(?<![\w.>]){name}\s*(?:\[\s*\]\s*)?(?::[^=\n]*)?=(?!=)|#[ \t]*define[ \t]+{name}[ \t]"
    )
    written = [match.end() for match in re.finditer(pattern, host.text)]
    match = _VALUE.match(host.source, written[0]) if len(written) == 1 else None
    return None if match is None else Named(match[2], argument.start)


def variable_of(expression: str) -> str:
    """Return the variable that an expression is; of the handle of a C++ object, the object."""
    written = re.sub(r"\s+", "", expression).removeprefix("this->")
    return written.removesuffix(".get()").removesuffix("()")


class Handles:
    """The variables of a host program that hold kernels; `names` are those of known kernels."""

    def __init__(self, host: HostText, names: Collection[str]) -> None:
        self._host = host
        self._names = names
        self._programs: dict[str, bool] = {}
        self._events: dict[str, list[tuple[int, str | None]]] = {}
        self.created = dict(self._created())

    def _created(self) -> Iterator[tuple[int, Named | None]]:
        """Yield the bytes at which kernels are created, each with the name."""
        for call in self._host.calls(*_CREATORS):
            if len(call.arguments) > 1:
                yield call.start, named_kernel(self._host, call.arguments[1])
        if not self._host.is_python:
            for match in _DEFINED.finditer(self._host.source):
                if (
                    self._host.text[match.start() : match.end(1)]
                    == match[0][: match.end(1) - match.start()]
                ):
                    yield match.start(1), Named(match[2][1:-1], match.start(2) + 1)

    def kernel(self, expression: str, at: int) -> Handle | None:
        """Return the kernels that an expression may be at a byte, None if that is not sure."""
        written = variable_of(expression)
        if VARIABLE.fullmatch(written) is None:
            return None
        program, _, name = written.rpartition(".")
        if self._host.is_python and name in self._names and self.is_program(program):
            return Handle((name,))
        return self._of_variable(written, at)

    def _of_variable(self, variable: str, at: int) -> Handle | None:
        host = self._host
        if "[" in variable and host.is_whole(variable.partition("[")[0], at):
            return None
        events = self._writes(variable)
        first, last = host.region(at)
        own = [each for each in events if first <= each[0] < last]
        if own and host.is_one_object(variable):
            seen = host.scopes.seen(at, [each[0] for each in own])
            if seen is not None:
                name = own[seen][1]
                return None if name is None else Handle((name,), own[seen][0])
        element = _ELEMENT.fullmatch(variable)
        declared = variable if element is None else element[1]
        if own or self._is_declared(declared, first, last):
            events = own
        if own and host.is_parameter(declared, at):
            return None
        outside = [
            each for each in events if own or not self._is_declared(declared, *host.region(each[0]))
        ]
        names = {each[1] for each in outside}
        known = tuple(sorted(name for name in names if name is not None))
        return Handle(known) if known and len(known) == len(names) else None

    def _is_declared(self, variable: str, first: int, last: int) -> bool:
        """Return whether a function declares a simple name, as a variable or a parameter."""
        host = self._host
        if (first, last) == (0, len(host.source)) or not variable.isidentifier():
            return False
        if host.is_python:
            return any(first <= each[0] < last for each in self._writes(variable)) or (
                host.is_parameter(variable, last - 1)
            )
        return any(first <= each.at < last for each in host.declarations(variable))

    def _writes(self, variable: str) -> list[tuple[int, str | None]]:
        """Return where a variable is written, with the kernel's name where that is known."""
        if variable not in self._events:
            host = self._host
            found: list[tuple[int, str | None]] = []
            for at, value in host.writes(variable):
                if value < 0 or _NOTHING.match(host.source, value) is None:
                    found.append((at, self.made(value)))
            found += [
                (at, None if named is None else named.name)
                for at, named in self.created.items()
                if host.source.startswith(variable, at)
                and not host.text[at + len(variable) : at + len(variable) + 1].isidentifier()
            ]
            self._events[variable] = sorted(set(found), key=lambda each: each[0])
        return self._events[variable]

    def made(self, at: int) -> str | None:
        """Return the name of the kernel that the expression at a byte makes, None if none."""
        if at < 0:
            return None
        host = self._host
        before = _BEFORE_VALUE.match(host.text, at)
        named = None if before is None else self.created.get(before.end())
        if named is not None:
            return named.name
        if host.is_python:
            match = re.compile(r"\s*([\w.]+)\.(\w+)[ \t]*(?:\n|\Z)").match(host.text, at)
            if match is not None and match[2] in self._names and self.is_program(match[1]):
                return match[2]
        return None

    def is_program(self, expression: str) -> bool:
        """Return whether an expression of Python is a program wherever it is written."""
        written = re.sub(r"\s+", "", expression)
        if _MAKES_PROGRAM.match(written):
            return True
        if written not in self._programs:
            writes = self._host.writes(written) if VARIABLE.fullmatch(written) else []
            self._programs[written] = bool(writes) and all(
                value >= 0 and self._makes_program(value, written) for _, value in writes
            )
        return self._programs[written]

    def _makes_program(self, at: int, variable: str) -> bool:
        text = self._host.text
        if _MAKES_PROGRAM.match(text, at) or _NOTHING.match(text, at):
            return True
        return re.compile(rf"\s*{re.escape(variable)}\.build\s*\(").match(text, at) is not None
