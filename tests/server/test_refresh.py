"""Asking a client to pull its diagnostics again, and what it pulls then."""

from __future__ import annotations

from tests.support.conversation import Connected

REFRESH = "workspace/diagnostic/refresh"
CALLERS = 120
RELATED = {"textDocument": {"diagnostic": {"relatedDocumentSupport": True}}}
REFRESHED = {**RELATED, "workspace": {"diagnostics": {"refreshSupport": True}}}
HELIX = {
    "textDocument": {"diagnostic": {"relatedDocumentSupport": True}},
    "workspace": {"diagnostic": {"refreshSupport": True}},
}


def said_yes(client, asked):
    """Answer a request of the server's."""
    client.server.protocol.receive({"id": asked["id"], "result": None})


def test_what_is_news_before_the_answer_is_asked_for_after_it():
    client = Connected(REFRESHED)
    for _ in range(3):
        client.parts.diagnostics.renew_all()
    [first] = client.take(REFRESH)
    said_yes(client, first)
    [second] = client.take(REFRESH)
    said_yes(client, second)
    assert not client.take(REFRESH)
    client.parts.diagnostics.renew_all()
    assert client.take(REFRESH)


class Editor(Connected):
    """A client that pulls, with a header open and many functions that call into it."""

    def __init__(self, folder, capabilities=REFRESHED):
        super().__init__(capabilities)
        self.file = folder / "part.h"
        self.file.write_text("int part(int x);\n")
        self.header, self.main = self.file.as_uri(), (folder / "main.cl").as_uri()
        functions = "".join(f"int f{n}(int x) {{ return part(x); }}\n" for n in range(CALLERS))
        self.open(self.main, f'#include "part.h"\n{functions}')
        self.open(self.header, self.file.read_text())
        self.pull(self.main)
        self.settle()

    def pull(self, uri, previous=None):
        params = {"textDocument": {"uri": uri}, "previousResultId": previous}
        return self.request("textDocument/diagnostic", params)["result"]

    def widen(self):
        """Let the header's function want one argument more than all its callers give."""
        position = {"line": 0, "character": len("int part(int x")}
        span = {"start": position, "end": position}
        self.change(self.header, 2, {"range": span, "text": ", int y"})

    def settle(self):
        """Do nothing until the server has nothing to do; return how often it asked for a pull."""
        count = 0
        while True:
            self.rest()
            asked = self.take(REFRESH)
            if not asked:
                return count
            for each in asked:
                count += 1
                said_yes(self, each)


def test_what_a_headers_report_tells_of_others_is_completed(tmp_path):
    """Many functions depend on the edit: the first answer has some of them."""
    editor = Editor(tmp_path)
    assert editor.pull(editor.main)["items"] == []
    editor.widen()
    first = editor.pull(editor.header).get("relatedDocuments", {}).get(editor.main, {"items": []})
    assert len(first["items"]) < CALLERS

    assert editor.settle() > 0
    assert len(editor.pull(editor.main)["items"]) == CALLERS
    assert editor.settle() == 0


def test_the_client_is_asked_to_pull_the_includers_of_an_open_header_too(tmp_path):
    """Some do not look at what is related to a report."""
    editor = Editor(tmp_path)
    before = editor.pull(editor.main)["resultId"]
    editor.widen()
    assert editor.settle() > 0
    assert len(editor.pull(editor.main, before)["items"]) > 0


def test_a_capability_in_the_singular_counts(tmp_path):
    editor = Editor(tmp_path, HELIX)
    editor.widen()
    assert editor.settle() > 0


def test_nothing_is_unchanged_when_an_included_file_changed(tmp_path):
    """Not even where the findings are the same: nothing that was shown can be trusted."""
    editor = Editor(tmp_path)
    main, header = editor.pull(editor.main), editor.pull(editor.header)
    assert editor.pull(editor.main, main["resultId"])["kind"] == "unchanged"
    end = {"line": 9, "character": 0}
    editor.change(editor.header, 2, {"range": {"start": end, "end": end}, "text": "// more\n"})
    again = editor.pull(editor.main, main["resultId"])
    assert again["kind"] == "full"
    assert again["items"] == main["items"]
    assert editor.pull(editor.main, again["resultId"])["kind"] == "unchanged"
    assert editor.pull(editor.header, header["resultId"])["kind"] == "unchanged"


def test_what_is_related_never_comes_with_unchanged(tmp_path):
    """A client that gets this answer does not ask again."""
    editor = Editor(tmp_path, RELATED)
    header = editor.pull(editor.header)
    editor.widen()
    report = editor.pull(editor.header, header["resultId"])
    assert report["kind"] == "full"
    assert len(report["relatedDocuments"][editor.main]["items"]) == CALLERS


def test_many_keys_in_a_header_complete_its_includers_once(tmp_path):
    editor = Editor(tmp_path)
    editor.widen()
    editor.pull(editor.header)
    editor.host.computed.clear()
    editor.settle()
    once = len(editor.host.computed)

    editor = Editor(tmp_path)
    for _ in range(20):
        editor.widen()
        editor.pull(editor.header)
    editor.host.computed.clear()
    editor.settle()
    assert len(editor.host.computed) <= once


def test_who_cannot_be_asked_to_pull_again_gets_all_at_once(tmp_path):
    editor = Editor(tmp_path, RELATED)
    editor.widen()
    related = editor.pull(editor.header)["relatedDocuments"]
    assert len(related[editor.main]["items"]) == CALLERS


def test_a_header_without_a_report_of_its_own_has_its_includers_pulled_again(tmp_path):
    """One that is closed is not pulled, and brings no related reports."""
    editor = Editor(tmp_path)
    editor.widen()
    editor.pull(editor.header)
    editor.settle()
    editor.notify("textDocument/didClose", {"textDocument": {"uri": editor.header}})
    assert editor.settle() > 0
    editor.pull(editor.main)
    editor.settle()
    assert editor.pull(editor.main)["items"] == []

    editor.file.write_text("int part(int x, int y);\n")
    changes = [{"uri": editor.header, "type": 2}]
    editor.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    assert editor.settle() > 0
    editor.pull(editor.main)
    editor.settle()
    assert len(editor.pull(editor.main)["items"]) == CALLERS


def test_the_reports_of_a_cancelled_pull_about_others_come_with_the_next(tmp_path):
    editor = Editor(tmp_path, RELATED)
    editor.widen()
    wanted = {"textDocument": {"uri": editor.header}}
    pull = {"id": 7, "method": "textDocument/diagnostic", "params": wanted}
    inbox, analyses = editor.inbox, editor.parts.workspace.analyses
    inbox.put(pull)
    inbox.take()
    complete = analyses.complete

    def withdrawn(document):
        inbox.put({"method": "$/cancelRequest", "params": {"id": 7}})
        return complete(document)

    analyses.complete = withdrawn
    answer = editor.request("textDocument/diagnostic", wanted, 7)
    assert answer["error"]["code"] == -32800
    analyses.complete = complete
    inbox.put({"method": "exit"})
    inbox.take()
    related = editor.pull(editor.header)["relatedDocuments"]
    assert len(related[editor.main]["items"]) == CALLERS
