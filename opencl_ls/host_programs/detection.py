"""Finds the build options of each kernel of a project, in the files of its host programs."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from opencl_ls.host_programs.build_options import OptionSet, option_sets
from opencl_ls.host_programs.command_lines import command_line_sets
from opencl_ls.host_programs.constants import constants
from opencl_ls.host_programs.languages import SUFFIXES
from opencl_ls.host_programs.mentions import Mentions, distance, nearest
from opencl_ls.host_programs.option_forms import ABOUT_OPENCL, SCRIPTS
from opencl_ls.host_programs.tuners import tuner_sets
from opencl_ls.settings.model import TargetSettings
from opencl_ls.settings.options import from_build_options

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from opencl_ls.host_programs.build_options import HostOption

KERNEL_ENDINGS: Final = (".cl", ".ocl")
"""The endings of the files that get options."""

MOST_FILES: Final = 20_000
"""How many files of a project are read."""

LONGEST: Final = 1 << 20
"""The largest host program that is read, in bytes."""

IN_CALL, IN_FILE, IN_FOLDER, IN_PROJECT = range(4)
"""How options are related to a kernel, the surest first: see `RELATIONS`."""

RELATIONS: Final = (
    "the host names the kernel's file with these options",
    "the host's file names the kernel's file",
    "both are in one folder, and the kernel uses the names",
    "both are in one project, and the kernel uses the names",
)

_ABOUT: Final = re.compile(ABOUT_OPENCL)
_ENDINGS: Final = frozenset((*SUFFIXES, *KERNEL_ENDINGS, ".clh", ".json"))
_SCRIPT: Final = re.compile(SCRIPTS)
_INCLUDE: Final = re.compile(r'^[ \t]*#[ \t]*include[ \t]+["<]([^">\n]+)[">]', re.M)
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_FLAG: Final = ("1",)
"""The values of a macro that is defined without a value."""
_FAR: Final = 4000
"""How far after options their use is looked for, in bytes."""
_NEAR: Final = 400
"""How long a statement with such a use is, in bytes, if no end of it is seen."""
_MOST_CANDIDATES: Final = 8
"""How many sets of options are tried for a kernel."""
_NESTING: Final = 4
"""How deep included files are read for the names that they use."""


def is_wanted(path: str) -> bool:
    """Return whether a file may have build options, or is a kernel or a header of one."""
    suffix = posixpath.splitext(path)[1].lower()
    return suffix in _ENDINGS or bool(_SCRIPT.search(path))


class FoundOption(Struct, frozen=True):
    """An option with the file of the host and the line there, which counts from 1.

    `is_choice`: other builds may do without it.
    """

    option: HostOption
    file: str
    line: int
    is_choice: bool = False

    def with_values(self, values: tuple[str, ...]) -> FoundOption:
        """Return it with other values of its macro."""
        return replace(self, option=replace(self.option, values=values))


class Candidate(Struct, frozen=True):
    """Options that a kernel may be built with, and how sure that is: the number of a relation."""

    options: tuple[FoundOption, ...]
    relation: int
    target: TargetSettings


class _Related(Struct, frozen=True):
    relation: int
    far: int
    options: tuple[FoundOption, ...]


class Project:
    """The files of a project.

    `paths` are their paths from its folder, with forward slashes; `read` returns the byte text of
    one, None if it cannot be read.
    """

    def __init__(self, paths: Sequence[str], read: Callable[[str], str | None]) -> None:
        self.kernels = [path for path in paths if path.lower().endswith(KERNEL_ENDINGS)]
        self._paths = paths
        self._read = read
        self._mentions = Mentions(self.kernels)
        self._related: dict[str, list[_Related]] = {}
        self._unread = list(paths)
        self._names: dict[str, frozenset[str]] = {}
        self._by_name: dict[str, list[str]] = {}
        for path in paths:
            self._by_name.setdefault(posixpath.basename(path), []).append(path)
        self._folders = sorted({posixpath.dirname(path) or "." for path in paths})

    def candidates(self, kernel: str, missing: Collection[str]) -> list[Candidate]:
        """Return the sets of options that a kernel may be built with, the likeliest first.

        `missing` are names that the kernel uses and does not declare.
        """
        for _ in self.steps():
            pass
        rows = sorted(self._related.get(kernel, ()), key=lambda each: (each.relation, each.far))
        rows = [each for each in rows if each.relation < IN_PROJECT or _settles(each, missing)]
        made: dict[tuple[object, ...], Candidate] = {}
        choices = [[each for each in rows if each.relation <= limit] for limit in range(4)]
        choices[1:1] = [[each] for each in rows if each.relation == IN_CALL]
        for choice in filter(None, choices):
            relation = max(each.relation for each in choice)
            for options in filter(None, _variants([o for each in choice for o in each.options])):
                key = tuple(
                    (one.option.kind, one.option.name, one.option.values) for one in options
                )
                made.setdefault(key, Candidate(options, relation, self._target(kernel, options)))
        return list(made.values())[:_MOST_CANDIDATES]

    def steps(self) -> Iterator[None]:
        """Read the host programs, one in each step; what was read is not read again."""
        while self._unread:
            path = self._unread.pop(0)
            self._relate(path)
            yield

    def _relate(self, path: str) -> None:
        source = self._host_text(path)
        sets = self._sets(path, source) if source else ()
        mentions = self._mentions.found(source, path) if sets else []
        ends = [match.start() for match in re.finditer("\n", source)] if sets else []
        for each in sets:
            options = list(_placed(each, path, ends))
            for kernel, relation in self._kernels_of(path, source, each, mentions):
                relevant = tuple(self._relevant(kernel, relation, options))
                if relevant:
                    row = _Related(relation, distance(kernel, path), relevant)
                    self._related.setdefault(kernel, []).append(row)

    def _host_text(self, path: str) -> str:
        suffix = posixpath.splitext(path)[1].lower()
        if suffix not in SUFFIXES and suffix != ".json" and not _SCRIPT.search(path):
            return ""
        source = self._read(path)
        if source is None or len(source) > LONGEST:
            return ""
        return source

    def _sets(self, path: str, source: str) -> list[OptionSet]:
        suffix = posixpath.splitext(path)[1].lower()
        if suffix == ".json":
            return tuner_sets(source)
        language = SUFFIXES.get(suffix)
        if language is None:
            return command_line_sets(source)
        if not _ABOUT.search(source) or ("-" not in source and "efine" not in source):
            return []
        known: dict[str, str] = {}
        for header in self._included(path, source, 1):
            known |= constants(self._read(header) or "", language)
        return option_sets(source, language, known | constants(source, language))

    def _included(self, path: str, source: str, depth: int) -> Iterator[str]:
        """Yield the files of the project that a text includes, and those that they include."""
        seen = {path}
        waiting = [(path, source, depth)]
        while waiting:
            includer, text, left = waiting.pop()
            for match in _INCLUDE.finditer(text) if left else ():
                found = self._by_name.get(posixpath.basename(match[1]), ())
                file = nearest(found, includer, match[1])
                if file and file not in seen:
                    seen.add(file)
                    yield file
                    waiting.append((file, self._read(file) or "", left - 1))

    def _kernels_of(
        self, path: str, source: str, each: OptionSet, mentions: Sequence[tuple[int, str]]
    ) -> Iterator[tuple[str, int]]:
        """Yield the kernels that a set of options may be for, each with its relation."""
        statements = list(_statements(source, each))
        relations: dict[str, int] = {}
        for at, kernel in mentions:
            is_near = any(start <= at < end for start, end in statements)
            relations[kernel] = min(relations.get(kernel, IN_FILE), IN_CALL if is_near else IN_FILE)
        if not any(option.kind == "-D" for option in each.options):
            yield from (one for one in relations.items() if one[1] == IN_CALL)
            return
        for kernel in self.kernels:
            beside = posixpath.dirname(kernel) == posixpath.dirname(path)
            yield kernel, relations.get(kernel, IN_FOLDER if beside else IN_PROJECT)

    def _relevant(
        self, kernel: str, relation: int, options: Sequence[FoundOption]
    ) -> Iterator[FoundOption]:
        """Yield the options that matter to a kernel."""
        names = self.names_of(kernel)
        for each in options:
            option = each.option
            if option.name in names if option.kind == "-D" else relation == IN_CALL:
                yield each

    def names_of(self, kernel: str) -> frozenset[str]:
        """Return the names in a kernel's file and in the files of the project that it includes."""
        found = self._names.get(kernel)
        if found is None:
            source = self._read(kernel) or ""
            texts = [self._read(each) or "" for each in self._included(kernel, source, _NESTING)]
            found = frozenset(name for text in (source, *texts) for name in _NAME.findall(text))
            self._names[kernel] = found
        return found

    def _target(self, kernel: str, options: Sequence[FoundOption]) -> TargetSettings:
        """Return options as settings; folders are found in the project, others are left out."""
        words: list[str] = []
        for each in options:
            option = each.option
            if option.kind == "-D":
                words += ["-D", f"{option.name}={option.values[0]}"] if option.values else []
            elif option.kind == "-I":
                folder = self._folder(option.name, kernel, each.file)
                words += ["-I", folder] if folder else []
            else:
                words.append(option.name)
        settings, _ = from_build_options(words)
        unknown = tuple(each.option.name for each in options if not each.option.is_known)
        return TargetSettings(
            std=settings.target.std,
            defines=settings.target.defines,
            host_defines=unknown,
            include_paths=settings.target.include_paths,
            fast_relaxed_math=settings.target.fast_relaxed_math,
            finite_math_only=settings.target.finite_math_only,
            single_precision_constant=settings.target.single_precision_constant,
            uniform_work_group_size=settings.target.uniform_work_group_size,
        )

    def _folder(self, written: str, kernel: str, host: str) -> str:
        """Return the folder of the project that an option means, "" if there is none."""
        name = written.replace("\\", "/")
        for base in ("", posixpath.dirname(host), posixpath.dirname(kernel)):
            folder = posixpath.normpath(posixpath.join(base, name))
            if folder in self._folders:
                return folder
        tail = name.lstrip("./")
        found = [each for each in self._folders if tail and f"/{each}".endswith(f"/{tail}")]
        return nearest([f"{each}/" for each in found], kernel).rstrip("/")


def _placed(found: OptionSet, path: str, ends: Sequence[int]) -> Iterator[FoundOption]:
    """Yield the options of a set with their lines; `ends` are where the lines of its file end."""
    macros = [option for option in found.options if option.kind == "-D"]
    are_alone = not found.owner and all(option.values == _FLAG for option in macros)
    for option in found.options:
        is_flag = option.kind == "-D" and option.values == _FLAG
        is_choice = is_flag and (are_alone or option.is_conditional)
        yield FoundOption(option, path, bisect_left(ends, option.start) + 1, is_choice)


def _settles(related: _Related, missing: Collection[str]) -> bool:
    """Return whether options define a name that is missing, which is no letter alone."""
    return any(
        len(each.option.name) > 2 and each.option.name in missing for each in related.options
    )


def _statements(source: str, each: OptionSet) -> Iterator[tuple[int, int]]:
    """Yield where the statements of a set are, and those that use its variable later."""
    yield each.start, each.end
    if not each.owner.isidentifier():
        return
    for match in re.compile(rf"\b{each.owner}\b").finditer(source, each.end, each.end + _FAR):
        first = max(each.end, match.start() - _NEAR)
        begin = max(source.rfind(sign, first, match.start()) for sign in ";{}")
        end = source.find(";", match.end(), match.end() + _NEAR)
        yield max(begin, first), match.end() + _NEAR if end < 0 else end


def _variants(options: Sequence[FoundOption]) -> Iterator[tuple[FoundOption, ...]]:
    """Yield the ways in which a host may choose among options.

    Of the macros that other builds do without, the first way has none and each other one has one;
    of a macro with several values each way has another one.
    """
    merged: dict[tuple[str, str], FoundOption] = {}
    for each in options:
        key = (each.option.kind, each.option.name)
        before = merged.get(key)
        if before is not None and before.option.values != each.option.values:
            values = tuple(dict.fromkeys((*before.option.values, *each.option.values)))
            each = before.with_values(values)  # noqa: PLW2901
        merged[key] = (
            each if before is None or before.option.values != each.option.values else before
        )
    flags = [key for key, each in merged.items() if each.is_choice]
    most = max([1, *(len(each.option.values) for each in merged.values())])
    for number in range(max(most, len(flags) + 1)):
        flag = flags[number - 1] if 0 < number <= len(flags) else None
        yield tuple(
            each.with_values(each.option.values[number : number + 1] or each.option.values[-1:])
            for key, each in merged.items()
            if key not in flags or key == flag
        )
