"""The text of a whole topic: a concept, or a page of the unified reference.

A concept is one name of its topic ("blocks", "operator ^") with all that applies to it.  A page of
the reference ("workItemFunctions") is our topic of that subject from its title to its rules, or,
where it covers several of ours, the list of what they hold.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.language import page
from opencl_ls.docs.library import concept_named, documented, read_topic, topics_of_pages
from opencl_ls.docs.links import page_link
from opencl_ls.reference.content import Part
from opencl_ls.reference.links import names_line, rules_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.docs.topic import Section, Topic

_PROGRAM: Final = re.compile(r"^```cl (CL\d\.\d)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_SIBLINGS: Final = 6


def is_topic(name: str) -> bool:
    """Tell whether a name is that of a concept or of a page, and of nothing in the language."""
    return concept_named(name) is not None or (page(name) is not None and documented(name) is None)


def is_spelled(name: str) -> bool:
    """Tell whether the name of a concept is a word that a program may contain: `Block_copy`."""
    return "_" in name and concept_named(name) == name


def topic_parts(name: str) -> Iterator[Part]:
    """Yield the documentation of a concept, or of the subject of a page."""
    concept = concept_named(name)
    if concept is not None:
        yield from _concept(concept)
    elif page(name) is not None and name in topics_of_pages():
        yield from _page(name)


def checked_by(topic: Topic) -> Iterator[Part]:
    """Yield the rules that name a topic, with links to their pages."""
    if topic.rules:
        codes = rules_line(topic.rules)
        yield Part(f"**Checked by** {codes}.", detail=True)


def _concept(name: str) -> Iterator[Part]:
    known = documented(name)
    assert known is not None
    topic = known.topic
    yield Part(f"**{topic.title}.** {known.entry.text}")
    if topic.lead:
        yield Part(topic.lead)
    for heading, section in topic.sections.items():
        yield from _section(heading, section.about(name))
    siblings = [each for entry in topic.entries for each in entry.names if each != name]
    yield from _related(topic, siblings[:_SIBLINGS])
    yield from _links(topic)


def _page(name: str) -> Iterator[Part]:
    topics = [read_topic(path) for path in topics_of_pages()[name]]
    if len(topics) == 1:
        yield from _whole(topics[0])
    else:
        known = page(name)
        assert known is not None
        yield Part(f"**{known.title}.**")
        for topic in topics:
            yield Part(f"**{topic.title}.** {topic.lead}".rstrip(), detail=True)
            yield _names(topic)
    yield from _link(name)


def _whole(topic: Topic) -> Iterator[Part]:
    yield Part(f"**{topic.title}.** {topic.lead}".rstrip())
    yield _names(topic)
    for heading, section in topic.sections.items():
        if heading != "Example" and section.text:
            yield Part(f"**{heading}.**", detail=True)
        yield from _read(section.shared)
        yield from _own(section)
    yield from _related(topic, [])


def _own(section: Section) -> Iterator[Part]:
    for names, text in section.own:
        yield Part("**" + ", ".join(f"`{name}`" for name in names) + "**", detail=True)
        yield from _read(text)


def _names(topic: Topic) -> Part:
    lines = (
        "- " + ", ".join(f"`{name}`" for name in entry.names) + f": {entry.summary}"
        for entry in topic.entries
    )
    return Part("\n".join(lines), detail=True)


def _section(heading: str, text: str) -> Iterator[Part]:
    parts = list(_read(text))
    if parts and heading != "Example":
        yield Part(f"**{heading}.**", detail=True)
    yield from parts


def _read(text: str) -> Iterator[Part]:
    """Yield the paragraphs, lists, tables and programs of a Markdown text."""
    prose, *rest = _PROGRAM.split(text)
    yield from _paragraphs(prose)
    for std, program, after in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        yield Part(f"**Example** ({std}).", detail=True)
        yield Part(program.rstrip(), code=True, detail=True)
        yield from _paragraphs(after)


def _paragraphs(text: str) -> Iterator[Part]:
    yield from (Part(each.strip(), detail=True) for each in text.split("\n\n") if each.strip())


def _related(topic: Topic, siblings: list[str]) -> Iterator[Part]:
    see = [*siblings, *topic.see]
    if see:
        yield Part("**See also** " + names_line(see) + ".", detail=True)
    yield from checked_by(topic)


def _links(topic: Topic) -> Iterator[Part]:
    for name in topic.pages:
        yield from _link(name)


def _link(name: str) -> Iterator[Part]:
    found = page_link(name, "", (), None)
    if found is not None:
        yield Part(f"[{found.title}]({found.url})", detail=True)
