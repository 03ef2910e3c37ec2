"""The snippets of the extension: those of the server's completion, for commands of the editor."""

from __future__ import annotations

import importlib.util
import json

import pytest

from opencl_ls.analysis.host import check
from opencl_ls.features.completion.snippets import plain
from opencl_ls.settings.decode import decode
from tests.editors.vscode.colours import EXTENSION
from tests.support.cases import MemoryFiles

TABLE = json.loads((EXTENSION / "snippets/opencl.json").read_text("utf-8"))
WHOLE = [name for name, entry in TABLE.items() if entry.get("isFileTemplate")]


def test_file_is_the_generated_one():
    """`editors/vscode/scripts/snippets.py` writes it from the server's snippets."""
    path = EXTENSION / "scripts/snippets.py"
    spec = importlib.util.spec_from_file_location("vscode_snippets", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (EXTENSION / "snippets/opencl.json").read_text("utf-8") == module.contents()


def test_completion_does_not_offer_them_twice():
    """Without a prefix VS Code's list of completions has only those of the server."""
    assert [name for name, entry in TABLE.items() if "prefix" in entry] == []


@pytest.mark.parametrize("name", WHOLE)
def test_whole_kernels_have_no_findings(name):
    """Filled with its defaults a template is a program in which nothing is found."""
    std = "CL2.0" if name == "kernel enqueue" else "CL1.2"
    text = plain("\n".join(TABLE[name]["body"])) + "\n"
    settings, problems = decode({"std": std})
    assert not problems
    found = check("main.cl", MemoryFiles({"main.cl": text}), settings).findings
    assert [each.rule for each in found] == []


def test_there_are_templates():
    """The kernels that a file can begin with are among them."""
    assert {"kernel 1D", "kernel reduction", "kernel matrix tile", "kernel image"} <= set(WHOLE)
