"""Draws the terminals of README.md and the pages: `python docs/website/terminal.py`.

It runs the commands and draws what they print, so that a picture shows what a reader sees.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import textwrap
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

from opencl_ls.cli.main import main as opencl_ls

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parents[2]
_EXAMPLES: Final = ROOT / "examples"
_HOSTS: Final = Path(__file__).parent / "pictures"
_CHECK: Final = ("--color", "--no-cache")
PICTURES: Final[dict[str, tuple[Path, str, tuple[str, ...]]]] = {
    "terminal.svg": (ROOT, "check examples/unnoticed.cl", _CHECK),
    "images/terminal-embedded.svg": (_HOSTS, "check smooth.py", _CHECK),
    "images/terminal-detect.svg": (_HOSTS, "config --detect", ()),
    "images/terminal-requires.svg": (
        _EXAMPLES,
        "requires device_enqueue.cl --kernel quicksort",
        (),
    ),
    "images/terminal-matrix.svg": (
        _EXAMPLES,
        "check --matrix pipes.cl --std CL1.2,CL2.0,CL3.0 --device full,minimal,nvidia-hopper",
        (),
    ),
    "images/terminal-device.svg": (
        _HOSTS,
        "check --device apple-m1 -D TILE=8192 -D RADIUS=8 -D REAL=float smooth.cl",
        _CHECK,
    ),
    "images/terminal-host.svg": (
        _HOSTS,
        "check --host smooth.py -D TILE=128 -D RADIUS=3 -D REAL=float smooth.cl",
        _CHECK,
    ),
}
"""The pictures below `docs/`: the folder of a command, the command, and options not shown."""

_COLUMNS: Final = 104
_ADVANCE: Final = 7.83
_LINE: Final = 19
_LEFT: Final = 18
_TOP: Final = 56
# The terminal's colours, by their numbers in its control sequences.
_COLOURS: Final = {
    "2": "#8b949e",
    "31": "#ff7b72",
    "33": "#e3b341",
    "34": "#79c0ff",
    "36": "#56d4dd",
}
_FRAME: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" \
height="{height}" role="img" aria-label="A terminal: {command}">
<rect width="{width}" height="{height}" rx="9" fill="#0d1117"/>
<circle cx="22" cy="20" r="6" fill="#ff5f57"/>\
<circle cx="42" cy="20" r="6" fill="#febc2e"/>\
<circle cx="62" cy="20" r="6" fill="#28c840"/>
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" \
font-size="13" fill="#e6edf3" xml:space="preserve">
{body}
</g>
</svg>
"""
_STYLED: Final = re.compile(r"\x1b\[([\d;]*)m")


def picture(name: str) -> str:
    """Return the picture of a name in `PICTURES` as SVG."""
    folder, shown, options = PICTURES[name]
    command = f"opencl-ls {shown}"
    lines = [_spans("\x1b[32m$\x1b[0m \x1b[1m" + command + "\x1b[0m")]
    for line in _output(folder, shown, options).splitlines():
        lines += list(_wrapped(_spans(line)))
    width, height = round(2 * _LEFT + _COLUMNS * _ADVANCE), _TOP + len(lines) * _LINE
    body = "\n".join(
        _text(_TOP + number * _LINE, line) for number, line in enumerate(lines) if line
    )
    return _FRAME.format(width=width, height=height, command=escape(command), body=body)


def _output(folder: Path, shown: str, options: tuple[str, ...]) -> str:
    """Return what a command prints in a terminal with colours."""
    name, *arguments = shown.split()
    printed = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(printed):
        opencl_ls([name, *options, *arguments])
    return printed.getvalue()


def _spans(line: str) -> list[tuple[str, str]]:
    """Return the stretches of a line, each with its style in SVG."""
    found, style = [], ""
    for number, piece in enumerate(_STYLED.split(line)):
        if number % 2:
            codes = piece.split(";")
            colour = next((_COLOURS[code] for code in codes if code in _COLOURS), "")
            colour = "#7ee787" if "32" in codes else colour
            style = f' fill="{colour}"' if colour else ""
            style += ' font-weight="bold"' if "1" in codes else ""
        elif piece:
            found.append((piece, style))
    return found


def _wrapped(spans: list[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """Yield a line in pieces that fit; a message is broken between words, and it comes last."""
    before = sum(len(text) for text, _ in spans[:-1])
    if not spans or before + len(spans[-1][0]) <= _COLUMNS:
        yield spans
        return
    text, style = spans[-1]
    first, *others = textwrap.wrap(
        " " * before + text, _COLUMNS, subsequent_indent="  ", drop_whitespace=False
    )
    yield [*spans[:-1], (first[before:], style)]
    yield from ([(other, style)] for other in others)


def _text(y: int, spans: list[tuple[str, str]]) -> str:
    drawn, column = [], 0
    for text, style in spans:
        word = text.strip(" ")
        start = column + len(text) - len(text.lstrip(" "))
        column += len(text)
        if word:
            # The length holds the columns together whatever font the reader has.
            x, length = _LEFT + start * _ADVANCE, len(word) * _ADVANCE
            drawn.append(
                f'<tspan x="{x:.1f}" textLength="{length:.1f}"{style}>{escape(word)}</tspan>'
            )
    return f'<text y="{y}">{"".join(drawn)}</text>'


if __name__ == "__main__":
    os.environ.pop("NO_COLOR", None)
    for each in PICTURES:
        (ROOT / "docs" / each).write_text(picture(each), "utf-8")
