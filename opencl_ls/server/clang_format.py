"""clang-format: where it is, how it is called, and its run beside the session.

The program gets the text through a pipe of its own, since the server's standard input belongs to
the protocol.  A thread waits for it, and the answer comes back through the inbox, so that the
session goes on meanwhile and a request can be cancelled.
"""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

NAME: Final = "clang-format"
PATIENCE: Final = 60.0
"""Seconds for a file; one of 60,000 lines takes about ten."""
TYPING_PATIENCE: Final = 5.0
"""Seconds for a line that was just typed, after which the next key is likely."""

ABSENT: Final = (
    "clang-format is not installed: pip install 'opencl-ls[format]' brings it, "
    "or set opencl.formatting.path to the program"
)
_VERSIONS: Final = range(40, 11, -1)
_STYLE_FILES: Final = (".clang-format", "_clang-format")
_NO_CPP: Final = "not support C++"
_ENDING: Final = ".exe" if os.name == "nt" else ""


class Style(Struct, frozen=True):
    """What an editor says of blanks: columns of an indentation, and whether tabs make it."""

    indentation: int = 4
    uses_tabs: bool = False

    def text(self) -> str:
        """Return the style for files that no `.clang-format` speaks for.

        Includes stay in their order: a header may need what stands before it.
        """
        width = max(1, min(self.indentation, 16))
        tabs = "ForIndentation" if self.uses_tabs else "Never"
        return (
            f"{{BasedOnStyle: LLVM, IndentWidth: {width}, TabWidth: {width}, UseTab: {tabs}, "
            f"ContinuationIndentWidth: {width}, ColumnLimit: 100, SortIncludes: false, "
            "AllowShortFunctionsOnASingleLine: Empty}"
        )


class Job(Struct, frozen=True):
    """A text to format: the file that it is of, and what of it, as (offset, length) in bytes.

    Without any `stretches` all of it is formatted.  A `path` of "" is none on the disk.
    """

    program: str
    path: str
    text: bytes
    style: Style
    stretches: tuple[tuple[int, int], ...] = ()
    patience: float = PATIENCE


class Outcome(Struct, frozen=True):
    """The answer of the program, or what went wrong in a sentence."""

    answer: bytes = b""
    problem: str = ""


def find(configured: str, folders: Iterable[str] | None = None) -> str | None:
    """Return the path of clang-format: the configured one, that of the package, or one on PATH.

    A configured program that is not there is not replaced by another one.  `folders` are those of
    PATH; relative ones are left out, or a workspace could bring its own program.
    """
    if folders is None:
        folders = os.environ.get("PATH", "").split(os.pathsep)
    folders = [folder for folder in folders if Path(folder).is_absolute()]
    if configured:
        path = Path(configured).expanduser()
        if path.is_absolute():
            return str(path) if _is_program(path) else None
        return _on_path(configured, folders) if path.name == configured else None
    return _packaged() or _on_path(NAME, folders) or _versioned(folders)


def absence(configured: str) -> str:
    """Return why there is no clang-format, in words for the user."""
    if configured:
        return f"opencl.formatting.path: there is no program {configured}"
    return ABSENT


def arguments(job: Job, name: str) -> list[str]:
    """Return the command line for a job; `name` is that of a file, for its language and style."""
    styled = "file" if has_style_file(job.path) else job.style.text()
    return [
        job.program,
        f"--style={styled}",
        "--output-replacements-xml",
        f"--assume-filename={name}",
        *(
            argument
            for offset, length in job.stretches
            for argument in (f"--offset={offset}", f"--length={length}")
        ),
    ]


def has_style_file(path: str) -> bool:
    """Tell whether a file of clang-format speaks for a path, in its folder or one above."""
    if not Path(path).is_absolute():
        return False
    return any((folder / name).is_file() for folder in Path(path).parents for name in _STYLE_FILES)


def assumed_names(path: str) -> tuple[str, str]:
    """Return the names to tell clang-format: for C++, which it takes OpenCL C for, and for C.

    Of other endings than `.cl` it makes a guess by the text, and takes a header with blocks for
    Objective-C.  Newer versions refuse a `.clang-format` that is for C alone with the first name.
    """
    pure = PurePosixPath(path or "kernel.cl")
    ended = pure if pure.suffix == ".cl" else pure.with_name(f"{pure.name}.cl")
    return str(ended), str(ended.with_suffix(".c"))


class Run:
    """One call of the program; `cancel` ends it, and then nothing is heard of it."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.is_cancelled = False

    def cancel(self) -> None:
        """End the program."""
        self.is_cancelled = True
        if self.process is not None:
            _kill(self.process)


class ClangFormat:
    """Runs the program; `post` brings work back to the thread of the session."""

    def __init__(self, post: Callable[[Callable[[], None]], None]) -> None:
        self._post = post
        self._runs: set[Run] = set()

    def start(self, job: Job, then: Callable[[Outcome], None]) -> Run:
        """Run the program; `then` gets the outcome, unless the run is cancelled."""
        run = Run()
        self._runs.add(run)

        def finish(outcome: Outcome) -> None:
            self._runs.discard(run)
            if not run.is_cancelled:
                then(outcome)

        def work() -> None:
            outcome = _outcome(job, run)
            self._post(lambda: finish(outcome))

        threading.Thread(target=work, name=NAME, daemon=True).start()
        return run

    def end(self) -> None:
        """Cancel all that runs."""
        for run in tuple(self._runs):
            run.cancel()


def _outcome(job: Job, run: Run) -> Outcome:
    try:
        first, second = assumed_names(job.path)
        outcome = _called(job, first, run)
        return _called(job, second, run) if _NO_CPP in outcome.problem else outcome
    except subprocess.TimeoutExpired:
        return Outcome(problem=f"clang-format took longer than {job.patience:g} s")
    except (OSError, ValueError) as error:
        return Outcome(problem=f"{job.program} cannot be run: {error}")


def _called(job: Job, name: str, run: Run) -> Outcome:
    folder = Path(job.path).parent
    with subprocess.Popen(  # noqa: S603 - the program is the user's choice, see `find`
        arguments(job, name),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder if folder.is_absolute() and folder.is_dir() else None,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        start_new_session=True,
    ) as process:
        run.process = process
        if run.is_cancelled:
            _kill(process)
        try:
            answer, said = process.communicate(job.text, timeout=job.patience)
        except subprocess.TimeoutExpired:
            _kill(process)
            raise
    if process.returncode:
        words = said.decode("utf-8", "replace").strip().partition("\n")[0].strip()
        return Outcome(problem=f"clang-format: {words or f'exit status {process.returncode}'}")
    return Outcome(answer)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a program with what it started: what stands on PATH may be a script around it."""
    with suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        elif process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def _packaged() -> str | None:
    """Return the program of the package `clang-format`, or the one beside the interpreter.

    The package holds the program itself; what stands beside the interpreter starts Python first.
    """
    spec = importlib.util.find_spec("clang_format")
    folders = [
        Path(each, "data", "bin") for each in (spec and spec.submodule_search_locations) or ()
    ]
    return _first([*(folder / NAME for folder in folders), Path(sys.executable).parent / NAME])


def _on_path(name: str, folders: Sequence[str]) -> str | None:
    return _first(Path(folder, name) for folder in folders)


def _versioned(folders: Sequence[str]) -> str | None:
    """Return the newest program that has its version in its name, as Debian's do."""
    for version in _VERSIONS:
        found = _on_path(f"{NAME}-{version}", folders)
        if found is not None:
            return found
    return None


def _first(paths: Iterable[Path]) -> str | None:
    for path in paths:
        named = path.with_name(path.name + _ENDING) if path.suffix != _ENDING else path
        if _is_program(named):
            return str(named)
    return None


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)
