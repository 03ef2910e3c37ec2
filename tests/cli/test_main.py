"""The command as a whole: what it starts, what it imports, how it ends when it is cut short."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from opencl_ls import __version__

KERNEL = "kernel int f(global int *a) { a[0] = 1; }\n"
COMMAND = (sys.executable, "-m", "opencl_ls")
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version(run, option: str) -> None:
    assert run(option).out == f"opencl-ls {__version__}\n"


@pytest.mark.parametrize("option", ["--help", "-h", "help"])
def test_help(run, option: str) -> None:
    result = run(option)
    assert result.status == 0
    assert "opencl-ls check" in result.out


@pytest.mark.parametrize(
    "command", ["check", "rule", "doc", "config", "host", "explain-log", "serve", "completion"]
)
def test_every_command_has_help(run, command: str) -> None:
    result = run(command, "--help")
    assert (result.status, result.err) == (0, "")
    assert result.out.startswith(f"usage: opencl-ls {command}")


def test_no_argument_on_a_terminal_is_help(run, monkeypatch) -> None:
    from opencl_ls.cli import main

    monkeypatch.setattr(main, "is_terminal", lambda stream: True)
    assert run().out == main.HELP


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chekc"], "did you mean check?"),
        (["docs"], "did you mean doc?"),
        (["frobnicate"], "opencl-ls --help"),
        (["--nonsense"], "--nonsense"),
        (["serve", "--tcp", "nowhere"], "HOST:PORT"),
        (["serve", "--tcp", "localhost:99999"], "HOST:PORT"),
        (["serve", "--stdio", "--tcp", "localhost:1"], "exclude"),
        (["config", "a", "b"], "one file"),
    ],
)
def test_wrong_usage(run, arguments: list[str], words: str) -> None:
    result = run(*arguments)
    assert (result.status, result.out) == (2, "")
    assert words in result.err
    assert result.err.count("\n") == 1


def test_a_path_without_a_command(run) -> None:
    Path("a.cl").write_text("")
    result = run("a.cl")
    assert result.status == 2
    assert "opencl-ls check a.cl" in result.err


@pytest.mark.parametrize(
    ("arguments", "call"),
    [
        ([], ("stdio",)),
        (["serve"], ("stdio",)),
        (["--stdio"], ("stdio",)),
        (["serve", "--stdio"], ("stdio",)),
        (["--stdio", "--clientProcessId=7"], ("stdio",)),
        (["serve", "--tcp", "localhost:2087"], ("tcp", "localhost", 2087)),
        (["serve", "--tcp", "[::1]:2087"], ("tcp", "::1", 2087)),
        (["serve", "--tcp", ":2087"], ("tcp", "127.0.0.1", 2087)),
    ],
)
def test_the_server_is_started(run, monkeypatch, arguments: list[str], call: tuple) -> None:
    from opencl_ls import server

    calls = []
    monkeypatch.setattr(server, "serve_stdio", lambda: calls.append(("stdio",)) or 7)
    monkeypatch.setattr(server, "serve_tcp", lambda *where: calls.append(("tcp", *where)) or 7)
    assert run(*arguments).status == 7
    assert calls == [call]


@pytest.mark.parametrize("options", ["", "--format json", "--format sarif", "-j 2", "--fix"])
def test_check_never_imports_the_protocol(tmp_path: Path, options: str) -> None:
    for name in ("a.cl", "b.cl"):
        (tmp_path / name).write_text(KERNEL)
    script = (
        "import sys; from opencl_ls.cli.main import main; "
        f"status = main(['check', '.', *{options.split()!r}]); "
        "names = {name.partition('.')[0] for name in sys.modules}; "
        "banned = {'pygls', 'lsprotocol', 'cattrs', 'attr', 'attrs', 'asyncio'}; "
        "ours = {name for name in sys.modules if name.startswith('opencl_ls.server')}; "
        "print(status, sorted(names & banned), sorted(ours), file=sys.stderr)"
    )
    done = _python("-c", script, cwd=tmp_path)
    assert done.stderr.splitlines()[-1] == "1 [] []"


def test_help_imports_no_rules_and_no_parser(tmp_path: Path) -> None:
    script = (
        "import sys; from opencl_ls.cli.main import main; main(['--help']); "
        "print([name for name in ('tree_sitter', 'opencl_ls.rules', 'argparse', 'json') "
        "if name in sys.modules], file=sys.stderr)"
    )
    assert _python("-c", script, cwd=tmp_path).stderr == "[]\n"


def test_a_reader_that_goes_away_ends_the_output_quietly(tmp_path: Path) -> None:
    (tmp_path / "a.cl").write_text(KERNEL * 3000)
    process = subprocess.Popen(
        [*COMMAND, "check", "a.cl", "--format", "github"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=_environment(),
    )
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_ends_without_a_traceback(tmp_path: Path, jobs: str) -> None:
    # More than the processes are handed at once, so that some wait yet.
    for number in range(40):
        (tmp_path / f"{number}.cl").write_text(KERNEL)
    # The analysis prints when it has begun, and then waits for the interrupt.
    script = (
        "import signal, sys, time\n"
        "from opencl_ls.cli import checker\n"
        "from opencl_ls.cli.main import main\n"
        # A shell starts what runs in its background without interrupts.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "def analyse(*arguments):\n"
        "    sys.stderr.write('begun\\n'); sys.stderr.flush(); time.sleep(60)\n"
        "checker.analyse = analyse\n"
        f"sys.exit(main(['check', '.', '-j', '{jobs}']))\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=_environment(),
    )
    assert process.stderr.readline() == b"begun\n"
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out == b""
    assert errors.replace(b"begun\n", b"") == b""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_ends_a_watch_with_its_last_status(tmp_path: Path) -> None:
    (tmp_path / "a.cl").write_text(KERNEL)
    script = (
        "import signal, sys\n"
        "from opencl_ls.cli.main import main\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "sys.exit(main(['check', '--watch', '--format', 'concise', 'a.cl']))\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=_environment(),
    )
    while b"Ctrl-C ends" not in process.stdout.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.cl").write_text(KERNEL)
    with Path("/dev/full").open("wb") as full:
        done = _python("-m", "opencl_ls", "check", "a.cl", cwd=tmp_path, stdout=full)
    assert done.returncode == 2
    assert done.stderr == "opencl-ls: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="locales of POSIX")
def test_an_encoding_without_the_letters_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "a.cl").write_text("/* 幅é */ " + KERNEL, "utf-8")
    environment = _environment() | {"PYTHONIOENCODING": "ascii"}
    done = _python("-m", "opencl_ls", "check", "a.cl", cwd=tmp_path, env=environment)
    assert done.returncode == 1
    assert "\\u5e45" in done.stdout


def _python(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    defaults = {"stdout": subprocess.PIPE, "env": _environment()}
    return subprocess.run(
        [sys.executable, *arguments],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        **(defaults | options),
    )


def _environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(ROOT)}
