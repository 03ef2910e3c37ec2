"""How settings from several places become one."""

from __future__ import annotations

import pytest

from opencl_ls.builtins.versions import Version
from opencl_ls.settings.model import (
    HintSettings,
    Problem,
    RuleSettings,
    Settings,
    TargetSettings,
    combine,
    make_target,
    merge_rules,
    merge_targets,
)


@pytest.mark.parametrize(
    ("weaker", "stronger", "merged"),
    [
        (TargetSettings(std="CL1.2"), TargetSettings(), TargetSettings(std="CL1.2")),
        (TargetSettings(std="CL1.2"), TargetSettings(std="CL2.0"), TargetSettings(std="CL2.0")),
        (
            TargetSettings(fast_relaxed_math=True),
            TargetSettings(fast_relaxed_math=False),
            TargetSettings(fast_relaxed_math=False),
        ),
        (
            TargetSettings(extensions=("none",)),
            TargetSettings(extensions=("+cl_khr_fp64",)),
            TargetSettings(extensions=("none", "+cl_khr_fp64")),
        ),
        (
            TargetSettings(defines=(("A", "1"), ("B", "1"), ("F(x)", "x"))),
            TargetSettings(defines=(("A", "2"), ("F(y)", "y")), undefines=("B",)),
            TargetSettings(defines=(("A", "2"), ("F(y)", "y")), undefines=("B",)),
        ),
        (
            TargetSettings(undefines=("A", "B")),
            TargetSettings(defines=(("A", "1"),)),
            TargetSettings(defines=(("A", "1"),), undefines=("B",)),
        ),
        (
            TargetSettings(include_paths=("file", "both"), includes=("file.h",)),
            TargetSettings(include_paths=("line", "both"), includes=("line.h",)),
            TargetSettings(include_paths=("line", "both", "file"), includes=("file.h", "line.h")),
        ),
    ],
)
def test_merging_targets(
    weaker: TargetSettings, stronger: TargetSettings, merged: TargetSettings
) -> None:
    assert merge_targets(weaker, stronger) == merged


def test_merging_what_an_editor_shows() -> None:
    """The stronger place says what holds, where it says anything."""
    weaker = Settings(inlay_hints=HintSettings(block_ends=True, implicit_conversions="all"))
    stronger = Settings(inlay_hints=HintSettings(block_ends=False, struct_layout=True))
    combined, problems = combine([weaker, stronger])
    assert not problems
    assert combined.inlay_hints == HintSettings(
        block_ends=False, implicit_conversions="all", struct_layout=True
    )


def test_merging_rules() -> None:
    weaker = RuleSettings(
        select=("a",), ignore=("b",), severity=(("x", "error"), ("y", "off")), complete_defines=True
    )
    stronger = RuleSettings(select=("c",), ignore=("d",), severity=(("x", "hint"),))
    assert merge_rules(weaker, stronger) == RuleSettings(
        select=("c",),
        ignore=("b", "d"),
        severity=(("x", "hint"), ("y", "off")),
        complete_defines=True,
    )


@pytest.mark.parametrize(
    ("weaker", "stronger", "merged"),
    [
        (RuleSettings(profile="strict"), RuleSettings(), RuleSettings(profile="strict")),
        (
            RuleSettings(profile="strict"),
            RuleSettings(profile="all"),
            RuleSettings(profile="all"),
        ),
        (RuleSettings(select=("a",)), RuleSettings(profile="all"), RuleSettings(profile="all")),
        (
            RuleSettings(profile="all"),
            RuleSettings(select=("a",)),
            RuleSettings(profile="all", select=("a",)),
        ),
        (
            RuleSettings(select=("a",), ignore=("b",)),
            RuleSettings(profile="all", select=("c",)),
            RuleSettings(profile="all", select=("c",), ignore=("b",)),
        ),
    ],
)
def test_the_stronger_place_names_the_rules(
    weaker: RuleSettings, stronger: RuleSettings, merged: RuleSettings
) -> None:
    assert merge_rules(weaker, stronger) == merged


def test_a_named_configuration_goes_above_its_own_place_only() -> None:
    file = Settings(
        TargetSettings(std="CL1.2", defines=(("N", "1"), ("M", "1"))),
        configurations=(
            ("wide", TargetSettings(std="CL2.0", defines=(("N", "16"), ("M", "16")))),
            ("other", TargetSettings(std="CL3.0")),
        ),
    )
    editor = Settings(TargetSettings(defines=(("M", "4"),)), configuration="wide")
    combined, problems = combine([file, editor])
    assert problems == []
    assert combined.target.std == "CL2.0"
    assert dict(combined.target.defines) == {"N": "16", "M": "4"}
    assert combined.configuration == "wide"


def test_the_stronger_place_chooses_the_configuration() -> None:
    both = (("a", TargetSettings(std="CL1.1")), ("b", TargetSettings(std="CL2.0")))
    file = Settings(configuration="a", configurations=both)
    assert combine([file])[0].target.std == "CL1.1"
    assert combine([file, Settings(configuration="b")])[0].target.std == "CL2.0"


def test_an_unknown_configuration_is_a_problem() -> None:
    file = Settings(configurations=(("release", TargetSettings()),))
    _, problems = combine([file, Settings(configuration="relase")])
    assert [str(each) for each in problems] == [
        'there is no configuration "relase"; there are: release; did you mean release?'
    ]


def test_settings_make_a_target() -> None:
    settings = TargetSettings(
        std="CL3.0",
        extensions=("none", "+cl_khr_fp16"),
        device="embedded",
        pointer_bits=32,
        fast_relaxed_math=True,
        defines=(("__undef___opencl_c_read_write_images", "1"),),
    )
    target = make_target(settings)
    assert target.version == Version.CL30
    assert target.extensions == {"cl_khr_fp16"}
    assert (target.profile, target.pointer_bits) == ("embedded", 32)
    assert target.fast_relaxed_math
    assert target.finite_math_only
    assert target.has_images
    assert not target.has_read_write_images


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Problem("wrong"), "wrong"),
        (Problem("wrong", "a.toml"), "a.toml: wrong"),
        (Problem("wrong", "a.toml", 3), "a.toml:3: wrong"),
    ],
)
def test_a_problem_names_its_place(problem: Problem, text: str) -> None:
    assert str(problem) == text
