"""The targets of links of hovers, and the pages that are written for them in idle time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from opencl_ls.docs.importing.shelf import DiskShelf
from opencl_ls.reference.html import site as pages
from opencl_ls.reference.links import Target
from opencl_ls.reference.rule_files import rule_url
from opencl_ls.server.client import Client
from opencl_ls.server.local_site import LocalSite
from opencl_ls.server.scheduler import Scheduler
from opencl_ls.server.transport import Inbox
from opencl_ls.server.uris import path_of

FEW = [("style.css", "a"), ("cos.html", "b"), ("rules/x/y.html", "c"), ("index.html", "d")]
SIN, DIVERGENT = Target("sin"), Target("barrier/divergent", is_rule=True)


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The user's cache, into which a site of few pages is written."""
    monkeypatch.setattr(pages, "site_pages", lambda _shelf: iter(FEW))
    monkeypatch.setenv("OPENCL_LS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def made(client: Client, shelf: DiskShelf) -> tuple[LocalSite, Scheduler]:
    scheduler = Scheduler(Inbox())
    return LocalSite(client, scheduler, shelf), scheduler


def work(scheduler: Scheduler, steps: int = 10_000) -> int:
    """Do all work for idle time; return how many steps it took."""
    for done in range(steps):
        step = scheduler.step()
        if step is None:
            return done
        step()
    return steps


def test_a_client_with_commands_gets_commands(cache: Path, tmp_path: Path) -> None:
    site, scheduler = made(Client(command_links=True), DiskShelf(tmp_path))
    assert site.address(Target("long long")) == (
        "command:opencl.openDocumentation?%5B%22long%20long%22%5D"
    )
    assert site.address(DIVERGENT) == "command:opencl.explainRule?%5B%22barrier%2Fdivergent%22%5D"
    assert work(scheduler) == 0
    assert not list(cache.rglob("*.html"))


def test_pages_of_a_hover_are_written_before_all_others(cache: Path, tmp_path: Path) -> None:
    site, scheduler = made(Client(), DiskShelf(tmp_path))
    addresses = [site.address(SIN), site.address(DIVERGENT), site.address(Target("vload4"))]
    assert not any(Path(path_of(each or "")).exists() for each in addresses)
    assert site.address(Target("nothing")) is None
    work(scheduler, 5)
    written = {path.relative_to(cache / "reference").as_posix() for path in cache.rglob("*.*")}
    assert written == {
        "style.css",
        "search.js",
        "sin.html",
        "rules/barrier/divergent.html",
        "vloadn.html",
    }
    assert all(Path(path_of(each or "")).is_file() for each in addresses)


def test_the_rest_is_written_once_for_a_build(cache: Path, tmp_path: Path) -> None:
    site, scheduler = made(Client(), DiskShelf(tmp_path))
    site.address(SIN)
    work(scheduler)
    for place, text in FEW:
        assert (cache / "reference" / place).read_text("utf-8") == text
    (cache / "reference" / "cos.html").unlink()
    again, scheduler = made(Client(), DiskShelf(tmp_path))
    again.address(SIN)
    work(scheduler)
    assert not (cache / "reference" / "cos.html").exists()
    # The target of a hover's link is written in any case.
    again.address(Target("cos"))
    work(scheduler)
    assert (cache / "reference" / "cos.html").is_file()
    assert not [path for path in cache.rglob("*") if re.search(r"\.\d+$", path.name)]


def test_another_build_writes_its_own(cache: Path, tmp_path: Path) -> None:
    site, scheduler = made(Client(), DiskShelf(tmp_path))
    (cache / "reference" / "written").write_text("another")
    (cache / "reference" / "cos.html").write_text("old")
    site.address(SIN)
    work(scheduler)
    assert (cache / "reference" / "cos.html").read_text("utf-8") != "old"


def test_where_nothing_can_be_written_names_are_plain(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    for cache in ("", str(tmp_path / "file")):
        monkeypatch.setenv("OPENCL_LS_CACHE", cache)
        site, scheduler = made(Client(), DiskShelf(tmp_path))
        assert site.address(SIN) is None
        # The pages of rules come with the program.
        assert site.address(DIVERGENT) == rule_url("barrier/divergent")
        assert work(scheduler) == 0


def test_a_folder_that_becomes_full_ends_the_work(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, scheduler = made(Client(), DiskShelf(tmp_path))

    def full(*_arguments: object, **_named: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    site.address(SIN)
    work(scheduler)
    assert not list(cache.rglob("*.html"))
