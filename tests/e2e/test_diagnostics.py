"""Diagnostics, pushed to clients that cannot pull and pulled by those that can; never both."""

from __future__ import annotations

from opencl_ls.server.uris import uri_of
from tests.e2e.wire import PUSH, change, opening, replace, request

URI = "file:///w/a.cl"
GOOD = "kernel void k(global int *p) { p[0] = 1; }\n"
BAD = "#error bad\n" + GOOD
PULL = {"textDocument": {"diagnostic": {"relatedDocumentSupport": True}}}
PULL_AND_REFRESH = {
    "textDocument": {"diagnostic": {}},
    "workspace": {"diagnostics": {"refreshSupport": True}},
}


async def test_pushed_with_the_version_and_cleared_at_the_end(start, uri):
    editor = await start(PUSH)
    assert editor.capabilities.diagnostic_provider is None

    editor.open(uri, BAD, version=7)
    [found] = await editor.published(uri, 7)
    assert found.source == "opencl-ls"
    assert "/" in found.code
    assert found.severity == 1
    assert found.range.start.line == 0

    editor.change(uri, 8, ((0, 0), (1, 0), ""))
    assert await editor.published(uri, 8) == []

    editor.change(uri, 9, BAD)
    assert len(await editor.published(uri, 9)) == 1
    editor.close(uri)
    assert await editor.published(uri) == []


async def test_a_file_under_two_uris_is_one_document(start, uri):
    """Its diagnostics are shown once, and nothing is left when both are closed."""
    editor = await start(PUSH)
    first, second = uri.replace("/w/", "/w%20x/"), uri.replace("/w/", "/w x/")
    editor.open(first, BAD)
    assert len(await editor.published(first)) == 1
    editor.open(second, BAD)
    assert await editor.published(first) == []
    assert len(await editor.published(second)) == 1

    editor.close(second)
    assert await editor.published(second) == []
    assert len(await editor.published(first)) == 1
    editor.open(second, BAD)
    assert len(await editor.published(second)) == 1
    assert await editor.published(first) == []
    editor.close(first)
    editor.close(second)
    assert await editor.published(second) == []


async def test_details_only_where_the_client_understands_them(start, uri):
    rich = await start(
        {
            "textDocument": {
                "publishDiagnostics": {
                    "codeDescriptionSupport": True,
                    "relatedInformation": True,
                }
            }
        }
    )
    plain = await start()
    rich.open(uri, BAD)
    [found] = await rich.published(uri)
    assert found.code in found.code_description.href

    plain.open(uri, BAD, version=3)
    [found] = await plain.published(uri)
    assert found.code_description is None
    assert found.related_information is None


async def test_pulled_with_a_result_id(start, uri):
    editor = await start(PULL)
    assert editor.capabilities.diagnostic_provider.inter_file_dependencies

    editor.open(uri, BAD)
    first = await editor.pulled(uri)
    assert first.kind == "full"
    assert len(first.items) == 1
    again = await editor.pulled(uri, first.result_id)
    assert (again.kind, again.result_id) == ("unchanged", first.result_id)

    editor.change(uri, 2, ((0, 0), (1, 0), ""))
    clean = await editor.pulled(uri, first.result_id)
    assert (clean.kind, list(clean.items)) == ("full", [])
    # An edit that moves nothing that is shown changes no report.
    editor.change(uri, 3, ((1, 0), (1, 0), "// more\n"))
    assert (await editor.pulled(uri, clean.result_id)).kind == "unchanged"
    assert uri not in editor.client.diagnostics


async def test_a_document_that_is_not_open_has_no_diagnostics(start):
    editor = await start(PULL)

    assert not (await editor.pulled("file:///w/other.cl")).items


def include_pair(written):
    folder = written(main__cl='#include "part.h"\n' + GOOD, part__h="#error bad\n")
    return uri_of(str(folder / "main.cl")), uri_of(str(folder / "part.h")), folder


async def test_errors_in_a_header_are_shown_there_and_on_the_include(start, written):
    main, header, folder = include_pair(written)
    client = {"textDocument": {"publishDiagnostics": {"relatedInformation": True}}}
    editor = await start(client)
    editor.open(main, (folder / "main.cl").read_text())

    [found] = await editor.published(main)
    assert found.range.start.line == 0
    assert "part.h" in found.message
    assert found.related_information[0].location.uri == header
    [inside] = await editor.published(header)
    assert inside.range.start.line == 0
    assert inside.message == found.message.removeprefix("in part.h: ")
    assert inside.related_information[-1].location.uri == main

    # What is shown in a file that is not open goes with what showed it.
    editor.close(main)
    assert await editor.published(header) == []


async def test_what_an_error_in_a_header_points_to_moves_along(start, written):
    """The header stands in the middle of a function, which it is about."""
    text = 'void f(void) {\n}\nvoid g(int n) {\n#include "part.h"\n}\n'
    folder = written(main__cl=text, part__h="int n;\n")
    main = uri_of(str(folder / "main.cl"))
    shown = {"relatedInformation": True, "versionSupport": True}
    editor = await start({"textDocument": {"publishDiagnostics": shown}})

    async def pointed_to(version):
        found = await editor.published(main, version)
        [error] = [each for each in found if "part.h" in each.message]
        [place] = [each.location for each in error.related_information if each.location.uri == main]
        return place.range.start.line, place.range.start.character

    editor.open(main, text, version=1)
    assert await pointed_to(1) == (2, 11)
    editor.change(main, 2, ((0, 7), (0, 11), "int one, int two"))
    assert await pointed_to(2) == (2, 11)


async def test_without_related_information_the_message_says_where(start, written):
    main, _, folder = include_pair(written)
    editor = await start(PUSH)
    editor.open(main, (folder / "main.cl").read_text())

    [found] = await editor.published(main)
    assert "part.h:1:" in found.message


async def test_an_open_header_shows_its_own_and_renews_who_includes_it(start, written):
    main, header, folder = include_pair(written)
    editor = await start(PUSH)
    editor.open(main, (folder / "main.cl").read_text())
    assert len(await editor.published(main)) == 1
    editor.open(header, "#error bad\n")
    assert len(await editor.published(header)) == 1

    editor.change(header, 2, "int fine;\n")
    assert await editor.published(header, 2) == []
    assert await editor.published(main) == []


async def test_a_headers_report_brings_those_of_who_includes_it(start, written):
    main, header, folder = include_pair(written)
    editor = await start(PULL)
    editor.open(main, (folder / "main.cl").read_text())
    assert len((await editor.pulled(main)).items) == 1
    editor.open(header, "#define FINE 1\n")

    report = await editor.pulled(header)
    assert not report.items
    assert not report.related_documents[main].items


async def test_without_related_documents_the_client_is_asked_to_pull_again(start, written):
    main, header, folder = include_pair(written)
    editor = await start(PULL_AND_REFRESH, fresh=True)
    editor.open(main, (folder / "main.cl").read_text())
    assert len((await editor.pulled(main)).items) == 1

    editor.open(header, "#define FINE 1\n")
    assert list((await editor.pulled(main)).items) == []
    assert editor.client.diagnostic_refresh_count == 1


def test_work_for_superseded_versions_is_dropped(wire):
    client = wire(PUSH)
    versions = [change(n, replace((0, 0), (0, 0), "\n")) for n in range(2, 40)]
    client.send(*client.hello, opening(BAD), *versions)

    [found] = client.diagnostics(39)
    assert found["range"]["start"]["line"] == 38
    published = [m for m in client.received if m.get("method", "").endswith("publishDiagnostics")]
    assert len(published) == 1
    assert client.finish() == 0


def test_a_pull_for_a_superseded_version_is_refused(wire):
    client = wire(PULL)
    pull = {"textDocument": {"uri": URI}}
    client.send(
        *client.hello,
        opening(BAD),
        request(1, "textDocument/diagnostic", pull),
        change(2, replace((0, 0), (0, 0), "\n")),
        request(2, "textDocument/diagnostic", pull),
    )

    error = client.answer(1)["error"]
    assert (error["code"], error["data"]) == (-32802, {"retriggerRequest": False})
    assert client.answer(2)["result"]["items"][0]["range"]["start"]["line"] == 1


def test_cancelled_requests_are_answered_so(wire):
    client = wire(PUSH)
    symbols = {"textDocument": {"uri": URI}}
    client.send(
        *client.hello,
        opening(GOOD),
        request("a", "textDocument/documentSymbol", symbols),
        {"method": "$/cancelRequest", "params": {"id": "a"}},
        {"method": "$/cancelRequest", "params": {"id": "never sent"}},
        request("b", "textDocument/documentSymbol", symbols),
    )

    assert client.answer("a")["error"]["code"] == -32800
    assert client.answer("b")["result"]
    assert client.finish() == 0


def test_too_many_findings_are_cut_with_a_word(wire):
    """The gravest stay; an editor that is sent 100,000 at every key is of no use."""
    client = wire(PUSH)
    text = "".join(f"    int unused{n};\n" for n in range(2500))
    client.send(*client.hello, opening(f"kernel int k(void)\n{{\n{text}    return missing;\n}}\n"))
    found = client.diagnostics(1)
    assert len(found) == 2000
    assert found[0]["message"] == "503 more findings in this file are not shown"
    assert [each["severity"] for each in found].count(1) == 2
    assert client.finish() == 0


def test_equal_findings_are_not_too_many_findings(wire):
    """A macro makes three thousand items, and each tells the same in the same place."""
    client = wire(PUSH)
    text = "#define TEN(x) x x x x x x x x x x\n#define THREE(x) x x x\n"
    client.send(*client.hello, opening(text + "THREE(TEN(TEN(TEN(missing f(void);))))\n"))
    assert [each["code"] for each in client.diagnostics(1)] == ["names/undeclared"]
    assert client.finish() == 0
