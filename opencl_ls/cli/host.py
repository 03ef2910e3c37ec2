"""The command `host`: the code that a host needs to build a program and start its kernels."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.one_file import analysed
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
    texts: list[str] = []
    for unit, names in file.kernels(options.kernel):
        found = host_code(
            unit.analysis,
            options.style,
            kernel=kernel,
            left_out=set(kernel_names(unit.analysis)).difference(names),
            number=len(texts) + 1,
        )
        if found is not None:
            texts.append(found.text)
    if not texts:
        raise UsageError(f"{file.name} defines no kernel, and the files that it includes do")
    write("\n".join(texts), sys.stdout)
    return file.complain()
