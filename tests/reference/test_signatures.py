"""The overloads of a function on a page: all of them, readable, each word explained once."""

from __future__ import annotations

import re

import pytest

from opencl_ls.builtins.functions import function, function_family, function_names
from opencl_ls.reference.signatures import (
    OverloadGroup,
    listing,
    overload_count,
    overloads_of,
    wrapped,
)
from opencl_ls.settings.target import Target
from tests.support.failures import failures

_PRIVATE_WORDS = re.compile(r"\b(?:Q2?|aq|[if]coord|grad|sgentype|srcn|srcm|dstn?)\b")
_PLACEHOLDER = re.compile(r"\b(atomic_gentype|[iu]?gentype|srctype(?=[n\d\W])|srctypem|aQual)")
_EXPLAINED = re.compile(r"^//   (\w+): ", re.M)


def _listed(name: str, target: Target | None = None) -> list[OverloadGroup]:
    found = function(name)
    assert found is not None
    return overloads_of(found, target)


def _declarations(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("//"))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "clamp",
            """\
gentypen clamp(gentypen x, gentypen minval, gentypen maxval)
gentypen clamp(gentypen x, gentype minval, gentype maxval)
//   gentype: float, double (with cl_khr_fp64) or half (with cl_khr_fp16)
//   n: 2, 3, 4, 8 or 16, or nothing for a scalar
// since OpenCL C 1.1:
gentypen clamp(gentypen x, gentypen minval, gentypen maxval)
gentypen clamp(gentypen x, gentype minval, gentype maxval)
//   gentype: char, uchar, short, ushort, int, uint, long or ulong
//   n: 2, 3, 4, 8 or 16, or nothing for a scalar""",
        ),
        (
            "frexp",
            """\
// in every version:
gentypen frexp(gentypen x, global intn *exp)
gentypen frexp(gentypen x, local intn *exp)
gentypen frexp(gentypen x, private intn *exp)
// since OpenCL C 2.0; in OpenCL C 3.0 with __opencl_c_generic_address_space:
gentypen frexp(gentypen x, intn *exp)
//   gentype: float, double (with cl_khr_fp64) or half (with cl_khr_fp16)
//   n: 2, 3, 4, 8 or 16, or nothing for a scalar""".removeprefix("// in every version:\n"),
        ),
        (
            "as_int",
            """\
int as_int(srctypem x)
//   srctypem: char3, char4, uchar3, uchar4, short2, ushort2, int, uint, float or half2""",
        ),
        (
            "convert_uchar4_sat",
            """\
uchar4 convert_uchar4_sat(srctype4 x)
//   srctype: char, uchar, short, ushort, int, uint, long, ulong, float, \
double (with cl_khr_fp64) or half (with cl_khr_fp16)""",
        ),
        ("get_global_id", "size_t get_global_id(uint dimindx)"),
        (
            "shuffle",
            """\
gentypen shuffle(gentypem x, ugentypen mask)
//   gentype: char, uchar, short, ushort, int, uint, long, ulong, float, \
double (with cl_khr_fp64) or half (with cl_khr_fp16)
//   ugentype: the unsigned integer type with the width of gentype
//   n: 2, 4, 8 or 16
//   m: 2, 4, 8 or 16""",
        ),
    ],
)
def test_a_listing(name: str, text: str) -> None:
    """The words are those of the reference pages, and what an overload wants is above it."""
    assert listing(_listed(name)) == text


def _every_word_is_explained_once(name: str) -> None:
    overloads = _listed(name)
    text = listing(overloads)
    declared = _declarations(text)
    assert not _PRIVATE_WORDS.search(re.sub(r"\b\w+(?=[,)])", "", declared)), declared
    for block in re.split(r"(?<=\n)(?=// [a-z]|\n)", text):
        words = set(_PLACEHOLDER.findall(_declarations(block)))
        explained = _EXPLAINED.findall(block)
        assert len(explained) == len(set(explained)), block
        own = overloads[0].placeholders if len(_EXPLAINED.findall(text)) and not explained else {}
        assert words <= {*explained, *own, *_EXPLAINED.findall(text)}, block


def test_every_word_is_explained_once() -> None:
    """No word of our tables is left, and a placeholder is explained once for what it means."""
    assert not failures(_every_word_is_explained_once, sorted(function_names()))


def test_the_forms_that_a_target_has_come_first() -> None:
    """`dot` of integers exists in no version that is asked for: it is the last."""
    target = Target.make("CL1.2")
    lines = listing(_listed("dot", target)).splitlines()
    assert lines[0] == "gentype dot(gentypen p0, gentypen p1)"
    assert lines[1].startswith("// since OpenCL C 3.1, or with cl_khr_integer_dot_product")
    assert len(lines) > 5


def test_all_forms_are_there_unless_fewer_are_wanted() -> None:
    """What is left out is counted."""
    overloads = _listed("read_imagef")
    assert overload_count(overloads) == 66
    assert len(_declarations(listing(overloads)).splitlines()) >= 66
    few = listing(overloads, 8).splitlines()
    assert few[-1] == "// and 58 more"
    assert sum("read_imagef" in line for line in few) == 8


@pytest.mark.parametrize(
    ("family", "lines"),
    [
        ("vloadn", ["gentypen vloadn(size_t offset, const constant gentype *p)"]),
        ("as_typen", ["gentypen as_gentypen(srctypem x)", "gentype as_gentype(srctypem x)"]),
        (
            "convert_T",
            [
                "gentypen convert_gentypen<_sat><_roundingMode>(srctypen x)",
                "//   roundingMode: _rte, _rtz, _rtp or _rtn",
            ],
        ),
    ],
)
def test_a_family_is_listed_as_one(family: str, lines: list[str]) -> None:
    """What no program can call has the name that the pages write."""
    found = function_family(family)
    assert found is not None
    assert set(lines) <= set(listing(overloads_of(found)).splitlines())
    assert function_family("clamp") is None


def test_access_goes_with_its_image() -> None:
    """Each access qualifier is beside the images that it is for."""
    text = listing(_listed("read_imagef"))
    assert "float4 read_imagef(read_write image2d_t image, int2 coord)" in text
    assert "read_write image2d_t image, sampler_t sampler, int2 coord" not in text


def test_long_declarations_are_wrapped_between_parameters() -> None:
    """A block's own parameters stay together."""
    lines = [
        line
        for overloads in _listed("enqueue_kernel")
        for each in overloads.lines
        for line in wrapped(each).splitlines()
    ]
    assert all(len(line) <= 100 for line in lines)
    assert "    void (^block)(local void *, ...), uint size0, ...)" in lines
