"""Writes the index of the topics: `python -m opencl_ls.docs.index`.

It prints what is wrong with topics, and how many names still want content.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import TYPE_CHECKING

from opencl_ls.builtins.reader import table
from opencl_ls.docs.library import INDEX, TOPICS, is_concept, matching, topic_paths
from opencl_ls.docs.topic import TopicError, parse_topic

if TYPE_CHECKING:
    from collections.abc import Iterator


def names_of_the_tables() -> set[str]:
    """Return every name that wants content, spelled as a topic spells it."""
    return {
        *table("functions"),
        *table("types"),
        *table("macros"),
        *table("extensions"),
        *table("keywords"),
        *(f"__attribute__(({name}))" for name in table("attributes")),
        *(f"#pragma {name}" for name in table("pragmas")),
    }


def built_index() -> tuple[dict[str, str], list[str]]:
    """Return the index made from the topics, and what is wrong with them."""
    names = names_of_the_tables()
    index: dict[str, str] = {}
    problems: list[str] = []
    for path in topic_paths():
        try:
            text = (TOPICS / path).read_text("utf-8")
            topic = parse_topic(text, is_concept=is_concept(path))
        except TopicError as error:
            problems.append(f"{path}: {error}")
            continue
        for written in (name for entry in topic.entries for name in entry.names):
            found = {written} if is_concept(path) else matching(written, names)
            if not found:
                problems.append(f"{path}: no table knows {written}")
            for name in sorted(found):
                if name in index and "*" in written:
                    continue  # A bullet of its own goes before a pattern.
                if name in index and "#" not in index[name]:
                    problems.append(f"{path}: {name} stands in {index[name]} already")
                index[name] = path if written == name else f"{path}#{written}"
    return dict(sorted(index.items())), problems


def _rows(index: dict[str, str]) -> Iterator[str]:
    missing = names_of_the_tables() - set(index)
    yield f"{len(index)} names have content, {len(missing)} want it"
    kinds = ("functions", "types", "macros", "extensions", "keywords", "attributes", "pragmas")
    for kind in kinds:
        prefixed = {"attributes": "__attribute__(({}))", "pragmas": "#pragma {}"}.get(kind, "{}")
        wanted = [name for name in table(kind) if prefixed.format(name) in missing]
        if wanted:
            yield f"  {kind}: {len(wanted)}: {' '.join(wanted[:12])}"


def main() -> int:
    """Write the index; return 1 when a topic has a fault."""
    index, problems = built_index()
    INDEX.write_text(json.dumps(index, indent=0, ensure_ascii=False) + "\n", "utf-8")
    sys.stdout.write("".join(f"{line}\n" for line in [*problems, *_rows(index)]))
    files = Counter(where.partition("#")[0] for where in index.values())
    sys.stdout.write(f"{len(files)} topics\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
