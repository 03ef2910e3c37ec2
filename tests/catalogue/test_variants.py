"""Programs about the rule catalogue that were written before any rule was run on them.

Three violating and three conforming ones for each entry of the kinds constraint and advice in five
categories.  A block's words are the version, build options, and "conforming" or the level that is
due: as the catalogue says, but a warning where clang-19 takes what the catalogue calls an error.
The comment "here" ends a line that is meant; where several lines have it, one of them is enough.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from msgspec.structs import replace

from opencl_ls.findings import Finding
from opencl_ls.settings.options import from_build_options
from opencl_ls.settings.profiles import EVERYTHING, RECOMMENDED
from opencl_ls.text import LineTable, byte_text
from tests.support.cases import run
from tests.support.catalogue import Entry, read_catalogue
from tests.support.failures import failures

HERE = Path(__file__).parent
LEVELS = ("error", "warning", "info", "hint")
CATEGORIES = {file.stem for file in HERE.glob("*.md")}
ENTRIES = read_catalogue()

_HEADING = re.compile(r"^## (\S+)$|^```cl (.+?)\n(.*?)^```$", re.M | re.S)


@dataclass(frozen=True)
class Variant:
    """A program, the entry that it is about, and the level that is due, or "conforming"."""

    entry: Entry
    number: int
    options: tuple[str, ...]
    level: str
    text: str

    @property
    def meant(self) -> set[int]:
        """The lines of which one has to have a finding."""
        lines = enumerate(self.text.split("\n"))
        return {number for number, line in lines if line.endswith("// here")}

    def findings(self, profile: str) -> list[Finding]:
        """Return what the rules of a profile find."""
        options = [f"-cl-std={self.options[0]}", "-cl-ext=+all", *self.options[1:]]
        settings, problems = from_build_options(options)
        assert not problems
        rules = replace(settings.rules, profile=profile)
        return run(self.text, replace(settings, rules=rules))


def read_variants() -> list[Variant]:
    """Return the programs of all categories."""
    variants: list[Variant] = []
    for file in sorted(HERE.glob("*.md")):
        entry, number = "", 0
        for heading, info, text in _HEADING.findall(file.read_text("utf-8")):
            if heading:
                entry, number = heading, 0
                continue
            number += 1
            *options, level = info.split()
            variants.append(Variant(ENTRIES[entry], number, tuple(options), level, text))
    return variants


VARIANTS = read_variants()


def test_every_entry_has_its_variants() -> None:
    """Three that violate it, with a line that is meant, and three that conform."""
    wanted = {
        name: ["violating"] * 3 + ["conforming"] * 3
        for name, entry in ENTRIES.items()
        if entry.category in CATEGORIES and entry.kind in ("constraint", "advice")
    }
    found: dict[str, list[str]] = {}
    for each in VARIANTS:
        assert each.level in (*LEVELS, "conforming")
        assert bool(each.meant) == (each.level != "conforming")
        found.setdefault(each.entry.identity, []).append("violating" if each.meant else each.level)
    assert found == wanted


@pytest.mark.parametrize("entry", dict.fromkeys(each.entry.identity for each in VARIANTS))
def test_variants(entry: str) -> None:
    """A violation is reported on its line, with its severity; conforming code is not.

    That is so for the entry's own rules where a profile asks for all of them as well.
    """
    variants = [each for each in VARIANTS if each.entry.identity == entry]
    assert not failures(_is_judged_as_due, variants, lambda each: f"{entry}-{each.number}")


def _is_judged_as_due(variant: Variant) -> None:
    findings = variant.findings(EVERYTHING)
    lines = LineTable(byte_text(variant.text))
    shown = f"{variant.text}\n" + "\n".join(
        f"{lines.position(f.place.start)[0] + 1}: {f.severity.label}[{f.code}]: {f.message}"
        for f in findings
    )
    if not variant.meant:
        assert not [f for f in findings if f.code in variant.entry.codes], shown
        usual = variant.findings(RECOMMENDED)
        assert not [f for f in usual if f.severity.label in ("error", "warning")], shown
        return
    levels = {
        finding.severity.label
        for finding in findings
        if finding.code in variant.entry.codes
        and lines.position(finding.place.start)[0] in variant.meant
    }
    assert variant.level in levels, shown
