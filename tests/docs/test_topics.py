"""The topics of the reference: well written, found by every name, and right in their examples."""

from __future__ import annotations

import re
from collections import Counter
from fnmatch import fnmatchcase

import pytest

from opencl_ls.builtins.functions import function_names
from opencl_ls.builtins.reader import table
from opencl_ls.docs.library import (
    TOPICS,
    documented,
    index,
    is_concept,
    names_of_the_tables,
    read_topic,
    topic_paths,
)
from opencl_ls.docs.topic import Topic, TopicError, names_written, parse_topic
from opencl_ls.linter.registry import all_rules
from opencl_ls.settings.options import from_build_options
from tests.support.cases import run

PATHS = topic_paths()


def test_each_name_has_one_bullet() -> None:
    """A bullet names what a table knows, and no other bullet names it."""
    bullets = [(name, path) for path in PATHS for name in _written(path)]
    assert [each for each, count in Counter(name for name, _ in bullets).items() if count > 1] == []
    taken = {*index(), *(where.partition("#")[2] for where in index().values())}
    assert [each for each in bullets if each[0] not in taken] == []
    tables = names_of_the_tables() | set(_concepts())
    assert [name for name in index() if name not in tables] == []


def test_the_index_has_the_names_of_the_topics() -> None:
    """It finds the bullets by one pattern, where a topic is parsed whole."""
    for path in PATHS:
        text = (TOPICS / path).read_text("utf-8")
        assert names_written(text) == _written(path), path


def test_a_name_belongs_to_one_pattern() -> None:
    """Where two match, which one the index takes would be left to the order of files."""
    patterns = [
        name for path in PATHS if not is_concept(path) for name in _written(path) if "*" in name
    ]
    for name, where in index().items():
        if "#" in where:
            assert sum(fnmatchcase(name, each) for each in patterns) == 1, name


def _written(path: str) -> list[str]:
    return [name for entry in read_topic(path).entries for name in entry.names]


def _concepts() -> list[str]:
    return [name for path in PATHS if is_concept(path) for name in _written(path)]


def test_every_name_has_content() -> None:
    """Each name of the tables is in a topic."""
    assert names_of_the_tables() - set(index()) == set()


def test_no_text_serves_two_families() -> None:
    """No two bullets say the same."""
    seen: dict[str, str] = {}
    for path in PATHS:
        for entry in read_topic(path).entries:
            assert entry.text not in seen, (path, entry.names, seen[entry.text])
            seen[entry.text] = f"{path}: {entry.names}"


@pytest.mark.parametrize("path", PATHS)
def test_topic(path: str) -> None:
    """A topic has its parts, stays within the lines, and names nothing that does not exist."""
    text = (TOPICS / path).read_text("utf-8")
    topic = read_topic(path)
    assert topic.title
    assert max(map(len, text.splitlines())) <= 100
    codes = {known for rule in all_rules() for known in (rule.code, f"{rule.family}/*")}
    assert set(topic.rules) <= codes, set(topic.rules) - codes
    known = names_of_the_tables() | function_names() | set(index())
    assert set(topic.see) <= known, set(topic.see) - known
    own = {name for entry in topic.entries for name in entry.names}
    assert not own & set(topic.see), "names of the same topic need no pointing at"
    for entry in topic.entries:
        assert re.match(r"[A-Z`(\d]", entry.text), entry
        assert entry.text.endswith("."), entry
        assert not any(entry.text.startswith(f"`{name}`") for name in entry.names), entry
    _check_arguments(topic)


def _check_arguments(topic: Topic) -> None:
    functions = table("functions")
    keys = {name for entry in topic.entries for name in entry.names if name in functions}
    parameters = {
        parameter
        for key in keys
        for signature in functions[key]["signatures"]
        for _, parameter in signature["params"]
    }
    if parameters:
        written = {each for key in keys for each in topic.arguments(key)}
        assert written <= parameters | {"..."}, written - parameters


@pytest.mark.parametrize("path", [path for path in PATHS if read_topic(path).examples])
def test_example(path: str) -> None:
    """Each example is sound under the version that it names: no error, no warning."""
    for example in read_topic(path).examples:
        settings, problems = from_build_options([f"-cl-std={example.std}", "-cl-ext=+all"])
        assert not problems
        found = run(example.code, settings)
        shown = [
            f"{f.code}: {f.message}" for f in found if f.severity.label in {"error", "warning"}
        ]
        assert not shown


def test_the_nearest_siblings_come_first() -> None:
    """A name that shares a part of a section is nearer than one that is only beside it."""
    found = documented("atomic_xor")
    assert found is not None
    assert found.siblings[:2] == ["atomic_or", "atomic_xchg"]
    assert "atomic_xor" not in found.siblings


def test_lookup() -> None:
    """A name is found with its own lines; an unknown one is not."""
    found = documented("barrier")
    assert found is not None
    assert found.entry.summary.startswith("Holds every work-item")
    assert documented("no_such_name") is None


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("__attribute__((packed))", "packed"),
        ("#pragma unroll", "#pragma unroll"),
        ("write_imageui", "write_imageui"),
        ("vstorea_halfn", "vstorea_half3"),
    ],
)
def test_the_examples_of_a_name_use_it(name: str, word: str) -> None:
    """A name of the second example of a topic is shown with that one."""
    found = documented(name)
    assert found is not None
    assert len(found.examples) < len(found.topic.examples)
    assert all(word in example.code for example in found.examples)


_PARTS = """\
---
title: T
see: four,
  five
---
## Names
- `one`: Is one.
- `two`, `three`: Are more.

## Arguments
- `x`: Any.
- `y`: Another.

### `two`, `three`
- `y`: Their own.

## Returns
A number.

### `one`
One.

## Notes
- All.

### `two`
### `three`
- The last two.

## Example
```cl CL1.2
one(two);
```
```cl CL1.2
two();
```
"""


def test_a_name_has_what_concerns_it() -> None:
    """The text for all comes with the parts of a name, and with no sibling's."""
    topic = parse_topic(_PARTS)
    assert topic.see == ("four", "five")
    assert topic.arguments("one") == {"x": "Any.", "y": "Another."}
    assert topic.arguments("three") == {"x": "Any.", "y": "Their own."}
    assert topic.section("Returns", "one") == "A number.\n\nOne."
    assert topic.section("Returns", "two") == "A number."
    assert topic.section("Notes", "two") == "- All.\n- The last two."
    assert topic.section("Notes", "three") == topic.section("Notes", "two")
    assert topic.section("Undefined", "one") == ""
    assert [each.code for each in topic.examples_of({"one"})] == ["one(two);\n"]
    assert len(topic.examples_of({"two"})) == 2
    assert [each.code for each in topic.examples_of({"three"})] == ["one(two);\n"]
    assert [each.code for each in topic.examples_of({"three"}, "o*")] == ["one(two);\n"]
    assert len(topic.examples_of({"three"}, "tw*")) == 2


def test_a_part_can_be_headed_by_a_pattern() -> None:
    """Names that match a pattern have the part's text; one that matches nothing is an error."""
    topic = parse_topic(_PARTS.replace("### `one`", "### `t*`"))
    assert topic.section("Returns", "three") == "A number.\n\nOne."
    assert topic.section("Returns", "one") == "A number."
    with pytest.raises(TopicError, match="not u"):
        parse_topic(_PARTS.replace("### `one`", "### `u*`"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# barrier\n", "header"),
        ("---\ntitle: T\ntopics: x\n---\n", "not: topics: x"),
        ("---\ntitle: T\n---\nWords.\n", "section Names"),
        ("---\ntitle: T\n---\n## Names\n- no code\n", "no code"),
        ("---\ntitle: T\n---\n## Names\n- `a`: B.\n## Notes\n### `b`\n- C.\n", "not b"),
        ("---\ntitle: T\n---\n## Names\n- `a`: B.\n## Notes\n### a\n- C.\n", "not: a"),
        ("---\ntitle: T\n---\n## Names\n- `a`: B.\n## Notes\n### `a`\n", "heading of a"),
        ("---\ntitle: T\n---\n## Names\n- `a`: B.\n## Names\n- `b`: B.\n", "once"),
        ("---\ntitle: T\n---\n## Remarks\nWords.\n", "unknown section Remarks"),
        ("---\ntitle: T\n---\n## Returns\nX.\n## Names\n- `a`: B.\n", "order"),
        ("---\ntitle: T\n---\n## Names\n- `a`: B.\n## Example\nnone\n", "CL1.2"),
    ],
)
def test_faults_are_named(text: str, words: str) -> None:
    """An error of a topic has a message."""
    with pytest.raises(TopicError, match=re.escape(words)):
        parse_topic(text)
