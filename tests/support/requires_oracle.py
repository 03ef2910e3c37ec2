"""Compare the requirements of kernels with what clang-19 accepts.

    python -m tests.support.requires_oracle KERNELS.json FOLDER --count 300 --most SOURCE=10

KERNELS.json lists kernels below FOLDER with their build options, as `tests/corpus/kernels.json`
does.  Of each source, which is the first part of a path, the same number of kernels is taken, and
at most the number that is said: a kernel of thousands of lines costs a minute.  Of a file that has
requirements, clang is asked three things:

- "accepts": the lowest version, with the named extensions and features and no others;
- "rejects below": the version below it, with all extensions but those of vendors, which do not
  count where a later version has the same;
- "needs": the lowest version, without one of the named extensions or features at a time.

`__OPENCL_VERSION__` has the version that is asked about: clang itself does not define it.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from opencl_ls.analysis.host import Host, check
from opencl_ls.builtins.extensions import all_extensions
from opencl_ls.builtins.versions import Version
from opencl_ls.disk import DiskFiles
from opencl_ls.features.requirements import ProgramRequirements, requirements
from opencl_ls.settings.options import from_build_options
from opencl_ls.text import display

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.settings.model import Settings

CLANG: Final = shutil.which("clang-19")
_VERSIONS: Final = tuple(Version)
_SOURCE: Final = re.compile(r"[^/]+")
_ERROR: Final = re.compile(r"^(.*?:\d+):\d+: (?:fatal )?error: (.*)$", re.M)
_PAIRS: Final = (
    ("cl_khr_fp64", "__opencl_c_fp64"),
    ("cl_khr_3d_image_writes", "__opencl_c_3d_image_writes"),
)
"""An extension and a feature of which clang wants both or none, from 3.0 on."""
_TIME: Final = 60
"""The time for one run of clang, in seconds."""


class Difference(NamedTuple):
    """A question to which clang has another answer, and its first error or what was expected."""

    path: str
    question: str
    words: str


def requirements_of(path: str, options: Iterable[str]) -> ProgramRequirements:
    """Return the requirements of a file under build options."""
    settings, problems = from_build_options(list(options))
    assert not problems
    files = DiskFiles()
    host = Host(files, cache_size=4_000_000)

    def analyse(settings: Settings) -> Analysis:
        return check(path, files, settings, host)

    return requirements(analyse, settings, _VERSIONS)


def differences(path: str, options: list[str]) -> Iterator[Difference]:
    """Yield the questions about a file to which clang has another answer."""
    found = requirements_of(path, options).whole
    lowest = found.lowest
    if lowest is None:
        why = found.versions[-1].failures[0]
        yield Difference(path, "works", f"{why.place.start}: {display(why.words)}")
        return
    version, needs = Version(lowest.version), lowest.needs
    error = clang_error(path, options, version, _only(version, needs))
    if error is not None:
        yield Difference(path, "accepts", f"{version.label} {' '.join(needs)}: {error}")
    below = _VERSIONS[: _VERSIONS.index(version)][-1:]
    for each in below:
        if clang_error(path, options, each, _all_but_vendors(needs)) is None:
            failures = found.versions[_VERSIONS.index(each)].failures
            words = "; ".join(display(why.words) for why in failures[:3])
            yield Difference(path, "rejects below", f"{each.label}: {words}")
    for name in needs:
        rest = tuple(each for each in needs if each != name)
        if clang_error(path, options, version, _only(version, rest)) is None:
            reason = next(each for each in lowest.reasons if name in each.needs)
            yield Difference(path, "needs", f"{version.label} {name}: {display(reason.words)}")


def _only(version: Version, needs: tuple[str, ...]) -> str:
    """Return clang's option for some extensions and features alone."""
    wanted = set(needs)
    for pair in _PAIRS:
        if version >= Version.CL30 and not wanted.isdisjoint(pair):
            wanted.update(pair)
    return ",".join(["-all", *(f"+{each}" for each in sorted(wanted))])


def _all_but_vendors(needs: tuple[str, ...]) -> str:
    vendors = (each for each in all_extensions() if not each.startswith("cl_khr_"))
    return ",".join(f"-{each}" for each in sorted(vendors) if each not in needs)


def clang_error(path: str, options: list[str], version: Version, extensions: str) -> str | None:
    """Return clang's first error, None if it accepts a file with changes of its extensions."""
    assert CLANG is not None
    command = [CLANG, "-x", "cl", "-target", "spir64", f"-cl-std={version.label}"]
    command += ["-Xclang", "-finclude-default-header", "-fsyntax-only", "-w"]
    command += ["-ferror-limit=1", "-fno-caret-diagnostics", f"-D__OPENCL_VERSION__={version:d}"]
    command += [each for each in options if not each.startswith("-D__OPENCL_VERSION__")]
    command += ["-Xclang", f"-cl-ext={extensions}"]
    finished = subprocess.run(
        [*command, path], capture_output=True, text=True, check=False, timeout=_TIME
    )
    if finished.returncode == 0:
        return None
    found = _ERROR.search(finished.stderr)
    return finished.stderr.strip()[-200:] if found is None else f"{Path(found[1]).name}: {found[2]}"


def options_of(kernel: dict[str, Any], folder: Path) -> list[str]:
    """Return the build options of a kernel of a list, but not its version."""
    options = [f"-D{each}" for each in kernel["defines"] if "__OPENCL_VERSION__" not in each]
    options += [f"-I{folder / each}" for each in [*kernel["includes"], "prelude"]]
    for file in kernel["force_includes"]:
        options += ["-include", str(folder / file)]
    return options


def sample(kernels: list[dict[str, Any]], count: int, most: dict[str, int]) -> list[dict[str, Any]]:
    """Return some of the kernels: of each source the same number, or as many as it may give."""
    sources = defaultdict[str, list[dict[str, Any]]](list)
    for each in kernels:
        found = _SOURCE.match(each["path"])
        sources[found[0] if found is not None else ""].append(each)
    chosen: list[dict[str, Any]] = []
    able = {name: min(len(listed), most.get(name, count)) for name, listed in sources.items()}
    left = sorted(able, key=lambda name: able[name])
    while left:
        name = left.pop(0)
        listed = sources[name]
        share = min(able[name], (count - len(chosen)) // (len(left) + 1))
        chosen += [listed[number * len(listed) // share] for number in range(share)]
    return chosen


def main() -> None:
    """Print the differences in a sample of a list of kernels, and how many there are."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kernels", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--most", action="append", default=[], metavar="SOURCE=N")
    arguments = parser.parse_args()
    most = {name: int(number) for name, _, number in (e.partition("=") for e in arguments.most)}
    listed = json.loads(arguments.kernels.read_text("utf-8"))
    kernels = listed["files"] if "files" in listed else listed["kernels"]
    chosen = sample(kernels, arguments.count, most)
    total: dict[str, int] = defaultdict(int)
    for number, each in enumerate(chosen, start=1):
        print(f"{number}/{len(chosen)}", end="\r", file=sys.stderr)
        path = str(arguments.folder / each["path"])
        for difference in differences(path, options_of(each, arguments.folder)):
            total[difference.question] += 1
            print(f"{each['path']}: {difference.question}: {difference.words}", flush=True)
    print(f"{len(chosen)} kernels: {dict(total) or 'no differences'}", file=sys.stderr)


if __name__ == "__main__":
    main()
