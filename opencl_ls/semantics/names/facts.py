"""Facts about an item, without places, for the rules about a whole unit.

While an edited item keeps its facts, the findings of such a rule in other items stay valid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics.lookup.blocks import runs_on_the_spot
from opencl_ls.semantics.lookup.callees import user_function
from opencl_ls.semantics.macros.undefined_macros import unseen
from opencl_ls.semantics.model import derived, summarised
from opencl_ls.semantics.names.missing import lacking, lacks_head, surroundings
from opencl_ls.semantics.types import LOCAL, object_space
from opencl_ls.semantics.types.symbols import Function, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Hashable

    from opencl_ls.semantics.model import CallSite, ItemModel


@derived
def declared(model: ItemModel) -> Hashable:
    """Return what an item declares at program scope."""
    return (
        tuple((name, each.fingerprint) for name, each in model.exports.items()),
        tuple((name, each.fingerprint) for name, each in model.exported_tags.items()),
    )


def declared_soundly(model: ItemModel) -> Hashable:
    """Return what an item declares at program scope, and whether it could be read.

    An item changes between readable and not with every other key.
    """
    return bool(model.item.problems), declared(model)


def called(model: ItemModel) -> Hashable:
    """Return the calls between functions in an item, and the local variables of its kernels."""
    return declared(model), _called(model)


@derived
def _called(model: ItemModel) -> Hashable:
    return (
        frozenset(
            (None if site.caller is None else site.caller.name, site.callee, site.in_block)
            for site in model.calls
        ),
        frozenset((site.caller and site.caller.name, site.callee) for site in program_calls(model)),
        kernels_with_local_variables(model).keys(),
    )


def mentioned(model: ItemModel) -> Hashable:
    """Return which outer names an item mentions."""
    return declared(model), mentions(model)


@summarised
def mentions(model: ItemModel) -> frozenset[str]:
    """Return the outer names in an item's expressions, those that it declares included."""
    return frozenset(
        record.name
        for record in model.references
        if type(record) is r.Name and record.name in model.uses
    )


def undeclared(model: ItemModel) -> Hashable:
    """Return the names of an item that nothing declares; its whole text if it cannot be parsed.

    They come with the names that undefined macros among them may declare, in it and below it.
    """
    return declared(model), _undeclared(model)


@derived
def _undeclared(model: ItemModel) -> Hashable:
    if lacks_head(model) and not model.item.problems:
        return "{"
    inner, outer = unseen(model)
    return (
        model.item.text if model.item.problems else "",
        frozenset(outer.words),
        tuple(
            (
                *(problem.name, problem.role, inner.may_declare(problem)),
                surroundings(model, problem),
            )
            for problem in lacking(model)
        ),
    )


@summarised
def holds_kernel(model: ItemModel) -> bool:
    """Tell whether an item declares a kernel."""
    found = model.exports.values()
    return any(isinstance(each, Function) and each.is_kernel for each in found)


@summarised
def kernels_with_local_variables(model: ItemModel) -> dict[str, Variable]:
    """Return the first local variable of each kernel of an item, by the kernel."""
    kernels: dict[str, Variable] = {}
    for symbol in model.declared.values():
        if (
            type(symbol) is Variable
            and symbol.function is not None
            and symbol.function.is_kernel
            and object_space(symbol.type) == LOCAL
        ):
            kernels.setdefault(symbol.function.name, symbol)
    return kernels


@summarised
def redeclares(model: ItemModel) -> bool:
    """Tell whether a name is declared twice in one scope of an item."""
    return bool(model.redeclared)


@derived
def program_calls(model: ItemModel) -> tuple[CallSite, ...]:
    """Return the calls of an item's functions that name a function of the program.

    It skips calls in blocks that their function does not call, and calls of overloads.
    """
    return tuple(
        site
        for site in model.calls
        if site.caller is not None
        and user_function(model, site.call) is not None
        and not site.caller.is_overloadable
        and (not site.in_block or runs_on_the_spot(model, site.call))
    )


@summarised
def called_functions(model: ItemModel) -> tuple[tuple[str, str], ...]:
    """Return the callers and the callees of `program_calls`, each pair once, in their order."""
    calls = program_calls(model)
    return tuple(
        dict.fromkeys((site.caller.name, site.callee) for site in calls if site.caller is not None)
    )


@summarised
def callees(model: ItemModel) -> frozenset[str]:
    """Return the names that an item calls."""
    return frozenset(site.callee for site in model.calls)


@summarised
def defined_functions(model: ItemModel) -> tuple[str, ...]:
    """Return the functions that an item defines."""
    return tuple(
        name
        for name, symbol in model.exports.items()
        if isinstance(symbol, Function) and symbol.definition is not None
    )


@summarised
def may_recur(model: ItemModel) -> bool:
    """Tell whether an item calls itself, or a function that is not defined above it.

    Without such a call no function of a program is recursive.
    """
    for site in program_calls(model):
        called = user_function(model, site.call)
        if called is None or called.definition is None or called is site.caller:
            return True
    return False


@summarised
def kind_at_program_scope(model: ItemModel) -> str:
    """Return what an item is among its neighbours: "body", "head", "variable" or "other".

    A body has no head before it; a head is a function that is declared and not defined.
    """
    declarations = model.item.declarations
    if declarations and type(declarations[0]) is r.Compound:
        return "body"
    last = declarations[-1] if declarations else None
    if type(last) is not r.Declaration or not last.declarators:
        return "other"
    parts = last.declarators[-1].declarator.parts
    return "head" if parts and type(parts[0]) is r.FunctionPart else "variable"
