"""What a run of `check` found is kept for the next one, and holds no longer than it is true."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest

from opencl_ls import disk_cache
from opencl_ls.analysis.item_cache import ItemCache
from opencl_ls.cache_folder import cache_folder
from opencl_ls.cli import checker
from opencl_ls.cli.main import main
from opencl_ls.cli.options import parse_check

if TYPE_CHECKING:
    from pathlib import Path

KERNEL = '#include "util.h"\nkernel void k(global int *p) { p[0] = SIZE; missing(); }\n'


class Bench:
    """A folder with a kernel, a cache beside it, and a count of the analyses."""

    def __init__(
        self, folder: Path, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch
    ) -> None:
        self.folder = folder / "work"
        self.include = self.folder / "include"
        self.include.mkdir(parents=True)
        self.cache = folder / "cache"
        self.write("k.cl", KERNEL)
        self.write("include/util.h", "#define SIZE 4\n")
        self._capsys = capsys
        self.analysed = 0
        patch.setenv("OPENCL_LS_CACHE", str(self.cache))
        patch.chdir(self.folder)
        original = checker.analyse

        def counting(*arguments):
            self.analysed += 1
            return original(*arguments)

        patch.setattr(checker, "analyse", counting)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, "utf-8")

    def run(self, *options: str) -> tuple[int, str]:
        """Check the kernel; return how many analyses it took and what was printed."""
        self.analysed = 0
        main(["check", "k.cl", "-I", "include", "--no-color", *options])
        return self.analysed, self._capsys.readouterr().out


@pytest.fixture
def bench(tmp_path, capsys, monkeypatch) -> Bench:
    return Bench(tmp_path, capsys, monkeypatch)


def test_a_second_run_says_the_same_and_analyses_nothing(bench: Bench) -> None:
    first, said = bench.run()
    again, same = bench.run()
    assert (first, again) == (1, 0)
    assert "there is no function 'missing'" in said
    assert same == said


def test_formats_and_fixes_live_from_the_cache_too(bench: Bench) -> None:
    bench.write("k.cl", "kernel void k(global int *p) { p[0] = get_glbal_id(0); }\n")
    fresh = [bench.run("--format", "json", "--no-cache"), bench.run("--diff", "--unsafe-fixes")]
    kept = [bench.run("--format", "json"), bench.run("--diff", "--unsafe-fixes")]
    assert [said for _, said in kept] == [said for _, said in fresh]
    assert kept[0][0] == 0


def test_where_headers_were_looked_for_is_kept(bench: Bench) -> None:
    """`--watch` has to see one appear, also where nothing was analysed."""
    check = checker.Checker(parse_check(["k.cl", "-I", "near", "-I", "include"]))
    fresh = check("k.cl")
    assert fresh.missed == ("util.h", "near/util.h")
    assert check.cached("k.cl") == fresh


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("k.cl", KERNEL + "\n"),
        ("include/util.h", "#define SIZE 5\n"),
        ("util.h", "#define SIZE 6\n"),
        ("opencl-ls.toml", 'std = "CL1.2"\n'),
    ],
    ids=["the file", "a header", "a header that goes before", "the settings"],
)
def test_what_changed_is_analysed_again(bench: Bench, file: str, text: str) -> None:
    bench.run()
    bench.write(file, text)
    assert bench.run()[0] == 1
    assert bench.run()[0] == 0


def test_a_header_that_was_missing_and_comes(bench: Bench) -> None:
    (bench.include / "util.h").unlink()
    assert "not found" in bench.run()[1]
    assert bench.run()[0] == 0
    bench.write("include/util.h", "#define SIZE 4\n")
    analysed, said = bench.run()
    assert analysed == 1
    assert "not found" not in said


@pytest.mark.parametrize("option", ["--std=CL1.2", "-DSIZE=3", "--severity=call=warning"])
def test_other_options_are_another_entry(bench: Bench, option: str) -> None:
    bench.run()
    assert bench.run(option)[0] == 1
    assert bench.run(option)[0] == 0
    assert bench.run()[0] == 0


def test_no_cache_neither_reads_nor_writes(bench: Bench) -> None:
    assert bench.run("--no-cache")[0] == 1
    assert not bench.cache.exists()
    bench.run()
    assert bench.run("--no-cache")[0] == 1


def test_items_are_kept_for_other_texts(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """In another text of the file, the functions that stayed the same are not analysed."""
    analyse = Mock(wraps=ItemCache.analyse)
    monkeypatch.setattr(ItemCache, "analyse", lambda *each: analyse(*each))  # noqa: PLW0108
    said = bench.run()[1]
    assert analyse.call_count == 1
    bench.write("k.cl", f"{KERNEL}void other(void) {{}}\n")
    assert bench.run() == (1, said)
    assert [call.args[1] for call in analyse.call_args_list[1:]] == ["void other(void) {}"]


def test_the_oldest_entries_leave_room(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a day, entries are removed until the rest is small enough."""
    bench.run()
    before = set(bench.cache.glob("??/*"))
    assert before
    monkeypatch.setattr(disk_cache, "_LARGEST", 0)
    (bench.cache / "pruned").unlink()
    bench.write("k.cl", f"{KERNEL}void other(void) {{}}\n")
    bench.run()
    assert not before & set(bench.cache.glob("??/*"))


@pytest.mark.parametrize("content", ["", "{", "[]", '{"includes": []}', "\x00", "1" * 5000])
def test_a_damaged_entry_is_none(bench: Bench, content: str) -> None:
    said = bench.run()[1]
    for path in bench.cache.glob("??/*"):
        path.write_text(content, "utf-8")
    assert bench.run() == (1, said)


def test_a_folder_that_cannot_be_used_costs_nothing_else(bench: Bench) -> None:
    bench.cache.write_text("a file where the folder should be", "utf-8")
    assert bench.run()[0] == 1
    assert bench.run()[0] == 1


def test_the_folder_is_that_of_the_users_caches(monkeypatch, tmp_path) -> None:
    monkeypatch.delenv("OPENCL_LS_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert cache_folder() == tmp_path / "opencl-ls"
