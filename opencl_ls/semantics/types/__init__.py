"""The types of OpenCL C as interned values (OpenCL C 6.1, C11 6.2.5).

Equal types are one object, so they are compared with `is`.  A type has no qualifiers or address
spaces; a `Qualified` does.  `UNKNOWN` is the type of what the analysis does not understand: it is
compatible with everything, and never reported.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Final, final

from msgspec import Struct
from msgspec.structs import replace

from opencl_ls.builtins.spelling import Candidates

if TYPE_CHECKING:
    from opencl_ls.semantics.types.symbols import Symbol

PRIVATE: Final = "private"
LOCAL: Final = "local"
GLOBAL: Final = "global"
CONSTANT: Final = "constant"
GENERIC: Final = "generic"
NO_SPACE: Final = ""
"""No address space was written, and none has been chosen yet."""


class Type:
    """Base of all types."""

    __slots__ = ()


@final
class UnknownType(Type, Struct, frozen=True):
    """The type of what the analysis does not understand."""


@final
class VoidType(Type, Struct, frozen=True):
    """`void`."""


@final
class ScalarType(Type, Struct, frozen=True):
    """A built-in scalar.

    `name` is OpenCL C's short spelling ("uint"); `bits` is 1 for bool; `rank` orders the integer
    types for the usual conversions (C11 6.3.1.1).
    """

    name: str
    bits: int
    floating: bool
    signed: bool
    rank: int


@final
class VectorType(Type, Struct, frozen=True):
    """A built-in vector of 2, 3, 4, 8 or 16 elements."""

    element: ScalarType
    width: int


@final
class Qualified(Type, Struct, frozen=True):
    """A type with its qualifiers, its address space and the way in which it was written.

    `space` is one of the constants above.  `access` is "read_only", "write_only", "read_write" or
    "".  `alias` is the typedef name through which the type was written, or "".  `device_sized` is
    the built-in name, such as `size_t`, of a type whose size the device chooses; it is kept through
    typedefs.  `unnamed_components` marks a vector of `vector_size`, which has no component names.
    """

    type: Type
    space: str = NO_SPACE
    const: bool = False
    volatile: bool = False
    restrict: bool = False
    access: str = ""
    alias: str = ""
    device_sized: str = ""
    unnamed_components: bool = False

    def in_space(self, space: str) -> Qualified:
        """Return the same type in another address space."""
        return self if space == self.space else replace(self, space=space)


@final
class PointerType(Type, Struct, frozen=True):
    """A pointer; the address space that it points into is the pointee's."""

    pointee: Qualified


@final
class ArrayType(Type, Struct, frozen=True):
    """An array; `size` is None if it is unknown; `variable` is true if it is no constant."""

    element: Qualified
    size: int | None
    variable: bool = False


@final
class FunctionType(Type, Struct, frozen=True):
    """A function; `prototype` is False for an empty list of parameters.

    A variadic one without a prototype has unknown parameters.
    """

    result: Qualified
    parameters: tuple[Qualified, ...]
    variadic: bool
    prototype: bool


@final
class BlockType(Type, Struct, frozen=True):
    """A reference to a block with the signature `function` (OpenCL C 6.12)."""

    function: FunctionType


@final
class ImageType(Type, Struct, frozen=True):
    """An image type, "image2d_t" and the like; the access is the `Qualified`'s."""

    name: str


@final
class OpaqueType(Type, Struct, frozen=True):
    """sampler_t, event_t, queue_t, clk_event_t, reserve_id_t, ndrange_t and vendors' types."""

    name: str


@final
class PipeType(Type, Struct, frozen=True):
    """A pipe of packets."""

    packet: Qualified


@final
class AtomicType(Type, Struct, frozen=True):
    """`atomic_int` or `_Atomic(int)`."""

    value: Qualified


@final
class EnumeratedType(Type, Struct, eq=False):
    """An enumeration; each declaration makes a new type.

    `integer` is the type that it counts as in arithmetic and takes up in memory: int, or uint,
    ulong or long if an enumerator does not fit.  `never_negative` marks an int whose enumerators
    are certainly not negative: compilers take it for a uint.  `enumerators` are its names with
    their values, None for one that could not be computed.
    """

    tag: str
    complete: bool
    integer: ScalarType
    never_negative: bool = False
    enumerators: tuple[tuple[str, int | None], ...] = ()


@final
class AggregateMember(Struct, eq=False):
    """A member of a struct or a union; a `name` of "" is an unnamed member.

    `declared` is the symbol of a named one, `aligned` the alignment of its attribute in bytes, or
    0.
    """

    name: str
    type: Qualified
    bit_width: int | None
    declared: Symbol | None = None
    aligned: int = 0


@final
class Members(tuple[AggregateMember, ...]):  # noqa: SLOT001 (it keeps what it found)
    """The members of a struct or a union in their order, with cached facts about all of them."""

    def named(self, name: str) -> AggregateMember | None:
        """Return the member of a name, also from unnamed structs and unions inside."""
        place = self.places.get(name, len(self))
        for index in self._unnamed:
            if index > place:
                break
            inner = self[index].type.type
            if type(inner) is AggregateType and inner.members:
                within = inner.members.named(name)
                if within is not None:
                    return within
        return self[place] if place < len(self) else None

    @cached_property
    def places(self) -> dict[str, int]:
        """The index of the first member of each name."""
        return {self[index].name: index for index in range(len(self) - 1, -1, -1)}

    @cached_property
    def _unnamed(self) -> list[int]:
        return [index for index, member in enumerate(self) if not member.name]

    @cached_property
    def has_unknown(self) -> bool:
        """The type of a member is unknown."""
        return any(type(member.type.type) is UnknownType for member in self)

    @cached_property
    def has_upper(self) -> bool:
        """The name of a member is in upper case."""
        return any(member.name.isupper() for member in self)

    @cached_property
    def names(self) -> Candidates:
        """The names that a misspelt name is compared with."""
        return Candidates(member.name for member in self if member.name)


@final
class AggregateType(Type, Struct, eq=False):
    """A struct or a union; each declaration makes a new type.

    `members` is None while the type is incomplete.  `alias` is the typedef name of an untagged one.
    `packed` and `aligned` (in bytes, or 0) come from attributes.
    """

    keyword: str
    tag: str
    members: Members | None
    alias: str = ""
    packed: bool = False
    aligned: int = 0


UNKNOWN: Final = UnknownType()
VOID: Final = VoidType()
UNKNOWN_QUALIFIED: Final = Qualified(UNKNOWN)
_FLAG: Final = "atomic_flag"
ATOMIC_FLAG: Final = Qualified(AtomicType(Qualified(UNKNOWN, alias=_FLAG)), alias=_FLAG)
"""`atomic_flag`, whose value has no type."""

_SCALARS: Final = {
    scalar.name: scalar
    for scalar in (
        ScalarType("bool", 1, False, False, 0),
        ScalarType("char", 8, False, True, 1),
        ScalarType("uchar", 8, False, False, 1),
        ScalarType("short", 16, False, True, 2),
        ScalarType("ushort", 16, False, False, 2),
        ScalarType("int", 32, False, True, 3),
        ScalarType("uint", 32, False, False, 3),
        ScalarType("long", 64, False, True, 4),
        ScalarType("ulong", 64, False, False, 4),
        ScalarType("__int128", 128, False, True, 5),
        ScalarType("unsigned __int128", 128, False, False, 5),
        ScalarType("half", 16, True, True, 6),
        ScalarType("float", 32, True, True, 7),
        ScalarType("double", 64, True, True, 8),
    )
}


def scalar(name: str) -> ScalarType:
    """Return the scalar with OpenCL C's short spelling `name`; raises KeyError on another name."""
    return _SCALARS[name]


def is_scalar_name(name: str) -> bool:
    """Tell whether `name` is the short spelling of a scalar."""
    return name in _SCALARS


@cache
def vector(element: ScalarType, width: int) -> VectorType:
    """Return the vector type of `width` elements."""
    return VectorType(element, width)


@cache
def pointer_to(pointee: Qualified) -> PointerType:
    """Return the type of pointers to `pointee`."""
    return PointerType(pointee)


@cache
def image(name: str) -> ImageType:
    """Return the image type of this name."""
    return ImageType(name)


@cache
def opaque(name: str) -> OpaqueType:
    """Return the opaque type of this name."""
    return OpaqueType(name)


def element_of(qualified: Qualified) -> Qualified:
    """Return the element type of an array of any number of dimensions."""
    while type(kind := qualified.type) is ArrayType:
        qualified = kind.element
    return qualified


def object_space(qualified: Qualified) -> str:
    """Return the address space of an object of this type; an array's is its element's."""
    return element_of(qualified).space or qualified.space


def spelled(qualified: Qualified, with_space: bool = True) -> str:
    """Return a type as a person would write it: "__global const float *restrict"."""
    return _declared(qualified, "", with_space).strip()


def declaration_text(qualified: Qualified, name: str) -> str:
    """Return the declaration of `name` with this type: "__local int tile[16]"."""
    return _declared(qualified, name, True).strip()


def described(qualified: Qualified) -> str:
    """Return a type, with the underlying one if a typedef hides it: "'real' (aka 'float')"."""
    text = spelled(qualified)
    underlying = spelled(replace(qualified, alias="")) if qualified.alias else text
    return f"'{text}'" if text == underlying else f"'{text}' (aka '{underlying}')"


def _declared(qualified: Qualified, inner: str, with_space: bool) -> str:
    kind = qualified.type
    if not qualified.alias:
        if type(kind) is PointerType:
            inner = "*" + _words(qualified, inner, with_space and qualified.space != PRIVATE)
            return _declared(kind.pointee, _grouped(inner, kind.pointee), True)
        if type(kind) is ArrayType:
            size = "" if kind.size is None else str(kind.size)
            return _declared(kind.element, f"{inner}[{size}]", with_space)
        if type(kind) is FunctionType:
            return _declared(kind.result, f"{inner}({_parameters(kind)})", with_space)
        if type(kind) is BlockType:
            caret = "^" + _words(qualified, inner, False)
            return _declared(kind.function.result, f"({caret})({_parameters(kind.function)})", True)
    words = _words(qualified, "", with_space)
    base = qualified.alias or _base_name(kind)
    text = f"{words} {base}" if words else base
    if not inner:
        return text
    return f"{text} {inner}"


def _grouped(inner: str, pointee: Qualified) -> str:
    if not pointee.alias and isinstance(pointee.type, (ArrayType, FunctionType)):
        return f"({inner})"
    return inner


def _parameters(function: FunctionType) -> str:
    listed = [spelled(parameter) for parameter in function.parameters]
    if function.variadic:
        listed.append("...")
    return ", ".join(listed) if listed or not function.prototype else "void"


def _words(qualified: Qualified, inner: str, with_space: bool) -> str:
    words = (
        [f"__{qualified.space}"]
        if with_space and qualified.space not in (NO_SPACE, PRIVATE)
        else []
    )
    if qualified.access:
        words.append(qualified.access)
    if qualified.const:
        words.append("const")
    if qualified.volatile:
        words.append("volatile")
    if qualified.restrict:
        words.append("restrict")
    if inner:
        words.append(inner)
    return " ".join(words)


def _base_name(kind: Type) -> str:
    if type(kind) is ScalarType:
        return kind.name
    if type(kind) is VectorType:
        return f"{kind.element.name}{kind.width}"
    if type(kind) is VoidType:
        return "void"
    if isinstance(kind, ImageType | OpaqueType):
        return kind.name
    if type(kind) is PipeType:
        return f"pipe {spelled(kind.packet)}"
    if type(kind) is AtomicType:
        return _FLAG if kind == ATOMIC_FLAG.type else f"_Atomic({spelled(kind.value)})"
    if type(kind) is EnumeratedType:
        return f"enum {kind.tag}".strip()
    if type(kind) is AggregateType:
        return kind.alias or f"{kind.keyword} {kind.tag or '(unnamed)'}"
    return "unknown"
