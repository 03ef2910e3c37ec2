"""What has no name in the tables: concepts, pages of the unified reference, rules and topics."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from opencl_ls.analysis.catalogue import all_rules
from opencl_ls.builtins.language import all_pages
from opencl_ls.cli.doc_output import rendered
from opencl_ls.cli.terminal import Painter
from opencl_ls.docs.library import index, is_concept, read_topic, topics_of_rule
from opencl_ls.docs.links import page_link
from opencl_ls.docs.topic import parse_topic
from opencl_ls.reference import reference
from opencl_ls.reference.lookup import named_page
from opencl_ls.reference.rules import rule_page

if TYPE_CHECKING:
    from opencl_ls.docs.importing.page import ImportedPage

CONCEPTS = [name for name, path in index().items() if is_concept(path)]
_WORDS = re.compile(r"\W+")


class _NoShelf:
    """A shelf without pages."""

    def pages(self, _name: str) -> list[ImportedPage]:
        return []

    def pages_like(self, _name: str) -> list[ImportedPage]:
        return []


def read(name: str) -> str:
    """Return what `doc` has about a name, on one line."""
    return " ".join(
        " ".join(part.text for part in named_page(name, None, _NoShelf()).parts).split()
    )


@pytest.mark.parametrize("name", sorted(all_pages()))
def test_page(name: str) -> None:
    """Each page of the unified reference has our text on its subject."""
    text = read(name)
    assert len(text) > 200
    link = page_link(name, "", (), None)
    assert link is not None
    assert link.url in text or name in index()


@pytest.mark.parametrize("name", CONCEPTS)
def test_concept(name: str) -> None:
    """Each concept is found, with its own line and the whole of what holds for it."""
    topic = read_topic(index()[name])
    text = read(name)
    entry = topic.entry(name)
    assert entry is not None
    assert text.startswith(f"**{topic.title}.** {entry.text}")
    for heading, section in topic.sections.items():
        assert heading == "Example" or f"**{heading}.**" in text
        assert " ".join(section.shared.split("```")[0].split()) in text


@pytest.mark.parametrize(
    ("typed", "beginning"),
    [
        ("Blocks", "**Blocks.** A block is a piece of code"),
        (" memory  MODEL ", "**Memory model.** The rules that say"),
        ("?:", "**Selection by a condition.** Chooses between two values:"),
        ("^", "**Blocks.** The caret declares"),
        ("block_copy()", ""),
        ("Block_copy()", "**Blocks.** No functions of OpenCL C."),
    ],
)
def test_as_a_person_types_it(typed: str, beginning: str) -> None:
    assert read(typed).startswith(beginning)
    assert bool(read(typed)) == bool(beginning)


def test_a_page_of_several_topics_lists_them() -> None:
    text = read("workItemFunctions")
    assert text.startswith("**Work-Item Functions.** **The position of a work-item.**")
    assert "- `get_global_id`: " in text
    assert "**The size of the range and of its groups.**" in text
    # A topic with another main subject follows.
    first, second = (text.index(each) for each in ("**The size of", "**Sub-groups and their size"))
    assert first < second
    assert "**Example**" not in text


def test_a_page_of_one_topic_is_that_topic() -> None:
    text = read("pipeQueryFunctions")
    assert "**Notes.**" in text
    assert "**Example** (CL2.0)." in text


def test_topics_lead_to_their_rules_and_rules_to_their_topics() -> None:
    parts = [part.text for part in reference("barrier", None)]
    links = [text for text in parts if text.startswith("**Checked by**")]
    assert len(links) == 1
    assert re.search(r"\[barrier/divergent\]\(opencl-ls:rule/barrier/divergent\)", links[0])
    page = {rule.code: rule_page(rule) for rule in all_rules()}
    assert "\n## Read more\n" in page["barrier/divergent"]
    assert "- [Blocks](opencl-ls:blocks): `opencl-ls doc blocks`\n" in page["block/deref"]
    assert (
        "- [Arithmetic operators](opencl-ls:arithmetic%20operators): "
        '`opencl-ls doc "arithmetic operators"`\n' in page["type/division-by-zero"]
    )


def test_each_rule_is_reached_from_a_topic() -> None:
    """A topic names it, or all of its family."""
    assert not [rule.code for rule in all_rules() if not topics_of_rule(rule.code)]


def test_a_rule_that_no_topic_names_is_reached_from_that_of_its_family() -> None:
    assert topics_of_rule("kernel/new") == ("concepts/kernels.md",)
    assert "language/kernel.md" in topics_of_rule("kernel/return-type")
    assert topics_of_rule("unheard-of/new") == ()


def test_tables_and_rules_on_a_terminal() -> None:
    """The cells of a table stand below each other; a rule is named, not linked."""
    lines = list(rendered(reference("comparison operators", None), Painter(enabled=False)))
    head = next(line for line in lines if line.startswith("Operands"))
    row = next(line for line in lines if line.startswith("longn, ulongn"))
    assert head.index("True") == row.index("-1")
    assert not any(line.startswith("|") for line in lines)
    assert any(line.startswith("Checked by type/chained-comparison,") for line in lines)


def test_a_concept_has_programs_in_any_section() -> None:
    program = "```cl CL1.2\nvoid f(void) { }\n```\n"
    text = (
        f"---\ntitle: T\n---\n## Names\n- `n`: N.\n## Forms\n{program}More.\n## Example\n{program}"
    )
    assert len(parse_topic(text, is_concept=True).examples) == 2
