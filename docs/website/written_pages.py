"""The pages that people write: those of `docs/`, and some from the root of the project."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

REPOSITORY: Final = "https://github.com/opencl-ls/opencl-ls"

_ROOT_PAGES: Final = {
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "README.md": "index.md",
}
# The parts of the program that are pages of the site.
_TOPICS: Final = "opencl_ls/docs/topics/"
_RULES: Final = "opencl_ls/rules/"
# Programs and inline code hold no links.
_LINK: Final = re.compile(r"(```.*?^```|`[^`\n]*`)|(\]\()([^)\s]+)(\))", re.S | re.M)


def written_pages(root: Path) -> dict[str, str]:
    """Return the Markdown of each page that is written by hand, by its path in the site.

    A page `docs/index.md` goes before the README as the first one.
    """
    documents = {
        path.relative_to(root).as_posix(): path.read_text("utf-8")
        for path in [*root.glob("*.md"), *(root / "docs").rglob("*.md")]
    }
    places = {name: _place(name) for name in documents}
    if "docs/index.md" in documents:
        places["README.md"] = ""
    return {
        place: _linked(documents[name], name, place, places)
        for name, place in places.items()
        if place
    }


def _place(name: str) -> str:
    """Return where a document of the project is in the site, "" for one that does not."""
    return name.removeprefix("docs/") if name.startswith("docs/") else _ROOT_PAGES.get(name, "")


def _linked(text: str, name: str, place: str, places: dict[str, str]) -> str:
    """Return a document with links that lead to the same targets from its place in the site."""

    def moved(found: re.Match[str]) -> str:
        if found[1]:
            return found[0]
        return found[2] + _target(found[3], name, place, places) + found[4]

    return _LINK.sub(moved, text)


def _target(link: str, name: str, place: str, places: dict[str, str]) -> str:
    path, mark, anchor = link.partition("#")
    if not path or ":" in path:
        return link
    meant = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
    if f"{meant}/".startswith(_TOPICS) and meant != f"{_TOPICS}README.md":
        inside = f"reference/{meant[len(_TOPICS) :] or 'index.md'}"
    elif f"{meant}/".startswith(_RULES):
        # The docstring of a rule's module is its page.
        page = meant[len(_RULES) :].replace("_", "-").removesuffix(".py")
        inside = f"rules/{page or 'index'}.md"
    elif meant == "README.md" and not places[meant]:
        inside = "index.md"
    elif meant.startswith("docs/") and not meant.endswith(".md"):
        inside = meant.removeprefix("docs/")
    else:
        inside = places.get(meant, "")
    if not inside:
        kind = "blob" if posixpath.splitext(meant)[1] else "tree"
        return f"{REPOSITORY}/{kind}/main/{meant}{mark}{anchor}"
    return posixpath.relpath(inside, posixpath.dirname(place) or ".") + mark + anchor
