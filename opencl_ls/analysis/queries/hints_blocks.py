"""The result types of block literals, and the constructs that end at a closing brace."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.queries.describe import known_text
from opencl_ls.analysis.queries.hints_raw import Raw
from opencl_ls.analysis.query_results import BlockEnd, BlockResult
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types import symbols as s
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.queries.hints_raw import Source

_LONGEST_WORDS: Final = 40
_BLANKS: Final = re.compile(r"\s+")


def block_results(source: Source) -> Iterator[Raw]:
    """Yield the result types of blocks that return a value without writing the type."""
    model = source.model
    for literal in model.of_kind(r.BlockLiteral):
        if literal.result is not None:
            continue
        kind = model.types.get(literal, t.UNKNOWN_QUALIFIED).type
        result = kind.function.result if isinstance(kind, t.BlockType) else t.UNKNOWN_QUALIFIED
        if isinstance(result.type, t.VoidType) or not known_text(result):
            continue
        head = literal.caret if literal.signature is None else literal.signature
        caret = (literal.caret.start, literal.caret.end)
        fact = BlockResult(caret[0], head.end, known_text(result))
        yield Raw(fact, (caret, (head.end - 1, head.end)))


# --- ends ----------------------------------------------------------------------------------------


def block_ends(source: Source) -> Iterator[Raw]:
    """Yield the closing braces of functions, structs and statements."""
    model, text = source.model, source.model.item.text
    for definition in model.of_kind(r.FunctionDefinition):
        symbol = model.declared.get(definition)
        if isinstance(symbol, s.Function):
            word = "kernel" if symbol.is_kernel else "function"
            yield from _end(definition.body, f"{word} {symbol.name}", text)
    for written in model.of_kind(r.RecordType):
        if written.members is not None and written.tag is not None:
            words = f"{written.keyword} {written.tag.text}"
            yield from _end(_braces(written, text), words, text)
    for statement in model.of_kind(r.If):
        if statement.otherwise is None:
            words = _head("if", statement.condition, text)
            yield from _end(statement.then, words, text)
        else:
            yield from _end(statement.otherwise, "else", text)
    for loop in model.of_kind(r.While):
        yield from _end(loop.body, _head("while", loop.condition, text), text)
    for counted in model.of_kind(r.For):
        yield from _end(counted.body, _head("for", counted.condition, text), text)
    for switch in model.of_kind(r.Switch):
        yield from _end(switch.body, _head("switch", switch.condition, text), text)


def _braces(written: r.RecordType, text: str) -> r.Record | None:
    """Return the range from a struct's opening brace to its closing one."""
    start = text.find("{", written.start, written.end)
    last = written.members[-1].end if written.members else start
    end = text.find("}", last, written.end)
    return r.Word(start, end + 1, "") if 0 <= start < end else None


def _head(word: str, condition: r.Expression | None, text: str) -> str:
    written = "" if condition is None else text[condition.start : condition.end].strip()
    if written.startswith("(") and isinstance(condition, r.Parenthesized):
        written = written[1:-1]
    written = _BLANKS.sub(" ", written).strip()
    return f"{word} {written}" if 0 < len(written) <= _LONGEST_WORDS else word


def _end(body: r.Record | None, words: str, text: str) -> Iterator[Raw]:
    """Yield the end of a construct in braces, if it has one."""
    if body is None or text[body.start : body.start + 1] != "{" or text[body.end - 1] != "}":
        return
    braces = ((body.start, body.start + 1), (body.end - 1, body.end))
    yield Raw(BlockEnd(body.start, body.end, words), braces)
