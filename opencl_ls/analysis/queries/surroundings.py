"""The context of a place in incomplete text, and the words that the language allows there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.queries.brackets import is_control
from opencl_ls.builtins.language import keyword
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.queries.brackets import Nesting
    from opencl_ls.analysis.queries.draft import Draft
    from opencl_ls.analysis.query_results import CallInfo

_LOOPS: Final = (r.For, r.While, r.DoWhile)
# Words with a parenthesis after them that contain a type.
_OF_TYPES: Final = ("sizeof", "vec_step", "vec_type_hint", "_Alignof", "__typeof__", "typeof")


def around_of(nesting: Nesting) -> str:
    """Return the context of a declaration at the end of a text, see `NameContext.around`."""
    top = nesting.top
    if not top.mark:
        return "file"
    if top.mark == "(":
        return "for" if top.role == "for" else "parameters"
    return "struct" if top.role == "struct" else "body"


def takes_type(nesting: Nesting, call: CallInfo | None) -> bool:
    """Tell whether a type may appear after a text inside an expression.

    It may after the parenthesis of a cast or of `sizeof`, and as an argument of a macro.
    """
    top = nesting.top
    if top.mark != "(" or nesting.last not in ("(", ","):
        return False
    if call is not None and call.kind == "macro":
        return True
    if nesting.last != "(":
        return False
    before = top.before
    if top.role == "for" or before in _OF_TYPES:
        return True
    is_word = before[-1:].isalnum() or before[-1:] in ("_", "$")
    if before in (")", "]") or is_control(before):
        return False
    return not is_word or keyword(before) is not None


def keywords_of(draft: Draft) -> Iterator[str]:
    """Yield the keywords that may begin in the context of the place, see `NameContext.around`."""
    in_loop = False
    for record in reversed(draft.records):
        if isinstance(record, r.FunctionDefinition | r.BlockLiteral):
            break
        if isinstance(record, _LOOPS) and not in_loop:
            in_loop = True
            yield from ("break", "continue")
        elif isinstance(record, r.Switch) and not in_loop:
            yield from ("break", "case", "default")
    if _is_after_if(draft):
        yield "else"


def _is_after_if(draft: Draft) -> bool:
    """Tell whether the statement before the place is an `if` that has no `else` yet."""
    if draft.nesting.last not in (";", "}"):
        return False
    around = next(
        (each for each in reversed(draft.records) if isinstance(each, r.Compound | r.Case)), None
    )
    if around is None:
        return False
    before: r.Record | None = _last_before(around.statements, draft.at)
    while isinstance(before, r.If | r.For | r.While | r.Case | r.Label):
        if isinstance(before, r.If):
            if before.otherwise is None and before.then is not None:
                return True
            before = before.otherwise
        elif isinstance(before, r.Case):
            before = before.statements[-1] if before.statements else None
        elif isinstance(before, r.Label):
            before = before.statement
        else:
            before = before.body
    return False


def _last_before(statements: Sequence[r.Statement], at: int) -> r.Statement | None:
    found = None
    for each in statements:
        if each.end > at:
            break
        found = each
    return found
