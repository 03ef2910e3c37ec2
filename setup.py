"""The part of the build that pyproject.toml cannot say: the parser, compiled once for all Pythons.

`tree-sitter-opencl/src` holds the generated parser.  Together with a few lines of glue it becomes
`opencl_ls.syntax._parser`, an extension module for the stable ABI of Python 3.11, so that one
wheel serves that version and every later one.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import PlatformError

GRAMMAR = Path("tree-sitter-opencl") / "src"
SOURCES = [
    Path("opencl_ls") / "syntax" / "_parser.c",
    GRAMMAR / "parser.c",
    # A grammar has an external scanner only where its tokens need one.
    *(path for path in [GRAMMAR / "scanner.c"] if path.exists()),
]
# A free-threaded interpreter has no stable ABI before Python 3.15.
STABLE_ABI = not sysconfig.get_config_var("Py_GIL_DISABLED")


class BuildParser(build_ext):
    """Builds the parser, and says in one line what is missing when it cannot be built."""

    def build_extensions(self) -> None:
        """Compile, once everything that the compilation needs is known to be there."""
        missing = _missing()
        if missing:
            raise PlatformError(f"opencl-ls cannot be built: {missing}")
        super().build_extensions()


def _missing() -> str | None:
    for source in SOURCES:
        if not source.exists():
            return f"{source} is missing; `tree-sitter generate` in tree-sitter-opencl/ makes it"
    if sys.platform == "win32":
        # setuptools finds Microsoft's compiler by itself, and names it when it does not.
        return None
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    compiler = shlex.split(command)[0]
    if not shutil.which(compiler):
        return f"no C compiler (tried {compiler!r}); install one, or name yours in CC"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python.h is missing; install your Python's development files"
    return None


setup(
    cmdclass={"build_ext": BuildParser},
    ext_modules=[
        Extension(
            "opencl_ls.syntax._parser",
            sources=[path.as_posix() for path in SOURCES],
            include_dirs=[GRAMMAR.as_posix()],
            depends=[path.as_posix() for path in sorted(GRAMMAR.glob("tree_sitter/*.h"))],
            define_macros=[("Py_LIMITED_API", "0x030B0000")] if STABLE_ABI else [],
            extra_compile_args=["/std:c11", "/utf-8"] if sys.platform == "win32" else ["-std=c11"],
            py_limited_api=STABLE_ABI,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if STABLE_ABI else {},
)
