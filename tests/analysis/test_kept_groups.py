"""The items of kept headers equal those of a fresh start."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opencl_ls.analysis import items, kept_groups
from opencl_ls.analysis.groups import ItemGroups
from opencl_ls.preprocess import Unit, kept_runs
from tests.preprocess.test_incremental import quick
from tests.preprocess.test_kept_runs import DictStore, unit_of

BITS = [
    *("int a;\n", "int b;", " \n", "\n\n", "// c\n", "/* d */", "#define A int\n", "A x;\n"),
    *("void f(int x) {\n", "  return;\n", "  int y;", "}\n", "}", ";\n", "struct S {\n", "} s;\n"),
    *(
        '#include "h.h"\n',
        "#if 0\n",
        "#endif\n",
        "int g(a) int a; {",
        "typedef\n",
        "kernel void k(",
    ),
]
SHARED = DictStore()


@pytest.fixture(autouse=True)
def _keep_small_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_runs, "LEAST", 0)


def groups_of(unit: Unit) -> list[Any]:
    """The groups of a unit, comparable."""
    return [
        (
            group.count,
            [
                (item.text, [(each.start, each.piece, each.piece_start) for each in item.slices])
                for item in group.items
            ],
        )
        for group in ItemGroups.of(unit).row
    ]


header = st.lists(st.sampled_from(BITS), max_size=10).map("".join)
main = st.lists(st.sampled_from([*BITS, '#include "i.h"\n']), max_size=8).map("".join)


@settings(quick, max_examples=100)
@given(main, header, header)
def test_kept_items_equal_a_fresh_start(text: str, one: str, other: str) -> None:
    files = {"h.h": one.replace("h.h", "none"), "i.h": other}
    text = f'int z;\n#include "h.h"\n{text}\n#include "i.h"\n'
    fresh = groups_of(unit_of(text, files, None))
    assert groups_of(unit_of(text, files, SHARED)) == fresh
    assert groups_of(unit_of(text, files, SHARED)) == fresh


def test_items_of_a_kept_header_are_not_split(monkeypatch: pytest.MonkeyPatch) -> None:
    body = "".join(
        f"  x += {number}; // a line of a function that is long\n" for number in range(50)
    )
    files = {"h.h": f"int a;\nint f(int x) {{\n{body}  return x;\n}}\nint b;\n"}
    text = '#include "h.h"\nint c;\n'
    store = DictStore()
    fresh = groups_of(unit_of(text, files, store))
    split: list[str] = []
    for name in ("_split_short", "_split_whole"):
        monkeypatch.setattr(items, name, split.append)
    kept = groups_of(unit_of(text, files, store))
    assert [text for _, found in kept[:-1] for text, _ in found] == [
        text for _, found in fresh[:-1] for text, _ in found
    ]
    assert split == ["int c;\n"]


def test_a_value_of_another_form_is_none() -> None:
    assert kept_groups._decoded(b"\x91", []) is None
