"""The command `explain`: what a work-item of each kernel computes and moves."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.one_file import analysed, no_kernel
from opencl_ls.cli.one_file_options import parse_explain
from opencl_ls.cli.report_json import FORMAT_VERSION
from opencl_ls.cli.terminal import write
from opencl_ls.features.explanation import explain
from opencl_ls.features.explanation.data import explanation_data
from opencl_ls.features.explanation.places import Places
from opencl_ls.text import byte_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.features.explanation import Explanations


def run_explain(arguments: Sequence[str]) -> int:
    """Run `opencl-ls explain` and return its exit status; raises UsageError."""
    options = parse_explain(arguments)
    file = analysed(options.check)
    names = [each.name for each in file.analysis.kernel_interfaces()]
    wanted = names if options.kernel is None else [byte_text(options.kernel)]
    found = explain(file.analysis, wanted, options.local_size)
    if found is None:
        raise UsageError(no_kernel(file.name, names, options.kernel))
    match options.format:
        case "json":
            text = _json(found)
        case "html":
            text = found.html()
        case _:
            text = found.text()
    write(text, sys.stdout)
    return file.complain()


def _json(found: Explanations) -> str:
    places = Places(found.analysis)
    kernels = [explanation_data(each, places) for each in found.kernels]
    return json.dumps({"version": FORMAT_VERSION, "kernels": kernels}, indent=2) + "\n"
