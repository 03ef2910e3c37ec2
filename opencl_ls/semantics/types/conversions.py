"""Conversions between types: arithmetic, assignment, casts (C11 6.3, OpenCL C 6.2 and 6.5).

An address space or type that the analysis does not know never fails: every function here accepts
`UNKNOWN`.
"""

from __future__ import annotations

from msgspec.structs import replace

from opencl_ls.semantics import types as t


def value_of(qualified: t.Qualified) -> t.Qualified:
    """Return the type of an expression's value: arrays decay, qualifiers go (C11 6.3.2)."""
    kind = qualified.type
    if type(kind) is t.ArrayType:
        element = kind.element
        if not t.object_space(element):
            element = element.in_space(qualified.space)
        return t.Qualified(t.pointer_to(element))
    if type(kind) is t.FunctionType:
        return t.Qualified(t.pointer_to(qualified))
    if qualified.space or qualified.const or qualified.volatile or qualified.restrict:
        return t.Qualified(
            kind,
            access=qualified.access,
            alias=qualified.alias,
            unnamed_components=qualified.unnamed_components,
        )
    return qualified


def loaded(qualified: t.Qualified) -> t.Qualified:
    """Return the type of the value that a plain read of an atomic object gives, or the type itself.

    Compilers read it so as an index, in `switch` and around `?:`.
    """
    kind = qualified.type
    return value_of(kind.value) if type(kind) is t.AtomicType else qualified


# --- arithmetic ----------------------------------------------------------------------------------


def arithmetic_type(kind: t.Type) -> t.ScalarType | None:
    """Return the scalar that a type counts as in arithmetic, None if it is no number."""
    if type(kind) is t.ScalarType:
        return kind
    return kind.integer if type(kind) is t.EnumeratedType else None


def promoted(kind: t.ScalarType) -> t.ScalarType:
    """Apply the integer promotions (C11 6.3.1.1)."""
    if kind.floating or kind.rank >= t.scalar("int").rank:
        return kind
    return t.scalar("int")


def common_scalar(left: t.ScalarType, right: t.ScalarType) -> t.ScalarType:
    """Apply the usual arithmetic conversions (C11 6.3.1.8); half is not promoted."""
    if left.floating or right.floating:
        if left.floating and right.floating:
            return left if left.rank >= right.rank else right
        return left if left.floating else right
    left, right = promoted(left), promoted(right)
    if left is right:
        return left
    if left.rank == right.rank:
        return right if left.signed else left
    return left if left.rank > right.rank else right


def widens(scalar: t.ScalarType, element: t.ScalarType) -> bool:
    """Tell whether a scalar operand may be widened to a vector's element type.

    A scalar of greater rank than the element is an error (OpenCL C 6.2.6).
    """
    if scalar.floating:
        return element.floating and element.rank >= scalar.rank
    if element.floating or element.rank > scalar.rank:
        return True
    # Of two integers as wide as each other the unsigned one ranks higher.
    return element.rank == scalar.rank and (scalar.signed or not element.signed)


def comparison_vector(vector: t.VectorType) -> t.VectorType:
    """Return the type of a relational operator's result on vectors (OpenCL C 6.3.4)."""
    names = {8: "char", 16: "short", 32: "int", 64: "long"}
    bits = max(8, vector.element.bits)
    return t.vector(t.scalar(names.get(bits, "int")), vector.width)


# --- address spaces ------------------------------------------------------------------------------


def spaces_overlap(left: str, right: str) -> bool:
    """Tell whether two address spaces may hold the same object."""
    if left == right or not left or not right:
        return True
    return t.CONSTANT not in (left, right) and t.GENERIC in (left, right)


def space_converts(source: str, destination: str) -> bool:
    """Tell whether a pointer into `source` converts to one into `destination` by itself."""
    if source == destination or not source or not destination:
        return True
    return destination == t.GENERIC and source != t.CONSTANT


# --- assignment ----------------------------------------------------------------------------------


def assignment_problem(destination: t.Qualified, source: t.Qualified, null: bool) -> str:
    """Return why a value of type `source` cannot be stored in a `destination`, or "".

    `null` marks a null pointer constant.  The answers are "incompatible", "address-space",
    "nested-address-space", "qualifiers", "pointer-types", "pointer-integer", "integer-pointer",
    "vector" (between different vectors) and "vector-scalar".
    """
    to, from_ = destination.type, source.type
    if type(to) is t.UnknownType or type(from_) is t.UnknownType or to is from_:
        return ""
    if type(to) is t.AtomicType:
        to = to.value.type
    if type(from_) is t.AtomicType:
        from_ = from_.value.type
    if type(to) is t.UnknownType or type(from_) is t.UnknownType:
        return ""
    if type(to) is t.VectorType:
        if destination.unnamed_components and arithmetic_type(from_) is not None:
            # A number converts to a vector of OpenCL C, but not to one of GNU C.
            return "incompatible"
        return _to_vector(to, from_)
    scalar = arithmetic_type(to)
    if scalar is not None:
        return _to_scalar(scalar, from_)
    if type(to) is t.PointerType:
        return _to_pointer(to, from_, null)
    return _to_other(to, from_, null)


def _to_vector(to: t.VectorType, from_: t.Type) -> str:
    if type(from_) is t.VectorType:
        return "" if to == from_ else "vector"
    scalar = arithmetic_type(from_)
    return "incompatible" if scalar is None else ""


def _to_scalar(to: t.ScalarType, from_: t.Type) -> str:
    if arithmetic_type(from_) is not None:
        return ""
    if type(from_) is t.PointerType:
        return "" if to.name == "bool" else "incompatible" if to.floating else "pointer-integer"
    if type(from_) is t.VectorType:
        return "vector-scalar"
    return "incompatible"


def _to_pointer(to: t.PointerType, from_: t.Type, null: bool) -> str:
    if null:
        return ""
    if type(from_) is t.PointerType:
        return pointer_problem(to.pointee, from_.pointee)
    scalar = arithmetic_type(from_)
    if scalar is not None:
        return "incompatible" if scalar.floating else "integer-pointer"
    if type(from_) is t.BlockType and type(to.pointee.type) is t.VoidType:
        return ""
    return "incompatible"


def _to_other(to: t.Type, from_: t.Type, null: bool) -> str:
    if type(to) is t.AggregateType and type(from_) is t.AggregateType:
        return "" if same_type(to, from_) else "incompatible"
    if type(to) is t.OpaqueType:
        if type(from_) is t.OpaqueType:
            return "" if to.name == from_.name else "incompatible"
        integer = arithmetic_type(from_)
        if null and (to.name == "queue_t" or (to.name == "event_t" and integer is not None)):
            return ""
        if integer is not None and not integer.floating and _begins_as_integer(to.name):
            # An argument may have any width; a rule requires 32 bits for the initialiser of a
            # sampler.
            return ""
        return "incompatible"
    if type(to) is t.BlockType:
        if type(from_) is t.BlockType:
            fits = same_type(to, from_) or _gives_number(to.function, from_.function)
            return "" if fits else "incompatible"
        # Compilers convert any pointer to void to a block, and back.
        is_void = type(from_) is t.PointerType and type(from_.pointee.type) is t.VoidType
        return "" if null or is_void else "incompatible"
    return "" if same_type(to, from_) else "incompatible"


def _begins_as_integer(name: str) -> bool:
    """Tell whether an opaque object of this type can be initialised with an integer.

    Among them are the types of Intel's motion estimation, which have initialiser macros with the
    value 0; those of all operations ("mce") have none.
    """
    is_motion = name.startswith("intel_sub_group_avc_") and "_mce_" not in name
    return is_motion or name == "sampler_t"


def pointer_problem(to: t.Qualified, from_: t.Qualified) -> str:
    """Return why a pointer to `from_` does not convert by itself to a pointer to `to`, or ""."""
    to_space, from_space = t.object_space(to), t.object_space(from_)
    if not space_converts(from_space, to_space):
        return "address-space"
    if nested_spaces(to, from_) is not None:
        return "nested-address-space"
    inner_to, inner_from = t.element_of(to), t.element_of(from_)
    if (inner_from.const or from_.const) and not (inner_to.const or to.const):
        return "qualifiers"
    if (inner_from.volatile or from_.volatile) and not (inner_to.volatile or to.volatile):
        return "qualifiers"
    if type(to.type) is t.VoidType or type(from_.type) is t.VoidType:
        return ""
    if same_type(to.type, from_.type) or type(to.type) is t.FunctionType:
        return ""
    return "pointer-types"


def nested_spaces(to: t.Qualified, from_: t.Qualified) -> tuple[str, str] | None:
    """Return the first two address spaces that inner pointers lead into differently, or None."""
    while type(to.type) is t.PointerType and type(from_.type) is t.PointerType:
        to, from_ = to.type.pointee, from_.type.pointee
        to_space, from_space = t.object_space(to), t.object_space(from_)
        if to_space and from_space and to_space != from_space:
            return to_space, from_space
    return None


def same_type(left: t.Type, right: t.Type) -> bool:
    """Tell whether two types are compatible, except for top-level qualifiers (C11 6.2.7)."""
    if left is right or left == right:
        return True
    if type(left) is t.UnknownType or type(right) is t.UnknownType:
        return True
    if type(left) is t.AggregateType and type(right) is t.AggregateType:
        # A struct may be declared in one item and defined in another.
        return bool(left.tag) and left.tag == right.tag and left.keyword == right.keyword
    if type(left) is t.EnumeratedType or type(right) is t.EnumeratedType:
        return _same_enumerated(left, right)
    if type(left) is t.PointerType and type(right) is t.PointerType:
        return same_qualified(left.pointee, right.pointee)
    if type(left) is t.ArrayType and type(right) is t.ArrayType:
        sizes = left.size is None or right.size is None or left.size == right.size
        return sizes and same_type(left.element.type, right.element.type)
    if type(left) is t.BlockType and type(right) is t.BlockType:
        return same_type(left.function, right.function)
    if type(left) is t.FunctionType and type(right) is t.FunctionType:
        return _same_function(left, right)
    if type(left) is t.AtomicType and type(right) is t.AtomicType:
        return same_type(left.value.type, right.value.type)
    if type(left) is t.PipeType and type(right) is t.PipeType:
        return same_type(left.packet.type, right.packet.type)
    return False


def same_qualified(left: t.Qualified, right: t.Qualified) -> bool:
    """Tell whether two qualified types are compatible, address spaces included."""
    left_space, right_space = t.object_space(left), t.object_space(right)
    if left_space and right_space and left_space != right_space:
        return False
    if (left.const, left.volatile) != (right.const, right.volatile):
        return type(left.type) is t.UnknownType or type(right.type) is t.UnknownType
    return same_type(left.type, right.type)


def _same_enumerated(left: t.Type, right: t.Type) -> bool:
    if type(left) is t.EnumeratedType and type(right) is t.EnumeratedType:
        return bool(left.tag) and left.tag == right.tag
    enumerated, other = (left, right) if type(left) is t.EnumeratedType else (right, left)
    if type(other) is not t.ScalarType:
        return False
    # Compilers choose the type: int where an enumerator is negative, and otherwise unsigned int.
    certain = type(enumerated) is t.EnumeratedType and enumerated.never_negative
    return other.name == "uint" or (other.name == "int" and not certain)


def _gives_number(to: t.FunctionType, from_: t.FunctionType) -> bool:
    """Tell whether a block that returns an enumeration passes for one that returns its integer."""
    if type(from_.result.type) is not t.EnumeratedType:
        return False
    is_integer = to.result.type in (t.scalar("int"), t.scalar("uint"))
    return is_integer and same_type(to, replace(from_, result=to.result))


def _same_function(left: t.FunctionType, right: t.FunctionType) -> bool:
    if not same_type(left.result.type, right.result.type):
        return False
    return (
        len(left.parameters) == len(right.parameters)
        and left.variadic == right.variadic
        and all(
            same_type(one.type, other.type)
            for one, other in zip(left.parameters, right.parameters, strict=True)
        )
    )
