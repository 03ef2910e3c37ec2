"""The versions, extensions and features that a program and each of its kernels need.

A condition such as `#ifdef cl_khr_fp64` gives each target its own text, so every version is
analysed with its own.  The macros of extensions that conditions test count as undefined, except
those that the program needs to be free of errors, and those of what it uses.  A version fails if a
name or a construct does not exist in it, or if there is an error that other versions do not have.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from opencl_ls.analysis.query_results import Way
from opencl_ls.builtins.versions import EQUIVALENT_EXTENSION, FEATURE_PREFIX, Version
from opencl_ls.findings import Place
from opencl_ls.settings.model import make_target
from opencl_ls.text import byte_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.need_results import NeedReason, ProgramNeeds, ReachedError, UseStep
    from opencl_ls.settings.model import Settings

_DIRECTIVE: Final = re.compile(r"^[ \t]*#(?![ \t]*pragma\b)(?:[^\\\n]|\\.)*", re.M | re.S)
_WORD: Final = re.compile(r"\w+", re.ASCII)
_MOST_TESTED: Final = 24
"""How many macros are tried one by one; each costs an analysis."""
_IMAGES: Final = "__opencl_c_images"
_SAME: Final = {**EQUIVALENT_EXTENSION, _IMAGES: "__IMAGE_SUPPORT__"}
"""Features of 3.0, and the older macros that conditions may test for them."""
_OF_EMBEDDED: Final = "__opencl_c_int64"
"""The feature that only devices with the embedded profile may lack."""


class Reason(Struct, frozen=True):
    """A place that asks for something; texts are byte texts.

    `words` name what is there, "'sub_group_all'" or "a block"; with `is_message` they are a whole
    message.  `path` are the uses that lead there from the kernel.  `needs` are the extensions and
    features that it asks for.
    """

    words: str
    place: Place
    path: tuple[UseStep, ...] = ()
    needs: tuple[str, ...] = ()
    is_message: bool = False


class VersionNeeds(Struct, frozen=True):
    """The needs under one version; `version` is the value of `__OPENCL_C_VERSION__`.

    `failures` say why the version does not work; nothing else is known then.
    """

    version: int
    needs: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()
    failures: tuple[Reason, ...] = ()

    @property
    def label(self) -> str:
        """The version as `-cl-std=` spells it: "CL1.2"."""
        return Version(self.version).label

    @property
    def words(self) -> str:
        """The version and the needs for people: "CL1.0 with cl_khr_fp64"."""
        return Way(self.version, self.extensions, self.features).words

    @property
    def extensions(self) -> tuple[str, ...]:
        """The extensions among the needs, in the order of their names."""
        return tuple(each for each in self.needs if not each.startswith(FEATURE_PREFIX))

    @property
    def features(self) -> tuple[str, ...]:
        """The features (`__opencl_c_...`) among the needs, in the order of their names."""
        return tuple(each for each in self.needs if each.startswith(FEATURE_PREFIX))


class Requirements(Struct, frozen=True):
    """The needs of a kernel, or of the whole file with the name "", under each version in order.

    Unless it `is_known`, something cannot be parsed, and may need more.
    """

    name: str
    place: Place | None
    versions: tuple[VersionNeeds, ...]
    is_known: bool

    @property
    def lowest(self) -> VersionNeeds | None:
        """The lowest version that works, None if none does."""
        return next(iter(self.ways), None)

    @property
    def ways(self) -> tuple[VersionNeeds, ...]:
        """The lowest version that works, and a later one that takes fewer extensions, if any."""
        working = [each for each in self.versions if not each.failures]
        later = [each for each in working[1:] if set(each.needs) < set(working[0].needs)]
        return (*working[:1], *later[:1])


class ProgramRequirements(Struct, frozen=True):
    """The requirements of a file and of its kernels, in the order of their places.

    `errors` are in the program under every version.
    """

    whole: Requirements
    kernels: tuple[Requirements, ...]
    errors: tuple[ReachedError, ...]


def requirements(
    analyse: Callable[[Settings], Analysis], settings: Settings, versions: Sequence[Version]
) -> ProgramRequirements:
    """Return the requirements of a program under some versions, in their order.

    `analyse` returns the analysis of the program under settings.  Those given say all but the
    version and the extensions.
    """
    texts = [_Texts(analyse, settings, version) for version in versions]
    shared = set.intersection(*(each.errors for each in texts)) if len(texts) > 1 else set()
    found = [dict(each.found(shared)) for each in texts]
    subjects = {each.name: each for text in texts for each in text.widest.needs}
    whole, *kernels = [
        Requirements(
            each.name,
            each.place,
            tuple(rows.get(each.name) or _left_out(rows[""], each.place) for rows in found),
            each.is_known,
        )
        for each in sorted(subjects.values(), key=lambda each: each.place or Place("", 0, 0))
    ]
    errors = [each for each in subjects[""].errors if _key(each) in shared]
    return ProgramRequirements(whole, tuple(kernels), tuple(errors))


def _left_out(whole: VersionNeeds, place: Place | None) -> VersionNeeds:
    """Return the needs of a kernel that a version does not have."""
    reason = Reason("conditions leave it out", place or Place("", 0, 0), is_message=True)
    return VersionNeeds(whole.version, failures=whole.failures or (reason,))


_ErrorKey = tuple[str, Place]


def _key(error: ReachedError) -> _ErrorKey:
    return error.finding.code, error.finding.place


# --- the texts of a program ----------------------------------------------------------------------


class _Text(Struct, frozen=True):
    """A program with some of the tested macros defined, and its needs."""

    defined: frozenset[str]
    needs: tuple[ProgramNeeds, ...]

    @property
    def errors(self) -> set[_ErrorKey]:
        """The errors anywhere in the program."""
        return {_key(each) for each in self.needs[0].errors}

    def of(self, name: str) -> ProgramNeeds | None:
        """Return the needs of a kernel, None if this text does not have it."""
        return next((each for each in self.needs if each.name == name), None)


class _Texts:
    """The texts that a program has under one version."""

    def __init__(
        self, analyse: Callable[[Settings], Analysis], settings: Settings, version: Version
    ) -> None:
        target = replace(settings.target, std=version.label, extensions=("all",))
        self._analyse = analyse
        self._settings = replace(settings, target=target)
        self._version = version
        self._known: dict[frozenset[str], _Text] = {}
        analysis = analyse(self._settings)
        self._tests = dict(_tests(analysis, self._optional()))
        tested = frozenset(self._tests)
        self.widest = self._known[tested] = _Text(tested, analysis.program_needs())
        self.errors = self.widest.errors

    def _optional(self) -> frozenset[str]:
        """Return the macros that only some devices of this version define."""
        target = make_target(self._settings.target)
        found = target.extensions
        if self._version >= Version.CL30:
            found |= target.features | {_SAME[_IMAGES]}
        return found - {name.partition("(")[0] for name, _ in self._settings.target.defines}

    def found(self, shared: set[_ErrorKey]) -> Iterator[tuple[str, VersionNeeds]]:
        """Yield the name and the needs of the file, "", and of each kernel.

        The `shared` errors do not count.
        """
        whole = self._least("")
        for each in self.widest.needs:
            text = whole if whole.of(each.name) is not None else self._least(each.name)
            # What the whole file has to have defined, no kernel asks for by itself.
            implied = whole.defined if each.name else frozenset[str]()
            yield each.name, self._needs(text.of(each.name) or each, text.defined - implied, shared)

    def _least(self, name: str) -> _Text:
        """Return a text with few macros defined that has a kernel, and no errors of its own."""
        text = self._closed()
        if self._is_good(text, name) or len(self._tests) > _MOST_TESTED:
            return text
        text = self.widest
        # Of alternatives Khronos's extension stays.
        for macro in sorted(self._tests, key=lambda each: (each.startswith("cl_khr_"), each)):
            tried = self._text(text.defined - {macro})
            if self._is_good(tried, name):
                text = tried
        return text

    def _closed(self) -> _Text:
        """Return the text in which only the macros of what it uses are defined."""
        text = self._text(frozenset())
        while not (used := self._used(text.needs[0])) <= text.defined:
            text = self._text(text.defined | used)
        return text

    def _is_good(self, text: _Text, name: str) -> bool:
        is_there = text.of(name) is not None and text.errors <= self.errors
        return is_there and self._used(text.needs[0]) <= text.defined

    def _text(self, defined: frozenset[str]) -> _Text:
        known = self._known.get(defined)
        if known is None:
            target = self._settings.target
            undefines = (*target.undefines, *sorted(self._tests.keys() - defined))
            settings = replace(self._settings, target=replace(target, undefines=undefines))
            needs = self._analyse(settings).program_needs()
            known = self._known[defined] = _Text(defined, needs)
        return known

    def _used(self, needs: ProgramNeeds) -> frozenset[str]:
        """Return those of the tested macros that stand for what is used."""
        used = {name for reason in needs.reasons for name in self._besides(reason) or ()}
        for pair in _SAME.items():
            if not used.isdisjoint(pair):
                used.update(pair)
        return frozenset(used & self._tests.keys())

    def _besides(self, reason: NeedReason) -> tuple[str, ...] | None:
        """Return what a reason asks for in addition to this version, None if it cannot work."""
        for way in reason.ways:
            if way.version == self._version:
                return (*way.extensions, *way.features)
        return None

    # --- needs -----------------------------------------------------------------------------------

    def _needs(
        self, needs: ProgramNeeds, defined: frozenset[str], shared: set[_ErrorKey]
    ) -> VersionNeeds:
        failures = tuple(self._failures(needs, shared))
        if failures:
            return VersionNeeds(int(self._version), failures=failures)
        is_embedded = make_target(self._settings.target).is_embedded
        reasons: list[Reason] = []
        for each in needs.reasons:
            besides = self._besides(each) or ()
            wanted = tuple(name for name in besides if is_embedded or name != _OF_EMBEDDED)
            if wanted:
                reasons.append(Reason(each.words, each.place, each.path, wanted))
        for name in sorted(defined - self._used(needs)):
            need = _IMAGES if name == _SAME[_IMAGES] else name
            place = self._tests[name]
            reasons.append(Reason("a condition asks for it", place, (), (need,), is_message=True))
        wanted = tuple(sorted({name for reason in reasons for name in reason.needs}))
        return VersionNeeds(int(self._version), wanted, tuple(reasons))

    def _failures(self, needs: ProgramNeeds, shared: set[_ErrorKey]) -> Iterator[Reason]:
        said: set[Place] = set()
        for reason in needs.reasons:
            if self._besides(reason) is None:
                said.add(reason.place)
                yield Reason(reason.words, reason.place, reason.path)
        for error in needs.errors:
            place = error.finding.place
            if _key(error) not in shared and place not in said:
                message = byte_text(error.finding.message)
                yield Reason(message, place, error.path, is_message=True)


def _tests(analysis: Analysis, macros: frozenset[str]) -> Iterator[tuple[str, Place]]:
    """Yield those of some macros that directives name, and where each is named first.

    A macro that another one's body names may be tested through that.
    """
    found: set[str] = set()
    for file in analysis.files:
        text = analysis.lines(file).text
        for directive in _DIRECTIVE.finditer(text):
            for word in _WORD.finditer(directive[0]):
                name, start = word[0], directive.start() + word.start()
                if name in macros and name not in found:
                    found.add(name)
                    yield name, Place(file, start, start + len(name))
