"""What an `Analysis` answers: findings in groups, settings and suppressions, files and names."""

from __future__ import annotations

import random

import pytest

from opencl_ls.analysis.catalogue import all_rules, rule
from opencl_ls.analysis.facade import Analysis
from opencl_ls.analysis.host import Host, check
from opencl_ls.analysis.sources import MemorySources
from opencl_ls.findings import Finding, Severity, places_of, shifted
from opencl_ls.settings.model import DEFAULT, RuleSettings, Settings

HEADER = "inline int from_header(int a) { int unused; return missing_there; }\n"
TEXT = (
    '#include "h.h"\n'
    "/* A comment. */\n"
    "int helper(int a);\n"
    "#define TWICE(n) int n##1(int a) { int x; return lost; } int n##2(int a) { return lost; }\n"
    "TWICE(f)\n"
    "kernel void one(global int *p) { int unused; p[0] = missing; }\n"
    "int helper(int a) { return other_missing + a; }\n"
    "#define NEXT\n"
    "kernel void two(global int *p) { p[0] = helper(1, 2); }\n"
    "#undef NEXT\n"
    "// opencl-ls: allow(names)\n"
    "kernel void three(global int *p) { int q; }\n"
)


def opened(text: str, settings: Settings = DEFAULT) -> Host:
    host = Host(MemorySources({"h.h": HEADER}))
    host.open("a.cl", text, settings)
    return host


def grouped(analysis: Analysis) -> list[Finding]:
    """Return the findings of all groups where they are in the file."""
    return [
        shifted(finding, start, "a.cl")
        for start, group in analysis.finding_groups()
        for finding in group.findings
    ]


def test_groups_hold_all_findings_wherever_edits_move_them() -> None:
    host, dice = opened(TEXT), random.Random(5)
    for _ in range(60):
        analysis = host.analysis("a.cl")
        found = grouped(analysis)
        assert {*found, *analysis.unit_findings()} == set(analysis._check(analysis._unit).all())
        assert len(found) > 3
        text = analysis.text
        place = dice.choice([0, text.find("\n") + 1, dice.randrange(len(text))])
        host.edit("a.cl", place, place, dice.choice(["\n", " ", "int more;\n"]))


def test_a_group_that_moves_is_the_same() -> None:
    host = opened(TEXT)
    before = host.analysis("a.cl").finding_groups()
    place = TEXT.index("/*")
    host.edit("a.cl", place, place, "\n\n")
    after = host.analysis("a.cl").finding_groups()
    pairs = list(zip(before, after, strict=True))
    same = [(old, new) for (old, one), (new, other) in pairs if one is other]
    assert all(one is other for (_, one), (_, other) in pairs if one.anchored)
    assert {new - old for old, new in same} == {0, 2}
    # Its places count from where it starts.
    for start, group in after:
        for finding in group.findings:
            if group.anchored:
                own = [place for place in places_of(finding) if place.file == "a.cl"]
                assert all(0 <= each.start <= each.end <= len(TEXT) - start for each in own)
            else:
                assert start == 0


def test_a_group_whose_findings_change_is_another() -> None:
    host = opened(TEXT)
    before = {group for _, group in host.analysis("a.cl").finding_groups()}
    place = TEXT.index("helper(1, 2)")
    host.edit("a.cl", place, place, "un")
    after = {group for _, group in host.analysis("a.cl").finding_groups()}
    assert len(after - before) == len(before - after) == 1


def test_settings_and_comments_silence_findings() -> None:
    rules = RuleSettings(severity=(("names/undeclared", "hint"),), ignore=("call",))
    analysis = check("a.cl", MemorySources({"a.cl": TEXT}), Settings(rules=rules))
    found = grouped(analysis)
    assert {analysis.severity_of(each) for each in found if each.code.startswith("call/")} == {None}
    line = TEXT[: TEXT.index("int q")].count("\n")
    assert analysis.may_be_silenced("a.cl")
    assert analysis.is_silenced("a.cl", "names/unused-variable", line)
    assert not analysis.is_silenced("a.cl", "names/unused-variable", line - 4)
    assert not analysis.is_silenced("a.cl", "call/argument-count", line)
    shown = analysis.findings
    assert not [each for each in shown if each.code.startswith("call/")]
    assert analysis.visible([*found, *analysis.unit_findings()]) == shown
    assert not check("a.cl", MemorySources({"a.cl": "int a;\n"}), DEFAULT).may_be_silenced("a.cl")


def test_the_findings_of_a_stretch_are_those_that_touch_it() -> None:
    analysis = opened(TEXT).analysis("a.cl")
    start = TEXT.index("other_missing")
    found = analysis.findings_touching(start, start + 1)
    assert [TEXT[each.place.start : each.place.end] for each in found] == ["other_missing"]
    whole = analysis.findings_touching(0, len(TEXT))
    assert whole == tuple(each for each in analysis.findings if each.place.file == "a.cl")


def test_rules_run_when_they_are_asked_to() -> None:
    analysis = opened(TEXT).provisional("a.cl")
    analysis.run_rules()
    assert analysis._unit.findings is not None


def test_files_and_includes() -> None:
    text = '#include "h.h"\n#include <none.h>\n#define H "h.h"\n#include H\nint a;\n'
    analysis = opened(text).analysis("a.cl")
    assert analysis.files == ("a.cl", "h.h")
    assert [tuple(each) for each in analysis.includes()] == [
        ("h.h", True, "a.cl", "h.h"),
        ("none.h", False, "a.cl", None),
        ("h.h", True, "a.cl", "h.h"),
    ]
    found = analysis.include_of("h.h")
    assert found is not None
    assert text[found.start : found.end].startswith("#include")
    at = text.index("none.h")
    directive = analysis.directive_at(at)
    assert directive is not None
    assert (directive.kind, directive.path) == ("include", None)
    assert directive.name_start <= at < directive.name_end
    assert analysis.directive_at(text.index("int a")) is None


@pytest.mark.parametrize(
    ("marked", "kind", "type_text"),
    [
        ("int $a; int b = a;", "variable", "__global int a"),
        ("int a; int b = $a;", "variable", "__global int a"),
        ("struct S { int m; }; int f(struct S s) { return s.$m; }", "member", "int m"),
        ("kernel void k(global int *$p) {}", "parameter", "__global int *p"),
        ("kernel void $k(void) {}", "kernel", "__kernel void k(void)"),
    ],
)
def test_the_symbol_at_a_place(marked: str, kind: str, type_text: str) -> None:
    at, text = marked.index("$"), marked.replace("$", "")
    analysis = opened(text).analysis("a.cl")
    found = analysis.symbol_at(at)
    declaration = analysis.declaration_at(at)
    assert found is not None
    assert declaration is not None
    assert (found.kind, found.type_text) == (kind, type_text)
    declared = declaration.symbol
    assert (declared.kind, declared.type_text) == (kind, type_text)
    assert declared.place in found.declarations
    assert text[found.place.start : found.place.end] == found.name


def test_nothing_is_found_where_there_is_no_name() -> None:
    analysis = opened("int a; // a\n").analysis("a.cl")
    for offset in (6, 9, 11, 400):
        assert analysis.symbol_at(offset) is None
        assert analysis.declaration_at(offset) is None
        assert analysis.number_at(offset) is None
        assert analysis.character_at(offset) is None
        assert analysis.components_at(offset) is None
        assert analysis.label_at(offset) is None
        assert analysis.type_words_at(offset) is None
        assert analysis.builtin_overload_at(offset, "max") is None


def test_the_catalogue_tells_of_each_rule() -> None:
    assert [each.code for each in all_rules()] == sorted({each.code for each in all_rules()})
    known = rule("kernel/return-type")
    assert known is not None
    assert known in all_rules()
    assert (known.family, known.severity) == ("kernel", Severity.ERROR)
    assert known.documentation.startswith(known.summary)
    assert rule("kernel/unheard-of") is None
