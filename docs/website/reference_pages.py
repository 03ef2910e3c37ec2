"""The reference of the language: a page for each topic, and a list of all names."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.catalogue import rule
from opencl_ls.docs.groups import GROUPS
from opencl_ls.docs.library import documented, index, is_concept, read_topic, topic_paths
from opencl_ls.reference import reference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.docs.topic import Topic
    from opencl_ls.reference.content import Part

_INTRODUCTION: Final = """\
---
search:
  exclude: true
---

# Reference of OpenCL C

{count} names of OpenCL C 1.0 to 3.0 and of its extensions, with their signatures, versions and
pitfalls. The same text is shown by hovers in an editor and by `opencl-ls doc NAME` in a terminal.
The sentences are ours; the specification decides.
"""
_NO_ANCHOR: Final = re.compile(r"\W+")
_PROGRAM: Final = re.compile(r"^```cl (CL\d\.\d)\n", re.MULTILINE)
_OPERATORS: Final = ("operator ", "unary ")
_SIGN: Final = re.compile(r"[^\w ]")
_SAID_ONCE: Final = ("- `", "**Returns.**")
_ACCURACY: Final = "**Accuracy.**"
_HEADINGS: Final = ("Arguments", "Returns", "Special values", "Notes", "Undefined", "Accuracy")


def reference_pages() -> dict[str, str]:
    """Return the Markdown of the list of names and of each topic, by their paths in the site."""
    # What one reads to learn comes before what one looks up.
    paths = sorted(topic_paths(), key=lambda path: not is_concept(path))
    names: dict[str, list[str]] = {path: [] for path in paths}
    for name, where in sorted(index().items()):
        names[where.partition("#")[0]].append(name)
    found = {f"reference/{path}": _page(path, members) for path, members in names.items()}
    return {"reference/index.md": _list(names), **found}


def _list(names: dict[str, list[str]]) -> str:
    lines = [_INTRODUCTION.format(count=f"{len(index()):,}")]
    for group, paths in groupby(names, lambda path: path.partition("/")[0]):
        lines += [f"## {GROUPS.get(group, group)}", ""]
        for path in paths:
            links = ", ".join(f"[`{name}`]({path}#{_place(name)})" for name in names[path])
            lines.append(f"- [{_title(path)}]({path}): {links}")
        lines.append("")
    return "\n".join(lines)


def _title(path: str) -> str:
    topic = read_topic(path)
    return topic.title or ", ".join(topic.entries[0].names)


def _page(path: str, names: list[str]) -> str:
    topic = read_topic(path)
    if is_concept(path):
        return _concept(topic)
    lines = [f"# {_title(path)}", "", *_paragraph(topic.lead)]
    for name in names:
        lines += [f"## `{name}` {{ #{_anchor(name)} }}", ""]
        for part in _own(reference(name, None), topic):
            lines += _shown(part)
        lines += _alone(topic, name)
    for heading in _HEADINGS:
        shared = _shared(topic, heading)
        if shared:
            lines += [f"## {heading}", "", shared, ""]
    if topic.examples:
        heading = "Examples" if len(topic.examples) > 1 else "Example"
        lines += [f"## {heading} {{ data-search-exclude }}", ""]
    for example in topic.examples:
        title = example.std.replace("CL", "OpenCL C ", 1)
        lines += [f'```opencl title="{title}"', example.code.rstrip(), "```", ""]
    lines += _related(topic)
    return "\n".join(lines)


def _concept(topic: Topic) -> str:
    lines = [f"# {topic.title}", "", *_paragraph(topic.lead)]
    for entry in topic.entries:
        shown = ", ".join(f"`{name}`" for name in entry.names)
        lines += [f"## {shown} {{ #{_anchor(entry.names[0])} }}", ""]
        lines += _paragraph(entry.text)
    for heading, section in topic.sections.items():
        lines += [f"## {heading}", "", *_paragraph(_PROGRAM.sub(_fence, section.text))]
    return "\n".join([*lines, *_related(topic)])


def _fence(found: re.Match[str]) -> str:
    return f'```opencl title="{found[1].replace("CL", "OpenCL C ", 1)}"\n'


def _shared(topic: Topic, heading: str) -> str:
    found = topic.sections.get(heading)
    return found.shared if found else ""


def _alone(topic: Topic, name: str) -> Iterator[str]:
    """Yield what the sections say about one name only; its accuracy is in another place."""
    known = documented(name)
    for heading in _HEADINGS:
        section = topic.sections.get(heading)
        if known is None or section is None or heading == "Accuracy":
            continue
        texts = [text for names, text in section.own if known.written in names]
        if texts:
            glue = "\n\n" if texts[0].startswith("- ") else " "
            yield from (f"**{heading}.**{glue}" + "\n".join(texts), "")


def _own(parts: list[Part], topic: Topic) -> Iterator[Part]:
    """Yield the parts of a page about one name only, and not about all names of its topic."""
    shared = _shared(topic, "Accuracy") or "\0"
    for part in parts:
        if part.detail:
            is_own_accuracy = part.text.startswith(_ACCURACY) and shared not in part.text
            is_own = is_own_accuracy or part.text.startswith("[")
        else:
            is_own = not part.text.startswith(_SAID_ONCE)
        if is_own:
            yield part


def _shown(part: Part) -> list[str]:
    return ["```opencl", part.text, "```", ""] if part.code else _paragraph(part.text)


def _paragraph(text: str) -> list[str]:
    return [text, ""] if text else []


def _related(topic: Topic) -> list[str]:
    lines = []
    if topic.see:
        lines += ["## See also", "", ", ".join(map(_link, topic.see)) + ".", ""]
    known = [found for code in topic.rules if (found := rule(code)) is not None]
    if known:
        lines += ["## Rules that watch over it", ""]
        lines += [f"- [{each.code}](../../rules/{each.code}.md): {each.summary}" for each in known]
        families = [code.removesuffix("/*") for code in topic.rules if code.endswith("/*")]
        lines += [f"- [all of {name}](../../rules/index.md#{name})" for name in families]
        lines.append("")
    return lines


def _link(name: str) -> str:
    where = index().get(name)
    if where is None or documented(name) is None:
        return f"`{name}`"
    return f"[`{name}`](../{where.partition('#')[0]}#{_place(name)})"


def _place(name: str) -> str:
    """Return the place of a name: names of a concept that share a line share their place."""
    known = documented(name) if is_concept(index()[name]) else None
    return _anchor(name if known is None else known.entry.names[0])


def _anchor(name: str) -> str:
    """Return the place of a name on its page.

    Underscores around a word would make it bold.  Signs have the numbers that they have in ASCII.
    """
    if name.startswith(_OPERATORS):
        name = _SIGN.sub(lambda sign: f"-{ord(sign[0]):x}", name)
    return _NO_ANCHOR.sub("-", name.replace("__attribute__", "attribute")).strip("-").rstrip("_")
