"""Undefined macros, and what they may expand to.

The host may define them in its build options, so that each may be anything: a barrier, a `return`,
the declaration of a variable.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field

from opencl_ls.builtins.host_names import looks_like_macro
from opencl_ls.builtins.names import is_builtin, is_keyword
from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.semantics.model import derived, derived_by_key
from opencl_ls.semantics.model.problems import UndeclaredName
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Function

_WORD: Final = lazy_pattern(r"[A-Za-z_]\w*", re.A)

_LINE_ENDS: Final = re.compile(r"[ \t\r]*(?://.*)?\n")


_PASTED: Final = 200
"""The most words that are compared as parts of pasted names; to compare all would take too long."""


def is_host_macro(model: ItemModel, expression: r.Expression) -> bool:
    """Tell whether an expression is such a macro, or a call of one, that nothing declares."""
    name = expression.callee if type(expression) is r.Call else expression
    if type(name) is not r.Name or model.references.get(name) is not None:
        return False
    return looks_like_macro(name.name) and not is_builtin(name.name)


def has_host_macros(model: ItemModel) -> bool:
    """Tell whether an item names such macros, any of which may declare what another name hides."""
    return any(
        isinstance(problem, UndeclaredName)
        and looks_like_macro(problem.name)
        and not isinstance(model.parents.get(problem.record), r.Attribute)
        for problem in model.problems
    )


def is_behind_host_macro(model: ItemModel, row: r.Compound, statement: r.Record) -> bool:
    """Tell whether a statement of a list follows such a macro, which may be its loop."""
    text, start = model.item.text, statement.start
    for problem in model.item.recovered:
        if (
            problem.kind is SyntaxProblemKind.UNDEFINED_MACRO
            and not text[problem.end : start].strip()
        ):
            if problem.end <= start:
                return True
    before: r.Statement | None = None
    for each in row.statements:
        if each is statement:
            break
        before = each
    return isinstance(before, r.ExpressionStatement) and is_host_macro(model, before.expression)


def may_be_kernel(model: ItemModel, function: Function) -> bool:
    """Tell whether a function has such a macro before its name, which may expand to `kernel`."""
    specifiers = function.declaration.specifiers
    kind = specifiers.type
    if specifiers.unknown or (isinstance(kind, r.NamedType) and looks_like_macro(kind.name)):
        return True
    return any(
        problem.kind is SyntaxProblemKind.UNDEFINED_MACRO and problem.start < function.word.start
        for problem in model.item.recovered
    )


def brings_arguments(model: ItemModel, call: r.Call) -> bool:
    """Tell whether a macro was left out beside an argument, and may add others with a comma."""
    starts = _recovered_starts(model, (SyntaxProblemKind.UNDEFINED_MACRO,))
    first, last = bisect_right(starts, call.callee.end), bisect_left(starts, call.end)
    return any(
        not any(each.start <= start < each.end for each in call.arguments)
        for start in starts[first:last]
    )


def has_recovered(
    model: ItemModel, kinds: tuple[SyntaxProblemKind, ...], start: int, end: int
) -> bool:
    """Tell whether a recovered error of some kinds begins from `start` to before `end`."""
    starts = _recovered_starts(model, kinds)
    return bisect_left(starts, start) < bisect_left(starts, end)


@derived_by_key
def _recovered_starts(model: ItemModel, kinds: tuple[SyntaxProblemKind, ...]) -> list[int]:
    """Return where the recovered errors of some kinds begin; each call of an item asks for it."""
    return sorted(each.start for each in model.item.recovered if each.kind in kinds)


def brings_parameters(item: r.Item, part: r.FunctionPart) -> bool:
    """Tell whether a macro was left out after the last parameter, and may add others."""
    return any(
        problem.kind is SyntaxProblemKind.UNDEFINED_MACRO
        and part.start < problem.start < part.end
        and all(each.end <= problem.start for each in part.parameters)
        for problem in item.recovered
    )


def may_be_overloadable(
    item: r.Item, specifiers: r.Specifiers, declarator: r.Declarator, end: int
) -> bool:
    """Tell whether such a macro may make a function overloadable, or make its name.

    `end` is the byte where the function's body begins, or its declaration ends.
    """
    name, parts = declarator.name, declarator.parts
    if specifiers.unknown or (name is not None and "(" in name.text):
        return True
    part = parts[0] if parts else declarator
    return any(
        problem.kind is SyntaxProblemKind.UNDEFINED_MACRO
        and (specifiers.start <= problem.start < part.start or part.end <= problem.start < end)
        for problem in item.recovered
    )


class Unseen(Struct):
    """What such macros may declare: names that hold one of `words`, or all from a place on.

    `start` is a byte of the item, None if there is no such place.
    """

    words: set[str] = field(default_factory=set[str])
    start: int | None = None

    def may_declare(self, problem: UndeclaredName) -> bool:
        """Tell whether a name may be declared by such a macro, and is no such macro itself."""
        name = problem.name
        if looks_like_macro(name):
            return False
        if self.start is not None and problem.record.start > self.start:
            return True
        # `VARIABLES(ab)` may declare `ab0` and `sum_ab`.
        if name in self.words or len(self.words) > _PASTED:
            return name in self.words
        return any(
            len(word) > 1 and (name.startswith(word) or name.endswith(word)) for word in self.words
        )


@derived
def unseen(model: ItemModel) -> tuple[Unseen, Unseen]:
    """Return the names that undefined macros of an item may declare in it and for the items below.

    Each key asks for it, for every item in which a name is missing.  It must not be changed.
    """
    inner, outer = Unseen(), Unseen()
    text = model.item.text
    for macro in model.item.recovered:
        if macro.kind in (SyntaxProblemKind.UNDEFINED_MACRO, SyntaxProblemKind.PASTED_NAME):
            is_inner = macro.kind is SyntaxProblemKind.UNDEFINED_MACRO
            words = inner.words if is_inner else outer.words
            words.update(_names_in(text, macro.start + len(macro.expected), macro.end))
    for record in model.item.declarations:
        parts = record.declarator.parts if isinstance(record, r.FunctionDefinition) else ()
        name = record.declarator.name if isinstance(record, r.FunctionDefinition) else None
        if name is not None and "(" in name.text:
            outer.words.update(_names_in(name.text, name.text.index("("), len(name.text)))
        if parts and isinstance(parts[0], r.FunctionPart):
            if model.item.recovered and brings_parameters(model.item, parts[0]):
                inner.start = parts[0].end
    for problem in model.problems:
        if not isinstance(problem, UndeclaredName) or not looks_like_macro(problem.name):
            continue
        place = problem.record
        if place not in model.parents:
            outer.words.update(_names_in(text, place.start + len(problem.name), place.end))
            continue
        above = model.parents.get(place)
        is_bare = True
        if isinstance(above, r.Call) and above.callee is place:
            inner.words.update(_names_in(text, place.end, above.end))
            is_bare = not above.arguments
            above = model.parents.get(above)
        if is_bare and (isinstance(above, r.ExpressionStatement) or _may_declare(model, place)):
            start = place.start
            inner.start = start if inner.start is None else min(inner.start, start)
    return inner, outer


def _names_in(text: str, start: int, end: int) -> Iterator[str]:
    """Yield the words of a text that are not reserved by the language."""
    for word in _WORD.findall(text, start, end):
        if not is_builtin(word) and not is_keyword(word):
            yield word


def _may_declare(model: ItemModel, word: r.Record) -> bool:
    """Tell whether a word among specifiers is a macro that may declare anything by itself.

    It expands to parameters, or is a statement before another one: it has a line of its own, or
    what reads as a declaration is none.
    """
    specifiers = model.parents.get(word)
    above = None if specifiers is None else model.parents.get(specifiers)
    if isinstance(above, r.Parameter):
        return above not in model.declared
    if not isinstance(above, r.Declaration):
        return False
    if _LINE_ENDS.match(model.item.text, word.end):
        return model.parents.get(above) is not None
    return not any(entry in model.declared for entry in above.declarators)
