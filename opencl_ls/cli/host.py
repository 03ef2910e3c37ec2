"""The command `host`: the code that a host needs to build a program and start its kernels."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.spelling import nearest
from opencl_ls.cli.checker import analyse
from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.options import parse_host
from opencl_ls.cli.paths import STANDARD_INPUT
from opencl_ls.cli.settings import Configuration
from opencl_ls.cli.sources import (
    Overlay,
    UnreadableError,
    read_source,
    read_standard_input,
)
from opencl_ls.cli.terminal import complain, write
from opencl_ls.disk import DiskFiles
from opencl_ls.features.host_code import host_code, kernel_names
from opencl_ls.text import byte_text, display

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.analysis.facade import Analysis

_UNNAMED: Final = "kernel.cl"
_WRONG: Final = 2


def run_host(arguments: Sequence[str]) -> int:
    """Run `opencl-ls host` and return its exit status; raises UsageError."""
    options = parse_host(arguments)
    name = _UNNAMED if options.path == STANDARD_INPUT else options.path
    try:
        is_piped = options.path == STANDARD_INPUT
        source = read_standard_input(name) if is_piped else read_source(name)
    except UnreadableError as error:
        raise UsageError(f"{name}: {error}") from None
    settings, problems = Configuration(options.check).of(name)
    files = Overlay(DiskFiles(), {})
    files.show(name, source.text)
    analysis = analyse(name, files, settings)
    kernel = None if options.kernel is None else byte_text(options.kernel)
    found = host_code(analysis, options.style, kernel=kernel)
    if found is None:
        raise UsageError(_nothing(analysis, name, options.kernel))
    write(found.text, sys.stdout)
    for problem in problems:
        complain(f"{problem.path}: {problem.message}")
    return _WRONG if problems else 0


def _nothing(analysis: Analysis, name: str, kernel: str | None) -> str:
    if kernel is None:
        return f"{name} defines no kernel"
    names = [display(each) for each in kernel_names(analysis)]
    if not names:
        return f"{name} defines no kernel {kernel!r}, and no other one"
    close = nearest(kernel, names, limit=3) or names
    return f"{name} defines no kernel {kernel!r}; is it {' or '.join(close[:3])}?"
