"""The undeclared names of a unit, and the names that may have been meant.

What is in scope depends on the whole unit, so this is asked of all items together.  A name is not
reported if an item before it mentions it and could not be parsed: that item may declare it.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.builtins.functions import function_names
from opencl_ls.builtins.host_names import HOST_NAME, looks_like_macro
from opencl_ls.builtins.macros import macro_names
from opencl_ls.builtins.names import is_builtin
from opencl_ls.builtins.spelling import Names, nearest
from opencl_ls.builtins.types import builtin_type, type_names
from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.semantics.lookup.enqueue import HOST_RESULTS
from opencl_ls.semantics.macros.undefined_macros import Unseen, unseen
from opencl_ls.semantics.model import summarised
from opencl_ls.semantics.model.problems import UndeclaredName
from opencl_ls.semantics.names.missing import (
    ROLES,
    ended,
    is_called,
    is_for_host_macro,
    is_operand,
    is_plain_value,
    lacking,
    lacks_head,
    names_in_scope,
    own_tag,
    own_types,
)
from opencl_ls.semantics.types.symbols import Function, Symbol, Tag
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.tokens import RESERVED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.names.program import Program
    from opencl_ls.settings.target import Target

# Templates are often written with a single letter for the type.
_TYPE_MACRO: Final = lazy_pattern(rf"(?:{HOST_NAME}|_*[A-Z])\Z", re.ASCII)
_OWN_PREFIX: Final = "CLK_"
# The suffixes of a conversion have a fixed order.
_SUFFIXES: Final = re.compile(r"(convert_[a-z]+[0-9]*)_(rt[ezpn])_sat")
# Rules about blocks and about enqueueing report these if the target has blocks.
_TOLD: Final = HOST_RESULTS | {"Block_copy", "Block_release"}

_ENDING: Final[tuple[str, ...]] = ("return", "break", "continue")
_WITH_VALUE: Final = ("return",)
_TRUTH: Final = ("true", "false")

_MOST_GUESSES: Final = 30
"""The number of undeclared names of a unit that are compared with its own names."""

C_LIBRARY: Final = frozenset(
    "malloc calloc realloc free memcpy memmove memset memcmp strlen strcpy strcmp strcat strncpy "
    "sprintf snprintf fprintf puts putchar scanf exit abort assert rand srand qsort time clock "
    "fopen fclose fread fwrite atoi atof".split()
)
"""Functions of the C library that people try to use."""


class UndeclaredUse(Struct, frozen=True):
    """One use of a name that nothing declares; `item` is the number of its item in the unit."""

    item: int
    problem: UndeclaredName
    program: Program
    rank: int
    """The number of such uses before it."""
    near: dict[tuple[int, str, str], list[str]]
    """The similar names of the program, by item, name and role."""

    @property
    def model(self) -> ItemModel:
        """The item of the use."""
        return self.program.models[self.item]

    @property
    def maybe_macro(self) -> bool:
        """The name looks like a macro that the host's build options would define."""
        return self._looks_like_macro and self.tag is None

    @property
    def _looks_like_macro(self) -> bool:
        name = self.problem.name
        if self.problem.role == "macro":
            return True
        if self.problem.role == "type":
            # The item itself may declare such a type in another scope.
            return _TYPE_MACRO.match(name) is not None and name not in own_types(self.model)
        if not looks_like_macro(name):
            # The sizes of matrices often have such names.
            is_letter = len(name) == 1 and "A" <= name <= "Z"
            return is_letter and is_plain_value(self.model, self.problem) and self.ended is None
        # Names with such a prefix belong to OpenCL, so one close to a known name is misspelt.
        return not (name.startswith(_OWN_PREFIX) and self.nearest())

    @property
    def tag(self) -> Tag | None:
        """The struct, union or enumeration of this name that the use needs a keyword for."""
        model, problem = self.model, self.problem
        if problem.role != "type" and not is_operand(model, problem):
            return None
        numbers = self.program.names.tags.get(problem.name, ())
        before = [number for number in numbers if number < self.item]
        outer = self.program.models[before[-1]].exported_tags[problem.name] if before else None
        return own_tag(model, problem) or outer

    @property
    def above(self) -> r.Record | None:
        """The record around the name."""
        return self.model.parents.get(self.problem.record)

    @property
    def ended(self) -> Symbol | None:
        """The variable or type of this name that is declared above, in a scope that has ended."""
        return ended(self.model, self.problem)

    @property
    def is_for_host_macro(self) -> bool:
        """The name is an argument of an undefined macro, and may be a part of its text."""
        return is_for_host_macro(self.model, self.problem)

    @property
    def is_called(self) -> bool:
        """The name is called, or has arguments that were removed."""
        return is_called(self.model, self.problem)

    @property
    def _statement(self) -> str:
        """The keyword of a statement that the name may misspell, "" if there is none."""
        above, keywords = self.above, _ENDING
        if type(above) is r.Call:
            above, keywords = self.model.parents.get(above), _WITH_VALUE
        if type(above) is not r.ExpressionStatement:
            return ""
        near = nearest(self.problem.name, keywords)
        return near[0] if near else ""

    @property
    def declared_later(self) -> Symbol | None:
        """The function of this name that is declared further below, or None."""
        for number, symbol in self.program.symbols(self.problem.name):
            if number >= self.item and isinstance(symbol, Function):
                return symbol
        return None

    def nearest(self) -> str:
        """Return the most similar name in scope, or "".

        If dozens of names are missing, the reason is a missing header and not misspelling: only the
        first ones are compared with the program's own names.
        """
        name = self.problem.name
        swapped = _SUFFIXES.fullmatch(name)
        if swapped is not None:
            return f"{swapped[1]}_sat_{swapped[2]}"
        if statement := self._statement:
            return statement
        if self.rank < _MOST_GUESSES:
            truth = _TRUTH if self.problem.role == "value" else ()
            inner = names_in_scope(self.model, self.problem)
            own = nearest(name, (*self._nearest_above(), *inner, *truth))
            if own:
                return own[0]
        return _nearest_builtin(name, self.problem.role)

    def _nearest_above(self) -> list[str]:
        """Return the most similar name that is declared above the item, as a list."""
        name, role = self.problem.name, self.problem.role

        def is_above(near: str) -> bool:
            symbols = self.program.symbols(near)
            return any(n < self.item and isinstance(symbol, ROLES[role]) for n, symbol in symbols)

        key = (self.item, name, role)
        if key not in self.near:
            self.near[key] = self.program.names.near(name, is_above)
        return self.near[key]


def undeclared_names(program: Program, target: Target) -> Iterator[UndeclaredUse]:
    """Yield the uses of undeclared names, in the order of the text."""
    told = (_TOLD if target.has_blocks else frozenset[str]()) | target.host_defines
    rank, near = 0, dict[tuple[int, str, str], list[str]]()
    broken: list[str] = []
    outer = Unseen()
    for index, model in program.having(_may_lack_names):
        if model.item.problems:
            broken.append(model.item.text)
            continue
        if lacks_head(model):
            continue
        inner, below = unseen(model)
        outer.words |= below.words
        for problem in lacking(model):
            if problem.name in told:
                continue
            if inner.may_declare(problem) or outer.may_declare(problem):
                continue
            if not any(re.search(rf"\b{problem.name}\b", text) for text in broken):
                yield UndeclaredUse(index, problem, program, rank, near)
                rank += 1


@summarised
def _may_lack_names(model: ItemModel) -> bool:
    """Tell whether names are missing in an item, or may be declared in it unseen."""
    return bool(model.item.problems) or any(
        isinstance(problem, UndeclaredName) for problem in model.problems
    )


def keywords_as_names(model: ItemModel) -> dict[str, list[r.Record]]:
    """Return the keywords of an item in place of names or values, with their places.

    A symbol of such a name is reported at its declaration.
    """
    found: dict[str, list[r.Record]] = {}
    for keyword in model.item.recovered:
        if keyword.kind is SyntaxProblemKind.KEYWORD_AS_NAME:
            found.setdefault(model.item.text[keyword.start : keyword.end], []).append(keyword)
    for problem in model.problems:
        if isinstance(problem, UndeclaredName) and problem.name in RESERVED:
            if problem.name not in found and not _may_be_text(model, problem.record):
                found[problem.name] = [problem.record]
    for level in model.of_kind(r.PointerPart) if found else ():
        # `* kernel` reads as a pointer without a name, which another rule reports.
        for word in level.qualifiers:
            if word.text in ("kernel", "__kernel"):
                found.pop(word.text, None)
    return found


def _may_be_text(model: ItemModel, record: r.Record) -> bool:
    """Tell whether a name is in an attribute, or in the arguments of an undefined macro."""
    for above in model.ancestors(record):
        if type(above) is r.Attribute:
            return True
        if type(above) is r.Call and above.callee is not record:
            callee = above.callee
            if type(callee) is r.Name and model.references.get(callee) is None:
                if not is_builtin(callee.name):
                    return True
    return False


@lru_cache(maxsize=1024)
def _nearest_builtin(name: str, role: str) -> str:
    if len(name) < 3:
        return ""
    found = _builtin_names(role).nearest(name)
    return found[0] if found else ""


@cache
def _builtin_names(role: str) -> Names:
    return Names(_BUILTIN_NAMES[role]())


@cache
def _usable_types() -> frozenset[str]:
    kinds = ((name, builtin_type(name)) for name in type_names())
    return frozenset(name for name, kind in kinds if kind is None or kind.kind != "reserved")


_BUILTIN_NAMES: Final[dict[str, Callable[[], frozenset[str]]]] = {
    "value": macro_names,
    "macro": macro_names,
    "function": function_names,
    "type": _usable_types,
}
