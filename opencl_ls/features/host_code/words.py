"""Words that the styles share: reserved names, and types of numbers on the host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from opencl_ls.analysis.query_results import DataType

KEYWORDS_OF_C: Final = frozenset(
    "auto break case char const continue default do double else enum extern float for goto if "
    "inline int long register restrict return short signed sizeof static struct switch typedef "
    "union unsigned void volatile while alignas alignof asm bool constexpr false nullptr "
    "static_assert thread_local true typeof".split()
)
KEYWORDS_OF_CPP: Final = KEYWORDS_OF_C | frozenset(
    "and and_eq bitand bitor catch char16_t char32_t char8_t class compl concept const_cast "
    "consteval constinit co_await co_return co_yield decltype delete dynamic_cast explicit export "
    "friend mutable namespace new noexcept not not_eq operator or or_eq private protected public "
    "reinterpret_cast requires static_cast template this throw try typeid typename using virtual "
    "wchar_t xor xor_eq".split()
)

_NARROW: Final = 32


def number_name(data: DataType, pointer_bits: int) -> str:
    """Return the number type of a scalar, a vector, an enumeration or a pointer on the host.

    It is a short type name of OpenCL C.  A pointer counts as the integer that holds it.
    """
    if data.kind == "pointer":
        return "uint" if pointer_bits == _NARROW else "ulong"
    if data.device_sized and pointer_bits == _NARROW:
        return data.name.replace("long", "int")
    return "uchar" if data.name == "bool" else data.name


def is_on_host(data: DataType) -> bool:
    """Tell whether the host has a number type of this kind: it has none of 128 bits."""
    return "int128" not in data.name
