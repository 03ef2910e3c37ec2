"""`check --watch` checks again what changes, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from opencl_ls.cli import checker, watch
from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.options import parse_check
from tests.cli.conftest import fake_analyse

pytestmark = pytest.mark.usefixtures("fake")


@pytest.fixture
def watched(run, monkeypatch, capfdbinary):
    """Watch, do one step whenever the watch waits for something, and interrupt after the last.

    `soon` are steps for when it waits whether more changes.  Returns the exit status, and for each
    round the names that were checked and what was printed.
    """
    analysed = []

    def analyse(name, files, settings, host=None):
        analysed.append(name)
        return fake_analyse(name, files, settings)

    monkeypatch.setattr(checker, "analyse", analyse)

    def call(arguments, *steps, soon=()):
        rounds = []
        left = list(steps)
        soon = list(soon)

        def pause(seconds):
            if seconds < watch.INTERVAL:
                if soon:
                    soon.pop(0)()
                return
            shown = capfdbinary.readouterr()
            rounds.append((sorted(analysed), shown.out.decode(), shown.err.decode()))
            analysed.clear()
            if not left:
                raise KeyboardInterrupt
            left.pop(0)()

        status = watch.watch(parse_check(arguments.split()), pause, lambda: "12:00:00")
        return status, rounds

    return call


moment = iter(range(1_600_000_000, 1_700_000_000))


def write(name: str, text: str) -> None:
    """Write a file; each state of a file has its own time, whatever the clock says."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    seconds = next(moment)
    os.utime(path, (seconds, seconds))


def replace(name: str, text: str) -> None:
    """Replace a file as editors do that write beside it and rename."""
    write(f"{name}~", text)
    Path(f"{name}~").rename(name)


def test_a_round_shows_the_findings_and_the_time(watched) -> None:
    write("a.cl", "RISKY")
    status, rounds = watched("--format concise a.cl", lambda: write("a.cl", "RISKY BAD"))
    assert status == 1
    assert [out for _, out, _ in rounds] == [
        (
            "a.cl:1:1: warning[demo/risky] RISKY is here\n"
            "0 errors, 1 warning in 1 file\n"
            "12:00:00 checked 1 of 1 file; Ctrl-C ends\n\n"
        ),
        (
            "a.cl:1:1: warning[demo/risky] RISKY is here\n"
            "a.cl:1:7: error[demo/bad] BAD is here\n"
            "1 error, 1 warning in 1 file\n"
            "12:00:00 checked 1 of 1 file; Ctrl-C ends\n\n"
        ),
    ]


@pytest.mark.parametrize("save", [write, replace])
def test_only_what_changed_is_checked_again(watched, save) -> None:
    write("a.cl", "int a;")
    write("b.cl", "BAD")
    status, rounds = watched(".", lambda: save("a.cl", "int b;"), lambda: save("b.cl", "int c;"))
    assert [names for names, _, _ in rounds] == [["a.cl", "b.cl"], ["a.cl"], ["b.cl"]]
    assert ["BAD is here" in out for _, out, _ in rounds] == [True, True, False]
    assert status == 0


@pytest.mark.parametrize("save", [write, replace])
def test_a_header_means_its_includers(watched, save) -> None:
    write("inc/h.h", "")
    write("a.cl", '#include "h.h"')
    write("b.cl", "int b;")
    write("c.cl", '#include "h.h"')
    status, rounds = watched("-I inc .", lambda: save("inc/h.h", "BAD"))
    assert [names for names, _, _ in rounds] == [["a.cl", "b.cl", "c.cl"], ["a.cl", "c.cl"]]
    assert status == 1


def test_a_header_that_appears_or_goes_before_another(watched) -> None:
    write("far/h.h", "")
    write("a.cl", '#include "h.h"')
    write("b.cl", '#include "new.h"')
    _, rounds = watched(
        "-I near -I far .",
        lambda: write("near/h.h", "BAD"),
        lambda: write("far/new.h", "RISKY"),
        lambda: Path("near/h.h").unlink(),
    )
    assert [names for names, _, _ in rounds] == [["a.cl", "b.cl"], ["a.cl"], ["b.cl"], ["a.cl"]]
    assert ["near/h.h:1:1" in out for _, out, _ in rounds] == [False, True, True, False]


def test_what_is_saved_together_is_one_round(watched) -> None:
    write("a.cl", "int a;")
    write("b.cl", "int b;")
    _, rounds = watched(
        ".",
        lambda: write("a.cl", ""),
        soon=[lambda: write("a.cl", "BAD"), lambda: write("b.cl", "BAD")],
    )
    assert [names for names, _, _ in rounds] == [["a.cl", "b.cl"], ["a.cl", "b.cl"]]
    assert rounds[1][1].count("BAD is here") == 2


def test_files_come_and_go(watched) -> None:
    write("k/a.cl", "int a;")
    status, rounds = watched(
        "k",
        lambda: write("k/deep/b.cl", "BAD"),
        lambda: Path("k/deep/b.cl").unlink(),
        lambda: Path("k/a.cl").unlink(),
    )
    assert [names for names, _, _ in rounds] == [["k/a.cl"], ["k/deep/b.cl"], [], []]
    assert ["BAD is here" in out for _, out, _ in rounds] == [False, True, False, False]
    assert "no OpenCL C files" in rounds[3][2]
    assert status == 0


def test_a_named_file_may_be_missing_for_a_while(watched) -> None:
    write("a.cl", "int a;")
    status, rounds = watched("a.cl", Path("a.cl").unlink, lambda: write("a.cl", "int b;"))
    assert ["No such file" in err for _, _, err in rounds] == [False, True, False]
    assert status == 0


def test_settings_files(watched) -> None:
    write("k/a.cl", '#include "h.h"')
    write("other/b.cl", "int b;")
    write("inc/h.h", "BAD")
    _, rounds = watched(
        ".",
        lambda: write("k/opencl-ls.toml", 'include-paths = ["../inc"]'),
        lambda: write("k/opencl-ls.toml", "include-paths = ["),
        lambda: write("opencl-ls.toml", 'std = "CL1.2"'),
    )
    assert [names for names, _, _ in rounds] == [
        ["k/a.cl", "other/b.cl"],
        ["k/a.cl"],
        ["k/a.cl"],
        ["k/a.cl", "other/b.cl"],
    ]
    assert ["BAD is here" in out for _, out, _ in rounds] == [False, True, False, False]
    assert "not TOML" in rounds[2][2]


def test_a_settings_file_of_the_command_line(watched) -> None:
    write("own.toml", "")
    write("a.cl", "int a;")
    status, rounds = watched(
        "--config own.toml .",
        Path("own.toml").unlink,
        lambda: write("own.toml", 'std = "CL1.2"'),
    )
    assert [names for names, _, _ in rounds] == [["a.cl"], [], ["a.cl"]]
    assert rounds[1][2] == "opencl-ls: --config own.toml: No such file or directory\n"
    assert status == 0


def test_a_baseline_is_read_again_and_nothing_is_checked(watched) -> None:
    write("a.cl", "BAD")
    entry = '{"rule": "demo/bad", "message": "BAD is here", "source": "BAD"}'
    known = f'{{"version": 1, "findings": {{"a.cl": [{entry}]}}}}'
    write("known.json", known)
    status, rounds = watched(
        "--baseline known.json a.cl",
        lambda: write("known.json", '{"version": 1, "findings": {}}'),
        lambda: write("known.json", "<<<<<<<"),
        lambda: write("known.json", known),
    )
    assert [names for names, _, _ in rounds] == [["a.cl"], [], [], []]
    assert ["BAD is here" in out for _, out, _ in rounds] == [False, True, False, False]
    assert "not a baseline" in rounds[2][2]
    assert status == 0


def test_a_wrong_option_ends_at_once(watched) -> None:
    write("a.cl", "")
    with pytest.raises(UsageError, match="no such file"):
        watched("--baseline missing.json a.cl")


def test_an_interrupt_before_anything_was_found_is_no_success(watched, monkeypatch) -> None:
    def interrupted(*arguments):
        raise KeyboardInterrupt

    write("a.cl", "")
    monkeypatch.setattr(checker, "analyse", interrupted)
    with pytest.raises(KeyboardInterrupt):
        watched("a.cl")


def test_an_interrupt_in_a_later_round_has_the_status_before(watched, monkeypatch) -> None:
    def interrupted(*arguments):
        raise KeyboardInterrupt

    write("a.cl", "BAD")

    def step():
        monkeypatch.setattr(checker, "analyse", interrupted)
        write("a.cl", "int a;")

    status, rounds = watched("a.cl", step)
    assert (status, len(rounds)) == (1, 1)


def test_what_changes_while_it_is_read_is_read_again(watched, monkeypatch) -> None:
    """A header is known only once it was read: a change at that moment must not be lost."""
    write("h.h", "")
    write("a.cl", '#include "h.h"')
    analyse = checker.analyse
    states = iter(["BAD"])

    def slow(*arguments):
        found = analyse(*arguments)
        for state in states:
            # Its time is that of the clock, which is later than when the round began.
            Path("h.h").write_text(state)
        return found

    monkeypatch.setattr(checker, "analyse", slow)
    status, rounds = watched("a.cl")
    assert status == 1
    assert len(rounds) == 1 and rounds[0][1].count("checked 1 of 1 file") == 2


def test_reports_are_written_in_each_round(watched) -> None:
    write("a.cl", "BAD")
    seen = []
    watched(
        "--report junit:r.xml --format json --output-file r.json a.cl",
        lambda: (seen.append(Path("r.xml").read_text()), write("a.cl", "int a;")),
    )
    assert "<failure" in seen[0] and "<failure" not in Path("r.xml").read_text()
    assert '"diagnostics": []' in Path("r.json").read_text()


def test_quiet_prints_findings_alone(watched) -> None:
    write("a.cl", "int a;")
    assert watched("-q a.cl") == (0, [(["a.cl"], "", "")])


HOST = 'use("kernel void f(global int *a) { RISKY; }")\n'


def test_host_programs_of_a_folder_are_watched(watched) -> None:
    """A string that becomes a kernel makes its file one to check."""
    write("k.cl", "")
    write("a.py", HOST.replace("kernel", "no"))
    write("b.py", HOST)
    _, rounds = watched(
        "--embedded --format concise .",
        lambda: write("a.py", HOST),
        lambda: write("b.py", HOST.replace("RISKY", "BAD")),
        lambda: Path("a.py").unlink(),
    )
    assert [names for names, _, _ in rounds] == [["b.py", "k.cl"], ["a.py"], ["b.py"], []]
    assert "a.py:1:37: warning[demo/risky]" in rounds[1][1]
    assert "b.py:1:37: error[demo/bad]" in rounds[2][1]
    assert rounds[3][1].endswith("checked 0 of 2 files; Ctrl-C ends\n\n")


def test_a_settings_file_adds_host_programs(watched) -> None:
    """It counts for the search from the next round on, which comes at once."""
    write("b.py", HOST)
    _, rounds = watched(
        ".",
        lambda: write("opencl-ls.toml", "[check]\nhost-programs = true\n"),
        lambda: Path("opencl-ls.toml").unlink(),
    )
    assert [names for names, _, _ in rounds] == [[], ["b.py"], ["b.py"]]
    assert [out.splitlines()[-2] for _, out, _ in rounds] == [
        "12:00:00 checked 0 of 0 files; Ctrl-C ends",
        "12:00:00 checked 1 of 1 file; Ctrl-C ends",
        "12:00:00 checked 0 of 0 files; Ctrl-C ends",
    ]
