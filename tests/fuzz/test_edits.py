"""A short run of the editing fuzzer, and what keeps it honest."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from opencl_ls.analysis.host import Host
from tests.fuzz import kernels
from tests.fuzz.edits import fuzz
from tests.fuzz.kernels import Kernel
from tests.fuzz.session import ENCODINGS, Case, Message, Session, replay
from tests.fuzz.shrink import shrunk
from tests.fuzz.typing import Change


def test_edits_agree_with_a_cold_start() -> None:
    """1,200 edits over the examples: no exception, and every answer that of a new server."""
    tally = fuzz(kernels.own(), 1200, seed=1)
    assert not tally.cases, "\n".join(tally.cases.values())
    assert tally.clean > 20


def test_the_same_seed_makes_the_same_edits() -> None:
    """A run can be made again."""
    first, second = (fuzz(kernels.own()[:4], 100, seed=5) for _ in range(2))
    assert (first.compared, first.clean) == (second.compared, second.clean)


def test_a_fault_is_found_and_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    """With an analysis that forgets an edit the case comes down to that edit."""
    edit = Host.edit

    def forgetful(host: Host, path: str, start: int, end: int, text: str, _: object) -> None:
        if "7" not in text:
            edit(host, path, start, end, text)

    monkeypatch.setattr(Host, "edit", forgetful)
    text = "int a;\nint b;\nint c;\n"
    messages = [Message((Change(at, at, one),)) for at, one in enumerate("int x7;\n")]
    messages[2:2] = [Message((), "all")]
    case = Case(Kernel("/a.cl", text), (text,), "utf-16", (*messages, Message((), "all")))
    failure = replay(case)
    assert failure is not None and failure.kind == "other text"
    small, again = shrunk(case, failure)
    assert again.kind == "other text"
    assert [change.text for message in small.messages for change in message.changes] == ["7"]
    assert small.texts == ("",)
    assert small.encoding == "utf-8"


def test_a_declaration_does_not_inherit_the_dependences_of_a_definition() -> None:
    """A function that lost its body keeps no mark of a variable that depended on the work-item."""
    text = (
        "reqd))\nvoid ul(g\n\t\t\tglob, int n, int{\n\t// That tb[TI];\n\nolum)get);\n"
        "\tconst int row = )get_global_id(1);\n\nat s {\n\t+ x ? a[*  + x] : 0.0f;\n"
        "\t\tti[y][x] =umstart ? b[mn] :t(_[i],m);\n"
    )
    messages = (
        Message((Change(150, 155, "start"),), "all"),
        Message((Change(67, 67, "#endif\n"), Change(17, 17, "#ifdef LIMIT\n")), ""),
        Message((Change(94, 97, "\u00fc"),), ""),
        Message((Change(154, 154, ":"),), "all"),
    )
    assert replay(Case(Kernel("/a.cl", text), (text,), "utf-8", messages)) is None


def test_a_variable_outside_a_function_does_not_inherit_its_dependences() -> None:
    """Where the head of a function moved, its variables became those of the program."""
    head = (
        "kernel void blur(read_only image2d_t source, write_only image2d_t target, "
        "int2 direction) {\n"
    )
    text = (
        f"ADIUS ((in 1)\n\n{head}    const int2 here = (int2)(get_global_id(0), "
        "get_global_id(1));\n    if (any(hturn;\n    }\n    float4 sum = read_imagef(source, "
        "clamped, here) * weights[0];\n    for (int i = 1;        sum += read_imagef(source, "
        "clamped weights[i];\n    }\n    write_imagef(target, here, "
        "(float4)(sum.lobal_id(1));\n "
    )
    messages = (
        Message((Change(309, 309, "(so"),), "all"),
        Message((Change(15, 107, ""),), ""),
        Message((Change(255, 255, head),), ""),
        Message((Change(405, 405, ""),), "all"),
    )
    assert replay(Case(Kernel("/a.cl", text), (text,), "utf-8", messages)) is None


def test_a_function_that_ends_in_a_header_is_coloured_anew() -> None:
    """Without its closing brace a function goes on in the header that is included after it."""
    text = "i p{n i=(tget_global_id(0;\n#"
    kernel = next(each for each in kernels.own() if each.path.endswith("device_enqueue.cl"))
    kernel = replace(kernel, text=text)
    include = '#include "common.h"\n'
    messages = (
        Message((Change(10, 10, ")"),), ""),
        Message((Change(28, 29, ""),), "all"),
        Message(tuple(Change(at, at, one) for at, one in enumerate(include, 28)), ""),
        Message((Change(48, 48, "E"),), "all"),
    )
    assert replay(Case(kernel, (text,), "utf-8", messages)) is None


def test_a_format_without_its_closing_quote_has_no_hover_of_its_own() -> None:
    """Error recovery closes the literal, which then is not the text that was written."""
    text = ';\rprintf("\nu);'
    messages = (Message((Change(10, 10, " "),), "all"),)
    assert replay(Case(Kernel("/a.cl", text), (text,), "utf-8", messages)) is None


def test_the_last_changed_item_is_coloured_anew_where_the_next_shares_its_piece() -> None:
    """An item begins at its own text, not at that of the lines it shares with the one before."""
    text = "typedef struct{{}}Body;Body body;\n#\nbody;}"
    messages = (
        Message((Change(23, 23, "t"),), "all"),
        Message((Change(24, 24, ";"),), ""),
        Message((Change(23, 23, "a"),), "all"),
    )
    assert replay(Case(Kernel("/a.cl", text), (text,), "utf-8", messages)) is None


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_positions_that_no_text_has(encoding: str) -> None:
    """Whatever a client sends, the server goes on, and has the resulting text."""
    chance = Random(encoding)
    kernel = next(kernel for kernel in kernels.own() if kernel.path == "/own/wide.cl")
    session = Session(kernel, (kernel.text,), encoding)
    workspace = session.server.parts.workspace
    document = workspace.documents.at(kernel.path)
    assert document is not None

    def position() -> dict[str, int]:
        line = chance.choice((chance.randrange(15), -1, 99, 2**32 - 1))
        return {"line": line, "character": chance.choice((chance.randrange(40), -1, 2**32 - 1))}

    for _ in range(150):
        content = {
            "range": {"start": position(), "end": position()},
            "text": chance.choice("a\u00e9\r\n;"),
        }
        session.server.change(document.uri, 1, content)
        analysis = workspace.analyses.complete(document)
        assert analysis is not None and analysis.text == document.text
        assert analysis.findings is not None
