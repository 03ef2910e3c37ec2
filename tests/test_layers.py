"""The layers: what may import what, read from the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "opencl_ls"
ORDER = [
    "rows",
    "text",
    "disk",
    "findings",
    "builtins",
    "docs",
    "settings",
    "syntax",
    "preprocess",
    "semantics",
    "rules",
    "analysis",
    "kept",
    "features",
    "server",
    "cli",
]
FILES = sorted(PACKAGE.rglob("*.py"))
ENTRY_POINTS = {"__init__", "__main__"}
ONLY_IN = {"tree_sitter": "syntax", "pygls": "server", "lsprotocol": "server"}
# The command line hands over to the server when it is asked to serve, and at no other time.
HAND_OVER = ("cli/serve.py", "server")


def layer_of(file: Path) -> str:
    """Return the layer that a file belongs to."""
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the names of the modules that a file imports, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module, node.lineno
            if node.module == "opencl_ls":
                for alias in node.names:
                    if not alias.name.startswith("__"):
                        yield f"opencl_ls.{alias.name}", node.lineno


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_go_left(file: Path) -> None:
    """A file imports its own layer and layers to the left of it."""
    layer = layer_of(file)
    relative = file.relative_to(PACKAGE).as_posix()
    wrong = []
    for name, line in imports(ast.parse(file.read_text("utf-8"))):
        root, _, rest = name.partition(".")
        if root in ONLY_IN and layer != ONLY_IN[root]:
            wrong.append(f"{relative}:{line}: only {ONLY_IN[root]}/ imports {root}")
        if root != "opencl_ls" or layer in ENTRY_POINTS or not rest:
            continue
        imported = rest.partition(".")[0]
        if imported in ENTRY_POINTS or (relative, imported) == HAND_OVER:
            continue
        assert imported in ORDER, f"{relative}:{line}: {imported} is no layer"
        if ORDER.index(imported) > ORDER.index(layer):
            wrong.append(f"{relative}:{line}: {layer} imports {imported}, which is to its right")
        if {imported, layer} == {"server", "cli"}:
            wrong.append(f"{relative}:{line}: server and cli never import each other")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("layer", ["rules", "features"])
def test_siblings_keep_apart(layer: str) -> None:
    """A rule imports no other rule, and a feature no other feature."""
    wrong = []
    for file in (PACKAGE / layer).rglob("*.py"):
        parts = file.relative_to(PACKAGE).with_suffix("").parts
        if layer == "rules" and len(parts) < 3:
            continue
        own = ".".join(("opencl_ls", *parts))
        for name, line in imports(ast.parse(file.read_text("utf-8"))):
            depth = 4 if layer == "rules" else 3
            sibling = name.startswith(f"opencl_ls.{layer}.") and len(name.split(".")) >= depth
            if layer == "features" and name.split(".")[:3] == own.split(".")[:3]:
                continue  # A large feature is a folder.
            if sibling and name != own:
                wrong.append(f"{file.name}:{line}: imports {name}")
    assert not wrong, "\n".join(wrong)


def test_the_order_is_complete() -> None:
    """Every layer of the package stands in the order above."""
    found = {layer_of(file) for file in FILES} - ENTRY_POINTS
    assert found <= set(ORDER)
