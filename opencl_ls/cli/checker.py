"""The check of one file: its bytes, its settings, the analysis, and its cached results.

This is the only module of the command line that calls the analysis.
"""

from __future__ import annotations

import gc
import os
from contextlib import suppress
from functools import cache
from itertools import chain, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls import __version__
from opencl_ls.cache_folder import build, cache_folder
from opencl_ls.cli.embedded import analysed, programs_of
from opencl_ls.cli.main import COLLECTIONS
from opencl_ls.cli.model import FileResult, Problem
from opencl_ls.cli.paths import STANDARD_INPUT
from opencl_ls.cli.settings import Configuration
from opencl_ls.cli.sources import (
    Overlay,
    Source,
    UnreadableError,
    read_source,
    read_standard_input,
    real_path,
)
from opencl_ls.disk import DiskFiles, candidates
from opencl_ls.settings.cpp import NOT_CHECKED, is_cpp

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.host import Host
    from opencl_ls.analysis.sources import SourceProvider
    from opencl_ls.cli.cache import Cache
    from opencl_ls.cli.check_options import CheckOptions
    from opencl_ls.cli.host_check import HostPrograms
    from opencl_ls.cli.second_opinion import SecondOpinion
    from opencl_ls.disk_store import DiskStore
    from opencl_ls.findings import Finding
    from opencl_ls.settings.model import Settings

_UNNAMED: Final = "<stdin>"

CACHE_SIZE: Final = 4_000_000
"""The size of the cache of items, in bytes of their text: headers are analysed once for a run."""


class Checker:
    """Checks files under the options of one run; it can travel to other processes."""

    def __init__(self, options: CheckOptions) -> None:
        self._options = options
        self._configuration = Configuration(options)
        self._stdin: Source | None = None
        self._pipes: dict[str, Source] = {}
        self._disk = DiskFiles()
        self._files = Overlay(self._disk, {})
        # The host of all files of a run, which share their headers; made with the first of them.
        self._host: Host | None = None
        folder = cache_folder() if options.cache and not options.debug_types else None
        self._cache: Cache | None = None
        self._store: DiskStore | None = None
        if folder is not None:
            from opencl_ls.cli.cache import Cache  # noqa: PLC0415 (not with --no-cache)
            from opencl_ls.disk_store import DiskStore  # noqa: PLC0415 (not with --no-cache)

            self._cache = Cache(folder, self._disk)
            self._store = DiskStore(folder, f"{__version__} {build()}")
        self._second: SecondOpinion | None = None
        if options.compiler is not None:
            from opencl_ls.cli.second_opinion import SecondOpinion  # noqa: PLC0415 (of --compiler)

            self._second = SecondOpinion(options.compiler)
        self._hosts: HostPrograms | None = None
        if options.hosts:
            from opencl_ls.cli.host_check import HostPrograms  # noqa: PLC0415 (of --host alone)

            self._hosts = HostPrograms(options)
            self._cache = self._store = None

    def __getstate__(self) -> CheckOptions:
        return self._options

    def __setstate__(self, options: CheckOptions) -> None:
        # Only a spawned process gets here; a forked one has all of this already.
        self.__init__(options)  # type: ignore[misc]
        prepare()

    def name(self, path: str) -> str:
        """Return the name under which a path is reported."""
        return (self._options.stdin_filename or _UNNAMED) if path == STANDARD_INPUT else path

    def has_hosts(self, folder: str) -> bool:
        """Return whether host programs in a folder are checked: an option or its file says so."""
        if self._options.embedded:
            return True
        settings, _ = self._configuration.of(os.path.join(folder, "kernel.cl"))  # noqa: PTH118
        return bool(settings.check.host_programs)

    def source(self, path: str) -> Source:
        """Return a file's content; raises UnreadableError."""
        if self._stdin is not None and path == self._stdin.path:
            return self._stdin
        if path == STANDARD_INPUT:
            self._stdin = read_standard_input(self.name(path))
            return self._stdin
        if path in self._pipes:
            return self._pipes[path]
        source = read_source(path)
        if not Path(path).is_file():
            # As of `check <(generate)`: it can be read only once.
            self._pipes[path] = source
        return source

    def text(self, path: str) -> str:
        """Return a file's byte text; raises UnreadableError."""
        return self.source(path).text

    def __call__(self, path: str, changed: Mapping[str, str] | None = None) -> FileResult:
        """Check one file; `changed` holds texts that are not yet on the disk, by real path."""
        if self._second is None or changed is not None:
            return self._check(path, changed)
        result = self._cached(path) or self._check(path, None)
        if not result.checked or programs_of(result.path, self.text(result.path)) is not None:
            return result
        settings, _ = self._configuration.of(result.path)
        return self._second(result, self.text(result.path), settings, self._disk)

    def _check(self, path: str, changed: Mapping[str, str] | None) -> FileResult:
        name = self.name(path)
        try:
            source = self.source(path)
            settings, problems = self._configuration.of(name)
            if is_cpp(name, settings.target):
                why = Problem(name, NOT_CHECKED, fatal=False)
                return FileResult(name, problems=(*problems, why), checked=False)
            files = Overlay(self._disk, changed) if changed else self._files
            text = changed.get(real_path(name)) if changed else None
            text = source.text if text is None else text
            host = None if changed else self._shared_host()
            analyses, findings = analysed(
                name, text, files, settings, lambda each: analyse(name, files, each, host)
            )
            counts = self._options.debug_types and len(analyses) == 1
            coverage = analyses[0].type_coverage() if counts else None
            others: Mapping[str, str] = {}
            if self._hosts is not None:
                findings = (*findings, *chain.from_iterable(map(self._hosts, analyses)))
                others = self._hosts.sources
            sources = {
                file: others.get(file) or _text_of(analyses, file)
                for file in _named_files(findings)
            }
            result = FileResult(
                name,
                findings,
                (*source.problems(), *problems),
                sources | {name: text} if name in sources else sources,
                tuple(dict.fromkeys((name, *chain(*(each.files for each in analyses)), *others))),
                tuple(path for each in analyses for path in _missed(each, settings)),
                types=coverage,
            )
            if self._cache is not None and not changed:
                self._cache.store(name, source.text, settings, analyses, result)
        except UnreadableError as error:
            return FileResult(name, problems=(Problem(name, str(error)),), checked=False)
        except Exception as error:  # noqa: BLE001 (one file must not cost the others their check)
            message = f"internal error, please report it: {type(error).__name__}: {error}"
            return FileResult(name, problems=(Problem(name, message),), checked=False)
        return result

    def _shared_host(self) -> Host:
        if self._host is None:
            from opencl_ls.analysis.host import Host  # noqa: PLC0415 (slow; not needed for --help)

            self._host = Host(self._files, cache_size=CACHE_SIZE, store=self._store)
        return self._host

    def cached(self, path: str) -> FileResult | None:
        """Return the cached findings of a file, if they are available and valid."""
        # Messages of other compilers are not cached: the program may be another one by now.
        return self._cached(path) if self._second is None else None

    def _cached(self, path: str) -> FileResult | None:
        if self._cache is None or path == STANDARD_INPUT:
            return None
        try:
            return self._cached_for(self.source(path))
        except UnreadableError:
            return None

    def _cached_for(self, source: Source) -> FileResult | None:
        if self._cache is None:
            return None
        settings, problems = self._configuration.of(source.path)
        found = self._cache.load(source.path, source.text, settings)
        return found and replace(found, problems=(*source.problems(), *problems))

    def inputs(self, results: Iterable[FileResult]) -> dict[str, bytes | None] | None:
        """Return the files on which results depend, with their bytes, None for a missing file.

        None if they may depend on others, or on other bytes: the cache has a result for these.
        """
        inputs = self._configuration.inputs()
        for result in results:
            try:
                source = self.source(result.path)
            except UnreadableError:
                return None
            if self._cached_for(source) != result:
                return None
            inputs[result.path] = source.data
            for file in result.files[1:]:
                text = self._disk.read(file)
                inputs[file] = None if text is None else text.encode("latin-1")
            inputs.update(dict.fromkeys(result.missed))
        return inputs

    def finish(self) -> None:
        """Clean up after a run."""
        if self._cache is not None:
            self._cache.prune()


@cache
def prepare() -> None:
    """Load the modules and tables of every check once, before processes fork."""
    from opencl_ls.analysis.host import load_rules  # noqa: PLC0415 (slow; of many files alone)

    # A spawned process has not started with them.
    gc.set_threshold(*COLLECTIONS)
    load_rules()
    gc.freeze()


def analyse(
    name: str, files: SourceProvider, settings: Settings, host: Host | None = None
) -> Analysis:
    """Return the analysis of a file, by itself or in a host that reads `files`."""
    from opencl_ls.analysis.host import check  # noqa: PLC0415 (slow; not needed for --help)

    return check(name, files, settings, host)


def _named_files(findings: tuple[Finding, ...]) -> set[str]:
    files: set[str] = set()
    for finding in findings:
        files.add(finding.place.file)
        files.update(related.place.file for related in finding.related)
        files.update(edit.place.file for fix in finding.fixes for edit in fix.edits)
    return files


def _missed(analysis: Analysis, settings: Settings) -> Iterator[str]:
    """Yield the paths of files that, if created, an include would mean instead."""
    for name, quoted, includer, path in analysis.includes():
        if name is not None:
            tried = candidates(name, quoted, includer, settings.target.include_paths)
            yield from takewhile(lambda each, found=path: each.replace(os.sep, "/") != found, tried)  # type: ignore[misc]


def _text_of(analyses: Iterable[Analysis], file: str) -> str:
    for analysis in analyses:
        with suppress(KeyError):
            return analysis.lines(file).text
    # Macros of the command line have a place, but no file.
    return ""
