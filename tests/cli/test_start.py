"""The start of `check`: the modules that it imports; a small kernel does not wait for more."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from opencl_ls.linter.listing import present_rows
from opencl_ls.linter.registry import places

ROOT = Path(__file__).parents[2]
_SCRIPT = """\
import sys
from opencl_ls.cli.main import main
main(sys.argv[1:])
print(*sorted(set(sys.modules)), sep="\\n", file=sys.stderr)
"""
KERNEL = "kernel void f(global int *p) { p[get_global_id(0)] = 1; }\n"


def imported(folder: Path, *options: str) -> set[str]:
    """Return the modules that a check of a kernel of one line has imported at its end."""
    (folder / "one.cl").write_text(KERNEL)
    command = [sys.executable, "-S", "-c", _SCRIPT, "check", *options, str(folder / "one.cl")]
    path = [str(ROOT), *(each for each in sys.path if each.endswith("-packages"))]
    environ = {"PYTHONPATH": ":".join(path), "OPENCL_LS_CACHE": str(folder / "cache")}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=True)
    assert done.stdout == "0 errors, 0 warnings in 1 file\n"
    return set(done.stderr.split())


def test_a_repeated_check_imports_its_cache_alone(tmp_path) -> None:
    """Neither `typing` nor `re`, which take longer than the rest."""
    imported(tmp_path)
    modules = imported(tmp_path)
    assert {name for name in modules if name.startswith("opencl_ls")} == {
        "opencl_ls",
        "opencl_ls.blake2",
        "opencl_ls.cache_folder",
        "opencl_ls.cli",
        "opencl_ls.cli.errors",
        "opencl_ls.cli.main",
        "opencl_ls.cli.run_cache",
        "opencl_ls.cli.terminal",
    }
    assert not modules & {"typing", "re", "json", "pathlib", "argparse", "hashlib", "msgspec"}


def test_a_first_check_imports_what_a_small_kernel_needs(tmp_path) -> None:
    """A new module that every check imports is counted here: does a kernel of one line need it?"""
    modules = imported(tmp_path, "--no-cache")
    ours = {name.removeprefix("opencl_ls.") for name in modules if name.startswith("opencl_ls.")}
    rules = {name for name in ours if name.startswith("rules.")}
    # A rule that was edited after the build is loaded by each check.
    edited = len(places()) - len(present_rows())
    assert len(rules) < 130 + edited
    assert len(ours - rules) < 300
    assert not ours & {
        *("analysis.queries.tokens", "cli.cache", "cli.options", "cli.run_cache", "disk_cache"),
        *("compilers", "features", "host_programs", "reference", "server", "settings.decode"),
        *("semantics.flow.uniformity.functions", "syntax.recovery.search", "syntax.surface"),
    }
    assert not modules & {"argparse", "hashlib", "inspect", "json", "pygls", "typing_extensions"}
