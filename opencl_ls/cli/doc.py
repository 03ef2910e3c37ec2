"""The command `doc`: the documentation of a name of OpenCL C, offline."""

from __future__ import annotations

import os
import sys
from pathlib import Path
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
    from opencl_ls.reference.lookup import NamedPage

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
    if found.open and found.name is None:
        raise UsageError("doc --open: name what to open")
    if found.html is not None and found.name is None:
        from opencl_ls.cli.doc_html import write_site  # noqa: PLC0415 (when asked for)

        write_site(Path(found.html))
        return 0
    if found.list or found.name is None:
        return _list(found.name or "")
    page = _page(found.name, _target(found.std), DiskShelf())
    if found.html is not None or found.open:
        from opencl_ls.cli.doc_html import open_page, write_page  # noqa: PLC0415 (likewise)

        if found.html is not None:
            write_page(page, Path(found.html))
        if found.open:
            open_page(page)
        return 0
    write("".join(f"{line}\n" for line in rendered(page.parts, paint)), sys.stdout)
    return 0


def _target(std: str | None) -> Target | None:
    if std is None:
        return None
    problem = version_problem(std)
    if problem is not None:
        raise UsageError(problem)
    return Target.make(std)


def _page(name: str, target: Target | None, shelf: DiskShelf) -> NamedPage:
    """Return the documentation of a name; raises UsageError if there is none."""
    found = named_page(name, target, shelf)
    if found.parts:
        return found
    close = nearest(name, {*names(), *index(), *foreign_names(), *shelf.names()}, limit=3)
    hint = f"; is it {' or '.join(close)}?" if close else "; try opencl-ls doc --search WORDS"
    raise UsageError(f'nothing is called "{name}" in OpenCL C{hint}')


# --- lists ---------------------------------------------------------------------------------------


def _list(part: str) -> int:
    found = names_with(part)
    if not found:
        raise UsageError(f'no name has "{part}" in it')
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
