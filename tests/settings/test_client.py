"""What editors send."""

from __future__ import annotations

from pathlib import PurePath

import pytest

from opencl_ls.settings.client import compiler_choice, from_client
from opencl_ls.settings.model import DEFAULT, LensSettings, TargetSettings, chosen

ROOT = str(PurePath("/project"))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (None, TargetSettings()),
        ({}, TargetSettings()),
        (
            {"std": "CL1.2", "defines": ["A=1", "B"]},
            TargetSettings(std="CL1.2", defines=(("A", "1"), ("B", "1"))),
        ),
        ({"opencl": {"std": "CL1.2"}}, TargetSettings(std="CL1.2")),
        (
            {"defines": {"A": 1, "B": "x", "C": True}},
            TargetSettings(defines=(("A", "1"), ("B", "x"), ("C", "1"))),
        ),
        ({"defines": "A=1 -DB"}, TargetSettings(defines=(("A", "1"), ("B", "1")))),
        ({"defines": "-D A=1 -D B"}, TargetSettings(defines=(("A", "1"), ("B", "1")))),
        ({"defines": ["-DA=1"]}, TargetSettings(defines=(("A", "1"),))),
        ({"defines": [], "std": "", "device": ""}, TargetSettings()),
        ({"defines": None, "std": None}, TargetSettings()),
        ({"includePaths": ["inc"]}, TargetSettings(include_paths=(str(PurePath(ROOT, "inc")),))),
        ({"include-paths": ["inc"]}, TargetSettings(include_paths=(str(PurePath(ROOT, "inc")),))),
        (
            {"extensions": "-cl-ext=-all,+cl_khr_fp64"},
            TargetSettings(extensions=("-all", "+cl_khr_fp64")),
        ),
        (
            {"extensions": ["none", "cl_khr_fp64"]},
            TargetSettings(extensions=("none", "cl_khr_fp64")),
        ),
        (
            {"extensions": {"cl_khr_fp64": True, "cl_khr_fp16": False}},
            TargetSettings(extensions=("+cl_khr_fp64", "-cl_khr_fp16")),
        ),
        (
            {"buildOptions": ["-cl-std=CL2.0", "-DA"]},
            TargetSettings(std="CL2.0", defines=(("A", "1"),)),
        ),
        # Keys of the editor's own side are no business of the analysis.
        ({"trace": {"server": "off"}, "server": {"path": "x"}}, TargetSettings()),
    ],
)
def test_settings_of_an_editor(data: object, expected: TargetSettings) -> None:
    settings, problems = from_client(data, ROOT)
    assert settings.target == expected
    assert problems == []


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"std": "CL9"}, 'std: unknown OpenCL C version "CL9"'),
        ({"std": 3}, ""),
        ({"define": []}, 'define: unknown setting "define"; did you mean defines?'),
        ({"severity": {"a/b": "loud"}}, "severity.a/b: a/b should be one of"),
        (["CL1.2"], "the settings should be an object"),
        ({"inlayHints": "on"}, 'inlayHints: inlayHints should be a table of settings, not "on"'),
        ({"codeLens": {"barrier": 1}}, 'codeLens.barrier: unknown setting "barrier"; did you mean'),
        ({"OpenCL": {"server": {"buildOptions": "-D 1"}}}, "OpenCL.server.buildOptions: "),
    ],
)
def test_mistakes_are_named_by_their_keys(data: object, problem: str) -> None:
    _, problems = from_client(data, ROOT)
    assert "".join(each.message for each in problems).startswith(problem)
    assert bool(problems) == bool(problem)


@pytest.mark.parametrize(
    "legacy",
    [
        {"server": {"buildOptions": ["-cl-std=CL1.1", "-DA=1", "-DB"]}},
        {"buildOptions": "-cl-std=CL1.1 -DA=1 -DB"},
        {"server.buildOptions": "-cl-std=CL1.1 -DA=1 -DB"},
    ],
)
def test_options_of_the_older_extension_hold_where_ours_are_unset(legacy: object) -> None:
    settings, problems = from_client({}, ROOT, legacy)
    assert problems == []
    assert settings.target == TargetSettings(std="CL1.1", defines=(("A", "1"), ("B", "1")))
    settings, _ = from_client({"std": "CL3.0", "defines": ["A=2"]}, ROOT, legacy)
    assert settings.target.std == "CL3.0"
    assert dict(settings.target.defines) == {"A": "2", "B": "1"}


def test_rules_and_configurations_come_along() -> None:
    settings, problems = from_client(
        {
            "severity": {"barrier": "off"},
            "completeDefines": True,
            "configuration": "fast",
            "configurations": {"fast": {"std": "CL2.0"}},
        }
    )
    assert problems == []
    assert settings.rules.severity == (("barrier", "off"),)
    assert settings.rules.complete_defines
    assert settings.configuration == "fast"
    assert settings.configurations == (("fast", TargetSettings(std="CL2.0")),)
    assert settings.target == TargetSettings()


def test_what_an_editor_shows_comes_along() -> None:
    settings, problems = from_client(
        {
            "inlayHints": {"parameterNames": False, "implicitConversions": "off", "theirs": 1},
            "codeLens": {"local-memory": False, "callers": None},
        }
    )
    assert problems == []
    assert chosen(settings.inlay_hints) == {
        "parameter_names": False,
        "macro_parameter_names": False,
        "implicit_conversions": "off",
        "block_results": True,
        "struct_layout": False,
        "designators": "members",
        "block_ends": False,
    }
    assert settings.code_lens == LensSettings(local_memory=False)


@pytest.mark.parametrize(
    "data", [1, "x", [1], {"opencl": 3}, {"defines": {"A": [1]}}, {"std": {}}, {"severity": []},
             {"configurations": {"a": {"configurations": {"b": 1}}}}, {"extensions": 5},
             {"OpenCL": 1}, {"OpenCL": {"server": 1}}, {"pointerBits": {}}, {"defines": [[]]}],
)  # fmt: skip
def test_nothing_that_an_editor_sends_raises(data: object) -> None:
    from_client(data, ROOT)
    from_client(data, "", data)


@pytest.mark.parametrize(
    "data",
    [
        [],
        {"opencl": []},
        {"severity": []},
        {"inlayHints": [], "codeLens": []},
        {"configurations": [], "perFileConfigurations": [], "formatting": []},
    ],
)
def test_an_empty_table_of_lua_is_a_list(data: object) -> None:
    assert from_client(data) == (DEFAULT, [])


@pytest.mark.parametrize(
    ("section", "choice"),
    [
        ({}, ""),
        ({"compiler": "off"}, ""),
        ({"compiler": " auto "}, "auto"),
        ({"opencl": {"compiler": "/usr/bin/clang-19"}}, "/usr/bin/clang-19"),
        ({"compiler": ["clang"]}, ""),
        ({"compiler": None}, ""),
        (None, ""),
        ([], ""),
    ],
)
def test_the_compiler_for_a_second_opinion(section, choice) -> None:
    assert compiler_choice(section) == choice
    assert from_client(section)[1] == []
