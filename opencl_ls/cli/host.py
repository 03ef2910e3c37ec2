"""The command `host`: the code that a host needs to build a program and start its kernels."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.one_file import analysed, no_kernel
from opencl_ls.cli.one_file_options import parse_host
from opencl_ls.cli.terminal import write
from opencl_ls.features.host_code import host_code, kernel_names
from opencl_ls.text import byte_text

if TYPE_CHECKING:
    from collections.abc import Sequence


def run_host(arguments: Sequence[str]) -> int:
    """Run `opencl-ls host` and return its exit status; raises UsageError."""
    options = parse_host(arguments)
    file = analysed(options.check)
    kernel = None if options.kernel is None else byte_text(options.kernel)
    found = host_code(file.analysis, options.style, kernel=kernel)
    if found is None:
        raise UsageError(no_kernel(file.name, kernel_names(file.analysis), options.kernel))
    write(found.text, sys.stdout)
    return file.complain()
