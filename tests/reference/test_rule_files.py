"""The pages of the rules as files: a checkout writes one when it is asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest

from opencl_ls.analysis.catalogue import all_rules, rule
from opencl_ls.reference import rule_files
from opencl_ls.reference.rules import rule_text

CODE = "barrier/divergent"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have the pages of a checkout in a folder of the test's own."""
    monkeypatch.setattr(rule_files, "_FOLDER", tmp_path / "rules")
    monkeypatch.setattr(rule_files, "_IN_CHECKOUT", True)
    rule_files.rule_url.cache_clear()
    yield tmp_path / "rules"
    rule_files.rule_url.cache_clear()


def opened(code: str) -> Path:
    """Return the file that an editor opens for a rule."""
    return Path(url2pathname(urlsplit(rule_files.rule_url(code)).path))


def test_a_page_is_written_when_it_is_asked_for(folder: Path) -> None:
    assert opened(CODE) == folder / f"{CODE}.md"
    text = opened(CODE).read_text("utf-8")
    assert text == rule_text(rule(CODE))
    assert text.startswith(
        "# barrier/divergent\n\nSeverity: warning. OpenCL C: all. Since opencl-ls 0.1.\n"
    )
    assert [path.name for path in folder.rglob("*.*")] == ["divergent.md"]


def test_the_page_of_an_earlier_rule_is_written_anew(folder: Path) -> None:
    page = folder / f"{CODE}.md"
    page.parent.mkdir(parents=True)
    page.write_text("# Before\n")
    assert opened(CODE).read_text("utf-8") == rule_text(rule(CODE))


def test_an_installation_has_its_pages(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_files, "_IN_CHECKOUT", False)
    assert opened(CODE) == folder / f"{CODE}.md"
    assert not folder.exists()


def test_a_checkout_that_cannot_be_written_to_shows_the_rule_itself(folder: Path) -> None:
    folder.write_text("A file where the folder would be.\n")
    assert '"""A barrier that only some of the work-items' in opened(CODE).read_text("utf-8")


def test_the_build_writes_all_of_them(folder: Path) -> None:
    assert rule_files.main() == 0
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*.*")}
    assert found == {f"{each.code}.md" for each in all_rules()}


def test_pages_need_no_parser() -> None:
    """A wheel for another processor is built with a parser that cannot be loaded here."""
    script = (
        "import sys; sys.modules['tree_sitter'] = sys.modules['opencl_ls.syntax._parser'] = None\n"
        "from opencl_ls.reference.rule_files import all_rules, rule_text\n"
        "print(sum(len(rule_text(each)) for each in all_rules()))"
    )
    finished = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert finished.stderr == ""
    assert int(finished.stdout) == sum(len(rule_text(each)) for each in all_rules())
