"""The special values of the math functions, and their accuracy: each described once, by name."""

from __future__ import annotations

import re

import pytest

from opencl_ls.builtins.reader import table
from opencl_ls.docs.library import documented, read_topic, topic_paths
from opencl_ls.reference import reference
from tests.support.failures import failures

# What section 7.5.1 ("Additional Requirements Beyond C99 TC2") defines cases of.
_OF_OPENCL = """
    acospi asinpi atanpi atan2pi ceil cospi distance exp10 fdim fmod fract frexp length lgamma_r
    nextafter normalize pow pown powr remquo rint rootn round sinpi tanpi trunc
""".split()
# What C99 (F.9 and 7.12) defines further cases of, among the functions that OpenCL C has of C.
_OF_C = """
    acos acosh asin asinh atan atan2 atanh cbrt copysign cos cosh erf erfc exp exp2 expm1 fabs floor
    fma fmax fmin hypot ilogb ldexp lgamma log log10 log1p log2 logb modf nan remainder sin sincos
    sinh sqrt tan tanh tgamma
""".split()

_BULLET = re.compile(r"^- ", re.MULTILINE)
_CALL = re.compile(r"`(\w+)\(")

_WITH_SPECIAL_VALUES = [
    (path, name)
    for path in topic_paths()
    if path.startswith("math/")
    for entry in read_topic(path).entries
    for name in entry.names
    if "Special values" in read_topic(path).sections
    and read_topic(path).section("Special values", name)
]


def _lines(name: str) -> list[str]:
    found = documented(name)
    assert found is not None
    return [line.strip() for line in _BULLET.split(found.section("Special values")) if line.strip()]


def _a_function_has_its_special_values(name: str) -> None:
    assert _lines(name)


def test_a_function_has_its_special_values() -> None:
    """Whoever looks one up finds what it gives for zeros, infinities and NaN."""
    assert not failures(_a_function_has_its_special_values, [*_OF_OPENCL, *_OF_C])


@pytest.mark.parametrize("name", sorted(n for n in table("functions") if n.startswith("half_")))
def test_functions_of_half_accuracy_have_those_of_the_full_ones(name: str) -> None:
    """Section 7.5.1: they behave as the function of the same name without the prefix."""
    full = name.removeprefix("half_")
    if documented(full) is not None:
        assert [line.replace(name, full) for line in _lines(name)] == _lines(full)


@pytest.mark.parametrize(("path", "name"), _WITH_SPECIAL_VALUES)
def test_each_line_is_about_its_own_function(path: str, name: str) -> None:
    """A line of a math function names it in code; so it has none of a sibling."""
    for line in _lines(name):
        called = _CALL.search(line)
        assert called is not None, (path, line)
        assert called[1] == name, (path, line)


def _a_function_has_one_section_of_accuracy(name: str) -> None:
    texts = [part.text for part in reference(name, None)]
    assert sum(text.startswith("**Accuracy.**") for text in texts) == 1


def test_a_function_has_one_section_of_accuracy() -> None:
    """The figures of the tables and the text of the topic are below one heading."""
    assert not failures(
        _a_function_has_one_section_of_accuracy,
        [n for n, e in table("functions").all().items() if e.get("ulp")],
    )
