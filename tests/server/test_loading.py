"""When a session loads the analysis: before its first answer, or beside it."""

from __future__ import annotations

import pytest

import opencl_ls.analysis
from opencl_ls.server import loading, session
from opencl_ls.server.kept_reports import KeptReports
from opencl_ls.server.session import Outbox
from opencl_ls.server.transport import EndOfInput, Inbox
from opencl_ls.settings.model import DEFAULT


@pytest.fixture
def begun(monkeypatch, tmp_path):
    """Run sessions that end after their greeting; return what they did, in its order."""
    found = []
    monkeypatch.setattr(session, "load", lambda settings: found.append(settings.target.std))
    monkeypatch.setattr(session, "await_loaded", lambda: found.append("waited"))
    params = {
        "workspaceFolders": [{"uri": tmp_path.as_uri(), "name": ""}],
        "initializationOptions": {"std": "CL1.2"},
        "capabilities": {},
    }
    greeting = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}

    def begin():
        inbox = Inbox()
        inbox.put(greeting)
        inbox.put(EndOfInput())
        session.run(inbox, Outbox(lambda _: found.append("answered")))
        return found

    return begin


def test_where_nothing_is_kept_the_analysis_comes_before_the_answer(begun):
    """All that a client opens then waits for it."""
    assert begun() == ["CL1.2", "waited", "answered"]


def test_where_something_is_kept_the_answer_comes_first(begun, monkeypatch):
    """What is kept is shown while the analysis, for the target of the folder, is loaded."""
    monkeypatch.setattr(KeptReports, "exist", lambda _: True)
    assert begun() == ["answered", "CL1.2"]


def test_the_trial_is_a_text_without_errors(monkeypatch):
    """A slip in it would leave parts of the analysis untried, for any target."""
    monkeypatch.setattr(loading, "_loading", [])
    monkeypatch.setattr("gc.freeze", lambda: None)
    check, seen = opencl_ls.analysis.check, []

    def noting(*arguments):
        snapshot = check(*arguments)
        seen.append([finding for finding in snapshot.findings if finding.severity == 1])
        return snapshot

    monkeypatch.setattr(opencl_ls.analysis, "check", noting)
    loading.load(DEFAULT)
    loading.await_loaded()
    assert seen == [[]]
