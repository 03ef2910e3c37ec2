"""The settings that the package of VS Code lists are those that the server reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from opencl_ls.server.configuration import SECTION
from opencl_ls.settings.client import from_client
from opencl_ls.settings.model import DEFAULT
from opencl_ls.settings.schema import schema

PACKAGE = json.loads((Path(__file__).parents[2] / "editors/vscode/package.json").read_text("utf-8"))
GROUPS = PACKAGE["contributes"]["configuration"]
LISTED: dict[str, Any] = {
    key: value for group in GROUPS for key, value in group["properties"].items()
}
OF_THE_EXTENSION = {"opencl.server.path", "opencl.trace.server"}


def leaves(properties: dict[str, Any], prefix: str) -> dict[str, Any]:
    """Return the schema's properties by their full names; a table with names is no setting."""
    found: dict[str, Any] = {}
    for key, value in properties.items():
        name = f"{prefix}.{key}"
        found.update(leaves(value["properties"], name) if "properties" in value else {name: value})
    return found


READ = leaves(schema(client=True)["properties"], SECTION)


def test_each_setting_that_the_server_reads_is_listed_and_no_other() -> None:
    assert LISTED.keys() - OF_THE_EXTENSION == READ.keys()


@pytest.mark.parametrize("key", READ)
def test_choices_and_defaults_are_the_same(key: str) -> None:
    # An editor's menu needs a choice for "nothing is said".
    choices = [each for each in LISTED[key].get("enum", []) if each not in {"", None}]
    assert choices == [each for each in READ[key].get("enum", []) if each]
    if "default" in READ[key]:
        assert LISTED[key]["default"] == READ[key]["default"]
    else:
        assert not LISTED[key]["default"]


@pytest.mark.parametrize("key", READ)
def test_a_default_says_nothing(key: str) -> None:
    """A default that is written into the settings is no problem."""
    value: Any = LISTED[key]["default"]
    for name in reversed(key.removeprefix(f"{SECTION}.").split(".")):
        value = {name: value}
    settings, problems = from_client(value)
    assert problems == []
    assert settings.configuration == DEFAULT.configuration


@pytest.mark.parametrize("key", LISTED)
def test_a_setting_is_explained(key: str) -> None:
    setting = LISTED[key]
    assert setting["markdownDescription"].endswith(".")
    choices = setting.get("enum", [])
    descriptions = setting.get("enumDescriptions", [])
    assert len(descriptions) == len(choices)
    assert all(each.endswith(".") for each in descriptions)
    # A menu shows "" and null as they are, unless they have a label.
    labels = setting.get("enumItemLabels", choices)
    assert len(labels) == len(choices)
    assert "" not in labels and None not in labels


def test_settings_are_in_an_order() -> None:
    assert [group["order"] for group in GROUPS] == list(range(1, len(GROUPS) + 1))
    for group in GROUPS:
        orders = [each["order"] for each in group["properties"].values()]
        assert orders == list(range(1, len(orders) + 1)), group["title"]


def test_a_workspace_that_is_not_trusted_names_no_program() -> None:
    paths = [key for key in LISTED if key.endswith(".path")]
    programs = sorted([*paths, "opencl.compiler"])
    limits = PACKAGE["capabilities"]["untrustedWorkspaces"]
    assert sorted(limits["restrictedConfigurations"]) == programs
    assert all(LISTED[key]["scope"] == "machine-overridable" for key in programs)


def test_each_command_is_in_the_palette_under_a_condition() -> None:
    contributes = PACKAGE["contributes"]
    commands = [each["command"] for each in contributes["commands"]]
    palette = {each["command"]: each["when"] for each in contributes["menus"]["commandPalette"]}
    assert list(palette) == commands
    in_menu = {each["command"] for each in contributes["menus"]["opencl.context"]}
    assert in_menu <= set(commands)
