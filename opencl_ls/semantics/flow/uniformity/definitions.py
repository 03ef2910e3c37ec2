"""The functions and blocks of an item, and what they call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from weakref import ref

from msgspec import Struct, field

from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.uniformity import sources
from opencl_ls.semantics.flow.uniformity.assumed import (
    assumed_sizes,
    facts_about,
    facts_by_name,
)
from opencl_ls.semantics.lookup.assumptions import uniform_variables
from opencl_ls.semantics.lookup.blocks import enclosing_literal, unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name, named_symbol, user_function
from opencl_ls.semantics.lookup.constness import constants_of, fixed_values
from opencl_ls.semantics.model import derived, summarised
from opencl_ls.semantics.types.symbols import Function, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.flow.uniformity.arithmetic import Sizes
    from opencl_ls.semantics.flow.uniformity.assumed import AssumedFact
    from opencl_ls.semantics.flow.uniformity.results import Dependence, Report
    from opencl_ls.semantics.flow.uniformity.sources import Collective
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol


class FunctionInfo(Struct, eq=False):
    """A function definition, or the body of a block literal in it, before any analysis.

    It is kept on its item's model, so it must not hold that model.  `assumed` are the assumptions
    of a kernel's author, `uniform` the variables that have one value for a group by assumption.
    """

    owner: ref[ItemModel]
    function: Function
    body: r.Compound
    block: r.BlockLiteral | None
    collectives: dict[r.Call, tuple[str, Collective]]
    callees: dict[r.Call, str]
    sizes: Sizes
    spread: frozenset[int]
    assumed: tuple[AssumedFact, ...] = ()
    uniform: frozenset[Symbol] = frozenset()
    reports: dict[str, Report] = field(default_factory=dict)
    called: frozenset[str] = frozenset()
    dependence: Dependence | None = None

    def __post_init__(self) -> None:
        self.called = frozenset(self.callees.values())

    @property
    def model(self) -> ItemModel:
        """The model of its item."""
        model = self.owner()
        assert model is not None
        return model

    @property
    def name(self) -> str:
        """The name under which callers know it."""
        return self.function.name if self.block is None else block_name(self.function, self.block)

    @property
    def result(self) -> t.Type:
        """Its result type."""
        kind = self.function.type.type
        if self.block is not None or not isinstance(kind, t.FunctionType):
            return t.UNKNOWN_QUALIFIED.type
        return kind.result.type

    @property
    def is_kernel(self) -> bool:
        """It is a kernel itself, not a block in one."""
        return self.block is None and self.function.is_kernel


class _SummarisedInfo(FunctionInfo, eq=False, kw_only=True):
    """The information about a function of an item of which only the summary is known.

    Fields that the summary lacks are read from the records of the item when they are asked for.
    """

    known: _Summary

    @property
    def name(self) -> str:
        """See FunctionInfo."""
        return self.known[0]

    @property
    def is_kernel(self) -> bool:
        """See FunctionInfo."""
        return self.known[1]

    def __getattr__(self, field: str) -> object:
        """Read the fields that are missing."""
        if field not in _OF_RECORDS:
            raise AttributeError(field)
        place = _summary(self.model).index(self.known)
        read = _read_functions(self.model)[place]
        for each in _OF_RECORDS:
            setattr(self, each, getattr(read, each))
        return getattr(self, field)


_Summary = tuple[str, bool, "Sizes", tuple[str, ...], bool]
"""The name of a function, whether it is a kernel, its sizes, the functions that it calls in their
order, and whether it calls a collective function."""
_OF_RECORDS: Final = (
    *("function", "body", "block", "collectives"),
    *("callees", "spread", "assumed", "uniform"),
)
"""The fields that a summary lacks; without collective functions it has the empty `collectives`."""


@summarised
def _summary(model: ItemModel) -> tuple[_Summary, ...]:
    """Return the summary of each function of `functions_in`."""
    return tuple(
        (info.name, info.is_kernel, info.sizes, tuple(sorted(info.called)), bool(info.collectives))
        for info in _read_functions(model)
    )


@derived
def functions_in(model: ItemModel) -> list[FunctionInfo]:
    """Return the functions that an item defines, and its block literals that matter."""
    if model.is_read:
        return _read_functions(model)
    return [_summarised(model, known) for known in _summary(model)]


def _summarised(model: ItemModel, known: _Summary) -> FunctionInfo:
    info = _SummarisedInfo(ref(model), None, None, None, {}, {}, known[2], frozenset(), known=known)  # type: ignore[arg-type]
    info.called = frozenset(known[3])
    for each in _OF_RECORDS:
        if each != "collectives" or known[4]:
            delattr(info, each)
    return info


@derived
def _read_functions(model: ItemModel) -> list[FunctionInfo]:
    found = [
        _info(model, symbol, symbol.definition.body, None)
        for symbol in model.exports.values()
        if isinstance(symbol, Function) and symbol.definition is not None
    ]
    literals: dict[r.BlockLiteral, Function] = {}
    for site in model.calls:
        if site.in_block and site.caller is not None and sources.collective(site.callee):
            literal = enclosing_literal(model, site.call)
            if literal is not None:
                literals[literal] = site.caller
    blocks = [_info(model, caller, each.body, each) for each, caller in literals.items()]
    return found + blocks


def block_name(function: Function, literal: r.BlockLiteral) -> str:
    """Return the name of a block literal among the functions."""
    return f"{function.name}^{literal.start}"


def _called_block(model: ItemModel, call: r.Call) -> r.BlockLiteral | None:
    """Return the block that a call through a constant block variable runs, if it is known."""
    symbol = named_symbol(model, call.callee)
    if not isinstance(symbol, Variable) or symbol.declarator.initializer is None:
        return None
    literal = unwrapped(symbol.declarator.initializer)
    return literal if isinstance(literal, r.BlockLiteral) else None


def _info(
    model: ItemModel, function: Function, body: r.Compound, literal: r.BlockLiteral | None
) -> FunctionInfo:
    collectives: dict[r.Call, tuple[str, Collective]] = {}
    callees: dict[r.Call, str] = {}
    asked: set[int] = set()
    constants = fixed_values(model)
    for site in model.calls:
        if site.caller is not function or site.in_block != (literal is not None):
            continue
        if literal is not None and enclosing_literal(model, site.call) is not literal:
            continue
        if site.callee == "get_local_id" and len(site.call.arguments) == 1:
            dimension = constants.integer(site.call.arguments[0])
            if dimension is not None:
                asked.add(dimension)
        collective = sources.collective(site.callee)
        if collective is not None and builtin_name(model, site.call):
            collectives[site.call] = (site.callee, collective)
        elif (called := user_function(model, site.call)) is not None:
            callees[site.call] = called.name
        elif (block := _called_block(model, site.call)) is not None:
            callees[site.call] = block_name(function, block)
    sizes = None if literal is not None else required_sizes(model, function)
    spread = frozenset(asked or (0,))
    info = FunctionInfo(ref(model), function, body, literal, collectives, callees, sizes, spread)
    if literal is None:
        info.assumed = facts_by_name(function)
    if model.assumptions:
        info.sizes = info.sizes or assumed_sizes(model, body)
        info.assumed = (*facts_about(model, function, body), *info.assumed)
        info.uniform = uniform_variables(model)
    return info


def required_sizes(model: ItemModel, function: Function) -> Sizes:
    """Return the work-group size that a kernel requires, None if it requires none."""
    return _sizes(model, function, "reqd_work_group_size")


def size_hint(model: ItemModel, function: Function) -> Sizes:
    """Return the work-group size that a kernel is most likely used with, None if it names none."""
    return _sizes(model, function, "work_group_size_hint")


def _sizes(model: ItemModel, function: Function, attribute: str) -> Sizes:
    """Return the three numbers of an attribute, None for no such attribute or other arguments."""
    constants = constants_of(model)
    for each in function.attributes:
        if each.name.text.strip("_") == attribute:
            sizes = [constants.integer(argument) for argument in each.arguments or ()]
            known = [size for size in sizes if size is not None]
            return tuple(known) if len(known) == len(sizes) == 3 else None
    return None
