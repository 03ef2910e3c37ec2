"""Builds what is published: the source archive and the wheel, into dist/, and checks both.

    python3 dev.py dist

The wheel is built from the source archive.  Both are then built again, from that archive and in
another folder, and have to come out as the same bytes.  Their files have the time of
SOURCE_DATE_EPOCH or, where it is not set, of the last commit; the same tools make the same archives
at any later time.

On Linux the parser is linked without the C library, of which it uses nothing.  So one wheel serves
the systems of glibc and of musl alike, and says so in its name; that it needs nothing is checked.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
DIST: Final = ROOT / "dist"
LINUX: Final = sys.platform == "linux"
PLATFORMS: Final = ("manylinux_2_17", "manylinux2014", "musllinux_1_1")
"""What a module without any library runs on; older tags are unknown to the index or the same."""


def main() -> int:
    """Build, check, and print what came out."""
    environment = build_environment()
    with tempfile.TemporaryDirectory(prefix="opencl-ls-dist-") as scratch:
        export(Path(scratch, "tree"))
        try:
            first = build(Path(scratch, "tree"), Path(scratch, "first"), environment)
            again = Path(scratch, "another", "folder")
            shutil.unpack_archive(first[0], again, filter="data")
            second = build(next(again.iterdir()), Path(scratch, "second"), environment)
            faults = [*differences(first, second), *_check(first)]
        except subprocess.CalledProcessError as error:
            print(f"dist: `{shlex.join(error.cmd)}` failed", file=sys.stderr)
            return 1
        if faults:
            print("\n".join(f"dist: {fault}" for fault in faults), file=sys.stderr)
            return 1
        DIST.mkdir(exist_ok=True)
        for old in DIST.glob("opencl_ls-*"):
            old.unlink()
        for path in first:
            shutil.copy2(path, DIST)
            print(f"{_digest(path)}  dist/{path.name}  ({path.stat().st_size / 1e6:.2f} MB)")
    return 0


def export(target: Path) -> None:
    """Copy the files that belong to the project, as they are now, and nothing that lies about."""
    if not (ROOT / ".git").exists():
        # An unpacked source archive, with what has been built in it.
        built = ("dist", "build", ".venv", "*.egg-info", "__pycache__", "*.so")
        leave = shutil.ignore_patterns(*built)
        shutil.copytree(ROOT, target, ignore=leave)
        return
    listed = _output("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


def build_environment() -> dict[str, str]:
    """Return the variables under which a build gives the same bytes everywhere."""
    os.umask(0o022)
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    environment.setdefault("SOURCE_DATE_EPOCH", _time())
    if LINUX:
        # Python's own words for its linker may hold the folder where that Python is installed.
        compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
        environment.setdefault("LDSHARED", f"{compiler} -shared -nostdlib")
    return environment


def build(source: Path, into: Path, environment: dict[str, str]) -> tuple[Path, Path]:
    """Build the source archive of a folder and, from that, the wheel; return both."""
    _python("build", "--no-isolation", "--outdir", into, source, environment=environment)
    (archive,) = into.glob("*.tar.gz")
    (wheel,) = into.glob("*.whl")
    if LINUX:
        tags = ".".join(f"{name}_{platform.machine()}" for name in PLATFORMS)
        _python("wheel", "tags", "--remove", "--platform-tag", tags, wheel, environment=environment)
        (wheel,) = into.glob("*.whl")
    return archive, wheel


def differences(first: tuple[Path, Path], second: tuple[Path, Path]) -> list[str]:
    """Say which of the archives are not what they were before."""
    return [
        f"{one.name} is not the same when it is built again"
        for one, other in zip(first, second, strict=True)
        if one.name != other.name or one.read_bytes() != other.read_bytes()
    ]


def _check(built: tuple[Path, Path]) -> list[str]:
    """Run the checkers, whose own words go to the terminal, and return what is wrong."""
    wheel = str(built[1])
    checks = {
        "the metadata or the README": ["twine", "check", "--strict", *map(str, built)],
        "the wheel's contents": ["check_wheel_contents", wheel],
        "the stable ABI": ["abi3audit", "--strict", "--summary", wheel],
    }
    faults = [
        f"{command[0]} finds {subject} wrong"
        for subject, command in checks.items()
        if subprocess.run([sys.executable, "-m", *command], check=False, cwd=ROOT).returncode
    ]
    return [*faults, *(_libraries(built[1]) if LINUX else [])]


def _libraries(wheel: Path) -> list[str]:
    """Say what the parser needs beside Python, for which the wheel's name would be wrong."""
    from elftools.elf.elffile import ELFFile  # noqa: PLC0415 - only this check needs it

    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".so"))
        with archive.open(name) as file:
            module = ELFFile(file)
            tags = list(module.get_section_by_name(".dynamic").iter_tags())
            symbols = list(module.get_section_by_name(".dynsym").iter_symbols())
    libraries = [tag.needed for tag in tags if tag.entry.d_tag == "DT_NEEDED"]
    folders = [tag.entry.d_tag for tag in tags if tag.entry.d_tag in {"DT_RPATH", "DT_RUNPATH"}]
    foreign = [
        symbol.name
        for symbol in symbols
        if symbol.name and symbol["st_shndx"] == "SHN_UNDEF" and not symbol.name.startswith("Py")
    ]
    return [f"{name} needs {need}" for need in [*libraries, *folders, *foreign]]


def _time() -> str:
    """Return the time of the last commit, or of the archive that this was unpacked from."""
    if (ROOT / ".git").exists():
        return _output("git", "log", "-1", "--format=%ct").strip()
    return str(int((ROOT / "pyproject.toml").stat().st_mtime))


def _python(*arguments: str | Path, environment: dict[str, str]) -> None:
    """Run a module of Python's, which speaks up only when it fails."""
    command = [sys.executable, "-m", *map(str, arguments)]
    done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    if done.returncode:
        print(done.stdout, done.stderr, sep="", file=sys.stderr)
    done.check_returncode()


def _output(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
