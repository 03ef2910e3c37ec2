"""The order in which the records of a body are carried out, read off the syntax tree.

These are dominance queries about two records, which need no control-flow graph: each looks at the
choices and loops around the records.  Labels and anything else that the tree does not show count
as doubt, and the answer is then False.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.array_bounds import has_one_round
from opencl_ls.semantics.lookup.blocks import enclosing_literal, is_automatic
from opencl_ls.semantics.lookup.uses import address_taken, changing, has_labels, uses
from opencl_ls.semantics.types.symbols import Symbol, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Collection

    from opencl_ls.semantics.model import ItemModel

_LOOPS: Final = (r.For, r.While, r.DoWhile)
_JUMPS: Final = (r.Return, r.Goto, r.Break, r.Continue)
_CHOICES: Final = (*_LOOPS, r.If, r.Switch, r.Case, r.Conditional, r.BlockLiteral)


def dominates(model: ItemModel, first: r.Record, second: r.Record) -> bool:
    """Tell whether every run that comes to `second` has carried out `first` before."""
    if first.end > second.start or has_labels(model):
        return False
    path = {above: below for below, above in _path_up(model, second)}
    return all(
        path.get(above) is below
        for below, above in _path_up(model, first)
        if isinstance(above, _CHOICES) or _short_circuits(above)
    )


def is_post_dominated(model: ItemModel, first: r.Record, second: r.Record) -> bool:
    """Tell whether every run that carries out `first` comes to `second` later."""
    if first.end > second.start or has_labels(model):
        return False
    path = {above: below for below, above in _path_up(model, first)}
    if any(
        path.get(above) is not below
        for below, above in _path_up(model, second)
        if _is_optional(above, below)
    ):
        return False
    return not any(
        first.start < jump.start < second.start
        and not _holds(jump, second)
        and _may_skip(model, jump, second)
        for jump in model.of_kind(*_JUMPS)
    )


def _may_skip(model: ItemModel, jump: r.Record, second: r.Record) -> bool:
    """Tell whether a jump may lead to a place after `second`."""
    if not isinstance(jump, r.Break | r.Continue):
        return True
    kinds = _LOOPS if type(jump) is r.Continue else (*_LOOPS, r.Switch)
    left = next((above for above in model.ancestors(jump) if isinstance(above, kinds)), None)
    return left is None or left.end > second.start


def is_in_next_round(model: ItemModel, first: r.Record, second: r.Record, start: int) -> bool:
    """Tell whether a loop carries out `second` in the round after the one with `first`.

    The loop begins after the byte offset `start`.  It is left to the loop whether there is another
    round, unless constants tell.
    """
    choices: list[r.Record] = []
    for below, loop in _path_up(model, second):
        if isinstance(loop, _LOOPS) and loop.start > start and _holds(loop, first):
            initial = loop.initial if type(loop) is r.For else None
            jumps = model.of_kind(*_JUMPS)
            return not (
                choices
                or has_labels(model)
                or has_one_round(model, loop)
                or below is initial
                or (initial is not None and _holds(initial, first))
                or any(_holds(loop, each) and each.start > first.start for each in jumps)
            )
        if _is_optional(loop, below):
            choices.append(loop)
    return False


def is_unassigned_at(
    model: ItemModel,
    symbol: Symbol | None,
    record: r.Record,
    harmless: Collection[r.Name] = (),
) -> bool:
    """Tell whether a local variable certainly has no value when `record` is carried out.

    The names in `harmless` are taken to give it none.
    """
    if type(symbol) is not Variable or not is_automatic(symbol):
        return False
    return symbol.declarator.initializer is None and is_first_use(model, symbol, record, harmless)


def is_first_use(
    model: ItemModel, symbol: Variable, record: r.Record, harmless: Collection[r.Name] = ()
) -> bool:
    """Tell whether a run that comes to `record` has used a local variable nowhere before.

    The names in `harmless` do not count.

    In a loop the first round counts where it certainly comes to `record`, or where the loop has no
    other use that does more than read.  Labels, and blocks that do not declare the variable, count
    as doubt.
    """
    if symbol.block is not enclosing_literal(model, record) or has_labels(model):
        return False
    names = [name for name in uses(model, symbol) if name not in harmless]
    if names and names[0].start < record.start:
        return False
    path = _path_up(model, record)
    if any(type(above) is r.For and below is above.step for below, above in path):
        return False
    loops = [
        depth
        for depth, (_, above) in enumerate(path)
        if isinstance(above, _LOOPS) and not _holds(above, symbol.word)
    ]
    if not loops:
        return True
    outermost = path[loops[-1]][1]
    others = (each for each in names if _holds(outermost, each) and not _holds(record, each))
    return all(_only_reads(model, symbol, each) for each in others) or not any(
        (isinstance(above, _CHOICES) or _short_circuits(above)) and not _is_decided_on(below, above)
        for below, above in path[: loops[-1]]
    )


def _is_decided_on(below: r.Record, above: r.Record) -> bool:
    """Tell whether a part of a choice is evaluated before the choice is made."""
    if type(above) is r.Binary:
        return below is above.left
    if isinstance(above, r.If | r.Switch | r.While | r.For | r.Conditional):
        return below is above.condition
    return False


def _only_reads(model: ItemModel, symbol: Symbol, name: r.Name) -> bool:
    """Tell whether a name can do nothing to a variable, which is no aggregate."""
    if type(symbol.type.type) is not t.OpaqueType:
        return False
    return changing(model, name) is None and address_taken(model, name) is None


def _is_optional(above: r.Record, below: r.Record) -> bool:
    """Tell whether a record may leave out a part of it, which is not its condition."""
    if _short_circuits(above):
        return True
    return isinstance(above, _CHOICES) and getattr(above, "condition", None) is not below


def _path_up(model: ItemModel, record: r.Record) -> list[tuple[r.Record, r.Record]]:
    """Return each record from `record` outwards together with the one around it."""
    above = model.ancestors(record)
    return list(zip([record, *above], above, strict=False))


def _short_circuits(record: r.Record) -> bool:
    """Tell whether an operator may leave out its right side."""
    return type(record) is r.Binary and record.operator.text in ("&&", "||")


def _holds(outer: r.Record, inner: r.Record) -> bool:
    return outer.start <= inner.start < outer.end
