"""What MkDocs calls before it builds the site; see `mkdocs.yml`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from website.lexer import register
from website.sources import write_sources


def on_startup(**_: Any) -> None:
    """Let programs in OpenCL C have colours."""
    register()


def on_config(config: Any) -> None:
    """Write the pages out, and take those that a pattern of the navigation means into it."""
    folder = Path(config["docs_dir"])
    write_sources(folder)
    for section in config["nav"]:
        for title, entries in section.items():
            if isinstance(entries, list):
                section[title] = [path for each in entries for path in _expanded(folder, each)]


def _expanded(folder: Path, entry: Any) -> list[Any]:
    if not isinstance(entry, str) or "*" not in entry:
        return [entry]
    return [path.relative_to(folder).as_posix() for path in sorted(folder.glob(entry))]
