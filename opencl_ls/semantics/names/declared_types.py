"""From specifiers and declarators as written to types (C11 6.7.2 to 6.7.6, OpenCL C 6.3)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.builtins.host_names import looks_like_macro
from opencl_ls.builtins.types import builtin_type
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import Folder, integer_value
from opencl_ls.semantics.macros.undefined_macros import brings_parameters, has_recovered
from opencl_ls.semantics.model.problems import NotAType, UndeclaredName
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.spelling import basic_type, named_builtin
from opencl_ls.semantics.types.symbols import EnumeratorConstant, Typedef
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

if TYPE_CHECKING:
    from opencl_ls.semantics.names.binder import Binder

_DEEPEST: Final = 256
"""The largest number of derivations of pointers and arrays that one type may have."""
_BUILTIN_INTEGERS: Final = {"CHAR_BIT": 8, "INT_MAX": 2**31 - 1, "true": 1, "false": 0}


def folder(binder: Binder) -> Folder:
    """Return the folder of constants of an item."""

    def value(name: r.Name) -> int | None:
        symbol = binder.lookup(name.name)
        if type(symbol) is EnumeratorConstant:
            return symbol.value
        return _BUILTIN_INTEGERS.get(name.name) if symbol is None else None

    return Folder(value, partial(type_of, binder))


def function_type(binder: Binder, part: r.FunctionPart, result: t.Qualified) -> t.FunctionType:
    """Return the type of a function with the parameters of `part`."""
    parameters = tuple(
        spaces.parameter(declared_type(binder, p.specifiers, p.declarator))
        for p in parameters_of(binder, part)
    )
    if part.unlisted is not None or any(_is_host_macro(binder, each) for each in part.parameters):
        # Their number is unknown, or compilers do not check the arguments.
        return t.FunctionType(result, (), True, False)
    more = bool(binder.model.item.recovered) and brings_parameters(binder.model.item, part)
    variadic = part.ellipsis is not None or more
    return t.FunctionType(result, parameters, variadic, not part.empty)


def parameters_of(binder: Binder, part: r.FunctionPart) -> tuple[r.Parameter, ...]:
    """Return the parameters of a list: one of a typedef of void has none (C11 6.7.6.3).

    Undefined macros, which may expand to any number of parameters, are left out.
    """
    if any(_is_host_macro(binder, each) for each in part.parameters):
        return tuple(each for each in part.parameters if not _is_host_macro(binder, each))
    if len(part.parameters) == 1 and part.ellipsis is None:
        only = part.parameters[0]
        if only.declarator.name is None and type(only.specifiers.type) is r.NamedType:
            kind = declared_type(binder, only.specifiers, only.declarator)
            if kind.type is t.VOID and not (kind.const or kind.volatile or kind.space):
                return ()
    return part.parameters


def _is_host_macro(binder: Binder, parameter: r.Parameter) -> bool:
    """Tell whether a parameter is only an undefined macro, or a call of one.

    A name that the item mentions again is rather a parameter without a type.
    """
    kind, declarator = parameter.specifiers.type, parameter.declarator
    if type(kind) is not r.NamedType or not looks_like_macro(kind.name):
        return False
    if declarator.name is not None:
        # `NAME (argument)` reads as a name in parentheses.
        between = binder.model.item.text[kind.end : declarator.name.start]
        if between.strip() != "(" or declarator.parts:
            return False
    if len(declarator.parts) > 1 or binder.model.item.text.count(kind.name) > 1:
        return False
    if declarator.parts and type(declarator.parts[0]) is not r.FunctionPart:
        return False
    return _named(binder, kind).type is t.UNKNOWN and binder.lookup(kind.name) is None


def type_of(binder: Binder, name: r.TypeName) -> t.Qualified:
    """Return the type of a type name."""
    known = binder.model.type_names.get(name)
    if known is None:
        known = declared_type(binder, name.specifiers, name.declarator)
        binder.model.type_names[name] = known
    return known


def declared_type(
    binder: Binder, specifiers: r.Specifiers, declarator: r.Declarator
) -> t.Qualified:
    """Return the type that a declarator gives its name, without a default address space."""
    kind = declarator_type(binder, base_type(binder, specifiers), specifiers, declarator)
    return with_vector_size(binder, kind, declarator.attributes) if declarator.attributes else kind


def declarator_type(
    binder: Binder, base: t.Qualified, specifiers: r.Specifiers, declarator: r.Declarator
) -> t.Qualified:
    """Return the type that a declarator derives from the type `base` of its specifiers.

    An undefined macro among them may expand to an address space or to a derivation: then the type
    is unknown, except that of a function that returns no pointer.
    """
    parts = declarator.parts
    is_recovered = bool(binder.model.item.recovered)
    if specifiers.unknown or (is_recovered and _is_around_macro(binder, specifiers, declarator)):
        is_function = bool(parts) and type(parts[0]) is r.FunctionPart
        if not is_function or len(parts) > 1:
            base = t.UNKNOWN_QUALIFIED
        parts = parts[:1] if is_function else ()
    elif parts and _is_list_of_parameters(binder, specifiers, declarator):
        return t.UNKNOWN_QUALIFIED
    return derived(binder, base, parts)


def _is_list_of_parameters(
    binder: Binder, specifiers: r.Specifiers, declarator: r.Declarator
) -> bool:
    """Tell whether `MACRO(a, b)` is alone among parameters, and expands to some of them.

    It reads as the type of a function that returns a `MACRO`.
    """
    kind = specifiers.type
    if declarator.name is not None or type(kind) is not r.NamedType:
        return False
    if len(declarator.parts) > 1 or type(declarator.parts[0]) is not r.FunctionPart:
        return False
    return looks_like_macro(kind.name) and binder.lookup(kind.name) is None


def _is_around_macro(binder: Binder, specifiers: r.Specifiers, declarator: r.Declarator) -> bool:
    """Tell whether a macro was removed between the start of a declaration and its name."""
    end = declarator.end if declarator.name is None else declarator.name.start
    return has_recovered(binder.model, (SyntaxProblemKind.UNDEFINED_MACRO,), specifiers.start, end)


def derived(binder: Binder, base: t.Qualified, parts: tuple[r.DeclaratorPart, ...]) -> t.Qualified:
    """Apply the derivations of a declarator, outermost first, to the type of its specifiers."""
    if parts and _is_deep(base):
        return t.UNKNOWN_QUALIFIED
    for part in reversed(parts):
        if type(part) is r.PointerPart:
            pointer = t.pointer_to(spaces.pointee(base, binder.target))
            base = spaces.qualify(t.Qualified(pointer), part.qualifiers)
        elif type(part) is r.ArrayPart:
            size = None if part.size is None else folder(binder).integer(part.size)
            is_variable = part.size is not None and size is None
            base = t.Qualified(t.ArrayType(base, size, is_variable), base.space)
        elif type(part) is r.FunctionPart:
            base = t.Qualified(function_type(binder, part, base))
        elif type(base.type) is t.FunctionType:
            base = spaces.qualify(t.Qualified(t.BlockType(base.type)), spaces.part_words(part))
        else:
            base = t.UNKNOWN_QUALIFIED
    return base


def base_type(binder: Binder, specifiers: r.Specifiers) -> t.Qualified:
    """Return the type that specifiers name, with their qualifiers."""
    base = _specified(binder, specifiers)
    base = with_vector_size(binder, base, specifiers.attributes)
    if any(word.text == "pipe" for word in specifiers.qualifiers):
        base = t.Qualified(t.PipeType(base))
    if any(word.text == "_Atomic" for word in specifiers.qualifiers):
        base = t.Qualified(t.AtomicType(base))
    return spaces.qualify(base, specifiers.qualifiers)


def with_vector_size(
    binder: Binder, base: t.Qualified, attributes: tuple[r.Attribute, ...]
) -> t.Qualified:
    """Apply the vector attributes of clang.

    `ext_vector_type(n)` counts elements, `vector_size(n)` bytes.
    """
    for attribute in attributes:
        name = attribute.name.text.strip("_")
        if name not in ("ext_vector_type", "vector_size") or not attribute.arguments:
            continue
        binder.model.vector_elements[attribute] = base
        width, kind = attribute.arguments[0], base.type
        if type(width) is not r.IntegerLiteral or type(kind) is not t.ScalarType:
            return t.UNKNOWN_QUALIFIED
        if kind.name == "bool":
            return t.UNKNOWN_QUALIFIED
        count = integer_value(width.text) or 1
        is_gnu = name == "vector_size"
        if is_gnu:
            count //= max(1, kind.bits // 8)
        vector = t.vector(kind, count)
        return replace(base, type=vector, alias="", unnamed_components=is_gnu)
    return base


def _specified(binder: Binder, specifiers: r.Specifiers) -> t.Qualified:
    kind = specifiers.type
    if type(kind) is r.BasicType:
        return _declared_again(binder, kind) or basic_type(kind.words)
    if type(kind) is r.NamedType:
        return _named(binder, kind)
    if type(kind) is r.RecordType or type(kind) is r.EnumType:
        return t.Qualified(binder.specified[type(kind)](binder, kind))
    if type(kind) is r.AtomicType:
        return t.Qualified(t.AtomicType(type_of(binder, kind.type)))
    if type(kind) is r.TypeofType and type(kind.operand) is r.TypeName:
        return type_of(binder, kind.operand)
    if kind is None and not any(word.text == "pipe" for word in specifiers.qualifiers):
        # C90's implicit int, which compilers still accept as `const x = 1;`.
        return t.Qualified(t.scalar("int"))
    return t.UNKNOWN_QUALIFIED


def _declared_again(binder: Binder, kind: r.BasicType) -> t.Qualified | None:
    """Return the program's own declaration of a built-in type that the target lacks.

    Programs for OpenCL C 1.x define `atomic_int` or `float3` if the language lacks them.
    """
    if len(kind.words) != 1:
        return None
    known = builtin_type(kind.words[0])
    if known is None or known.missing(binder.target) is None:
        return None
    symbol = binder.lookup(kind.words[0])
    binder.model.references[kind] = symbol
    if type(symbol) is Typedef:
        return replace(symbol.type, alias=kind.words[0])
    return None


def _named(binder: Binder, kind: r.NamedType) -> t.Qualified:
    symbol, known = binder.lookup(kind.name), binder.model.references
    is_new = kind not in known
    if symbol is not None:
        known[kind] = symbol
        if type(symbol) is Typedef:
            return replace(symbol.type, alias=kind.name)
        if is_new:
            binder.model.problems.append(NotAType(kind, kind.name, symbol))
        return t.UNKNOWN_QUALIFIED
    built_in = named_builtin(kind.name)
    if built_in is None:
        if is_new:
            binder.model.problems.append(UndeclaredName(kind, kind.name, "type"))
        known[kind] = None
        return t.UNKNOWN_QUALIFIED
    return built_in


def _is_deep(qualified: t.Qualified) -> bool:
    """Tell whether a type is nested so deeply that typedefs must have been used for it.

    Every operation on a type visits all of it, so a chain of typedefs would have quadratic cost.
    """
    kind = qualified.type
    for _ in range(_DEEPEST):
        if type(kind) is t.PointerType:
            kind = kind.pointee.type
        elif type(kind) is t.ArrayType:
            kind = kind.element.type
        else:
            return False
    return True
