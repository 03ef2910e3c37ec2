"""Findings as MessagePack has them: lists of plain values, for other processes and other runs."""

from __future__ import annotations

from typing import Any

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemEdit, ItemFinding, ItemFix, ItemRelated


def finding_of(
    start: int,
    end: int,
    code: str,
    severity: int,
    message: str,
    related: list[list[Any]],
    fixes: list[tuple[str, list[list[Any]], bool]],
    *marks: bool,
) -> ItemFinding:
    """Return the finding of some fields, in their order; severities are numbers."""
    places = tuple(ItemRelated(*each) for each in related)
    made = tuple(
        ItemFix(title, tuple(ItemEdit(*edit) for edit in edits), safe)
        for title, edits, safe in fixes
    )
    return ItemFinding(start, end, code, Severity(severity), message, places, made, *marks)
