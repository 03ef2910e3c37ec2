"""The place of a declaration, and the places of its qualifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_named, is_sampler
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import Function, ParameterVariable, Symbol, Typedef, Variable
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.semantics.model import ItemModel

_OWN_PLACES: Final = (t.ImageType, t.PipeType, t.UnknownType)
_OWN_PLACES_ALONE: Final = ("event_t", "clk_event_t", "reserve_id_t")


def at_program_scope(variable: Variable) -> bool:
    """Tell whether a variable is declared outside all functions and blocks."""
    return variable.function is None and variable.block is None and variable.depth == 0


def has_own_places(qualified: t.Qualified) -> bool:
    """Tell whether a type itself restricts where its objects may be declared, or is unknown.

    Compilers check events and reservations, but not arrays of them, which are allowed where a
    number is.
    """
    kind = t.element_of(qualified).type
    return (
        isinstance(kind, _OWN_PLACES)
        or is_sampler(kind)
        or is_named(qualified.type, *_OWN_PLACES_ALONE)
    )


def space_place(variable: Variable) -> r.Record:
    """Return where a variable's address space is written: the word, else the typedef's name."""
    if variable.space_word is not None:
        return variable.space_word
    return variable.declaration.specifiers.type or variable.word


def storage_word(specifiers: r.Specifiers, *names: str) -> r.Word | None:
    """Return the first storage class of these names, written with underscores or without."""
    return next((word for word in specifiers.storage if spaces.plain(word.text) in names), None)


def overwritten_words(item: r.Item, *names: str) -> list[r.Word]:
    """Return the storage classes of these names that error recovery replaced by a missing type."""
    found: list[r.Word] = []
    for problem in item.recovered:
        if problem.kind is SyntaxProblemKind.MISSING_TYPE:
            before = item.text[: problem.start].rstrip()
            name = next((name for name in names if before.endswith(name)), "")
            start = len(before) - len(name)
            if name and not (start and before[start - 1].isidentifier()):
                found.append(r.Word(start, len(before), name))
    return found


def parameter_variables(symbol: Function | ParameterVariable) -> list[ParameterVariable]:
    """Return a function's parameters, or a block's one, each parameter once."""
    if isinstance(symbol, Function):
        return symbol.parameters
    return [symbol] if symbol.function is None else []


def attributes_of(
    declaration: r.Declaration | r.Parameter, declarator: r.Declarator
) -> list[r.Attribute]:
    """Return the attributes that a declaration gives one of its declarators."""
    return [*declaration.specifiers.attributes, *declarator.attributes]


def attributes_of_symbol(symbol: Symbol) -> tuple[r.Attribute, ...]:
    """Return the attributes of a declared name, those of its declaration's specifiers included."""
    if isinstance(symbol, Function):
        return symbol.attributes
    if isinstance(symbol, Variable | Typedef):
        declarator = symbol.declarator.declarator
        return symbol.declaration.specifiers.attributes + declarator.attributes
    if isinstance(symbol, ParameterVariable):
        parameter = symbol.parameter
        return parameter.specifiers.attributes + parameter.declarator.attributes
    return ()


def attribute_name(attribute: r.Attribute) -> str:
    """Return an attribute's name without the underscores around it.

    One in brackets has no name here: other rules check its place.
    """
    if attribute.in_brackets:
        return ""
    name = attribute.name.text
    if name.startswith("__") and name.endswith("__") and len(name) > 4:
        return name[2:-2]
    return name


def is_about_variable(model: ItemModel, attribute: r.Attribute) -> bool:
    """Tell whether an attribute belongs to a variable or parameter, and to no function or type."""
    declarator: r.Declarator | None = None
    if isinstance(model.parents.get(attribute), r.BlockLiteral):
        return False
    for above in model.ancestors(attribute):
        if isinstance(above, r.Parameter):
            return True
        if isinstance(above, r.RecordType | r.EnumType | r.FunctionDefinition):
            return False
        if isinstance(above, r.Declarator):
            declarator = above
        elif isinstance(above, r.Declaration):
            if storage_word(above.specifiers, "typedef") or not above.declarators:
                return False
            if isinstance(model.parents.get(above), r.RecordType):
                return False
            parts = (declarator or above.declarators[0].declarator).parts
            return not (parts and isinstance(parts[0], r.FunctionPart))
    return False


def no_function(model: ItemModel, attribute: r.Attribute) -> str:
    """Return what an attribute belongs to in words, or "" if it may be a function."""
    owner = model.parents.get(attribute)
    if isinstance(owner, r.Attributed):
        # Outside all functions compilers accept an attribute by itself before a semicolon.
        return "a statement" if model.parents.get(owner) is not None else ""
    if isinstance(owner, r.RecordType):
        return f"a {owner.keyword}"
    if isinstance(owner, r.EnumType):
        return "an enum"
    above = None if owner is None else model.parents.get(owner)
    if isinstance(above, r.Parameter):
        return _in_words(model, (above,), "a parameter")
    if isinstance(owner, r.Declarator):
        return "" if above is None else _in_words(model, (above,), "")
    if isinstance(above, r.Declaration) and isinstance(owner, r.Specifiers):
        # Compilers accept the attribute on a declaration that declares only a type.
        return _in_words(model, above.declarators, "")
    return ""


def _in_words(model: ItemModel, declarators: Sequence[r.Record], otherwise: str) -> str:
    """Return in words what declarators declare, "" if one may be a function."""
    declared = [model.declared.get(each) for each in declarators]
    for symbol in declared:
        if symbol is None or isinstance(symbol, Function) or _may_be_function(symbol):
            return ""
    symbol = declared[0] if declared else None
    return otherwise if symbol is None or not symbol.name else f"'{symbol.name}'"


def _may_be_function(symbol: Symbol) -> bool:
    """Tell whether a symbol that is no function may be one, since its type is unknown."""
    return not isinstance(symbol, Typedef) and isinstance(
        symbol.type.type, t.FunctionType | t.UnknownType
    )
