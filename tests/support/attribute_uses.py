"""Ask clang-19 what each attribute applies to and takes.

`python -m tests.support.attribute_uses` writes `opencl_ls/builtins/data/attribute_uses.json`, which
takes some minutes.  The names are those of `compiler_queries.json`.  Each attribute stands on each
kind of subject with arguments of many shapes: where one shape is taken the subject is a right one,
and where clang says something of the subject it is a wrong one.  Of what clang says of arguments
alone nothing is concluded about the subject.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from opencl_ls.builtins.attribute_uses import KINDS
from opencl_ls.builtins.reader import table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

CLANG: Final = shutil.which("clang-19")
DATA: Final = Path(__file__).parents[2] / "opencl_ls" / "builtins" / "data"

SUBJECTS: Final = dict(
    zip(
        KINDS,
        (
            "$ void f@(int n) {}",
            "$ int f@(int n) { return n; }",
            "$ global int *f@(global int *n) { return n; }",
            "kernel $ void f@(global int *n) {}",
            "void f@($ int n) {}",
            "void f@($ global int *n) {}",
            "constant int v@ $ = 1;",
            "constant int *constant v@ $ = 0;",
            "kernel void f@(int n) { local int v $; }",
            "void f@(int n) { int v $ = n; }",
            "void f@(global int *n) { global int *v $ = n; }",
            "void f@(int n) { void (^b)(int) $ = ^(int i) {}; b(n); }",
            "typedef int T@ $;",
            "typedef global int *T@ $;",
            "struct T@ { char a; int b $; };",
            "struct T@ { char a; global int *b $; };",
            "struct T@ { char a; int b; } $;",
            "union T@ { int a; int b; } $;",
            "enum T@ { A@, B@ } $;",
            "enum T@ { A@ $, B@ };",
            "void f@(int n) { here: $; if (n--) goto here; }",
            "void f@(int n) { void (^b)(int) = ^(int i) $ {}; b(n); }",
            "void f@(int n) { $ while (n--); }",
            "void f@(int n) { $; }",
            "int f@(int n) { $ return n; }",
            "void f@(int n) { n = (int $)n; }",
        ),
        strict=True,
    )
)
"""A program for each kind of subject, with "$" where the attribute stands."""

_OF_TYPES: Final = re.compile(r"address_space|opencl_(?!unroll)|ext_vector_type|vector_size|neon_")
"""Attributes that are a part of the type: what is wrong with them depends on the rest of it."""

_SHAPES: Final = (
    *("", "1", "8", "0", "1, 1", "1, 2", "1, 1, 1", '"a"', '"default"', '"a", "b"', '"a", 1'),
    *("n", "n, 1", "n, 1, 1", "1, n", "int", "use", "x, int", "printf, 1, 2", "SI", "open"),
    *("none", "strict", "consumed", "malloc", "malloc, 1", "macos, introduced=10.4", "any"),
)
_ON: Final = (
    *("void function", "kernel", "pointer function", "pointer parameter", "global variable"),
    *("variable", "typedef", "struct", "enum", "loop"),
)
"""Kinds of subject that numbers of arguments are tried on: each attribute goes with one of them."""

_PRELUDE: Final = "void use(int);\n"
_TOGETHER: Final = 300
_MOST: Final = 6
_PLACES: Final = 3
_GIVEN: Final = ("1", '"a"')
_DIAGNOSTIC: Final = re.compile(r"^cells:(\d+):\d+: (error|warning): (.*)$", re.MULTILINE)
_ABOUT_SUBJECT: Final = re.compile(
    r"only applies to|(?:cannot|can only) be (?:applied|used|specified)|attribute (?:is )?ignored"
    r"|ignored on this statement|not supported (?:for|on) th?|on function returning"
    r"|only supported for (?:integer|variadic)|internal linkage|storage duration"
    r"|local variable is ignored"
)
_ABOUT_NUMBER: Final = re.compile(r"attribute (?:takes|requires (?:exactly|at least|at most))")
_ABOUT_ARGUMENTS: Final = re.compile(
    rf"{_ABOUT_NUMBER.pattern}|requires (?:parameter \d+ to be )?an? (?:int|ident)|out of bounds"
)
_ABOUT_KIND: Final = {
    "string": re.compile(r"expected string literal as argument"),
    "integer": re.compile(r"requires (?:parameter \d+ to be )?an integer constant"),
}
_IN_WORDS: Final = re.compile(r"attribute only applies to (.*?)(?: \[-W|$)")
_MORE_THAN_C: Final = re.compile(
    r"Objective|class|method|namespace|template|interface|lambda|K&R|reference|declarations|value "
)
_WORDS: Final = {
    "non-static data members": "members",
    "global variables": "program scope variables",
}

Said: TypeAlias = "tuple[tuple[str, str], ...]"
"""What clang says of a program: levels, "E" or "W", and words; "?" where it crashes."""


def said_by_clang(programs: Sequence[str]) -> list[Said]:
    """Return what clang says of each program."""
    found: list[Said] = []
    for start in range(0, len(programs), _TOGETHER):
        found.extend(_batch(programs[start : start + _TOGETHER]))
    return found


def _batch(programs: Sequence[str]) -> list[Said]:
    assert CLANG is not None
    language = ["-cc1", "-triple", "spir64", "-x", "cl", "-cl-std=CL3.0", "-cl-ext=+all"]
    text = "".join(f"{each.replace('@', str(at))}\n" for at, each in enumerate(programs))
    finished = subprocess.run(
        [CLANG, *language, "-ferror-limit", "0", "-fno-caret-diagnostics", "-"],
        input=f'{_PRELUDE}#line 1 "cells"\n{text}',
        capture_output=True,
        text=True,
        check=False,
    )
    if finished.returncode not in (0, 1):
        # One of them crashes the compiler, which then has said nothing about the others.
        if len(programs) == 1:
            return [(("?", ""),)]
        middle = len(programs) // 2
        return _batch(programs[:middle]) + _batch(programs[middle:])
    said: list[list[tuple[str, str]]] = [[] for _ in programs]
    for line, level, words in _DIAGNOSTIC.findall(finished.stderr):
        said[int(line) - 1].append(("E" if level == "error" else "W", words))
    return [tuple(each) for each in said]


def written(kind: str, name: str, arguments: str) -> str:
    """Return the program with an attribute on a kind of subject."""
    attribute = f"__attribute__(({name}({arguments})))" if arguments else f"__attribute__(({name}))"
    return SUBJECTS[kind].replace("$", attribute)


def use(name: str) -> dict[str, Any]:
    """Return the entry of the table for an attribute."""
    on = [(kind, shape) for kind in KINDS for shape in _SHAPES]
    numbers = [
        (number, kind, ", ".join([given] * number))
        for number in range(_MOST + 1)
        for given in _GIVEN
        for kind in _ON
    ]
    places = [
        (place, missed, kind, ", ".join([*[right] * place, given]))
        for place in range(_PLACES)
        for missed, right, given in (("string", '"a"', "1"), ("integer", "1", '"a"'))
        for kind in _ON
    ]
    tried = [*on, *((kind, shape) for _, kind, shape in numbers)]
    tried += [(kind, shape) for _, _, kind, shape in places]
    said = said_by_clang([written(kind, name, shape) for kind, shape in tried])
    row = said[: len(on)]
    entry: dict[str, Any] = {"on": ""}
    for kind, at in zip(KINDS, range(0, len(row), len(_SHAPES)), strict=True):
        is_left_out = _depends(name, kind)
        entry["on"] += "-" if is_left_out else _level(row[at : at + len(_SHAPES)])
    if words := _in_words(row, entry["on"]):
        entry["subjects"] = words
    rest = iter(said[len(on) :])
    wrong = {number for number, *_ in numbers if _says(next(rest), _ABOUT_NUMBER)}
    right = [number for number in range(_MOST + 1) if number not in wrong]
    if right and right[0]:
        entry["least"] = right[0]
    if right and right[-1] < _MOST:
        entry["most"] = right[-1]
    kinds = [""] * _PLACES
    for place, missed, *_ in places:
        if _says(next(rest), _ABOUT_KIND[missed]):
            kinds[place] = missed
    while kinds and (not kinds[-1] or len(kinds) > entry.get("most", _PLACES)):
        kinds.pop()
    return entry | ({"arguments": kinds} if kinds else {})


def _depends(name: str, kind: str) -> bool:
    """Tell whether the kind of subject does not settle whether an attribute fits."""
    if _OF_TYPES.match(name) or name == "noderef":
        return kind not in ("loop", "empty statement", "statement", "label")
    if name == "nomerge":
        return kind in ("loop", "statement")
    return name == "nonnull" and (kind == "kernel" or "function" in kind)


def _level(said: Sequence[Said]) -> str:
    """Return the level of one kind of subject: the least that clang has for any shape."""
    if any(not each for each in said):
        return "-"
    found = {
        level for each in said for level, words in each if level in "EW" and _is_subject(words)
    }
    if "E" in found and any({level for level, _ in each} == {"W"} for each in said):
        return "-"
    if found == {"W"} and any(_says(each, _ABOUT_ARGUMENTS) for each in said):
        return "w"
    return max(found, default="-")


def _is_subject(words: str) -> bool:
    return _ABOUT_SUBJECT.search(words) is not None


def _says(said: Said, about: re.Pattern[str]) -> bool:
    return any(about.search(words) for _, words in said)


def _in_words(row: Iterable[Said], on: str) -> str:
    """Return what the attribute applies to as clang says it, without what other languages have."""
    found = (_IN_WORDS.search(words) for said in row for _, words in said)
    longest = max((match[1] for match in found if match), key=len, default="")
    for theirs, mine in _WORDS.items():
        longest = longest.replace(theirs, mine)
    parts = re.split(r",? and |, ", longest)
    if "-" not in on[KINDS.index("loop") :]:
        # That is for the same attribute in brackets, which OpenCL C has not.
        parts = [part for part in parts if "statement" not in part]
    kept = list(dict.fromkeys(part for part in parts if not _MORE_THAN_C.search(part)))
    return " and ".join([", ".join(kept[:-1]), kept[-1]] if len(kept) > 1 else kept)


def main() -> int:
    """Write the table; return the exit status."""
    known = table("compiler_queries").all()
    names = sorted(name for name, entry in known.items() if "attribute" in entry)
    lines = [
        f"{json.dumps(name)}: {json.dumps(use(name), separators=(',', ':'))}" for name in names
    ]
    path = DATA / "attribute_uses.json"
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
