"""What the five reference pages state is read on our own pages too, each statement on one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from opencl_ls.reference.lookup import named_page
from tests.support.statements import PAGES, PLACES, Place, read_page, read_places

if TYPE_CHECKING:
    from opencl_ls.docs.importing.page import ImportedPage

WRITTEN = [page for page in PAGES if read_places(page)]
each_place = pytest.mark.parametrize(
    "place",
    [place for page in WRITTEN for place in read_places(page)],
    ids=lambda place: place.identity,
)


class NoPages:
    """A shelf on which nothing stands: our own text has to say it."""

    def pages(self, name: str) -> list[ImportedPage]:
        """Return nothing."""
        return []

    def pages_like(self, name: str) -> list[ImportedPage]:
        """Return nothing."""
        return []


def test_every_file_is_of_a_page() -> None:
    """A file whose name is misspelled would be read by no test."""
    files = {file.stem for file in PLACES.iterdir()}
    assert files == {page.replace("-", "_") for page in WRITTEN}


@pytest.mark.parametrize("page", WRITTEN)
def test_each_statement_stands_once(page: str) -> None:
    """None is left out, none stands twice, and none is of another page."""
    _, statements = read_page(page)
    written = Counter(place.identity for place in read_places(page))
    assert written == Counter(statement.identity for statement in statements)


@each_place
def test_the_words_are_on_the_page(place: Place) -> None:
    """The page of that name shows the words, which are enough of them to mean something."""
    parts = named_page(place.name, None, NoPages()).parts
    assert parts, place.name
    assert len(place.words.split()) >= 4
    assert _plain(place.words) in _plain(" ".join(part.text for part in parts))


def _plain(text: str) -> str:
    """Return a text on one line, without the marks of Markdown."""
    return " ".join(text.replace("`", "").replace("*", "").split())
