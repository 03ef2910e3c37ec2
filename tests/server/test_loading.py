"""A session loads the analysis before its first answer."""

from __future__ import annotations

import pytest

from opencl_ls.analysis import host
from opencl_ls.server import loading, session
from opencl_ls.server.session import Outbox
from opencl_ls.server.transport import EndOfInput, Inbox
from opencl_ls.settings.model import DEFAULT


@pytest.fixture
def begun(monkeypatch, tmp_path):
    """Run sessions that end after their greeting; return what they did, in its order."""
    found = []
    monkeypatch.setattr(session, "load", lambda settings: found.append(settings.target.std))
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


def test_the_analysis_is_loaded_before_the_answer(begun):
    """All that a client opens then would wait for it, for the target of the folder."""
    assert begun() == ["CL1.2", "answered"]


def test_the_trial_is_a_text_without_errors(monkeypatch):
    """A slip in it would leave parts of the analysis untried, for any target."""
    monkeypatch.setattr(loading, "_loaded", [])
    monkeypatch.setattr("gc.freeze", lambda: None)
    check, seen = host.check, []

    def noting(*arguments):
        analysis = check(*arguments)
        seen.append([finding for finding in analysis.findings if finding.severity == 1])
        return analysis

    monkeypatch.setattr(host, "check", noting)
    loading.load(DEFAULT)
    assert seen == [[]]
