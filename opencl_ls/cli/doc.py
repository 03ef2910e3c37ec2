"""The command `doc`: what a name of OpenCL C means, offline."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from opencl_ls.builtins.functions import function_key, function_names
from opencl_ls.builtins.language import all_attributes, all_pragmas
from opencl_ls.builtins.names import names
from opencl_ls.builtins.spelling import nearest
from opencl_ls.builtins.versions import version_problem
from opencl_ls.cli.doc_output import rendered
from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.options import OneLineParser
from opencl_ls.cli.terminal import painter, write
from opencl_ls.docs.importing.page import copies_for
from opencl_ls.docs.importing.shelf import DiskShelf
from opencl_ls.docs.library import documented, index
from opencl_ls.docs.search import search
from opencl_ls.reference import reference
from opencl_ls.reference.content import plain_words
from opencl_ls.reference.imported import imported_pages, page_parts
from opencl_ls.settings.target import Target

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.cli.terminal import Painter
    from opencl_ls.reference.content import Part

_EPILOG = (
    "opencl-ls doc import PATH... reads your own copy of the Khronos reference pages and shows it "
    "below; opencl-ls doc import --list lists what was read, opencl-ls doc forget NAME... drops it."
)


def run_doc(arguments: Sequence[str]) -> int:
    """Run `opencl-ls doc` and return its exit status; raises UsageError."""
    if arguments and arguments[0] in {"import", "forget"}:
        from opencl_ls.cli.doc_import import run_forget, run_import  # noqa: PLC0415 (when asked for)

        return (run_import if arguments[0] == "import" else run_forget)(arguments[1:])
    parser = OneLineParser(
        prog="opencl-ls doc",
        description="Print what a name of OpenCL C means.",
        epilog=_EPILOG,
        allow_abbrev=False,
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="a function, type, macro, ...")
    parser.add_argument("--std", metavar="CLX.Y", help="say what this version lacks")
    parser.add_argument(
        "--list", action="store_true", help="list the names, those with NAME in them"
    )
    parser.add_argument("--search", metavar="WORDS", help="list what the words occur in")
    parser.add_argument("--color", action="store_true", default=None, help="colours, always")
    parser.add_argument("--no-color", action="store_false", dest="color", help="colours, never")
    found = parser.parse_args(list(arguments))
    paint = painter(found.color, sys.stdout, os.environ)
    if found.search is not None:
        return _search(found.search, paint)
    if found.list or found.name is None:
        return _list(found.name or "")
    parts = _reference(found.name, _target(found.std), DiskShelf())
    write("".join(f"{line}\n" for line in rendered(parts, paint)), sys.stdout)
    return 0


def _target(std: str | None) -> Target | None:
    if std is None:
        return None
    problem = version_problem(std)
    if problem is not None:
        raise UsageError(problem)
    return Target.make(std)


def _reference(name: str, target: Target | None, shelf: DiskShelf) -> list[Part]:
    """Return what there is to read about a name as a person types it; raises UsageError.

    Imported pages go below our own text, and stand alone where they alone know the name.
    """
    for spelled in _spellings(name):
        parts = reference(spelled, target)
        if parts:
            pages = imported_pages(shelf, spelled, target)
            return parts + [part for page in pages for part in page_parts(page, spelled)]
    shelved = shelf.about(name, any_case=True)
    if shelved:
        version = "" if target is None else target.version.label[2:]
        pages = copies_for((each.page for each in shelved), version)
        return [part for page in pages for part in page_parts(page, name)]
    close = nearest(name, {*names(), *index(), *shelf.names()}, limit=3)
    hint = f"; is it {' or '.join(close)}?" if close else "; try opencl-ls doc --search WORDS"
    raise UsageError(f'nothing is called "{name}" in OpenCL C{hint}')


def _spellings(name: str) -> Iterator[str]:
    """Yield the ways in which the tables may know a name: families, attributes, pragmas."""
    bare = name.strip().removesuffix("()")
    yield bare
    family = [each for each in function_names() if function_key(each) == bare]
    yield from sorted(family, key=lambda each: (len(each), each))
    if bare.strip("_") in all_attributes():
        yield f"__attribute__(({bare.strip('_')}))"
    words = " ".join(bare.removeprefix("#pragma").split())
    yield from (f"#pragma {each}" for each in all_pragmas() if each.lower() == words.lower())


# --- lists ---------------------------------------------------------------------------------------


def _list(wanted: str) -> int:
    names_found = sorted(name for name in index() if wanted.lower() in name.lower())
    if not names_found:
        raise UsageError(f'no name has "{wanted}" in it')
    for name in names_found:
        found = documented(name)
        summary = "" if found is None else plain_words(found.entry.summary)
        write(f"{name:28} {summary}\n", sys.stdout)
    return 0


def _search(words: str, paint: Painter) -> int:
    hits = search(words)
    if not hits:
        raise UsageError(f'nothing is found for "{words}"')
    lines: list[str] = []
    for hit in hits:
        shown = ", ".join(hit.names[:4]) + (", ..." if len(hit.names) > 4 else "")
        lines += [paint("bold", shown), f"    {plain_words(hit.summary)}"]
    write("".join(f"{line}\n" for line in lines), sys.stdout)
    return 0
