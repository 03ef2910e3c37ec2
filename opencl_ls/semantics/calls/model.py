"""The arguments, the problems and the resolution of a call of a built-in function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from opencl_ls.builtins.signatures import Signature
    from opencl_ls.builtins.versions import Reason
    from opencl_ls.semantics.types import Qualified
    from opencl_ls.syntax import records as r


class Argument(Struct, frozen=True):
    """One argument of a call.

    `type` is the type after arrays and functions decay to pointers; it may be UNKNOWN.  `constant`
    is the value of an integer constant expression; `null` marks a null pointer constant.
    """

    type: Qualified
    is_lvalue: bool
    constant: int | None
    null: bool
    record: r.Expression


class CallProblem(Struct, frozen=True):
    """A problem of a call.

    `kind` is one of:

    - "unavailable": the overload, or the whole function, does not exist for the target; `reason`;
    - "count": wrong number of arguments; `counts` lists the right ones, and `or_more` makes the
      last one a minimum;
    - "argument": the argument does not fit; `expected` and `actual` are types;
    - "ambiguous": several overloads fit equally well, listed in `overloads`;
    - "pointer-type", "pointer-sign", "qualifiers": a pointer that compilers only warn about;
    - "access": a pipe that is read or written against its access qualifier;
    - "block": a parameter of the block at `argument` that device-side enqueue does not allow;
    - "size": a reinterpretation between types of different size;
    - "order": a memory order or scope that has no meaning in this place;
    - "format", "format-count", "format-unused", "format-type": a `printf` format.

    `argument` counts from 0, and is None if the problem is about the call as a whole.  `text` is
    one sentence without a full stop.  `parameter` is the index of the wrong block parameter, for
    the kind "block".  `warning` is true if compilers accept the call.
    """

    kind: str
    text: str
    argument: int | None = None
    expected: str = ""
    actual: str = ""
    overloads: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()
    or_more: bool = False
    reason: Reason | None = None
    parameter: int | None = None
    warning: bool = False


class Resolution(Struct, frozen=True):
    """The result of overload resolution for a call of a built-in function.

    `result` is UNKNOWN when it cannot be decided; `signature` is the generic signature that was
    chosen (with a problem: the nearest one), and `parameters` are the types of the overload.
    """

    result: Qualified
    signature: Signature | None = None
    parameters: tuple[Qualified, ...] = ()
    problems: tuple[CallProblem, ...] = ()

    @property
    def problem(self) -> CallProblem | None:
        """The first problem, errors before warnings, or None."""
        errors = (each for each in self.problems if not each.warning)
        return next(errors, self.problems[0] if self.problems else None)
