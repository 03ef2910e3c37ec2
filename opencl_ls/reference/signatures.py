"""The overloads of a built-in function as a page of the reference lists them.

Overloads with the same conditions are listed under them; the values of a placeholder such as
`gentype` follow once below them.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.signatures import ACCESS, concrete_names, render_generic
from opencl_ls.reference.availability import condition_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from opencl_ls.builtins.functions import BuiltinFunction
    from opencl_ls.builtins.signatures import Signature, Value
    from opencl_ls.settings.target import Target

_SPELLED_OUT: Final = ("Q", "Q2", "image")
"""Words whose values have a line each: address spaces, and images with their access."""

_WITH: Final = {"half": "cl_khr_fp16", "double": "cl_khr_fp64"}
_DERIVED: Final = {
    "igentype": "the signed integer type with the width of gentype",
    "ugentype": "the unsigned integer type with the width of gentype",
    "atomic_gentype": "the atomic type of gentype",
}
_LATE: Final = 1000
_WIDTH: Final = 96
_INDENT: Final = "    "
_BETWEEN: Final = re.compile(r"(?<=,) (?![^(]*\)\()(?!\.\.\.\))")


class OverloadGroup(NamedTuple):
    """Lines of declarations with the same conditions, and the values of their placeholders."""

    needs: str
    lines: tuple[str, ...]
    placeholders: dict[str, str]


def overloads_of(found: BuiltinFunction, target: Target | None = None) -> list[OverloadGroup]:
    """Return the overloads of a function: those that a target has first, then by their version."""
    groups: dict[str, list[Signature]] = {}
    for each in sorted(found.signatures, key=lambda one: _rank(one, target)):
        groups.setdefault(condition_words(each.availability), []).append(each)
    return [
        overloads
        for needs, members in groups.items()
        for overloads in _blocks(needs, members, found.name)
    ]


def overload_count(overloads: Sequence[OverloadGroup]) -> int:
    """Return how many declarations there are."""
    return sum(len(each.lines) for each in overloads)


def listing(overloads: Sequence[OverloadGroup], most: int | None = None) -> str:
    """Return the overloads as program text, at most `most` declarations."""
    count = overload_count(overloads)
    if most is not None and count > most:
        overloads = list(_first(overloads, most))
    shared = overloads[0].placeholders if overloads else {}
    is_shared = all(_agree(each.placeholders, shared) for each in overloads)
    lines: list[str] = []
    needs = ""
    for each in overloads:
        if each.needs != needs and len(overloads) > 1:
            lines.append(f"// {_plain(each.needs)}:")
        elif lines and not is_shared:
            lines.append("")
        needs = each.needs
        lines += map(wrapped, each.lines)
        if not is_shared:
            lines += _explained(each.placeholders)
    if is_shared:
        together = {word: text for each in overloads for word, text in each.placeholders.items()}
        lines += _explained(together)
    if most is not None and count > most:
        lines.append(f"// and {count - most} more")
    return "\n".join(lines)


def wrapped(declaration: str) -> str:
    """Return a declaration in lines that fit a page, broken between parameters."""
    lines = [""]
    for piece in _BETWEEN.split(declaration):
        if lines[-1] and len(lines[-1]) + len(piece) > _WIDTH:
            lines.append(_INDENT)
        lines[-1] += f"{piece} " if piece.endswith(",") else piece
    return "\n".join(line.rstrip() for line in lines)


def _rank(signature: Signature, target: Target | None) -> tuple[bool, int]:
    is_missing = target is not None and signature.missing(target) is not None
    return is_missing, signature.availability.min_version or _LATE


def _first(overloads: Sequence[OverloadGroup], most: int) -> Iterator[OverloadGroup]:
    for each in overloads:
        if most <= 0:
            return
        yield each._replace(lines=each.lines[:most])
        most -= len(each.lines)


def _blocks(needs: str, signatures: Sequence[Signature], name: str) -> list[OverloadGroup]:
    """Return the overloads of one condition, in the fewest blocks with unique meanings of words."""
    blocks: list[OverloadGroup] = []
    for signature in signatures:
        lines, meanings = tuple(_lines(signature, name)), _placeholders(signature, name)
        for number, block in enumerate(blocks):
            if _agree(meanings, block.placeholders):
                joined = dict.fromkeys((*block.lines, *lines))
                placeholders = meanings | block.placeholders
                blocks[number] = OverloadGroup(needs, tuple(joined), placeholders)
                break
        else:
            blocks.append(OverloadGroup(needs, tuple(dict.fromkeys(lines)), meanings))
    return blocks


def _agree(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    return all(other.get(word, text) == text for word, text in one.items())


def _lines(signature: Signature, name: str) -> Iterator[str]:
    words = [(word, values) for word, values in signature.variables if word in _SPELLED_OUT]
    for values in product(*(each for _, each in words)):
        fixed = dict(zip((word for word, _ in words), values, strict=True))
        yield render_generic(signature, name, fixed)


def _placeholders(signature: Signature, name: str) -> dict[str, str]:
    """Return the values of the generic words in a line of the overload, in order."""
    text = next(_lines(signature, name))
    words = text.replace("(", " ").replace(",", " ").replace("*", " ").replace(")", " ").split()
    found: dict[str, str] = {}
    choices = dict(signature.variables)
    if name not in concrete_names(signature) and "dst" in choices:
        choices["gentype"] = choices["dst"]
    is_open = len(choices.get("gentype", ())) > 1
    if ACCESS in words:
        found[ACCESS] = _any_of(choices["aq"])
    if is_open:
        found["gentype"] = _any_of(choices["gentype"])
    elif "gentype" in words:
        found["gentype"] = "the type of the pipe's packets" if "pipe" in words else "any type"
    if "srctypem" in words:
        found["srctypem"] = _any_of(_sources(signature, name)) or "any type of the same size"
    elif any(word.startswith("srctype") for word in words):
        found["srctype"] = _any_of(choices["src"])
    derived = [word for word in _DERIVED if any(each.startswith(word) for each in words)]
    found |= {word: _DERIVED[word] for word in derived if is_open}
    if "roundingMode" in text:
        found["roundingMode"] = _any_of(f"_{each}" for each in ("rte", "rtz", "rtp", "rtn"))
    for word in ("n", "m"):
        counts = choices.get(word, ())
        if len(counts) > 1 and any(each.endswith(word) and each != name for each in words):
            found[word] = _counts_words(signature, word, counts)
    return found


def _counts_words(signature: Signature, word: str, counts: Sequence[Value]) -> str:
    """Return the numbers of components.

    An overload with a scalar beside vectors equals the one without if all are scalars; so one text
    serves both.
    """
    texts = _any_of(count for count in counts if count != 1)
    takes_scalar = any("sgentype" in each.type for each in signature.parameters)
    is_scalar_too = 1 in counts or (takes_scalar and word == "n" and "*" not in _types(signature))
    if is_scalar_too:
        return f"{texts}, or nothing for a scalar"
    return texts


def _types(signature: Signature) -> str:
    return "".join(each.type for each in signature.parameters)


def _sources(signature: Signature, name: str) -> list[Value]:
    return list(dict.fromkeys(each.parameters[0] for each in signature.concrete(name)))


def _any_of(values: Iterable[Value]) -> str:
    texts = [f"{each} (with {_WITH[str(each)]})" if each in _WITH else str(each) for each in values]
    return "".join(texts) if len(texts) < 2 else f"{', '.join(texts[:-1])} or {texts[-1]}"


def _explained(placeholders: Mapping[str, str]) -> Iterator[str]:
    for word, text in placeholders.items():
        yield f"//   {word}: {text}"


def _plain(needs: str) -> str:
    return needs.replace("`", "") or "in every version"
