"""The statements of the five reference pages, as the files in `tests/conformance/` have them.

Each file is a page, each heading in it a statement, up to the heading "The examples of the page".
Below it are the text of the statement, the line "Reported in 1.0, 1.1." or "Not reportable: why.",
the line "Documented in `name`: words" with a name of our reference whose page has these words, and
cases as `cases.py` runs them.  A statement is reported by the rules whose marks are in its cases;
without marks it is silent.

`python -m tests.support.statements` writes the table of all of them, `docs/statements.md`.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from opencl_ls.linter.registry import all_rules
from tests.support.cases import Case, marks_of, read_cases
from tests.support.rule_links import rule_source_link

ROOT: Final = Path(__file__).parent.parent.parent
FOLDER: Final = ROOT / "tests" / "conformance"
TABLE: Final = ROOT / "docs" / "statements.md"
PAGES: Final = ("blocks", "local", "work-group-barrier", "enqueue-kernel", "restrictions")
VERSIONS: Final = ("1.0", "1.1", "1.2", "2.0", "3.0")

_STATES: Final = ("reported", "reported when asked for", "silent", "not reportable")
_FENCED: Final = re.compile(r"^```.*?^```$", re.M | re.S)
_EXAMPLES: Final = "\n# The examples of the page\n"
_DOCUMENTED: Final = re.compile(r"Documented in `([^`]+)`: (\S.*)")


@dataclass(frozen=True)
class Statement:
    """One statement of the page `title`.

    `marks` are (severity, code) of what its cases expect, `versions` those in which it is reported.
    `reason` says why it cannot be found out whether a program breaks it.  The page of the name
    `documented` has the `words`; both are "" where no line says so.
    """

    identity: str
    page: str
    title: str
    text: str
    versions: tuple[str, ...]
    reason: str
    documented: str
    words: str
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
    statements = file.read_text("utf-8").partition(_EXAMPLES)[0]
    head, *sections = re.split(r"^## ", statements, flags=re.M)
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
    places = [match for note in notes if (match := _DOCUMENTED.fullmatch(note))]
    documented, words = places[0].groups() if places else ("", "")
    case = cases[identity]
    marks = [(mark.severity, mark.code) for block in case.blocks for mark in marks_of(block.text)]
    return Statement(
        identity,
        page,
        title,
        text,
        tuple(versions.split(", ")) if versions else (),
        reason,
        documented,
        words,
        tuple(dict.fromkeys(marks)),
        case,
    )


# --- the table -----------------------------------------------------------------------------------


def table() -> str:
    """Return the text of `docs/statements.md`."""
    lines = [
        "# Statement by statement",
        "",
        "What the five reference pages say that opencl-ls starts from, in our own words, and what",
        "becomes of it: a statement is *reported*, in the versions of OpenCL C named; or it is a",
        "permission or a fact, and programs that make use of it are *silent*; or it cannot be",
        "found out whether a program breaks it. Each links to its test. The column documentation",
        "has the name whose page says it, as `opencl-ls doc NAME` shows it. Made from the tests by",
        "`python -m tests.support.statements`.",
    ]
    for page in PAGES:
        title, statements = read_page(page)
        lines += ["", f"## {title}", "", _counts(statements), ""]
        lines += ["| statement | state | documentation | rules | OpenCL C |"]
        lines += ["|---|---|---|---|---|"]
        lines += [_row(each) for each in statements]
    return "\n".join([*lines, ""])


def _counts(statements: list[Statement]) -> str:
    numbers = Counter(statement.state for statement in statements)
    counted = [f"{numbers[state]} {state}" for state in _STATES if numbers[state]]
    return f"{len(statements)} statements: {', '.join(counted)}."


def _row(statement: Statement) -> str:
    link = f"../tests/conformance/{statement.page}.md#{statement.identity.lower()}"
    text = statement.text.replace("|", "\\|")
    severities = {code: severity for severity, code in reversed(statement.marks)}
    rules = ", ".join(f"{rule_source_link(code)} ({severities[code]})" for code in statement.codes)
    state = statement.state
    if statement.reason:
        state += f": {statement.reason.removesuffix('.')}"
    versions = "all" if statement.versions == VERSIONS else ", ".join(statement.versions)
    page = f"`{statement.documented}`" if statement.documented else ""
    return f"| [{statement.identity}]({link}): {text} | {state} | {page} | {rules} | {versions} |"


def main() -> int:
    """Write the table; return the exit status."""
    TABLE.write_text(table(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
