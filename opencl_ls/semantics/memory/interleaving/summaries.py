"""What is below a record, as far as a run has to know before it comes there."""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name, user_function
from opencl_ls.semantics.macros.undefined_macros import is_host_macro
from opencl_ls.semantics.memory import fences
from opencl_ls.semantics.model import derived
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.interleaving.results import Program
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol

_LOOPS: Final = (r.For, r.While, r.DoWhile)
_UNCLEAR: Final = (r.Goto, r.Label, r.Assembly, r.BadStatement, r.BlockLiteral)


class Summary(NamedTuple):
    """What is below a record.

    `stored` are the variables that it assigns, `meets` tells of barriers, `leaves` of jumps out of
    it, `unclear` of what is not followed at all.
    """

    stored: frozenset[Symbol]
    meets: bool
    leaves: bool
    unclear: bool


class Definition(NamedTuple):
    """A function with a body, and the item that defines it."""

    model: ItemModel
    function: Function
    body: r.Compound


class Summaries:
    """The summaries of the records of a kernel and of the functions that it calls."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: dict[r.Record, Summary] = {}
        self._calls: dict[r.Expression, tuple[r.Call, ...]] = {}
        self._definitions: dict[str, Definition | None] = {}

    def of(self, model: ItemModel, record: r.Record) -> Summary:
        """Return the summary of a record of an item."""
        known = self._known.get(record)
        if known is None:
            # A function that calls itself has a barrier if the rest of it has one.
            self._known[record] = Summary(frozenset(), False, False, False)
            known = self._known[record] = self._summed(model, record)
        return known

    def definition(self, model: ItemModel, call: r.Call) -> Definition | None:
        """Return the function of the program that is called, None if it is not known."""
        function = user_function(model, call)
        if function is None:
            return None
        if function.name not in self._definitions:
            self._definitions[function.name] = defined(self._program, function)
        return self._definitions[function.name]

    def calls(self, model: ItemModel, record: r.Expression) -> tuple[r.Call, ...]:
        """Return the calls that are made in any case, inner first.

        Those of functions of the program, and of functions that a group calls together.
        """
        known = self._calls.get(record)
        if known is None:
            found: list[r.Call] = []
            self._collect(model, record, found)
            known = self._calls[record] = tuple(found)
        return known

    def _collect(self, model: ItemModel, record: r.Record, found: list[r.Call]) -> None:
        match record:
            case r.TypeQuery() | r.BlockLiteral() | r.StatementExpression():
                return
            case r.Binary(operator=r.Word(text=("&&" | "||"))):
                self._collect(model, record.left, found)
            case r.Conditional():
                self._collect(model, record.condition, found)
            case _:
                for each in r.children(record):
                    self._collect(model, each, found)
        if isinstance(record, r.Call) and (
            is_collective(model, record) or self.definition(model, record) is not None
        ):
            found.append(record)

    def _summed(self, model: ItemModel, record: r.Record) -> Summary:
        stored: set[Symbol] = set()
        meets = leaves = unclear = False
        starts, deeds = _deeds(model)
        for at in range(bisect_left(starts, record.start), bisect_left(starts, record.end)):
            each, stores = deeds[at]
            if each.end > record.end:
                continue
            stored |= stores
            if isinstance(each, r.Call):
                meets |= self._meets(model, each)
            elif isinstance(each, r.Return):
                leaves = True
            elif isinstance(each, r.Break | r.Continue):
                leaves = leaves or _leaves(model, each, record)
            unclear |= isinstance(each, (*_UNCLEAR, r.ExpressionStatement))
        return Summary(frozenset(stored), meets, leaves, unclear)

    def _meets(self, model: ItemModel, call: r.Call) -> bool:
        name = builtin_name(model, call)
        if name:
            return name in BARRIERS or is_collective(model, call)
        definition = self.definition(model, call)
        return definition is None or self.of(definition.model, definition.body).meets


_COLLECTIVES: Final = ("work_group_", "sub_group_", "intel_sub_group_")
BARRIERS: Final = fences.NAMES | {"intel_work_group_barrier_wait"}
"""The functions that end an interval; sub-groups are taken to be all of a group.

A split barrier ends it where the group waits.
"""


def is_collective(model: ItemModel, call: r.Call) -> bool:
    """Tell whether a group calls a built-in function together, for a value of all (6.15.16)."""
    name = builtin_name(model, call)
    return name not in BARRIERS and name.startswith(_COLLECTIVES) and "pipe" not in name


def defined(program: Program, function: Function) -> Definition | None:
    """Return a function with its body, None where the program has none."""
    model = program.model_of(function.name)
    found = None if model is None else model.exports.get(function.name)
    if model is None or not isinstance(found, Function) or found.definition is None:
        return None
    if model.item.problems or model.item.recovered:
        return None
    return Definition(model, found, found.definition.body)


@derived
def _deeds(model: ItemModel) -> tuple[list[int], list[tuple[r.Record, set[Symbol]]]]:
    """Return the records that make up summaries, by their starts, with what each itself stores."""
    found = [
        *model.of_kind(r.Call, r.Assignment, r.Unary, r.Postfix, r.InitDeclarator),
        *model.of_kind(r.Return, r.Break, r.Continue, *_UNCLEAR),
    ]
    # A macro of the host may do anything.
    statements = model.of_kind(r.ExpressionStatement)
    found += [each for each in statements if is_host_macro(model, unwrapped(each.expression))]
    found.sort(key=attrgetter("start"))
    rows = [(each, _stored_by(model, each)) for each in found]
    return [each.start for each, _ in rows], rows


def _leaves(model: ItemModel, jump: r.Break | r.Continue, record: r.Record) -> bool:
    """Return whether a jump below a record leaves it."""
    kinds = _LOOPS if isinstance(jump, r.Continue) else (*_LOOPS, r.Switch)
    around = model.enclosing(jump, *kinds)
    return around is None or around.start < record.start or around.end > record.end


def _stored_by(model: ItemModel, record: r.Record) -> set[Symbol]:
    """Return the variables that a record itself may change."""
    match record:
        case r.Assignment():
            return _bases(model, record.left)
        case r.Unary(operator="++" | "--") | r.Postfix():
            return _bases(model, record.operand)
        case r.InitDeclarator():
            symbol = model.declared.get(record)
            return set() if symbol is None else {symbol}
        case r.Call():
            found: set[Symbol] = set()
            for each in record.arguments:
                found |= _given_away(model, each)
            return found
    return set()


def _bases(model: ItemModel, place: r.Expression) -> set[Symbol]:
    """Return the variable that a place is part of, or through which it is reached."""
    target = unwrapped(place)
    while isinstance(target, r.Member | r.Index | r.Unary | r.Cast):
        is_inner = isinstance(target, r.Unary | r.Cast)
        target = unwrapped(target.operand if is_inner else target.base)  # type: ignore[union-attr]
    symbol = model.references.get(target)
    if symbol is None or t.object_space(symbol.type) in (t.LOCAL, t.GLOBAL):
        return set()
    is_part = target is not unwrapped(place)
    return set() if is_part and isinstance(symbol.type.type, t.PointerType) else {symbol}


def _given_away(model: ItemModel, argument: r.Expression) -> set[Symbol]:
    """Return the variable whose address, or whose elements, a call is given."""
    inner = unwrapped(argument)
    while isinstance(inner, r.Cast):
        inner = unwrapped(inner.operand)
    if isinstance(inner, r.Unary) and inner.operator == "&":
        return _bases(model, inner.operand)
    return set()


@derived
def escaping(model: ItemModel) -> frozenset[Symbol]:
    """Return the variables whose address is kept, so that their values are not followed."""
    found: set[Symbol] = set()
    for each in model.of_kind(r.Unary):
        if each.operator != "&":
            continue
        _, above = model.use_of(each)
        if not isinstance(above, r.Call):
            found |= _bases(model, each.operand)
    return frozenset(found)
