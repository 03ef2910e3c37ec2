"""The types and values of the constants that the language defines."""

from __future__ import annotations

import pytest

from opencl_ls.semantics.constants.literals import constant_type, constant_value
from opencl_ls.semantics.types import spelled
from opencl_ls.settings.model import TargetSettings, make_target

_TARGET = make_target(TargetSettings())

_LIMITS = {
    "CHAR_BIT": ("int", 8),
    "CHAR_MAX": ("int", 127),
    "CHAR_MIN": ("int", -128),
    "SCHAR_MIN": ("int", -128),
    "UCHAR_MAX": ("int", 255),
    "SHRT_MIN": ("int", -(2**15)),
    "USHRT_MAX": ("int", 2**16 - 1),
    "INT_MAX": ("int", 2**31 - 1),
    "INT_MIN": ("int", -(2**31)),
    "UINT_MAX": ("uint", 2**32 - 1),
    "LONG_MAX": ("long", 2**63 - 1),
    "LONG_MIN": ("long", -(2**63)),
    "ULONG_MAX": ("ulong", 2**64 - 1),
    "FP_ILOGB0": ("int", None),
    "FP_ILOGBNAN": ("int", None),
    "FLT_DIG": ("int", 6),
    "FLT_MIN_EXP": ("int", -125),
    "FLT_MIN": ("float", None),
    "M_PI_F": ("float", None),
    "M_PI": ("double", None),
    "NAN": ("float", None),
    "MAXFLOAT": ("float", None),
    "INFINITY": ("float", None),
    "HUGE_VALF": ("float", None),
    "HUGE_VAL": ("double", None),
}


@pytest.mark.parametrize("name", _LIMITS)
def test_constant(name):
    """OpenCL C 6.15.2 and 6.15.3: limits, and C11 5.2.4.2.1 for their types."""
    kind, value = _LIMITS[name]
    found = constant_type(name, _TARGET)
    assert found is not None
    assert spelled(found) == kind
    assert constant_value(name) == value
