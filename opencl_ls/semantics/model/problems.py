"""Problems of the types of a program, as facts without words.

The typer meets a problem once and notes it as one of these; a rule subscribes to their class and
reports them.  `record` is the place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from opencl_ls.semantics.calls import CallProblem, Resolution
    from opencl_ls.semantics.types import Qualified
    from opencl_ls.semantics.types.operators import Invalid
    from opencl_ls.semantics.types.symbols import Function, Symbol
    from opencl_ls.syntax import records as r


class TypeProblem(Struct, frozen=True, eq=False):
    """Base of the problems."""

    record: r.Record


class StrayName(TypeProblem, frozen=True):
    """A name where the grammar allows none, and which is no macro: it is declared."""

    name: str


class InvalidOperands(TypeProblem, frozen=True):
    """A binary operator, a compound assignment or `?:` does not take its operands."""

    operator: str
    left: Qualified
    right: Qualified
    invalid: Invalid


class InvalidOperand(TypeProblem, frozen=True):
    """A unary operator does not take its operand; `reason` is "type", "rvalue", "bit-field", ..."""

    operator: str
    operand: Qualified
    reason: str


class IncompleteOperand(TypeProblem, frozen=True):
    """The operand of `sizeof` has a type whose size is not known here."""

    operand: Qualified


class IncompleteObject(TypeProblem, frozen=True):
    """A declaration by a typedef name needs the size of a type that is not known there.

    `what` is "variable", "member", "parameter" or "result", and `name` its name.
    """

    type: Qualified
    what: str
    name: str


class GenericSelectionProblem(TypeProblem, frozen=True):
    """`_Generic` has no choice for its control, or two for one type.

    `kind` is the type of the control, or that of two equal choices; None if `default` is repeated.
    `first` is the earlier of two choices, and None if there is no choice.
    """

    kind: Qualified | None
    first: r.Record | None


class IncompletePointee(TypeProblem, frozen=True):
    """A pointer is indexed, or moved, over objects of a type whose size is not known here."""

    pointee: Qualified


class NotAssignable(TypeProblem, frozen=True):
    """The operand left of `=` or beside `++` cannot be modified.

    `reason` is "rvalue", "const", "const-member", "array", "duplicate", "function", "block",
    "opaque", or "atomic" if one of the sides is an atomic object.
    """

    type: Qualified
    reason: str
    symbol: Symbol | None


class Mismatch(TypeProblem, frozen=True):
    """A value of `source` where `destination` is wanted.

    `context` is "assign", "initialize", "argument" or "return"; `reason` is one of those of
    `conversions.assignment_problem`; `function` and `index` name the parameter of a call.
    """

    context: str
    destination: Qualified
    source: Qualified
    reason: str
    function: Function | None = None
    index: int = 0


class ChangedConstant(TypeProblem, frozen=True):
    """A literal is stored as another number: `becomes`, or None if that is undefined."""

    destination: Qualified
    becomes: int | None


class InvalidCast(TypeProblem, frozen=True):
    """A cast that does not exist; `reason` as for `Mismatch`, or "aggregate" or "opaque"."""

    destination: Qualified
    source: Qualified
    reason: str


class ArgumentCount(TypeProblem, frozen=True):
    """A call of a user's function or a block with too few or too many arguments."""

    name: str
    wanted: int
    given: int
    function: Function | None


class NoMatchingOverload(TypeProblem, frozen=True):
    """A call of an overloadable function of the user's, with no viable overload."""

    name: str
    arguments: tuple[Qualified, ...]
    overloads: tuple[Function, ...]


class AmbiguousOverloads(TypeProblem, frozen=True):
    """A call of an overloadable function of the user's that several overloads take equally well."""

    name: str
    arguments: tuple[Qualified, ...]
    overloads: tuple[Function, ...]


class NotCallable(TypeProblem, frozen=True):
    """A call of something that is neither a function nor a block."""

    type: Qualified


class UntypedParameter(TypeProblem, frozen=True):
    """A parameter has a name, which the grammar takes for its type, and no type."""

    name: str


class UndeclaredName(TypeProblem, frozen=True):
    """A name that nothing declares.

    It is used as a "value", a "function" that is called, a "type", or where only a "macro" is
    possible.
    """

    name: str
    role: str


class TypeAsValue(TypeProblem, frozen=True):
    """The name of a type where a value is expected; `symbol` is None if built in."""

    name: str
    type: Qualified
    symbol: Symbol | None


class NotAType(TypeProblem, frozen=True):
    """The name of something else where a type is expected."""

    name: str
    symbol: Symbol


class BuiltinFunctionName(TypeProblem, frozen=True):
    """The name of a built-in function that is not called."""

    name: str


class NoMember(TypeProblem, frozen=True):
    """A member that its base does not have.

    `reason` is "member", "scalar" (the base has no members), "pointer" (`.` on a pointer), "value"
    (`->` on a value), "incomplete", "components", "mixed", "count" or "rgba".
    """

    base: Qualified
    name: str
    reason: str


class NotIndexable(TypeProblem, frozen=True):
    """`a[b]` of something that has no elements, or with an index that is no integer."""

    base: Qualified
    index: Qualified
    reason: str


class VectorLiteralProblem(TypeProblem, frozen=True):
    """A vector literal with a wrong number of components or an element of another kind."""

    type: Qualified
    wanted: int
    given: int
    element: Qualified | None


class InvalidCondition(TypeProblem, frozen=True):
    """A condition of `if`, `while`, `do` or `for`, or the value of a `switch`, of a wrong type."""

    statement: str
    type: Qualified


class ReturnProblem(TypeProblem, frozen=True):
    """A `return` with a value in a void function ("value") or without one elsewhere ("missing")."""

    reason: str
    result: Qualified


class InitializerProblem(TypeProblem, frozen=True):
    """An initialiser list that does not fit: "excess", "designator", "index" or "components".

    `name` is the designated member that does not exist, `given` the number of components that a
    vector got, or the index of the designated element that does not exist.
    """

    destination: Qualified
    reason: str
    name: str = ""
    given: int = 0


class BuiltinCallProblem(TypeProblem, frozen=True):
    """A call of a built-in function without an available overload, or with an odd argument."""

    callee: r.Name
    problem: CallProblem
    resolution: Resolution
