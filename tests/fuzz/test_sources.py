"""A short run of the source fuzzers, and hypothesis on the lexer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencl_ls.preprocess.lexer import BLANK, clean, lex, raw_end, raw_offset
from opencl_ls.settings.model import DEFAULT
from tests.fuzz import kernels, mistakes, sources
from tests.fuzz.sources import CLANG, Tally, mutants, written

needs_clang = pytest.mark.skipif(CLANG is None, reason="clang-19 is not installed")


@needs_clang
def test_what_the_compiler_accepts_has_no_error() -> None:
    """Written functions of many forms, nearly all of them valid."""
    tally = Tally()
    written(120, 1, tally)
    assert not tally.cases, "\n".join(tally.cases.values())
    assert tally.accepted > 100


@needs_clang
def test_a_false_error_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge does not sleep: with a compiler that takes all, every error is a false one."""
    monkeypatch.setattr(sources, "compiler_errors", lambda path, settings: [])
    tally = Tally()
    mutants(kernels.own()[:3], 30, 1, tally)
    assert tally.cases


@needs_clang
def test_the_judge_takes_what_compiles() -> None:
    """One that rejected everything would find no false error, and would report every mistake."""
    assert sources.compiler_errors(kernels.EXAMPLES / "nbody.cl", DEFAULT) == []
    [(line, _), *_] = sources.compiler_errors(kernels.EXAMPLES / "mistakes.cl", DEFAULT)
    assert line > 0


@needs_clang
def test_mutants() -> None:
    """A token more or less raises nothing, and is no error where the compiler takes it."""
    tally = Tally()
    mutants([kernel for kernel in kernels.own() if "include" not in kernel.text], 40, 1, tally)
    assert not tally.cases, "\n".join(tally.cases.values())


@needs_clang
def test_mistakes_are_judged_as_the_compiler_does() -> None:
    """Nearly all that it rejects has an error, and on its line; what it accepts has none."""
    found = [kernel for kernel in kernels.own() if "include" not in kernel.text]
    tally = mistakes.judge(found, 60, 1)
    assert tally.rejected > 20
    assert tally.accepted > 5
    assert tally.reported >= tally.rejected * 0.9, tally.differences
    assert tally.on_the_line >= tally.rejected * 0.8
    assert tally.silent == tally.accepted, tally.differences


@needs_clang
def test_a_missed_mistake_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is ever reported, each mistake that the compiler rejects is a missed one."""
    monkeypatch.setattr(mistakes, "errors", lambda kernel, text: [])
    tally = mistakes.judge(kernels.own()[:2], 10, 1)
    assert sum(map(len, tally.differences.values())) == tally.rejected > 0


SPLICED = st.lists(
    st.sampled_from([*"ab1\"'/*\\?.#<% \t\r\n", "\\\n", "\\\r\n", "??/\n", "??=", "/*", "*/", "//"])
).map("".join)


@given(SPLICED)
def test_tokens_cover_the_text(text: str) -> None:
    """Only blanks and comments are between tokens, which are in order."""
    cleaned, cuts = clean(text)
    position = 0
    for token in lex(cleaned):
        start = token.origin
        assert isinstance(start, int) and BLANK.fullmatch(cleaned, position, start)
        position = start + len(token.text)
        assert cleaned[start:position] == token.text != ""
        assert raw_offset(cuts, start) < raw_end(cuts, position) <= len(text)
    assert BLANK.fullmatch(cleaned, position)
