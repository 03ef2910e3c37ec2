"""Diagnostics that are kept on the disk from one session to the next."""

from __future__ import annotations

import pytest

from tests.e2e.wire import ENVIRONMENT, PUSH, change, notification, opening, replace, request

KERNEL = '#include "util.h"\nkernel void k(global int *p) { p[0] = SIZE; missing(); }\n'


@pytest.fixture
def session(wire, tmp_path, monkeypatch):
    """Start sessions that keep what they find; return how each begins and what it finds first."""
    monkeypatch.setitem(ENVIRONMENT, "OPENCL_LS_CACHE", str(tmp_path / "cache"))
    work = tmp_path / "work"
    work.mkdir()
    (work / "util.h").write_text("#define SIZE 4\n")
    (work / "a.cl").write_text(KERNEL)

    def begin(text=KERNEL, capabilities=PUSH):
        client = wire(capabilities, rootUri=work.as_uri())
        client.work, client.uri = work, (work / "a.cl").as_uri()
        client.send(*client.hello, opening(text, client.uri))
        return client

    return begin


def _kept(tmp_path):
    return sorted((tmp_path / "cache").glob("??/*"))


def _until_kept(client, tmp_path, count=1):
    """Ask until there are `count` entries: they are written when the session is idle."""
    while len(_kept(tmp_path)) < count:
        identifier = f"symbols {len(client.received)}"
        client.send(request(identifier, "textDocument/documentSymbol", _named(client)))
        client.answer(identifier)


def _named(client):
    return {"textDocument": {"uri": client.uri}}


def test_the_next_session_shows_the_same_at_once(session, tmp_path):
    first = session()
    found = first.diagnostics(1)
    assert "'missing'" in found[0]["message"]
    _until_kept(first, tmp_path)
    first.finish()

    # The cached text is shown, whatever it says: the test has changed it on the disk.
    [entry] = _kept(tmp_path)
    entry.write_text(entry.read_text().replace("'missing'", "'kept'"))
    second = session()
    assert "'kept'" in second.diagnostics(1)[0]["message"]
    # The analysis goes over it.
    assert second.diagnostics(1) == found
    second.finish()


@pytest.mark.parametrize(
    ("name", "text"),
    [("util.h", "#define SIZE 5\n"), ("opencl-ls.toml", 'std = "CL1.2"\n'), ("a.cl", "")],
    ids=["a header", "the settings", "the text"],
)
def test_what_has_changed_is_not_shown(session, tmp_path, name, text):
    first = session()
    first.diagnostics(1)
    _until_kept(first, tmp_path)
    first.finish()
    [entry] = _kept(tmp_path)
    entry.write_text(entry.read_text().replace("'missing'", "'kept'"))

    (first.work / name).write_text(text)
    second = session(KERNEL + "\n" if name == "a.cl" else KERNEL)
    assert "'missing'" in second.diagnostics(1)[0]["message"]
    second.finish()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"includes": [], "files": {}, "data": 7}'])
def test_a_damaged_entry_is_none(session, tmp_path, content):
    first = session()
    found = first.diagnostics(1)
    _until_kept(first, tmp_path)
    first.finish()
    [entry] = _kept(tmp_path)
    entry.write_text(content)
    second = session()
    assert second.diagnostics(1) == found
    second.finish()


def test_an_edit_ends_what_was_kept(session, tmp_path):
    first = session()
    first.diagnostics(1)
    _until_kept(first, tmp_path)
    first.finish()
    second = session()
    second.send(change(2, replace((1, 44), (1, 54), ""), uri=second.uri))
    assert second.diagnostics(2) == []
    second.finish()


def test_what_is_saved_is_kept(session, tmp_path):
    client = session()
    client.diagnostics(1)
    _until_kept(client, tmp_path)
    client.send(
        change(2, replace((1, 44), (1, 54), ""), uri=client.uri),
        notification("textDocument/didSave", _named(client)),
    )
    client.diagnostics(2)
    _until_kept(client, tmp_path, 2)
    client.finish()


def test_those_who_pull_pull_again_only_for_news(session, tmp_path):
    pull = {
        "textDocument": {"diagnostic": {}},
        "workspace": {"diagnostics": {"refreshSupport": True}},
    }
    first = session(capabilities=pull)
    first.send(request("pull", "textDocument/diagnostic", _named(first)))
    found = first.answer("pull")["result"]["items"]
    _until_kept(first, tmp_path)
    first.finish()
    [entry] = _kept(tmp_path)
    entry.write_text(entry.read_text().replace("'missing'", "'kept'"))

    second = session(capabilities=pull)
    second.send(request("pull", "textDocument/diagnostic", _named(second)))
    assert "'kept'" in second.answer("pull")["result"]["items"][0]["message"]
    second.until(lambda m: m.get("method") == "workspace/diagnostic/refresh")
    second.send(request("again", "textDocument/diagnostic", _named(second)))
    assert second.answer("again")["result"]["items"] == found
    second.finish()


LONG = "".join(f"kernel void k{n}(void) {{ missing{n}(); }}\n" for n in range(90))


@pytest.mark.parametrize("way", ["pushed", "pulled"])
def test_nothing_of_a_long_file_goes_while_it_is_analysed_again(session, tmp_path, way):
    """What is known of it by and by is less than what is kept."""
    pull = {
        "textDocument": {"diagnostic": {}},
        "workspace": {"diagnostics": {"refreshSupport": True}},
    }
    capabilities = PUSH if way == "pushed" else pull

    def pulled(client, name):
        client.send(request(name, "textDocument/diagnostic", _named(client)))
        return client.answer(name)["result"]["items"]

    first = session(LONG, capabilities)
    while len(first.diagnostics(1) if way == "pushed" else pulled(first, "pull")) < 90:
        pass
    _until_kept(first, tmp_path)
    first.finish()
    [entry] = _kept(tmp_path)
    entry.write_text(entry.read_text().replace("'missing", "'kept"))

    second = session(LONG, capabilities)
    if way == "pushed":
        states = [second.diagnostics(1), second.diagnostics(1)]
    else:
        states = [pulled(second, "pull")]
        before = len(second.received)
        states.append(pulled(second, "again"))
        # A server that is quicker than this client says so before it is asked again.
        second.until(lambda m: m.get("method") == "workspace/diagnostic/refresh", before)
        states.append(pulled(second, "renewed"))
    assert [len(state) for state in states] == [90] * len(states)
    assert "'kept0'" in states[0][0]["message"]
    assert "'missing0'" in states[-1][0]["message"]
    second.finish()
