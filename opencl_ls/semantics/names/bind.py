"""Binding: the symbol of each name of an item, and the symbols that the item declares.

One walk over the records of an item keeps the scopes of C (C11 6.2.1) and of blocks (OpenCL C
6.12), declares symbols with their types, and notes references, calls, and the outer names that were
looked up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from opencl_ls.builtins.names import is_builtin
from opencl_ls.semantics.model.fingerprints import fingerprint
from opencl_ls.semantics.model.problems import StrayName, UndeclaredName
from opencl_ls.semantics.names import aggregates, bodies, declarations, enumerations, functions
from opencl_ls.semantics.names.assumptions import assumption_binder
from opencl_ls.semantics.names.binder import Binder
from opencl_ls.semantics.typing.expression_cache import ExpressionCache
from opencl_ls.semantics.typing.expressions import type_item
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.statement_cache import LARGE

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.semantics import types as t
    from opencl_ls.semantics.model import Environment, ItemModel
    from opencl_ls.settings.target import Target

_VISITS: Final[dict[type[r.Record], Callable[[Binder, Any], None]]] = {
    r.Specifiers: declarations.specifiers,
    r.Declaration: declarations.declaration,
    r.FunctionDefinition: functions.function_definition,
    r.FunctionPart: functions.function_part,
    r.BlockLiteral: functions.block_literal,
    r.RecordType: aggregates.record_type,
    r.EnumType: enumerations.enum_type,
    r.Enumerator: enumerations.enumerator,
    r.Compound: bodies.compound,
    r.ExpressionStatement: bodies.expression_statement,
    r.If: bodies.with_expressions,
    r.While: bodies.with_expressions,
    r.DoWhile: bodies.with_expressions,
    r.Switch: bodies.with_expressions,
    r.Return: bodies.with_expressions,
    r.For: bodies.for_statement,
    r.Name: bodies.name,
    r.StringLiteral: bodies.string,
    r.TypeName: bodies.type_name,
    r.Binary: bodies.binary,
    r.Call: bodies.call,
    r.TypeQuery: bodies.unevaluated,
    r.TypeofType: bodies.unevaluated,
    r.Designator: bodies.designator,
}
_SPECIFIED: Final[dict[type[r.Record], Callable[[Binder, Any], t.Type]]] = {
    r.RecordType: aggregates.aggregate_type,
    r.EnumType: enumerations.enumerated_type,
}


def bind(
    item: r.Item,
    environment: Environment,
    target: Target,
    before: ItemModel | None = None,
    *,
    broken: bool = False,
) -> ItemModel:
    """Bind an item in an environment; raises on no item.

    The expressions of `before`, a model of an earlier text of the item for the same target, are
    reused; the model is the same without it.  With `broken` the types of an item with syntax
    problems are computed as well, as far as it was parsed.
    """
    binder = Binder(item, environment, target, _VISITS, _SPECIFIED)
    binder.keeps = len(item.text) >= LARGE and not item.problems
    if binder.keeps and before is not None:
        binder.known = ExpressionCache(before, item)
    binder.assumptions = assumption_binder(item.text, bind)
    for declaration in item.declarations:
        binder.visit_top(declaration)
    if broken or not item.problems:
        if type_item(binder.model, target, binder.lookup_tag):
            binder.model.expressions.clear()
    return _finished(binder)


def _finished(binder: Binder) -> ItemModel:
    """Collect what the item offers to the items after it."""
    model, outermost = binder.model, binder.scopes[0]
    _note_undefined_macros(binder)
    model.exports = outermost.names
    model.exported_tags = outermost.tags
    seen = (binder.interface, binder.after_body)
    key = fingerprint((seen, tuple(model.uses.items()), tuple(model.tag_uses.items())))
    for symbol in model.declared.values():
        if symbol.fingerprint == 0:
            symbol.fingerprint = key
    return model


def _note_undefined_macros(binder: Binder) -> None:
    """Note the macros that error recovery removed: undeclared names, or declared ones."""
    for repair in binder.model.item.recovered:
        name = repair.expected
        if (
            repair.kind not in (SyntaxProblemKind.UNDEFINED_MACRO, SyntaxProblemKind.PASTED_NAME)
            or not name
        ):
            continue
        inner = (each for each in binder.model.declared.values() if each.name == name)
        symbol = next(inner, None) or binder.lookup(name)
        word = r.Word(repair.start, repair.start + len(name), name)
        if symbol is None and not is_builtin(name):
            binder.model.problems.append(UndeclaredName(word, name, "macro"))
        else:
            binder.model.problems.append(StrayName(word, name))
