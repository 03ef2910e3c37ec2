"""Functions, their parameters, and block literals."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import ref

from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import overwritten_words
from opencl_ls.semantics.lookup.blocks import names_below
from opencl_ls.semantics.macros.undefined_macros import may_be_overloadable
from opencl_ls.semantics.model.fingerprints import fingerprint
from opencl_ls.semantics.model.problems import UndeclaredName, UntypedParameter
from opencl_ls.semantics.names.aggregates import note_incomplete
from opencl_ls.semantics.names.binder import Scope
from opencl_ls.semantics.names.bodies import bind_statements
from opencl_ls.semantics.names.declared_types import (
    declared_type,
    function_type,
    parameters_of,
    type_of,
)
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import Function, Overloads, ParameterVariable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Hashable

    from opencl_ls.semantics.names.binder import Binder


def function_definition(binder: Binder, record: r.FunctionDefinition) -> None:
    """Bind the definition of a function: its head, then its body."""
    binder.visit(record.specifiers, record)
    binder.visit(record.declarator, record)
    kind = declared_type(binder, record.specifiers, record.declarator)
    if type(kind.type) is t.FunctionType and binder.depth == 0:
        text = binder.model.item.text
        binder.interface, binder.after_body = text[: record.body.start], text[record.body.end :]
        signature_uses = (tuple(binder.model.uses.items()), tuple(binder.model.tag_uses.items()))
    else:
        signature_uses = ((), ())
    function = declare_function(
        binder, record, record.specifiers, record.declarator, kind, record, record
    )
    if function is not None:
        # Its fingerprint includes what it takes over from earlier ones: an overload, or `kernel`.
        overloads = tuple(form.fingerprint for form in function.overloads if form is not function)
        shape = _shape(binder, function, record.body.start)
        told = (binder.interface, signature_uses, function.is_kernel, overloads, shape)
        function.fingerprint = fingerprint(told)
        for parameter in function.parameters:
            parameter.fingerprint = function.fingerprint
            place = parameter.word if parameter.name else parameter.parameter
            note_incomplete(binder, place, parameter.written, "parameter", parameter.name)
        if type(kind.type) is t.FunctionType:
            note_incomplete(binder, function.word, kind.type.result, "result", function.name)
    outer = binder.function
    binder.function = function
    binder.scopes.append(_scope_of_body(binder, record.declarator))
    for parameter in function.parameters if function is not None else ():
        _declare_parameter(binder, parameter)
    binder.model.parents[record.body] = record
    binder.model.events.append(record.body)
    bind_statements(binder, record.body)
    binder.scopes.pop()
    binder.function = outer


def declare_function(
    binder: Binder,
    record: r.Declaration | r.FunctionDefinition,
    specifiers: r.Specifiers,
    declarator: r.Declarator,
    kind: t.Qualified,
    at: r.Record,
    definition: r.FunctionDefinition | None,
) -> Function | None:
    """Declare a function at the record `at`; returns None where it has no name."""
    if declarator.name is None:
        return None
    end = record.end if definition is None else definition.body.start
    function = Function(
        declarator.name.text,
        declarator.name,
        kind,
        declaration=record,
        declarator=declarator,
        definition=definition,
        storage=storage_of(specifiers),
        attributes=specifiers.attributes + declarator.attributes,
        parameters=[],
        may_be_overloadable=may_be_overloadable(binder.model.item, specifiers, declarator, end),
    )
    for word in overwritten_words(binder.model.item, "__kernel", "kernel"):
        if binder.model.item.text[word.end : declarator.name.start].isspace():
            # A kernel without its return type is still a kernel.
            function.storage |= {"kernel"}
    part = declarator.parts[0] if declarator.parts else None
    if type(part) is r.FunctionPart:
        function.parameters = _parameters(binder, part, function)
    earlier = binder.lookup(function.name)
    if isinstance(earlier, Function):
        # A definition is also a kernel if only a declaration before it says so, and two definitions
        # with the same text are two functions.
        if definition is not None and binder.depth == 0 and earlier.is_kernel:
            function.storage |= {"kernel"}
        if function.is_overloadable or earlier.is_overloadable:
            # Compilers allow one overload without the attribute.
            overloads = earlier.overloads or Overloads().followed_by(earlier)
            function.overloads = overloads.followed_by(function)
    elif function.is_overloadable:
        function.overloads = Overloads().followed_by(function)
    binder.declare(function, at)
    return function


def _parameters(
    binder: Binder, part: r.FunctionPart, function: Function | None
) -> list[ParameterVariable]:
    return [
        _parameter(binder, parameter, index, function)
        for index, parameter in enumerate(parameters_of(binder, part))
    ]


def _parameter(
    binder: Binder, record: r.Parameter, index: int, function: Function | None
) -> ParameterVariable:
    written = declared_type(binder, record.specifiers, record.declarator)
    word = record.declarator.name or r.Word(record.end, record.end, "")
    if function is not None and function.definition is not None and not word.text:
        word = _name_without_type(binder, record, function.definition.body) or word
    return ParameterVariable(
        word.text,
        word,
        spaces.parameter(written),
        parameter=record,
        index=index,
        space_word=object_space_word(record.specifiers, record.declarator),
        owner=None if function is None else ref(function),
        written=written,
    )


def _name_without_type(binder: Binder, record: r.Parameter, body: r.Compound) -> r.Word | None:
    """Return the name of a parameter without a type, which reads as a type.

    It is no known type, and the body uses it as a value.
    """
    kind, problems = record.specifiers.type, binder.model.problems
    if type(kind) is not r.NamedType or record.declarator.parts:
        return None
    noted = (each for each in problems if each.record is kind)
    missing = next((each for each in noted if isinstance(each, UndeclaredName)), None)
    if missing is None or any(word.text == "pipe" for word in record.specifiers.qualifiers):
        return None
    if not any(name.name == kind.name for name in names_below(body)):
        return None
    problems[problems.index(missing)] = UntypedParameter(kind, kind.name)
    return r.Word(kind.start, kind.end, kind.name)


def _scope_of_body(binder: Binder, declarator: r.Declarator) -> Scope:
    part = declarator.parts[0] if declarator.parts else None
    listed = binder.lists.get(part) if type(part) is r.FunctionPart else None
    return Scope() if listed is None else listed


def _shape(binder: Binder, function: Function, head: int) -> Hashable:
    """Return the facts of a function's head, `head` bytes long, that depend on more than its text.

    Error recovery in it depends on whether all of the item can be parsed then, and which of its
    parameters count as macros depends on the body.
    """
    kind = function.type.type
    more = (kind.variadic, kind.prototype) if type(kind) is t.FunctionType else ()
    mended = [(each.kind.value, each.start) for each in binder.model.item.recovered]
    return (
        more,
        tuple(each.name for each in function.parameters),
        tuple(each for each in mended if each[1] < head),
    )


def _declare_parameter(binder: Binder, parameter: ParameterVariable) -> None:
    if parameter.name:
        binder.declare(parameter, parameter.parameter)
    else:
        binder.model.declared[parameter.parameter] = parameter
        binder.model.events.append(parameter)


def function_part(binder: Binder, record: r.FunctionPart) -> None:
    """Bind the types of parameters; their names are declared if a body follows.

    The tags among them belong to the list, and to the body after it (C11 6.2.1p4).
    """
    binder.scopes.append(Scope())
    for parameter in record.parameters:
        binder.visit(parameter, record)
    if record.ellipsis is not None:
        binder.visit(record.ellipsis, record)
    scope = binder.scopes.pop()
    if scope.tags or scope.names:
        binder.lists[record] = scope


def block_literal(binder: Binder, record: r.BlockLiteral) -> None:
    """Bind a block literal, and keep the type of its function."""
    if record.result is not None:
        binder.visit(record.result, record)
    binder.scopes.append(Scope())
    result = t.UNKNOWN_QUALIFIED if record.result is None else type_of(binder, record.result)
    kind = t.FunctionType(result, (), False, True)
    if record.signature is not None:
        binder.visit(record.signature, record)
        kind = function_type(binder, record.signature, result)
        for parameter in _parameters(binder, record.signature, None):
            _declare_parameter(binder, parameter)
    binder.model.block_types[record] = kind
    for attribute in record.attributes:
        binder.visit(attribute, record)
    outer_block, outer_depth = binder.block, binder.depth
    binder.block, binder.depth = record, 0
    binder.model.parents[record.body] = record
    binder.model.events.append(record.body)
    bind_statements(binder, record.body)
    binder.block, binder.depth = outer_block, outer_depth
    binder.scopes.pop()


def storage_of(specifiers: r.Specifiers) -> frozenset[str]:
    """Return the storage class words of specifiers, without underscores."""
    return frozenset(spaces.plain(word.text) for word in specifiers.storage)


def object_space_word(specifiers: r.Specifiers, declarator: r.Declarator) -> r.Word | None:
    """Return the address space of the object itself: the one after the last `*`, if any."""
    for part in declarator.parts:
        if isinstance(part, r.PointerPart | r.BlockPart):
            return spaces.space_word(part.qualifiers)
        if type(part) is r.FunctionPart:
            return None
    return spaces.space_word(specifiers.qualifiers)
