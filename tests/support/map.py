"""The map of packages, features and rules in docs/map.md: `python -m tests.support.map` writes it.

The sentences are those of the docstrings.  A family of rules has a line and a rule has none, so
that a new rule leaves the map as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PACKAGE: Final = ROOT / "opencl_ls"
PAGE: Final = ROOT / "docs" / "map.md"
MARK: Final = "<!-- python -m tests.support.map writes what follows. -->\n"
FOLDERS: Final = {
    "Packages": ("", "semantics"),
    "Features": ("features",),
    "Families of rules": ("rules",),
}
"""The sections, each with the folders of the package whose modules or packages it lists."""


def page() -> str:
    """Return the text that docs/map.md should have: what is written by hand, and the map."""
    by_hand = PAGE.read_text("utf-8").partition(MARK)[0]
    return by_hand + MARK + "".join(_section(*each) for each in FOLDERS.items())


def _section(title: str, folders: tuple[str, ...]) -> str:
    rows = [row for folder in folders for row in _rows(folder, modules=title == "Features")]
    head = f"\n## {title}\n\n| Code | Subject | Tests |\n|---|---|---|\n"
    return head + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _rows(folder: str, *, modules: bool) -> Iterator[tuple[str, str, str]]:
    sources = {path.parent: path for path in (PACKAGE / folder).glob("*/__init__.py")}
    if modules:
        sources |= {path: path for path in (PACKAGE / folder).glob("[!_]*.py")}
    for place, source in sorted(sources.items()):
        name = place.relative_to(PACKAGE).as_posix()
        yield f"`{name}{'/' * place.is_dir()}`", _subject(source), ", ".join(_tests(Path(name)))


def _subject(source: Path) -> str:
    """Return the first sentence of a module's docstring."""
    written = ast.get_docstring(ast.parse(source.read_text("utf-8"))) or ""
    return " ".join(written.partition("\n\n")[0].split()).partition(". ")[0].rstrip(".")


def _tests(name: Path) -> Iterator[str]:
    """Yield the folder of tests for a package or module, or the tests that are named for it."""
    folder = ROOT / "tests" / name.with_suffix("")
    if not folder.is_dir():
        # A rule's tests are in the folder that its code names, as in `kernel-arg`.
        folder = folder.with_name(folder.name.replace("_", "-"))
    if folder.is_dir():
        yield f"`{folder.relative_to(ROOT).as_posix()}/`"
    for path in sorted([*folder.parent.glob("*.md"), *folder.parent.glob("test_*.py")]):
        if path.stem.removeprefix("test_") == name.stem:
            yield f"`{path.relative_to(ROOT).as_posix()}`"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
