"""The host: takes changes of documents in one place and hands out immutable analyses.

Documents that are open go before the files behind them.  All analyses share the memos: items by
their text, headers by their content and the macros that they look at.
"""

from __future__ import annotations

import re
import sys
from functools import partial
from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.facade import Analysis
from opencl_ls.analysis.macros import blank_names
from opencl_ls.analysis.memo import ItemMemo
from opencl_ls.analysis.queries.surface import SurfaceMemory
from opencl_ls.analysis.unit import (
    AnalysedUnit,
    analyse_item,
    analyse_unit,
    analyse_waiting,
    read_function,
)
from opencl_ls.preprocess import Edit, Headers, Options, Preprocessor, SourceProvider
from opencl_ls.rules.registry import all_rules
from opencl_ls.settings.model import Settings, TargetSettings, make_target
from opencl_ls.settings.predefined import builtin_macros, predefined_macros
from opencl_ls.syntax.surface import LazySurface

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from opencl_ls.preprocess import Unit
    from opencl_ls.preprocess.preprocessor import Action
    from opencl_ls.settings.target import Target


AT_ONCE: Final = 600
"""So many bytes of functions are analysed before a state is handed out in which others wait."""


_FEW: Final = 3
"""The largest number of items that are read around a place that is part of none."""


class _Overlay:
    """The open documents in front of the files behind them."""

    def __init__(self, behind: SourceProvider) -> None:
        self._behind = behind
        self.open: dict[str, str] = {}

    def resolve(self, name: str, quoted: bool, includer: str, paths: Sequence[str]) -> str | None:
        """See SourceProvider."""
        return self._behind.resolve(name, quoted, includer, paths)

    def read(self, path: str) -> str | None:
        """See SourceProvider."""
        text = self.open.get(path)
        return self._behind.read(path) if text is None else text


class _Replaced:
    """Files of which some have another text."""

    def __init__(self, behind: SourceProvider, texts: Mapping[str, str]) -> None:
        self._behind = behind
        self._texts = texts

    def resolve(self, name: str, quoted: bool, includer: str, paths: Sequence[str]) -> str | None:
        """See SourceProvider."""
        return self._behind.resolve(name, quoted, includer, paths)

    def read(self, path: str) -> str | None:
        """See SourceProvider."""
        text = self._texts.get(path)
        return self._behind.read(path) if text is None else text


class _Document:
    """One open document with what is known of its present state."""

    __slots__ = (
        "analysis",
        "begun",
        "memory",
        "preprocessor",
        "progressed",
        "provisional",
        "settings",
        "surface",
        "target",
        "unit",
    )

    def __init__(
        self,
        settings: Settings,
        target: Target,
        preprocessor: Preprocessor,
        before: _Document | None,
    ) -> None:
        self.memory: SurfaceMemory = SurfaceMemory() if before is None else before.memory
        self.settings = settings
        self.target = target
        self.preprocessor = preprocessor
        known: LazySurface | None = None if before is None else before.surface
        self.surface: LazySurface = _surface(preprocessor.unit, known)
        # The last unit in which nothing stands for something else, and the present analyses.
        self.unit: AnalysedUnit | None = None
        self.analysis: Analysis | None = None
        self.provisional: Analysis | None = None
        # Whether a provisional state of this text was made: a later one takes what is known.
        self.begun = False
        # Whether more is known than when the provisional state was made.
        self.progressed = False

    def follow(self, unit: Unit) -> None:
        """Go on to the unit that the preprocessor has made; it may define what is to be blanked."""
        self.surface = _surface(unit, self.surface)
        self.analysis = self.provisional = None
        self.begun = self.progressed = False


def _surface(unit: Unit, before: LazySurface | None) -> LazySurface:
    return LazySurface(unit.source, partial(blank_names, unit), before)


_NAME_END: Final = re.compile(r"\w*\Z", re.ASCII)
_NAME: Final = re.compile(r"\w*", re.ASCII)


def _name_around(text: str, offset: int) -> str:
    """Return the word around a byte offset, or the one that ends there; "" for none."""
    before = _NAME_END.search(text, max(0, offset - 200), offset)
    behind = _NAME.match(text, offset)
    return (before[0] if before else "") + (behind[0] if behind else "")


class Host:
    """Holds the open documents and the memos that their analyses share.

    In the first provisional state of a text `at_once` bytes of functions are analysed.
    """

    def __init__(
        self,
        files: SourceProvider,
        memo: ItemMemo | None = None,
        at_once: int = AT_ONCE,
    ) -> None:
        self._at_once = at_once
        self._files = _Overlay(files)
        self._memo = ItemMemo() if memo is None else memo
        self._documents: dict[str, _Document] = {}
        self._targets: dict[Target, Target] = {}
        self._headers: dict[Target, Headers] = {}

    @property
    def computed(self) -> list[str]:
        """The texts of the items analysed since this list was last cleared."""
        return self._memo.computed

    def open(self, path: str, text: str, settings: Settings) -> None:
        """Take a document's byte text; an open document goes before the disk."""
        self._files.open[path] = text
        target = self._target(settings.target)
        preprocessor = Preprocessor(
            path, text, self._headers_for(target), _options(settings.target, target)
        )
        before = self._documents.get(path)
        self._documents[path] = _Document(settings, target, preprocessor, before)
        self._make_room()
        self._came_or_went(path)

    def _make_room(self) -> None:
        """Keep as much as is open: an edit in a header, and its undo, may concern all of it."""
        open_text = sum(len(each.preprocessor.unit.source) for each in self._documents.values())
        self._memo.make_room(open_text)

    def edit(
        self, path: str, start: int, end: int, replacement: str, result: str | None = None
    ) -> None:
        """Replace the bytes from `start` to `end` of an open document; raises KeyError else.

        `result` is the byte text that comes of it, where the caller holds it: a long text is copied
        once then.
        """
        document = self._documents[path]
        length = len(document.preprocessor.unit.source)
        start = max(0, min(start, length))
        end = max(start, min(end, length))
        unit = document.preprocessor.update(Edit(start, end, replacement), result)
        document.follow(unit)
        self._files.open[path] = unit.source
        self._header_changed(path)

    def overlay(self, path: str, text: str) -> None:
        """Take the byte text of a file that is included by others and analysed for none itself.

        It goes before the disk until `close`.
        """
        is_new = path not in self._files.open
        self._documents.pop(path, None)
        self._files.open[path] = text
        if is_new:
            self._came_or_went(path)
        else:
            self._header_changed(path)

    def configure(self, path: str, settings: Settings) -> None:
        """Give a document other settings; raises KeyError for a path that is not open."""
        document = self._documents[path]
        if settings.target == document.settings.target:
            document.settings = settings
            document.analysis = document.provisional = None
            return
        self.open(path, document.preprocessor.unit.source, settings)

    def holds(self, path: str) -> bool:
        """Tell whether a document is open at that path."""
        return path in self._files.open

    def close(self, path: str) -> None:
        """Forget a document."""
        self._documents.pop(path, None)
        if self._files.open.pop(path, None) is not None:
            self._came_or_went(path)

    def looked_for(self, path: str) -> bool:
        """Tell whether an include may have meant a file there that it did not find there."""
        return any(headers.looked_for(path) for headers in self._headers.values())

    def files_changed(self) -> bool:
        """Follow files that changed, came or went behind the open documents, if any did."""
        if not any(headers.outdated() for headers in self._headers.values()):
            return False
        self._read_again()
        return True

    def _read_again(self) -> None:
        for headers in self._headers.values():
            headers.reset()
        for document in self._documents.values():
            document.follow(document.preprocessor.refresh())
            document.unit = None

    def analysis(self, path: str) -> Analysis:
        """Return the present state of an open document; raises KeyError for another path."""
        document = self._documents[path]
        if document.analysis is None:
            provisional = document.provisional
            unit = None if provisional is None else provisional._unit
            if unit is not None and not unit.waiting and not unit.unread:
                document.unit = unit.advanced(entirely=True)
            else:
                document.unit = analyse_unit(
                    document.preprocessor.unit, self._memo, document.target, document.unit
                )
            document.analysis = self._analysis(document, document.unit)
        return document.analysis

    def provisional(self, path: str) -> Analysis:
        """Return a state of an open document that can be had soon; raises KeyError else.

        After an edit that hundreds of functions notice most of them stand in it as they were.
        `go_on` analyses them.
        """
        document = self._documents[path]
        before = document.unit
        if document.analysis is not None:
            return document.analysis
        known = document.provisional
        if known is None and before is not None and not before.unread:
            if before.lender is not before:
                return self.analysis(path)
        if known is None or document.progressed:
            if known is not None and known._unit.unread and not known._unit.waiting:
                made = known._unit.with_read(self._memo)
            elif known is not None and not known._unit.waiting:
                made = known._unit.advanced()
            else:
                unit, at_once = document.preprocessor.unit, 0 if document.begun else self._at_once
                made = analyse_unit(unit, self._memo, document.target, before, at_once)
            document.begun, document.progressed = True, False
            analysis = self._analysis(document, made)
            if not made.waiting:
                document.unit = made
            if not made.is_provisional:
                document.analysis = analysis
                return analysis
            known = document.provisional = analysis
        return known

    def around(self, path: str, offset: int) -> Analysis:
        """Return a state of an open document in which the name at a byte offset is known.

        It may be a provisional one, for which no other functions are read than the one around the
        offset and those of that name.  Raises KeyError for another path.
        """
        analysis = self.provisional(path)
        unit = analysis._unit
        if unit.waiting:
            return self.analysis(path)
        found = unit.item_at(path, offset)
        wanted = set(unit.declarations.names.get(_name_around(analysis.text, offset), ()))
        if found is not None:
            wanted.add(found[0])
        else:
            # What a conditional leaves out, or error recovery, is still in a function.
            beside = unit.items_around(path, offset)
            wanted.update(beside if len(beside) <= _FEW else ())
        return self._with_read(path, analysis, wanted)

    def naming(self, path: str, name: str) -> Analysis:
        """Return a state of an open document in which all functions with a name in them were read.

        As `around`, it may be a provisional one.  Raises KeyError for another path.
        """
        analysis = self.provisional(path)
        unit = analysis._unit
        if unit.waiting:
            return self.analysis(path)
        wanted = {number for number in unit.unread if name in unit.items[number].source.text}
        return self._with_read(path, analysis, wanted)

    def _with_read(self, path: str, analysis: Analysis, wanted: set[int]) -> Analysis:
        """Return a provisional state in which some functions, by number, were read."""
        unit = analysis._unit
        unread = [number for number in sorted(wanted) if unit.items[number].unread]
        for number in unread:
            read_function(unit, self._memo, number)
            self._documents[path].progressed = True
        return self.provisional(path) if unread else analysis

    def trial(self, path: str, settings: Settings, texts: Mapping[str, str]) -> Analysis:
        """Return the analysis of a file as if some files, by path, had other byte texts.

        What is open, and its states, stay as they are.
        """
        other = Host(_Replaced(self._files, texts), self._memo)
        other._targets = self._targets
        other.open(path, other._files.read(path) or "", settings)
        found = other.analysis(path)
        self._make_room()
        return found

    def within(
        self, path: str, start: int, end: int, go_on: Callable[[], object] | None = None
    ) -> Analysis:
        """Return a state of an open document in which the items in a stretch of it are known.

        It may be a provisional one, for which no other functions are read.  Before each that is
        read `go_on` is called, which may raise to end it.  Raises KeyError for another path.
        """
        analysis = self.provisional(path)
        unit = analysis._unit
        if not unit.unread and not unit.waiting:
            return analysis
        touched = set(unit.items_touching(start, end))
        waiting = [each for each in unit.waiting if each.number in touched]
        unread = [number for number in unit.unread if number in touched]
        if not waiting and not unread:
            return analysis
        for number in unread:
            if go_on is not None:
                go_on()
            read_function(unit, self._memo, number)
            self._documents[path].progressed = True
        for each in waiting:
            if go_on is not None:
                go_on()
            analyse_item(unit, self._memo, each)
            self._documents[path].progressed = True
        return self.provisional(path)

    def go_on(self, path: str) -> Iterator[None]:
        """Analyse what waits in a provisional state, one function for each step, until none does.

        After each step `provisional` may return a state with less that waits.
        """
        document = self._documents[path]
        analysis, left = document.provisional, sys.maxsize
        while analysis is not None and 0 < analysis._unit.left < left:
            left = analysis._unit.left
            for _ in analyse_waiting(analysis._unit, self._memo):
                document.progressed = True
                yield
            # What was read while others waited may not hold behind what these have become.
            analysis = self.provisional(path)

    def _analysis(self, document: _Document, unit: AnalysedUnit) -> Analysis:
        path = document.preprocessor.path
        settings, surface, memory = document.settings, document.surface, document.memory
        trial = partial(self.trial, path, settings)
        return Analysis(path, settings, document.target, unit, surface, self._files, memory, trial)

    def _came_or_went(self, path: str) -> None:
        """Look for it again where an include can mean a document that was opened or closed."""
        if any(headers.outdated(path) for headers in self._headers.values()):
            self._read_again()
        else:
            self._header_changed(path)

    def _header_changed(self, path: str) -> None:
        """Run the open documents again that include one which changed, perhaps that one itself."""
        for headers in self._headers.values():
            headers.changed(path)
        for document in self._documents.values():
            if path in document.preprocessor.unit.files:
                document.follow(document.preprocessor.refresh((path,)))

    def _target(self, settings: TargetSettings) -> Target:
        target = make_target(settings)
        return self._targets.setdefault(target, target)

    def _headers_for(self, target: Target) -> Headers:
        """Return the headers of a target: what they see of the built-in constants depends on it."""
        known = self._headers.get(target)
        if known is None:
            known = self._headers[target] = Headers(self._files, builtin_macros(target))
        return known


def load_rules() -> None:
    """Load all rules, which the first findings would load else."""
    all_rules()


def _options(settings: TargetSettings, target: Target) -> Options:
    actions: list[Action] = []
    for name, value in settings.defines:
        actions.append(("define", f"{name}={value}"))
    actions.extend(("undef", name) for name in settings.undefines)
    actions.extend(("include", file) for file in settings.includes)
    return Options(predefined_macros(target), tuple(actions), settings.include_paths)


def check(path: str, files: SourceProvider, settings: Settings) -> Analysis:
    """Analyse a file by itself.

    Memos are shared with every other file checked before it, headers with those that came through
    the same `files`.
    """
    if not _last_host or _last_host[0][0] is not files:
        _last_host[:] = [(files, Host(files, _shared_memo))]
    host = _last_host[0][1]
    host.open(path, files.read(path) or "", settings)
    analysis = host.analysis(path)
    host.close(path)
    return analysis


# Of a folder's kernels many include the same headers, each of which is a file's own for a moment.
_shared_memo = ItemMemo(4_000_000)
_last_host: list[tuple[SourceProvider, Host]] = []
