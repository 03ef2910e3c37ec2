"""The analysis is loaded after the answer to `initialize`, in steps."""

from __future__ import annotations

from opencl_ls.analysis.host import Host
from opencl_ls.server import loading
from opencl_ls.settings.model import DEFAULT
from tests.support.conversation import Connected


def test_the_trial_is_a_text_without_errors(monkeypatch):
    """A slip in it would leave parts of the analysis untried, for any target."""
    monkeypatch.setattr(loading, "_loaded", [])
    monkeypatch.setattr("gc.freeze", lambda: None)
    complete, seen = Host.analysis, []

    def noting(*arguments):
        analysis = complete(*arguments)
        seen.append([finding for finding in analysis.findings if finding.severity == 1])
        return analysis

    monkeypatch.setattr(Host, "analysis", noting)
    assert len(list(loading.loading(lambda: DEFAULT))) > 4
    assert seen and not any(seen)


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
