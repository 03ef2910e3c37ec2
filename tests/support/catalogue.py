"""The rule catalogue: what it says, which rules serve it, and what becomes of the rest.

`tests/catalogue/entries.toml` has the entries, and the page of a rule in `tests/rules/` names those
that the rule serves.

`python -m tests.support.catalogue` writes the table of all entries, `docs/catalogue.md`.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from opencl_ls.linter.registry import all_rules
from tests.support.cases import entries_of
from tests.support.rule_links import rule_source_link

ROOT: Final = Path(__file__).parent.parent.parent
DATA: Final = ROOT / "tests" / "catalogue" / "entries.toml"
PAGES: Final = ROOT / "tests" / "rules"
TABLE: Final = ROOT / "docs" / "catalogue.md"

_RULES: Final = {rule.code: rule for rule in all_rules()}
_STATES: Final = ("reported", "reported when asked for", "not reported")


@dataclass(frozen=True)
class Entry:
    """One entry of the catalogue.

    `kind` is constraint, advice, permission, semantics or runtime.  `codes` are the rules that
    report it, in alphabetical order, and `options` the build options that its violating programs
    need besides their own.  `note` says why it is reported otherwise than the catalogue says, and
    `reason` why it is not reported at all.
    """

    identity: str
    category: str
    kind: str
    text: str
    codes: tuple[str, ...]
    options: tuple[str, ...]
    note: str
    reason: str

    @property
    def state(self) -> str:
        """How the checker treats it."""
        if not self.codes:
            return "not reported"
        return "reported" if any(_RULES[c].enabled for c in self.codes) else _STATES[1]


def read_catalogue() -> dict[str, Entry]:
    """Return the entries by name, in the order of their categories."""
    serving: dict[str, list[str]] = {}
    for code, names in entries_by_rule().items():
        for name in names:
            serving.setdefault(name, []).append(code)
    return {
        name: Entry(
            name,
            category,
            data["kind"],
            data["text"],
            tuple(serving.get(name, ())),
            tuple(data.get("options", "").split()),
            data.get("note", ""),
            data.get("reason", ""),
        )
        for category, entries in tomllib.loads(DATA.read_text("utf-8")).items()
        for name, data in entries.items()
    }


def entries_by_rule() -> dict[str, tuple[str, ...]]:
    """Return the names of the entries that each rule serves, by its code."""
    pages = {code: PAGES / f"{code}.md" for code in _RULES}
    return {code: entries_of(page) for code, page in pages.items() if page.exists()}


# --- the table -----------------------------------------------------------------------------------


def table() -> str:
    """Return the text of `docs/catalogue.md`."""
    entries = list(read_catalogue().values())
    lines = [
        "# The rule catalogue",
        "",
        "What the specification says of OpenCL C, entry by entry, and what becomes of it: the",
        "rules that report it, and where they differ from the catalogue, why; or the reason why",
        "nothing reports it. A *constraint* has to be reported, *advice* is a hint or a warning,",
        "a *permission* must not be reported, *semantics* and *runtime* say what a program means",
        "and what happens when it runs. Rules marked *off* wait until a setting names them.",
        "[Statement by statement](statements.md) has the entries of the five reference pages with",
        "their tests. Made by `python -m tests.support.catalogue`.",
        "",
        _counts(entries),
    ]
    for category in dict.fromkeys(entry.category for entry in entries):
        own = [entry for entry in entries if entry.category == category]
        lines += ["", f"## {category.capitalize()}", "", _counts(own), ""]
        lines += ["| entry | kind | rules | remarks |", "|---|---|---|---|"]
        lines += [_row(entry) for entry in own]
    return "\n".join([*lines, ""])


def _counts(entries: list[Entry]) -> str:
    numbers = Counter(entry.state for entry in entries)
    counted = [f"{numbers[state]} {state}" for state in _STATES if numbers[state]]
    return f"{len(entries)} entries: {', '.join(counted)}."


def _row(entry: Entry) -> str:
    rules = ", ".join(
        rule_source_link(code) + ("" if _RULES[code].enabled else " (off)") for code in entry.codes
    )
    cells = (f"{entry.identity}: {entry.text}", entry.kind, rules, entry.reason or entry.note)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def main() -> int:
    """Write the table; return the exit status."""
    TABLE.write_text(table(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
