"""The names of a unit that nothing declares, and what may have been meant by them.

What is in scope depends on the whole unit, so this is asked of all items together.  A name is left
alone where an item before it could not be read and mentions the name: it may be declared there.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.builtins.functions import function_names
from opencl_ls.builtins.host_names import HOST_NAME, looks_like_macro
from opencl_ls.builtins.macros import macro_names
from opencl_ls.builtins.names import is_builtin, is_compilers_macro, is_keyword
from opencl_ls.builtins.spelling import Names, nearest
from opencl_ls.builtins.types import builtin_type, type_names
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.semantics.lookup.enqueue import HOST_RESULTS
from opencl_ls.semantics.macros.undefined_macros import Unseen, is_host_macro, unseen
from opencl_ls.semantics.model import derived, derived_by_key
from opencl_ls.semantics.model.problems import UndeclaredName
from opencl_ls.semantics.names.type_names import reserved_name
from opencl_ls.semantics.types.symbols import (
    EnumeratorConstant,
    Function,
    ParameterVariable,
    Symbol,
    Tag,
    Typedef,
    Variable,
)
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.tokens import RESERVED

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.names.program import Program
    from opencl_ls.settings.target import Target

# Templates are often written with a single letter for the type.
_TYPE_MACRO: Final = re.compile(rf"(?:{HOST_NAME}|_*[A-Z])\Z", re.ASCII)
# Types that compilers bring along, such as `_Float16` and `__builtin_va_list`.
_LIST: Final = re.compile(r"\s*+\(")
_COMPILERS_TYPE: Final = re.compile(r"_[_A-Z]")
# Enumerations that vendors' extensions bring along.
_VENDORS_TYPES: Final = frozenset(
    "arm_termination_reason cache_target_img cache_coherence_img L2_cache_policy_img "
    "cache_persistence_level_img".split()
)
_OWN_PREFIX: Final = "CLK_"
# The suffixes of a conversion have one order only.
_SUFFIXES: Final = re.compile(r"(convert_[a-z]+[0-9]*)_(rt[ezpn])_sat")
# Rules about blocks and about enqueueing tell of these, where there are blocks.
_TOLD: Final = HOST_RESULTS | {"Block_copy", "Block_release"}

_TAKE_VALUES: Final = frozenset(
    (
        *("reqd_work_group_size", "work_group_size_hint", "intel_reqd_sub_group_size"),
        *("opencl_unroll_hint", "aligned", "address_space", "vector_size", "ext_vector_type"),
    )
)
"""The attributes whose arguments are values; those of others may be words of their own."""

_TAKE_TYPES: Final = frozenset(("vec_type_hint",))

_ENDING: Final[tuple[str, ...]] = ("return", "break", "continue")
_WITH_VALUE: Final = ("return",)
_TRUTH: Final = ("true", "false")

_MOST_GUESSES: Final = 30
"""So many names of a unit are compared with its own."""

C_LIBRARY: Final = frozenset(
    "malloc calloc realloc free memcpy memmove memset memcmp strlen strcpy strcmp strcat strncpy "
    "sprintf snprintf fprintf puts putchar scanf exit abort assert rand srand qsort time clock "
    "fopen fclose fread fwrite atoi atof".split()
)
"""Functions of the C library that people look for."""


class UndeclaredUse(Struct, frozen=True):
    """One use of a name that nothing declares; `item` is the number of its item in the unit."""

    item: int
    problem: UndeclaredName
    unit: _Declared
    # How many such uses stand before it.
    rank: int

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
            return _TYPE_MACRO.match(name) is not None and not self._is_typedef_elsewhere
        if not looks_like_macro(name):
            # The sizes of matrices are often given so.
            is_letter = len(name) == 1 and "A" <= name <= "Z"
            model = self.unit.model(self.item)
            return is_letter and _is_plain_value(model, self.problem) and self.ended is None
        # Names of this form belong to OpenCL, so that one close to a known name is misspelt.
        return not (name.startswith(_OWN_PREFIX) and self.nearest())

    @property
    def _is_typedef_elsewhere(self) -> bool:
        """The item of the use itself declares a type of this name, in another scope."""
        return self.problem.name in _types(self.unit.model(self.item))

    @property
    def tag(self) -> Tag | None:
        """The struct, union or enumeration of this name that the use needs a keyword for."""
        model = self.unit.model(self.item)
        if self.problem.role != "type" and not _is_operand(model, self.problem):
            return None
        return self.unit.tag(self.item, self.problem)

    @property
    def above(self) -> r.Record | None:
        """The record that the name stands in."""
        return self.unit.model(self.item).parents.get(self.problem.record)

    @property
    def ended(self) -> Symbol | None:
        """The variable or type of this name that is declared above, in a scope that has ended."""
        return _ended(self.unit.model(self.item), self.problem)

    @property
    def is_for_host_macro(self) -> bool:
        """The name is an argument of an undefined macro, and may be a part of its text."""
        return _is_for_host_macro(self.unit.model(self.item), self.problem)

    @property
    def is_called(self) -> bool:
        """The name is called, or has arguments that were left out."""
        return _is_called(self.unit.model(self.item), self.problem)

    @property
    def _statement(self) -> str:
        """The keyword of a statement that the name may be meant as, "" if there is none."""
        above, keywords = self.above, _ENDING
        if type(above) is r.Call:
            above, keywords = self.unit.model(self.item).parents.get(above), _WITH_VALUE
        if type(above) is not r.ExpressionStatement:
            return ""
        near = nearest(self.problem.name, keywords)
        return near[0] if near else ""

    @property
    def declared_later(self) -> Symbol | None:
        """The function of this name that is declared further below, or None."""
        return self.unit.function_below(self.item, self.problem.name)

    def nearest(self) -> str:
        """Return the name in scope that comes nearest, or "".

        Where dozens of names are missing, a header is, and nobody misspelt them all: the program's
        own names are compared for the first ones alone.
        """
        name = self.problem.name
        swapped = _SUFFIXES.fullmatch(name)
        if swapped is not None:
            return f"{swapped[1]}_sat_{swapped[2]}"
        if statement := self._statement:
            return statement
        if self.rank < _MOST_GUESSES:
            outer = self.unit.nearest(self.item, name, self.problem.role)
            truth = _TRUTH if self.problem.role == "value" else ()
            own = nearest(name, (*outer, *_own_names(self), *truth))
            if own:
                return own[0]
        return _nearest_builtin(name, self.problem.role)


def lacks_head(model: ItemModel) -> bool:
    """Tell whether an item is a body without its head, and so without its parameters."""
    return model.item.text.startswith("{")


@derived
def lacking(model: ItemModel) -> list[UndeclaredName]:
    """Return the names that an item lacks, each in its role; none of what others tell of."""
    return [
        problem
        for noted in model.problems
        if isinstance(noted, UndeclaredName)
        and not _is_told_elsewhere(model, problem := _in_its_role(model, noted))
    ]


def surroundings(model: ItemModel, problem: UndeclaredName) -> Hashable:
    """Return what is told of a missing name by where in its item it stands, without any place."""
    above = model.parents.get(problem.record)
    count = -1
    if type(above) is r.Call and above.callee is problem.record:
        count = len(above.arguments)
    return (
        count,
        _is_called(model, problem),
        _is_for_host_macro(model, problem),
        _is_plain_value(model, problem),
        _ended(model, problem) is not None,
        _own_tag(model, problem) is not None and (problem.role, _is_operand(model, problem)),
        problem.name in _types(model),
    )


def _is_called(model: ItemModel, problem: UndeclaredName) -> bool:
    above, record = model.parents.get(problem.record), problem.record
    if type(above) is r.Call and above.callee is record:
        return True
    return _LIST.match(model.item.text, record.end) is not None


def _is_for_host_macro(model: ItemModel, problem: UndeclaredName) -> bool:
    # Names that no header was found for may be many, and few items hold such a macro.
    return _calls_host_macro(model) and any(
        type(above) is r.Call and is_host_macro(model, above)
        for above in model.ancestors(problem.record)
    )


@derived
def _calls_host_macro(model: ItemModel) -> bool:
    return any(is_host_macro(model, each) for each in model.of_kind(r.Call))


def _is_operand(model: ItemModel, problem: UndeclaredName) -> bool:
    """Tell whether a name is all that a `sizeof` or the like is asked of."""
    above = model.parents.get(problem.record)
    if type(above) is r.Parenthesized:
        above = model.parents.get(above)
    return type(above) is r.TypeQuery


def _own_tag(model: ItemModel, problem: UndeclaredName) -> Tag | None:
    """Return the tag of a missing name that its item has in scope there."""
    for tag in model.of_kind(Tag):
        if tag.name == problem.name and tag.word.start < problem.record.start:
            if _is_seen(model, tag.specifier, problem.record.start):
                return tag
    return None


@derived
def _types(model: ItemModel) -> frozenset[str]:
    """Return the names of the types that an item declares in any of its scopes."""
    return frozenset(each.name for each in model.declared.values() if type(each) is Typedef)


def _is_plain_value(model: ItemModel, problem: UndeclaredName) -> bool:
    """Tell whether a name stands for a value, of which no element, member or address is asked."""
    record, above = problem.record, model.parents.get(problem.record)
    if isinstance(above, r.Index | r.Member):
        return above.base is not record
    if type(above) is r.Assignment:
        return above.left is not record
    is_object = type(above) is r.Postfix or (
        type(above) is r.Unary and above.operator in ("&", "*", "++", "--")
    )
    return problem.role == "value" and not is_object


def _ended(model: ItemModel, problem: UndeclaredName) -> Symbol | None:
    """Return what a name stood for above, in a scope of the item that has ended, or None."""
    place = problem.record.start
    for record, symbol in reversed(_declared_by_name(model).get(problem.name, ())):
        if symbol.word.start > place:
            continue
        if isinstance(symbol, (*_ROLES[problem.role], Variable)):
            return None if _is_seen(model, record, place) else symbol
    return None


@derived
def _declared_by_name(model: ItemModel) -> dict[str, list[tuple[r.Record, Symbol]]]:
    """Return what an item declares by each name, in order; each missing name asks for it."""
    found: dict[str, list[tuple[r.Record, Symbol]]] = {}
    for record, symbol in model.declared.items():
        found.setdefault(symbol.name, []).append((record, symbol))
    return found


class _Declared:
    """What the items of a unit declare, asked for what a missing name may have meant."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._near: dict[tuple[int, str, str], list[str]] = {}

    def model(self, item: int) -> ItemModel:
        """Return an item by its number."""
        return self._program.models[item]

    def tag(self, item: int, problem: UndeclaredName) -> Tag | None:
        """Return the tag of a missing name that is in scope where an item has it."""
        own = _own_tag(self.model(item), problem)
        if own is not None:
            return own
        numbers = self._program.names.tags.get(problem.name, ())
        before = [number for number in numbers if number < item]
        return self.model(before[-1]).exported_tags[problem.name] if before else None

    def nearest(self, item: int, name: str, role: str) -> list[str]:
        """Return the name nearest to one, as a list, of what stands above an item."""
        key = (item, name, role)
        if key not in self._near:
            kind = _ROLES[role]

            def is_above(near: str) -> bool:
                symbols = self._program.symbols(near)
                return any(number < item and isinstance(symbol, kind) for number, symbol in symbols)

            self._near[key] = self._program.names.near(name, is_above)
        return self._near[key]

    def function_below(self, item: int, name: str) -> Function | None:
        """Return the first function of a name in an item, or below it."""
        for number, symbol in self._program.symbols(name):
            if number >= item and isinstance(symbol, Function):
                return symbol
        return None


def undeclared_names(program: Program, target: Target) -> Iterator[UndeclaredUse]:
    """Yield the uses of names that nothing declares, in the order in which they stand."""
    told = _TOLD if target.has_blocks else frozenset[str]()
    unit, rank = _Declared(program), 0
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
                yield UndeclaredUse(index, problem, unit, rank)
                rank += 1


def _may_lack_names(model: ItemModel) -> bool:
    """Tell whether names are missing in an item, or may be declared in it unseen."""
    return bool(model.item.problems) or any(
        isinstance(problem, UndeclaredName) for problem in model.problems
    )


def keywords_as_names(model: ItemModel) -> dict[str, list[r.Record]]:
    """Return the keywords of an item that stand in place of names or values, with their places.

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
        # `* kernel` reads as a pointer without a name, which a rule tells of by itself.
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


def _in_its_role(model: ItemModel, problem: UndeclaredName) -> UndeclaredName:
    """Return a problem, and that of a name in place of a type as that of a type."""
    above = model.parents.get(problem.record)
    if type(above) is r.Attribute and attribute_name(above) in _TAKE_TYPES:
        return UndeclaredName(problem.record, problem.name, "type")
    return problem


def _is_told_elsewhere(model: ItemModel, problem: UndeclaredName) -> bool:
    """Tell whether a name is built in, a word of an attribute, or a parameter beside it."""
    is_known = type_names().__contains__ if problem.role == "type" else is_builtin
    if is_keyword(problem.name) or is_known(problem.name) or is_compilers_macro(problem.name):
        return True
    if problem.role == "type" and _is_type_told_elsewhere(model, problem):
        return True
    above = model.parents.get(problem.record)
    # What stands in braces is no word of an attribute.
    while above is not None and type(above) is not r.Compound:
        if type(above) is r.Attribute:
            return attribute_name(above) not in _TAKE_VALUES | _TAKE_TYPES
        if type(above) is r.FunctionPart and problem.role != "type":
            names = (parameter.declarator.name for parameter in above.parameters)
            return any(name is not None and name.text == problem.name for name in names)
        above = model.parents.get(above)
    return False


def _is_type_told_elsewhere(model: ItemModel, problem: UndeclaredName) -> bool:
    """Tell whether a type is a compiler's own or reserved, or the name of a pipe without a type."""
    if _COMPILERS_TYPE.match(problem.name) or problem.name in _VENDORS_TYPES:
        return True
    if reserved_name(problem.name) is not None:
        return True
    above = model.parents.get(problem.record)
    if type(above) is r.Specifiers:
        above = model.parents.get(above)
    if type(above) is r.Parameter and above.declarator.name is None:
        return any(word.text == "pipe" for word in above.specifiers.qualifiers)
    return False


def _own_names(use: UndeclaredUse) -> list[str]:
    """Return the names of its role that the item of a use has in scope there."""
    model, place = use.unit.model(use.item), use.problem.record.start
    kinds = _ROLES[use.problem.role]
    return [
        symbol.name
        for record, symbol in model.declared.items()
        if symbol.name
        and symbol.word.start < place
        and isinstance(symbol, kinds)
        and _is_seen(model, record, place)
    ]


def _is_seen(model: ItemModel, declared: r.Record, place: int) -> bool:
    """Tell whether a byte of an item lies in the scope of what a record before it declares."""
    scope = _scope_of(model, declared)
    return scope is None or scope.start <= place < scope.end


@derived_by_key
def _scope_of(model: ItemModel, declared: r.Record) -> r.Record | None:
    """Return the record that is the scope of what another one declares, None for the program."""
    if model.enclosing(declared, r.FunctionPart) is not None:
        # The scope of parameters is the body after them.
        return model.enclosing(declared, r.FunctionDefinition, r.BlockLiteral, r.Declaration)
    return model.enclosing(declared, r.Compound, r.For)


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


_ROLES: Final[dict[str, tuple[type[Symbol], ...]]] = {
    "value": (Variable, ParameterVariable, EnumeratorConstant),
    "macro": (Variable, ParameterVariable, EnumeratorConstant),
    "function": (Function,),
    "type": (Typedef,),
}
_BUILTIN_NAMES: Final[dict[str, Callable[[], frozenset[str]]]] = {
    "value": macro_names,
    "macro": macro_names,
    "function": function_names,
    "type": _usable_types,
}
