"""What is left to do at a place of a run: a stack of statements and of marks between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from opencl_ls.semantics.memory.interleaving.states import State
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.interleaving.accesses import Access, Position, Round
    from opencl_ls.semantics.model import ItemModel

Loop = r.For | r.While | r.DoWhile


class Sequence(NamedTuple):
    """Statements one after the other, from the one with the number `first` on."""

    statements: tuple[r.Statement, ...]
    first: int


class Head(NamedTuple):
    """The condition of a loop before its round `number`, counted from 0."""

    loop: Loop
    number: int


class Tail(NamedTuple):
    """The step of a loop after its round `number`; `continue` leads here.

    A round that is run by itself ends here: with its state as one of those that have `arrived`.
    """

    loop: Loop
    number: int
    arrived: list[State] | None = None


class SwitchEnd(NamedTuple):
    """The end of a switch; `break` leads here."""

    switch: r.Switch


class LoopEnd(NamedTuple):
    """The end of a loop, where the rounds of the loops around it are known again."""

    rounds: tuple[Round, ...]


class Returned(NamedTuple):
    """The end of a called function, and where it was called."""

    call: r.Call
    model: ItemModel
    calls: tuple[Position, ...]
    rounds: tuple[Round, ...]


Frame = r.Statement | Sequence | Head | Tail | SwitchEnd | LoopEnd | Returned
Stack = tuple[Frame, "Stack | None"]
Work = tuple["Stack | None", State]
"""A state with what is left to do from there."""


class Pending(NamedTuple):
    """An interval that is still to be run: from `start` on, after the accesses `carried`."""

    start: Position | None
    stack: Stack | None
    state: State
    carried: tuple[Access, ...]


def expressions_of(frame: Frame) -> tuple[r.Expression, ...]:
    """Return the expressions that are evaluated when a frame is carried out."""
    match frame:
        case r.ExpressionStatement():
            return (frame.expression,)
        case r.Declaration():
            return tuple(each.initializer for each in frame.declarators if each.initializer)
        case r.If() | r.Switch():
            return (frame.condition,)
        case r.Return(value=value) if value is not None:
            return (value,)
        case Head(loop, _) if loop.condition is not None:
            return (loop.condition,)
        case Tail(r.For(step=step), _) if step is not None:
            return (step,)
    return ()


def put_on(way: Stack | None, rest: Stack | None) -> Stack | None:
    """Return a stack that is put on another."""
    if way is None:
        return rest
    frame, below = way
    return frame, put_on(below, rest)
