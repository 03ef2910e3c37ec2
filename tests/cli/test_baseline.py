"""A baseline keeps known findings out of a run, whatever moves around them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("fake")

SOURCE = """\
int a = RISKY;
int b = BAD;
int b = BAD;
"""

BASELINE = """\
{
  "version": 1,
  "findings": {
    "a.cl": [
      {
        "rule": "demo/bad",
        "message": "BAD is here",
        "source": "int b = BAD;",
        "count": 2
      },
      {
        "rule": "demo/risky",
        "message": "RISKY is here",
        "source": "int a = RISKY;"
      }
    ]
  }
}
"""


@pytest.fixture
def known(run):
    """Write a source and the baseline that lists what is found in it."""
    Path("a.cl").write_text(SOURCE)
    return run("check", "--write-baseline", "known.json", "a.cl")


def test_it_is_written(known) -> None:
    assert Path("known.json").read_text() == BASELINE
    assert known.status == 0
    assert known.out == "0 errors, 0 warnings in 1 file (3 known findings left out)\n"
    assert known.err == "opencl-ls: known.json: 3 findings (3 new)\n"


def test_what_it_lists_is_not_reported(known, run) -> None:
    result = run("check", "--baseline", "known.json", "a.cl")
    assert (result.status, result.err) == (0, "")
    assert result.out == "0 errors, 0 warnings in 1 file (3 known findings left out)\n"


@pytest.mark.parametrize(
    "source",
    [
        f"\n\n/* more */\n{SOURCE}\nint c;\n",
        "int b = BAD;\nint c;\nint b = BAD;\nint a = RISKY;\n",
        SOURCE.replace("int b = ", "\tint   b\t=   "),
        SOURCE.replace("\n", "\r\n"),
    ],
    ids=["more lines", "another order", "other blanks", "other ends of lines"],
)
def test_lines_may_move(known, run, source: str) -> None:
    Path("a.cl").write_text(source, newline="")
    result = run("check", "--baseline", "known.json", "a.cl")
    assert (result.status, result.err) == (0, "")
    assert "(3 known findings left out)" in result.out


@pytest.mark.parametrize(
    ("source", "new"),
    [
        (SOURCE + "int c = BAD;\n", "a.cl:4:9: error[demo/bad] BAD is here"),
        (SOURCE + "int b = BAD;\n", "a.cl:4:9: error[demo/bad] BAD is here"),
        ("int c = BAD;\n" + SOURCE, "a.cl:1:9: error[demo/bad] BAD is here"),
        (SOURCE.replace("RISKY", "RISKY RISKY"), "a.cl:1:15: warning[demo/risky] RISKY is here"),
        (SOURCE.replace("int a", "SLOW"), "a.cl:1:1: info[demo/slow] SLOW is here"),
    ],
)
def test_what_it_does_not_list_is_new(known, run, source: str, new: str) -> None:
    Path("a.cl").write_text(source)
    result = run("check", "--baseline", "known.json", "--format", "concise", "a.cl")
    assert new in result.out.splitlines()
    assert result.status == int("error" in new)


def test_the_exit_status_counts_new_findings_alone(known, run) -> None:
    options = ("check", "--baseline", "known.json", "--fail-on", "warning", "a.cl")
    assert run(*options).status == 0
    Path("a.cl").write_text(SOURCE + "int c = RISKY;\n")
    assert run(*options).status == 1


def test_paths_count_from_its_folder(run, monkeypatch) -> None:
    for name in ("project/ci", "project/kernels", "elsewhere"):
        Path(name).mkdir(parents=True)
    Path("project/kernels/a.cl").write_text(SOURCE)
    Path("elsewhere/b.cl").write_text("BAD")
    run("check", "--write-baseline", "project/ci/known.json", "project", "elsewhere")
    files = json.loads(Path("project/ci/known.json").read_text())["findings"]
    assert list(files) == ["../../elsewhere/b.cl", "../kernels/a.cl"]
    monkeypatch.chdir("project/kernels")
    assert run("check", "--baseline", "../ci/known.json").status == 0
    absolute = str(Path.cwd() / "a.cl")
    assert run("check", "--baseline", "../ci/known.json", absolute).status == 0


def test_a_file_that_moved_keeps_what_is_known_of_it(known, run) -> None:
    Path("deep").mkdir()
    Path("a.cl").rename("deep/b.cl")
    result = run("check", "--baseline", "known.json", ".")
    assert (result.status, result.err) == (0, "")
    assert "(3 known findings left out)" in result.out
    # A copy has findings of its own, whatever became of the first file.
    Path("a.cl").write_text("int a;")
    result = run("check", "--baseline", "known.json", ".")
    assert result.status == 1
    assert "2 errors, 1 warning in 2 files\n" in result.out


def test_a_finding_of_a_header_is_known_once(run) -> None:
    Path("h.h").write_text("BAD\n")
    for name in ("a.cl", "b.cl"):
        Path(name).write_text('#include "h.h"\n')
    run("check", "--write-baseline", "known.json", ".")
    assert json.loads(Path("known.json").read_text())["findings"] == {
        "h.h": [{"rule": "demo/bad", "message": "BAD is here", "source": "BAD"}]
    }
    assert run("check", "--baseline", "known.json", ".").status == 0
    Path("include").mkdir()
    Path("h.h").rename("include/h.h")
    assert run("check", "--baseline", "known.json", "-I", "include", ".").status == 0


# --- stale entries --------------------------------------------------------------------------------

STALE = (
    "opencl-ls: known.json: 1 known finding no longer occurs: a.cl demo/risky; "
    "--write-baseline known.json removes it\n"
)


def test_a_stale_entry_is_reported_and_taken_out(known, run) -> None:
    Path("a.cl").write_text(SOURCE.replace("RISKY", "0"))
    result = run("check", "--baseline", "known.json", "a.cl")
    assert (result.status, result.err) == (0, STALE)
    assert run("check", "-q", "--baseline", "known.json", "a.cl").err == ""
    result = run("check", "--write-baseline", "known.json", "a.cl")
    assert result.err == "opencl-ls: known.json: 2 findings (1 gone)\n"
    assert "demo/risky" not in Path("known.json").read_text()
    result = run("check", "--write-baseline", "known.json", "a.cl")
    assert result.err == "opencl-ls: known.json: 2 findings, as before\n"


def test_many_stale_entries_are_one_line(run) -> None:
    for name in "abcde":
        Path(f"{name}.cl").write_text("int x = BAD;\n" * 2)
    run("check", "--write-baseline", "known.json", ".")
    for name in "abcde":
        Path(f"{name}.cl").write_text("")
    assert run("check", "--baseline", "known.json", ".").err == (
        "opencl-ls: known.json: 10 known findings no longer occur: a.cl demo/bad, "
        "b.cl demo/bad, c.cl demo/bad and others; --write-baseline known.json removes them\n"
    )


def test_a_file_that_was_removed_is_stale(known, run) -> None:
    Path("a.cl").unlink()
    Path("b.cl").write_text("int b;")
    assert "3 known findings no longer occur" in run("check", "--baseline", "known.json", ".").err


@pytest.mark.parametrize("options", ["b.cl", "--select demo/bad a.cl", "--ignore demo/risky a.cl"])
def test_what_a_run_does_not_look_for_is_not_stale(known, run, options: str, monkeypatch) -> None:
    from opencl_ls.cli import settings

    # The rules of these tests are made up, and no catalogue knows them.
    monkeypatch.setattr(settings, "_codes", tuple)
    Path("a.cl").write_text(SOURCE.replace("RISKY", "0"))
    Path("b.cl").write_text("int b;")
    assert run("check", "--baseline", "known.json", *options.split()).err == ""
    run("check", "--write-baseline", "known.json", *options.split())
    assert Path("known.json").read_text() == BASELINE


def test_a_header_is_judged_by_a_run_over_a_folder_alone(run) -> None:
    Path("h.h").write_text("BAD\n")
    Path("a.cl").write_text('#include "h.h"\n')
    run("check", "--write-baseline", "known.json", ".")
    Path("h.h").write_text("\n")
    assert run("check", "--baseline", "known.json", "a.cl").err == ""
    assert "no longer occurs: h.h demo/bad" in run("check", "--baseline", "known.json", ".").err


# --- with other options ---------------------------------------------------------------------------


def test_fixes_leave_known_findings_alone(known, run) -> None:
    Path("a.cl").write_text(SOURCE + "int c = BAD;\n")
    result = run("check", "--baseline", "known.json", "--fix", "a.cl")
    assert Path("a.cl").read_text() == SOURCE + "int c = GOOD;\n"
    assert result.status == 0
    assert result.err == "opencl-ls: fixed 1 finding in 1 file\n"


def test_fixes_leave_known_findings_of_a_header_alone(run) -> None:
    Path("h.h").write_text("BAD\n")
    for name in ("a.cl", "b.cl"):
        Path(name).write_text('#include "h.h"\nint a = RISKY;\n')
    run("check", "--write-baseline", "known.json", "--select", "all", ".")
    Path("b.cl").write_text('#include "h.h"\nint b = BAD;\n')
    run("check", "--baseline", "known.json", "--fix", "a.cl", "b.cl", "h.h")
    assert Path("h.h").read_text() == "BAD\n"
    assert Path("b.cl").read_text() == '#include "h.h"\nint b = GOOD;\n'


def test_what_is_left_after_fixes_is_written(run) -> None:
    Path("a.cl").write_text(SOURCE)
    run("check", "--write-baseline", "known.json", "--fix", "a.cl")
    entries = json.loads(Path("known.json").read_text())["findings"]["a.cl"]
    assert [entry["rule"] for entry in entries] == ["demo/risky"]


def test_a_diff_shows_the_fixes_of_new_findings(known, run) -> None:
    Path("a.cl").write_text(SOURCE + "int c = BAD;\n")
    out = run("check", "--baseline", "known.json", "--diff", "a.cl").out
    assert [line for line in out.splitlines() if line.startswith("+")] == [
        "+++ b/a.cl",
        "+int c = GOOD;",
    ]


@pytest.mark.parametrize("form", ["json", "github", "gitlab", "junit"])
def test_reports_have_new_findings_alone(known, run, form: str) -> None:
    Path("a.cl").write_text("SLOW\n" + SOURCE)
    out = run("check", "--baseline", "known.json", "--format", form, "a.cl").out
    assert "demo/slow" in out
    assert "demo/bad" not in out and "demo/risky" not in out


def test_json_tells_how_many_are_known(known, run) -> None:
    report = json.loads(run("check", "--baseline", "known.json", "--format", "json", "a.cl").out)
    assert (report["diagnostics"], report["known"]) == ([], 3)
    assert "known" not in json.loads(run("check", "--format", "json", "a.cl").out)


def test_sarif_tells_new_from_known(known, run) -> None:
    Path("a.cl").write_text("SLOW\n" + SOURCE)
    out = run("check", "--baseline", "known.json", "--format", "sarif", "a.cl").out
    results = json.loads(out)["runs"][0]["results"]
    assert [(each["ruleId"], each["baselineState"]) for each in results] == [
        ("demo/risky", "unchanged"),
        ("demo/bad", "unchanged"),
        ("demo/bad", "unchanged"),
        ("demo/slow", "new"),
    ]
    assert [each.get("suppressions", [{}])[0].get("kind") for each in results] == [
        "external",
        "external",
        "external",
        None,
    ]
    plain = json.loads(run("check", "--format", "sarif", "a.cl").out)["runs"][0]["results"]
    assert not any("baselineState" in each for each in plain)
    # A finding has the same fingerprint, known or not.
    prints = [
        {each["partialFingerprints"]["openclLsFinding/v1"] for each in all_}
        for all_ in (results, plain)
    ]
    assert prints[0] == prints[1] and len(prints[0]) == 4


def test_a_new_finding_has_the_fingerprint_that_it_has_without_a_baseline(known, run) -> None:
    Path("a.cl").write_text(f"SLOW\n{SOURCE}int b = BAD;\n")
    options = ("check", "--format", "gitlab", "a.cl")
    plain = json.loads(run(*options).out)
    assert json.loads(run(*options, "--baseline", "known.json").out) == [plain[0], plain[-1]]


def test_standard_input_has_known_findings_too(known, run) -> None:
    options = ("--baseline", "known.json", "--stdin-filename", "a.cl", "-")
    assert run("check", *options, stdin=SOURCE.encode()).status == 0
    assert run("check", *options, stdin=b"int c = BAD;").status == 1


# --- files that are no baseline -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "known.json: not a baseline: "),
        ("int a;", "known.json: not a baseline: "),
        ("[]", "known.json: not a baseline: expected `object`, got `array`"),
        ('{"version": 1}', "known.json: not a baseline: object missing required field `findings`"),
        (
            '{"version": 1, "findings": {"a.cl": [{"rule": 1}]}}',
            "known.json: not a baseline: expected `str`, got `int` - at `$.findings[...][0].rule`",
        ),
        (
            '{"version": 2, "findings": {}}',
            "known.json: a baseline of version 2; this opencl-ls reads version 1",
        ),
        (BASELINE.replace('"version"', '<<<<<<< ours\n"version"'), "known.json: not a baseline: "),
    ],
)
@pytest.mark.parametrize("option", ["--baseline", "--write-baseline"])
def test_what_is_no_baseline_is_refused_and_kept(run, text: str, words: str, option: str) -> None:
    Path("a.cl").write_text("BAD")
    Path("known.json").write_text(text)
    result = run("check", option, "known.json", "a.cl")
    assert (result.status, result.out) == (2, "")
    assert words in result.err and result.err.count("\n") == 1
    assert Path("known.json").read_text() == text


def test_a_missing_baseline(run) -> None:
    Path("a.cl").write_text("")
    result = run("check", "--baseline", "known.json", "a.cl")
    assert (result.status, result.out) == (2, "")
    assert result.err == (
        "opencl-ls: --baseline known.json: no such file; --write-baseline known.json makes it\n"
    )


def test_a_baseline_that_cannot_be_written(run) -> None:
    Path("a.cl").write_text("")
    result = run("check", "--write-baseline", "no/folder/known.json", "a.cl")
    assert result.status == 2
    assert result.err == "opencl-ls: no/folder/known.json: not written: No such file or directory\n"


def test_names_and_lines_that_are_not_utf8(run) -> None:
    Path("b\udcff.cl").write_bytes(b'RISKY "\xff\xe9"\n')
    Path("c.cl").write_text("RISKY gr\u00f6\u00dfe\n", "utf-8")
    run("check", "--write-baseline", "known.json", ".")
    assert "RISKY gr\u00f6\u00dfe" in Path("known.json").read_text("utf-8")
    result = run("check", "--baseline", "known.json", ".")
    assert "(2 known findings left out)" in result.out
    assert "no more" not in result.err
