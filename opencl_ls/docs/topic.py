"""A topic of the reference: its Markdown taken apart.

`topics/README.md` says how topics are written.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

SECTIONS: Final = (
    "Names", "Arguments", "Returns", "Notes", "Undefined", "Accuracy", "Example",
)  # fmt: skip

_HEADER = re.compile(r"---\n(.*?)\n---\n", re.DOTALL)
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_BULLET = re.compile(r"^- ", re.MULTILINE)
_BULLET_NAMES = re.compile(r"((?:`[^`]+`,?\s+)*`[^`]+`):\s+(.*)", re.DOTALL)
_CODE = re.compile(r"`([^`]+)`")
_SENTENCE_END = re.compile(r"(?<![.\d]\.[a-z])(?<!e\.g)(?<!i\.e)\.(?=\s|$)")
_EXAMPLE = re.compile(r"```cl (CL\d\.\d)\n(.*?)```", re.DOTALL)


class TopicError(ValueError):
    """A topic that is not written as topics are; the message says where and why."""


class Entry(NamedTuple):
    """One bullet of a topic's names: the names as written, and the text on one line."""

    names: tuple[str, ...]
    text: str

    @property
    def summary(self) -> str:
        """The first sentence."""
        end = _SENTENCE_END.search(self.text)
        return self.text[: end.end()] if end else self.text


class Example(NamedTuple):
    """A program, and the version that it is written for ("CL2.0")."""

    std: str
    code: str


class Topic(NamedTuple):
    """A topic.  `sections` holds the Markdown below each heading but that of the names."""

    title: str
    lead: str
    entries: tuple[Entry, ...]
    sections: dict[str, str]
    see: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    def entry(self, name: str) -> Entry | None:
        """Return the bullet in which `name` stands as written there, or None."""
        return next((entry for entry in self.entries if name in entry.names), None)

    @property
    def examples(self) -> tuple[Example, ...]:
        """The programs of the topic's examples."""
        found = _EXAMPLE.findall(self.sections.get("Example", ""))
        return tuple(Example(std, code) for std, code in found)

    @property
    def arguments(self) -> dict[str, str]:
        """What the arguments mean, by name; their text on one line."""
        return {
            name: text
            for names, text in _bullets(self.sections.get("Arguments", ""))
            for name in names
        }


def parse_topic(text: str) -> Topic:
    """Return the topic that a Markdown text holds; raises TopicError."""
    header = _HEADER.match(text)
    if header is None:
        raise TopicError("a topic begins with a header between lines of ---")
    fields = dict(_fields(header[1]))
    lead, *parts = _HEADING.split(text[header.end() :])
    sections = {
        heading: body.strip() for heading, body in zip(parts[::2], parts[1::2], strict=True)
    }
    unknown = [heading for heading in sections if heading not in SECTIONS]
    if unknown:
        raise TopicError(f"unknown section {unknown[0]}; there are {', '.join(SECTIONS)}")
    order = [SECTIONS.index(heading) for heading in sections]
    if order != sorted(order) or len(order) * 2 != len(parts):
        raise TopicError(f"sections stand once and in this order: {', '.join(SECTIONS)}")
    entries = tuple(Entry(names, words) for names, words in _bullets(sections.pop("Names", "")))
    if not entries:
        raise TopicError("a topic has a section Names with a bullet for each name")
    if "Example" in sections and not _EXAMPLE.search(sections["Example"]):
        raise TopicError("an example is a block ```cl CL1.2")
    return Topic(
        title=fields.pop("title", ""),
        lead=_one_line(lead),
        entries=entries,
        sections=sections,
        see=_names(fields.pop("see", "")),
        rules=_names(fields.pop("rules", "")),
    )


def _fields(header: str) -> Iterator[tuple[str, str]]:
    for line in header.splitlines():
        key, colon, value = line.partition(":")
        if not colon or key not in {"title", "see", "rules"}:
            raise TopicError(f"the header holds title, see and rules, not: {line}")
        yield key, value.strip()


def _names(text: str) -> tuple[str, ...]:
    return tuple(name for part in text.split(",") if (name := part.strip()))


def _bullets(section: str) -> Iterator[tuple[tuple[str, ...], str]]:
    before, *bullets = _BULLET.split(section)
    if bullets and before.strip():
        raise TopicError(f"a list of names holds bullets alone, not: {before.strip()[:60]}")
    for bullet in bullets:
        match = _BULLET_NAMES.match(bullet)
        if match is None:
            raise TopicError(f"a bullet begins with `name`: and a text, not: {bullet[:60]}")
        yield tuple(_CODE.findall(match[1])), _one_line(match[2])


def _one_line(text: str) -> str:
    return " ".join(text.split())
