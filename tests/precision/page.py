"""The findings, a reader's verdicts on them, and the page that is made of both."""

from __future__ import annotations

import json
import tomllib
from collections import Counter, defaultdict
from pathlib import Path
from typing import Final, NamedTuple

from tests.support.rule_links import rule_source_link

HERE: Final = Path(__file__).parent
PAGE: Final = HERE.parent.parent / "docs" / "precision.md"
FINDINGS: Final = HERE / "findings.tsv"
KERNELS: Final = HERE / "kernels.json"
JUDGED: Final = HERE / "judged.toml"

SHOWN: Final = 50
"""The number of findings of a rule that are read, or all where there are fewer."""
LEAST: Final = 0.9
"""The share of true findings that a rule has to have which is on where nothing is set."""

_HEAD: Final = """\
# Precision

How often the rules of the profile `recommended` are right ([Profiles](configuration.md#profiles)),
read on {kernels} public kernels ({lines} lines) that clang accepts. Of each rule that found
anything in them all findings were read, or {shown} that are spread over the files.

| Verdict | Meaning |
|---|---|
| true | right for the program as it is built here, and what its author would want to know |
| noise | right, but written on purpose in its place, or of no use to a reader of the file |
| false | wrong |

What clang warns of without any option counts as true where it is right, in tests that do it on
purpose as well: who builds the program reads it anyway. A rule with less than {least} % true
findings does not stay in the profile. The kernels are built with one set of flags for each package,
which is not always what its host program sets. None of the findings is an error.

| Rule | Level | Findings | Files | Read | True | Noise | False | Note |
|---|---|---|---|---|---|---|---|---|
"""
_TAIL: Final = """
All other rules of the profile found nothing. That is {per_thousand} findings in 1,000 lines.

## What was moved or changed for it

{moved}
## Whose kernels they are

| Package | Kernels | Lines |
|---|---|---|
{sources}
`python -m tests.precision` counts again, shows the findings to read, and writes this page from
`tests/precision/`, where each finding that is not true is listed with its reason.
"""


class Found(NamedTuple):
    """A finding: of which rule, and where; lines and columns count from 1."""

    rule: str
    file: str
    line: int
    column: int
    level: str
    message: str

    @property
    def line_of_text(self) -> str:
        """The finding as `findings.tsv` has it."""
        return "\t".join(map(str, self))


class Judged(NamedTuple):
    """The verdict on a rule: how many findings were read, a note, and which are not true.

    `others` are verdicts by file and line.
    """

    read: int
    note: str
    others: dict[tuple[str, int], str]


def findings() -> list[Found]:
    """Return what was found in the kernels."""
    rows = (line.split("\t") for line in FINDINGS.read_text("utf-8").splitlines())
    return [
        Found(rule, file, int(line), int(column), level, message)
        for rule, file, line, column, level, message in rows
    ]


def judgements() -> tuple[dict[str, Judged], list[str]]:
    """Return what was said of each rule, and what was moved or changed for it."""
    data = tomllib.loads(JUDGED.read_text("utf-8"))
    rules = {
        rule: Judged(
            said["read"],
            said.get("note", ""),
            {
                (file, line): verdict
                for verdict in ("noise", "false")
                for file, line in said.get(verdict, ())
            },
        )
        for rule, said in data["rules"].items()
    }
    return rules, data["moved"]


def spread(found: list[Found], most: int) -> list[Found]:
    """Return `most` findings, one of each file before the second of any, files evenly chosen."""
    by_file: dict[str, list[Found]] = defaultdict(list)
    for each in found:
        by_file[each.file].append(each)
    files = list(by_file.values())
    if len(files) > most:
        files = [files[number * len(files) // most] for number in range(most)]
    deepest = max(map(len, files), default=0)
    chosen = [row[depth] for depth in range(deepest) for row in files if depth < len(row)]
    return sorted(chosen[:most])


def page() -> str:
    """Return the page as Markdown."""
    sources: dict[str, list[int]] = json.loads(KERNELS.read_text("utf-8"))
    kernels, lines = map(sum, zip(*sources.values(), strict=True))
    judged, moved = judgements()
    found: dict[str, list[Found]] = defaultdict(list)
    for each in findings():
        found[each.rule].append(each)
    rows = [
        _row(rule, found[rule], judged[rule])
        for rule in sorted(found, key=lambda rule: (-len(found[rule]), rule))
    ]
    head = _HEAD.format(
        kernels=f"{kernels:,}", lines=f"{lines:,}", shown=SHOWN, least=int(LEAST * 100)
    )
    tail = _TAIL.format(
        per_thousand=f"{1000 * sum(map(len, found.values())) / lines:.1f}",
        moved="".join(f"- {each}\n" for each in moved),
        sources="".join(
            f"| {name} | {number} | {count:,} |\n" for name, (number, count) in sources.items()
        ),
    )
    return f"{head}{''.join(rows)}{tail}"


def _row(rule: str, found: list[Found], said: Judged) -> str:
    levels = ", ".join(sorted({each.level for each in found}))
    verdicts = Counter(said.others.values())
    true = said.read - verdicts.total()
    cells = (
        rule_source_link(rule),
        levels,
        len(found),
        len({each.file for each in found}),
        said.read,
        f"{true} ({100 * true // said.read} %)",
        verdicts["noise"],
        verdicts["false"],
        said.note,
    )
    return f"| {' | '.join(map(str, cells))} |\n"
