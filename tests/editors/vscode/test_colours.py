"""The grammars of the extension as data, and how they agree with the server's tokens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from opencl_ls.analysis.host import Host
from opencl_ls.analysis.sources import MemorySources
from opencl_ls.features.semantic_tokens import runs
from opencl_ls.server.client import TOKEN_MODIFIERS, TOKEN_TYPES
from opencl_ls.settings.model import Settings
from opencl_ls.text import byte_text
from tests.editors.vscode import colours

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.cl"))
DATA = Path(__file__).with_name("grammar.md").read_text("utf-8")
CASES = re.findall(r"^## ([^\n]+)\n+```(\w+)\n(.*?)```\n+```scopes\n(.*?)```", DATA, re.M | re.S)

UNKNOWABLE = {
    ("variable", "constant"),  # const, which a declaration elsewhere says
    ("variable", "type"),  # a type of the program's own in a cast
    ("macro", "constant"),  # enumerators in capitals
    ("function", "macro"),  # macros in small letters
    ("variable", "macro"),
    ("macro", "variable"),  # names that the host defines
    ("macro", "function"),
    ("variable", "function"),  # functions that are not called
    ("function", "variable"),  # blocks that are
}
"""What changes its colour when the tokens come: what no grammar can know."""


@pytest.fixture
def node(editor):
    """Node.js, where the packages that read grammars are installed."""
    if not (colours.EXTENSION / "node_modules/vscode-textmate").exists():
        pytest.skip("no vscode-textmate: npm ci --ignore-scripts in editors/vscode installs it")
    return editor("node")


@pytest.mark.parametrize(("name", "language", "code", "listed"), CASES, ids=[c[0] for c in CASES])
def test_scopes(name, language, code, listed, node, tmp_path):
    """A page's words have these scopes: `LINE: TEXT SCOPE`, without the language's ending."""
    file = tmp_path / "code"
    file.write_text(code, "utf-8")
    grammar = colours.GRAMMAR if language == "opencl" else colours.SETTINGS_GRAMMAR
    lines = code.split("\n")
    found = [
        f"{each.line}: {text} {each.scope.rsplit('.', 1)[0]}"
        for each in colours.scopes(node, grammar, file)[file]
        if (text := lines[each.line - 1][each.start : each.end].strip()) and each.scope
    ]
    for line in listed.strip().split("\n"):
        assert line in found, (name, found)


def test_examples_keep_their_colours(node):
    """The server's tokens change the colour of nothing that a grammar can know."""
    pieces = colours.scopes(node, colours.GRAMMAR, *EXAMPLES)
    changed = {}
    count = 0
    for file in EXAMPLES:
        host = Host(MemorySources({}))
        host.open(file.name, byte_text(file.read_text("utf-8")), Settings())
        analysis = host.analysis(file.name)
        count += sum(len(run.tokens) for _, run in runs(analysis))
        for each in colours.disagreements(analysis, pieces[file]):
            if (each.grammar, each.server) not in UNKNOWABLE:
                changed[f"{file.name}:{each.line}: {each.text}"] = (each.grammar, each.server)
    assert count > 1000
    assert changed == {}


def test_every_token_has_a_scope():
    """Each type of token that the server sends has a colour of its own language."""
    assert {kind: colours.scope_of_token(kind, ()) for kind in TOKEN_TYPES}.keys() == set(
        TOKEN_TYPES
    )


def test_modifiers_are_those_of_the_server():
    """What package.json declares, the server sends."""
    declared = {each["id"] for each in colours.contributed()["semanticTokenModifiers"]}
    assert declared <= set(TOKEN_MODIFIERS)
