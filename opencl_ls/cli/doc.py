"""The command `doc`: what a name of OpenCL C means, offline."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.foreign import foreign_names
from opencl_ls.builtins.names import names
from opencl_ls.builtins.spelling import nearest
from opencl_ls.builtins.versions import version_problem
from opencl_ls.cli.doc_output import rendered
from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.parsers import doc_parser
from opencl_ls.cli.terminal import painter, write
from opencl_ls.docs.importing.shelf import DiskShelf
from opencl_ls.docs.library import index
from opencl_ls.reference.lookup import found_names, named_page, names_with
from opencl_ls.settings.target import Target

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.cli.terminal import Painter
    from opencl_ls.reference.content import Part

_HITS: Final = 20


def run_doc(arguments: Sequence[str]) -> int:
    """Run `opencl-ls doc` and return its exit status; raises UsageError."""
    if arguments and arguments[0] in {"import", "forget"}:
        from opencl_ls.cli.doc_import import run_forget, run_import  # noqa: PLC0415 (when asked for)

        return (run_import if arguments[0] == "import" else run_forget)(arguments[1:])
    found = doc_parser().parse_args(list(arguments))
    paint = painter(found.color, sys.stdout, os.environ)
    if found.search is not None:
        return _search(found.search, paint)
    if found.list or found.name is None:
        return _list(found.name or "")
    parts = _page(found.name, _target(found.std), DiskShelf())
    write("".join(f"{line}\n" for line in rendered(parts, paint)), sys.stdout)
    return 0


def _target(std: str | None) -> Target | None:
    if std is None:
        return None
    problem = version_problem(std)
    if problem is not None:
        raise UsageError(problem)
    return Target.make(std)


def _page(name: str, target: Target | None, shelf: DiskShelf) -> list[Part]:
    """Return what there is to read about a name; raises UsageError where there is nothing."""
    parts = named_page(name, target, shelf).parts
    if parts:
        return parts
    close = nearest(name, {*names(), *index(), *foreign_names(), *shelf.names()}, limit=3)
    hint = f"; is it {' or '.join(close)}?" if close else "; try opencl-ls doc --search WORDS"
    raise UsageError(f'nothing is called "{name}" in OpenCL C{hint}')


# --- lists ---------------------------------------------------------------------------------------


def _list(wanted: str) -> int:
    found = names_with(wanted)
    if not found:
        raise UsageError(f'no name has "{wanted}" in it')
    for each in found:
        write(f"{each.name:28} {each.summary}\n", sys.stdout)
    return 0


def _search(words: str, paint: Painter) -> int:
    found = found_names(words, _HITS)
    if not found:
        raise UsageError(f'nothing is found for "{words}"')
    lines = [line for each in found for line in (paint("bold", each.name), f"    {each.summary}")]
    write("".join(f"{line}\n" for line in lines), sys.stdout)
    return 0
