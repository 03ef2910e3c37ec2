"""Finds the programs to run: named by the user, or in the folders of PATH."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

CLANG: Final = "clang"
POCL: Final = "pocl"
AUTO: Final = "auto"
CHOICES: Final = (CLANG, POCL, AUTO)
"""The compilers that can be chosen by a word; anything else is the path of a clang."""

_VERSIONS: Final = range(40, 11, -1)
_ENDING: Final = ".exe" if os.name == "nt" else ""


class Compiler(Struct, frozen=True):
    """An installed compiler: `kind` is "clang" or "pocl", `program` its path.

    PoCL is a library, and has no program.
    """

    kind: str
    program: str = ""


def find_compiler(choice: str, folders: Iterable[str] | None = None) -> Compiler | None:
    """Return the compiler that a user chose, None if it is not installed.

    `auto` is clang if there is one, else PoCL, whose run shows whether it is installed.  A named
    program that does not exist is not replaced by another one.
    """
    found = full_paths(folders)
    if choice == POCL:
        return Compiler(POCL)
    if choice in {CLANG, AUTO}:
        program = on_path(CLANG, found) or versioned(CLANG, found)
        if program is not None:
            return Compiler(CLANG, program)
        return Compiler(POCL) if choice == AUTO else None
    program = named(choice, found)
    return None if program is None else Compiler(CLANG, program)


def absence(choice: str) -> str:
    """Return the message that a chosen compiler is not installed."""
    if choice == CLANG:
        return "clang is not installed: there is no clang and no clang-NN on PATH"
    return f"there is no compiler {choice}"


def full_paths(folders: Iterable[str] | None = None) -> list[str]:
    """Return folders, those of PATH, without relative ones: a workspace could bring a program."""
    if folders is None:
        folders = os.environ.get("PATH", "").split(os.pathsep)
    return [folder for folder in folders if Path(folder).is_absolute()]


def named(name: str, folders: Sequence[str]) -> str | None:
    """Return the program that a user names: by its full path, or by a name on PATH."""
    path = Path(name).expanduser()
    if path.is_absolute():
        return str(path) if is_program(path) else None
    return on_path(name, folders) if path.name == name else None


def on_path(name: str, folders: Sequence[str]) -> str | None:
    """Return a program of a name in the first folder that has it."""
    return first(Path(folder, name) for folder in folders)


def versioned(name: str, folders: Sequence[str]) -> str | None:
    """Return the newest program that has its version in its name, as Debian's do."""
    for version in _VERSIONS:
        found = on_path(f"{name}-{version}", folders)
        if found is not None:
            return found
    return None


def first(paths: Iterable[Path]) -> str | None:
    """Return the first path at which there is a program."""
    for path in paths:
        complete = path.with_name(path.name + _ENDING) if path.suffix != _ENDING else path
        if is_program(complete):
            return str(complete)
    return None


def is_program(path: Path) -> bool:
    """Tell whether a path is that of a program that can be run."""
    return path.is_file() and os.access(path, os.X_OK)
