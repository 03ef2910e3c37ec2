"""What the five reference pages state is on our own pages too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.reference.lookup import named_page
from tests.support.failures import failures
from tests.support.statements import Statement, all_statements

if TYPE_CHECKING:
    from opencl_ls.docs.importing.page import ImportedPage


class NoPages:
    """A shelf without imported pages: our own text has to say it."""

    def pages(self, name: str) -> list[ImportedPage]:
        """Return nothing."""
        return []

    def pages_like(self, name: str) -> list[ImportedPage]:
        """Return nothing."""
        return []


def test_the_words_are_on_the_page() -> None:
    """The page of the name shows the words, which are enough of them to mean something."""
    assert not failures(_is_on_the_page, all_statements(), lambda each: each.identity)


def _is_on_the_page(statement: Statement) -> None:
    parts = named_page(statement.documented, None, NoPages()).parts
    assert parts, statement.documented
    assert len(statement.words.split()) >= 4
    assert _plain(statement.words) in _plain(" ".join(part.text for part in parts))


def _plain(text: str) -> str:
    """Return a text on one line, without the marks of Markdown."""
    return " ".join(text.replace("`", "").replace("*", "").split())
