"""From expanded text to the sources, and from names to macros."""

from opencl_ls.preprocess import (
    Headers,
    MemorySources,
    Preprocessor,
    Unit,
    locate,
    macro_at,
    macro_uses,
)

HEADER = "#define ADD(a, b) PLUS(a, (b))\n#define PLUS(x, y) ((x) + y)\n#define N 16\n"
MAIN = '#include "h.h"\nint f(int v) {\n  return ADD(v, w\\\nw) * N;\n}\n'


def unit_of(text: str) -> Unit:
    return Preprocessor("m.cl", text, Headers(MemorySources({"h.h": HEADER}))).unit


def origin_text(unit: Unit, part: str) -> str:
    """What the source says where a part of the last piece comes from."""
    text = unit.pieces[-1].text
    start = text.index(part)
    origin = locate(unit, len(unit.pieces) - 1, start, start + len(part))
    assert origin.file == "m.cl"
    return unit.source[origin.start : origin.end]


def test_origins() -> None:
    unit = unit_of(MAIN)
    assert unit.pieces[-1].text.split("return")[1] == " ( ( v ) + ( ww ) ) * 16;\n}\n"
    assert origin_text(unit, "f(int v)") == "f(int v)"
    assert origin_text(unit, "ww") == "w\\\nw"
    assert origin_text(unit, "+") == "ADD(v, w\\\nw)"
    assert origin_text(unit, "16") == "N"
    assert origin_text(unit, "v ) + ( ww") == "v, w\\\nw"
    assert origin_text(unit, "return ( ( v ) + ( ww ) ) * 16;") == "return ADD(v, w\\\nw) * N;"


def test_chains() -> None:
    unit = unit_of(MAIN)
    last = len(unit.pieces) - 1
    text = unit.pieces[last].text
    origin = locate(unit, last, text.index("+"))
    assert [link.macro.name for link in origin.chain] == ["ADD", "PLUS"]
    places = [link.place for link in origin.chain]
    spelled = [HEADER[place.start : place.end] for place in places if place is not None]
    assert spelled == ["PLUS", "+"]
    assert all(place is not None and place.file == "h.h" for place in places)
    argument = locate(unit, last, text.index("ww"))
    assert [link.macro.name for link in argument.chain] == ["ADD"]
    assert argument.invocation is not None
    assert locate(unit, last, text.index("return")).chain == ()


def test_what_was_joined_is_nowhere_but_in_the_invocation() -> None:
    text = "#define JOIN(a, b) a##b + a\nint f(int xy, int x) { return JOIN(x, y); }\n"
    unit = unit_of(text)
    assert origin_text(unit, "xy + x") == "JOIN(x, y)"
    last = len(unit.pieces) - 1
    joined = locate(unit, last, unit.pieces[last].text.index("xy +"))
    assert text[joined.start : joined.end] == "JOIN(x, y)"
    assert [link.macro.name for link in joined.chain] == ["JOIN"]
    alone = locate(unit, last, unit.pieces[last].text.index("x;"))
    assert text[alone.start : alone.end] == "x"


def test_optional_arguments_are_where_they_were_written() -> None:
    text = "#define LOG(f, ...) log(f __VA_OPT__(,) __VA_ARGS__)\nLOG(a); LOG(b, x, y);\n"
    unit = unit_of(text)
    expanded = unit.pieces[-1].text
    assert expanded == "log ( a ); log ( b , x , y );\n"
    assert origin_text(unit, "a )") == "LOG(a)"
    assert origin_text(unit, "b") == "b"
    assert origin_text(unit, "x , y") == "x, y"
    comma = locate(unit, len(unit.pieces) - 1, expanded.index(","))
    assert text[comma.start : comma.end] == "LOG(b, x, y)"
    place = comma.chain[0].place
    assert place is not None
    assert place.start == text.index(",) __VA_ARGS__")


def test_macro_at_a_place() -> None:
    unit = unit_of(MAIN)
    info = macro_at(unit, "m.cl", MAIN.index("ADD") + 1)
    assert info is not None
    assert info.expansion == "((v) + (ww))"
    assert info.macro.signature == "ADD(a, b)"
    assert info.definition is not None
    assert (info.definition.file, info.definition.start) == ("h.h", HEADER.index("ADD"))
    body = macro_at(unit, "h.h", HEADER.index("PLUS"))
    assert body is not None
    assert body.macro.name == "PLUS"
    assert macro_at(unit, "m.cl", MAIN.index("return")) is None


def test_uses_of_a_macro() -> None:
    text = MAIN + "#ifdef N\n// N\n#undef N\n#endif\nint N;\n"
    uses = macro_uses(unit_of(text), "N")
    found = [(use.file, use.kind) for use in uses]
    assert found == [
        ("h.h", "definition"),
        ("m.cl", "invocation"),
        ("m.cl", "condition"),
        ("m.cl", "undef"),
    ]
    assert all((HEADER if use.file == "h.h" else text)[use.start : use.end] == "N" for use in uses)
    assert [use.kind for use in macro_uses(unit_of(text), "PLUS")] == ["body", "definition"]


def test_records() -> None:
    text = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#undef A\nint a;\n#include <none>\n"
    text += '_Pragma("OPENCL EXTENSION cl_khr_fp16 : disable") int b;\n'
    unit = unit_of(text)
    records = [placed.record for placed in unit.records]
    assert [record.kind for record in records] == ["pragma", "undef", "include"]
    extensions = [pragma.directive.extension for pragma in unit.pragmas]
    assert extensions == [("cl_khr_fp64", "enable"), ("cl_khr_fp16", "disable")]
    assert records[2].path is None


def test_inactive_regions() -> None:
    text = "#if 0\na\n#if 1\n#endif\nb\n#else\nc\n#endif\n"
    regions = unit_of(text).inactive
    assert [text[region.start : region.end] for region in regions] == ["a\n#if 1\n#endif\nb\n"]


def test_redefinition_points_at_the_first_definition() -> None:
    unit = unit_of("#define A 1\n#define A 2\n")
    related = unit.findings[0].related
    assert [(place.place.start, place.place.end) for place in related] == [(8, 9)]
