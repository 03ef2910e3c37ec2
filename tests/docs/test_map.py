"""The map of the code: its generated part is of today, and what is written by hand exists."""

from __future__ import annotations

import re

from tests.support.map import MARK, PACKAGE, PAGE, ROOT, page


def test_the_map_is_up_to_date() -> None:
    """`python -m tests.support.map` would change nothing."""
    assert PAGE.read_text("utf-8") == page(), "run python -m tests.support.map"


def test_every_path_that_is_written_by_hand_exists() -> None:
    text = PAGE.read_text("utf-8").partition(MARK)[0]
    paths = {path for path in re.findall(r"`([^`\s<>]+)`", text) if "/" in path}
    assert len(paths) > 50
    assert not {path for path in paths if not _exists(path)}


def _exists(path: str) -> bool:
    return any(next(folder.glob(path.rstrip("/")), None) for folder in (ROOT, PACKAGE))
