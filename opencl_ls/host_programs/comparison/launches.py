"""How a host program uses kernels: the arguments that it sets, and the starts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from opencl_ls.builtins.spelling import nearest
from opencl_ls.findings import Place
from opencl_ls.host_programs.comparison.candidates import kernel_of
from opencl_ls.host_programs.comparison.extents import extent_of
from opencl_ls.host_programs.comparison.functors import functor_uses
from opencl_ls.host_programs.comparison.handles import Handles, variable_of
from opencl_ls.host_programs.comparison.local_sizes import local_size
from opencl_ls.host_programs.comparison.values import (
    UNKNOWN,
    passed_bytes,
    passed_in_python,
    passed_object,
)
from opencl_ls.linter.host_side import (
    Passed,
    PassedArgument,
    PassedIndex,
    PassedList,
    Start,
    UnknownName,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from opencl_ls.host_programs.calls import Argument, Call
    from opencl_ls.host_programs.comparison.host_text import HostText
    from opencl_ls.linter.host_side import Kernel

    _Kernels = Mapping[str, Kernel]

_SETTERS: Final = ("clSetKernelArg", "clSetKernelArgSVMPointer")
_STARTS: Final = {"clEnqueueNDRangeKernel": 1, "enqueueNDRangeKernel": 0}
"""The functions that start a kernel, with the index of the argument that is the kernel."""
_PYTHON_FIRST: Final = 3
"""A kernel that PyOpenCL calls takes the queue and two sizes before its own arguments."""
_KEYWORD: Final = re.compile(r"[A-Za-z_]\w*\s*=(?!=)")
_PROGRAMS: Final = re.compile(
    r"\bclCreateProgramWith\w+\s*\(|\b(?:cl::)?Program\s+\w+\s*[({]|\b(?:\w+(?:::|\.))?Program\s*\("
)
"""Calls that make a program."""


def uses(host: HostText, kernels: _Kernels) -> Iterator[Any]:
    """Yield the records of `linter.host_side` for the uses of some kernels in a host program."""
    handles = Handles(host, kernels)
    yield from _unknown_names(host, handles, kernels)
    if host.is_python:
        yield from _called_kernels(host, handles, kernels)
        yield from _set_lists(host, handles, kernels)
    else:
        yield from functor_uses(host, handles, kernels)
    yield from _set_arguments(host, handles, kernels)
    yield from _starts(host, handles, kernels)


def _place(host: HostText, found: Argument | Call) -> Place:
    return Place(host.path, found.start, found.end)


def _name_place(host: HostText, call: Call) -> Place:
    return Place(host.path, call.start, call.start + len(call.name))


def _unknown_names(host: HostText, handles: Handles, kernels: _Kernels) -> Iterator[UnknownName]:
    """Yield a name that is wrong for sure: of one program, whose other kernels are all known."""
    if len(_PROGRAMS.findall(host.text)) != 1:
        return
    named = [each for each in handles.created.values() if each is not None]
    unknown = {each.name for each in named if each.name not in kernels}
    free = [name for name in kernels if all(each.name != name for each in named)]
    if len(unknown) != 1:
        return
    for each in named:
        similar = nearest(each.name, free) if each.name in unknown else None
        if similar and _letters(similar[0]) != _letters(each.name):
            place = Place(host.path, each.at, each.at + len(each.name))
            yield UnknownName(each.name, kernels[similar[0]], place)


def _letters(name: str) -> str:
    """Return a name without its digits: `pass1` and `pass2` are two kernels."""
    return re.sub(r"\d", "", name)


# --- arguments one by one ------------------------------------------------------------------------


def _set_arguments(host: HostText, handles: Handles, kernels: _Kernels) -> Iterator[Any]:
    for call, kernel, index, passed in _settings(host, handles, kernels):
        if kernel is None or index is None:
            continue
        yield PassedIndex(kernel, index, _place(host, call.arguments[index_at(call)]))
        if 0 <= index < len(kernel.parameters):
            given = call.arguments[index_at(call) + 1 :]
            place = Place(host.path, given[0].start, given[-1].end)
            yield PassedArgument(kernel, kernel.parameters[index], passed, place)


def index_at(call: Call) -> int:
    """Return which argument of a call that sets an argument is the index."""
    return 1 if call.name in _SETTERS else 0


def _settings(
    host: HostText, handles: Handles, kernels: _Kernels
) -> Iterator[tuple[Call, Kernel | None, int | None, Passed]]:
    """Yield the calls that set one argument, each with the kernel, the index and what it passes."""
    names = ("set_arg",) if host.is_python else (*_SETTERS, "setArg")
    for call in host.calls(*names):
        given, at = call.arguments, index_at(call)
        if len(given) < at + 2:
            continue
        handle = handles.kernel(given[0].text if at else call.receiver, call.start)
        kernel = kernel_of(handle, kernels)
        index = host.index(given[at].text, given[at].start)
        yield call, kernel, index, _passed(host, call)


def _passed(host: HostText, call: Call) -> Passed:
    given = [each.text for each in call.arguments]
    if call.name == "clSetKernelArgSVMPointer":
        return Passed("buffer", (), "", "a pointer of shared virtual memory")
    if call.name == "clSetKernelArg":
        return passed_bytes(host, given[2], given[3], call.start) if len(given) > 3 else UNKNOWN
    if call.name == "set_arg":
        return passed_in_python(host, given[1], call.start)
    if len(given) > 2:
        return passed_bytes(host, given[1], given[2], call.start)
    return passed_object(host, given[1], call.start)


# --- all arguments at once -----------------------------------------------------------------------


def _called_kernels(host: HostText, handles: Handles, kernels: _Kernels) -> Iterator[Any]:
    """Yield the uses of kernels that Python calls: as methods of programs, and as variables."""
    variables = {
        name
        for each in re.finditer(r"^[ \t]*(?:\w+\.)*(\w+)\s*=(?!=)", host.text, re.M)
        if (name := each[1]) not in kernels and handles.made(each.end()) is not None
    }
    for call in host.calls(*kernels, *variables):
        expression = f"{call.receiver}.{call.name}" if call.receiver else call.name
        handle = handles.kernel(expression, call.start)
        kernel = kernel_of(handle, kernels, with_count=True)
        if kernel is None or len(call.arguments) < _PYTHON_FIRST:
            continue
        given = [each for each in call.arguments if not _KEYWORD.match(each.text)]
        if any(each.text.startswith("*") for each in given) or len(given) < _PYTHON_FIRST:
            continue
        yield from _list(host, kernel, call, given[_PYTHON_FIRST:])
        size = local_size(host, given[2].text, call.start, None)
        yield Start(kernel, None, size, _place(host, given[2]))


def _set_lists(host: HostText, handles: Handles, kernels: _Kernels) -> Iterator[Any]:
    for call in host.calls("set_args"):
        handle = handles.kernel(call.receiver, call.start)
        kernel = kernel_of(handle, kernels, with_count=True)
        if kernel is not None and not any(each.text.startswith("*") for each in call.arguments):
            yield from _list(host, kernel, call, call.arguments)


def _list(host: HostText, kernel: Kernel, call: Call, given: Sequence[Argument]) -> Iterator[Any]:
    yield PassedList(kernel, len(given), _name_place(host, call))
    if len(given) == len(kernel.parameters):
        for parameter, each in zip(kernel.parameters, given, strict=True):
            passed = passed_in_python(host, each.text, each.start)
            yield PassedArgument(kernel, parameter, passed, _place(host, each))


# --- starts --------------------------------------------------------------------------------------


def _python_starts(host: HostText, handles: Handles, kernels: _Kernels) -> Iterator[Start]:
    for call in host.calls("enqueue_nd_range_kernel"):
        if len(call.arguments) < _PYTHON_FIRST + 1:
            continue
        kernel_given, size_given = call.arguments[1], call.arguments[_PYTHON_FIRST]
        kernel = kernel_of(handles.kernel(kernel_given.text, call.start), kernels)
        if kernel is not None and not _KEYWORD.match(size_given.text):
            size = local_size(host, size_given.text, call.start, None)
            yield Start(kernel, None, size, _place(host, size_given))


def _starts(host: HostText, handles: Handles, kernels: _Kernels) -> Iterator[Start]:
    if host.is_python:
        yield from _python_starts(host, handles, kernels)
        return
    settings = [(call, index) for call, _, index, _ in _settings(host, handles, kernels)]
    for call in host.calls(*_STARTS):
        at, given = _STARTS[call.name], call.arguments
        if len(given) <= at + 1:
            continue
        variable = variable_of(given[at].text)
        handle = handles.kernel(variable, call.start)
        kernel = kernel_of(handle, kernels)
        if handle is None or kernel is None:
            continue
        extent = extent_of(host, variable, handle.written) if len(handle.names) == 1 else None
        if extent is not None:
            passed = _indices(variable, extent, settings)
            yield Start(kernel, passed, None, _name_place(host, call))
        where = 5 if at else 3
        dimensions = host.integer(given[2].text) if at else None
        if len(given) > where and (dimensions is not None or not at):
            size = local_size(host, given[where].text, call.start, dimensions)
            yield Start(kernel, None, size, _place(host, given[where]))


def _indices(
    variable: str, extent: tuple[int, int], settings: Sequence[tuple[Call, int | None]]
) -> frozenset[int] | None:
    """Return the indices of the arguments that are set in an extent, None if one is not known."""
    first, last = extent
    found: set[int] = set()
    for call, index in settings:
        whose = call.arguments[0].text if index_at(call) else call.receiver
        if first <= call.start < last and variable_of(whose) == variable:
            if index is None:
                return None
            found.add(index)
    return frozenset(found)
