"""Statements and expressions of bodies: their scopes, and the symbols of names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.builtins.names import is_builtin
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.model import CallSite
from opencl_ls.semantics.model.bound_expression import BoundExpression
from opencl_ls.semantics.model.problems import StrayName, UndeclaredName
from opencl_ls.semantics.names.binder import Scope
from opencl_ls.semantics.names.declared_types import type_of
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.names.binder import Binder


def compound(binder: Binder, record: r.Compound) -> None:
    """Bind a compound statement in its own scope."""
    binder.scopes.append(Scope())
    bind_statements(binder, record)
    binder.scopes.pop()


def bind_statements(binder: Binder, record: r.Compound) -> None:
    """Bind the statements of a compound statement in the current scope."""
    binder.depth += 1
    assumptions = binder.assumptions
    for statement in record.statements:
        if assumptions is not None:
            assumptions.bind_up_to(binder, record, statement)
        binder.visit(statement, record)
    if assumptions is not None:
        assumptions.bind_up_to(binder, record, None)
    binder.depth -= 1


def for_statement(binder: Binder, record: r.For) -> None:
    """Bind a `for` loop, which is a scope of its own."""
    binder.scopes.append(Scope())
    binder.depth += 1
    with_expressions(binder, record)
    binder.depth -= 1
    binder.scopes.pop()


def expression_statement(binder: Binder, record: r.ExpressionStatement) -> None:
    """Bind an expression statement."""
    bind_full_expression(binder, record.expression, record)


def with_expressions(binder: Binder, record: r.Statement) -> None:
    """Bind the children of a statement that contains expressions."""
    for child in r.children(record):
        if isinstance(child, r.Expression):
            bind_full_expression(binder, child, record)
        else:
            binder.visit(child, record)


def bind_full_expression(binder: Binder, record: r.Expression, parent: r.Record) -> None:
    """Bind a full expression; in a large item it may be in the cache."""
    if not binder.keeps:
        binder.visit(record, parent)
        return
    model, known = binder.model, binder.known
    start, first_call = len(model.events), len(model.calls)
    bound = None if known is None else known.take(record, parent, model, binder.lookup)
    if known is None or bound is None:
        binder.visit(record, parent)
    else:
        is_in_block = binder.block is not None
        for site in known.model.calls[bound.first_call : bound.last_call]:
            model.calls.append(CallSite(binder.function, site.callee, site.call, is_in_block))
    model.expressions[record] = BoundExpression(
        start,
        len(model.events),
        first_call,
        len(model.calls),
        None if bound is None else bound.contents,
    )


def name(binder: Binder, record: r.Name) -> None:
    """Record the symbol of a name."""
    binder.model.references[record] = binder.lookup(record.name)


def string(binder: Binder, record: r.StringLiteral) -> None:
    """Bind the names between string literals, and note a problem for each."""
    for word in record.names:
        binder.visit(word, record)
        if binder.lookup(word.text) is not None or is_builtin(word.text):
            binder.model.problems.append(StrayName(word, word.text))
        else:
            binder.model.problems.append(UndeclaredName(word, word.text, "value"))


def type_name(binder: Binder, record: r.TypeName) -> None:
    """Bind a type name, and keep its type."""
    binder.visit_children(record)
    type_of(binder, record)


def binary(binder: Binder, record: r.Binary) -> None:
    """Bind a chain of operators in a loop: a sum may have thousands of terms."""
    model = binder.model
    spine = [record]
    while type(spine[-1].left) is r.Binary:
        lower = spine[-1].left
        model.parents[lower] = spine[-1]
        model.events.append(lower)
        spine.append(lower)
    binder.visit(spine[-1].left, spine[-1])
    for step in reversed(spine):
        binder.visit(step.right, step)


def call(binder: Binder, record: r.Call) -> None:
    """Bind a call, and keep it as a call site where its callee is a name."""
    binder.visit_children(record)
    callee = unwrapped(record.callee)
    if type(callee) is r.Name:
        site = CallSite(binder.function, callee.name, record, binder.block is not None)
        binder.model.calls.append(site)


def unevaluated(binder: Binder, record: r.TypeQuery | r.TypeofType) -> None:
    """Bind an unevaluated operand: nothing in it is called."""
    before = len(binder.model.calls)
    binder.visit_children(record)
    del binder.model.calls[before:]


def designator(binder: Binder, record: r.Designator) -> None:
    """Bind the indices of a designator; its member is no symbol of a scope."""
    for bound in (record.index, record.last):
        if bound is not None:
            binder.visit(bound, record)
