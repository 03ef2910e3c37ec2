"""Amounts and patterns in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from opencl_ls.analysis.explanation_results import Amount, ExplainedAccess, Product

_SECTOR: Final = "sectors of 32 B"
_UNKNOWN: Final = {
    "data": "depends on data",
    "computed": "not linear in the id",
    "group-size": "depends on the size of the group",
    "several": "differs between calls or rounds",
    "unknown": "not known",
}


def amount_words(amount: Amount, unit: str = "") -> str:
    """Return an amount as "16 B + 8 B x n"; of a part that may be left out the most is said."""
    is_alone = len(amount) == 1
    words = (_product(each, unit, is_alone=is_alone) for each in amount)
    return " + ".join(words) or _with_unit("0", unit)


def _product(product: Product, unit: str, *, is_alone: bool) -> str:
    counts = [f"({each})" if _is_loose(each) else each for each in product.counts]
    least, most = product.least, product.most
    is_plain = most == 1 and not unit and bool(counts)
    if is_plain and is_alone and product.counts[1:] == ():
        counts = [*product.counts]
    value = " x ".join([*([] if is_plain else [_with_unit(f"{most}", unit)]), *counts])
    if least == most:
        return value
    if not least:
        return f"up to {value}"
    words = _with_unit(f"{least} to {most}", unit)
    return words if is_alone and not counts else " x ".join([f"({words})", *counts])


def _is_loose(name: str) -> bool:
    return " " in name and not name.startswith("ceil(")


def _with_unit(value: str, unit: str) -> str:
    return f"{value} {unit}" if unit else value


def pattern_words(access: ExplainedAccess) -> str:
    """Return where the neighbours of a work-item access memory, "" for what is not looked at."""
    if access.space == "local":
        return ", ".join(filter(None, (_stride(access), _conflict(access))))
    if access.space == "constant":
        return ""
    stride = _stride(access)
    pattern = access.pattern
    if pattern.kind != "constant":
        return stride
    if not pattern.stride:
        return "one address for all neighbours"
    if abs(pattern.stride) == access.size:
        return f"{stride}: coalesced"
    return f"{stride}: 32 neighbours touch {pattern.sectors} {_SECTOR}, {pattern.fewest} would do"


def _stride(access: ExplainedAccess) -> str:
    pattern = access.pattern
    if pattern.kind not in ("constant", "argument"):
        return _UNKNOWN[pattern.kind]
    count, rest = divmod(pattern.stride, access.size)
    size = f"{pattern.stride} B" if rest else str(count)
    if pattern.kind == "constant":
        return f"stride {size}"
    return f"stride `{pattern.factor}`" if size == "1" else f"stride {size} x `{pattern.factor}`"


def _conflict(access: ExplainedAccess) -> str:
    degree = access.pattern.conflicts
    if degree is None:
        return "" if access.pattern.kind == "unknown" else "bank conflicts not known"
    most = "up to " if access.guard else ""
    return "no bank conflict" if degree == 1 else f"{most}{degree}-way bank conflict"
