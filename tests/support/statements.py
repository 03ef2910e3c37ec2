"""The statements of the five reference pages, as the files in `tests/rules/statements/` have them.

Each file is a page, each heading in it a statement.  What stands below a heading is its text, the
line "Reported in 1.0, 1.1." or "Not reportable: why.", and cases as `cases.py` runs them.  A
statement is reported by the rules whose marks stand in its cases; without marks it is silent.

The files in `tests/docs/statements/` say on which page of our own reference each is read.

`python -m tests.support.statements` writes the table of all of them, `docs/statements.md`.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from opencl_ls.rules.registry import all_rules
from tests.support.cases import Case, marks_of, read_cases

ROOT: Final = Path(__file__).parent.parent.parent
FOLDER: Final = ROOT / "tests" / "rules" / "statements"
PLACES: Final = ROOT / "tests" / "docs" / "statements"
TABLE: Final = ROOT / "docs" / "statements.md"
PAGES: Final = ("blocks", "local", "work-group-barrier", "enqueue-kernel", "restrictions")
VERSIONS: Final = ("1.0", "1.1", "1.2", "2.0", "3.0")

_STATES: Final = ("reported", "reported when asked for", "silent", "not reportable")
_FENCED: Final = re.compile(r"^```.*?^```$", re.M | re.S)
_PLACE: Final = re.compile(r"- ([A-Z]+-\w+): `([^`]+)`: (\S.*)")


@dataclass(frozen=True)
class Statement:
    """One statement of the page `title`.

    `marks` are (severity, code) of what its cases expect, `versions` those in which it is reported.
    `reason` says why no program can be told to break it.
    """

    identity: str
    page: str
    title: str
    text: str
    versions: tuple[str, ...]
    reason: str
    marks: tuple[tuple[str, str], ...]
    case: Case

    @property
    def codes(self) -> tuple[str, ...]:
        """The rules that report it, in the order of their marks."""
        return tuple(dict.fromkeys(code for _, code in self.marks))

    @property
    def state(self) -> str:
        """How the checker treats it."""
        if self.marks:
            asked = all(not _RULES[code].enabled for code in self.codes)
            return "reported when asked for" if asked else "reported"
        return "not reportable" if self.reason else "silent"


_RULES: Final = {rule.code: rule for rule in all_rules()}


def read_page(page: str) -> tuple[str, list[Statement]]:
    """Return the title of a page and its statements."""
    file = FOLDER / f"{page}.md"
    cases = {case.heading: case for case in read_cases(file)}
    head, *sections = re.split(r"^## ", file.read_text("utf-8"), flags=re.M)
    title = head.partition("\n")[0].removeprefix("# ")
    return title, [_statement(page, title, section, cases) for section in sections]


def all_statements() -> list[Statement]:
    """Return the statements of all pages in their order."""
    return [statement for page in PAGES for statement in read_page(page)[1]]


def _statement(page: str, title: str, section: str, cases: dict[str, Case]) -> Statement:
    identity, _, rest = section.partition("\n")
    prose = [" ".join(part.split()) for part in _FENCED.sub("", rest).split("\n\n")]
    text, *notes = (part for part in prose if part)
    versions = next((note[12:-1] for note in notes if note.startswith("Reported in ")), "")
    reason = next((note[16:] for note in notes if note.startswith("Not reportable: ")), "")
    case = cases[identity]
    marks = [(mark.severity, mark.code) for block in case.blocks for mark in marks_of(block.text)]
    return Statement(
        identity,
        page,
        title,
        text,
        tuple(versions.split(", ")) if versions else (),
        reason,
        tuple(dict.fromkeys(marks)),
        case,
    )


class Place(NamedTuple):
    """Where a statement is read: the page of a name, and words that it contains."""

    identity: str
    name: str
    words: str


def read_places(page: str) -> list[Place]:
    """Return where the statements of a page are read, or nothing where no file says it."""
    file = PLACES / f"{page.replace('-', '_')}.md"
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    places = []
    for line in lines:
        if line.startswith("- "):
            match = _PLACE.fullmatch(line)
            assert match, f"{file.name}: a line is - ID: `name`: words, not {line}"
            places.append(Place(*match.groups()))
    return places


# --- the table -----------------------------------------------------------------------------------


def table() -> str:
    """Return the text of `docs/statements.md`."""
    lines = [
        "# Statement by statement",
        "",
        "What the five reference pages say that opencl-ls starts from, in our own words, and what",
        "becomes of it: a statement is *reported*, in the versions of OpenCL C named; or it is a",
        "permission or a fact, and programs that make use of it are *silent*; or no program can be",
        "told to break it. Each leads to its test. Under documentation stands the name whose page",
        "says it, as `opencl-ls doc NAME` shows it. Made from the tests by",
        "`python -m tests.support.statements`.",
    ]
    for page in PAGES:
        title, statements = read_page(page)
        lines += ["", f"## {title}", "", _counts(statements), ""]
        lines += ["| statement | state | documentation | rules | OpenCL C |"]
        lines += ["|---|---|---|---|---|"]
        read_at = {place.identity: place.name for place in read_places(page)}
        lines += [_row(each, read_at.get(each.identity, "")) for each in statements]
    return "\n".join([*lines, ""])


def _counts(statements: list[Statement]) -> str:
    numbers = Counter(statement.state for statement in statements)
    counted = [f"{numbers[state]} {state}" for state in _STATES if numbers[state]]
    return f"{len(statements)} statements: {', '.join(counted)}."


def _row(statement: Statement, read_at: str) -> str:
    link = f"../tests/rules/statements/{statement.page}.md#{statement.identity.lower()}"
    text = statement.text.replace("|", "\\|")
    severities = {code: severity for severity, code in reversed(statement.marks)}
    rules = ", ".join(
        f"[{code}](../opencl_ls/docs/rules/{code}.md) ({severities[code]})"
        for code in statement.codes
    )
    state = statement.state
    if statement.reason:
        state += f": {statement.reason.removesuffix('.')}"
    versions = "all" if statement.versions == VERSIONS else ", ".join(statement.versions)
    page = f"`{read_at}`" if read_at else ""
    return f"| [{statement.identity}]({link}): {text} | {state} | {page} | {rules} | {versions} |"


def main() -> int:
    """Write the table; return the exit status."""
    TABLE.write_text(table(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
