"""Links from the reference to itself."""

from __future__ import annotations

import pytest

from opencl_ls.analysis.catalogue import rule
from opencl_ls.docs.library import index
from opencl_ls.reference.content import plain_words
from opencl_ls.reference.links import (
    Target,
    name_link,
    page_link,
    resolved,
    rule_link,
    targets,
    unlinked,
)
from tests.support.reference_pages import parts_of

NAMES = [
    "barrier",
    "__attribute__((packed))",
    "#pragma OPENCL EXTENSION",
    "operator []",
    "operator %",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_comes_back_as_it_was(name: str) -> None:
    text = f"Before {name_link(name)}, {page_link(f'all of `{name}`', name)}."
    assert list(targets(text)) == [Target(name), Target(name)]
    assert unlinked(text) == f"Before `{name}`, all of `{name}`."
    assert plain_words(text) == f"Before {name}, all of {name}."


def test_each_link_is_led_to_its_own_address() -> None:
    text = f"{name_link('sin')} {rule_link('barrier/divergent')} [x](https://example.org/)"

    def address(target: Target) -> str | None:
        return f"{target.name}.md" if target.is_rule else None

    assert resolved(text, address) == (
        "`sin` [barrier/divergent](barrier/divergent.md) [x](https://example.org/)"
    )


def test_every_link_of_the_reference_leads_to_something() -> None:
    for name in index():
        for target in (each for part in parts_of(name) for each in targets(part.text)):
            assert rule(target.name) if target.is_rule else target.name in index(), (name, target)
