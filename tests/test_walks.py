"""The walks of docs/walks.md, followed: the functions that they name are called in that order."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import opencl_ls
from opencl_ls.cli.main import main
from opencl_ls.server.session import Session
from opencl_ls.server.transport import EndOfInput
from tests.support.conversation import Connected

PACKAGE = Path(opencl_ls.__file__).parent
PAGE = (PACKAGE.parent / "docs" / "walks.md").read_text("utf-8")
_STEP = re.compile(r"`([\w/]+\.py)`\s+`([\w.]+)`")
_IN_THE_SERVER = re.compile(r"^\d\. `server/", re.M)

URI = "file:///w/a.cl"
TEXT = "kernel void k(global int *p) { p[0] = 1; }\nkernel void l(global int *p) { p[1] = 2; }\n"
PUSH = {"textDocument": {"publishDiagnostics": {}}}

Step = tuple[str, str]


def section(title: str) -> str:
    """Return what the page says below a heading of the second level."""
    return PAGE.partition(f"## {title}\n")[2].partition("\n#")[0]


def steps(title: str) -> list[Step]:
    return [(match[1], match[2]) for match in _STEP.finditer(section(title))]


def called(work: Callable[[], object]) -> list[Step]:
    """Return the functions of ours that are called, each where it is called first."""
    seen: dict[Step, None] = {}
    root = str(PACKAGE) + "/"

    def note(frame, event, _):
        if event == "call" and frame.f_code.co_filename.startswith(root):
            name = frame.f_code.co_qualname.rpartition("<locals>.")[2]
            seen.setdefault((frame.f_code.co_filename.removeprefix(root), name))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return list(seen)


def out_of_order(walk: list[Step], happened: list[Step]) -> list[Step]:
    """Return the steps of a walk that were not called, or before the one that they follow."""
    places = {step: number for number, step in enumerate(happened)}
    wrong, last = [], -1
    for step in walk:
        place = places.get(step, -1)
        if place < last or place < 0:
            wrong.append(step)
        last = max(last, place)
    return wrong


@pytest.fixture
def opened() -> Iterator[tuple[Connected, Session]]:
    """A session with a document open that is analysed, and a client that has gone to sleep."""
    client = Connected(PUSH)
    client.open(URI, TEXT)
    client.rest()
    serving = Session(client.server, client.inbox, client.outbox)
    serving._initialized = True
    yield client, serving
    client.hear()


def test_a_key(opened):
    client, serving = opened
    at = {"line": 1, "character": TEXT.splitlines()[1].index("2")}
    edit = {"range": {"start": at, "end": at}, "text": "3"}
    document = {"uri": URI, "version": 2}
    params = {"textDocument": document, "contentChanges": [edit]}
    client.inbox.put({"method": "textDocument/didChange", "params": params})
    client.inbox.put(EndOfInput())
    assert not out_of_order(steps("A key"), called(lambda: (serving.serve(), client.rest())))


def test_a_hover(opened):
    client, serving = opened
    position = {"line": 0, "character": TEXT.index("p[0]")}
    params = {"textDocument": {"uri": URI}, "position": position}
    client.inbox.put({"id": 1, "method": "textDocument/hover", "params": params})
    client.inbox.put(EndOfInput())
    assert not out_of_order(steps("A hover"), called(serving.serve))


def test_a_check(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("OPENCL_LS_CACHE", str(tmp_path / "cache"))
    (tmp_path / "a.cl").write_text("kernel void never_seen(void) { missing(); }\n")
    walk = steps("`opencl-ls check FILE`")
    assert not out_of_order(walk, called(lambda: main(["check", str(tmp_path / "a.cl")])))
    assert "missing" in capsys.readouterr().out


@pytest.mark.parametrize("title", ["A key", "A hover"])
def test_the_servers_part_is_short(title):
    assert 0 < len(_IN_THE_SERVER.findall(section(title))) <= 5


def test_a_step_that_is_not_there_is_found():
    happened = [("a.py", "one"), ("a.py", "two")]
    assert out_of_order([("a.py", "one"), ("a.py", "two")], happened) == []
    assert out_of_order([("a.py", "two"), ("a.py", "one")], happened) == [("a.py", "one")]
    assert out_of_order([("a.py", "three")], happened) == [("a.py", "three")]
