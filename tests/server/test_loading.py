"""The analysis is loaded after the answer to `initialize`, in steps."""

from __future__ import annotations

import sys

from opencl_ls.analysis.host import Host
from opencl_ls.server import loading
from opencl_ls.settings.model import DEFAULT
from tests.support.conversation import Connected


def test_the_trial_is_a_text_without_errors(monkeypatch):
    """A slip in it would leave parts of the analysis untried, for any target.

    The second one loads error recovery.
    """
    monkeypatch.setattr(loading, "_loaded", [])
    monkeypatch.setattr("gc.freeze", lambda: None)
    complete, errors = Host.analysis, {}

    def noting(host, path):
        analysis = complete(host, path)
        errors[path] = [each.code for each in analysis.findings if each.severity == 1]
        return analysis

    monkeypatch.setattr(Host, "analysis", noting)
    assert len(list(loading.loading(lambda: DEFAULT))) > 4
    assert not errors["opencl-ls:trial"]
    assert any(code.startswith("syntax/") for code in errors["opencl-ls:broken"])
    assert "opencl_ls.syntax.recovery.search" in sys.modules


def test_it_is_done_once_in_a_process(monkeypatch):
    monkeypatch.setattr(loading, "_loaded", [DEFAULT])
    assert not list(loading.loading(lambda: DEFAULT))


def test_the_target_is_that_of_the_workspace(monkeypatch, tmp_path):
    """What is loaded for another one would not serve the first document."""
    asked = []
    monkeypatch.setattr("opencl_ls.server.server.loading", lambda s: asked.append(s()) or iter(()))
    (tmp_path / "opencl-ls.toml").write_text('std = "CL1.2"\n')
    Connected(workspaceFolders=[{"uri": tmp_path.as_uri(), "name": ""}])
    [settings] = asked
    assert settings.target.std == "CL1.2"


def test_what_is_announced_is_what_features_take() -> None:
    """Features are not loaded when a client is greeted, so that handlers name their characters."""
    from opencl_ls.features import completion, formatting
    from opencl_ls.server.handlers import completion as completes
    from opencl_ls.server.handlers import formatting as formats

    assert set(completes._OPTIONS.trigger_characters or ()) == set(completion.TRIGGERS)
    assert formats._TRIGGERS == formatting.TRIGGERS
