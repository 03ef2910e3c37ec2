"""Build logs are read: `logs.md` holds one of each driver, with what is found in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencl_ls.analysis.catalogue import all_rules, matches
from opencl_ls.compilers.logs import Message, read_log
from opencl_ls.compilers.meanings import Meaning, all_rules_named, meaning, plain_name

CASES = re.findall(
    r"^## (.*?)\n.*?^```log\n(.*?)^```\n+```messages\n(.*?)^```",
    (Path(__file__).parent / "logs.md").read_text("utf-8"),
    re.M | re.S,
)


def rendered(each: Message) -> str:
    """Return a message as the cases have it."""
    place = ""
    if each.line:
        column = f"^{each.caret}" if not each.column and each.caret >= 0 else str(each.column)
        end = "" if each.end is None else f"-{each.end[0]}:{each.end[1]}"
        place = f"{each.file}:{each.line}:{column}{end}: "
    option = f" [{each.option}]" if each.option else ""
    known = meaning(each.text, each.option) or Meaning()
    name = f":{known.name}" if known.name else ""
    means = "" if each.is_note else known.rule + name
    words = " ".join(filter(None, (each.driver, means)))
    return f"{place}{each.level}: {each.text}{option} | {words}".rstrip()


@pytest.mark.parametrize(
    ("log", "expected"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_a_log(log: str, expected: str) -> None:
    found = [rendered(each) if isinstance(each, Message) else "~" for each in read_log(log)]
    assert found == [line.rstrip() for line in expected.splitlines()]


@pytest.mark.parametrize("log", [case[1] for case in CASES], ids=[c[0] for c in CASES])
def test_every_line_belongs_to_one_entry(log: str) -> None:
    """What is printed is the whole log, in its order."""
    lines = log.splitlines()
    shown: list[str] = []
    for each in read_log(log):
        shown += lines[each.first : each.last + 1] if isinstance(each, Message) else [each.text]
    assert shown == lines


def test_colours_are_no_part_of_a_message() -> None:
    [message] = read_log(
        "\x1b[1m<kernel>:1:2: \x1b[0;1;31merror: \x1b[0m\x1b[1mno such thing\x1b[0m"
    )
    assert isinstance(message, Message)
    assert (message.line, message.column, message.text) == (1, 2, "no such thing")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        # NVIDIA's own.
        ("The return type of a __kernel function must be void", "kernel/return-type"),
        ("return value cannot be qualified with address space", "address-space/qualified-return"),
        ("The first argument for printf must be a string literal!", "printf/run-time-format"),
        (
            "__kernel function cannot have argument whose type is, or contains, type size_t",
            "kernel-arg/host-dependent-type",
        ),
        (
            "invalid address space for pointee of pointer argument to __kernel function",
            "kernel-arg/private-pointer",
        ),
        # EDG's.
        ("expression must have a constant value", "address-space/initializer-not-constant"),
        (
            'a value of type "float4" cannot be used to initialize an entity of type "int"',
            "type/incompatible",
        ),
        # clang's, with what distinguishes one from another.
        (
            "initializing 'float' with an expression of incompatible type 'void'",
            "type/incompatible",
        ),
        (
            "assigning to 'float4' (vector of 4 'float' values) from incompatible type 'int4'",
            "vector/mixed",
        ),
        ("redefinition of label 'end'", "statement/duplicate-label"),
        ("redefinition of 'n'", "declaration/redefinition"),
        ("redefinition of 'sin' as different kind of symbol", "declaration/different-kind"),
        (
            "access qualifier 'read_write' can not be used for 'image2d_t'",
            "image/read-write-unavailable",
        ),
        ("access qualifier 'read_write' can not be used for 'pipe int'", "pipe/read-write"),
        ("something that nothing has ever said", ""),
    ],
)
def test_a_message_has_its_rule(text: str, rule: str) -> None:
    assert (meaning(text) or Meaning()).rule == rule


def test_the_rules_of_the_table_exist() -> None:
    """The first of a message is a rule, which has a page; others may be families."""
    named, codes = set(all_rules_named()), {each.code for each in all_rules()}
    assert len(named) > 150
    assert not [each for each in named if not any(matches(each, code) for code in codes)]


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("_Z3expf()", "exp"),
        ("_Z6helperPU3AS1i", "helper"),
        ("_cl_exp", "exp"),
        ("exp", "exp"),
        ("_Z9", "_Z9"),
    ],
)
def test_names_of_linkers(name: str, plain: str) -> None:
    assert plain_name(name) == plain


@given(
    st.text(
        alphabet=st.sampled_from(" :^~<>(){}\"'`,;.-_0123abcerorwarningnote/\\\n\t\r\x1b[]m"),
        max_size=200,
    )
)
def test_any_text_is_read(text: str) -> None:
    """No text is too broken, and nothing gets lost."""
    assert len(read_log(text)) <= len(text.splitlines())


def test_a_long_line_takes_no_time() -> None:
    """Patterns are tried on no line that a generator wrote; what is shorter takes one pass."""
    line = "a:" * 4_000 + "\n"
    assert len(read_log(line * 20 + "x" * 1_000_000)) == 21
