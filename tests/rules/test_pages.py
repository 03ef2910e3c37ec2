"""The rules' pages are those that their docstrings make."""

from __future__ import annotations

from opencl_ls.linter.pages import FOLDER, pages


def test_pages_are_up_to_date() -> None:
    """`python -m opencl_ls.linter.pages` would change nothing."""
    found = {
        path.relative_to(FOLDER).as_posix(): path.read_text("utf-8")
        for path in FOLDER.rglob("*.md")
    }
    wanted = pages()
    assert sorted(found) == sorted(wanted)
    stale = [name for name, text in wanted.items() if found[name] != text]
    assert not stale, "run python -m opencl_ls.linter.pages"
