"""The check of many files by several processes."""

from __future__ import annotations

import os

import pytest

from opencl_ls.cli import workers
from opencl_ls.cli.model import FileResult
from opencl_ls.cli.workers import check_all, process_count, shares


@pytest.mark.parametrize(
    ("costs", "number", "expected"),
    [
        ([1, 1, 1, 1], 2, [[0, 1], [2, 3]]),
        ([1, 2, 3, 9], 2, [[2, 1, 0], [3]]),
        ([9, 1, 2, 3], 2, [[0], [3, 2, 1]]),
        ([0, 0, 0], 3, [[0], [1], [2]]),
        ([8, 1], 3, [[], [0], [1]]),
    ],
)
def test_a_share_has_neighbours_of_equal_cost_and_begins_with_the_dearest(
    costs: list[int], number: int, expected: list[list[int]]
) -> None:
    assert [list(each) for each in shares(costs, number)] == expected


def test_small_runs_start_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "processors", lambda: 4)
    monkeypatch.setattr(workers, "_LEAST_BYTES", 10_000)
    monkeypatch.setattr(workers, "_LEAST_FILES", 6)
    assert process_count([900] * 5, None) == 1
    assert process_count([10], None) == 1
    assert process_count([900] * 12, None) == 2
    assert process_count([20_000, 30_000], None) == 2
    assert process_count([9_000] * 100, None) == 4
    assert process_count([10] * 3, 8) == 3
    assert process_count([10] * 100, 8) == 8


def named(path: str) -> FileResult:
    """Return a result for a path; end the process at the path `end`."""
    if path == "end":
        os._exit(1)
    return FileResult(path)


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_are_in_the_order_of_the_paths(jobs: int) -> None:
    paths = [str(number) for number in range(20)]
    assert [each.path for each in check_all(named, paths, jobs)] == paths


def test_the_end_of_a_process_costs_only_the_files_that_it_has() -> None:
    paths = [str(number) for number in range(10)] + ["end"]
    results = list(check_all(named, paths, 2))
    assert [each.path for each in results] == paths
    failed = [each for each in results if not each.checked]
    assert "end" in [each.path for each in failed]
    assert len(failed) <= 2
    assert failed[0].problems[0].message == "not checked: a worker process ended; try -j 1"


def test_the_end_of_all_processes_leaves_the_rest_unchecked() -> None:
    results = list(check_all(named, ["end"] * 9, 2))
    assert [each.checked for each in results] == [False] * 9
