"""A terminal without a window, in which a test types and reads what a person would see."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

PATIENCE = 40.0
"""How many seconds a test waits for what it wants to see, on a machine that has much to do."""


class Terminal:
    """One program in a terminal of tmux."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        socket: Path,
    ) -> None:
        """Start `command` in `folder`; `socket` is a path for tmux's own file."""
        tmux = shutil.which("tmux")
        if tmux is None:
            pytest.skip("no tmux: tests/editors/install.sh FOLDER installs it")
        self._tmux = [tmux, "-S", str(socket), "-f", "/dev/null"]
        self._environment = dict(environment)
        self._run("new-session", "-d", "-x", "150", "-y", "45", "-c", str(folder), *command)

    def type(self, *keys: str) -> None:
        """Press keys, by tmux's names for those that have one: `Escape`, `Enter`, `C-w`."""
        self._run("send-keys", *keys)

    def write(self, text: str) -> None:
        """Type a text as it is."""
        # A semicolon at the end would begin another command of tmux.
        self._run("send-keys", "-l", text[:-1] + "\\;" if text.endswith(";") else text)

    def screen(self) -> str:
        """Return the text of the screen, nothing once the program has ended."""
        return self._run("capture-pane", "-p", check=False)

    def colours(self) -> str:
        """Return the text of the screen with its colours as escape sequences."""
        return self._run("capture-pane", "-p", "-e")

    def wait(self, text: str) -> str:
        """Wait until a text is on the screen, and return the screen."""
        return self.until(lambda screen: text in screen, f"{text!r}")

    def wait_without(self, text: str) -> str:
        """Wait until a text is gone from the screen, and return the screen."""
        return self.until(lambda screen: text not in screen, f"no {text!r}")

    def until(self, holds: Callable[[str], bool], what: str) -> str:
        """Wait for a screen of which something holds; `what` says for a failure what that is."""
        end = time.monotonic() + PATIENCE
        while not holds(screen := self.screen()):
            if time.monotonic() > end:
                pytest.fail(f"not seen: {what}\n{screen}")
            time.sleep(0.05)
        return screen

    def written(self, file: Path) -> str:
        """Wait until the program has written a file, and return its text."""
        end = time.monotonic() + PATIENCE
        while not file.exists() or not (text := file.read_text("utf-8")):
            if time.monotonic() > end:
                pytest.fail(f"not written: {file.name}\n{self.screen()}")
            time.sleep(0.05)
        return text

    def close(self) -> None:
        """End the program and its terminal."""
        subprocess.run(
            [*self._tmux, "kill-server"], env=self._environment, check=False, capture_output=True
        )

    def _run(self, *arguments: str, check: bool = True) -> str:
        return subprocess.run(
            [*self._tmux, *arguments],
            env=self._environment,
            check=check,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=PATIENCE,
        ).stdout
