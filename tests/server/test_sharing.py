"""References and renames in the programs of a workspace, with the time in a test's hands."""

from __future__ import annotations

import pytest

from opencl_ls.analysis.host import Host
from opencl_ls.server import sharing, workspace_files
from opencl_ls.server.uris import path_of, uri_of
from tests.support.conversation import Connected

MODIFIED, CANCELLED, FAILED = -32801, -32800, -32803
SHOWS = {"window": {"workDoneProgress": True}}


class Session(Connected):
    """A workspace on the disk; a question is asked at a mark `$` in one of its files."""

    def __init__(self, folder, capabilities=None, **more):
        super().__init__(capabilities, rootUri=uri_of(str(folder)), **more)
        self.folder = folder
        self.number = 0

    def write(self, **files):
        for name, text in files.items():
            path = self.folder / name.replace("__", ".").replace("_in_", "/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def uri(self, name):
        return uri_of(str(self.folder / name))

    def send(self, method, name, text, **params):
        """Open a file with a text, and ask something at its mark; return the request's id."""
        before, _, after = text.partition("$")
        self.open(self.uri(name), before + after)
        line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
        self.number += 1
        params["textDocument"] = {"uri": self.uri(name)}
        params["position"] = {"line": line, "character": column}
        message = {"id": self.number, "method": f"textDocument/{method}", "params": params}
        self.server.protocol.receive(message)
        return self.number

    def answer(self, number):
        """Return the response to a request, None where it has none yet."""
        found = [m for m in self.hear() if m.get("id") == number and "method" not in m]
        return found[0] if found else None

    def asked(self, method, name, text, **params):
        number = self.send(method, name, text, **params)
        self.rest()
        return self.answer(number)

    def references(self, name, text, **params):
        """Return the references by file, with line and column."""
        answer = self.asked(
            "references", name, text, context={"includeDeclaration": True}, **params
        )
        return self.shown(answer["result"])

    def shown(self, locations):
        found = {}
        for each in locations:
            start = each["range"]["start"]
            name = path_of(each["uri"]).removeprefix(f"{self.folder}/")
            found.setdefault(name, []).append((start["line"], start["character"]))
        return {name: sorted(places) for name, places in sorted(found.items())}

    def renamed(self, name, text, to):
        """Return the edited places by file, or the reason why there are none."""
        answer = self.asked("rename", name, text, newName=to)
        if "error" in answer:
            assert answer["error"]["code"] == FAILED
            return answer["error"]["message"]
        changes = answer["result"]["changes"]
        assert {edit["newText"] for edits in changes.values() for edit in edits} == {to}
        return self.shown(
            {"uri": uri, "range": edit["range"]} for uri, edits in changes.items() for edit in edits
        )


@pytest.fixture
def session(tmp_path):
    return Session(tmp_path)


# --- which programs share a symbol ---------------------------------------------------------------


def test_a_file_that_only_names_the_word_shares_nothing(session):
    session.write(h__h="int f(int a);\n", b__cl="int x;\nint g(int f) { return f; } // f\n")
    assert session.references("a.cl", '#include "h.h"\nint g(void) { return $f(1); }\n') == {
        "a.cl": [(1, 21)],
        "h.h": [(0, 4)],
    }


def test_a_kernel_that_is_included_is_searched(session):
    session.write(b__cl='#include "a.cl"\nint g(void) { return helper(2); }\n')
    assert session.references("a.cl", "int $helper(int a) { return a; }\n") == {
        "a.cl": [(0, 4)],
        "b.cl": [(1, 21)],
    }


def test_declarations_in_other_headers_lead_on(session):
    """One kernel joins the headers that two others read."""
    session.write(
        one__h="int f(int a);\n",
        two__h="int f(int a);\n",
        both__cl='#include "one.h"\n#include "two.h"\n',
        b__cl='#include "two.h"\nint h(void) { return f(2); }\n',
    )
    assert session.references("a.cl", '#include "one.h"\nint g(void) { return $f(1); }\n') == {
        "a.cl": [(1, 21)],
        "b.cl": [(1, 21)],
        "one.h": [(0, 4)],
        "two.h": [(0, 4)],
    }


def test_headers_are_found_by_search_paths(session):
    """The header lies beside none of those that include it, and the way there is a header too."""
    session.write(
        opencl_ls__toml="",
        inc_in_deep_in_h__h="int f(int a);\n",
        inc_in_via__h="#include <deep/h.h>\n",
        src_in_b__cl='#include "via.h"\nint h(void) { return f(2); }\n',
    )
    (session.folder / "opencl_ls.toml").rename(session.folder / "opencl-ls.toml")
    (session.folder / "opencl-ls.toml").write_text('include-paths = ["inc"]\n')
    text = "#include <deep/h.h>\nint g(void) { return $f(1); }\n"
    assert session.references("src/a.cl", text) == {
        "inc/deep/h.h": [(0, 4)],
        "src/a.cl": [(1, 21)],
        "src/b.cl": [(1, 21)],
    }


def test_a_function_that_one_file_defines_is_linked(session):
    session.write(
        b__cl="int f(int a) { return a; }\n",
        c__cl="int f(int a);\nint h(void) { return f(2); }\n",
        d__cl="static int f(int a) { return a; }\n",
        e__cl="int f(float a) { return 1; }\n",
    )
    wanted = {"a.cl": [(0, 4), (1, 21)], "b.cl": [(0, 4)], "c.cl": [(0, 4), (1, 21)]}
    text = "int f(int a);\nint g(void) { return $f(1); }\n"
    assert session.references("a.cl", text) == wanted
    assert session.renamed("a.cl", text, "twice") == wanted


def test_with_two_definitions_it_is_unknown_which_is_linked(session):
    session.write(b__cl="int f(int a) { return a; }\n", c__cl="int f(int a) { return 1; }\n")
    text = "int f(int a);\nint g(void) { return $f(1); }\n"
    assert session.references("a.cl", text) == {"a.cl": [(0, 4), (1, 21)]}
    assert session.renamed("a.cl", text, "twice") == (
        "several files define 'f', and which of them is meant in b.cl, c.cl is not known"
    )
    # The definition in one of them is a program's own, and the prototype's may be this one.
    session.write(a__cl=text.replace("$", ""))
    assert session.references("b.cl", "int $f(int a) { return a; }\n") == {"b.cl": [(0, 4)]}


def test_what_is_open_counts_and_not_the_disk(session):
    session.write(h__h="int f(int a);\n", b__cl="")
    session.open(session.uri("b.cl"), '#include "h.h"\nint h(void) { return f(2); }\n')
    found = session.references("a.cl", '#include "h.h"\nint g(void) { return $f(1); }\n')
    assert found["b.cl"] == [(1, 21)]


def test_without_a_folder_open_documents_share(tmp_path):
    session = Connected({})
    session.open("file:///w/h.h", "int f(int a);\n")
    session.open("file:///w/a.cl", '#include "h.h"\nint g(void) { return f(1); }\n')
    asked = {
        "textDocument": {"uri": "file:///w/h.h"},
        "position": {"line": 0, "character": 4},
        "context": {"includeDeclaration": True},
    }
    message = {"id": 1, "method": "textDocument/references", "params": asked}
    session.server.protocol.receive(message)
    session.rest()
    [answer] = [m for m in session.hear() if m.get("id") == 1]
    assert sorted(each["uri"] for each in answer["result"]) == ["file:///w/a.cl", "file:///w/h.h"]


# --- renames -------------------------------------------------------------------------------------


def test_a_name_of_a_header_s_function_is_renamed_there(session):
    session.write(
        h__h="static inline int f(int a) { return a; }\n", b__cl='#include "h.h"\nint a = 1;\n'
    )
    text = "static inline int f(int $a) { return a; }\n"
    assert session.renamed("h.h", text, "value") == {"h.h": [(0, 24), (0, 36)]}


def test_a_macro_that_each_kernel_defines_for_a_header_stays(session):
    session.write(h__h="int f(void) { return WIDTH; }\n", b__cl='#define WIDTH 8\n#include "h.h"\n')
    text = '#define $WIDTH 4\n#include "h.h"\n'
    reason = "'WIDTH' in line 1 of h.h means another thing in b.cl"
    assert session.renamed("a.cl", text, "COLUMNS") == reason


def test_a_program_that_only_reads_the_file_is_asked_as_well(session):
    """It does not name the symbol, but has one of the new name."""
    session.write(
        h__h="int f(int a);\n", b__cl='#define twice(x) (2 * (x))\n#include "h.h"\nint b;\n'
    )
    text = '#include "h.h"\nint g(void) { return $f(1); }\n'
    reason = session.renamed("a.cl", text, "twice")
    assert reason.startswith("'twice' means something else already in line 1 of h.h")


def test_too_many_files_are_no_ground_for_a_rename(session, monkeypatch):
    for number in range(4):
        session.write(**{f"f{number}__cl": "int x;\n"})
    monkeypatch.setattr(workspace_files, "MOST_FILES", 2)
    text = "int $helper(int a) { return a; }\n"
    assert session.renamed("a.cl", text, "other") == (
        "there are too many files to search for 'helper'"
    )
    text = "int helper(int $a) { return a; }\n"
    assert session.renamed("a.cl", text, "b") == {"a.cl": [(0, 15), (0, 27)]}


def test_references_in_too_many_files_are_reported(session, monkeypatch):
    session.write(h__h="int f(int a);\n")
    for number in range(4):
        session.write(**{f"f{number}__cl": '#include "h.h"\nint g(void) { return f(1); }\n'})
    monkeypatch.setattr(sharing, "MOST_UNITS", 2)
    found = session.references("a.cl", '#include "h.h"\nint g(void) { return $f(1); }\n')
    assert len(found) == 4
    [logged] = session.take("window/logMessage")
    assert "too many files to search for 'f'" in logged["params"]["message"]


def test_too_many_programs_are_no_ground_for_a_rename(session, monkeypatch):
    session.write(h__h="int f(int a);\n")
    for number in range(4):
        session.write(**{f"f{number}__cl": '#include "h.h"\nint twice;\n'})
    monkeypatch.setattr(sharing, "MOST_UNITS", 2)
    text = '#include "h.h"\nint g(int $a) { return a; }\n'
    assert session.renamed("a.cl", text, "b") == {"a.cl": [(1, 10), (1, 22)]}
    text = '#include "h.h"\nint g(void) { return $f(1); }\n'
    assert session.renamed("a.cl", text, "twice").startswith("there are too many files")


# --- time ----------------------------------------------------------------------------------------


def test_work_is_done_in_steps_and_a_key_ends_it(session):
    session.write(h__h="int f(int a);\n")
    for number in range(10):
        session.write(**{f"f{number}__cl": '#include "h.h"\nint g(void) { return f(1); }\n'})
    text = '#include "h.h"\nint g(void) { return $f(1); }\n'
    declarations = {"context": {"includeDeclaration": True}}
    number = session.send("references", "a.cl", text, **declarations)
    steps = 0
    while session.answer(number) is None:
        assert session.step()
        steps += 1
    assert steps > 20
    session.write(h__h="int f(int a); // changed\n")
    number = session.send("references", "a.cl", text, **declarations)
    session.step()
    session.open(session.uri("b.cl"), "int b;\n")
    session.rest()
    assert session.answer(number)["error"]["code"] == MODIFIED


def test_a_key_before_the_first_step_ends_it(session):
    session.write(h__h="int f(int a);\n")
    text = '#include "h.h"\nint g(void) { return $f(1); }\n'
    number = session.send("rename", "a.cl", text, newName="twice")
    assert session.answer(number) is None
    session.change(session.uri("a.cl"), 2, {"text": "int f;\n"})
    session.rest()
    assert session.answer(number)["error"]["code"] == MODIFIED


def test_a_request_that_is_cancelled_is_worked_on_no_more(session):
    session.write(h__h="int f(int a);\n", b__cl='#include "h.h"\nint h(void) { return f(2); }\n')
    text = '#include "h.h"\nint g(void) { return $f(1); }\n'
    number = session.send("rename", "a.cl", text, newName="twice")
    session.step()
    session.notify("$/cancelRequest", {"id": number})
    assert session.answer(number)["error"]["code"] == CANCELLED
    session.rest()
    assert len([m for m in session.hear() if m.get("id") == number]) == 1


def test_several_requests_at_once(session):
    """Each search has its own files, however far the one before it has come."""
    session.write(h__h="int f(int a);\n")
    for number in range(3):
        session.write(**{f"f{number}__cl": '#include "h.h"\nint g(void) { return f(1); }\n'})
    text = '#include "h.h"\nint g(void) { return $f(1); }\n'
    session.open(session.uri("a.cl"), text.replace("$", ""))
    session.references("a.cl", text)
    position = {"line": 1, "character": 21}
    asked = {"textDocument": {"uri": session.uri("a.cl")}, "position": position}
    asked["context"] = {"includeDeclaration": True}
    for steps in range(12):
        session.parts.sharing._cache.clear()
        numbers = []
        for again in range(2):
            numbers.append(f"{steps} {again}")
            message = {"method": "textDocument/references", "params": asked, "id": numbers[-1]}
            session.server.protocol.receive(message)
            for _ in range(steps):
                session.step()
        session.rest()
        for number in numbers:
            assert len(session.shown(session.answer(number)["result"])) == 5


def test_places_come_by_and_by_to_a_client_that_takes_them(session):
    session.write(h__h="int f(int a);\n", b__cl='#include "h.h"\nint h(void) { return f(2); }\n')
    session.write(c__cl="int f(int a) { return a; }\n")
    text = '#include "h.h"\nint g(void) { return $f(1); }\n'
    found = session.references("a.cl", text, partialResultToken="parts")
    assert found == {}
    parts = [m["params"] for m in session.take("$/progress")]
    assert {each["token"] for each in parts} == {"parts"}
    assert [session.shown(each["value"]) for each in parts] == [
        {"a.cl": [(1, 21)], "h.h": [(0, 4)]},
        {"b.cl": [(1, 21)]},
        {"c.cl": [(0, 4)]},
    ]


def test_an_index_that_was_stopped_is_finished_for_a_question(tmp_path):
    session = Session(tmp_path, SHOWS)
    for number in range(120):
        session.write(**{f"f{number}__cl": "int f(int a);\n"})
    session.write(g__cl="int f(int a) { return a; }\n")
    session.parts.workspace_files.begin()
    begun = []
    while not begun:
        assert session.step()
        begun = [m for m in session.hear() if m.get("method") == "$/progress"]
    token = begun[0]["params"]["token"]
    session.notify("window/workDoneProgress/cancel", {"token": token})
    session.rest()
    assert len(session.parts.workspace_files.index) < 121
    found = session.references("a.cl", "int f(int a);\nint g(void) { return $f(1); }\n")
    assert len(found) == 122
    assert session.parts.workspace_files.is_cut is False


def test_a_file_that_changes_meanwhile_is_not_edited(session):
    session.write(h__h="int f(int a);\n")
    text = '#include "h.h"\nint g(void) { return $f(1); }\n'
    number = session.send("rename", "a.cl", text, newName="twice")
    session.write(h__h="// new\nint f(int a);\n")
    session.rest()
    assert session.answer(number)["error"]["code"] == MODIFIED


def test_a_header_that_changed_while_nothing_was_open_is_read_again(session):
    session.write(h__h="int f(int a);\n")
    text = '#include "h.h"\nint g(void) { return $f(1); }\n'
    assert session.references("a.cl", text)["h.h"] == [(0, 4)]
    session.notify("textDocument/didClose", {"textDocument": {"uri": session.uri("a.cl")}})
    session.write(h__h="// new\nint f(int a);\n")
    assert session.references("a.cl", text)["h.h"] == [(1, 4)]


@pytest.fixture
def opened(monkeypatch):
    """The last parts of the paths that a host was given to analyse."""
    paths = []
    right = Host.open

    def noting(host, path, *arguments):
        paths.append(path.rpartition("/")[2])
        right(host, path, *arguments)

    monkeypatch.setattr(Host, "open", noting)
    return paths


def test_analyses_are_kept_until_a_file_changes(session, opened):
    session.write(h__h="int f(int a);\n", b__cl='#include "h.h"\nint h(void) { return f(2); }\n')
    text = '#include "h.h"\nint g(void) { return $f(1); }\n'
    first = session.references("a.cl", text)
    assert opened.count("b.cl") == 1
    assert session.references("a.cl", text) == first
    assert opened.count("b.cl") == 1
    session.write(h__h="\nint f(int a);\n")
    assert session.references("a.cl", text)["h.h"] == [(1, 4)]
    assert opened.count("b.cl") == 2
    session.write(b__cl='#include "h.h"\nint h(void) { return f(2) + f(3); }\n')
    assert session.references("a.cl", text)["b.cl"] == [(1, 21), (1, 28)]


def test_no_more_analyses_are_kept_than_the_limit(session, opened, monkeypatch):
    monkeypatch.setattr(sharing, "_CACHED", 2)
    session.write(h__h="int f(int a);\n")
    for number in range(4):
        session.write(**{f"f{number}__cl": '#include "h.h"\nint g(void) { return f(1); }\n'})
    session.references("a.cl", '#include "h.h"\nint g(void) { return $f(1); }\n')
    assert len(session.parts.sharing._cache) == 2


def test_only_programs_that_hold_the_word_are_analysed(session, opened):
    session.write(
        h__h="int f(int a);\n",
        b__cl='#include "h.h"\nint h(void) { return f(2); }\n',
        c__cl='#include "other.h"\nint f2;\n',
        d__cl="int h(void) { return 1; }\n",
    )
    session.references("a.cl", '#include "h.h"\nint g(void) { return $f(1); }\n')
    assert set(opened) == {"a.cl", "b.cl"}
