"""Holds the version in one place: `opencl_ls.__version__`, from which every other file has it.

    python3 dev.py version          say whether all files name the same version
    python3 dev.py version X.Y.Z    write X.Y.Z into all of them

Files that other tools read cannot ask Python for it, so the table below says where they name it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCE: Final = "opencl_ls/__init__.py"
NUMBER: Final = r"(?P<version>\d+\.\d+\.\d+)"


class Place(NamedTuple):
    """Where a file names the version: `times` times, each behind what `before` matches."""

    file: str
    before: str
    times: int = 1


PLACES: Final = [
    Place(SOURCE, r'__version__ = "'),
    Place("docs/opencl-ls.1", r'\.TH OPENCL-LS 1 \S+ "opencl-ls '),
    Place("editors/emacs/opencl-ls.el", r";; Version: "),
    Place("editors/vscode/package.json", r'  "version": "'),
    # npm writes it for the file and for the first of the packages in it.
    Place("editors/vscode/package-lock.json", r' +"name": "opencl-ls",\n +"version": "', 2),
    Place("tree-sitter-opencl/CMakeLists.txt", r' +VERSION "'),
    Place("tree-sitter-opencl/Cargo.toml", r'version = "'),
    Place("tree-sitter-opencl/Makefile", r"VERSION := "),
    Place("tree-sitter-opencl/package.json", r'  "version": "'),
    Place("tree-sitter-opencl/pyproject.toml", r'version = "'),
    Place("tree-sitter-opencl/tree-sitter.json", r'    "version": "'),
]


def main(arguments: list[str]) -> int:
    """Compare or write, and return the exit status."""
    if len(arguments) > 1 or (arguments and not re.fullmatch(NUMBER, arguments[0])):
        print("version: the version has the form X.Y.Z", file=sys.stderr)
        return 2
    if arguments:
        write(ROOT, arguments[0])
        print(f"{arguments[0]}; CHANGELOG.md is yours to write")
        return 0
    faults = disagreements(ROOT)
    print("\n".join(faults) or named(ROOT, PLACES[0])[0], file=sys.stderr if faults else sys.stdout)
    return 1 if faults else 0


def named(root: Path, place: Place) -> list[str]:
    """Return the versions that a file names where the table says it does."""
    text = (root / place.file).read_text("utf-8")
    return [match["version"] for match in _pattern(place).finditer(text)]


def disagreements(root: Path) -> list[str]:
    """Say which files name another version than `opencl_ls`, or name it elsewhere."""
    (version,) = named(root, PLACES[0])
    faults = []
    for place in PLACES:
        found = named(root, place)
        if found != [version] * place.times:
            told = ", ".join(found) or "no version"
            wanted = version if place.times == 1 else f"{version}, {place.times} times"
            faults.append(f"{place.file} names {told} and should name {wanted}")
    return faults


def write(root: Path, version: str) -> None:
    """Write a version into every file of the table."""
    for place in PLACES:
        path = root / place.file
        text = path.read_bytes().decode()
        path.write_bytes(_pattern(place).sub(rf"\g<before>{version}", text).encode())


def _pattern(place: Place) -> re.Pattern[str]:
    return re.compile(rf"^(?P<before>{place.before}){NUMBER}", re.MULTILINE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
