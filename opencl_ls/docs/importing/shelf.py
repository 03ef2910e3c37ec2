"""The user's imported pages, each in a file of the data folder.

An index of their names is beside the folder of pages.  It is derived from them: if it is missing,
damaged or out of date, the pages themselves are read.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from opencl_ls.docs.importing.page import ImportedPage, Section

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

SCHEMA: Final = 1
"""The version of the file format; files of another version count as damaged."""

_INDEX: Final = "pages.json"
_PAGES: Final = "pages"


class Shelved(NamedTuple):
    """A stored page, with its file and the file that it was imported from."""

    file: str
    source: str
    page: ImportedPage


class Damaged(NamedTuple):
    """A stored file without a page, and the reason."""

    path: Path
    reason: str


class _Entry(NamedTuple):
    names: tuple[str, ...]
    source: str
    title: str


def data_folder(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Return the folder in which this user's data are kept; OPENCL_LS_DATA names another."""
    named = environ.get("OPENCL_LS_DATA")
    if named:
        return Path(named)
    if platform == "win32":
        local = environ.get("LOCALAPPDATA")
        return Path(local or _home() / "AppData" / "Local") / "opencl-ls"
    if platform == "darwin":
        return _home() / "Library" / "Application Support" / "opencl-ls"
    shared = environ.get("XDG_DATA_HOME", "")
    # The specification of that variable says that relative paths are ignored.
    home = Path(shared) if shared.startswith("/") else _home() / ".local" / "share"
    return home / "opencl-ls"


def _home() -> Path:
    # Unlike Path.home, this does not raise for unknown users.
    return Path(os.path.expanduser("~"))  # noqa: PTH111


class DiskShelf:
    """The pages on the disk; changes of other processes are seen at the next access."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = data_folder(os.environ) if folder is None else folder
        self._stamp: object = None
        self._entries: dict[str, _Entry] = {}
        self._by_name: dict[str, list[str]] = {}
        self._read: dict[str, tuple[object, Shelved]] = {}

    # --- lookup ----------------------------------------------------------------------------------

    def pages(self, name: str) -> list[ImportedPage]:
        """Return the pages about a name, spelled exactly so; damaged ones are skipped."""
        return [shelved.page for shelved in self.about(name)]

    def pages_like(self, name: str) -> list[ImportedPage]:
        """Return the pages about a name, in any case."""
        return [each.page for each in self.about(name, any_case=True)]

    def about(self, name: str, *, any_case: bool = False) -> list[Shelved]:
        """Return the pages about a name; with `any_case`, without a match, in any case."""
        self._look()
        files = self._by_name.get(name, [])
        if not files and any_case:
            files = [
                file
                for file, entry in self._entries.items()
                if name.casefold() in map(str.casefold, entry.names)
            ]
        found = (self._shelved(file) for file in files)
        return [each for each in found if isinstance(each, Shelved)]

    def names(self) -> set[str]:
        """Return every name that a page is about."""
        self._look()
        return {name for name, files in self._by_name.items() if files}

    def all(self) -> list[Shelved | Damaged]:
        """Return all stored pages, by title and version."""
        found = [self._shelved(file) for file in self._files()]
        return sorted(found, key=_order)

    # --- changes ---------------------------------------------------------------------------------

    def add(self, pages: Sequence[ImportedPage], source: str) -> list[str]:
        """Store the pages of a file; raises OSError.

        It returns "new", "updated" or "unchanged" for each.  The same page is never stored twice.
        Another one with the same title is replaced only if it came from an earlier text of the same
        file.
        """
        files = [_file_of(page) for page in pages]
        return [
            self._add(file, page, source, files) for file, page in zip(files, pages, strict=True)
        ]

    def _add(self, file: str, page: ImportedPage, source: str, together: Container[str]) -> str:
        self._look()
        path = self._folder / _PAGES / file
        if file in self._entries and isinstance(self._shelved(file), Shelved):
            return "unchanged"
        former = [
            each
            for each, entry in self._entries.items()
            if (entry.source, entry.title) == (source, page.title) and each not in together
        ]
        shown = {**page._asdict(), "sections": [each._asdict() for each in page.sections]}
        _replace(path, {"schema": SCHEMA, "source": source, "page": shown})
        self._enter(file, _Entry(page.names, source, page.title))
        for each in former:
            self._remove(each)
        self._stamp = self._now()
        return "updated" if former else "new"

    def forget(self, files: Iterable[str]) -> None:
        """Remove stored files; raises OSError."""
        self._look()
        for file in files:
            self._remove(file)
        self.save_index()

    def save_index(self) -> None:
        """Write the index after changes; raises OSError."""
        self._stamp = None
        self._look()
        rows = {file: entry._asdict() for file, entry in sorted(self._entries.items())}
        _replace(self._folder / _INDEX, {"schema": SCHEMA, "pages": rows})
        self._stamp = self._now()

    def _remove(self, file: str) -> None:
        (self._folder / _PAGES / file).unlink(missing_ok=True)
        entry = self._entries.pop(file, None)
        self._read.pop(file, None)
        for name in () if entry is None else entry.names:
            self._by_name[name].remove(file)

    def _enter(self, file: str, entry: _Entry) -> None:
        if file not in self._entries:
            for name in entry.names:
                self._by_name.setdefault(name, []).append(file)
        self._entries[file] = entry

    # --- files -----------------------------------------------------------------------------------

    def _now(self) -> object:
        return _stamp_of(self._folder / _PAGES), _stamp_of(self._folder / _INDEX)

    def _look(self) -> None:
        """Update the index in memory, which costs two file checks if nothing changed."""
        now = self._now()
        if now == self._stamp:
            return
        files = self._files()
        known = self._entries if self._stamp is not None else _index_of(self._folder / _INDEX)
        self._entries, self._by_name, self._stamp = {}, {}, now
        for file in files:
            entry = known.get(file)
            if entry is None and isinstance(read := self._shelved(file), Shelved):
                entry = _Entry(read.page.names, read.source, read.page.title)
            if entry is not None:
                self._enter(file, entry)

    def _files(self) -> list[str]:
        try:
            names = [path.name for path in (self._folder / _PAGES).iterdir()]
        except OSError:
            return []
        return sorted(name for name in names if name.endswith(".json"))

    def _shelved(self, file: str) -> Shelved | Damaged:
        path = self._folder / _PAGES / file
        stamp = _stamp_of(path)
        known = self._read.get(file)
        if known is not None and known[0] == stamp:
            return known[1]
        try:
            found = _page_from(json.loads(path.read_text("utf-8")), file)
        except OSError as error:
            return Damaged(path, error.strerror or str(error))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            return Damaged(path, f"it holds no page: {error}")
        self._read[file] = stamp, found
        return found


def _page_from(content: Any, file: str) -> Shelved:
    if content["schema"] != SCHEMA:
        raise ValueError(f"its form is {content['schema']}, not {SCHEMA}")
    fields = dict(content["page"])
    sections = [
        Section(str(s["heading"]), str(s["text"]), _strings(s["names"]))
        for s in fields.pop("sections")
    ]
    names = _strings(fields.pop("names"))
    values = {
        name: str(fields.pop(name)) for name in ("title", "format", "version", "purpose", "notice")
    }
    if fields or not re.fullmatch(r"(?:\d\.\d)?", values["version"]):
        raise ValueError(f"unknown: {', '.join(fields) or values['version']}")
    page = ImportedPage(names=names, sections=tuple(sections), **values)
    return Shelved(file, str(content["source"]), page)


def _index_of(path: Path) -> dict[str, _Entry]:
    try:
        content = json.loads(path.read_text("utf-8"))
        if content["schema"] != SCHEMA:
            return {}
        return {
            str(file): _Entry(_strings(row["names"]), str(row["source"]), str(row["title"]))
            for file, row in content["pages"].items()
        }
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def _strings(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise TypeError("names are a list of words")
    return tuple(value)


def _stamp_of(path: Path) -> object:
    try:
        status = os.stat(path)  # noqa: PTH116 - on the path of every hover
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _replace(path: Path, content: object) -> None:
    """Write a file atomically: readers see the old or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.stem}.{os.getpid()}.tmp")
    try:
        # ASCII also preserves file names that are not valid text.
        temporary.write_text(json.dumps(content, indent=1) + "\n", "ascii")
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _file_of(page: ImportedPage) -> str:
    """Return the name of a page's file, which no other page has."""
    import hashlib  # noqa: PLC0415 - of imports alone; a server starts without it

    digest = hashlib.sha256(json.dumps(page).encode()).hexdigest()[:16]
    slug = re.sub(r"[^A-Za-z0-9]+", "-", page.title).strip("-")[:40]
    return f"{slug or 'page'}-{digest}.json"


def _order(found: Shelved | Damaged) -> tuple[int, str, str, str]:
    if isinstance(found, Damaged):
        return 1, found.path.name, "", ""
    return 0, found.page.title.casefold(), found.page.version, found.file
