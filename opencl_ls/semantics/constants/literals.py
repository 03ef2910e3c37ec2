"""The types of constants as written (C11 6.4.4, OpenCL C 6.1.1 and 6.1.5)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.macros import macro
from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import integer_value
from opencl_ls.text import remembered

if TYPE_CHECKING:
    from opencl_ls.settings.target import Target

_SUFFIX: Final = re.compile(r"[uUlL]*$")
_INTEGER: Final = lazy_pattern(r"[-+(\s]*(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*[\s)]*$")
_NULL_OBJECTS: Final = frozenset(("clk_event_t", "queue_t", "reserve_id_t"))
_LOWEST: Final = re.compile(r"\(-(\w+)\s*-\s*1\)")
_FLOATING: Final = lazy_pattern(r"[-+(\s]*(?:[0-9.]|0[xX]|nan|inf|INFINITY|__builtin)")


@remembered
def integer_type(text: str) -> t.ScalarType:
    """Return the type of an integer constant as written."""
    suffix = (_SUFFIX.search(text) or [""])[0].lower()
    value = integer_value(text)
    if value is None:
        return t.scalar("int")
    decimal = not text.startswith("0")
    candidates = ["int", "uint", "long", "ulong"]
    if "l" in suffix:
        candidates = ["long", "ulong"]
    if "u" in suffix:
        candidates = [name for name in candidates if name.startswith("u")]
    elif decimal:
        candidates = [name for name in candidates if not name.startswith("u")] + ["ulong"]
    for name in candidates:
        scalar = t.scalar(name)
        if value < 1 << (scalar.bits - scalar.signed):
            return scalar
    return t.scalar("ulong")


def floating_type(text: str, target: Target) -> t.ScalarType:
    """Return the type of a floating constant; without a suffix it is double where there is one."""
    last = text[-1:].lower()
    if last == "h":
        return t.scalar("half")
    hexadecimal = text[:2].lower() == "0x"
    if last == "f" and (not hexadecimal or "p" in text.lower()):
        return t.scalar("float")
    if last != "l" and target.single_precision_constant:
        return t.scalar("float")
    return t.scalar("double" if target.has_double_constants else "float")


def constant_type(name: str, target: Target) -> t.Qualified | None:
    """Return the type of a built-in constant such as `M_PI_F`, or None when there is none.

    The type of a constant whose value the language leaves open is unknown.
    """
    known = _constant_type(name)
    if known is not None and known.type is t.scalar("double"):
        return t.Qualified(floating_type("1.0", target))
    return known


@lru_cache(maxsize=4096)
def _constant_type(name: str) -> t.Qualified | None:
    """Return the type of a built-in constant if a constant without a suffix is a double."""
    if name in ("true", "false"):
        # The specification defines the constant 1; every compiler has a keyword of type bool.
        return t.Qualified(t.scalar("bool"))
    if name == "NULL":
        return t.Qualified(t.pointer_to(t.Qualified(t.VOID, t.GENERIC)))
    known = macro(name)
    if known is None:
        return None
    if known.enumeration:
        return t.Qualified(t.scalar("int"), alias=known.enumeration)
    if known.type in _NULL_OBJECTS:
        # Compilers may define one as the number 0, which is then valid wherever one of them is.
        return t.UNKNOWN_QUALIFIED if known.value else t.Qualified(t.opaque(known.type))
    if known.group == "sampler" or name.startswith(("CLK_", "ATOMIC_FLAG")):
        kind = "uint" if known.group in ("fence", "sampler") else "int"
        return t.Qualified(t.scalar(kind))
    if known.type and t.is_scalar_name(known.type):
        return t.Qualified(t.scalar(known.type))
    if known.type == "float constant":
        return t.Qualified(t.scalar("float"))
    if known.group == "half-limits":
        return t.Qualified(t.scalar("half")) if "." in (known.value or "") else _int()
    if known.group == "integer-limits":
        return _limit(name)
    value = known.value or ""
    if macro(value) is not None:
        return _constant_type(value)
    return _type_of_text(value) or _type_of_group(name, known.group)


def _type_of_text(value: str) -> t.Qualified | None:
    """Return the type of a value that is written as a literal, None for another value."""
    if _INTEGER.match(value):
        return t.Qualified(integer_type(value.strip("()-+ ")))
    if _FLOATING.match(value):
        is_float = value.rstrip(") ").lower().endswith("f")
        return t.Qualified(t.scalar("float" if is_float else "double"))
    return None


def _type_of_group(name: str, group: str) -> t.Qualified:
    if group != "float":
        return t.UNKNOWN_QUALIFIED
    return t.Qualified(t.scalar("double" if name == "HUGE_VAL" else "float"))


@lru_cache(maxsize=4096)
def constant_value(name: str) -> int | None:
    """Return the value of a built-in integer constant, or None if it is not reliable."""
    if name in ("true", "false"):
        return int(name == "true")
    known = macro(name)
    if known is None or known.value is None or known.value_source:
        return None
    if macro(known.value) is not None:
        return constant_value(known.value)
    lowest = _LOWEST.fullmatch(known.value)
    if lowest is not None:
        return -(integer_value(lowest[1]) or 0) - 1
    text = known.value.strip("() ")
    sign = -1 if text.startswith("-") else 1
    return (
        None if not _INTEGER.match(known.value) else sign * (integer_value(text.strip("-+ ")) or 0)
    )


def _int() -> t.Qualified:
    return t.Qualified(t.scalar("int"))


def _limit(name: str) -> t.Qualified:
    prefix = name.partition("_")[0].lower()
    return t.Qualified(t.scalar(prefix)) if prefix in ("uint", "long", "ulong") else _int()
