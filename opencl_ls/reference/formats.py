"""The parts of a `printf` format, as lists: conversions, vectors, lengths and flags."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.printf import SIZES, conversions, flags, lengths, missing_lengths
from opencl_ls.reference.content import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WIDENED: Final = "`double`, `float` or `half`"


def taken_words(kind: str) -> str:
    """Return the type that a conversion takes as code, with what is widened to it."""
    return _WIDENED if kind == "double" else kind if " literal" in kind else f"`{kind}`"


def format_parts() -> Iterator[Part]:
    """Yield the tables of the specification's section "printf Format String"."""
    yield _list("Conversions", _conversion_lines())
    yield _list("Vectors and lengths", _length_lines())
    yield _list("Flags, width, precision", [*_flag_lines(), *_number_lines()])


def _list(title: str, lines: Iterable[str]) -> Part:
    return Part("\n".join([f"**{title}.**", *(f"- {line}." for line in lines)]), detail=True)


def _conversion_lines() -> Iterator[str]:
    plain = lengths()[""].scalar
    # Adjacent letters with the same meaning share a line.
    for known, letters in groupby(conversions(), conversions().__getitem__):
        names = ", ".join(f"`%{letter}`" for letter in letters)
        takes = f". Takes {taken_words(plain[known.takes])}" if known.takes else ""
        yield f"{names}: {known.does}{takes}"


def _length_lines() -> Iterator[str]:
    sizes = ", ".join(map(str, SIZES[:-1]))
    yield f"`v` and {sizes} or {SIZES[-1]}: a vector; a length has to follow"
    for length, known in lengths().items():
        if length:
            scalars = [f"`{kind}`" for kind in known.scalar.values()]
            vectors = [f"`{kind}`" for kind in known.vector.values()]
            alone = f"{', '.join(scalars)}; " if scalars else ""
            yield f"`{length}`: {alone}vectors of {', '.join(vectors)}"
    missing = ", ".join(f"`{length}`" for length in missing_lengths())
    yield f"Not there: {missing} (`z` and `t` came with OpenCL C 3.1), and `%n`"


def _flag_lines() -> Iterator[str]:
    for flag, meanings in flags().items():
        name = "space" if flag == " " else f"`{flag}`"
        for meaning, letters in groupby(meanings, meanings.__getitem__):
            yield f"{name} with {_listed(letters)}: {meaning}"


def _number_lines() -> Iterator[str]:
    yield "A number: the minimum width in characters"
    known = conversions()
    precise = [letter for letter in known if known[letter].precision]
    for (meaning, default), letters in groupby(precise, lambda letter: known[letter][2:]):
        yield f"`.n` with {_listed(letters)}: {meaning.format('n')}; left out, {default}"


def _listed(letters: Iterable[str]) -> str:
    listed = list(letters)
    return "all" if "%" in listed else f"`{' '.join(listed)}`"
