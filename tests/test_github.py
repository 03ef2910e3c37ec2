"""The files of the hosting site: workflows call what exists, and forms are complete."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import dev

yaml = pytest.importorskip("yaml", reason="pip install pyyaml, which is in the `dev` extra")

ROOT = Path(__file__).parents[1]
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")
COMMAND = re.compile(r"\bdev\.py +([a-z]+)")


def read(path: Path) -> dict[str, Any]:
    # In YAML 1.1, which the parser speaks, the key `on` is the value true.
    return {str(key): value for key, value in yaml.safe_load(path.read_text("utf-8")).items()}


def steps(workflow: Path) -> Iterator[dict[str, Any]]:
    for job in read(workflow)["jobs"].values():
        yield from job["steps"]


def test_each_step_runs_something_that_exists() -> None:
    called = set()
    for workflow in WORKFLOWS:
        for step in steps(workflow):
            assert len({"run", "uses"} & step.keys()) == 1, step
            called |= set(COMMAND.findall(step.get("run", "")))
            assert all((ROOT / path).is_file() for path in re.findall(r"\.ci/\w+", str(step)))
    assert {"test", "vscode", "dist"} <= called <= dev.COMMANDS.keys()


@pytest.mark.parametrize("name", [".ci/run", "README.md", "CONTRIBUTING.md", "docs/release.md"])
def test_commands_that_texts_name_exist(name: str) -> None:
    called = set(COMMAND.findall((ROOT / name).read_text("utf-8")))
    assert called
    assert called <= dev.COMMANDS.keys()


def test_the_tests_run_on_each_system_and_python_that_is_promised() -> None:
    matrix = read(GITHUB / "workflows" / "ci.yml")["jobs"]["test"]["strategy"]["matrix"]
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
        "classifiers"
    ]
    promised = re.findall(r"Python :: (3\.\d+)", "\n".join(classifiers))
    assert matrix["python"] == promised
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "windows", "macos"}


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_asks_for_what_is_needed(path: Path) -> None:
    form = read(path)
    assert {"name", "description", "body"} <= form.keys()
    fields = {field["id"]: field for field in form["body"]}
    assert len(fields) == len(form["body"])
    assert fields["version"]["validations"]["required"]
    assert all(field["attributes"]["label"] for field in fields.values())
