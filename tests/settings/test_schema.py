"""The JSON schema of the settings."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from opencl_ls.cli.config import schema_text
from opencl_ls.settings.decode import decode
from opencl_ls.settings.model import GROUPS, RuleSettings, TargetSettings, settings_of
from opencl_ls.settings.schema import schema
from tests.support.settings_schema import SCHEMA, schema_for_editors

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
select = ["barrier", "names/*", "kernel/return-type", "all"]
[severity]
barrier = "off"
"na[mn]es/*" = "hint"
"kernel/return-type" = "warning"
[per-file-configurations]
"src/*.cl" = "x"
[configurations.x]
std = "CL1.2"
"""


def test_the_schema_is_one() -> None:
    jsonschema.Draft7Validator.check_schema(schema())
    jsonschema.Draft7Validator.check_schema(schema(client=True))


def test_every_field_has_a_property_with_words() -> None:
    properties = schema()["properties"]
    count = len(settings_of(TargetSettings)) + len(settings_of(RuleSettings)) + len(GROUPS) + 4
    assert len(properties) == count
    assert all(each["description"].endswith(".") for each in properties.values())
    assert {"includePaths", "completeDefines"} <= schema(client=True)["properties"].keys()


def test_what_the_schema_accepts_decodes_without_a_problem() -> None:
    data = tomllib.loads(GOOD)
    for each in (schema(), json.loads(schema_text())):
        jsonschema.validate(data, each)
    assert decode(data)[1] == []


@pytest.mark.parametrize(
    "text",
    [
        'std = "CL7"',
        "unknown = 1",
        "fast-relaxed-math = 1",
        "device = 3",
        '[devices.x]\nbase = "y"',
        "[devices.x]\nlocal-memory = 1",
        "[devices.x]\nsub-group-sizes = 8",
        '[severity]\nx = "loud"',
        "configurations = 1",
        "pointer-bits = 16",
        'extensions = "cl_kr_fp64"',
        'extensions = ["none", "+cl_kr_fp64"]',
        '[formatting]\npath = "x"',
        "[per-file-configurations]\nx = 1",
        '[per-file-configurations]\nx = ""',
        '[configurations.a]\nselect = ["barrier"]',
        '[configurations.a]\nconfiguration = "b"',
    ],
)
def test_schema_and_decoder_refuse_the_same(text: str) -> None:
    data = tomllib.loads(text)
    assert decode(data)[1]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, schema())


@pytest.mark.parametrize(
    "text",
    ['select = ["barier"]', 'ignore = ["x/y"]', '[severity]\n"kernel/return-typ" = "off"'],
)
def test_the_schema_knows_the_rules(text: str) -> None:
    data = tomllib.loads(text)
    jsonschema.validate(data, schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, json.loads(schema_text()))


def test_the_file_for_editors_is_up_to_date() -> None:
    """It names no rules, so that a new one does not change it."""
    wanted = schema_for_editors()
    assert SCHEMA.read_text("utf-8") == wanted, "run python -m tests.support.settings_schema"
    jsonschema.Draft7Validator.check_schema(json.loads(wanted))
    jsonschema.Draft7Validator.check_schema(json.loads(schema_text()))


def test_the_examples_of_the_documentation_are_valid() -> None:
    root = Path(__file__).parents[2]
    count = 0
    for page in (root / "README.md", root / "docs" / "configuration.md"):
        for block in page.read_text("utf-8").split("```toml\n")[1:]:
            data = tomllib.loads(block.partition("```")[0])
            data = data.get("tool", {}).get("opencl-ls", data)
            jsonschema.validate(data, json.loads(schema_text()))
            assert decode(data)[1] == []
            count += 1
    assert count > 3


def test_what_an_editor_may_say_and_a_file_may_not() -> None:
    jsonschema.validate({"formatting": {"path": "clang-format-19"}}, schema(client=True))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"formatting": {"path": 3}}, schema(client=True))
