"""Vim: our file type and indentation, and the server through the plugin ALE."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "editors" / "neovim"
PAGE = ROOT / "docs" / "editors" / "vim.md"
ALE = Path("/usr/share/vim-ale")

HEAD = f"""
set nocompatible
set runtimepath^={PLUGIN}
filetype plugin indent on
syntax on
"""


@pytest.fixture
def see(editor, environment, project, tmp_path):
    """Return what runs Vim script in Vim, with a file open, and returns what it puts in g:seen."""
    program = editor("vim")

    def run(vimrc, script, file="blur.cl"):
        configuration, result = tmp_path / "vimrc", tmp_path / "seen.json"
        configuration.write_text(vimrc)
        steps = tmp_path / "steps.vim"
        steps.write_text(f"{script}\ncall writefile([json_encode(g:seen)], '{result}')\nqa!\n")
        subprocess.run(
            [program, "--not-a-term", "-T", "dumb", "-n", "-i", "NONE", "-u", str(configuration),
             file, "-S", str(steps)],
            cwd=project, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=120, check=True,
        )  # fmt: skip
        return json.loads(result.read_text())

    return run


def snippet(heading):
    """Return the Vim script below a heading of the documentation's page."""
    section = PAGE.read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return "\n".join(re.findall(r"```vim\n(.*?)```", section, re.S))


def test_the_file_type(see):
    script = """
let g:seen = [&filetype, &commentstring, &cindent, &syntax, &include]
"""
    assert see(HEAD, script) == ["opencl", "// %s", 1, "opencl", r"^\s*#\s*include"]


def test_indentation(see):
    script = """
setlocal shiftwidth=4 expandtab
call cursor(12, 1)
execute "normal! Ofor (;;) {\\<CR>#pragma unroll\\<CR>if (i) {\\<CR>i++;\\<CR>}\\<CR>}"
normal! gg=G
let g:seen = getline(12, 17)
"""
    assert see(HEAD, script) == [
        "    for (;;) {",
        "        #pragma unroll",
        "        if (i) {",
        "            i++;",
        "        }",
        "    }",
    ]


def test_the_file_type_can_be_taken_back(see):
    script = """
setfiletype opencl
set filetype=text
let g:seen = [&cindent, &suffixesadd]
"""
    assert see(HEAD, script) == [0, ""]


@pytest.mark.skipif(not ALE.is_dir(), reason="the plugin ALE of Debian's vim-ale is not installed")
@pytest.mark.usefixtures("real_start")
def test_ale_shows_findings_and_documentation(see):
    script = """
let s:tries = 0
while s:tries < 600 && len(ale#engine#GetLoclist(bufnr(''))) < 3
  sleep 100m
  let s:tries += 1
endwhile
let s:found = copy(ale#engine#GetLoclist(bufnr('')))
call map(s:found, {_, each -> each.lnum . ' ' . get(each, 'code', '')})
call cursor(16, 29)
let g:ale_hover_to_preview = 1
ALEHover
let s:tries = 0
while s:tries < 600 && winnr('$') == 1
  sleep 100m
  let s:tries += 1
endwhile
let s:buffer = bufnr('ALEPreviewWindow')
let g:seen = {'found': sort(s:found), 'said': join(getbufline(s:buffer, 1, '$'), " ")}
"""
    vimrc = HEAD.replace("filetype plugin", f"set runtimepath+={ALE}\nfiletype plugin", 1)
    seen = see(f"{vimrc}\n{snippet('With ALE')}\n", script)
    assert "11 address-space/initialized-local" in seen["found"]
    assert "15 barrier/old-name" in seen["found"]
    assert "float clamp(float x, float minval, float maxval)" in seen["said"]
