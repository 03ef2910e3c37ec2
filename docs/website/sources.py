"""The Markdown that the site is built of, put together below `build/docs/`.

What people write is in `docs/` and at the root; what the program knows is written out here:
the rules, the reference of the language, the settings.  So no page can be older than the code.  The
generator of the site finds plain Markdown and learns nothing of where it comes from.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from website.reference_pages import reference_pages
from website.rule_pages import rule_pages
from website.setting_pages import with_settings
from website.written_pages import written_pages

ROOT: Final = Path(__file__).resolve().parents[2]
ASSETS: Final = Path(__file__).parent / "assets"


def pages() -> dict[str, str]:
    """Return the Markdown of every page, by its path in the site."""
    found = written_pages(ROOT)
    found["configuration.md"] = with_settings(found["configuration.md"])
    return found | rule_pages() | reference_pages()


def write_sources(folder: Path) -> None:
    """Write all pages below a folder, and what they show; remove what is no more.

    A file that stays the same is not written, so that a server that watches it rests.
    """
    wanted = {folder / name: text.encode() for name, text in pages().items()}
    for start, below in ((ROOT / "docs", ""), (ASSETS, "assets")):
        for path in start.rglob("*.*"):
            if path.suffix in {".svg", ".png", ".css", ".js"} and (
                below or ASSETS not in path.parents
            ):
                wanted[folder / below / path.relative_to(start)] = path.read_bytes()
    for path, data in wanted.items():
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_file() and path not in wanted:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            shutil.rmtree(path)
