"""The host: takes changes of documents in one place and hands out immutable analyses.

Open documents take precedence over files on the disk.  All analyses share the caches: items by
their text, headers by their content and the macros that they read.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.analysis.facade import Analysis
from opencl_ls.analysis.item_cache import LEAST_SIZE, ItemCache
from opencl_ls.analysis.macros import blank_names
from opencl_ls.analysis.scheduler import Scheduler
from opencl_ls.analysis.surface_cache import SurfaceCache
from opencl_ls.linter.filtering import asks_for_performance
from opencl_ls.linter.registry import all_rules
from opencl_ls.preprocess import (
    Headers,
    Options,
    Preprocessor,
    SourceEdit,
    SourceProvider,
    Store,
)
from opencl_ls.settings.model import Settings, TargetSettings, make_target
from opencl_ls.settings.predefined import builtin_macros, predefined_macros
from opencl_ls.syntax.lazy_surface import LazySurface

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from opencl_ls.analysis.item_packs import ItemPacks
    from opencl_ls.preprocess import Unit
    from opencl_ls.preprocess.preprocessor import Action
    from opencl_ls.settings.target import Target


AT_ONCE: Final = 600
"""How many bytes of functions are analysed for the first state of a text."""


_FEW: Final = 3
"""The largest number of items that are analysed around a place that is part of none."""


class _Overlay:
    """Files with an overlay: other texts for some of them, by path."""

    def __init__(self, files: SourceProvider, texts: dict[str, str]) -> None:
        self._files = files
        self.texts = texts

    def resolve(self, name: str, quoted: bool, includer: str, paths: Sequence[str]) -> str | None:
        """See SourceProvider."""
        return self._files.resolve(name, quoted, includer, paths)

    def read(self, path: str) -> str | None:
        """See SourceProvider."""
        text = self.texts.get(path)
        return self._files.read(path) if text is None else text


class _Document:
    """One open document with its present text and state."""

    __slots__ = ("analysis", "memory", "preprocessor", "scheduler", "settings", "surface", "target")

    def __init__(
        self,
        settings: Settings,
        target: Target,
        preprocessor: Preprocessor,
        scheduler: Scheduler,
        before: _Document | None,
    ) -> None:
        self.memory: SurfaceCache = SurfaceCache() if before is None else before.memory
        self.settings = settings
        self.target = target
        self.preprocessor = preprocessor
        self.scheduler = scheduler
        known: LazySurface | None = None if before is None else before.surface
        self.surface: LazySurface = _surface(preprocessor.unit, known)
        # The analysis of the last requested state.
        self.analysis: Analysis | None = None

    def follow(self, unit: Unit, *, anew: bool = False) -> None:
        """Continue with the unit of the preprocessor; its macros decide what is blanked."""
        self.surface = _surface(unit, self.surface)
        self.scheduler.follow(unit, anew=anew)
        self.analysis = None


def _surface(unit: Unit, before: LazySurface | None) -> LazySurface:
    return LazySurface(unit.source, partial(blank_names, unit), before)


_NAME_END: Final = re.compile(r"\w*\Z", re.ASCII)
_NAME: Final = re.compile(r"\w*", re.ASCII)


def _name_around(text: str, offset: int) -> str:
    """Return the word around a byte offset, or the one that ends there; "" for none."""
    before = _NAME_END.search(text, max(0, offset - 200), offset)
    after = _NAME.match(text, offset)
    return (before[0] if before else "") + (after[0] if after else "")


class Host:
    """Holds the open documents and the caches that their analyses share.

    For the first state of a text `at_once` bytes of functions are analysed.  `cache_size` is the
    smallest size of the host's own cache, in bytes of item text.  A `store` has the runs of headers
    and the items that other runs kept.
    """

    def __init__(
        self,
        files: SourceProvider,
        cache: ItemCache | None = None,
        at_once: int = AT_ONCE,
        cache_size: int = LEAST_SIZE,
        store: Store | None = None,
    ) -> None:
        self._at_once = at_once
        self._store = store
        self._packs: ItemPacks | None = None
        if store is not None:
            from opencl_ls.analysis.item_packs import ItemPacks  # noqa: PLC0415 (with a store)

            self._packs = ItemPacks(store)
        self._files = _Overlay(files, {})
        self._cache = ItemCache(cache_size, self._packs) if cache is None else cache
        self._documents: dict[str, _Document] = {}
        self._targets: dict[Target, Target] = {}
        self._headers: dict[Target, Headers] = {}

    @property
    def computed(self) -> list[str]:
        """The texts of the items analysed since this list was last cleared."""
        return self._cache.computed

    def open(self, path: str, text: str, settings: Settings) -> None:
        """Open a document with its byte text, which takes precedence over the file on the disk."""
        self._files.texts[path] = text
        target = self._target(settings)
        preprocessor = Preprocessor(
            path, text, self._headers_for(target), _options(settings.target, target)
        )
        before = self._documents.get(path)
        scheduler = Scheduler(preprocessor.unit, self._cache, target, self._at_once)
        self._documents[path] = _Document(settings, target, preprocessor, scheduler, before)
        self._resize_cache()
        self._came_or_went(path)

    def _resize_cache(self) -> None:
        """Size the cache for all open text: an edit in a header, and its undo, may affect all."""
        open_text = sum(len(each.preprocessor.unit.source) for each in self._documents.values())
        self._cache.resize(open_text)

    def edit(
        self, path: str, start: int, end: int, replacement: str, result: str | None = None
    ) -> None:
        """Replace the bytes from `start` to `end` of an open document; raises KeyError else.

        `result` is the resulting byte text, if the caller has it: it saves a copy of a long text.
        """
        document = self._documents[path]
        length = len(document.preprocessor.unit.source)
        start = max(0, min(start, length))
        end = max(start, min(end, length))
        unit = document.preprocessor.update(SourceEdit(start, end, replacement), result)
        document.follow(unit)
        self._files.texts[path] = unit.source
        self._header_changed(path)

    def overlay(self, path: str, text: str) -> None:
        """Take the byte text of a file that is included by others and analysed for none itself.

        It takes precedence over the file on the disk until `close`.
        """
        is_new = path not in self._files.texts
        self._documents.pop(path, None)
        self._files.texts[path] = text
        if is_new:
            self._came_or_went(path)
        else:
            self._header_changed(path)

    def configure(self, path: str, settings: Settings) -> None:
        """Give a document other settings; raises KeyError for a path that is not open."""
        document = self._documents[path]
        known = document.settings
        same_rules = asks_for_performance(settings.rules) is asks_for_performance(known.rules)
        if same_rules and settings.target == known.target:
            document.settings = settings
            document.analysis = None
            return
        self.open(path, document.preprocessor.unit.source, settings)

    def holds(self, path: str) -> bool:
        """Tell whether a document is open at that path."""
        return path in self._files.texts

    def close(self, path: str) -> None:
        """Close a document."""
        self._documents.pop(path, None)
        if self._files.texts.pop(path, None) is not None:
            self._came_or_went(path)

    def looked_for(self, path: str) -> bool:
        """Tell whether an include may have looked for a file there that it did not find."""
        return any(headers.looked_for(path) for headers in self._headers.values())

    def files_changed(self) -> bool:
        """Take changes, creations and deletions of files on the disk into account."""
        if not any(headers.outdated() for headers in self._headers.values()):
            return False
        self._read_again()
        return True

    def _read_again(self) -> None:
        for headers in self._headers.values():
            headers.reset()
        for document in self._documents.values():
            document.follow(document.preprocessor.refresh(), anew=True)

    def analysis(self, path: str) -> Analysis:
        """Return the complete analysis of an open document; raises KeyError for another path."""
        document = self._documents[path]
        document.scheduler.complete()
        return self._present(document, entirely=True)

    def provisional(self, path: str) -> Analysis:
        """Return a quickly available state of an open document; raises KeyError if it is not open.

        After an edit that affects hundreds of functions most of them are stale in it; `go_on`
        analyses them.
        """
        return self._present(self._documents[path])

    def around(self, path: str, offset: int) -> Analysis:
        """Return a state of an open document in which the name at a byte offset is known.

        It may be a provisional one, for which only the function around the offset and those of that
        name are analysed.  Raises KeyError for another path.
        """
        analysis = self.provisional(path)
        unit = analysis._unit
        if unit.stale:
            return self.analysis(path)
        found = unit.item_at(path, offset)
        wanted = set(unit.declarations.names.get(_name_around(analysis.text, offset), ()))
        if found is not None:
            wanted.add(found[0])
        else:
            # Text that a conditional excludes, or error recovery drops, is still in a function.
            beside = unit.items_around(path, offset)
            wanted.update(beside if len(beside) <= _FEW else ())
        return self._with_read(path, wanted.intersection(unit.unread))

    def naming(self, path: str, name: str) -> Analysis:
        """Return a state of an open document with all functions that mention a name analysed.

        As `around`, it may be a provisional one.  Raises KeyError for another path.
        """
        unit = self.provisional(path)._unit
        if unit.stale:
            return self.analysis(path)
        wanted = [number for number in unit.unread if name in unit.slots[number].source.text]
        return self._with_read(path, wanted)

    def within(
        self, path: str, start: int, end: int, go_on: Callable[[], object] | None = None
    ) -> Analysis:
        """Return a state of an open document in which the items in a range of it are analysed.

        It may be a provisional one, for which no other functions are analysed.  Before each of them
        `go_on` is called, which may raise to stop.  Raises KeyError for another path.
        """
        unit = self.provisional(path)._unit
        touched = unit.items_touching(start, end)
        wanted = [number for number in (*unit.unread, *unit.stale) if number in touched]
        return self._with_read(path, wanted, go_on)

    def _with_read(
        self, path: str, wanted: Iterable[int], go_on: Callable[[], object] | None = None
    ) -> Analysis:
        """Return a provisional state in which some functions, by number, are analysed."""
        scheduler = self._documents[path].scheduler
        for number in sorted(wanted):
            if go_on is not None:
                go_on()
            scheduler.read(number)
        return self.provisional(path)

    def go_on(self, path: str) -> Iterator[None]:
        """Raise the items of a provisional state to their last level, one in each step.

        After each step `provisional` may return a state in which more is known.
        """
        scheduler = self._documents[path].scheduler
        while scheduler.step():
            yield

    def share(self, path: str, least: int) -> bool:
        """Prepare the provisional state of an open document for work in forked processes.

        Return whether it has enough unread functions to share them.
        """
        return self._documents[path].scheduler.share(least)

    def is_shared(self, path: str) -> bool:
        """Return whether an open document still takes messages of processes forked before."""
        return self._documents[path].scheduler.is_shared

    def work(self, path: str, part: int, parts: int) -> Iterator[bytes]:
        """Yield messages about unread functions, in a forked process that is one of some `parts`.

        `part` is its number, from 0 on.
        """
        return self._documents[path].scheduler.work(part, parts)

    def take(self, path: str, message: bytes) -> None:
        """Take a message of a forked process: `go_on` passes over what it has found."""
        self._documents[path].scheduler.take(message)

    def trial(self, path: str, settings: Settings, texts: Mapping[str, str]) -> Analysis:
        """Return the analysis of a file as if some files, by path, had other byte texts.

        The open documents and their states do not change.
        """
        other = Host(_Overlay(self._files, dict(texts)), self._cache)
        other._targets = self._targets
        other.open(path, other._files.read(path) or "", settings)
        found = other.analysis(path)
        self._resize_cache()
        return found

    def keep(self, path: str) -> None:
        """Keep the items of an open document in the store, if the host has one."""
        if self._packs is not None:
            from opencl_ls.analysis.keeping import keep  # noqa: PLC0415 (with a store)

            analysis = self.analysis(path)
            analysis._checked()
            keep(analysis._unit, self._cache)
            self._packs.flush()

    def _present(self, document: _Document, *, entirely: bool = False) -> Analysis:
        """Return the analysis of the present state of a document; if `entirely`, with all races."""
        scheduler = document.scheduler
        unit, analysis = scheduler.soon(), document.analysis
        if (
            analysis is None
            or analysis._unit is not unit
            or not _serves(analysis, entirely=entirely)
        ):
            path = document.preprocessor.path
            analysis = document.analysis = Analysis(
                path,
                document.settings,
                document.target,
                unit,
                document.surface,
                self._files,
                document.memory,
                partial(self.trial, path, document.settings),
                partial(scheduler.check, entirely=True) if entirely else scheduler.check,
                is_entire=entirely,
            )
        return analysis

    def _came_or_went(self, path: str) -> None:
        """Search again for includes that may mean a document that was opened or closed."""
        if any(headers.outdated(path) for headers in self._headers.values()):
            self._read_again()
        else:
            self._header_changed(path)

    def _header_changed(self, path: str) -> None:
        """Preprocess again the open documents that include a changed file, or are it."""
        for headers in self._headers.values():
            headers.changed(path)
        for document in self._documents.values():
            if path in document.preprocessor.unit.files:
                document.follow(document.preprocessor.refresh((path,)))

    def _target(self, settings: Settings) -> Target:
        target = make_target(settings.target)
        if asks_for_performance(settings.rules):
            target = replace(target, checks_performance=True)
        return self._targets.setdefault(target, target)

    def _headers_for(self, target: Target) -> Headers:
        """Return the headers of a target: their view of the built-in constants depends on it."""
        known = self._headers.get(target)
        if known is None:
            known = self._headers[target] = Headers(
                self._files, builtin_macros(target), self._store
            )
        return known


def _serves(analysis: Analysis, *, entirely: bool) -> bool:
    """Tell whether an analysis of a state finds all that is asked for, and no more."""
    found = analysis._found or analysis._unit.findings
    return analysis.is_entire is entirely or (found is not None and not found.lacks_races)


def load_rules() -> None:
    """Load all rules, which otherwise happens with the first findings."""
    all_rules()


def _options(settings: TargetSettings, target: Target) -> Options:
    actions: list[Action] = []
    for name, value in settings.defines:
        actions.append(("define", f"{name}={value}"))
    actions.extend(("undef", name) for name in settings.undefines)
    actions.extend(("include", file) for file in settings.includes)
    return Options(predefined_macros(target), tuple(actions), settings.include_paths)


def check(
    path: str, files: SourceProvider, settings: Settings, host: Host | None = None
) -> Analysis:
    """Analyse a file by itself.

    With a `host`, whose files are `files`, caches are shared with the other files checked in it.
    """
    if host is None:
        host = Host(files)
    host.open(path, files.read(path) or "", settings)
    analysis = host.analysis(path)
    host.keep(path)
    host.close(path)
    return analysis
