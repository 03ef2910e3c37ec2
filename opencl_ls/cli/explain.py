"""The command `explain`: what a work-item of each kernel computes and moves."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from opencl_ls.cli.one_file import analysed, unsound
from opencl_ls.cli.one_file_options import parse_explain
from opencl_ls.cli.report_json import FORMAT_VERSION
from opencl_ls.cli.terminal import write
from opencl_ls.features.explanation import explain, joined_html
from opencl_ls.features.explanation.data import explanation_data
from opencl_ls.features.explanation.places import Places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.features.explanation import Explanations


def run_explain(arguments: Sequence[str]) -> int:
    """Run `opencl-ls explain` and return its exit status; raises UsageError."""
    options = parse_explain(arguments)
    file = analysed(options.check)
    explained = (
        explain(unit.analysis, names, options.local_size)
        for unit, names in file.kernels(options.kernel)
    )
    found = [each for each in explained if each is not None]
    if not found:
        raise unsound(file.name)
    match options.format:
        case "json":
            text = _json(found)
        case "html":
            text = joined_html(found)
        case _:
            text = "".join(each.text() for each in found)
    write(text, sys.stdout)
    return file.complain()


def _json(found: Sequence[Explanations]) -> str:
    kernels = [
        explanation_data(kernel, Places(each.analysis)) for each in found for kernel in each.kernels
    ]
    return json.dumps({"version": FORMAT_VERSION, "kernels": kernels}, indent=2) + "\n"
