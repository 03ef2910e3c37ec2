"""The call of a compiler for a program: its options, and the text of the program.

The text is always passed through a pipe, so that unsaved changes are compiled; the working folder
is that of the file, where quoted includes are searched first.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.builtins.extensions import all_extensions
from opencl_ls.builtins.versions import Version
from opencl_ls.compilers.programs import CLANG
from opencl_ls.compilers.running import Command
from opencl_ls.settings.model import make_target
from opencl_ls.settings.target import Target

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.compilers.programs import Compiler
    from opencl_ls.settings.model import Settings, TargetSettings

PATIENCE: Final = 30.0
"""The time limit for a program, in seconds; clang takes a tenth of a second for most."""

NO_PLATFORM: Final = 3
"""The exit status of `icd` without PoCL."""

# The same assumptions as in our analysis: all of OpenCL C, and the layout of a device.
_CLANG: Final = (
    *("-x", "cl", "-fsyntax-only", "-Xclang", "-finclude-default-header", "-Wall"),
    *("-fno-color-diagnostics", "-fno-caret-diagnostics", "-fdiagnostics-print-source-range-info"),
    *("-fdiagnostics-absolute-paths", "-fmessage-length=0", "-ferror-limit=100"),
    *("-fmacro-backtrace-limit=1", "-fno-spell-checking"),
)
_ICD: Final = Path(__file__).with_name("icd.py")


class Program(Struct, frozen=True):
    """A program to compile: its text, its path, which may be "", and the settings for it."""

    path: str
    text: bytes
    settings: Settings


def command(compiler: Compiler, program: Program) -> Command:
    """Return the call of a compiler for a program."""
    arguments, text = (_clang if compiler.kind == CLANG else _pocl)(compiler, program)
    folder = str(Path(program.path).parent) if Path(program.path).is_absolute() else ""
    if compiler.kind != CLANG:
        # Files in a project's folder must not be taken for a library.
        folder = str(_ICD.parent)
    return Command(tuple(arguments), text, folder, PATIENCE)


def _clang(compiler: Compiler, program: Program) -> tuple[list[str], bytes]:
    settings = program.settings.target
    target = make_target(settings)
    bits = "" if target.pointer_bits == 32 else "64"
    arguments = [compiler.program, *_CLANG, f"--target=spir{bits}-unknown-unknown"]
    arguments += _language(target)
    if program.settings.rules.warnings == "off":
        arguments.append("-w")
    extensions = ",".join(_changed_extensions(target))
    if extensions:
        arguments += ["-Xclang", f"-cl-ext={extensions}"]
    # Macros that drivers define and clang alone does not.
    arguments.append(f"-D__OPENCL_VERSION__={int(target.version)}")
    if target.is_embedded:
        arguments.append("-D__EMBEDDED_PROFILE__=1")
    arguments += [f"-D{name}={value}" for name, value in settings.defines]
    arguments += [f"-U{name}" for name in settings.undefines]
    arguments += [f"-I{os.path.abspath(each)}" for each in settings.include_paths]  # noqa: PTH100 - links stay
    for each in settings.includes:
        arguments += ["-include", os.path.abspath(each)]  # noqa: PTH100
    return [*arguments, "-"], program.text


def _pocl(_: Compiler, program: Program) -> tuple[list[str], bytes]:
    """Return the call of `icd` in a separate process.

    Macros and forced includes are in the text: drivers differ in their handling of quotes in
    options, and a definition in a project's file must not become another option.
    """
    settings = program.settings.target
    target = make_target(settings)
    options = _language(target)
    folders = [*settings.include_paths]
    if Path(program.path).is_absolute():
        folders.append(str(Path(program.path).parent))
    options += [f"-I{path}" for path in map(os.path.abspath, folders) if _is_plain(path)]
    if program.settings.rules.warnings == "off":
        options.append("-w")
    head = "".join(f"{line}\n" for line in _head(settings))
    text = head.encode("utf-8", "replace") + b"#line 1\n" + program.text
    return [sys.executable, "-I", str(_ICD), " ".join(options)], text


def _language(target: Target) -> list[str]:
    flags = {
        "-cl-fast-relaxed-math": target.fast_relaxed_math,
        "-cl-finite-math-only": target.finite_math_only and not target.fast_relaxed_math,
        "-cl-single-precision-constant": target.single_precision_constant,
        "-cl-uniform-work-group-size": target.uniform_work_group_size,
    }
    return [f"-cl-std={target.version.label}", *(flag for flag, on in flags.items() if on)]


def _head(settings: TargetSettings) -> Iterator[str]:
    yield from (f"#define {_one_line(name)} {_one_line(value)}" for name, value in settings.defines)
    yield from (f"#undef {_one_line(name)}" for name in settings.undefines)
    yield from (f'#include "{_one_line(os.path.abspath(each))}"' for each in settings.includes)  # noqa: PTH100


def _changed_extensions(target: Target) -> Iterator[str]:
    """Yield the options for differences to clang's defaults for this version."""
    usual = Target.make(target.version)
    has = target.extensions | (target.features if target.version >= Version.CL30 else frozenset())
    had = usual.extensions | (usual.features if usual.version >= Version.CL30 else frozenset())
    vendors = target.refused & all_extensions().keys()
    yield from (f"-{name}" for name in sorted((had - has) | vendors))
    # A file of the project with this name may be anything.
    yield from (f"+{name}" for name in sorted(has - had) if name.isidentifier())


def _is_plain(path: str) -> bool:
    return not set(path) & set(" \t\n\"'\\")


def _one_line(text: str) -> str:
    return " ".join(text.split("\n")).replace("\r", " ")
