"""Reports about the files of a workspace that are not open."""

from __future__ import annotations

import pytest

from opencl_ls.processes import FORKS
from opencl_ls.server import workspace_diagnostics
from tests.support.conversation import Connected

PULLS = {
    "textDocument": {"diagnostic": {}},
    "workspace": {"diagnostics": {"refreshSupport": True}},
}
BAD = "kernel void k(void) { missing(); }\n"
GOOD = "kernel void k(void) {}\n"
CHANGED = 2


class Editor(Connected):
    """A client that asks for reports of its workspace."""

    def __init__(self, folder):
        super().__init__(PULLS, workspaceFolders=[{"uri": folder.as_uri(), "name": ""}])
        self.folder = folder
        self.known = {}
        self.number = 0

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path.as_uri()

    def changed(self, name):
        events = [{"uri": (self.folder / name).as_uri(), "type": CHANGED}]
        self.notify("workspace/didChangeWatchedFiles", {"changes": events})

    def ask(self, token="token"):
        """Send the request, and do all that there is to do; return its id."""
        self.number += 1
        known = [{"uri": uri, "value": value} for uri, value in self.known.items()]
        params = {"previousResultIds": known}
        if token is not None:
            params["partialResultToken"] = token
        message = {"id": self.number, "method": "workspace/diagnostic", "params": params}
        self.server.protocol.receive(message)
        self.rest()
        return self.number

    def answer(self, number):
        """Return the findings by file that came for a request; None where it has no answer yet."""
        found = [m for m in self.hear() if m.get("id") == number and "method" not in m]
        if not found:
            return None
        parts = [part["params"]["value"]["items"] for part in self.take("$/progress")]
        parts.append(found[0]["result"]["items"])
        return self.read([report for part in parts for report in part])

    def read(self, reports):
        self.known.update((report["uri"], report["resultId"]) for report in reports)
        return {
            report["uri"]: [each["code"] for each in report["items"]]
            for report in reports
            if report["kind"] == "full"
        }


@pytest.fixture
def editor(tmp_path):
    (tmp_path / "w").mkdir()
    return Editor(tmp_path / "w")


@pytest.mark.parametrize(("capabilities", "can"), [(PULLS, True), ({}, None)])
def test_only_clients_that_pull_learn_that_they_can_ask(capabilities, can):
    provider = Connected(capabilities).greeting["capabilities"].get("diagnosticProvider", {})
    assert provider.get("workspaceDiagnostics") is can


def test_all_kernels_have_a_report(editor):
    bad = editor.write("a.cl", '#include "part.h"\nkernel void k(void) { missing(PART); }\n')
    good = editor.write("sub/b.cl", GOOD)
    editor.write("part.h", "#define PART 1\n")
    editor.write(".hidden.cl", BAD)
    opened = editor.write("open.cl", GOOD)
    editor.open(opened, BAD)
    found = editor.answer(editor.ask())
    assert found == {bad: ["call/undeclared-function"], good: [], opened: found[bad]}


def test_an_open_document_is_reported_as_it_is(editor):
    uri = editor.write("a.cl", BAD)
    editor.open(uri, GOOD, version=7)
    editor.ask(token=None)
    [answer] = [m for m in editor.hear() if m.get("id") == editor.number]
    [report] = answer["result"]["items"]
    assert (report["version"], report["items"]) == (7, [])
    pulled = editor.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    assert report["resultId"] == pulled["result"]["resultId"]


REFRESH = "workspace/diagnostic/refresh"


def test_who_takes_no_parts_is_answered_at_once_and_asked_to_ask_again(editor):
    """Neovim asks so whenever it is asked to refresh, and waits for the answer."""
    uri = editor.write("a.cl", BAD)
    opened = editor.write("open.cl", BAD)
    editor.open(opened, BAD)
    assert editor.answer(editor.ask(token=None)) == {opened: ["call/undeclared-function"]}
    [asked] = editor.take(REFRESH)
    editor.server.protocol.receive({"id": asked["id"], "result": None})
    assert editor.answer(editor.ask(token=None)) == {uri: ["call/undeclared-function"]}
    assert not editor.take(REFRESH)
    assert editor.answer(editor.ask(token=None)) == {}
    editor.write("a.cl", GOOD)
    editor.changed("a.cl")
    editor.rest()
    assert editor.take(REFRESH)
    assert editor.answer(editor.ask(token=None)) == {uri: []}


def test_an_answer_waits_for_news(editor):
    uri = editor.write("a.cl", BAD)
    other = editor.write("b.cl", GOOD)
    assert editor.answer(editor.ask()) == {uri: ["call/undeclared-function"], other: []}
    waiting = editor.ask()
    assert editor.answer(waiting) is None
    editor.changed("b.cl")
    editor.rest()
    assert editor.answer(waiting) is None
    editor.write("a.cl", GOOD)
    editor.changed("a.cl")
    editor.rest()
    assert editor.answer(waiting) == {uri: []}


def test_a_header_that_changes_is_news_of_who_includes_it(editor):
    uri = editor.write("a.cl", '#include "part.h"\nint a = PART;\n')
    editor.write("part.h", "#define PART 1\n")
    editor.answer(editor.ask())
    waiting = editor.ask()
    editor.write("part.h", "\n")
    editor.changed("part.h")
    editor.rest()
    assert uri in editor.answer(waiting)


def test_settings_that_change_are_news(editor):
    uri = editor.write("a.cl", "#ifdef WRONG\n#error bad\n#endif\n" + GOOD)
    editor.answer(editor.ask())
    waiting = editor.ask()
    settings = {"opencl": {"defines": ["WRONG"]}}
    editor.notify("workspace/didChangeConfiguration", {"settings": settings})
    editor.rest()
    assert editor.answer(waiting) == {uri: ["preprocessor/error-directive"]}


def test_a_file_that_goes_has_no_findings_any_more(editor):
    one, two = editor.write("a.cl", BAD), editor.write("b.cl", BAD)
    editor.answer(editor.ask())
    (editor.folder / "a.cl").unlink()
    editor.changed("a.cl")
    assert editor.answer(editor.ask()) == {one: []}
    editor.open(two, GOOD)
    assert editor.answer(editor.ask()) == {two: []}


def test_results_come_in_parts_to_a_client_that_takes_them(editor, monkeypatch):
    monkeypatch.setattr(workspace_diagnostics, "_BATCH", 2)
    uris = [editor.write(f"{number}.cl", BAD) for number in range(5)]
    number = editor.ask()
    parts = editor.take("$/progress")
    assert [part["params"]["token"] for part in parts] == ["token"] * 2
    found = [editor.read(part["params"]["value"]["items"]) for part in parts]
    found.append(editor.answer(number))
    assert [len(part) for part in found] == [2, 2, 1]
    assert sorted(uri for part in found for uri in part) == uris


def test_a_request_that_waits_can_be_cancelled(editor):
    editor.write("a.cl", BAD)
    editor.answer(editor.ask())
    waiting = editor.ask()
    editor.notify("$/cancelRequest", {"id": waiting})
    [answer] = [m for m in editor.hear() if m.get("id") == waiting]
    assert answer["error"]["code"] == -32800
    editor.changed("a.cl")
    editor.rest()
    assert len([m for m in editor.hear() if m.get("id") == waiting]) == 1


def test_a_bool_cancels_no_request_that_waits(editor):
    editor.write("a.cl", BAD)
    editor.number = -1
    editor.answer(editor.ask())
    waiting = editor.ask()
    assert waiting == 1
    editor.notify("$/cancelRequest", {"id": True})
    assert [m for m in editor.hear() if m.get("id") == waiting] == []


def test_of_two_requests_the_older_one_ends(editor):
    editor.write("a.cl", BAD)
    editor.answer(editor.ask())
    first, second = editor.ask(), editor.ask()
    [answer] = [m for m in editor.hear() if m.get("id") == first]
    assert answer["error"]["code"] == -32800
    assert editor.answer(second) is None


def test_the_end_of_the_session_answers_what_waits(editor):
    editor.write("a.cl", BAD)
    editor.answer(editor.ask())
    waiting = editor.ask()
    assert editor.request("shutdown", None)["result"] is None
    [answer] = [m for m in editor.hear() if m.get("id") == waiting]
    assert answer["error"]["code"] == -32800


def test_a_function_is_one_step(editor):
    """A key waits for no more than that."""
    editor.write("a.cl", "".join(f"int f{n}(int a) {{ return a + {n}; }}\n" for n in range(300)))
    editor.number += 1
    params = {"previousResultIds": [], "partialResultToken": 1}
    editor.server.protocol.receive({"id": 1, "method": "workspace/diagnostic", "params": params})
    assert editor.rest() > 200
    assert editor.answer(1)


def test_a_file_that_cannot_be_read_is_none(editor):
    (editor.folder / "bytes.cl").write_bytes(b"\xff\xfe\x00")
    (editor.folder / "gone.cl").symlink_to(editor.folder / "nothing")
    (editor.folder / "loop.cl").symlink_to(editor.folder / "loop.cl")
    (editor.folder.parent / "outside.cl").write_text(BAD)
    (editor.folder / "link.cl").symlink_to(editor.folder.parent / "outside.cl")
    found = editor.answer(editor.ask())
    assert found[(editor.folder / "link.cl").as_uri()] == []
    assert (editor.folder / "bytes.cl").as_uri() in found


def test_forked_processes_find_the_same(editor, monkeypatch):
    monkeypatch.setattr(workspace_diagnostics, "_MANY", 2)
    monkeypatch.setattr(workspace_diagnostics, "worker_count", lambda: 2 if FORKS else 0)
    expected = {
        editor.write(f"{number}.cl", BAD): ["call/undeclared-function"] for number in range(6)
    }
    assert editor.answer(editor.ask()) == expected


def test_what_a_process_found_is_taken(editor, monkeypatch):
    class Done:
        def __init__(self, work, count):
            self.work = work

        def messages(self):
            return list(self.work(0, 1))

        def end(self):
            pass

    monkeypatch.setattr(workspace_diagnostics, "_MANY", 1)
    monkeypatch.setattr(workspace_diagnostics, "Workers", Done)
    uri = editor.write("a.cl", BAD)
    number = editor.ask()
    found = editor.answer(number)
    assert list(found) == [uri]
    assert len(found[uri]) == 1
