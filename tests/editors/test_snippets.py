"""The pieces of configuration on the pages of `docs/editors` that are ours."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from opencl_ls.settings.client import from_client
from opencl_ls.settings.schema import schema

PAGES = Path(__file__).parents[2] / "docs" / "editors"
OURS = ("emacs", "helix", "zed", "sublime-text", "kate", "lite-xl", "others")
COMMAND = ["opencl-ls", "--stdio"]


def _blocks(page: str, language: str) -> list[str]:
    text = (PAGES / f"{page}.md").read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)


def _json(page: str) -> Any:
    (block,) = _blocks(page, "json")
    return json.loads(block)


def _assert_settings(settings: dict[str, Any]) -> None:
    """Every key is one of ours, and the server takes the values."""
    assert settings["opencl"].keys() <= schema(client=True)["properties"].keys()
    assert from_client(settings)[1] == []


@pytest.mark.parametrize("page", OURS)
def test_each_page_says_whether_it_was_tried(page) -> None:
    """The first two are driven in the real editor, see test_emacs.py and test_helix.py."""
    text = (PAGES / f"{page}.md").read_text("utf-8")
    assert ("**Untested.**" in text) == (page not in ("emacs", "helix"))


def test_sublime_text() -> None:
    client = _json("sublime-text")["clients"]["opencl-ls"]
    assert client["command"] == COMMAND
    assert client["selector"] == "source.opencl"
    _assert_settings(client["settings"])


def test_kate() -> None:
    server = _json("kate")["servers"]["opencl"]
    assert server["command"] == COMMAND
    assert re.search(server["highlightingModeRegex"], "OpenCL")
    _assert_settings(server["settings"])


def test_zed() -> None:
    settings = _json("zed")
    binary = settings["lsp"]["clangd"]["binary"]
    assert [binary["path"], *binary["arguments"]] == COMMAND
    assert settings["file_types"] == {"C++": ["cl", "ocl", "clh", "clcpp"]}


def test_helix() -> None:
    _inlay_hints, language = map(tomllib.loads, _blocks("helix", "toml"))
    server = language["language-server"]["opencl-ls"]
    assert [server["command"], *server["args"]] == COMMAND
    _assert_settings(server["config"])


def test_lite_xl() -> None:
    (block,) = _blocks("lite-xl", "lua")
    assert 'command = { "opencl-ls", "--stdio" }' in block
    _assert_settings({"opencl": {"std": re.search(r'std = "(.*?)"', block)[1]}})
    lua = next(filter(None, map(shutil.which, ("luac", "luac5.4", "luac5.3", "luac5.1"))), None)
    if lua is not None:
        subprocess.run([lua, "-p", "-"], input=block, text=True, check=True)


def test_kakoune() -> None:
    (block,) = _blocks("others", "kak")
    servers = re.search(r"lsp_servers %\{\n(.*?)\n    \}", block, re.S)[1]
    read = tomllib.loads(servers)["opencl-ls"]
    assert [read["command"], *read["args"]] == COMMAND
    _assert_settings(read["settings"])


def test_emacs() -> None:
    blocks = _blocks("emacs", "elisp")
    keys = re.findall(r":([a-zA-Z]+) [\"\[(]", next(b for b in blocks if ":opencl (" in b))
    assert set(keys) - {"opencl"} <= schema(client=True)["properties"].keys()
    assert "(add-hook 'opencl-mode-hook #'opencl-ls-ensure)" in blocks[0]
