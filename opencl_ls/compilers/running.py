"""The only module that runs programs: with a text as input and a time limit.

Only the user chooses the programs; see `programs` and docs/security.md.  No shell is involved.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable


class Command(Struct, frozen=True):
    """A call of a program: its arguments, its input, and its working folder.

    A `folder` that does not exist, or "", means the present one.  `patience` is the time limit in
    seconds.
    """

    arguments: tuple[str, ...]
    text: bytes = b""
    folder: str = ""
    patience: float = 60.0


class Outcome(Struct, frozen=True):
    """The output of a program and its exit status, or a sentence why it did not run."""

    output: bytes = b""
    errors: bytes = b""
    status: int = 0
    problem: str = ""


class Run:
    """One call of a program; `cancel` ends it without an outcome."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.is_cancelled = False

    def cancel(self) -> None:
        """End the program."""
        self.is_cancelled = True
        if self.process is not None:
            _kill(self.process)


def call(command: Command, run: Run | None = None) -> Outcome:
    """Run a program to its end, or to its time limit."""
    run = Run() if run is None else run
    name = Path(command.arguments[0]).name
    try:
        return _called(command, run)
    except subprocess.TimeoutExpired:
        return Outcome(problem=f"{name} took longer than {command.patience:g} s")
    except (OSError, ValueError) as error:
        return Outcome(problem=f"{command.arguments[0]} cannot be run: {error}")


class Runner:
    """Runs programs beside a session; `post` returns work to the session's thread."""

    def __init__(self, post: Callable[[Callable[[], None]], None]) -> None:
        self._post = post
        self._runs: set[Run] = set()

    def start(
        self,
        command: Command,
        then: Callable[[Outcome], None],
        again: Callable[[Outcome], Command | None] = lambda _: None,
    ) -> Run:
        """Run a program; `then` gets the outcome, unless the run is cancelled.

        `again` may return a second command for a first outcome, whose outcome then counts.
        """
        run = Run()
        self._runs.add(run)

        def finish(outcome: Outcome) -> None:
            self._runs.discard(run)
            if not run.is_cancelled:
                then(outcome)

        def work() -> None:
            outcome = call(command, run)
            second = None if run.is_cancelled else again(outcome)
            outcome = outcome if second is None else call(second, run)
            self._post(lambda: finish(outcome))

        name = Path(command.arguments[0]).name
        threading.Thread(target=work, name=name, daemon=True).start()
        return run

    def end(self) -> None:
        """Cancel all that runs."""
        for run in tuple(self._runs):
            run.cancel()


def _called(command: Command, run: Run) -> Outcome:
    with subprocess.Popen(  # noqa: S603 - the program is the user's choice, see `programs`
        command.arguments,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=command.folder if command.folder and Path(command.folder).is_dir() else None,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        start_new_session=True,
    ) as process:
        run.process = process
        if run.is_cancelled:
            _kill(process)
        try:
            output, errors = process.communicate(command.text, timeout=command.patience)
        except BaseException:
            _kill(process)
            raise
    return Outcome(output, errors, process.returncode)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a program with its child processes: the program on PATH may be a script around it."""
    with suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        elif process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
