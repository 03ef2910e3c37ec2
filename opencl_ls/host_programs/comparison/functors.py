"""The kernels that C++ makes functions of: `cl::KernelFunctor<...>` and `cl::make_kernel<...>`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from opencl_ls.findings import Place
from opencl_ls.host_programs.comparison.candidates import kernel_of
from opencl_ls.host_programs.comparison.handles import Handle
from opencl_ls.host_programs.comparison.values import UNKNOWN
from opencl_ls.linter.host_side import PassedArgument, PassedList

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from opencl_ls.host_programs.comparison.handles import Handles
    from opencl_ls.host_programs.comparison.host_text import HostText
    from opencl_ls.linter.host_side import Kernel

_FUNCTOR: Final = re.compile(
    r"\b(?:KernelFunctor|make_kernel)\s*<([\w\s:,&*]*)>\s*(?:\w+\s*)?[({]\s*"
    r"(?:(?:(?:cl::)?Kernel\s*[({]\s*)?[\w.\->:]+\s*,\s*\"(\w+)\"|([A-Za-z_][\w.\->]*)\s*[)}])"
)


def functor_uses(host: HostText, handles: Handles, kernels: Mapping[str, Kernel]) -> Iterator[Any]:
    """Yield the types of each function as the arguments of its kernel."""
    for match in _FUNCTOR.finditer(host.source):
        if not host.text.startswith(match[0][:4], match.start()):
            continue
        handle = handles.kernel(match[3], match.start()) if match[3] else Handle((match[2],))
        kernel = kernel_of(handle, kernels, with_count=True)
        if kernel is None:
            continue
        types = match[1].split(",") if match[1].strip() else []
        yield PassedList(kernel, len(types), Place(host.path, match.start(1), match.end(1)))
        if len(types) != len(kernel.parameters):
            continue
        at = match.start(1)
        for parameter, written in zip(kernel.parameters, types, strict=True):
            begin = at + len(written) - len(written.lstrip())
            place = Place(host.path, begin, begin + len(written.strip()))
            passed = host.passed_type(written.strip()) or UNKNOWN
            yield PassedArgument(kernel, parameter, passed, place)
            at += len(written) + 1
