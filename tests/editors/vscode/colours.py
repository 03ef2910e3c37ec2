"""The colours of a kernel in VS Code: only by the grammar, and when the server's tokens come.

A colour is named by the family of scopes that the default themes colour alike.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from opencl_ls.features.semantic_tokens import runs

if TYPE_CHECKING:
    from opencl_ls.analysis.facade import Analysis

EXTENSION = Path(__file__).parents[3] / "editors/vscode"
GRAMMAR = EXTENSION / "syntaxes/opencl.tmLanguage.json"
SETTINGS_GRAMMAR = EXTENSION / "syntaxes/opencl-ls-toml.tmLanguage.json"

_FAMILIES = {
    "comment": "comment",
    "string": "string",
    "constant.character": "string",
    "constant.other.placeholder": "string",
    "constant.numeric": "number",
    "keyword.control": "control",
    "storage": "storage",
    "keyword.operator.word": "storage",
    "entity.name.function.preprocessor": "macro",
    "entity.name.function": "function",
    "support.function": "function",
    "support.type": "type",
    "entity.name.type": "type",
    "variable.other.constant": "constant",
    "variable.other.enummember": "constant",
    "variable": "variable",
    "entity.name.label": "label",
}


class Piece(NamedTuple):
    """A stretch of a line, with columns in characters, and its innermost scope."""

    line: int
    start: int
    end: int
    scope: str


class Disagreement(NamedTuple):
    """A token whose colour changes when the server's tokens come."""

    line: int
    text: str
    grammar: str
    server: str


def family(scope: str) -> str:
    """Return the name of a scope's colour, or "plain"."""
    fitting = [name for name in _FAMILIES if f"{scope}.".startswith(f"{name}.")]
    return _FAMILIES[max(fitting, key=len)] if fitting else "plain"


def scopes(node: str, grammar: Path, *files: Path) -> dict[Path, list[Piece]]:
    """Return the pieces of files by a grammar."""
    script = EXTENSION / "scripts/scopes.mjs"
    command = [node, str(script), str(grammar), *map(str, files)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    answer = json.loads(done.stdout)
    return {file: [Piece(*piece) for piece in answer[str(file)]] for file in files}


def contributed() -> dict[str, Any]:
    """Return what the extension contributes."""
    package = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    return dict(package["contributes"])


def scope_of_token(kind: str, modifiers: tuple[str, ...]) -> str:
    """Return the scope that package.json gives to one of the server's tokens."""
    table = contributed()["semanticTokenScopes"][0]["scopes"]
    for modifier in modifiers:
        if f"{kind}.{modifier}" in table:
            return str(table[f"{kind}.{modifier}"][0])
    return str(table[kind][0])


def disagreements(analysis: Analysis, pieces: list[Piece]) -> list[Disagreement]:
    """Return the tokens of a program that the grammar colours otherwise than the server."""
    by_place = {
        (piece.line, column): piece.scope
        for piece in pieces
        for column in range(piece.start, piece.end)
    }
    lines = analysis.lines(analysis.path)
    found = []
    for start, run in runs(analysis):
        for token in run.tokens:
            line = lines.line_of(start + token.start)
            before = analysis.text[lines.starts[line] : start + token.start]
            column = len(before.encode("latin-1").decode("utf-8"))
            text = run.text[token.start : token.end].split("\n")[0]
            by_grammar = family(by_place.get((line + 1, column), ""))
            by_server = family(scope_of_token(token.type, token.modifiers))
            if by_grammar != by_server and "inactive" not in token.modifiers:
                found.append(Disagreement(line + 1, text, by_grammar, by_server))
    return found
