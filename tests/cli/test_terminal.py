"""Colours go to terminals that want them."""

from __future__ import annotations

import io

import pytest

from opencl_ls.cli.terminal import Painter, painter, printable


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("choice", "stream", "environ", "expected"),
    [
        (None, Terminal(), {"TERM": "xterm"}, True),
        (None, io.StringIO(), {"TERM": "xterm"}, False),
        (None, None, {"TERM": "xterm"}, False),
        (None, Terminal(), {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (None, Terminal(), {"TERM": "xterm", "NO_COLOR": ""}, True),
        (None, Terminal(), {"TERM": "dumb"}, False),
        (True, io.StringIO(), {"NO_COLOR": "1"}, True),
        (False, Terminal(), {"TERM": "xterm"}, False),
    ],
)
def test_painter(choice, stream, environ, expected: bool) -> None:
    assert painter(choice, stream, environ).enabled is expected


def test_paint() -> None:
    assert Painter(enabled=True)("error", "x") == "\x1b[1;31mx\x1b[0m"
    assert Painter(enabled=False)("error", "x") == "x"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("größe 幅", "größe 幅"),
        ("a\x1bb\nc\x7f", "a␛b␊c␡"),
        ("\x9b31m", "\ufffd31m"),
        ("\u202ea\u2066", "\ufffda\ufffd"),
        ("\udce9", "\ufffd"),
    ],
)
def test_printable(text: str, expected: str) -> None:
    assert printable(text) == expected
