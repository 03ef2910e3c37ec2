"""Helix: installed as `docs/editors/helix.md` says, and driven in a terminal."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.editors.terminal import Terminal
from tests.support import helix_queries

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "editors" / "helix"
GRAMMAR = ROOT / "tree-sitter-opencl" / "src"
FINDING = "local variable 'total' cannot have an initialiser"


@pytest.fixture(scope="session")
def grammar(editor, tmp_path_factory):
    """The parser as Helix loads it."""
    editor("hx")
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler: apt-get install gcc")
    built = tmp_path_factory.mktemp("grammar") / "opencl.so"
    parser = [str(GRAMMAR / "parser.c"), "-o", str(built)]
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-I", str(GRAMMAR), *parser], check=True)
    return built


@pytest.fixture
def configured(home, grammar):
    """Our files in Helix's folder, with the grammar built as the page says."""
    folder = home / ".config" / "helix"
    grammars = folder / "runtime" / "grammars"
    grammars.mkdir(parents=True)
    shutil.copy(PACKAGE / "languages.toml", folder)
    shutil.copytree(PACKAGE / "queries", folder / "runtime" / "queries")
    shutil.copy(grammar, grammars)
    return folder


@pytest.fixture
def helix(editor, project, environment, configured, tmp_path):
    """Helix with blur.cl of the project, its findings on the screen."""
    terminal = Terminal([editor("hx"), "blur.cl"], project, environment, tmp_path / "tmux")
    try:
        terminal.wait(FINDING)
        yield terminal
    finally:
        terminal.close()


def _find(helix: Terminal, text: str) -> None:
    """Select the next place of a text."""
    helix.write(f"/{text}")
    helix.wait(f"search:{text}")
    helix.type("Enter")
    helix.wait_without("search:")


def _leave(helix: Terminal) -> None:
    """Go back to normal mode."""
    helix.type("Escape")
    helix.wait(" NOR ")


def _command(helix: Terminal, text: str) -> None:
    helix.write(f":{text}")
    helix.wait(f":{text}")
    helix.type("Enter")
    helix.wait_without(f":{text}")


def test_health(editor, environment, configured) -> None:
    ran = subprocess.run(
        [editor("hx"), "--health", "opencl"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    said = re.sub(r"\x1b\[[0-9;]*m", "", ran.stdout)
    assert "✓ opencl-ls: " in said
    for line in ("Tree-sitter parser: ✓", "Highlight queries: ✓", "Indent queries: ✓"):
        assert line in said


@pytest.mark.usefixtures("real_start")
def test_findings_are_at_their_lines(helix) -> None:
    marked = [line for line in helix.screen().splitlines() if FINDING in line]
    assert [line.split()[1] for line in marked] == ["11"]


def test_hover(helix) -> None:
    _find(helix, "clamp")
    helix.write(" k")
    helix.wait("below minval it becomes minval")
    helix.type("C-d")
    helix.type("C-d")
    helix.wait("See also max, min, fmin")


def test_completion_and_its_page(helix) -> None:
    _find(helix, "out.i")
    helix.write("O")
    helix.wait(" INS ")
    helix.write("    get_global_of")
    helix.type("C-x")
    helix.wait("get_global_offset")
    helix.type("C-n")
    # The page is shown beside the entry that is selected.
    helix.wait("dimindx")


def test_signature_help(helix) -> None:
    _find(helix, "v.y")
    helix.write("i")
    helix.wait(" INS ")
    helix.write("clamp(")
    helix.wait("gentypen clamp(gentypen x, gentypen minval, gentypen maxval)")


def test_definition_in_a_header(helix) -> None:
    _find(helix, "TILE")
    helix.write("gd")
    helix.wait("include/sums.clh")
    helix.wait("#define TILE 64")


def test_references(helix) -> None:
    _find(helix, "weigh")
    helix.write("gr")
    screen = helix.wait("include/sums.clh:")
    assert "blur.cl:16" in screen


def test_rename_across_files(helix, project) -> None:
    _find(helix, "weigh")
    helix.write(" r")
    helix.wait("rename-to:weigh")
    helix.type("C-u")
    helix.wait_without("rename-to:weigh")
    helix.write("balance")
    helix.type("Enter")
    helix.wait("= balance(")
    _command(helix, "write-all")
    files = [project / "sums.cl", project / "include" / "sums.clh"]
    helix.until(
        lambda _: all("float balance(float left" in file.read_text() for file in files),
        "the new name in both files",
    )


def test_quick_fix(helix) -> None:
    _find(helix, "0;")
    helix.write(" a")
    helix.wait("Assign in one work-item")
    helix.type("Enter")
    helix.wait("local int total; if (get_local_id(0) == 0) total = 0;")
    helix.wait_without(FINDING)


def test_formatting(helix) -> None:
    _find(helix, "size_t")
    helix.write("I        ")
    _leave(helix)
    helix.wait("            size_t i")
    _command(helix, "format")
    helix.wait_without("            size_t i")


def test_a_settings_file_saved_here(helix) -> None:
    helix.wait("the old name stays valid")
    _command(helix, "open opencl-ls.toml")
    _find(helix, "CL2.0")
    helix.write("c")
    helix.wait(" INS ")
    helix.write("CL1.2")
    _leave(helix)
    _command(helix, "write")
    _command(helix, "open blur.cl")
    helix.wait(FINDING)
    helix.wait_without("the old name stays valid")


def test_a_header_saved_here(helix) -> None:
    _command(helix, "open include/sums.clh")
    _find(helix, "TILE")
    helix.write("c")
    helix.wait(" INS ")
    helix.write("SIZE")
    _leave(helix)
    _command(helix, "write")
    _command(helix, "open blur.cl")
    helix.wait("'TILE' is not defined here")


def test_restart(helix) -> None:
    _command(helix, "lsp-stop")
    helix.wait_without(FINDING)
    _command(helix, "lsp-restart")
    helix.wait(FINDING)


def test_the_configuration_is_one() -> None:
    configuration = tomllib.loads((PACKAGE / "languages.toml").read_text("utf-8"))
    assert configuration["language-server"]["opencl-ls"] == {
        "command": "opencl-ls",
        "args": ["--stdio"],
    }
    language = configuration["language"][0]
    assert language["file-types"] == ["cl", "ocl", "clh", "clcpp"]
    assert language["language-servers"] == ["opencl-ls"]


@pytest.mark.parametrize("name", helix_queries.FILES)
def test_the_queries_are_those_of_the_grammar(name) -> None:
    """The files are those that `python -m tests.support.helix_queries` writes."""
    assert (helix_queries.FOLDER / name).read_text("utf-8") == helix_queries.text(name)


HOST = '''\
SOURCE = """
kernel void f(global int *a) {
    barrier(CLK_LOCAL_MEM_FENCE || CLK_GLOBAL_MEM_FENCE);
    a[0] = popcount(a[0]);
}
"""
use(SOURCE)
'''
SERVED = """
[language-server.opencl-ls.config.opencl]
embedded = true

[[language]]
name = "python"
language-servers = ["opencl-ls"]
"""


def test_a_kernel_in_a_host_program(editor, home, configured, environment, tmp_path) -> None:
    """The settings are those of `docs/host-programs.md`."""
    settings = configured / "languages.toml"
    settings.write_text(settings.read_text("utf-8") + SERVED)
    (home / "host.py").write_text(HOST)
    terminal = Terminal([editor("hx"), "host.py"], home, environment, tmp_path / "tmux")
    try:
        terminal.wait("'||' does not combine flags")
        _find(terminal, "popcount")
        terminal.write(" k")
        terminal.wait("bits that are set")
    finally:
        terminal.close()
