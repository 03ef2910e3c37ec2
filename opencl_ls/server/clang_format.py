"""clang-format: its path, its command line, and its run beside the session.

The program gets the text through its own pipe, since the server's standard input belongs to the
protocol.  A thread waits for it, and the result comes through the inbox, so that the session
continues meanwhile and a request can be cancelled.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.compilers.programs import first, full_paths, named, on_path, versioned
from opencl_ls.compilers.running import Command, Run, Runner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from opencl_ls.compilers import running

NAME: Final = "clang-format"
PATIENCE: Final = 60.0
"""The time limit for a file, in seconds; one of 60,000 lines takes about ten."""
TYPING_PATIENCE: Final = 5.0
"""The time limit for a line that was just typed, in seconds: the next key follows soon."""

ABSENT: Final = (
    "clang-format is not installed: pip install 'opencl-ls[format]' brings it, "
    "or set opencl.formatting.path to the program"
)
_STYLE_FILES: Final = (".clang-format", "_clang-format")
_NO_CPP: Final = "not support C++"


class Style(Struct, frozen=True):
    """An editor's settings of blanks: columns of an indentation, and whether tabs make it."""

    indentation: int = 4
    uses_tabs: bool = False

    def text(self) -> str:
        """Return the style for files without a `.clang-format`.

        Includes stay in their order: a header may need what is before it.
        """
        width = max(1, min(self.indentation, 16))
        tabs = "ForIndentation" if self.uses_tabs else "Never"
        return (
            f"{{BasedOnStyle: LLVM, IndentWidth: {width}, TabWidth: {width}, UseTab: {tabs}, "
            f"ContinuationIndentWidth: {width}, ColumnLimit: 100, SortIncludes: false, "
            "AllowShortFunctionsOnASingleLine: Empty}"
        )


class Job(Struct, frozen=True):
    """A text to format, its file, and the parts to format, as (offset, length) in bytes.

    Without any `stretches` all of it is formatted.  A `path` of "" is no file on the disk.
    """

    program: str
    path: str
    text: bytes
    style: Style
    stretches: tuple[tuple[int, int], ...] = ()
    patience: float = PATIENCE


class Outcome(Struct, frozen=True):
    """The output of the program, or the problem in a sentence."""

    answer: bytes = b""
    problem: str = ""


def find(configured: str, folders: Iterable[str] | None = None) -> str | None:
    """Return the path of clang-format: the configured one, that of the package, or one on PATH.

    A configured program that does not exist is not replaced by another one.  `folders` are those of
    PATH; relative ones are left out, or a workspace could bring its own program.
    """
    found = full_paths(folders)
    if configured:
        return named(configured, found)
    return _packaged() or on_path(NAME, found) or versioned(NAME, found)


def absence(configured: str) -> str:
    """Return a message for the user that there is no clang-format."""
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
    """Tell whether a path has a file of clang-format, in its folder or one above."""
    if not Path(path).is_absolute():
        return False
    return any((folder / name).is_file() for folder in Path(path).parents for name in _STYLE_FILES)


def assumed_names(path: str) -> tuple[str, str]:
    """Return the file names for clang-format: for C++, which it takes OpenCL C for, and for C.

    For other endings than `.cl` it guesses by the text, and takes a header with blocks for
    Objective-C.  Newer versions refuse a `.clang-format` that is only for C with the first name.
    """
    pure = PurePosixPath(path or "kernel.cl")
    ended = pure if pure.suffix == ".cl" else pure.with_name(f"{pure.name}.cl")
    return str(ended), str(ended.with_suffix(".c"))


class ClangFormat:
    """Runs the program; `post` returns work to the thread of the session."""

    def __init__(self, post: Callable[[Callable[[], None]], None]) -> None:
        self._runner = Runner(post)
        self.end = self._runner.end

    def start(self, job: Job, then: Callable[[Outcome], None]) -> Run:
        """Run the program; `then` gets the outcome, unless the run is cancelled."""
        first, second = (_command(job, name) for name in assumed_names(job.path))

        def finish(done: running.Outcome) -> None:
            then(_outcome(done))

        return self._runner.start(first, finish, lambda done: second if _refuses(done) else None)


def _command(job: Job, name: str) -> Command:
    folder = Path(job.path).parent
    working = str(folder) if folder.is_absolute() else ""
    return Command(tuple(arguments(job, name)), job.text, working, job.patience)


def _refuses(done: running.Outcome) -> bool:
    """Tell whether the style is only for C, and the text was passed as C++."""
    return bool(done.status) and _NO_CPP in _words(done)


def _outcome(done: running.Outcome) -> Outcome:
    if done.problem:
        return Outcome(problem=done.problem)
    if done.status:
        words = _words(done).strip().partition("\n")[0].strip()
        return Outcome(problem=f"clang-format: {words or f'exit status {done.status}'}")
    return Outcome(done.output)


def _words(done: running.Outcome) -> str:
    return done.errors.decode("utf-8", "replace")


def _packaged() -> str | None:
    """Return the program of the package `clang-format`, or the one beside the interpreter.

    The package holds the program itself; the script beside the interpreter starts Python first.
    """
    spec = importlib.util.find_spec("clang_format")
    folders = [
        Path(each, "data", "bin") for each in (spec and spec.submodule_search_locations) or ()
    ]
    return first([*(folder / NAME for folder in folders), Path(sys.executable).parent / NAME])
