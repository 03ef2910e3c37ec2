"""States that are handed out while most of what an edit touched is still to be analysed."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from opencl_ls.analysis.host import AT_ONCE, Host, check
from opencl_ls.analysis.lazy_functions import LazyFunction
from opencl_ls.analysis.placement import Placement
from opencl_ls.preprocess import MemorySources
from opencl_ls.semantics.flow.uniformity import functions
from opencl_ls.semantics.flow.uniformity.definitions import FunctionInfo
from opencl_ls.semantics.flow.uniformity.functions import analyse_function
from opencl_ls.settings.model import DEFAULT
from tests.support.conversation import Connected

COUNT = 60
FOUR = 300
"""The length in bytes of three functions of the program below and a part of the fourth."""


def program(extra: str = "") -> str:
    """Return a program whose functions all use one macro and one struct."""
    parts = ["#define SCALE 2\nstruct body { float x; };\n"]
    for number in range(COUNT):
        parts.append(  # noqa: PERF401 - a comprehension of this size is hard to read
            f"kernel void k{number}(global struct body *p, int n)\n"
            "{\n"
            f"    int unused{number};\n"
            f"    p[n].x = SCALE + {number};{extra}\n"
            "}\n"
        )
    return "".join(parts)


def opened(text: str) -> Host:
    """Return a host with a program open whose findings are known."""
    host = Host(MemorySources({}), at_once=FOUR)
    host.open("a.cl", text, DEFAULT)
    _ = host.analysis("a.cl").findings
    host.computed.clear()
    return host


def cold(text: str) -> tuple[object, ...]:
    """Return the findings of a text that was never edited."""
    return check("a.cl", MemorySources({"a.cl": text}), DEFAULT).findings


def completed(host: Host) -> tuple[object, ...]:
    """Return the findings when no item waits any more."""
    for _ in host.go_on("a.cl"):
        pass
    analysis = host.provisional("a.cl")
    assert not analysis._unit.is_provisional
    return analysis.findings


def test_a_macro_that_all_mention_costs_few_functions_at_first() -> None:
    """The others are as they were; names and findings are there, in their right places."""
    text = program()
    host = opened(text)
    at = text.index("SCALE 2") + len("SCALE 2")
    host.edit("a.cl", at, at, "000")
    analysis = host.provisional("a.cl")
    assert len(host.computed) == 4
    assert len(analysis._unit.stale) == COUNT - 4
    edited = text[:at] + "000" + text[at:]
    assert analysis.findings == cold(edited)
    assert analysis.kinds["k59"] == "kernel"


def test_going_on_completes_it() -> None:
    """Each step is one function or the races of one kernel; the end is what a cold start finds."""
    text = program(" missing;")
    host = opened(text)
    at = text.index("SCALE 2") + len("SCALE 2")
    host.edit("a.cl", at, at, " +")
    edited = text[:at] + " +" + text[at:]
    assert host.provisional("a.cl")._unit.stale
    for steps, _ in enumerate(host.go_on("a.cl"), 5):
        assert len(host.computed) == min(steps, COUNT)
        assert len(host.provisional("a.cl")._unit.stale) == max(0, COUNT - steps)
    assert steps == 2 * COUNT + 1
    assert host.provisional("a.cl") is host.analysis("a.cl")
    assert len(host.computed) == COUNT
    assert host.analysis("a.cl").findings == cold(edited)


def test_a_struct_that_all_use() -> None:
    """The functions' own text is the same, and they wait all the same."""
    text = program()
    host = opened(text)
    at = text.index("float x")
    host.edit("a.cl", at, at + 5, "double")
    assert len(host.provisional("a.cl")._unit.stale) == COUNT - 4
    for _ in host.go_on("a.cl"):
        pass
    assert host.analysis("a.cl").findings == cold(text[:at] + "double" + text[at + 5 :])


def test_the_function_that_is_edited_never_waits() -> None:
    """Whatever else has to be analysed."""
    text = program()
    host = opened(text)
    at = text.index("SCALE 2")
    host.edit("a.cl", at + 6, at + 7, "3")
    body = text.index("unused50;")
    host.edit("a.cl", body, body, "un")
    analysis = host.provisional("a.cl")
    assert "'ununused50' is never used" in [finding.message for finding in analysis.findings][50]
    assert 51 not in [*analysis._unit.stale]


def test_what_was_done_for_a_former_text_is_kept() -> None:
    """A second edit drops the rest of the work for the first one, and nothing else."""
    text = program()
    host = opened(text)
    at = text.index("SCALE 2")
    host.edit("a.cl", at + 6, at + 7, "3")
    host.provisional("a.cl")
    steps = host.go_on("a.cl")
    for _ in range(10):
        next(steps)
    host.edit("a.cl", 0, 0, "// \n")
    assert len(host.provisional("a.cl")._unit.stale) == COUNT - 4 - 10 - 4


def test_the_server_tells_what_it_knows_and_then_the_rest() -> None:
    """One publish at once, some on the way, one at the end; a newer text ends the work."""
    client = Connected({"textDocument": {"publishDiagnostics": {"versionSupport": True}}})
    text, uri = program(" missing;"), "file:///a.cl"
    client.open(uri, text)
    client.rest()
    _told(client)
    computed = client.host.computed
    computed.clear()
    _change(client, uri, 2, "SCALE 2", "SCALE 2 \n#undef missing\n#define missing 0", text)
    client.step()
    first = len(computed)
    assert 0 < first < 20
    assert _told(client) == [COUNT - first]
    client.rest()
    assert _told(client) == [COUNT - first - 32, 0]

    computed.clear()
    _change(client, uri, 3, "SCALE 2", "SCALE 3", text)
    client.step()
    client.step()
    _change(client, uri, 4, "SCALE 3", "SCALE 2", text.replace("SCALE 2", "SCALE 3"))
    client.rest()
    assert len(computed) < 20
    _told(client)
    client.parts.diagnostics.publish("/a.cl")
    assert _told(client) == []


def _change(client: Connected, uri: str, version: int, old: str, new: str, text: str) -> None:
    column = text.index(old)
    start, end = ({"line": 0, "character": at} for at in (column, column + len(old)))
    client.change(uri, version, {"range": {"start": start, "end": end}, "text": new})


def _told(client: Connected) -> list[int]:
    """Return the number of missing names in each message that was sent since."""
    reported = client.take("textDocument/publishDiagnostics")
    return [str(message).count("'missing'") for message in reported]


def test_what_is_pasted_is_checked_bit_by_bit() -> None:
    """Names count at once; four of the functions are read, and the others in their turn."""
    text = program()
    host = opened(text)
    pasted = "".join(
        f"void pasted{number}(void)\n{{\n    int unread{number}; /* {number:50} */\n}}\n"
        for number in range(30)
    )
    host.edit("a.cl", len(text), len(text), pasted)
    analysis = host.provisional("a.cl")
    reported = [finding.message for finding in analysis.findings if "unread" in finding.message]
    assert len(reported) == 4
    assert analysis.kinds["pasted29"] == "function"
    for _ in host.go_on("a.cl"):
        pass
    assert not host.provisional("a.cl")._unit.is_provisional
    assert host.analysis("a.cl").findings == cold(text + pasted)
    assert len(host.computed) == 30


def long_program() -> str:
    """Return a program of which most functions are not read when it is opened."""
    return (
        program(" missing;")
        + "void helped(void) { ahead(); }\n"
        + "static int unused(int a) { return later(a); }\n"
        + "static int late(int a) { return a; }\n"
        + "kernel void last(global int *p) { *p = late(2) + missing; }\n"
    ).replace("kernel void k1(", "static int late(int);\nkernel void k1(")


def just_opened() -> tuple[Host, str]:
    """Return a host that has just opened a long program, and its text."""
    host = Host(MemorySources({}))
    text = long_program()
    host.open("a.cl", text, DEFAULT)
    return host, text


def test_a_long_file_is_shown_before_all_of_it_is_read() -> None:
    """A page of functions at first, and all names; the findings then are among the later ones."""
    host, text = just_opened()
    analysis = host.provisional("a.cl")
    functions = [each for each in host.computed if each.endswith("}")]
    assert AT_ONCE <= sum(map(len, functions)) < AT_ONCE + len(functions[-1])
    assert len(analysis._unit.unread) == COUNT + 4 - len(functions)
    assert analysis.kinds["last"] == "kernel"
    reported, right = analysis.findings, cold(text)
    assert sum(each.message == "'missing' is not declared" for each in reported) == len(functions)
    assert set(reported) <= set(right)
    for _ in host.go_on("a.cl"):
        assert set(host.provisional("a.cl").findings) <= set(right)
    assert not host.provisional("a.cl")._unit.is_provisional
    assert host.provisional("a.cl") is host.analysis("a.cl")
    assert host.analysis("a.cl").findings == right
    assert len(host.computed) == COUNT + 6


def test_what_the_user_looks_at_goes_before_headers() -> None:
    """The functions of a header are head-only until they are called or the session is idle."""
    header = "struct s { int x; };\nint help(int a) { return a + missing; }\n"
    text = '#include "h.h"\nkernel void k(void) { help(1, 2); missing; }\n'
    files = MemorySources({"a.cl": text, "h.h": header})
    host = Host(files)
    host.open("a.cl", text, DEFAULT)
    analysis = host.provisional("a.cl")
    assert [analysis._unit.items[number].source.text[:8] for number in analysis._unit.unread] == [
        "int help"
    ]
    right = check("a.cl", files, DEFAULT).findings
    assert set(analysis.findings) <= set(right)
    assert {each.place.file for each in analysis.findings} == {"a.cl"}
    assert "call/argument-count" in [each.code for each in analysis.findings]
    assert completed(host) == right


def test_findings_in_headers_stay_while_these_wait() -> None:
    """A macro that a header's function mentions changes, and the findings in it stay."""
    header = "int help(int a) { int never; return a + SCALE; }\n"
    text = '#define SCALE 2\n#include "h.h"\nkernel void k(void) { help(1, 2); }\n'
    files = MemorySources({"a.cl": text, "h.h": header})
    host = Host(files)
    host.open("a.cl", text, DEFAULT)
    before = host.analysis("a.cl").findings
    assert {each.place.file for each in before} == {"a.cl", "h.h"}
    host.edit("a.cl", 14, 15, "3")
    analysis = host.provisional("a.cl")
    assert [*analysis._unit.stale] == [0]
    assert analysis.findings == before
    assert completed(host) == before


def test_what_is_asked_about_a_place_reads_the_rest() -> None:
    """A hover does not wait for the rules, but for all names in all bodies."""
    host, text = just_opened()
    assert host.provisional("a.cl")._unit.unread
    place = text.index("late(2)")
    symbol = host.analysis("a.cl").symbol_at(place)
    assert symbol is not None
    assert symbol.type_text == "int late(int)"
    assert host.analysis("a.cl").findings == cold(text)


def test_a_question_about_a_name_reads_its_function_and_its_declaration() -> None:
    host, text = just_opened()
    unread = len(host.provisional("a.cl")._unit.unread)
    host.computed.clear()
    place = text.index("late(2)")
    analysis = host.around("a.cl", place + 2)
    symbol = analysis.symbol_at(place)
    assert symbol is not None
    assert symbol.type_text == "int late(int)"
    assert len(analysis._unit.unread) == unread - 2
    assert {each.partition("(")[0] for each in host.computed} == {
        "static int late",
        "kernel void last",
    }
    # What is read already is not read again, and what is read stays so.
    host.computed.clear()
    assert host.around("a.cl", place) is analysis
    assert not host.computed
    assert host.around("a.cl", 0) is analysis
    assert completed(host) == cold(text)


def test_what_is_asked_about_a_name_while_others_wait() -> None:
    """They are as they were before the edit: all are looked at."""
    text = program()
    host = opened(text)
    at = text.index("2\n")
    host.edit("a.cl", at, at + 1, "3.5f")
    edited = text[:at] + "3.5f" + text[at + 1 :]
    place = edited.rindex("SCALE")
    assert host.provisional("a.cl")._unit.stale
    assert host.around("a.cl", place) is host.analysis("a.cl")
    assert host.analysis("a.cl").findings == cold(edited)


def test_a_function_is_read_when_it_is_edited() -> None:
    """The others stay unread, wherever they have moved."""
    host, text = just_opened()
    unread = len(host.provisional("a.cl")._unit.unread)
    at = text.index(" missing;", text.index("k50"))
    host.edit("a.cl", at, at, "\nwrong;\n")
    edited = text[:at] + "\nwrong;\n" + text[at:]
    analysis = host.provisional("a.cl")
    assert len(analysis._unit.unread) == unread - 1
    assert "'wrong' is not declared" in [each.message for each in analysis.findings]
    host.edit("a.cl", 0, 0, "// a line above\n")
    edited = "// a line above\n" + edited
    assert len(host.provisional("a.cl")._unit.unread) == unread - 1
    assert completed(host) == cold(edited)


def test_what_was_read_is_kept_when_the_text_changes() -> None:
    """As far as it has been parsed; a request for everything parses the rest."""
    host, text = just_opened()
    unread = len(host.provisional("a.cl")._unit.unread)
    steps = host.go_on("a.cl")
    for _ in range(10):
        next(steps)
    at = text.index("#define SCALE 2") + len("#define SCALE 2")
    host.edit("a.cl", at, at, "0")
    analysis = host.provisional("a.cl")
    assert len(analysis._unit.unread) == unread - 10
    assert analysis._unit.stale
    assert host.analysis("a.cl").findings == cold(text[:at] + "0" + text[at:])


def test_what_functions_come_to_is_worked_out_while_they_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The whole, at the end, finds it with them."""
    looked_at: list[str] = []

    def analysed(info: FunctionInfo, *rest: Any) -> Any:
        looked_at.append(info.name)
        return analyse_function(info, *rest)

    monkeypatch.setattr(functions, "analyse_function", analysed)
    text = "static int least(int a) { return a; }\n" + "".join(
        f"kernel void k{n}(global int *p) {{\n"
        f"    if (least(get_local_id(0)) > {n}) {{ barrier(0); }}\n"
        "}\n"
        for n in range(COUNT)
    )
    host = Host(MemorySources({}))
    host.open("a.cl", text, DEFAULT)
    assert "barrier/divergent" not in [each.code for each in host.provisional("a.cl").findings]
    assert not looked_at
    for _ in host.go_on("a.cl"):
        pass
    assert sorted(looked_at) == sorted(["least", *(f"k{n}" for n in range(COUNT))])
    found = host.provisional("a.cl").findings
    assert len(looked_at) == COUNT + 1
    assert [each.code for each in found].count("barrier/divergent") == COUNT
    assert found == cold(text)


@pytest.mark.parametrize(
    "head",
    [
        "struct __attribute__((packed)) ",
        "typedef struct ",
        "kernel void f(a) int a; ",
        "int f(int a[sizeof(struct { int x; })]) ",
        "void (^b)(void) = ^(void) ",
    ],
)
def test_what_is_not_plainly_a_function_is_read(head: str) -> None:
    """A type that a head defines would not be that of the body."""
    text = program() + head + "{ int x; };\n"
    host = Host(MemorySources({}))
    host.open("a.cl", text, DEFAULT)
    unit = host.provisional("a.cl")._unit
    assert unit.unread
    assert len(unit.items) - 1 not in unit.unread
    assert completed(host) == cold(text)


def test_a_head_is_read_for_who_calls_the_function() -> None:
    """The others are names, and no more."""
    host, text = just_opened()
    assert host.provisional("a.cl")._unit.unread
    at, call = text.index("*p = late(2)"), "k40(0); "
    host.edit("a.cl", at, at, call)
    analysis = host.provisional("a.cl")
    assert "call/argument-count" in [each.code for each in analysis.findings]
    unit = analysis._unit
    unread = [unit.items[number].analysed.model.exports for number in unit.unread]
    symbols = [symbol for exports in unread for symbol in exports.values()]
    asked = [each.name for each in symbols if isinstance(each, LazyFunction) and each.resolved]
    assert asked == ["k40"]
    assert completed(host) == cold(text[:at] + call + text[at:])


@pytest.mark.parametrize(
    "function",
    [
        "void odd(later x) { }\ntypedef int later;\n",
        "static odd(int x) { return x; }\n",
        "void odd(int x y) { }\n",
        "void odd(int n[sizeof(later)]) { }\ntypedef int later;\n",
    ],
)
def test_a_function_that_is_not_what_was_known_of_it(function: str) -> None:
    """Who called it by its name is looked at again when it has been read."""
    text = program() + function + "kernel void asks(void) { odd(1); }\n"
    host = Host(MemorySources({}))
    host.open("a.cl", text, DEFAULT)
    assert host.provisional("a.cl")._unit.unread
    at = text.index("odd(1)")
    host.edit("a.cl", at, at, " odd(2, 3); ")
    assert host.provisional("a.cl").findings is not None
    assert completed(host) == cold(text[:at] + " odd(2, 3); " + text[at:])


def test_an_edit_that_brings_an_item_and_is_noticed_by_many() -> None:
    """Those that wait have other numbers than before."""
    calls = "".join(
        f"void c{number}(void)\n{{\n    int unread{number} = help(1);\n}}\n" for number in range(30)
    )
    text = f"int help(int x);\n{calls}"
    host = opened(text)
    host.edit("a.cl", 0, 3, "int other; long")
    analysis = host.provisional("a.cl")
    assert analysis._unit.stale
    edited = f"int other; long{text[3:]}"
    assert analysis.findings == cold(edited)
    for _ in host.go_on("a.cl"):
        pass
    assert host.analysis("a.cl").findings == cold(edited)


def test_keeping_what_was_found_analyses_no_later_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between an edit that many functions notice and the client's question nothing is done."""
    monkeypatch.setenv("OPENCL_LS_CACHE", str(tmp_path))
    pulls = {
        "textDocument": {"diagnostic": {}},
        "workspace": {"diagnostics": {"refreshSupport": True}},
    }
    client = Connected(pulls)
    text, uri = program(), "file:///a.cl"
    client.open(uri, text)
    client.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    client.host.computed.clear()
    _change(client, uri, 2, "SCALE 2", "SCALE 3", text)
    client.rest()
    assert not client.host.computed


def test_a_key_while_bodies_are_read_touches_nothing_in_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was read is at the top, what is edited at the end; the rest stays as it is."""
    host, text = just_opened()
    assert host.provisional("a.cl").findings
    host.computed.clear()
    reading = host.go_on("a.cl")
    for _ in range(3):
        next(reading)
    read = len(host.computed)
    assert 0 < read < 5
    made: list[int] = []
    group = Placement.group

    def counted(placement: Placement, number: int, *rest: Any) -> Any:
        made.append(number)
        return group(placement, number, *rest)

    monkeypatch.setattr(Placement, "group", counted)
    at = text.index(f"unused{COUNT - 1}")
    host.edit("a.cl", at, at, "x")
    reported = host.provisional("a.cl").findings
    assert len(set(made)) <= read + 2
    edited = text[:at] + "x" + text[at:]
    assert set(reported) <= set(cold(edited))
    assert completed(host) == cold(edited)


def test_what_an_earlier_declaration_says_of_an_unread_function() -> None:
    """A kernel by its prototype is one for what asks for its name, too."""
    text = "kernel void one(int n);\nvoid one(int n) { ; }\nvoid one(float *p) { ; }\n"
    host = Host(MemorySources({}), at_once=0)
    host.open("a.cl", text, DEFAULT)
    assert host.provisional("a.cl").findings is not None
    assert "kernel-arg/private-pointer" in {each.code for each in host.analysis("a.cl").findings}
    assert host.analysis("a.cl").findings == cold(text)


def test_a_finding_leads_into_the_head_of_an_unread_function() -> None:
    """Its facts are there, whether the body has been parsed or not."""
    text = "int g(int *q) {\n    return *q;\n}\nint a = g(1.0f);\nvoid f(void) {}\n"
    host = Host(MemorySources({}), at_once=0)
    host.open("a.cl", text, DEFAULT)
    assert host.provisional("a.cl")._unit.unread == [0, 2]
    host.edit("a.cl", len(text) - 2, len(text) - 2, ";")
    analysis = host.provisional("a.cl")
    assert analysis._unit.unread == [0]
    places = [
        text[related.place.start : related.place.end]
        for finding in analysis.findings
        for related in finding.related
    ]
    assert places == ["q"]
    assert completed(host) == cold(text[:-2] + ";" + text[-2:])


def test_a_tag_that_the_head_of_an_unread_function_declares() -> None:
    """What names it belongs to the function as it is when its body has been read."""
    text = (
        "void h(void) { ; }\nstruct s *f(int (*q)[2]) { h(); }\n"
        "void k(struct s *p) { ; }\nint last;\n"
    )
    host = Host(MemorySources({}), at_once=0)
    host.open("a.cl", text, DEFAULT)
    assert host.provisional("a.cl")._unit.unread == [0, 1, 2]
    assert completed(host) == cold(text)
    analysis, at = host.analysis("a.cl"), text.rindex("s *p")
    found = analysis.symbol_at(at)
    assert found is not None
    assert [place.start for place in found.declarations] == [text.index("s *f")]


_READ_TOO_EARLY = """\
/*i*/E
#if*/encryptedVerifier;OST].encry= VECT_SIZE)
  {
    const u32 w0r = ix_create_bft (bfs_buf, il_pos);

    const u32 w0lr = w0l | w0r;

    // firsgest);

    // now the RC4 part

    rc4_init_128 (S, digest, lid);

    u32 out[4];

    u8 j = rc4_next_16 (S, 0, 0, encryptedVerifier, out, lid);

    w0_t[0] = out[0];
    w0_t[1] = out[1];
    w0_t[2] = out[2];
    w0_t[3] = out[3];
    w1_t[0] = 0x80;
    w1_t[1] = 0;
    w1_t[2] = 0;
    w1_t[3] = 0;
    w2_t[0] = 0;
    w2_t[1] = 0;
    w2__t, w3_t, digest);

    rc4_next_16 (S, 16, j, digest, out, lid);

    COMPARE_M_SIMD (out[0], out[1], out[2], out[3]);
  }
}
E(l){encryptedVerifier[u
}
T(t){}"""


def test_what_was_read_before_others_that_waited_is_read_again() -> None:
    """Their names may have another meaning after the edit than when they were read."""
    text = _READ_TOO_EARLY
    host = Host(MemorySources({}))
    host.open("a.cl", text, DEFAULT)
    completed(host)
    for at, new, steps in ((6, "/*", 0), (text.index("E(l){") + 7, ";", 0), (2, "*/", 1)):
        host.edit("a.cl", at, at, new)
        text = text[:at] + new + text[at:]
        assert host.provisional("a.cl").findings is not None
        for _ in islice(host.go_on("a.cl"), steps):
            pass
    assert completed(host) == cold(text)


def test_findings_are_compared_with_the_state_that_differs_least() -> None:
    """A comment hides a function that others call; once it is closed no rule has to run again."""
    text = program()
    for number in (20, 30):
        text = text.replace(f"+ {number};", f"+ helper({number});")
    text = text.replace("kernel void k11(", "int helper(int a) { return a; }\nkernel void k11(")
    text = text.replace("int unused14;", "int unused14; /* end */")
    host = opened(text)
    at = text.index("int unused10")
    host.edit("a.cl", at, at, "/*")
    hidden = host.provisional("a.cl")
    assert hidden._unit.stale
    hidden.run_rules()
    host.edit("a.cl", at + 2, at + 2, "*/")
    analysis = host.provisional("a.cl")
    assert analysis.findings == cold(text[:at] + "/**/" + text[at:])
    findings = analysis._unit.findings
    assert findings is not None
    assert findings.results.rerun == []
