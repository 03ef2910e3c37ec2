"""Which values of macros a program may rely on, and that they are the right ones."""

from __future__ import annotations

import math
import re

import pytest

from opencl_ls.builtins.macros import all_macros
from opencl_ls.reference import reference

# The specification lists the values of these groups, or says what number each one is.
_GIVEN_GROUPS = {
    "float-limits",
    "double-limits",
    "half-limits",
    "integer-limits",
    "math-constant",
    "version",
    "feature",
    "intel-avc",
}
# Of the others it gives these: the largest float, what predefined macros are where they are
# defined, the mode of rounding, and the text of a macro that becomes attributes.
_GIVEN = {
    "MAXFLOAT",
    "__ENDIAN_LITTLE__",
    "__IMAGE_SUPPORT__",
    "__FAST_RELAXED_MATH__",
    "__EMBEDDED_PROFILE__",
    "__ROUNDING_MODE__",
    "__kernel_exec",
    "kernel_exec",
}

_CONSTANTS = {
    "M_E": math.e,
    "M_LOG2E": math.log2(math.e),
    "M_LOG10E": math.log10(math.e),
    "M_LN2": math.log(2),
    "M_LN10": math.log(10),
    "M_PI": math.pi,
    "M_PI_2": math.pi / 2,
    "M_PI_4": math.pi / 4,
    "M_1_PI": 1 / math.pi,
    "M_2_PI": 2 / math.pi,
    "M_2_SQRTPI": 2 / math.sqrt(math.pi),
    "M_SQRT2": math.sqrt(2),
    "M_SQRT1_2": math.sqrt(0.5),
}


def test_a_value_is_given_by_the_specification() -> None:
    """A value that only an implementation has is marked as its own."""
    given = {
        name
        for name, macro in all_macros().items()
        if macro.value is not None and not macro.value_source and macro.group not in _GIVEN_GROUPS
    }
    assert given == _GIVEN


def _avc_value(shape: str) -> int:
    """Return the number of a constant of Intel's motion estimation: `0x3` or `(0x1 << 24)`."""
    value = all_macros()[f"CLK_AVC_ME_{shape}_INTEL"].value
    assert value is not None
    base, _, shift = value.strip("()").partition("<<")
    return int(base, 16) << int(shift or "0")


def test_motion_estimation_has_published_values() -> None:
    """The extension's text lists all values but the initial ones; clang has one window more."""
    group = [each for each in all_macros().values() if each.group == "intel-avc"]
    assert {each.name for each in group if each.value_source} == {
        each.name
        for each in group
        if each.name.endswith("_INITIALIZE_INTEL") or "_WINDOW_CUSTOM_" in each.name
    }
    assert reference("CLK_AVC_ME_PARTITION_MASK_4x4_INTEL", None)[0].text == (
        "#define CLK_AVC_ME_PARTITION_MASK_4x4_INTEL 0x3F"
    )


def test_the_masks_of_motion_estimation_are_what_the_topics_say() -> None:
    """A set bit forbids a shape, and quarters have two bits each, which the whole shares."""
    shapes = ["16x16", "16x8", "8x16", "8x8", "8x4", "4x8", "4x4"]
    for bit, shape in enumerate(shapes):
        assert _avc_value(f"PARTITION_MASK_{shape}") == 0x7F ^ 1 << bit
    for bit, shape in enumerate(["16x16", "8x8", "4x4"]):
        assert _avc_value(f"INTRA_LUMA_PARTITION_MASK_{shape}") == 7 ^ 1 << bit
    for direction in ("FORWARD", "BACKWARD"):
        quarters = [_avc_value(f"SKIP_BLOCK_8x8_{n}_{direction}_ENABLE") for n in range(4)]
        assert sum(quarters) == _avc_value(f"SKIP_BLOCK_8x8_{direction}_ENABLE")
        assert quarters[0] == _avc_value(f"SKIP_BLOCK_16x16_{direction}_ENABLE")
    assert _avc_value("LUMA_PREDICTOR_MODE_PLANE") == _avc_value(
        "LUMA_PREDICTOR_MODE_DIAGONAL_DOWN_RIGHT"
    )
    assert _avc_value("BORDER_REACHED_LEFT") == 0


@pytest.mark.parametrize(
    "name", [name for name, macro in all_macros().items() if macro.value and macro.value_source]
)
def test_a_value_of_one_implementation_is_not_shown(name: str) -> None:
    """The reference writes `#define NAME`, and no number as if it were the language's."""
    macro = all_macros()[name]
    first = reference(name, None)[0]
    assert first.code
    assert first.text in {
        f"#define {name}{macro.parameters}",
        f"enum {macro.enumeration} {{ {name} }}",
    }


@pytest.mark.parametrize("name", ["NAN", "INFINITY", "HUGE_VAL", "HUGE_VALF", "FP_ILOGB0"])
def test_what_the_language_says_is_not_called_a_choice(name: str) -> None:
    """An infinity is one on every device, however it is written."""
    assert not any("implementation chooses" in part.text for part in reference(name, None))


@pytest.mark.parametrize("name", _CONSTANTS)
@pytest.mark.parametrize("suffix", ["", "_F", "_H"])
def test_a_constant_is_the_number_that_it_is_named_for(name: str, suffix: str) -> None:
    macro = all_macros()[name + suffix]
    assert macro.value is not None
    assert re.fullmatch(rf"\d\.\d{{30,}}{suffix.lower().strip('_')}", macro.value)
    assert math.isclose(float(macro.value.rstrip("fh")), _CONSTANTS[name], rel_tol=1e-15)
