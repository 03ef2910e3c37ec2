#!/usr/bin/env python3
"""Does the everyday work on opencl-ls in an environment of its own.

    python3 dev.py examples         check the kernels in examples/
    python3 dev.py test [ARG...]    run the tests on all processors; arguments go to pytest
    python3 dev.py lint             run ruff and mypy
    python3 dev.py docs [--serve]   build the site in build/site, or serve it while it is written
    python3 dev.py vscode [wheel]   test and pack the extension for VS Code; with the server's wheel
    python3 dev.py dist             build and check what is published, into dist/
    python3 dev.py version [X.Y.Z]  say whether all files name one version, or write it into them

Nothing has to be set up before but Python 3.11 and a C compiler, or Node.js 20 for VS Code: the
first run makes `.venv` in the checkout (or the folder that OPENCL_LS_VENV names) and installs the
project into it, and later runs install again only after something changed that an installation
depends on.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = Path(os.environ.get("OPENCL_LS_VENV") or ROOT / ".venv").absolute()
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "opencl-ls.extras"
# Written by us to be wrong, so that there is something to see.
WRONG = [ROOT / "examples" / name for name in ("mistakes.cl", "unnoticed.cl")]


def main(arguments: list[str]) -> int:
    """Run one command and return its exit status."""
    if not arguments or arguments[0] not in COMMANDS:
        print(__doc__)
        return 0 if arguments in (["-h"], ["--help"]) else 2
    command, rest = arguments[0], arguments[1:]
    if command == "vscode":
        return vscode(rest)
    missing = _missing()
    if missing:
        print(f"dev.py: {missing}", file=sys.stderr)
        return 2
    if not _install(EXTRAS.get(command, {"dev"})):
        print("dev.py: the installation failed: see its output above", file=sys.stderr)
        return 2
    return COMMANDS[command](rest)


def examples(arguments: list[str]) -> int:
    """Check the sound examples, which must pass, and then the wrong ones, which must not."""
    sound = sorted(set((ROOT / "examples").glob("*.cl")) - set(WRONG))
    passed = _check(arguments, sound) == 0
    caught = _check(arguments, WRONG) == 1
    if passed and caught:
        names = " and ".join(path.name for path in WRONG)
        print(f"\n{len(sound)} examples are sound; {names} are wrong on purpose.")
        return 0
    print("\nThis is not what the examples are meant to show.", file=sys.stderr)
    return 1


def test(arguments: list[str]) -> int:
    """Run the tests, on all processors unless the arguments say on how many."""
    # They start hundreds of processes, each of which would compile what it imports.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.setdefault("PYTHONPYCACHEPREFIX", str(VENV / "pycache"))
    return _run("-m", "pytest", "-n", "auto", "--dist", "worksteal", *arguments)


def lint(arguments: list[str]) -> int:
    """Run the linter, the formatter's check and the type checker, all of them in any case."""
    return max(
        _run("-m", "ruff", "check", *arguments),
        _run("-m", "ruff", "format", "--check", *arguments),
        _run("-m", "mypy", *arguments),
    )


def docs(arguments: list[str]) -> int:
    """Build the site; a link that leads nowhere fails."""
    (ROOT / "build" / "docs").mkdir(parents=True, exist_ok=True)
    if arguments == ["--serve"]:
        return _run("-m", "mkdocs", "serve")
    return _run("-m", "mkdocs", "build", "--strict", *arguments)


def vscode(arguments: list[str]) -> int:
    """Test the extension for VS Code and pack it, without an environment of Python."""
    npm = shutil.which("npm")
    if npm is None:
        print("dev.py: npm is missing; it comes with Node.js 20 or newer", file=sys.stderr)
        return 2
    package = "package:bundled" if arguments == ["wheel"] else "package"
    folder = ROOT / "editors" / "vscode"
    environment = {**os.environ, "PYTHON": sys.executable}
    # Packing installs what the tests need.
    for script in (package, "test"):
        status = subprocess.run([npm, "run", script], cwd=folder, env=environment, check=False)
        if status.returncode:
            return 1
    print(f"The extension is {folder / 'opencl-ls.vsix'}")
    return 0


def dist(arguments: list[str]) -> int:
    """Build the source archive and the wheel."""
    return _run("release/dist.py", *arguments)


def version(arguments: list[str]) -> int:
    """Compare or write the version that files name."""
    return _run("release/version.py", *arguments)


COMMANDS = {
    "examples": examples,
    "test": test,
    "lint": lint,
    "docs": docs,
    "vscode": vscode,
    "dist": dist,
    "version": version,
}
# What a command needs installed beside the project; development tools where nothing is said.
EXTRAS: dict[str, set[str]] = {
    "examples": set(),
    "docs": {"docs"},
    "dist": {"dev", "dist"},
    "version": set(),
}


def _missing() -> str | None:
    """Say in one line what this machine lacks, if it lacks something."""
    if sys.version_info < (3, 11):
        version = ".".join(map(str, sys.version_info[:2]))
        return f"Python 3.11 or newer is needed; this is {version}"
    if not importlib.util.find_spec("venv") or not importlib.util.find_spec("ensurepip"):
        return "Python's venv module is missing; Debian and Ubuntu have it in python3-venv"
    if os.name == "nt":
        # setuptools finds Microsoft's compiler by itself, and says so when there is none.
        return None
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if not shutil.which(compiler):
        return f"a C compiler is needed and {compiler!r} is not there; CC may name another"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python.h is missing; Debian and Ubuntu have it in python3-dev"
    return None


def _install(extras: set[str]) -> bool:
    """Bring the environment up to date with the extras, and tell whether that worked."""
    state = _state()
    made, *known = STAMP.read_text().split() if STAMP.exists() else [""]
    if made == state and extras <= set(known) and PYTHON.exists():
        return True
    if not made or not PYTHON.exists():
        print(f"Making a Python environment in {VENV}", flush=True)
        if subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=False).returncode:
            return False
    # What was asked for before stays, so that the environment serves all purposes.
    wanted = sorted(extras | set(known))
    print("Installing opencl-ls" + "".join(f" [{extra}]" for extra in wanted), flush=True)
    STAMP.unlink(missing_ok=True)
    target = f"{ROOT}[{','.join(wanted)}]" if wanted else str(ROOT)
    if _run("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-e", target):
        return False
    STAMP.write_text(" ".join([state, *wanted]))
    return True


def _state() -> str:
    """Return a fingerprint of everything that an installation depends on."""
    digest = hashlib.sha256(f"{sys.version} {ROOT}".encode())
    for path in [
        ROOT / "pyproject.toml",
        ROOT / "setup.py",
        ROOT / "opencl_ls" / "syntax" / "_parser.c",
        *sorted((ROOT / "tree-sitter-opencl" / "src").rglob("*.[ch]")),
    ]:
        if path.exists():
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _check(arguments: list[str], files: list[Path]) -> int:
    names = [str(path.relative_to(ROOT)) for path in files]
    return _run("-m", "opencl_ls", "check", *arguments, *names)


def _run(*arguments: str) -> int:
    """Run the environment's Python in the checkout and return its exit status."""
    return subprocess.run([PYTHON, *arguments], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
