"""The spelling of one conversion: the type, the range, the rounding.

OpenCL C 6.4.3 (explicit conversions), 6.4.4 (reinterpretation) and 6.15.8 (halves in memory).
"""

from __future__ import annotations

import re
from typing import Final

from opencl_ls.builtins.types import builtin_type, type_names
from opencl_ls.reference.content import bytes_words, listed

_CONVERSION: Final = re.compile(
    r"convert_(?P<to>(?P<scalar>[a-z]+)(?P<count>\d*))(?P<saturated>_sat)?(?P<rounding>_rt[eznp])?"
)
_REINTERPRETATION: Final = re.compile(r"as_(?P<to>\w+)")
_STORE: Final = re.compile(r"vstorea?_half\d*(?P<rounding>_rt[eznp])?")
_VECTORS: Final = re.compile(r"v(?:load|store)a?(?:_half)?(?P<count>\d+)(?:_rt[eznp])?")
_ROUNDINGS: Final = {
    "_rte": "to the nearest, ties to the even one",
    "_rtz": "toward zero",
    "_rtp": "up",
    "_rtn": "down",
}
_FLOATING: Final = ("half", "float", "double")
_SHOWN_BITS: Final = 16
_THREE: Final = 3


def spelling_words(name: str) -> str:
    """Return the meaning of a name like `convert_uchar4_sat_rte`, "" for other names."""
    conversion = _CONVERSION.fullmatch(name)
    if conversion is not None:
        return _conversion_words(conversion)
    reinterpretation = _REINTERPRETATION.fullmatch(name)
    if reinterpretation is not None:
        return _reinterpretation_words(reinterpretation["to"])
    vectors, store = _VECTORS.fullmatch(name), _STORE.fullmatch(name)
    words = [] if vectors is None else [f"Here n is {vectors['count']}."]
    if store is not None:
        words.append(f"Rounds {_ROUNDINGS[store['rounding'] or '_rte']}.")
    return " ".join(words)


def _conversion_words(found: re.Match[str]) -> str:
    subject = "Each component" if found["count"] else "The number"
    words = f"{subject} becomes `{found['scalar']}`"
    if found["scalar"] in _FLOATING:
        return f"{words}, rounded {_ROUNDINGS[found['rounding'] or '_rte']}."
    rounding = _ROUNDINGS[found["rounding"] or "_rtz"]
    least, most = _limits(found["scalar"])
    if found["saturated"]:
        beyond = f"What is below {least} becomes {least}, what is above {most} becomes {most}, and"
        beyond += " NaN becomes 0."
    else:
        beyond = f"A floating value that does not fit into {least} to {most}, and NaN, gives what"
        beyond += " the implementation chooses."
    return f"{words}. Floating values are rounded {rounding}. {beyond}"


def _limits(scalar: str) -> tuple[str, str]:
    """Return the least and the largest value of an integer type, as numbers or macros."""
    known = builtin_type(scalar)
    bits = 8 * (known.size or 0) if known else 0
    is_unsigned = scalar.startswith("u")
    if bits > _SHOWN_BITS:
        macro = scalar.upper()
        return ("0" if is_unsigned else f"`{macro}_MIN`"), f"`{macro}_MAX`"
    if is_unsigned:
        return "0", str((1 << bits) - 1)
    return str(-(1 << (bits - 1))), str((1 << (bits - 1)) - 1)


def _reinterpretation_words(to: str) -> str:
    known = builtin_type(to)
    if known is None or not known.size:
        return ""
    # Of four components three are kept; a vector of three has the size of four.
    counts = {known.components, 4} if known.components == _THREE else {known.components}
    alike = [
        f"`{each.name}`"
        for name in sorted(type_names())
        if (each := builtin_type(name)) is not None
        and each.kind in ("scalar", "vector")
        and each.name not in (to, "bool")
        and each.size == known.size
        and each.components in counts
    ]
    return (
        f"Takes a value of {bytes_words(known.size)}. The bits of {listed(alike)} stay as they "
        "are; of another number of components the implementation chooses the result."
    )
