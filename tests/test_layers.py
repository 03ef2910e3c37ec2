"""The layers: what may import what, read from the source."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "opencl_ls"
ORDER = [
    "lazy_pattern",
    "blake2",
    "offsets",
    "text",
    "disk",
    "findings",
    "builtins",
    "docs",
    "settings",
    "syntax",
    "preprocess",
    "semantics",
    "linter",
    "rules",
    "analysis",
    "reference",
    "host_programs",
    "features",
    "compilers",
    "cache_folder",
    "disk_store",
    "disk_cache",
    "processes",
    "server",
    "cli",
]
# The sub-packages of semantics/, each of which imports only itself and those to its left.
SEMANTICS = [
    "types",
    "constants",
    "calls",
    "model",
    "macros",
    "declarations",
    "lookup",
    "typing",
    "names",
    "flow",
    "presburger",
    "memory",
    "cost",
]
ENTRY_POINTS = {"__init__", "__main__"}
ONLY_IN = {
    "tree_sitter": "syntax",
    "pygls": "server",
    "lsprotocol": "server",
    "markdown_it": "reference",
}
# The command line hands over to the server when it is asked to serve, and at no other time.
HAND_OVER = ("cli/serve.py", "server")
# These layers import only the facade of the analysis, not its modules.
FRONT = {"reference", "features", "compilers", "disk_cache", "server", "cli"}
BEHIND = {"syntax", "preprocess", "semantics", "linter", "rules"}
PUBLIC = {
    *("catalogue", "code", "explanation_results", "facade", "host", "need_results"),
    *("query_results", "race_results", "results", "scan", "sources"),
}
# The modules that read the disk, and the layers that may import them.
ON_DISK = {"disk", "settings.disk", "docs.importing.shelf", "reference.rule_files"}
WITH_DISK = {"disk", "disk_store", "disk_cache", "server", "cli"}


@cache
def is_module(name: str) -> bool:
    """Tell whether there is a module or a package of ours with this name."""
    path = PACKAGE.parent.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def imports(path: str, source: str) -> Iterator[tuple[str, int]]:
    """Yield the names of the modules that a file of the package imports, with their lines."""
    folder = ["opencl_ls", *path.split("/")[:-1]]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = folder[: len(folder) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                below = f"{module}.{alias.name}"
                yield (below if is_module(below) else module), node.lineno


def breaches(path: str, source: str) -> list[str]:
    """Return what is wrong with the imports of a file, which has its path below the package."""
    layer = path.split("/", maxsplit=1)[0].removesuffix(".py")
    wrong = []
    for name, line in imports(path, source):
        root, _, rest = name.partition(".")
        if root in ONLY_IN and layer != ONLY_IN[root]:
            wrong.append(f"{path}:{line}: only {ONLY_IN[root]}/ imports {root}")
        if root == "opencl_ls" and layer not in ENTRY_POINTS and rest:
            wrong += [f"{path}:{line}: {words}" for words in _breaches(path, layer, rest)]
    return wrong


def _breaches(path: str, layer: str, name: str) -> Iterator[str]:
    """Yield what is wrong with the import of one of our own modules in a file of a layer."""
    imported, *below = name.split(".")
    if imported in ENTRY_POINTS or (path, imported) == HAND_OVER:
        return
    if imported not in ORDER:
        yield f"{imported} is no layer"
        return
    if ORDER.index(imported) > ORDER.index(layer):
        yield f"{layer} imports {imported}, which is to its right"
    if {imported, layer} == {"server", "cli"}:
        yield "server and cli never import each other"
    own = path.removesuffix(".py").replace("/", ".")
    if name in ON_DISK and layer not in WITH_DISK and own not in ON_DISK:
        yield f"{layer} imports {name}, which looks at the disk"
    if layer in FRONT and imported in BEHIND:
        yield f"{layer} imports {name}, which is behind the analysis"
    if layer in FRONT and imported == "analysis" and ".".join(below) not in PUBLIC:
        yield f"{layer} imports {name}, which is inside the analysis"
    yield from _siblings(path, layer, name)
    yield from _order_of_semantics(path, name)


def _order_of_semantics(path: str, name: str) -> Iterator[str]:
    """Yield a breach where a sub-package of semantics/ imports one to its right."""
    own, other = path.split("/"), name.split(".")
    if own[0] != "semantics" or other[0] != "semantics" or len(other) < 2:
        return
    if own[1] in SEMANTICS and other[1] in SEMANTICS:
        if SEMANTICS.index(other[1]) > SEMANTICS.index(own[1]):
            yield f"semantics.{own[1]} imports {name}, which is to its right"


def _siblings(path: str, layer: str, name: str) -> Iterator[str]:
    """Yield a breach where a rule imports another rule, or a feature another feature."""
    own, other = path.removesuffix(".py").split("/"), name.split(".")
    # A rule is a module in a family, a feature a module or a folder.
    depth = {"rules": 3, "features": 2}.get(layer, 0)
    if path == "features/__init__.py":
        # It imports none before it is asked for.
        return
    if not depth or len(own) < depth or len(other) < depth or other[0] != layer:
        return
    # Rules of a family may share a module with a leading underscore.
    is_shared = layer == "rules" and own[1] == other[1] and other[2].startswith("_")
    if own[:depth] != other[:depth] and not is_shared:
        yield f"{layer[:-1]} imports {name}, another one"


def test_every_file_imports_what_it_may() -> None:
    """Its own layer and those to the left of it, and of those no more than they show."""
    files = sorted(PACKAGE.rglob("*.py"))
    assert len(files) > 700
    wrong = [
        breach
        for file in files
        for breach in breaches(file.relative_to(PACKAGE).as_posix(), file.read_text("utf-8"))
    ]
    assert not wrong, "\n".join(wrong)


def test_the_order_is_complete() -> None:
    """The order above has every layer of the package, and nothing else."""
    found = {path.name.removesuffix(".py") for path in PACKAGE.iterdir() if path.name[0] != "."}
    found -= ENTRY_POINTS | {"__pycache__", "py.typed"}
    assert found == set(ORDER)
    below = {path.name.removesuffix(".py") for path in (PACKAGE / "semantics").iterdir()}
    assert below - ENTRY_POINTS - {"__pycache__"} == set(SEMANTICS)
    assert all(is_module(f"opencl_ls.{name}") for name in ON_DISK)
    assert all(is_module(f"opencl_ls.analysis.{name}") for name in PUBLIC)


@pytest.mark.parametrize(
    ("path", "source", "breach"),
    [
        ("semantics/names/bind.py", "import tree_sitter", "only syntax/"),
        (
            "semantics/calls/x.py",
            "if TYPE_CHECKING:\n    from opencl_ls.semantics.model import ItemModel",
            "to its right",
        ),
        ("semantics/types/x.py", "from ..lookup import blocks", "to its right"),
        ("cli/check.py", "from pygls.server import LanguageServer", "only server/"),
        ("text.py", "from opencl_ls.rules import rule", "to its right"),
        ("text.py", "import opencl_ls.linter.rule", "to its right"),
        ("text.py", "def f():\n    from opencl_ls import rules", "to its right"),
        ("text.py", "from . import rules", "to its right"),
        ("preprocess/lexer.py", "from ..analysis.host import Host", "to its right"),
        ("preprocess/lexer.py", "from .. import semantics", "to its right"),
        ("syntax/tree.py", "from opencl_ls.unheard import of", "is no layer"),
        ("server/state.py", "from opencl_ls.cli.main import main", "never import each other"),
        ("cli/check.py", "from opencl_ls.server import serve_stdio", "never import each other"),
        ("semantics/names/bind.py", "from opencl_ls.disk import DiskFiles", "looks at the disk"),
        ("features/folding.py", "from opencl_ls.disk import DiskFiles", "looks at the disk"),
        ("analysis/host.py", "from opencl_ls.settings.disk import DiskReader", "looks at the disk"),
        ("features/x.py", "from opencl_ls.docs.importing import shelf", "looks at the disk"),
        ("features/x.py", "from opencl_ls.syntax import records", "behind the analysis"),
        ("disk_cache.py", "from opencl_ls.preprocess import SourceProvider", "behind the analysis"),
        ("cli/rule.py", "from opencl_ls.linter.registry import rule", "behind the analysis"),
        (
            "server/x.py",
            "if TYPE_CHECKING:\n    from opencl_ls.semantics.types import Type",
            "behind the analysis",
        ),
        ("server/x.py", "from opencl_ls.analysis.unit import UnitItem", "inside the analysis"),
        ("server/x.py", "from opencl_ls.analysis import unit", "inside the analysis"),
        ("server/x.py", "from ..analysis import unit", "inside the analysis"),
        ("server/x.py", "from opencl_ls.analysis import *", "inside the analysis"),
        ("server/x.py", "import opencl_ls.analysis", "inside the analysis"),
        ("features/x.py", "from opencl_ls.analysis.queries import cursor", "inside the analysis"),
        ("rules/kernel/x.py", "from opencl_ls.rules.kernel import return_type", "another one"),
        ("rules/kernel/x.py", "from .return_type import RULE", "another one"),
        ("rules/kernel/x.py", "from opencl_ls.rules.race._reports import report_race", "another"),
        ("features/folding.py", "from opencl_ls.features.hover import Part", "another one"),
    ],
)
def test_a_breach_is_found(path: str, source: str, breach: str) -> None:
    """Each check fails for a source that breaks it."""
    assert breach in "\n".join(breaches(path, source))


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("cli/serve.py", "from opencl_ls.server import serve_stdio"),
        ("server/x.py", "from opencl_ls.analysis import catalogue"),
        ("server/x.py", "from opencl_ls.analysis.facade import Analysis"),
        ("cli/x.py", "from opencl_ls import __version__"),
        ("disk_cache.py", "from . import __version__, disk"),
        ("syntax/tree.py", "import tree_sitter"),
        ("preprocess/lexer.py", "from .arguments import pragma_content"),
        ("features/hover/x.py", "from opencl_ls.features.hover.tokens import Part"),
        ("rules/kernel/x.py", "from opencl_ls.linter.context import RuleContext"),
        ("rules/race/x.py", "from opencl_ls.rules.race._reports import report_race"),
    ],
)
def test_what_is_allowed_is_no_breach(path: str, source: str) -> None:
    """The checks let through what the layers allow."""
    assert breaches(path, source) == []


@pytest.mark.parametrize("module", ["catalogue", "results"])
def test_what_a_cached_check_needs_is_light(module: str) -> None:
    """It loads neither the analysis nor what that is made of."""
    script = (
        f"import sys, opencl_ls.analysis.{module}; "
        "heavy = ('tree_sitter', 'opencl_ls.semantics', 'opencl_ls.preprocess', "
        "'opencl_ls.analysis.facade', 'opencl_ls.analysis.host', 'opencl_ls.rules.kernel'); "
        "print([name for name in heavy if name in sys.modules])"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=PACKAGE.parent, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
