"""Declarations of variables and typedefs, and statements that read like declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.builtins.host_names import looks_like_macro
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model.problems import UndeclaredName
from opencl_ls.semantics.names.aggregates import note_incomplete
from opencl_ls.semantics.names.bodies import bind_full_expression
from opencl_ls.semantics.names.declared_types import base_type, declarator_type, with_vector_size
from opencl_ls.semantics.names.functions import declare_function, object_space_word, storage_of
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import ParameterVariable, Typedef, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.names.binder import Binder


def specifiers(binder: Binder, record: r.Specifiers) -> None:
    """Bind specifiers, and note the words among them that are not declared."""
    for word in record.unknown:
        binder.model.parents[word] = record
        binder.model.problems.append(UndeclaredName(word, word.text, "value"))
    binder.visit_children(record)


def declaration(binder: Binder, record: r.Declaration) -> None:
    """Bind a declaration, and declare the names of its declarators."""
    binder.visit(record.specifiers, record)
    base = base_type(binder, record.specifiers)
    storage = storage_of(record.specifiers)
    if _is_behind_macro(binder, record):
        _expression_of(binder, record, record.declarators[0])
        return
    for entry in record.declarators:
        binder.model.parents[entry] = record
        binder.model.events.append(entry)
        binder.visit(entry.declarator, entry)
        kind = declarator_type(binder, base, record.specifiers, entry.declarator)
        kind = with_vector_size(binder, kind, entry.declarator.attributes)
        word = entry.declarator.name
        if word is not None:
            _declare_entry(binder, record, entry, word, kind, storage)
        if entry.initializer is not None:
            bind_full_expression(binder, entry.initializer, entry)


def _is_behind_macro(binder: Binder, record: r.Declaration) -> bool:
    """Tell whether this is a statement after an undefined macro: `STEP o[i] = 1;`.

    It reads as a declaration of the type `STEP`, but its name is declared in the same scope, or it
    would initialise an array without a constant size, which no declaration can.
    """
    kind = record.specifiers.type
    if binder.function is None or type(kind) is not r.NamedType:
        return False
    is_bare = record.specifiers.start == kind.start and record.specifiers.end == kind.end
    if not is_bare or len(record.declarators) != 1 or not looks_like_macro(kind.name):
        return False
    entry = record.declarators[0]
    word, parts = entry.declarator.name, entry.declarator.parts
    if word is None or binder.model.references.get(kind) is not None:
        return False
    if not all(type(part) is r.ArrayPart for part in parts):
        return False
    is_list = isinstance(entry.initializer, r.InitializerList | r.StringLiteral)
    stores = bool(parts) and entry.initializer is not None and not is_list
    if _is_variable(binder, word.text):
        return stores or word.text in binder.scopes[-1].names
    sizes = (part.size for part in parts if type(part) is r.ArrayPart)
    return stores and any(
        type(size) is r.Name and _is_variable(binder, size.name) for size in sizes
    )


def _is_variable(binder: Binder, name: str) -> bool:
    return isinstance(binder.lookup(name), Variable | ParameterVariable)


def _expression_of(binder: Binder, record: r.Declaration, entry: r.InitDeclarator) -> None:
    """Bind what reads as a declaration as the assignment that it is."""
    binder.model.parents[entry] = record
    word = entry.declarator.name
    if word is not None:
        binder.visit(r.Name(word.start, word.end, word.text), entry)
    for part in entry.declarator.parts:
        if type(part) is r.ArrayPart and part.size is not None:
            binder.visit(part.size, entry)
    if entry.initializer is not None:
        binder.visit(entry.initializer, entry)


def _declare_entry(
    binder: Binder,
    record: r.Declaration,
    entry: r.InitDeclarator,
    word: r.Word,
    kind: t.Qualified,
    storage: frozenset[str],
) -> None:
    if "typedef" in storage:
        _declare_typedef(binder, record, entry, word, kind)
    elif type(kind.type) is t.FunctionType:
        declare_function(binder, record, record.specifiers, entry.declarator, kind, entry, None)
    else:
        at_program_scope = binder.function is None and binder.block is None and binder.depth == 0
        static = bool(storage & {"static", "extern"})
        is_array = type(kind.type) is t.ArrayType
        if is_array or not (at_program_scope or "extern" in storage):
            note_incomplete(binder, word, kind, "variable", word.text)
        binder.declare(
            Variable(
                word.text,
                word,
                spaces.variable(kind, at_program_scope, static, binder.target),
                declaration=record,
                declarator=entry,
                storage=storage,
                space_word=object_space_word(record.specifiers, entry.declarator),
                depth=binder.depth,
                function=binder.function,
                block=binder.block,
            ),
            entry,
        )


def _declare_typedef(
    binder: Binder, record: r.Declaration, entry: r.InitDeclarator, word: r.Word, kind: t.Qualified
) -> None:
    aggregate = kind.type
    if type(aggregate) is t.AggregateType and not aggregate.tag and not aggregate.alias:
        aggregate.alias = word.text
    binder.declare(Typedef(word.text, word, kind, declaration=record, declarator=entry), entry)
