"""Async copies and their events (OpenCL C 6.15.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec import Struct

from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.cfg import control_flow
from opencl_ls.semantics.flow.dataflow import solve
from opencl_ls.semantics.flow.dominators import control_dependence
from opencl_ls.semantics.lookup.array_bounds import counted_values, has_one_round
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name, named_symbol
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.enqueue import is_null
from opencl_ls.semantics.lookup.operands import contains
from opencl_ls.semantics.lookup.uses import is_store, keeper, uses
from opencl_ls.semantics.model import derived_by_key
from opencl_ls.semantics.types.symbols import Symbol, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Mapping

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.model.graphs import Branch, Step


def is_copy(model: ItemModel, call: r.Call) -> bool:
    """Tell whether a call is one of the async copies, whose last argument is an event."""
    name = builtin_name(model, call)
    return name.startswith("async_work_group_") and "copy" in name and len(call.arguments) > 1


class LostEvent(Struct, frozen=True):
    """Why nothing can wait for a copy: how its event is lost.

    The event is discarded (`event` is None), stored in a variable that is never used again, or
    overwritten there by `overwritten`, or stored at an `index` of an array that no wait includes.
    """

    event: Variable | None = None
    index: int | None = None
    overwritten: r.Assignment | None = None


def lost_event(model: ItemModel, call: r.Call) -> LostEvent | None:
    """Return how the event of a copy is lost, None if something waits for it."""
    if isinstance(model.parents.get(call), r.ExpressionStatement):
        return LostEvent() if is_null(call.arguments[-1]) else None
    element = event_element(model, call)
    if element is not None:
        events, indices = element
        waited = _waited_for(model, events)
        if waited is None:
            return None
        if indices is None:
            return None if waited else LostEvent(events)
        index = next((each for each in indices if each not in waited), None)
        return None if index is None else LostEvent(events, index)
    event = keeper(model, call)
    if event is None:
        return None
    if _is_only_passed_on(model, event):
        return LostEvent(event)
    function = model.enclosing(call, r.FunctionDefinition, r.BlockLiteral)
    if not isinstance(function, r.FunctionDefinition | r.BlockLiteral):
        return None
    overwriting = _overwritten(model, function.body).get(call)
    return None if overwriting is None else LostEvent(event, overwritten=overwriting)


@derived_by_key
def _is_only_passed_on(model: ItemModel, event: Symbol) -> bool:
    """Tell whether a variable is only stored to, or passed to copies as their event."""
    return all(is_store(model, each) or copy_taking(model, each) for each in uses(model, event))


# --- events that another copy overwrites ---------------------------------------------------------

_Fact = tuple[Variable, r.Call | None]
"""A variable and the copy whose event it holds, None where it holds another value or was used."""


@derived_by_key
def _overwritten(model: ItemModel, body: r.Compound) -> dict[r.Call, r.Assignment]:
    """Return the copies whose events another copy overwrites, each with the store that does.

    A forward dataflow analysis tells which events each variable may hold where it is stored to.
    """
    graph = control_flow(model, body)
    block_of = {step: block.index for block in graph.blocks for step in block.steps}
    effects = {} if graph.is_incomplete else _effects(model, block_of)
    held_before: dict[r.Assignment, set[r.Call | None]] = {}

    def transfer(index: int, facts: frozenset[_Fact]) -> frozenset[_Fact]:
        for step in graph.blocks[index].steps:
            for variable, copy in effects.get(step, ()):
                if type(step) is r.Assignment and copy is not None:
                    held_before[step] = {held for symbol, held in facts if symbol is variable}
                others = [fact for fact in facts if fact[0] is not variable]
                facts = frozenset((*others, (variable, copy)))
        return facts

    solve(graph, transfer, lambda _, arriving: frozenset[_Fact]().union(*arriving))
    branches = control_dependence(graph).branches if held_before else []
    found: dict[r.Call, r.Assignment] = {}
    for store, held in held_before.items():
        for copy in held if None not in held else ():
            assert copy is not None
            deciding = branches[block_of[copy]]
            if unwrapped(store.right) is copy:
                is_certain = _is_repeated(model, copy, [graph.blocks[b].branch for b in deciding])
            else:
                # The same executions reach both.
                is_certain = copy.end <= store.start and deciding == branches[block_of[store]]
            if is_certain:
                found[copy] = store
    return found


def _is_repeated(model: ItemModel, copy: r.Call, deciding: list[Branch | None]) -> bool:
    """Tell whether each iteration of a loop makes a copy for the variable that had its event."""
    event = keeper(model, copy)
    loop = model.enclosing(copy, r.For, r.While, r.DoWhile)
    if event is None or not isinstance(loop, r.For | r.While | r.DoWhile):
        return False
    if contains(loop, event.declarator):
        return False
    if has_one_round(model, loop) or not is_null(copy.arguments[-1]):
        return False
    return all(branch is loop for branch in deciding)


def _effects(model: ItemModel, block_of: Mapping[Step, int]) -> dict[Step, list[_Fact]]:
    """Return the effects of the steps on the variables that hold events.

    A variable that is mentioned outside of steps is left out.
    """
    found: dict[Step, list[_Fact]] = {}
    kept = (keeper(model, step) for step in block_of if type(step) is r.Call)
    for variable in dict.fromkeys(each for each in kept if each is not None):
        # The declarator takes the place of the name in it.
        names = [variable.declarator, *uses(model, variable)]
        steps = [_step_of(model, name, block_of) for name in names]
        if None in steps[1:]:
            continue
        for name, step in zip(names, steps, strict=True):
            if step is not None:
                copy = _copy_stored(model, step, name)
                found.setdefault(step, []).append((variable, copy))
    return found


def _step_of(model: ItemModel, record: r.Record, block_of: Mapping[Step, int]) -> Step | None:
    """Return the innermost step that a record is or is a part of."""
    inner: r.Record | None = record
    while inner is not None and inner not in block_of:
        inner = model.parents.get(inner)
    return cast("Step | None", inner)


def _copy_stored(model: ItemModel, step: Step, name: r.Record) -> r.Call | None:
    """Return the copy whose event a step stores in what `name` means, None for another step."""
    value: r.Expression | None = None
    if type(step) is r.InitDeclarator and step is name:
        value = step.initializer
    elif type(step) is r.Assignment and step.left is name and step.operator.text == "=":
        value = step.right
    inner = None if value is None else unwrapped(value)
    return inner if type(inner) is r.Call and is_copy(model, inner) else None


def event_element(model: ItemModel, call: r.Call) -> tuple[Variable, list[int] | None] | None:
    """Return the array that holds the event of a copy, if any, and the indices.

    In a loop they are those of its iterations; None means unknown indices.
    """
    _, above = model.use_of(call)
    if not isinstance(above, r.Assignment) or above.operator.text != "=":
        return None
    place = unwrapped(above.left)
    events = named_symbol(model, place.base) if isinstance(place, r.Index) else None
    if not isinstance(place, r.Index) or not isinstance(events, Variable):
        return None
    if events.function is None or not isinstance(events.type.type, t.ArrayType):
        return None
    index = fixed_values(model).integer(place.index)
    return events, counted_values(model, place) if index is None else [index]


def _waited_for(model: ItemModel, events: Variable) -> set[int] | None:
    """Return the indices of an array of events that something waits for, None if they are unknown.

    They are unknown if the array is used for anything but to store events and to wait for a
    constant number of them.
    """
    found: set[int] = set()
    for name in uses(model, events):
        record: r.Record = name
        above = model.parents.get(record)
        while isinstance(above, r.Index | r.Parenthesized) or (
            isinstance(above, r.Unary) and above.operator == "&"
        ):
            record, above = above, model.parents.get(above)
        if isinstance(above, r.Assignment) and above.left is record:
            continue
        waited = _waited(model, above, record) if isinstance(record, r.Expression) else None
        if waited is None:
            return None
        found.update(waited)
    return found


def _waited(model: ItemModel, call: r.Record | None, events: r.Expression) -> range | None:
    """Return the indices that a wait for some events of an array is for, None for other uses."""
    if not isinstance(call, r.Call) or builtin_name(model, call) != "wait_group_events":
        return None
    if len(call.arguments) != 2 or call.arguments[1] is not events:
        return None
    count = fixed_values(model).integer(call.arguments[0])
    first = moved_from(model, events)
    return None if count is None or first is None else range(first[1], first[1] + count)


def copy_taking(model: ItemModel, name: r.Name) -> r.Call | None:
    """Return the copy that takes a name as its event argument, if any."""
    above = model.parents.get(name)
    if isinstance(above, r.Call) and is_copy(model, above) and above.arguments[-1] is name:
        return above
    return None


def moved_from(model: ItemModel, argument: r.Expression) -> tuple[Symbol, int] | None:
    """Return the object and the constant index at which a copy begins, None for other expressions.

    It is written `a`, `&a[1]` or `a + 1`; as another type, it is the start of the object.
    """
    base: r.Record = unwrapped(argument)
    is_cast = isinstance(base, r.Cast)
    while isinstance(base, r.Cast):
        base = unwrapped(base.operand)
    index: int | None = 0
    if isinstance(base, r.Unary) and base.operator == "&":
        element = unwrapped(base.operand)
        if not isinstance(element, r.Index):
            return None
        index = fixed_values(model).integer(element.index)
        base = unwrapped(element.base)
    elif isinstance(base, r.Binary) and base.operator.text == "+":
        index = fixed_values(model).integer(base.right)
        base = unwrapped(base.left)
    symbol = model.references.get(base)
    if symbol is None or index is None or (is_cast and index != 0):
        return None
    return symbol, index


def moved_elements(model: ItemModel, call: r.Call, *, is_target: bool) -> int:
    """Return how many consecutive elements a copy certainly moves: 1 if that is unknown."""
    if isinstance(unwrapped(call.arguments[0 if is_target else 1]), r.Cast):
        return 1
    name = builtin_name(model, call)
    dense = name == "async_work_group_copy" or (is_target and name.endswith("_strided_copy"))
    count = fixed_values(model).integer(call.arguments[2]) if dense else None
    return 1 if count is None else max(count, 0)
