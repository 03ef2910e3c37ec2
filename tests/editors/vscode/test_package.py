"""The package of VS Code: built by its one command, small, and with nothing missing in it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "editors" / "vscode"
LIMIT = 2 << 20
ENTRY_LIMIT = 4096
"""The size of the script that each window loads, in bytes."""
MADE = ("node_modules", "dist", "build", "*.vsix")


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """Return the package's files by their names, made from a copy of the sources."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("no npm: it comes with Node.js 20 or newer")
    folder = tmp_path_factory.mktemp("vscode") / "extension"
    shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns(*MADE))
    for script in ("package", "test"):
        made = subprocess.run(
            [npm, "run", script], cwd=folder, capture_output=True, text=True, check=False
        )
        assert made.returncode == 0, made.stdout + made.stderr
        # The tool that packs marks what it finds wrong.
        assert "WARNING" not in made.stdout + made.stderr
    vsix = folder / "opencl-ls.vsix"
    assert vsix.stat().st_size < LIMIT
    with zipfile.ZipFile(vsix) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_what_the_package_names_is_in_it(package):
    manifest = json.loads(package["extension/package.json"])
    contributes = manifest["contributes"]
    named = [manifest["main"]]
    if "icon" in manifest:
        named.append(manifest["icon"])
    for each in contributes["languages"]:
        named += [each[key] for key in ("configuration",) if key in each]
    named += [each["path"] for each in contributes["grammars"]]
    named += [each["path"] for each in contributes.get("snippets", [])]
    for walkthrough in contributes["walkthroughs"]:
        for step in walkthrough["steps"]:
            media = step["media"]
            named.append(media.get("markdown") or media.get("svg") or media["image"])
    missing = [each for each in named if f"extension/{each.removeprefix('./')}" not in package]
    assert missing == []


def test_the_licences_of_what_is_bundled_are_in_it(package):
    notice = package["extension/dist/NOTICE.txt"].decode()
    wanted = json.loads((SOURCE / "package.json").read_text("utf-8"))["dependencies"]
    assert [each for each in wanted if f"\n{each} " not in notice] == []
    assert "Permission is hereby granted" in notice


def test_no_source_and_no_test_is_in_it(package):
    ends = (".ts", ".map", ".test.cjs", ".whl", ".tsbuildinfo")
    assert [name for name in package if name.endswith(ends) or "node_modules" in name] == []


def test_what_each_window_loads_is_small(package):
    """VS Code runs the entry in windows without a kernel as well; the client is in another file."""
    manifest = json.loads(package["extension/package.json"])
    assert "onStartupFinished" in manifest["activationEvents"]
    assert len(package["extension/dist/extension.js"]) < ENTRY_LIMIT
    assert b"textDocument/" not in package["extension/dist/extension.js"]
    assert b"textDocument/" in package["extension/dist/main.js"]


def test_the_commands_of_the_code_are_those_of_the_package():
    """What `src/names.ts` registers is what the palette offers."""
    manifest = json.loads((SOURCE / "package.json").read_text("utf-8"))
    offered = {each["command"] for each in manifest["contributes"]["commands"]}
    text = (SOURCE / "src" / "names.ts").read_text("utf-8")
    block = text.partition("export const COMMANDS = {")[2].partition("}")[0]
    assert {line.split('"')[1] for line in block.splitlines() if '"' in line} == offered


def test_the_walkthrough_waits_for_what_happens():
    """VS Code logs an event that it does not know, and the step is never done."""
    known = {"onCommand", "onContext", "onLink", "onSettingChanged", "onView"}
    manifest = json.loads((SOURCE / "package.json").read_text("utf-8"))
    for walkthrough in manifest["contributes"]["walkthroughs"]:
        for step in walkthrough["steps"]:
            kinds = {event.partition(":")[0] for event in step["completionEvents"]}
            assert kinds
            assert kinds <= known, step["id"]


def test_the_version_is_that_of_the_server():
    manifest = json.loads((SOURCE / "package.json").read_text("utf-8"))
    result = subprocess.run(
        [sys.executable, "-m", "opencl_ls", "--version"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert result.stdout == f"opencl-ls {manifest['version']}\n"
