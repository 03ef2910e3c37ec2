"""The built-in type names: their kinds, sizes, host counterparts and conditions."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from opencl_ls.builtins.reader import table
from opencl_ls.builtins.versions import Availability, Conditions, Reason, availability_of


class BuiltinType(NamedTuple):
    """A built-in type name.

    `kind` is "scalar", "scalar-alias", "vector", "image", "opaque", "atomic", "enum", "specifier"
    (`pipe`) or "reserved".  `size` and `alignment` count bytes; they are None if the language gives
    none, and for pointer-sized types, which `pointer_sized` marks.  `element` and `components`
    describe a vector; `of` is the underlying type of an alias or an atomic type.  `int_coordinate`
    and `float_coordinate` are the types of an image's coordinates, "" if it takes none.
    `arithmetic_extension` is needed for computing with the type, if storing it needs nothing
    (`half`).  `requires_64` are extensions that a pointer-sized atomic type needs on a 64-bit
    device.  `host` is the type of the host's API.
    """

    name: str
    kind: str
    size: int | None
    alignment: int | None
    pointer_sized: bool
    element: str
    components: int
    of: str
    host: str
    kernel_argument: bool
    int_coordinate: str
    float_coordinate: str
    arithmetic_extension: str
    requires_64: tuple[str, ...]
    page: str
    source: str
    availability: Availability

    def missing(self, target: Conditions) -> Reason | None:
        """Return what `target` lacks for the type, or None."""
        return self.availability.missing(target)


def builtin_type(name: str) -> BuiltinType | None:
    """Return the built-in type of this name (aliases as in "unsigned int" too), or None."""
    return _type(name) if name in type_names() else None


def is_reserved_type(name: str) -> bool:
    """Tell whether a name is reserved for types but is none."""
    known = builtin_type(name)
    return known is not None and known.kind == "reserved"


@cache
def type_names() -> frozenset[str]:
    """Return the names of all built-in types, reserved ones included."""
    return frozenset(table("types"))


@cache
def _type(name: str) -> BuiltinType:
    entry = table("types")[name]
    size, alignment = entry.get("size"), entry.get("align")
    return BuiltinType(
        name=name,
        kind=entry["kind"],
        size=size if isinstance(size, int) else None,
        alignment=alignment if isinstance(alignment, int) else None,
        pointer_sized=size == "pointer",
        element=entry.get("elem") or "",
        components=entry.get("n", 1),
        of=entry.get("of") or "",
        host=entry.get("host") or "",
        kernel_argument=entry.get("kernel_arg", True),
        int_coordinate=entry.get("coord") or "",
        float_coordinate=entry.get("fcoord") or "",
        arithmetic_extension=entry.get("arithmetic", ""),
        requires_64=tuple(entry.get("requires64", ())),
        page=entry.get("page", ""),
        source=entry.get("source", ""),
        availability=availability_of(entry),
    )
