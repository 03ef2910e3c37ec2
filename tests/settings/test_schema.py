"""The JSON schema of the settings."""

from __future__ import annotations

import tomllib

import pytest

from opencl_ls.settings.decode import decode
from opencl_ls.settings.model import GROUPS, RuleSettings, TargetSettings, settings_of
from opencl_ls.settings.schema import schema

jsonschema = pytest.importorskip("jsonschema")

GOOD = """
std = "CL2.0"
extensions = ["none", "+cl_khr_fp64"]
device = "full"
pointer-bits = 64
defines = {A = 1, B = "x"}
include-paths = ["inc"]
fast-relaxed-math = true
build-options = "-DA"
configuration = "x"
[severity]
barrier = "off"
[configurations.x]
std = "CL1.2"
"""


def test_the_schema_is_one() -> None:
    jsonschema.Draft7Validator.check_schema(schema())
    jsonschema.Draft7Validator.check_schema(schema(client=True))


def test_every_field_has_a_property_with_words() -> None:
    properties = schema()["properties"]
    count = len(settings_of(TargetSettings)) + len(settings_of(RuleSettings)) + len(GROUPS) + 3
    assert len(properties) == count
    assert all(each["description"].endswith(".") for each in properties.values())
    assert {"includePaths", "completeDefines"} <= schema(client=True)["properties"].keys()


def test_what_the_schema_accepts_decodes_without_a_problem() -> None:
    data = tomllib.loads(GOOD)
    jsonschema.validate(data, schema())
    assert decode(data)[1] == []


@pytest.mark.parametrize(
    "text", ['std = "CL7"', "unknown = 1", "fast-relaxed-math = 1", 'device = "gpu"',
             '[severity]\nx = "loud"', "configurations = 1", "pointer-bits = 16"],
)  # fmt: skip
def test_schema_and_decoder_refuse_the_same(text: str) -> None:
    data = tomllib.loads(text)
    assert decode(data)[1]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, schema())
