"""Host code: the calls and declarations of a program that starts a kernel.

`host_code` is the one way in; each style is a module.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.features.host_code.model import program_of
from opencl_ls.features.host_code.resources import kernel_resources
from opencl_ls.text import readable

if TYPE_CHECKING:
    from collections.abc import Collection

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import KernelInterface
    from opencl_ls.findings import Place

__all__ = ["STYLES", "HostCode", "host_code", "kernel_names", "kernel_resources"]

STYLES: Final = ("c", "cpp", "pyopencl")
"""The styles, each of which is a module: C, C++ with `opencl.hpp`, and Python with PyOpenCL."""


class HostCode(Struct, frozen=True):
    """Code of the host; `language` is "c", "cpp" or "python"."""

    title: str
    language: str
    text: str


def host_code(
    analysis: Analysis,
    style: str,
    *,
    kernel: str | None = None,
    offset: int | None = None,
    left_out: Collection[str] = (),
    number: int = 1,
) -> HostCode | None:
    """Return the host's side of one kernel of a program, or of all kernels of its main file.

    The kernel is given by its name, as byte text, or by a byte of the main file; outside of kernels
    all are meant but those `left_out` by their names.  `number` counts the programs of a file from
    1.  None if there is no such kernel.  It needs a complete analysis.
    """
    chosen = [each for each in _chosen(analysis, kernel, offset) if each.name not in left_out]
    if not chosen:
        return None
    module = import_module(f"{__name__}.{style}")
    program = program_of(analysis, chosen, module.RESERVED, number)
    text = module.host_code(program, analysis.target.pointer_bits)
    about = f"kernel {chosen[0].name}" if len(chosen) == 1 else program.file
    return HostCode(f"host code of {readable(about)}", module.LANGUAGE, readable(text))


def kernel_names(analysis: Analysis) -> list[str]:
    """Return the names of the kernels of a program, headers' too, each once."""
    return list(dict.fromkeys(each.name for each in analysis.kernel_interfaces()))


def _chosen(analysis: Analysis, kernel: str | None, offset: int | None) -> list[KernelInterface]:
    listed = analysis.kernel_interfaces()
    if kernel is not None:
        return [each for each in listed if each.name == kernel][-1:]
    own = [each for each in listed if each.place.file == analysis.path]
    around = [each for each in own if offset is not None and _is_around(each.place, offset)]
    if around:
        return around[:1]
    # If a name is defined twice, which is an error, the last definition counts.
    return list({each.name: each for each in own}.values())


def _is_around(place: Place, offset: int) -> bool:
    return place.start <= offset <= place.end
