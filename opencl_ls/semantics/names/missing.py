"""The undeclared names of an item, with what the item says about each: role, place and scope."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.names import is_builtin, is_compilers_macro, is_keyword
from opencl_ls.builtins.types import type_names
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.semantics.macros.undefined_macros import is_host_macro
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

if TYPE_CHECKING:
    from collections.abc import Hashable

    from opencl_ls.semantics.model import ItemModel

_ARGUMENTS: Final = re.compile(r"\s*+\(")
_COMPILERS_TYPE: Final = re.compile(r"_[_A-Z]")
"""Types that compilers predefine, such as `_Float16` and `__builtin_va_list`."""
_VENDORS_TYPES: Final = frozenset(
    "arm_termination_reason cache_target_img cache_coherence_img L2_cache_policy_img "
    "cache_persistence_level_img".split()
)
"""Enumerations of vendors' extensions."""
_TAKE_VALUES: Final = frozenset(
    (
        *("reqd_work_group_size", "work_group_size_hint", "intel_reqd_sub_group_size"),
        *("opencl_unroll_hint", "aligned", "address_space", "vector_size", "ext_vector_type"),
    )
)
"""The attributes whose arguments are values; those of others may be words."""

_TAKE_TYPES: Final = frozenset(("vec_type_hint",))

ROLES: Final[dict[str, tuple[type[Symbol], ...]]] = {
    "value": (Variable, ParameterVariable, EnumeratorConstant),
    "macro": (Variable, ParameterVariable, EnumeratorConstant),
    "function": (Function,),
    "type": (Typedef,),
}
"""The symbols that a missing name of each role may have meant."""


def lacks_head(model: ItemModel) -> bool:
    """Tell whether an item is a body without a head, and so without parameters."""
    return model.item.text.startswith("{")


@derived
def lacking(model: ItemModel) -> list[UndeclaredName]:
    """Return the undeclared names of an item with their roles, except those that others report."""
    return [
        problem
        for noted in model.problems
        if isinstance(noted, UndeclaredName)
        and not _is_told_elsewhere(model, problem := _in_its_role(model, noted))
    ]


def surroundings(model: ItemModel, problem: UndeclaredName) -> Hashable:
    """Return what the position of a missing name in its item says about it, without a place."""
    above = model.parents.get(problem.record)
    count = -1
    if type(above) is r.Call and above.callee is problem.record:
        count = len(above.arguments)
    return (
        count,
        is_called(model, problem),
        is_for_host_macro(model, problem),
        is_plain_value(model, problem),
        ended(model, problem) is not None,
        own_tag(model, problem) is not None and (problem.role, is_operand(model, problem)),
        problem.name in own_types(model),
    )


def is_called(model: ItemModel, problem: UndeclaredName) -> bool:
    """Tell whether a name is called, or has arguments that were removed."""
    above, record = model.parents.get(problem.record), problem.record
    if type(above) is r.Call and above.callee is record:
        return True
    return _ARGUMENTS.match(model.item.text, record.end) is not None


def is_for_host_macro(model: ItemModel, problem: UndeclaredName) -> bool:
    """Tell whether a name is an argument of an undefined macro, and may be a part of its text."""
    # A missing header can leave many such names, and few items hold such a macro.
    return _calls_host_macro(model) and any(
        type(above) is r.Call and is_host_macro(model, above)
        for above in model.ancestors(problem.record)
    )


@derived
def _calls_host_macro(model: ItemModel) -> bool:
    return any(is_host_macro(model, each) for each in model.of_kind(r.Call))


def is_operand(model: ItemModel, problem: UndeclaredName) -> bool:
    """Tell whether a name is the whole operand of `sizeof` or a similar operator."""
    above = model.parents.get(problem.record)
    if type(above) is r.Parenthesized:
        above = model.parents.get(above)
    return type(above) is r.TypeQuery


def own_tag(model: ItemModel, problem: UndeclaredName) -> Tag | None:
    """Return the tag of a missing name that is in scope there."""
    for tag in model.of_kind(Tag):
        if tag.name == problem.name and tag.word.start < problem.record.start:
            if _is_seen(model, tag.specifier, problem.record.start):
                return tag
    return None


@derived
def own_types(model: ItemModel) -> frozenset[str]:
    """Return the names of the types that an item declares in any of its scopes."""
    return frozenset(each.name for each in model.declared.values() if type(each) is Typedef)


def is_plain_value(model: ItemModel, problem: UndeclaredName) -> bool:
    """Tell whether a name is used as a value, and not for an element, member or address."""
    record, above = problem.record, model.parents.get(problem.record)
    if isinstance(above, r.Index | r.Member):
        return above.base is not record
    if type(above) is r.Assignment:
        return above.left is not record
    is_object = type(above) is r.Postfix or (
        type(above) is r.Unary and above.operator in ("&", "*", "++", "--")
    )
    return problem.role == "value" and not is_object


def ended(model: ItemModel, problem: UndeclaredName) -> Symbol | None:
    """Return the symbol of a name above, in a scope of the item that has ended, or None."""
    place = problem.record.start
    for record, symbol in reversed(_declared_by_name(model).get(problem.name, ())):
        if symbol.word.start > place:
            continue
        if isinstance(symbol, (*ROLES[problem.role], Variable)):
            return None if _is_seen(model, record, place) else symbol
    return None


@derived
def _declared_by_name(model: ItemModel) -> dict[str, list[tuple[r.Record, Symbol]]]:
    """Return what an item declares by each name, in order; all missing names share it."""
    found: dict[str, list[tuple[r.Record, Symbol]]] = {}
    for record, symbol in model.declared.items():
        found.setdefault(symbol.name, []).append((record, symbol))
    return found


def _in_its_role(model: ItemModel, problem: UndeclaredName) -> UndeclaredName:
    """Return a problem; a name in place of a type becomes an undeclared type."""
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
    # A name in braces is no word of an attribute.
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


def names_in_scope(model: ItemModel, problem: UndeclaredName) -> list[str]:
    """Return the names of the same role that are in scope at a missing name."""
    place = problem.record.start
    return [
        symbol.name
        for record, symbol in model.declared.items()
        if symbol.name
        and symbol.word.start < place
        and isinstance(symbol, ROLES[problem.role])
        and _is_seen(model, record, place)
    ]


def _is_seen(model: ItemModel, declared: r.Record, place: int) -> bool:
    """Tell whether a byte of an item is in the scope of the declaration before it."""
    scope = _scope_of(model, declared)
    return scope is None or scope.start <= place < scope.end


@derived_by_key
def _scope_of(model: ItemModel, declared: r.Record) -> r.Record | None:
    """Return the record that is the scope of what another one declares, None for the program."""
    if model.enclosing(declared, r.FunctionPart) is not None:
        # The scope of parameters is the body after them.
        return model.enclosing(declared, r.FunctionDefinition, r.BlockLiteral, r.Declaration)
    return model.enclosing(declared, r.Compound, r.For)
