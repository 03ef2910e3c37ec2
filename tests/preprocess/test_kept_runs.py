"""A unit from kept runs of headers equals that of a fresh start, whatever has changed."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencl_ls.preprocess import (
    Action,
    Headers,
    MemorySources,
    Options,
    Preprocessor,
    Unit,
    kept_runs,
)
from tests.preprocess.test_incremental import BITS, HEADERS, everything, quick

PATHS = ("one", "two")


class DictStore(dict[bytes, bytes]):
    """A store that is not larger than it has to be: it drops all of its values at times."""

    def put(self, key: bytes, value: bytes) -> None:
        if len(self) > 500:
            self.clear()
        self[key] = value


@pytest.fixture(autouse=True)
def _keep_small_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_runs, "LEAST", 0)


def unit_of(text: str, files: dict[str, str], store: DictStore | None, *defines: str) -> Unit:
    actions: tuple[Action, ...] = tuple(("define", name) for name in defines)
    headers = Headers(MemorySources(files), {"INT_MAX": "2147483647"}, store)
    return Preprocessor("m.cl", text, headers, Options(actions=actions, paths=PATHS)).unit


def facts(unit: Unit) -> dict[str, Any]:
    """All facts of a unit, those included that only a query asks for."""
    return everything(unit) | {
        "definitions": unit.definitions,
        "files": unit.files,
        "lacks": (unit.lacks_file, unit.unread_macros, unit.weight),
        "sources": [
            (piece.chunk.text, piece.expansion.source, piece.expansion.cuts)
            for piece in unit.pieces
            if piece.start >= 0
        ],
        "invocations": [
            (each.present, each.forced, each.values, each.line_text)
            for each in (piece.expansion for piece in unit.pieces)
            if each.replacements
        ],
        "directives": [
            (record.name, record.name_start, record.macro, record.path, record.value, record.quoted)
            for record in (placed.record for placed in unit.records)
        ],
    }


SHARED = DictStore()
BITS_OF_HEADERS = [
    *BITS,
    *(
        "__FILE__ ",
        "__INCLUDE_LEVEL__ ",
        "__BASE_FILE__ ",
        "__DATE__ ",
        "INT_MAX ",
        "#undef INT_MAX\n",
    ),
    *('#if __has_include("j.h")\nint has;\n#endif\n', '#include_next "h.h"\n', '#include "j.h"\n'),
    *('#pragma push_macro("A")\n', '#pragma pop_macro("A")\n', "#pragma OPENCL FP_CONTRACT OFF\n"),
    *("#define V(...) __VA_ARGS__ ## A\n", "V(A, F(A)) ", "#error A\n", "#include <k.h>\n"),
]
header = st.lists(st.sampled_from(BITS_OF_HEADERS), max_size=8).map("".join)
main = st.lists(st.sampled_from([*BITS, '#include "h.h"\n', "#include <j.h>\n"]), max_size=8)
names = st.sampled_from(["h.h", "i.h", "one/h.h", "two/h.h", "one/j.h", "two/j.h", "one/k.h"])


@quick
@given(main.map("".join), st.dictionaries(names, header, max_size=4), st.sampled_from(["B", "A=2"]))
def test_kept_runs_equal_a_fresh_start(text: str, files: dict[str, str], define: str) -> None:
    fresh = facts(unit_of(text, HEADERS | files, None, define))
    assert facts(unit_of(text, HEADERS | files, SHARED, define)) == fresh
    assert facts(unit_of(text, HEADERS | files, SHARED, define)) == fresh


def test_a_value_of_another_form_is_none() -> None:
    files = {"h.h": "#define A 1\nint a = A;\n"}
    store = DictStore()
    fresh = facts(unit_of('#include "h.h"\n', files, store))
    for damage in (b"", b"\x80", b"\x91\xa1\x80", b"\x91\x01"):
        for key in list(store):
            damaged = DictStore(store | {key: damage})
            assert facts(unit_of('#include "h.h"\n', files, damaged)) == fresh


def hits(text: str, files: dict[str, str], store: DictStore, *defines: str) -> bool:
    """Return whether nothing new is kept, so that all headers of a text had kept runs."""
    before = dict(store)
    unit_of(text, files, store, *defines)
    return store == before


HEADER = "#ifdef X\nint x = X;\n#endif\n#define A(x) x\nint a = A(1);\n"


def test_a_macro_that_a_header_does_not_look_up_is_no_condition() -> None:
    store = DictStore()
    files = {"h.h": HEADER, "i.h": "int i;\n"}
    assert not hits('#include "h.h"\n', files, store)
    assert hits('#define B\nint b;\n#include "h.h"\nint c;\n', files, store, "C=2")
    assert not hits('#define X 1\n#include "h.h"\n', files, store)
    assert hits('#define X 1\n#include "h.h"\n', files, store)


@pytest.mark.parametrize(
    ("header", "other"),
    [
        ('#include "i.h"\n', {"i.h": "int j;\n"}),
        ("#include <i.h>\n", {"one/i.h": "int j;\n"}),
        ('#if __has_include("k.h")\nint k;\n#endif\n', {"k.h": "int k;\n"}),
        ('#include "k.h"\n', {"k.h": "int k;\n"}),
    ],
    ids=[
        "another text",
        "a file before it",
        "a file that was asked for",
        "a file that was missing",
    ],
)
def test_another_file_is_a_condition(header: str, other: dict[str, str]) -> None:
    store = DictStore()
    files = {"h.h": header, "i.h": "int i;\n", "two/i.h": "int i;\n"}
    assert not hits('#include "h.h"\n', files, store)
    assert hits('#include "h.h"\n', files, store)
    assert not hits('#include "h.h"\n', files | other, store)


@pytest.mark.parametrize("name", ["__COUNTER__", "__BASE_FILE__"])
def test_the_place_of_an_include_is_a_condition_of_some_macros(name: str) -> None:
    store = DictStore()
    files = {"h.h": f"int a = {name};\n"}
    unit_of('#include "h.h"\n', files, store)
    unit = Preprocessor(
        "n.cl", 'int n = __COUNTER__;\n#include "h.h"\n', Headers(MemorySources(files), None, store)
    ).unit
    assert unit.pieces[-1].text in ("int a = 1;\n", 'int a = "n.cl";\n')


def test_a_small_header_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_runs, "LEAST", 100)
    store = DictStore()
    unit_of('#include "h.h"\n', {"h.h": "int a;\n"}, store)
    assert not store


def test_a_header_that_the_settings_include_is_kept() -> None:
    store = DictStore()
    files = {"h.h": HEADER}
    options = Options(actions=(("define", "X=1"), ("include", "h.h")))
    made = [
        facts(
            Preprocessor("m.cl", "A(2)\n", Headers(MemorySources(files), None, each), options).unit
        )
        for each in (None, store, store)
    ]
    assert store
    assert made[0] == made[1] == made[2]


def test_a_path_that_is_not_unicode_is_not_kept() -> None:
    store = DictStore()
    options = Options(paths=("\udcff",))
    headers = Headers(MemorySources({"\udcff/h.h": HEADER}), None, store)
    assert Preprocessor("m.cl", "#include <h.h>\n", headers, options).unit.pieces
    assert not store


def test_a_key_writes_nothing() -> None:
    store = DictStore()
    headers = Headers(MemorySources({"h.h": HEADER}), None, store)
    preprocessor = Preprocessor("m.cl", '#define X 1\n#include "h.h"\n', headers)
    kept = dict(store)
    preprocessor.set_text('#define X 12\n#include "h.h"\n')
    assert store == kept
