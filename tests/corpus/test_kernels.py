"""Real kernels that compilers accept: no error, no exception, no item that cannot be read.

The kernels are those of silx and pyFAI, fetched by package name and kept in a cache folder; they
are other people's work and not part of this repository.  `kernels.json` says which are checked and
with which build options.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from opencl_ls.analysis.host import check
from opencl_ls.disk import DiskFiles
from opencl_ls.findings import Severity
from opencl_ls.settings.options import from_build_options

LIST = json.loads((Path(__file__).parent / "kernels.json").read_text("utf-8"))
SUFFIXES = (".cl", ".h", ".hpp", ".inc")
FILES = DiskFiles()


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder with the packages' kernels."""
    root = (
        Path(tempfile.gettempdir())
        / f"opencl-ls-corpus-{os.getuid() if hasattr(os, 'getuid') else 0}"
    )
    for folder, package in LIST["packages"].items():
        target = root / package.replace("==", "-")
        if not (target / "complete").exists():
            _fetch(package, target / folder)
            (target / "complete").touch()
        link = root / folder
        if not link.exists():
            link.symlink_to(target / folder, target_is_directory=True)
    # The packages' authors include an empty header for the sake of their editor.
    (root / "prelude").mkdir(exist_ok=True)
    (root / "prelude" / "for_eclipse.h").touch()
    return root


def _fetch(package: str, target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "-q",
            "--no-deps",
            "-d",
            folder,
            package,
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            reason = f"{package} could not be fetched: {done.stderr.strip()[-400:]}"
            if os.environ.get("CI"):
                pytest.fail(reason)
            pytest.skip(reason)
        (wheel,) = Path(folder).iterdir()
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if name.endswith(SUFFIXES):
                    path = target / name
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(archive.read(name))


@pytest.mark.parametrize("kernel", LIST["kernels"], ids=lambda kernel: kernel["path"])
def test_no_error(kernel: dict[str, Any], corpus: Path) -> None:
    """A kernel that a compiler accepts has no finding of level error, and every item is read."""
    options = [f"-cl-std={kernel['std']}", "-cl-ext=+all"]
    options += [f"-D{define}" for define in kernel["defines"]]
    options += [f"-I{corpus / folder}" for folder in [*kernel["includes"], "prelude"]]
    for file in kernel["force_includes"]:
        options += ["-include", str(corpus / file)]
    settings, problems = from_build_options(options)
    assert not problems
    analysis = check(str(corpus / kernel["path"]), FILES, settings)
    errors = [
        f"{f.place.file}:{analysis.lines(f.place.file).line_of(f.place.start) + 1}: "
        f"[{f.code}] {f.message}"
        for f in analysis.findings
        if f.severity is Severity.ERROR
    ]
    assert not errors, "\n".join(errors)
    for item in analysis._unit.items:
        assert not item.analysed.model.item.problems, item.source.text
