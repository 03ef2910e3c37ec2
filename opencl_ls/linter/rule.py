"""A rule: data, a page of documentation, and a function.

A module in `rules/` holds one `RULE`.  The registry gives it its code, by the place of the module
(`rules/kernel_arg/private_pointer.py` is `kernel-arg/private-pointer`), and its documentation, the
docstring of the module under the fixed headings below.  `@RULE.on(...)` marks the functions that
check.  See CONTRIBUTING.md for how to add one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from msgspec import Struct

from opencl_ls.settings.profiles import PERFORMANCE, RECOMMENDED, holds, in_words

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from opencl_ls.findings import Severity
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.settings.target import Target

HEADINGS: Final = (
    "What it does",
    "Why",
    "Example",
    "Use instead",
    "Versions",
    "Reference",
    "Fix safety",
)
"""The headings of a rule's page, in order; "Use instead" and "Fix safety" are optional."""

Check = TypeVar("Check", bound=Callable[..., None])


class Versions(Struct, frozen=True):
    """The targets for which a rule holds: a label for its page, and a predicate."""

    label: str
    holds: Callable[[Target], bool]


ALL: Final = Versions("all", lambda _: True)
ONLY_10: Final = Versions("1.0", lambda target: target.version < 110)
BEFORE_12: Final = Versions("1.0 and 1.1", lambda target: target.version < 120)
NO_STORAGE_CLASSES: Final = Versions(
    "1.0 and 1.1, without the pragma of `cl_clang_storage_class_specifiers`",
    lambda target: target.version < 120 and not target.has_clang_storage_classes,
)
STORAGE_CLASSES: Final = Versions(
    "1.2 and later; before with the pragma of `cl_clang_storage_class_specifiers`",
    lambda target: target.version >= 120 or target.has_clang_storage_classes,
)
BEFORE_20: Final = Versions("1.0 to 1.2", lambda target: target.version < 200)
BEFORE_30: Final = Versions("1.0 to 2.0", lambda target: target.version < 300)
SINCE_11: Final = Versions("1.1 and later", lambda target: target.version >= 110)
SINCE_12: Final = Versions("1.2 and later", lambda target: target.version >= 120)
SINCE_20: Final = Versions("2.0 and later", lambda target: target.version >= 200)
NAMED_SINCE_20: Final = Versions(
    "2.0 and later, where the settings name the version",
    lambda target: target.version >= 200 and target.names_version,
)
SINCE_30: Final = Versions("3.0", lambda target: target.version >= 300)
NAMED_30: Final = Versions(
    "3.0, where the settings name the version",
    lambda target: target.version >= 300 and target.names_version,
)
BLOCKS: Final = Versions(
    "2.0; 3.0 with `__opencl_c_device_enqueue`", lambda target: target.has_blocks
)
NO_BLOCKS: Final = Versions(
    "1.0 to 1.2; 3.0 without `__opencl_c_device_enqueue`", lambda target: not target.has_blocks
)
NO_PROGRAM_SCOPE_VARIABLES: Final = Versions(
    "1.0 to 1.2; 3.0 without `__opencl_c_program_scope_global_variables`",
    lambda target: not target.has_program_scope_variables,
)
NO_GENERIC: Final = Versions(
    "1.0 to 1.2; 3.0 without `__opencl_c_generic_address_space`",
    lambda target: not target.has_generic_address_space,
)
PIPES: Final = Versions("2.0; 3.0 with `__opencl_c_pipes`", lambda target: target.has_pipes)
NO_PIPES: Final = Versions(
    "1.0 to 1.2; 3.0 without `__opencl_c_pipes`", lambda target: not target.has_pipes
)
NO_READ_WRITE_IMAGES: Final = Versions(
    "1.0 to 1.2; 3.0 without `__opencl_c_read_write_images`",
    lambda target: not target.has_read_write_images,
)
NO_3D_IMAGE_WRITES: Final = Versions(
    "1.0 to 1.2 without `cl_khr_3d_image_writes`; 3.0 without `__opencl_c_3d_image_writes`",
    lambda target: not target.has_3d_image_writes,
)
NO_DOUBLE_CONSTANTS: Final = Versions(
    "all, without `cl_khr_fp64`; 1.0 and 1.1 without its pragma",
    lambda target: not target.has_double_constants,
)
DOUBLE_CONSTANTS: Final = Versions(
    "all, with `cl_khr_fp64`; 1.0 and 1.1 with its pragma",
    lambda target: target.has_double_constants,
)
GENERIC: Final = Versions(
    "2.0; 3.0 with `__opencl_c_generic_address_space`",
    lambda target: target.has_generic_address_space,
)
WITHOUT_FP16: Final = Versions("all, without `cl_khr_fp16`", lambda target: not target.has_fp16)
NO_BYTE_STORES: Final = Versions(
    "1.0, without `cl_khr_byte_addressable_store`",
    lambda target: not target.has_byte_addressable_store,
)
NO_FUNCTION_POINTERS: Final = Versions(
    "all, without the pragma for `__cl_clang_function_pointers`",
    lambda target: not target.is_asked_for("__cl_clang_function_pointers"),
)

NAMED_DEVICE: Final = Versions(
    "all, where the settings name a device", lambda target: target.device is not None
)


def runs_for(versions: Versions, profile: str, target: Target) -> bool:
    """Return whether a rule for some versions, in a profile, runs for a target."""
    return versions.holds(target) and (target.checks_performance or profile != PERFORMANCE)


def DIRECTIVES(_model: ItemModel) -> Hashable:
    """Mark a rule that reads the directives of a unit and no item: a value for `reads`."""
    return None


def DIVERGENCES(_model: ItemModel) -> Hashable:
    """Mark a rule that reads only the divergences of a unit: a value for `reads`."""
    return None


def RACES(_model: ItemModel) -> Hashable:
    """Mark a rule that reads only the race analyses of kernels: a value for `reads`.

    It reports in the items of the kernels.
    """
    return None


class CheckAbout(NamedTuple):
    """A check function of a rule, and the contents without which it finds nothing.

    The function takes the `RuleContext` and a record or symbol.
    """

    rule: Rule
    check: Callable[..., None]
    about: frozenset[type | str]


class Rule:
    """One rule.

    - `severity` is the default severity.
    - `since` is the version of opencl-ls that added the rule.
    - `versions` are the targets for which it holds.
    - `profile` is the profile that enables it (see `settings.profiles`).
    - `on_broken_items` also runs it on items with syntax errors.
    - `with_complete_defines` is the severity where the settings say that all macros are known.
    - `about` are classes of types, records and symbols, and names, as `contents` has them: the rule
      skips an item that contains none of them.  `python -m tests.support.about` checks them and
      proposes them.
    - `of_whole_text` drops a finding if a conditional left out lines between it and its first
      related place.
    - `supersedes` are the codes of more general rules: their findings about a call are dropped if
      this rule reports something in that call.
    - `as_written` drops a finding if a macro made a part of the marked text, or error recovery
      repaired the item.

    `code` and `documentation` are those that `bind` gives it.
    """

    def __init__(
        self,
        severity: Severity,
        *,
        since: str,
        versions: Versions = ALL,
        profile: str = RECOMMENDED,
        on_broken_items: bool = False,
        with_complete_defines: Severity | None = None,
        about: Iterable[type | str] = (),
        of_whole_text: bool = False,
        as_written: bool = False,
        supersedes: Iterable[str] = (),
    ) -> None:
        self.of_whole_text = of_whole_text
        self.as_written = as_written
        self.supersedes = frozenset(supersedes)
        self.severity = severity
        self.since = since
        self.versions = versions
        self.profile = profile
        self.on_broken_items = on_broken_items
        self.with_complete_defines = with_complete_defines
        self.about = frozenset(about)
        self.checks: list[tuple[type[Any], CheckAbout]] = []
        self.unit_checks: list[Callable[..., None]] = []
        self.reads: Callable[[ItemModel], Hashable] | None = None
        self.reads_directives = False
        self.code = ""
        self._page = ""

    def bind(self, code: str, page: str) -> None:
        """Give the rule its code, and its page, the docstring of its module."""
        self.code = code
        self._page = page

    def on(self, *kinds: type[Any], about: Iterable[type | str] = ()) -> Callable[[Check], Check]:
        """Mark a function to call with each record or symbol of one of `kinds`.

        It skips a record or symbol whose own contents, by the table `OWN_CONTENTS`, hold nothing of
        `about`; a class outside of that table is always checked.
        """
        held = frozenset(about)

        def mark(check: Check) -> Check:
            entry = CheckAbout(self, check, held)
            self.checks.extend((kind, entry) for kind in kinds)
            return check

        return mark

    def on_unit_reading(
        self, reads: Callable[[ItemModel], Hashable], *, directives: bool = False
    ) -> Callable[[Check], Check]:
        """Mark a function to call for a whole unit when an edit changed what it reads.

        `reads` returns all that the rule looks at in an item, except places: while the value for an
        edited item is unchanged, findings in other items stay valid.  `DIRECTIVES`, `DIVERGENCES`
        and `RACES` are for rules that look only at these; `directives` says that a rule reads
        directives as well.
        """

        def mark(check: Check) -> Check:
            self.unit_checks.append(check)
            self.reads = reads
            self.reads_directives = directives
            return check

        return mark

    def runs_for(self, target: Target) -> bool:
        """Return whether the rule runs for a target: it holds, and is not for advice unasked for.

        What other rules find that a profile leaves out is filtered later.
        """
        return runs_for(self.versions, self.profile, target)

    def is_in(self, profile: str) -> bool:
        """Tell whether a profile enables the rule."""
        return holds(profile, self.profile)

    @property
    def enabled(self) -> bool:
        """Whether the rule is in the recommended profile."""
        return self.is_in(RECOMMENDED)

    @property
    def state(self) -> str:
        """The profile of the rule in words, to follow its severity, or ""."""
        return in_words(self.profile)

    @property
    def family(self) -> str:
        """The part of the code before the slash."""
        return self.code.partition("/")[0]

    @cached_property
    def documentation(self) -> str:
        """The rule's page as Markdown."""
        from inspect import cleandoc  # noqa: PLC0415 (slow; no check needs the page)

        return cleandoc(self._page)

    @property
    def summary(self) -> str:
        """The first sentence of the page."""
        return self.documentation.partition("\n")[0].rstrip(".")

    def section(self, heading: str) -> str:
        """Return the text under one of the headings, or ""."""
        match = re.search(
            rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", self.documentation, re.M | re.S
        )
        return "" if match is None else match[1].strip()
