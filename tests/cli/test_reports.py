"""Each format says what was found: in its own words, and with the right places."""

from __future__ import annotations

import json
import os
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import jsonschema
import pytest

from opencl_ls.findings import Finding

pytestmark = pytest.mark.usefixtures("fake")

SOURCE = """\
// größe: SLOW
int a = PAIR;
\tint b = BAD, c = RISKY;
int d = <<1 +
  2>>;
"""

SCHEMAS = [Path(__file__).with_name("sarif-subset.schema.json")]
if os.environ.get("SARIF_SCHEMA"):
    # The published schema, for whoever has it: it may not be copied into this repository.
    SCHEMAS.append(Path(os.environ["SARIF_SCHEMA"]))


def test_text(run) -> None:
    Path("a.cl").write_text(SOURCE, "utf-8")
    assert (
        run("check", "a.cl").out
        == """\
a.cl:1:11: info[demo/slow] SLOW is here
  |
1 | // größe: SLOW
  |           ^^^^

a.cl:2:9: warning[demo/pair] PAIR is here
  |
2 | int a = PAIR;
  |         ^^^^
a.cl:1:1: note: the first line
  |
1 | // größe: SLOW
  | ^^^^^^^^^^^^^^

a.cl:3:10: error[demo/bad] BAD is here
  |
3 |     int b = BAD, c = RISKY;
  |             ^^^
help: write GOOD (--fix applies it)

a.cl:3:19: warning[demo/risky] RISKY is here
  |
3 |     int b = BAD, c = RISKY;
  |                      ^^^^^
help: write CALM (--unsafe-fixes applies it)

a.cl:4:9: warning[demo/block] BLOCK is here
  |
4 | int d = <<1 +
  |         ^^^^^
5 |   2>>;
  |   ^^^

1 error, 3 warnings, 1 info in 1 file
"""
    )


def test_concise(run) -> None:
    Path("a.cl").write_text(SOURCE, "utf-8")
    assert (
        run("check", "--format", "concise", "a.cl").out
        == """\
a.cl:1:11: info[demo/slow] SLOW is here
a.cl:2:9: warning[demo/pair] PAIR is here
a.cl:3:10: error[demo/bad] BAD is here
a.cl:3:19: warning[demo/risky] RISKY is here
a.cl:4:9: warning[demo/block] BLOCK is here
1 error, 3 warnings, 1 info in 1 file
"""
    )


@pytest.mark.parametrize(
    ("source", "summary"),
    [
        ("", "0 errors, 0 warnings in 1 file"),
        ("BAD BAD", "2 errors, 0 warnings in 1 file"),
        ("RISKY HINT", "0 errors, 1 warning, 1 hint in 1 file"),
    ],
)
def test_the_summary_counts(run, source: str, summary: str) -> None:
    Path("a.cl").write_text(source)
    assert run("check", "a.cl").out.splitlines()[-1] == summary


def test_colours_only_where_they_are_asked_for(run) -> None:
    Path("a.cl").write_text("BAD")
    assert "\x1b" not in run("check", "a.cl").out
    assert "\x1b[1;31merror\x1b[0m[demo/bad]" in run("check", "--color", "a.cl").out
    assert "\x1b" not in run("check", "--no-color", "a.cl").out


def test_json(run) -> None:
    Path("a.cl").write_text(SOURCE, "utf-8")
    report = json.loads(run("check", "--format", "json", "a.cl").out)
    assert list(report) == ["version", "diagnostics", "files"]
    assert (report["version"], report["files"]) == (1, 1)
    slow, pair, bad, risky, block = report["diagnostics"]
    assert bad == {
        "file": "a.cl",
        "line": 3,
        "col": 10,
        "end_line": 3,
        "end_col": 13,
        "severity": "error",
        "code": "demo/bad",
        "message": "BAD is here",
        "url": bad["url"],
        "related": [],
        "fix": {
            "title": "write GOOD",
            "safe": True,
            "edits": [
                {
                    "file": "a.cl",
                    "line": 3,
                    "col": 10,
                    "end_line": 3,
                    "end_col": 13,
                    "text": "GOOD",
                }
            ],
        },
    }
    assert bad["url"].startswith("file://")
    assert bad["url"].endswith("demo/bad.md")
    # Columns count code points: the two letters of two bytes each count once.
    assert (slow["line"], slow["col"], slow["severity"], slow["fix"]) == (1, 11, "info", None)
    assert pair["related"] == [
        {
            "file": "a.cl",
            "line": 1,
            "col": 1,
            "end_line": 1,
            "end_col": 15,
            "message": "the first line",
        }
    ]
    assert risky["fix"]["safe"] is False
    assert (block["line"], block["col"], block["end_line"], block["end_col"]) == (4, 9, 5, 6)


def test_no_findings_are_a_report_too(run) -> None:
    Path("a.cl").write_text("int a;\n")

    def out(name: str) -> str:
        return run("check", "--format", name, "a.cl").out

    assert json.loads(out("json")) == {"version": 1, "diagnostics": [], "files": 1}
    assert json.loads(out("sarif"))["runs"][0]["results"] == []
    assert json.loads(out("gitlab")) == []
    assert out("github") == ""


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda path: path.stem)
@pytest.mark.parametrize("source", [SOURCE, "int a;\n"], ids=["findings", "none"])
def test_sarif_follows_its_schema(run, schema: Path, source: str) -> None:
    Path("a b#ü.cl").write_text(source, "utf-8")
    out = run("check", "--format", "sarif", "a b#ü.cl", "missing.cl").out
    validator = jsonschema.validators.validator_for(loaded := json.loads(schema.read_text()))
    validator(loaded).validate(json.loads(out))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda run: run.update(columnKind="bytes"),
        lambda run: run["results"][0].update(level="info"),
        lambda run: run["results"][0].pop("message"),
        lambda run: run["results"][0]["locations"][0].update(line=1),
        lambda run: run["tool"]["driver"].pop("name"),
        lambda run: _region(run["results"][0]).update(startLine=0),
    ],
)
def test_the_sarif_schema_tells_wrong_reports(run, spoil) -> None:
    Path("a.cl").write_text(SOURCE, "utf-8")
    report = json.loads(run("check", "--format", "sarif", "a.cl").out)
    spoil(report["runs"][0])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(report, json.loads(SCHEMAS[0].read_text()))


def test_sarif(run, tmp_path: Path) -> None:
    Path("a b#ü.cl").write_text(SOURCE, "utf-8")
    outside = tmp_path.parent / "outside ü.cl"
    outside.write_text("BAD", "utf-8")
    (log,) = json.loads(run("check", "--format", "sarif", "a b#ü.cl", str(outside)).out)["runs"]
    assert log["columnKind"] == "unicodeCodePoints"
    rules = [rule["id"] for rule in log["tool"]["driver"]["rules"]]
    assert rules == sorted(set(rules))
    results = log["results"]
    assert all(rules[each["ruleIndex"]] == each["ruleId"] for each in results)
    assert [each["level"] for each in results] == [
        "note",
        "warning",
        "error",
        "warning",
        "warning",
        "error",
    ]
    place = results[2]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "a%20b%23%C3%BC.cl", "uriBaseId": "%SRCROOT%"}
    assert _region(results[2]) == {"startLine": 3, "startColumn": 10, "endLine": 3, "endColumn": 13}
    assert results[1]["relatedLocations"][0]["message"]["text"] == "the first line"
    replacement = results[2]["fixes"][0]["artifactChanges"][0]["replacements"][0]
    assert replacement["insertedContent"] == {"text": "GOOD"}
    assert replacement["deletedRegion"] == _region(results[2])
    address = results[5]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert unquote(address["uri"]) == f"file://{outside}"
    assert "uriBaseId" not in address


def test_sarif_tells_of_unreadable_files(run) -> None:
    (log,) = json.loads(run("check", "--format", "sarif", "missing.cl").out)["runs"]
    (invocation,) = log["invocations"]
    assert invocation["executionSuccessful"] is False
    (note,) = invocation["toolExecutionNotifications"]
    assert note["message"]["text"].startswith("missing.cl: ")


def test_sarif_describes_the_rules_it_names(run) -> None:
    from opencl_ls.cli.report_sarif import _rule
    from opencl_ls.linter.registry import all_rules

    known = all_rules()[0]
    described = _rule(known.code)
    assert described["shortDescription"]["text"] == known.summary
    assert described["help"]["markdown"] == known.documentation


def test_github(run) -> None:
    Path("a,b%.cl").write_text("BAD\n<<1\n2>>\nHINT")
    assert run("check", "--format", "github", "a,b%.cl").out.splitlines() == [
        (
            "::error title=opencl-ls (demo/bad),file=a%2Cb%25.cl,line=1,endLine=1,col=1,endColumn=4"
            "::a,b%25.cl:1:1: error[demo/bad] BAD is here"
        ),
        (
            "::warning title=opencl-ls (demo/block),file=a%2Cb%25.cl,line=2,endLine=3"
            "::a,b%25.cl:2:1: warning[demo/block] BLOCK is here"
        ),
        (
            "::notice title=opencl-ls (demo/hint),file=a%2Cb%25.cl"
            ",line=4,endLine=4,col=1,endColumn=5::a,b%25.cl:4:1: hint[demo/hint] HINT is here"
        ),
    ]


@pytest.mark.skipif(os.name == "nt", reason="names that Windows does not know")
def test_what_github_shows_has_no_control_characters(run) -> None:
    Path("\x1b[31m\u202ea.cl").write_text("BAD")
    [line] = run("check", "--format", "github", ".").out.splitlines()
    properties, message = line.removeprefix("::").split("::")
    assert "file=\x1b[31m\u202ea.cl," in properties
    assert message == "\u241b[31m\ufffda.cl:1:1: error[demo/bad] BAD is here"


@pytest.mark.parametrize(
    ("variable", "name"), [("GITHUB_WORKSPACE", "github"), ("CI_PROJECT_DIR", "gitlab")]
)
def test_paths_count_from_the_projects_folder(
    run, monkeypatch, tmp_path: Path, variable: str, name: str
) -> None:
    Path("sub").mkdir()
    Path("sub/a.cl").write_text("BAD")
    monkeypatch.setenv(variable, str(tmp_path))
    monkeypatch.chdir("sub")
    assert "sub/a.cl" in run("check", "--format", name, "a.cl").out


def test_gitlab(run) -> None:
    Path("a.cl").write_text("BAD\nint RISKY;\n")
    bad, risky = json.loads(run("check", "--format", "gitlab", "a.cl").out)
    assert risky == {
        "description": "RISKY is here",
        "check_name": "demo/risky",
        "fingerprint": risky["fingerprint"],
        "severity": "major",
        "location": {
            "path": "a.cl",
            "positions": {"begin": {"line": 2, "column": 5}, "end": {"line": 2, "column": 10}},
        },
    }
    assert bad["severity"] == "critical"


def test_fingerprints_outlive_moves_and_differ(run) -> None:
    def prints(source: str) -> list[str]:
        Path("a.cl").write_text(source)
        report = json.loads(run("check", "--format", "gitlab", "a.cl").out)
        return [issue["fingerprint"] for issue in report]

    before = prints("BAD BAD\nRISKY\n")
    assert len(set(before)) == 3
    assert prints("\n\nint a;\n  BAD BAD\nRISKY\n") == before
    assert prints("BAD BAD;\nRISKY\n")[0] != before[0]


@pytest.mark.parametrize("name", ["json", "sarif", "github", "gitlab", "text"])
def test_a_file_name_that_is_not_utf8(run, name: str) -> None:
    path = os.fsdecode(b"a\xe9.cl")
    try:
        Path(path).write_text("BAD")
    except (OSError, UnicodeError):
        pytest.skip("this file system takes UTF-8 names alone")
    result = run("check", "--format", name, path)
    assert result.status == 1
    assert result.out.encode("utf-8")
    if name in {"json", "sarif", "gitlab"}:
        json.dumps(json.loads(result.out), ensure_ascii=False).encode("utf-8")


def _region(result: dict) -> dict:
    return result["locations"][0]["physicalLocation"]["region"]


# --- JUnit ----------------------------------------------------------------------------------------


def junit_cases(text: str) -> list[tuple[str, str, str, str, str]]:
    """Return the cases of a report as Jenkins and GitLab read them: one outcome for each."""
    root = ET.fromstring(text)
    (suite,) = root
    assert (root.tag, suite.tag) == ("testsuites", "testsuite")
    found = []
    for case in suite:
        assert case.tag == "testcase"
        assert set(case.attrib) == {"classname", "name", "file", "time"}
        outcomes = list(case)
        assert len(outcomes) <= 1
        kind, words = "passed", ""
        for outcome in outcomes:
            kind, words = outcome.tag, outcome.text or ""
            if kind in {"failure", "error"}:
                assert set(outcome.attrib) == {"type", "message"}
                kind = f"{kind}: {outcome.get('type')}: {outcome.get('message')}"
        found.append((case.get("classname"), case.get("name"), case.get("file"), kind, words))
    failures = sum(each[3].startswith("failure") for each in found)
    errors = sum(each[3].startswith("error") for each in found)
    for element in (root, suite):
        counted = tuple(int(element.get(name)) for name in ("tests", "failures", "errors"))
        assert counted == (len(found), failures, errors)
    return found


def test_junit(run) -> None:
    Path("k.d/deep").mkdir(parents=True)
    Path("k.d/deep/a.cl").write_text(SOURCE + "int e = BAD;\n", "utf-8")
    Path("k.d/clean.cl").write_text("int a;\n")
    Path("warned.cl").write_text("RISKY\nRISKY\n")
    result = run("check", "--format", "junit", ".")
    assert junit_cases(result.out) == [
        ("opencl-ls.k_d", "clean.cl", "k.d/clean.cl", "passed", ""),
        (
            "opencl-ls.k_d.deep",
            "a.cl: demo/bad",
            "k.d/deep/a.cl",
            "failure: error: 2 findings: BAD is here",
            (
                "k.d/deep/a.cl:3:10: error[demo/bad] BAD is here\n"
                "k.d/deep/a.cl:6:9: error[demo/bad] BAD is here"
            ),
        ),
        (
            "opencl-ls.k_d.deep",
            "a.cl: demo/block",
            "k.d/deep/a.cl",
            "system-out",
            "k.d/deep/a.cl:4:9: warning[demo/block] BLOCK is here",
        ),
        (
            "opencl-ls.k_d.deep",
            "a.cl: demo/pair",
            "k.d/deep/a.cl",
            "system-out",
            "k.d/deep/a.cl:2:9: warning[demo/pair] PAIR is here",
        ),
        (
            "opencl-ls.k_d.deep",
            "a.cl: demo/risky",
            "k.d/deep/a.cl",
            "system-out",
            "k.d/deep/a.cl:3:19: warning[demo/risky] RISKY is here",
        ),
        (
            "opencl-ls.k_d.deep",
            "a.cl: demo/slow",
            "k.d/deep/a.cl",
            "system-out",
            "k.d/deep/a.cl:1:11: info[demo/slow] SLOW is here",
        ),
        (
            "opencl-ls",
            "warned.cl: demo/risky",
            "warned.cl",
            "system-out",
            (
                "warned.cl:1:1: warning[demo/risky] RISKY is here\n"
                "warned.cl:2:1: warning[demo/risky] RISKY is here"
            ),
        ),
    ]


@pytest.mark.parametrize(
    ("level", "failing"),
    [
        ("never", []),
        ("error", ["a.cl: demo/bad"]),
        ("warning", ["a.cl: demo/bad", "a.cl: demo/block", "a.cl: demo/pair", "a.cl: demo/risky"]),
    ],
)
def test_a_case_of_junit_fails_where_the_command_does(run, level: str, failing: list[str]) -> None:
    Path("a.cl").write_text(SOURCE, "utf-8")
    result = run("check", "--format", "junit", "--fail-on", level, "a.cl")
    cases = junit_cases(result.out)
    assert [case[1] for case in cases if case[3].startswith("failure")] == failing
    assert result.status == int(bool(failing))


def test_a_file_that_was_not_checked_is_an_error_of_junit(run) -> None:
    result = run("check", "--format", "junit", "missing.cl")
    message = "error: not checked: No such file or directory"
    assert junit_cases(result.out) == [("opencl-ls", "missing.cl", "missing.cl", message, "")]


def test_junit_is_xml_whatever_the_names_and_messages_are(run, monkeypatch) -> None:
    from tests.cli import conftest

    monkeypatch.setitem(conftest._FIXES, "BAD", ("GOOD", True))
    monkeypatch.setattr(
        conftest,
        "Finding",
        lambda *parts: Finding(*parts[:3], "<&>\"'\x00\x1b\ufffe\n]]>", *parts[4:]),
    )
    name = "a<&>\"'\x01\udcff.cl"
    Path(name).write_text("BAD")
    (case,) = junit_cases(run("check", "--format", "junit", ".").out)
    assert case[2] == "a<&>\"'\ufffd\ufffd.cl"
    assert case[3] == "failure: error: <&>\"'\ufffd\ufffd\ufffd"
    assert case[4].endswith("<&>\"'\ufffd\ufffd\ufffd\n]]>")


# --- files ----------------------------------------------------------------------------------------


def test_reports_go_to_files_as_well(run) -> None:
    Path("a.cl").write_text("BAD")
    result = run(
        "check",
        "--color",
        "--report",
        "junit:r.xml",
        "--report",
        "text:r.txt",
        "--report",
        "gitlab:r.json",
        "a.cl",
    )
    assert "\x1b[1;31merror" in result.out
    assert Path("r.xml").read_text() == run("check", "--format", "junit", "a.cl").out
    assert Path("r.txt").read_text() == run("check", "a.cl").out
    assert Path("r.json").read_text() == run("check", "--format", "gitlab", "a.cl").out


def test_the_report_goes_to_a_file(run) -> None:
    Path("a.cl").write_text("BAD")
    result = run("check", "--color", "--output-file", "r.txt", "a.cl")
    assert (result.status, result.out, result.err) == (1, "", "")
    assert Path("r.txt").read_text() == run("check", "a.cl").out


def test_a_report_that_cannot_be_written(run) -> None:
    Path("a.cl").write_text("")
    result = run("check", "--report", "junit:no/r.xml", "a.cl")
    assert (result.status, result.out) == (2, "")
    assert result.err == "opencl-ls: no/r.xml: not written: No such file or directory\n"


@pytest.mark.skipif(not Path("/dev/stderr").exists(), reason="no such device")
def test_a_report_may_go_to_a_device(run) -> None:
    Path("a.cl").write_text("BAD")
    run("check", "--report", "concise:/dev/null", "a.cl")
    assert Path("/dev/null").is_char_device()
