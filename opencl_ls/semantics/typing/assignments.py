"""Assignments, and the values that calls, returns and initializers store (C11 6.5.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_named
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.types import operators as rules
from opencl_ls.semantics.types.conversions import arithmetic_type, assignment_problem, value_of
from opencl_ls.semantics.types.operators import Invalid, Operand
from opencl_ls.semantics.typing.changed_constants import CONSTANTS, changed_constants
from opencl_ls.semantics.typing.places import check_modifiable, check_pointer_step
from opencl_ls.semantics.typing.typer import NULLABLE

if TYPE_CHECKING:
    from opencl_ls.semantics.types.symbols import Function
    from opencl_ls.semantics.typing.typer import Typer
    from opencl_ls.syntax import records as r


def assignment(typer: Typer, record: r.Assignment) -> t.Qualified:
    """Return the type of an assignment: that of its left operand, as a value."""
    destination = typer.type_of(record.left)
    operator = record.operator.text
    if _is_atomic_assignment(typer, record, destination):
        return value_of(destination)
    modifiable = check_modifiable(typer, record, record.left)
    if operator == "=":
        if modifiable:
            check_assignment(typer, record.right, destination, "assign")
        else:
            typer.type_of(record.right)
    else:
        _compound_assignment(typer, record, operator[:-1], destination)
    return value_of(destination)


def _is_atomic_assignment(typer: Typer, record: r.Assignment, destination: t.Qualified) -> bool:
    """Note an assignment to or from an atomic object; tell whether it is one."""
    source = typer.type_of(record.right)
    kind = destination if type(destination.type) is t.AtomicType else source
    if type(kind.type) is not t.AtomicType:
        return False
    if type(destination.type) is not t.UnknownType:
        typer.note(p.NotAssignable(record, kind, "atomic", typer.symbol(record.left)))
    return True


def _compound_assignment(
    typer: Typer, record: r.Assignment, operator: str, destination: t.Qualified
) -> None:
    left = Operand(value_of(destination))
    right = typer.operand(record.right)
    outcome = rules.binary(operator, left, right, typer.target)
    if isinstance(outcome, Invalid):
        typer.note(p.InvalidOperands(record, record.operator.text, left.type, right.type, outcome))
    elif type(outcome.type) is t.VectorType and arithmetic_type(left.type.type) is not None:
        invalid = Invalid("vector-scalar")
        typer.note(p.InvalidOperands(record, record.operator.text, left.type, right.type, invalid))
    elif type(left.type.type) is not t.VectorType:
        _check_result(typer, record, destination, outcome)
        check_pointer_step(typer, record, left.type)


def check_assignment(
    typer: Typer,
    source: r.Expression,
    destination: t.Qualified,
    context: str,
    function: Function | None = None,
    index: int = 0,
) -> None:
    """Note when the value of `source` cannot be stored in `destination`."""
    given = typer.type_of(source)
    if type(source) not in CONSTANTS and typer.result_of(context, destination, given):
        return
    value = Operand(value_of(given))
    if type(destination.type) in NULLABLE:
        value = typer.operand(source)
    # An event begins or is passed as 0, and later holds what a copy gives.
    is_kept = context == "assign" and is_named(destination.type, "event_t")
    reason = assignment_problem(destination, value.type, value.null and not is_kept)
    if context == "assign" and type(value.type.type) is t.BlockType:
        # A `void *` may begin as a block, but `=` is an operator, and takes none.
        reason = "incompatible"
    if reason:
        typer.note(p.Mismatch(source, context, destination, value.type, reason, function, index))
    elif type(source) in CONSTANTS:
        note_changed_constants(typer, source, destination)
    elif type(destination.type) is t.ScalarType:
        typer.keep_result(context, destination, given, destination)


def note_changed_constants(typer: Typer, source: r.Expression, destination: t.Qualified) -> None:
    """Note the constants in `source` of which `destination` would hold another number."""
    for changed in changed_constants(source, destination):
        typer.note(changed)


def _check_result(
    typer: Typer, record: r.Assignment, destination: t.Qualified, result: t.Qualified
) -> None:
    """Note when the result of a compound assignment cannot be stored on its left."""
    reason = assignment_problem(destination, result, False)
    if reason:
        typer.note(p.Mismatch(record, "assign", destination, result, reason))
