"""The pages in a real browser, read from the disk."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from opencl_ls.reference import reference
from opencl_ls.reference.html.site import single_page
from tests.support import reference_pages

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 120
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--enable-logging=stderr",
)
DARK, LIGHT = "preferredColorScheme=0", "preferredColorScheme=1"

Browser = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def program() -> str:
    found = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is None:
        pytest.skip(f"no browser: install one of {', '.join(PROGRAMS)}")
    return found


@pytest.fixture(scope="module")
def site(program: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    for place, text in reference_pages.site().items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


@pytest.fixture
def browser(program: str, tmp_path: Path) -> Browser:
    def run(page: Path, *options: str, place: str = "") -> subprocess.CompletedProcess[str]:
        profile = f"--user-data-dir={tmp_path / 'profile'}"
        command = [program, *QUIET, profile, *options, page.as_uri() + place]
        return subprocess.run(
            command, capture_output=True, text=True, check=True, timeout=PATIENCE, cwd=tmp_path
        )

    return run


def found(dom: str) -> list[tuple[str, str]]:
    """Return the files and names that the search box shows."""
    [listed] = re.findall(r'<ul id="found"[^>]*>(.*?)</ul>', dom, re.S)
    return re.findall(r'<a href="([^"]+)"><b>(.*?)</b>', listed)


@pytest.mark.parametrize(
    ("page", "query", "name"),
    [
        ("index.html", "barrier", "barrier"),
        ("rules/barrier/divergent.html", "barrier", "barrier"),
        ("sin.html", "NAN", "NAN"),
        ("sin.html", "barrier/divergent", "barrier/divergent"),
    ],
)
def test_the_search_finds_a_name(
    browser: Browser, site: Path, page: str, query: str, name: str
) -> None:
    shown = browser(site / page, "--dump-dom", place=f"#q={query}")
    file, first = found(shown.stdout)[0]
    assert first == name
    assert (site / page).parent.joinpath(file).resolve().is_file()
    # What the page's own policy forbids is reported on the console.
    assert "Content Security Policy" not in shown.stderr


def test_the_search_finds_words_of_a_summary(browser: Browser, site: Path) -> None:
    dom = browser(site / "index.html", "--dump-dom", place="#q=the%20square%20root").stdout
    assert "sqrt" in [name for _, name in found(dom)][:3]
    assert browser(site / "index.html", "--dump-dom", place="#q=zzzz").stdout.count("<b>") == 0


def ground(picture: Path) -> tuple[int, ...]:
    """Return the colour of the first pixel of a PNG."""
    data = picture.read_bytes()
    packed = b""
    at = 8
    while at < len(data):
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        packed += data[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    # A row begins with its filter, of which each leaves the first pixel of the first row alone.
    return tuple(zlib.decompressobj().decompress(packed, 4)[1:4])


@pytest.mark.parametrize("is_single", [False, True])
def test_colours_follow_the_system(
    browser: Browser, site: Path, tmp_path: Path, is_single: bool
) -> None:
    page = site / "barrier.html"
    if is_single:
        page = tmp_path / "page.html"
        page.write_text(single_page("barrier", reference("barrier", None)), "utf-8")
    grounds = []
    for scheme in (LIGHT, DARK):
        picture = tmp_path / f"{scheme}.png"
        shown = browser(page, f"--blink-settings={scheme}", f"--screenshot={picture}")
        assert "Content Security Policy" not in shown.stderr
        grounds.append(ground(picture))
    assert grounds == [(0xFF, 0xFF, 0xFF), (0x15, 0x19, 0x1B)]


def asked_for(browser: Browser, page: Path, log: Path) -> set[str]:
    """Return what a page asks other machines for; the browser's own requests have no origin."""
    browser(page, "--dump-dom", f"--log-net-log={log}", place="#q=barrier")
    events = [each.get("params", {}) for each in json.loads(log.read_text("utf-8"))["events"]]
    return {
        each["url"] for each in events if each.get("initiator", "not an origin") != "not an origin"
    }


def test_no_request_leaves(browser: Browser, site: Path, tmp_path: Path) -> None:
    """Nor could one: the page's policy forbids what is not ours."""
    picture = '<img src="http://example.org/a.png">'
    foreign = tmp_path / "foreign.html"
    foreign.write_text(f"<!doctype html>{picture}", "utf-8")
    log = tmp_path / "net.json"
    assert asked_for(browser, foreign, log) == {"http://example.org/a.png"}
    assert asked_for(browser, site / "barrier.html", log) == set()
    spoiled = site / "spoiled.html"
    text = (site / "barrier.html").read_text("utf-8")
    spoiled.write_text(text.replace("<h1>", f"{picture}<h1>"), "utf-8")
    assert asked_for(browser, spoiled, log) == set()
