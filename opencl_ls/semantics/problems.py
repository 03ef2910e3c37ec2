"""What is wrong with the types of a program, as facts without words.

The typer meets a problem once and notes it as one of these; a rule subscribes to their class and
says it to the user.  `record` is the place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opencl_ls.semantics.builtin_calls import CallProblem, Resolution
    from opencl_ls.semantics.operators import Invalid
    from opencl_ls.semantics.symbols import Function, Symbol
    from opencl_ls.semantics.types import Qualified
    from opencl_ls.syntax import records as r


@dataclass(frozen=True, slots=True, eq=False)
class TypeProblem:
    """Base of the problems."""

    record: r.Record


@dataclass(frozen=True, slots=True, eq=False)
class InvalidOperands(TypeProblem):
    """A binary operator, a compound assignment or `?:` does not take its operands."""

    operator: str
    left: Qualified
    right: Qualified
    invalid: Invalid


@dataclass(frozen=True, slots=True, eq=False)
class InvalidOperand(TypeProblem):
    """A unary operator does not take its operand; `reason` is "type", "rvalue", "bit-field", ..."""

    operator: str
    operand: Qualified
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class NotAssignable(TypeProblem):
    """What stands left of `=` or beside `++` cannot change.

    `reason` is "rvalue", "const", "array", "duplicate", "function", "block", "opaque", or "atomic"
    where an atomic object stands on one of the sides.
    """

    type: Qualified
    reason: str
    symbol: Symbol | None


@dataclass(frozen=True, slots=True, eq=False)
class Mismatch(TypeProblem):
    """A value of `source` where `destination` is wanted.

    `context` is "assign", "initialize", "argument" or "return"; `reason` is one of those of
    `conversions.assignment_problem`; `function` and `index` tell the parameter of a call.
    """

    context: str
    destination: Qualified
    source: Qualified
    reason: str
    function: Function | None = None
    index: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class InvalidCast(TypeProblem):
    """A cast that does not exist; `reason` as for `Mismatch`, or "size" or "aggregate"."""

    destination: Qualified
    source: Qualified
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class ArgumentCount(TypeProblem):
    """A call of a user's function or a block with too few or too many arguments."""

    name: str
    wanted: int
    given: int
    function: Function | None


@dataclass(frozen=True, slots=True, eq=False)
class NoFittingForm(TypeProblem):
    """A call of an overloadable function of the user's, none of whose forms takes the arguments."""

    name: str
    arguments: tuple[Qualified, ...]
    forms: tuple[Function, ...]


@dataclass(frozen=True, slots=True, eq=False)
class NotCallable(TypeProblem):
    """A call of something that is neither a function nor a block."""

    type: Qualified


@dataclass(frozen=True, slots=True, eq=False)
class UndeclaredName(TypeProblem):
    """A name that nothing declares; `called` tells a call of it."""

    name: str
    called: bool


@dataclass(frozen=True, slots=True, eq=False)
class NoMember(TypeProblem):
    """A member that its base does not have.

    `reason` is "member", "scalar" (the base has no members), "pointer" (`.` on a pointer), "value"
    (`->` on a value), "incomplete", "components", "mixed", "count" or "rgba".
    """

    base: Qualified
    name: str
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class NotIndexable(TypeProblem):
    """`a[b]` of something that has no elements, or with an index that is no integer."""

    base: Qualified
    index: Qualified
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class VectorLiteralProblem(TypeProblem):
    """A vector literal with a wrong number of components or an element of another kind."""

    type: Qualified
    wanted: int
    given: int
    element: Qualified | None


@dataclass(frozen=True, slots=True, eq=False)
class InvalidCondition(TypeProblem):
    """A condition of `if`, `while`, `do` or `for`, or the value of a `switch`, of a wrong type."""

    statement: str
    type: Qualified


@dataclass(frozen=True, slots=True, eq=False)
class ReturnProblem(TypeProblem):
    """A `return` with a value in a void function ("value") or without one elsewhere ("missing")."""

    reason: str
    result: Qualified


@dataclass(frozen=True, slots=True, eq=False)
class InitializerProblem(TypeProblem):
    """An initialiser list that does not fit: "excess", "designator" or "components".

    `name` is the designated member that there is not, `given` how many components a vector got.
    """

    destination: Qualified
    reason: str
    name: str = ""
    given: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class BuiltinCallProblem(TypeProblem):
    """A call of a built-in function that no available form takes, or that says something odd."""

    callee: r.Name
    problem: CallProblem
    resolution: Resolution
