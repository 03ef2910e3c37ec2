"""Assumptions: conditions in comments of a body, for which the host vouches.

`// opencl-ls: assume(n <= get_local_size(0))` says that the condition holds whenever a run comes to
the statement after the comment, in the block of the comment.  The condition is parsed as an
expression of OpenCL C, in the scope of its place; macros are not expanded in it.
`assume(uniform(x))` says that the variable `x` has one value for all work-items of a group.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.types import type_names
from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.model import Assumption
from opencl_ls.semantics.types.symbols import Typedef
from opencl_ls.syntax import records as r
from opencl_ls.syntax.lower import lower

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.names.binder import Binder
    from opencl_ls.semantics.types.symbols import Symbol, Tag
    from opencl_ls.settings.target import Target

_COMMENT: Final = lazy_pattern(
    r"\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?|(//[^\n]*|/\*.*?(?:\*/|\Z))", re.S
)
_ASSUME: Final = re.compile(r"opencl-ls:\s*(assume)\b\s*(\()?")
_PREFIX: Final = "int c=("
"""What stands before a condition, so that it parses as an initializer; a comment has more."""


class _Written:
    """An assumption as it is written; `start` and `end` are those of `assume(...)` in the item."""

    __slots__ = ("condition", "end", "start")

    def __init__(self, start: int, end: int, condition: tuple[int, int] | None) -> None:
        self.start = start
        self.end = end
        self.condition = condition


class _Scope:
    """The names that are in scope where a binder is."""

    def __init__(self, binder: Binder) -> None:
        self._binder = binder

    def symbol(self, name: str) -> Symbol | None:
        """See `Environment`."""
        return self._binder.lookup(name)

    def tag(self, name: str) -> Tag | None:
        """See `Environment`."""
        return self._binder.lookup_tag(name)

    def is_type(self, name: str) -> bool:
        """Tell whether a name is a type."""
        symbol = self._binder.lookup(name)
        return name in type_names() if symbol is None else type(symbol) is Typedef


class AssumptionBinder:
    """Binds the assumptions of an item, while a binder goes through its blocks.

    `bind` binds an item in an environment.
    """

    def __init__(self, text: str, bind: Callable[[r.Item, _Scope, Target], ItemModel]) -> None:
        self._text = text
        self._bind = bind
        self._waiting = _written(text)[::-1]

    def bind_up_to(self, binder: Binder, block: r.Compound, following: r.Statement | None) -> None:
        """Bind what is written in a block before a statement of it, or before its end."""
        end = block.end if following is None else following.start
        while self._waiting and self._waiting[-1].start < end:
            written = self._waiting.pop()
            if written.start < block.start:
                made = Assumption(written.start, written.end, None, None, None, None)
            else:
                made = self._bound(binder, written, block, following)
            binder.model.assumptions.append(made)

    def _bound(
        self, binder: Binder, written: _Written, block: r.Compound, following: r.Statement | None
    ) -> Assumption:
        place = (written.start, written.end, block, following)
        if written.condition is None:
            return Assumption(*place, None, None)
        start, end = written.condition
        scope = _Scope(binder)
        # The condition is at its own place in the item that it is parsed as.
        padding = " " * (start - len(_PREFIX))
        item = lower(f"{padding}{_PREFIX}{self._text[start:end]});", scope.is_type)
        model = self._bind(item, scope, binder.target)
        return Assumption(*place, model, _condition(item))


def assumption_binder(
    text: str, bind: Callable[[r.Item, _Scope, Target], ItemModel]
) -> AssumptionBinder | None:
    """Return what binds the assumptions in the text of an item, None where it has none."""
    return AssumptionBinder(text, bind) if _ASSUME.search(text) else None


def _written(text: str) -> list[_Written]:
    """Return the assumptions in the comments of a text, in order."""
    found: list[_Written] = []
    for comment in _COMMENT.finditer(text):
        if comment[1] is None:
            continue
        for match in _ASSUME.finditer(text, comment.start(), comment.end()):
            opened = match.end()
            closed = _closing(text, opened, comment.end()) if match[2] else None
            if closed is None:
                found.append(_Written(match.start(1), match.end(), None))
            else:
                found.append(_Written(match.start(1), closed + 1, (opened, closed)))
    return found


def _closing(text: str, start: int, end: int) -> int | None:
    """Return where the parenthesis closes that was opened right before `start`."""
    depth = 1
    for position in range(start, end):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        if not depth:
            return position
    return None


def _condition(item: r.Item) -> r.Expression | None:
    """Return the one initializer of the one declaration of an item, None for anything else."""
    if item.problems or item.recovered or len(item.declarations) != 1:
        return None
    declaration = item.declarations[0]
    if not isinstance(declaration, r.Declaration) or len(declaration.declarators) != 1:
        return None
    initializer = declaration.declarators[0].initializer
    return None if initializer is None else unwrapped(initializer)
