"""After any edits a unit equals that of a fresh start, and little is done again."""

from typing import Any
from unittest.mock import patch

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import astuple

from opencl_ls.preprocess import (
    Headers,
    MemorySources,
    Options,
    Preprocessor,
    SourceEdit,
    Unit,
    changed,
    locate,
    split,
)
from opencl_ls.preprocess import chunk_splitting as chunks_module
from opencl_ls.preprocess import text_expansion as expand_module

BITS = [
    *("#define A 1\n", "#define A 2\n", "#define F(x) [x A]\n", "#define G(a,b) a##b #a\n"),
    *("#undef A\n", "#undef F\n", "#if A\n", "#ifdef F\n", "#elif 0\n", "#else\n", "#endif\n"),
    *('#include "h.h"\n', '#include "i.h"\n', '#include "none.h"\n', "#line 7\n", "#define\n"),
    *("F(", "A ", "G(A,F(1))", "x = F(2);\n", "{", "}\n", "}", "(", ")", ";\n", "int a;"),
    *("/*", "*/", "//c\n", '"', "'", "\\\n", "\\", "\n", "\r\n", "\r", "#", "  ", "\xe9", "??/"),
    *("__LINE__ ", "__COUNTER__ ", "#define L __LINE__\n", "L ", '_Pragma("x")', "\x00"),
    *("F (3\n#undef A\n)\n", "#if __LINE__ > 4\n", "struct S { int x; };\n", "#pragma once\n"),
    *("void g(int x) {\n  F(x);\n}\n", "int f() {\n a;\n}\n", "};\n", "#include H\n"),
    *("void h() {\n", "  a = A;\n\n", "  break;\n", "  F(\n\n  1);\n\n"),
]
HEADERS = {
    "h.h": "#ifndef H\n#define H\n#define A 5\nint h = A;\n#endif\nA F\n",
    "i.h": "#pragma once\n#ifdef A\nint i = A __COUNTER__;\n#endif\n"
    '#define F(x) <x>\n#include "h.h"\n',
}

texts = st.lists(st.sampled_from(BITS), max_size=40).map("".join)
edits = st.lists(
    st.tuples(
        st.floats(0, 1, exclude_max=True),
        st.sampled_from([0, 0, 1, 3, 10, 40]),
        st.sampled_from([*BITS, "", "", "x"]),
    ),
    max_size=6,
)
quick = settings(
    max_examples=300,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def everything(unit: Unit) -> dict[str, Any]:
    """All facts of a unit, comparable."""
    return {
        "text": unit.text(),
        "pieces": [
            (piece.file, piece.text, unit.start_of(index), piece.expansion.segments)
            for index, piece in enumerate(unit.pieces)
        ],
        "findings": unit.findings,
        "records": [
            (placed.file, placed.start, placed.end, placed.piece, placed.record.kind)
            for placed in unit.records
        ],
        "pragmas": [(*astuple(pragma)[:-1], pragma.directive.content) for pragma in unit.pragmas],
        "inactive": unit.inactive,
        "macros": unit.macros,
        "chunks": [(chunk.text, chunk.entry, chunk.leave) for chunk in unit.chunks],
    }


def start(text: str) -> Preprocessor:
    return Preprocessor("m.cl", text, Headers(MemorySources(HEADERS)))


def placed(text: str, where: float, length: int, insert: str) -> SourceEdit:
    begin = int(where * (len(text) + 1))
    return SourceEdit(begin, min(len(text), begin + length), insert)


@quick
@given(texts, edits)
def test_updates_equal_a_fresh_start(text: str, changes: list[tuple[float, int, str]]) -> None:
    preprocessor = start(text)
    for change in changes:
        before = preprocessor.unit
        edit = placed(before.source, *change)
        unit = preprocessor.update(edit)
        assert unit.source == edit.apply(before.source)
        assert everything(unit) == everything(start(unit.source).unit)
        differs = changed(before, unit)
        if differs is not None:
            first = differs.first
            assert unit.pieces[:first] == before.pieces[:first]
            rest = unit.pieces[first + differs.added :]
            assert rest == before.pieces[first + differs.removed :]
            assert unit.source[: differs.start] == before.source[: differs.start]
            assert unit.source[differs.end + differs.shift :] == before.source[differs.end :]


@quick
@given(texts, edits)
def test_long_functions_are_cut_the_same_way(
    text: str, changes: list[tuple[float, int, str]]
) -> None:
    with patch.object(chunks_module, "_LONGEST", 40):
        preprocessor = start(text)
        for change in changes:
            preprocessor.update(placed(preprocessor.unit.source, *change))
        unit = preprocessor.unit
        assert everything(unit) == everything(start(unit.source).unit)


@quick
@given(texts)
def test_chunks_and_segments_cover_the_text(text: str) -> None:
    assert "".join(chunk.text for chunk in split(text)) == text
    unit = start(text).unit
    for index, piece in enumerate(unit.pieces):
        position = 0
        base = unit.start_of(index)
        source = text if piece.file == "m.cl" else HEADERS[piece.file]
        for segment in piece.expansion.segments:
            assert segment.start == position
            position = segment.end
            if segment.macro is None and "??" not in text:
                raw = source[base + segment.source_start : base + segment.source_end]
                assert raw == piece.text[segment.start : segment.end]
        assert position == len(piece.text)
        for offset in range(0, len(piece.text), 3):
            origin = locate(unit, index, offset)
            assert 0 <= origin.start <= origin.end <= len(source)


@quick
@given(st.text(st.characters(max_codepoint=255), max_size=200))
def test_nothing_raises_on_any_text(text: str) -> None:
    everything(start(text).unit)


FUNCTION = "void f%d(int a) {\n  int b = SQ(a) + N;\n  g(b);\n}\n"
LARGE = "#define N 1\n#define SQ(x) ((x)*(x))\n" + "".join(FUNCTION % n for n in range(300))


def test_a_keystroke_expands_one_chunk(monkeypatch: Any) -> None:
    preprocessor = start(LARGE)
    expanded: list[str] = []
    original = expand_module.TextExpander.expand_text

    def counting(self: Any, *arguments: Any) -> Any:
        expanded.append(self.source)
        return original(self, *arguments)

    monkeypatch.setattr(expand_module.TextExpander, "expand_text", counting)
    before = preprocessor.unit
    at = LARGE.index("g(b)", len(LARGE) // 2)
    unit = preprocessor.update(SourceEdit(at, at, "h();"))
    assert len(expanded) == 1
    change = changed(before, unit)
    assert change is not None
    assert (change.removed, change.added) == (1, 1)
    pairs = zip(before.pieces, unit.pieces, strict=True)
    assert sum(1 for old, new in pairs if old is not new) == 1


def test_a_new_body_of_a_macro_expands_its_users_alone(monkeypatch: Any) -> None:
    text = LARGE + "void last() {\n  h();\n}\n"
    preprocessor = start(text)
    at_first = preprocessor.unit.text()
    expanded: list[str] = []
    original = expand_module.TextExpander.expand_text

    def counting(self: Any, *arguments: Any) -> Any:
        expanded.append(self.source)
        return original(self, *arguments)

    monkeypatch.setattr(expand_module.TextExpander, "expand_text", counting)
    last = preprocessor.unit.pieces[-1]
    preprocessor.update(SourceEdit(10, 11, "2"))
    assert len(expanded) == 300
    assert preprocessor.unit.pieces[-1] is last
    assert preprocessor.update(SourceEdit(10, 11, "1")).text() == at_first
    assert len(expanded) == 300


def test_set_text_is_an_edit() -> None:
    preprocessor = start(LARGE)
    before = preprocessor.unit
    unit = preprocessor.set_text(LARGE.replace("f150", "other"))
    change = changed(before, unit)
    assert change is not None
    assert change.added == 1
    assert unit.pieces[0] is before.pieces[0]
    assert preprocessor.set_text(unit.source) is unit


def test_headers_run_once_for_each_macro_state() -> None:
    sources = MemorySources({"a.h": "#ifdef X\nint x = X;\n#endif\nint a;\n"})
    headers = Headers(sources)
    first = Preprocessor("one.cl", '#define Y\n#include "a.h"\n', headers).unit
    second = Preprocessor("two.cl", '#include "a.h"\nint b;\n', headers).unit
    third = Preprocessor("three.cl", '#define X 1\n#include "a.h"\n', headers).unit
    file = headers.file("a.h")
    assert file is not None
    assert len(file.runs) == 2
    assert first.pieces[0] is second.pieces[0]
    assert "int x = 1" in third.text()


def test_a_changed_header_is_read_again() -> None:
    sources = MemorySources({"a.h": "#define A 1\n"})
    headers = Headers(sources)
    preprocessor = Preprocessor("m.cl", 'int x;\n#include "a.h"\nA\n', headers)
    sources.files["a.h"] = "#define A 2\n"
    assert headers.changed("a.h")
    assert not headers.changed("a.h")
    assert preprocessor.refresh(["a.h"]).text().split() == ["int", "x;", "2"]
    assert preprocessor.refresh(["other.h"]) is preprocessor.unit


def test_a_header_that_appears_is_found_after_a_reset() -> None:
    sources = MemorySources({})
    headers = Headers(sources)
    preprocessor = Preprocessor("m.cl", '#include "a.h"\nA\n', headers)
    assert [finding.code for finding in preprocessor.unit.findings] == [
        "preprocessor/missing-include"
    ]
    sources.files["a.h"] = "#define A 2\n"
    headers.reset()
    assert preprocessor.refresh().text().split() == ["2"]
    assert not preprocessor.unit.findings


def test_what_is_outdated() -> None:
    sources = MemorySources({"a/x.h": "#define A 1\n"})
    headers = Headers(sources)
    Preprocessor("b/m.cl", '#include "x.h"\nA\n', headers, Options(paths=("a",)))
    assert not headers.looked_for("a/x.h")
    assert headers.looked_for("b/x.h")
    assert not headers.looked_for("b/y.h")

    sources.files["b/x.h"] = "#define A 2\n"
    assert headers.outdated("b/x.h")
    assert not headers.outdated("b/y.h")
    assert headers.outdated()
    del sources.files["b/x.h"]
    assert not headers.outdated()
    sources.files["a/x.h"] = "#define A 3\n"
    assert headers.outdated()
    headers.reset()
    assert not headers.outdated()


def test_options_can_change() -> None:
    preprocessor = start("A\n")
    unit = preprocessor.set_options(Options(actions=(("define", "A=3"),)))
    assert unit.text().split() == ["3"]


def test_a_backslash_before_a_hash_begins_no_directive() -> None:
    """Python 3.11.2 once saw one here, in a possessive group, and the reader of it failed."""
    assert [chunk.is_directive for chunk in split("\\#define A 1\n")] == [False]
