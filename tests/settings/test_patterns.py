"""Patterns of file names."""

from __future__ import annotations

import time

import pytest

from opencl_ls.settings.patterns import anchored, matches_path


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("src/fft/*.cl", "/p/src/fft/a.cl", True),
        ("src/fft/*.cl", "/p/src/fft/deep/a.cl", False),
        ("src/fft/*.cl", "/p/other/src/fft/a.cl", False),
        ("src/**/*.cl", "/p/src/a.cl", True),
        ("src/**/*.cl", "/p/src/x/y/a.cl", True),
        ("src/**", "/p/src/x/y/a.cl", True),
        ("src/**", "/p/source/a.cl", False),
        ("./a.cl", "/p/a.cl", True),
        ("a?.cl", "/p/x/a1.cl", True),
        ("a?.cl", "/p/x/a.cl", False),
        ("*.ocl", "/p/x/y/a.ocl", True),
        ("*_double*", "/p/gemm_double.cl", True),
        ("/p/a.cl", "/p/a.cl", True),
        ("/q/*.cl", "/p/a.cl", False),
        ("*.cl", "/q/a.cl", False),
        ("größe*.cl", "/p/größer.cl", True),
        ("a*b*c.cl", "/p/axxbyybzzc.cl", True),
        ("A.cl", "/p/a.cl", False),
        ("", "/p/a.cl", False),
    ],
)
def test_which_files_a_pattern_means(pattern: str, path: str, expected: bool) -> None:
    assert matches_path(anchored("/p", pattern), path) is expected


def test_drives_and_backslashes() -> None:
    assert matches_path(anchored("c:\\p", "src/*.cl"), "c:/p/src/a.cl")
    assert matches_path("d:/x/*.cl", "d:/x/a.cl")


def test_a_pattern_from_nowhere_counts_from_any_folder() -> None:
    assert matches_path(anchored("", "src/*.cl"), "/p/q/src/a.cl")


def test_no_pattern_takes_long() -> None:
    begin = time.process_time()
    assert not matches_path("**/" * 2000 + "*a" * 2000 + "b", "/" + "x/" * 2000 + "a" * 4000)
    assert time.process_time() - begin < 20
