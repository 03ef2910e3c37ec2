"""Compares our expansion of real kernels with clang's, token by token.

    python tests/preprocess/oracle.py [CORPUS [LIST]]

CORPUS is the folder of the kernels and LIST the JSON file with their flags; without arguments
they are taken from OPENCL_LS_CORPUS and OPENCL_LS_CORPUS_LIST.  Does nothing where either, or
clang-19, is absent.  Prints each kernel that differs, and a summary for each source.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from opencl_ls.preprocess import Headers, Options, Preprocessor
from opencl_ls.preprocess.lexer import NAMES
from opencl_ls.preprocess.sources import normal_path

CLANG = "clang-19"
_TOKEN = re.compile(
    rf"{NAMES.pattern}|%:%:|<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|&&|\|\||[-+*/%&|^<>=!]=|##|\S",
    re.ASCII,
)
_MACRO_LINE = re.compile(r"#define (\w+(?:\([^)]*\))?)(?: (.*))?")


class DiskSources:
    """Files of the corpus; the folder is the compiler's working folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def resolve(self, name: str, quoted: bool, includer: str, paths: Sequence[str]) -> str | None:
        folders = list(paths)
        if quoted:
            folders.insert(0, includer.rpartition("/")[0])
        for folder in folders:
            path = normal_path(f"{folder}/{name}" if folder else name)
            if (self.root / path).is_file():
                return path
        return None

    def read(self, path: str) -> str | None:
        try:
            return (self.root / path).read_bytes().decode("latin-1")
        except OSError:
            return None


def flags(entry: dict[str, Any]) -> list[str]:
    """The command line of clang for one kernel of the list."""
    result = ["-x", "cl", f"-cl-std={entry['std']}", "-target", "spir64"]
    result += ["-Xclang", "-cl-ext=+all"]
    result += [f"-D{define}" for define in entry["defines"]]
    result += [f"-I{folder}" for folder in entry["includes"]]
    for file in entry["force_includes"]:
        result += ["-include", file]
    return result


def predefined(std: str) -> dict[str, str]:
    """The macros that clang defines for a version."""
    command = [CLANG, "-dM", "-E", "-x", "cl", f"-cl-std={std}", "-target", "spir64"]
    command += ["-Xclang", "-cl-ext=+all", os.devnull]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = (_MACRO_LINE.fullmatch(line) for line in lines.splitlines())
    return {match.group(1): match.group(2) or "" for match in found if match}


def tokens_of(text: str) -> list[str]:
    """The tokens of a text without comments."""
    found = (match.group() for match in _TOKEN.finditer(text))
    return [token for token in found if not token.startswith(("//", "/*"))]


def clang_tokens(root: Path, entry: dict[str, Any]) -> list[str]:
    """The tokens of clang's expansion, without those of its own header."""
    alone = entry | {"force_includes": [], "path": os.devnull}
    header = _clang_output(root, *_command(alone))
    output = _clang_output(root, *_command(entry))
    return tokens_of(output.removeprefix(header.rstrip()))


def _command(entry: dict[str, Any]) -> list[str]:
    return [CLANG, "-E", "-P", *flags(entry), entry["path"]]


@lru_cache(4)
def _clang_output(root: Path, *command: str) -> str:
    output = subprocess.run(command, capture_output=True, cwd=root, check=False).stdout
    return output.decode("latin-1")


def our_tokens(headers: Headers, entry: dict[str, Any], macros: dict[str, str]) -> Preprocessor:
    """The unit that we make of one kernel."""
    actions = tuple(("define", define) for define in entry["defines"])
    actions += tuple(("include", file) for file in entry["force_includes"])
    options = Options(macros, actions, tuple(entry["includes"]))  # type: ignore[arg-type]
    text = headers.sources.read(entry["path"]) or ""
    return Preprocessor(entry["path"], text, headers, options)


def differences(root: Path, entries: list[dict[str, Any]]) -> Iterator[tuple[str, str, float]]:
    """For each kernel: its path, how it differs ("" if not at all), and our time in seconds."""
    headers = Headers(DiskSources(root))
    macros = {std: predefined(std) for std in {entry["std"] for entry in entries}}
    for entry in entries:
        begin = time.perf_counter()
        unit = our_tokens(headers, entry, macros[entry["std"]]).unit
        taken = time.perf_counter() - begin
        ours = tokens_of(unit.text())
        theirs = clang_tokens(root, entry)
        difference = ""
        if ours != theirs:
            pairs = zip(ours, theirs, strict=False)
            at = next(
                (index for index, (mine, other) in enumerate(pairs) if mine != other),
                min(len(ours), len(theirs)),
            )
            mine = " ".join(ours[max(0, at - 8) : at + 12])
            other = " ".join(theirs[max(0, at - 8) : at + 12])
            difference = f"at token {at}\n   ours:  {mine}\n   clang: {other}"
        errors = [finding for finding in unit.findings if finding.severity == 1]
        if errors:
            difference += f"\n   {len(errors)} errors, first: {errors[0]}"
        yield entry["path"], difference, taken


def main(arguments: list[str]) -> int:
    """Run the comparison; returns 1 if anything differs."""
    corpus = arguments[0] if arguments else os.environ.get("OPENCL_LS_CORPUS", "")
    listing = arguments[1] if len(arguments) > 1 else os.environ.get("OPENCL_LS_CORPUS_LIST", "")
    if not corpus or not listing or not Path(listing).is_file() or not shutil.which(CLANG):
        print("skipped: needs clang-19, the corpus and its list")
        return 0
    entries = json.loads(Path(listing).read_text())["files"]
    if (Path(corpus) / "prelude").is_dir():
        # Headers that some projects include for their authors' editors only.
        for entry in entries:
            entry["includes"].append("prelude")
    sources = {entry["path"]: entry["source"] for entry in entries}
    same: Counter[str] = Counter()
    different: Counter[str] = Counter()
    total = 0.0
    for path, difference, taken in differences(Path(corpus), entries):
        total += taken
        (different if difference else same)[sources[path]] += 1
        if difference:
            print(f"{path} {difference}", flush=True)
    for source in sorted(same.keys() | different.keys()):
        print(f"{source}: {same[source]} equal, {different[source]} different")
    print(f"our time: {total:.2f} s for {len(entries)} kernels")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
