"""The list of features: what it names as proof is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "features.md").read_text("utf-8")
_PROOF = re.compile(r"`(tests/[\w/-]+\.(?:py|md))(?:(::|#)([^`]+))?`")
_ROW = re.compile(r"^\|(?: \d+ \|)? .*\|$", re.M)


@pytest.mark.parametrize("proof", sorted(set(_PROOF.findall(PAGE))), ids="".join)
def test_a_proof_exists(proof: tuple[str, str, str]) -> None:
    """A file has the test or the heading that the list names."""
    file, mark, name = proof
    text = (ROOT / file).read_text("utf-8")
    if mark == "::":
        assert re.search(rf"^(?:async )?def {re.escape(name)}\(", text, re.M)
    elif mark == "#":
        assert f"\n## {name}\n" in text or f"\n# {name}\n" in f"\n{text}"


def test_each_row_has_a_proof_or_a_reason() -> None:
    """A yes names a test; a no says why."""
    rows = [row for row in _ROW.findall(PAGE) if not row.startswith("|--") and "Proof" not in row]
    numbers = [int(found[1]) for row in rows if (found := re.match(r"\| (\d+) \|", row))]
    assert numbers == list(range(1, 49))
    for row in rows:
        *_, said, proof = (cell.strip() for cell in row.strip("|").split("|"))
        is_no = said.startswith(("no:", "no,")) or "none for" in said
        assert proof or is_no, row
