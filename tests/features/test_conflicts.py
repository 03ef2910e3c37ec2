"""Which edits can be made together."""

from __future__ import annotations

import pytest

from opencl_ls.features.quick_fixes import conflict
from opencl_ls.findings import Place, TextEdit


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((0, 2, "x"), (2, 4, "y"), False),
        ((0, 3, "x"), (2, 4, "y"), True),
        ((0, 9, "x"), (2, 4, "y"), True),
        ((2, 2, "x"), (2, 2, "y"), True),
        ((2, 2, "x"), (2, 2, "x"), False),
        ((2, 4, "x"), (2, 4, "x"), False),
        ((2, 4, "x"), (2, 4, "y"), True),
        ((2, 3, "x"), (2, 4, "x"), True),
        ((2, 2, "x"), (2, 4, "y"), True),
        ((4, 4, "x"), (2, 4, "y"), False),
        ((3, 3, "x"), (2, 4, "y"), True),
    ],
)
def test_conflict(one: tuple, other: tuple, expected: bool) -> None:
    def edit(start: int, end: int, text: str) -> TextEdit:
        return TextEdit(Place("a.cl", start, end), text)

    assert conflict(edit(*one), edit(*other)) is expected
    assert conflict(edit(*other), edit(*one)) is expected
