"""The files of a workspace, found and read in idle times."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from lsprotocol import types

from opencl_ls.server import workspace_files
from opencl_ls.server.session import Session as ServerSession
from opencl_ls.server.transport import EndOfInput
from opencl_ls.server.uris import uri_of
from tests.support.conversation import Connected

WATCHES = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
CREATED, CHANGED, DELETED = (each.value for each in types.FileChangeType)


@pytest.fixture
def folder(tmp_path):
    """Return the folder of a workspace, in another one."""
    (tmp_path / "w").mkdir()
    return tmp_path / "w"


def write(folder, **files):
    """Write files; `__` in a name stands for the point, `_in_` for a slash."""
    for name, text in files.items():
        path = folder / name.replace("__", ".").replace("_in_", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def named(*names):
    return [{"uri": uri_of(str(each)), "name": ""} for each in names]


class Session(Connected):
    """A server without a client; idle work is done when a test says so."""

    def __init__(self, *folders, **more):
        super().__init__(workspaceFolders=named(*folders), **more)
        self.files = self.parts.workspace_files

    def open(self, path, text):
        super().open(uri_of(str(path)), text)

    def edit(self, path, text):
        super().change(uri_of(str(path)), 2, {"text": text})

    def tell(self, method, **params):
        self.notify(method, params)

    def changed(self, *changes):
        self.tell(
            "workspace/didChangeWatchedFiles",
            changes=[{"uri": uri_of(str(path)), "type": kind} for path, kind in changes],
        )

    def names(self, query=""):
        return sorted(each.name for each in self.files.find(query, 100))


def indexed(*folders):
    session = Session(*folders)
    session.files.begin()
    session.rest()
    return session


def test_opencl_files_are_read(folder):
    write(
        folder,
        a__cl="kernel void a(void) {}",
        b__OCL="int b;",
        sub_in_deep_in_c__clh="#define c 1\n",
        host__h="int host;",
        host__c="int host;",
        __hidden__cl="int hidden;",
        __git_in_d__cl="int hidden;",
    )
    assert indexed(folder).names() == ["a", "b", "c"]


def test_headers_are_read_where_a_kernel_includes_them(folder):
    write(
        folder,
        a__cl='#include "inc/x.h"\n#include "gone.h"\n#include <y.h>\n',
        inc_in_x__h='#include "../z.inc"\n#include "../a.cl"\nint x;',
        y__h="int y;",
        z__inc="int z;",
    )
    assert indexed(folder).names() == ["x", "z"]


def test_nothing_outside_of_the_workspace_is_read(folder):
    outside = folder.parent / "outside"
    write(outside, secret__cl="int secret;", secret__h="int secret;")
    write(
        folder,
        a__cl='#include "link.h"\n#include "linked/secret.h"\nint a;',
        b__cl='#include "../outside/secret.h"\nint b;',
    )
    (folder / "link.cl").symlink_to(outside / "secret.cl")
    (folder / "link.h").symlink_to(outside / "secret.h")
    (folder / "linked").symlink_to(outside)
    (folder / "loop").symlink_to(folder)
    (folder / "self.cl").symlink_to("self.cl")
    session = indexed(folder)
    session.changed(*((path, CHANGED) for path in folder.iterdir()))
    session.changed((outside / "secret.cl", CREATED), (folder / "linked/secret.cl", CREATED))
    session.changed((f"{folder}/%00.cl", CREATED), (folder / "../outside/secret.cl", CREATED))
    session.rest()
    assert session.names() == ["a", "b"]


def test_a_link_inside_the_workspace_is_followed(folder):
    write(folder, a__cl="int a;", sub_in_x="")
    (folder / "sub" / "link.cl").symlink_to(folder / "a.cl")
    assert indexed(folder / "sub").names() == []
    assert indexed(folder).names() == ["a", "a"]


def test_what_is_no_file_or_a_huge_one_is_passed_over(folder):
    write(folder, a__cl="int a;")
    (folder / "large.cl").write_text("int b;" + " " * workspace_files.LARGEST)
    (folder / "folder.cl").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.cl")
    Path(folder / "device.cl").symlink_to("/dev/zero")
    assert indexed(folder).names() == ["a"]


@pytest.mark.parametrize(
    ("limit", "value", "found"),
    [("MOST_FILES", 2, 2), ("MOST_BYTES", 11, 2), ("MOST_ENTRIES", 3, 0)],
)
def test_limits_are_reported(folder, monkeypatch, limit, value, found):
    write(folder, a__cl="int a;", b__cl="int b;", c__cl="int c;")
    monkeypatch.setattr(workspace_files, limit, value)
    session = indexed(folder)
    assert len(session.names()) == found
    logged = [m["params"]["message"] for m in session.take("window/logMessage")]
    assert len([each for each in logged if "too many files" in each]) == 1


def test_a_folder_with_many_names_takes_several_steps(folder, monkeypatch):
    write(folder, **{f"f{number}__txt": "" for number in range(40)})
    monkeypatch.setattr(workspace_files, "_ENTRIES", 10)
    session = Session(folder)
    session.files.begin()
    assert session.rest() > 4


def test_changes_on_disk_are_followed(folder):
    write(folder, a__cl="int a;", b__cl='#include "h.h"\nint b;', h__h="int h;", other__h="int o;")
    session = indexed(folder)
    write(folder, a__cl="int a2;", new__cl="int new;", h__h="int h2;", __x_in_y__cl="int hidden;")
    (folder / "b.cl").unlink()
    session.changed(
        (folder / "a.cl", CHANGED),
        (folder / "b.cl", DELETED),
        (folder / "new.cl", CREATED),
        (folder / "h.h", CHANGED),
        (folder / "other.h", CHANGED),
        (folder / ".x/y.cl", CREATED),
    )
    session.rest()
    assert session.names() == ["a2", "h2", "new"]


def test_a_header_comes_back(folder):
    write(folder, a__cl='#include "h.h"\n', h__h="int h;")
    session = indexed(folder)
    (folder / "h.h").unlink()
    session.changed((folder / "h.h", DELETED))
    session.rest()
    assert session.names() == []
    write(folder, h__h="int h;")
    session.changed((folder / "h.h", CREATED))
    session.rest()
    assert session.names() == ["h"]


def test_what_went_without_a_word_is_not_found(folder):
    write(folder, sub_in_a__cl="int a;", b__cl="int b;")
    session = indexed(folder)
    (folder / "sub" / "a.cl").unlink()
    assert session.names() == ["b"]
    session.rest()
    assert len(session.files.index) == 1


def test_folders_come_and_go(folder):
    write(folder, one_in_a__cl="int a;", two_in_b__cl="int b;", two_in_three_in_c__cl="int c;")
    one, two, three = folder / "one", folder / "two", folder / "two" / "three"
    session = indexed(one)
    assert session.names() == ["a"]
    change = "workspace/didChangeWorkspaceFolders"
    session.tell(change, event={"added": named(two, three), "removed": named(one)})
    session.rest()
    assert session.names() == ["b", "c"]
    session.tell(change, event={"added": [], "removed": named(two)})
    session.rest()
    assert session.names() == ["c"]


def test_another_folder_has_the_limits_to_itself(folder, monkeypatch):
    write(folder, one_in_a__cl="int a;", one_in_b__cl="int b;", two_in_c__cl="int c;")
    monkeypatch.setattr(workspace_files, "MOST_ENTRIES", 2)
    session = indexed(folder / "one")
    assert session.names() == []
    event = {"added": named(folder / "two"), "removed": named(folder / "one")}
    session.tell("workspace/didChangeWorkspaceFolders", event=event)
    session.rest()
    assert session.names() == ["c"]


def test_a_folder_that_went_is_searched_no_further(folder):
    write(folder, a__cl="int a;", b__cl="int b;")
    session = Session(folder)
    session.files.begin()
    for _ in range(2):
        session.step()
    change = "workspace/didChangeWorkspaceFolders"
    session.tell(change, event={"added": [], "removed": named(folder)})
    session.rest()
    assert session.names() == []


def test_open_documents_go_before_the_disk(folder):
    write(folder, a__cl="int disk;")
    session = indexed(folder)
    session.open(folder / "a.cl", "int opened;")
    assert session.names() == ["opened"]
    session.edit(folder / "a.cl", "int edited;")
    assert session.names() == ["edited"]
    session.open(folder.parent / "elsewhere.cl", "int elsewhere;")
    assert session.names() == ["edited", "elsewhere"]
    write(folder, a__cl="int saved;")
    session.tell("textDocument/didClose", textDocument={"uri": uri_of(str(folder / "a.cl"))})
    session.rest()
    assert session.names() == ["elsewhere", "saved"]


def test_it_begins_in_an_idle_time_after_the_first_diagnostics(folder):
    """However large the workspace is."""
    write(folder, a__cl="int a;")
    session = Session(folder, keep_tasks=True)
    session.open(folder / "b.cl", "int b;")
    session.step()
    assert session.take("textDocument/publishDiagnostics")
    assert session.names() == ["b"]
    session.rest()
    assert session.names() == ["a", "b"]


class Typist:
    """An inbox in which a key arrives after every step of idle work, until the work is done."""

    cancelled = False

    def __init__(self, session, path):
        self.session = session
        self.key = {
            "method": "textDocument/didChange",
            "params": {
                "textDocument": {"uri": uri_of(str(path)), "version": 2},
                "contentChanges": [{"text": "int typed;"}],
            },
        }
        self.steps = 0
        self.waits = False
        self.log = []
        scheduler = session.server.scheduler
        self._idle_step = scheduler._idle_step
        scheduler._idle_step = self.step

    def step(self):
        assert not self.waits, "a key waited for more than one step"
        self._idle_step()
        self.waits = True
        self.steps += 1

    @property
    def empty(self):
        return not self.waits

    def finish(self):
        return None

    def take(self, timeout=None):
        if not self.waits:
            return EndOfInput()
        self.waits = False
        return self.key

    def supersedes(self, uri):
        return False


def test_a_key_waits_for_one_step_of_the_index(folder):
    write(folder, **{f"f{number}__cl": f"int f{number};" for number in range(30)})
    session = Session(folder, capabilities=WATCHES)
    session.open(folder / "open.cl", "int open;")
    session.files.begin()
    inbox = session.server.scheduler._inbox = Typist(session, folder / "open.cl")
    serving = ServerSession(session.server, inbox, session.outbox)
    serving._initialized = True
    serving.serve()
    assert inbox.steps > 30
    assert session.names("typed") == ["typed"]
    assert len(session.names("f")) == 30


def test_files_that_are_read_again_count_once(folder, monkeypatch):
    write(folder, a__cl="int a;", b__cl="int b;")
    monkeypatch.setattr(workspace_files, "MOST_BYTES", 20)
    session = indexed(folder)
    for _ in range(5):
        session.changed((folder / "a.cl", CHANGED))
        session.rest()
    write(folder, c__cl="int c;")
    session.changed((folder / "c.cl", CREATED))
    session.rest()
    assert session.names() == ["a", "b", "c"]
