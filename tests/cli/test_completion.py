"""Shells complete what the parsers know, each in the real shell."""

from __future__ import annotations

import os
import select
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from opencl_ls.analysis.catalogue import all_codes
from opencl_ls.cli.completion import Answer, complete, joined
from opencl_ls.cli.parsers import PARSERS, SHELLS
from opencl_ls.cli.shells import SCRIPTS

ROOT = Path(__file__).parents[2]
PATIENCE = 30
"""Seconds for which a shell may be silent before a test gives up."""


def words(line: str) -> list[str]:
    """Return the words with which the last one of a line can be completed."""
    return [choice for choice, _ in complete(line.split(" ")).choices]


CASES = {
    "ch": ["check"],
    "doc forg": ["forget"],
    "check --f": ["--fix", "--format", "--fail-on"],
    "check --watch --no-c": ["--no-color", "--no-cache"],
    "check --format s": ["sarif"],
    "check --format=s": ["--format=sarif"],
    "check --fail-on w": ["warning"],
    "check --report ju": ["junit:"],
    "check --std CL1.": ["CL1.0", "CL1.1", "CL1.2"],
    "check --std=CL2": ["--std=CL2.0"],
    "check -cl-std=CL3": ["-cl-std=CL3.0"],
    "check -cl-fa": ["-cl-fast-relaxed-math"],
    "check --select barrier/div": ["barrier/divergent", "barrier/divergent-argument"],
    "check --select=barrier/consec": ["--select=barrier/consecutive"],
    "check --ignore barrier/consecutive,kernel/return": ["barrier/consecutive,kernel/return-type"],
    "check --ignore kernel-arg/b": ["kernel-arg/block"],
    "check --ignore kernel-ar": [
        "kernel-arg",
        *sorted(c for c in all_codes() if "kernel-arg/" in c),
    ],
    "check --severity kernel/return": ["kernel/return-type="],
    "check --severity kernel/return-type=w": ["kernel/return-type=warning"],
    "check --device e": ["embedded"],
    "check --device nvidia-h": ["nvidia-hopper"],
    "check --compiler ": ["clang", "pocl", "auto"],
    "explain-log --format j": ["json"],
    "check --extensions +cl_khr_fp": ["+cl_khr_fp16", "+cl_khr_fp64"],
    "check --extensions none,-cl_khr_fp6": ["none,-cl_khr_fp64"],
    "rule kernel/return": ["kernel/return-type"],
    "doc work_group_bar": ["work_group_barrier"],
    "doc --std CL3": ["CL3.0"],
    "doc forget --a": ["--all"],
    "completion f": ["fish"],
    "host a.cl --style p": ["pyopencl"],
    "--std": ["--stdio"],
    "serve --t": ["--tcp"],
    "nonsense --t": ["--tcp"],
    "check --jobs ": [],
    "check --nonsense=": [],
}


@pytest.mark.parametrize("line", CASES)
def test_words(line: str) -> None:
    assert words(line) == CASES[line]


def test_every_command_and_every_option_is_offered() -> None:
    commands = [name for name in PARSERS if " " not in name]
    assert words("") == commands
    for name, parser in PARSERS.items():
        offered = words(f"{name} -")
        for _, _, actions in parser().groups():
            for action in actions:
                assert set(action.option_strings) <= set(offered)


def test_choices_have_words_about_them() -> None:
    assert complete(["check", "--unsafe"]).choices == (
        ("--unsafe-fixes", "apply also fixes that can change behaviour"),
    )
    assert complete(["con"]).choices == (
        ("config", "Print the settings that hold for a file, and where each comes from"),
    )


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("check k", Answer(files="kernels")),
        ("check a.cl -- -", Answer(files="kernels")),
        ("check -I inc", Answer(files="folders")),
        ("check --config op", Answer(files="files")),
        ("check --config=op", Answer(files="files", prefix="--config=")),
        ("check --report junit:re", Answer(files="files", prefix="junit:")),
        ("check --report=junit:re", Answer(files="files", prefix="--report=junit:")),
        ("config k", Answer(files="files")),
        ("explain-log bu", Answer(files="files")),
        ("explain-log --source bl", Answer(files="files")),
    ],
)
def test_files(line: str, answer: Answer) -> None:
    assert complete(line.split(" ")) == answer


def test_configurations_of_this_folder(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert words("check --configuration ") == []
    Path("opencl-ls.toml").write_text(
        '[configurations.single]\ndefines = ["R=float"]\n[configurations.double]\n'
    )
    assert words("check --configuration s") == ["single"]


@pytest.mark.parametrize(
    ("split", "whole"),
    [
        ([], [""]),
        (["check", "--select", "=", "a"], ["check", "--select=a"]),
        (["check", "--select", "="], ["check", "--select="]),
        (["check", "--report", "junit", ":", "r"], ["check", "--report", "junit:r"]),
        (["check", "--severity", "=", "a", "=", "w"], ["check", "--severity=a=w"]),
        (["check", ""], ["check", ""]),
    ],
)
def test_what_bash_splits_is_joined(split: list[str], whole: list[str]) -> None:
    assert joined(split) == whole


def test_a_shell_must_be_named(run) -> None:
    assert run("completion").err == "opencl-ls: completion: name a shell: bash, zsh, fish\n"
    assert "invalid choice: 'tcsh'" in run("completion", "tcsh").err
    assert run("completion", "zsh").out == SCRIPTS["zsh"]


def test_rules_are_named_without_loading_them() -> None:
    script = (
        "import sys; from opencl_ls.cli.main import main; "
        "main(['completion', 'zsh', '--', 'check', '--select', 'kernel/return']); "
        "print([name for name in ('tree_sitter', 'opencl_ls.rules.kernel') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert done.stdout == "\n\nkernel/return-type\n[]\n"


# --- in shells ------------------------------------------------------------------------------------


@pytest.fixture
def shell_folder(tmp_path, monkeypatch):
    """A folder with files, in which a shell finds `opencl-ls`."""
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    program = bin_folder / "opencl-ls"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m opencl_ls "$@"\n')
    program.chmod(0o755)
    folder = tmp_path / "here"
    (folder / "kernels").mkdir(parents=True)
    for name in ("key.cl", "key.txt", "kernels/a b.cl", "report.xml"):
        (folder / name).write_text("")
    monkeypatch.setenv("PATH", f"{bin_folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.chdir(folder)
    return folder


def shell(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"no {name}: apt-get install {name}")
    return found


# A line up to the cursor, and what the word at the cursor can become.
IN_SHELLS = {
    "opencl-ls che": ["check"],
    "opencl-ls check --fo": ["--format"],
    "opencl-ls check --format=sa": ["--format=sarif"],
    "opencl-ls check --select=kernel/retu": ["--select=kernel/return-type"],
    "opencl-ls check --severity kernel/retu": ["kernel/return-type="],
    "opencl-ls check --extensions +cl_khr_fp": ["+cl_khr_fp16", "+cl_khr_fp64"],
    "opencl-ls doc work_group_barr": ["work_group_barrier"],
    "opencl-ls check ke": ["kernels", "key.cl"],
    "opencl-ls check -I ke": ["kernels"],
    "opencl-ls check --config key.t": ["key.txt"],
    "opencl-ls check --baseline=key.t": ["--baseline=key.txt"],
    "opencl-ls check --report junit:rep": ["junit:report.xml"],
}


@pytest.mark.parametrize("line", IN_SHELLS)
def test_fish(shell_folder, line: str) -> None:
    fish = shell("fish")
    script = f"opencl-ls completion fish | source; complete -C {shlex.quote(line)}"
    done = subprocess.run(
        [fish, "--no-config", "-c", script], stdout=subprocess.PIPE, text=True, check=True
    )
    found = [each.partition("\t")[0].rstrip("/") for each in done.stdout.splitlines()]
    assert found == IN_SHELLS[line]


def ended_lines() -> list[str]:
    """Return those lines that have only one end, with the blank or slash that a shell adds."""
    return [line for line, ends in IN_SHELLS.items() if len(ends) == 1]


@pytest.mark.parametrize("line", ended_lines())
@pytest.mark.parametrize("name", ["bash", "zsh"])
def test_a_word_is_completed_at_a_prompt(shell_folder, name: str, line: str) -> None:
    """The tabulator is pressed in an interactive shell, and the line is read back."""
    program = shell(name)
    start = {
        "bash": [program, "--norc", "--noprofile", "-i"],
        "zsh": [program, "-f", "-i"],
    }[name]
    prepare = {
        "bash": 'eval "$(opencl-ls completion bash)"',
        "zsh": 'autoload -Uz compinit && compinit -u -D && eval "$(opencl-ls completion zsh)"',
    }[name]
    word = line.rpartition(" ")[2]
    (end,) = IN_SHELLS[line]
    with Terminal(start) as terminal:
        # The words that are waited for are put together by the shell: what is typed is echoed.
        terminal.type(f"{prepare}; echo rea''dy\n")
        terminal.wait_for("ready")
        terminal.type(f"{line}\t")
        terminal.wait_for(end.removeprefix(word))
        terminal.type("\x01echo '<\x05>'\n")
        # zsh removes the text that it added after a word if the next key is not a letter.
        blank = "" if end.endswith("=") or name == "zsh" else "/" if Path(end).is_dir() else " "
        terminal.wait_for(f"<{line.removesuffix(word)}{end}{blank}>")


@pytest.mark.parametrize("name", SHELLS)
def test_scripts_are_sound_shell(name: str, tmp_path) -> None:
    program = shell(name)
    script = tmp_path / "script"
    script.write_text(SCRIPTS[name])
    assert subprocess.run([program, "-n", str(script)], check=False).returncode == 0
    if name == "bash" and shutil.which("shellcheck"):
        subprocess.run(["shellcheck", "--shell=bash", str(script)], check=True)


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, command: list[str]) -> None:
        import pty

        self._master, slave = pty.openpty()
        self._process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, start_new_session=True
        )
        os.close(slave)
        self._seen = ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)

    def type(self, text: str) -> None:
        self._seen = ""
        os.write(self._master, text.encode())

    def wait_for(self, text: str) -> None:
        end = time.monotonic() + PATIENCE
        while text not in self._seen:
            ready, _, _ = select.select([self._master], [], [], max(0, end - time.monotonic()))
            assert ready, f"{text!r} is not in {self._seen!r}"
            self._seen += os.read(self._master, 1 << 16).decode(errors="replace")
