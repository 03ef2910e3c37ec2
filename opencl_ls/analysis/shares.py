"""The unread functions of a document, shared among processes that were forked from this one.

The processes have the same slots.  Each takes functions from the end, while this one goes on from
the start, so that none waits for another.  What it finds comes as a message, with symbols by
their names.  A message counts for as long as the slots have the texts and the names that they had.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct, msgpack

from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.kernel_analyses import KernelAnalyses, KernelFindings, kernel_of
from opencl_ls.linter.unit_rules import kernel_findings
from opencl_ls.semantics.names.program import Program
from opencl_ls.semantics.types.symbols import Function, Symbol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from opencl_ls.analysis.environment import UnitEnvironment
    from opencl_ls.analysis.item_cache import AnalysedItem
    from opencl_ls.analysis.unit import AnalysedUnit
    from opencl_ls.linter.context import ItemEdit, ItemFinding, ItemRelated
    from opencl_ls.semantics.model import ItemModel

    Bind = Callable[[int], AnalysedItem]
    Findings = tuple[ItemFinding, ...]


class Message(Struct, frozen=True):
    """What was found in one slot.

    `findings` are those of the rules about the item, None where they were not asked for.  `races`
    are those about the races of a kernel, None for other functions.  `asked` are the numbers of the
    functions that the kernel calls, its own among them, and `missing` the names of those that the
    program does not define.
    """

    findings: Findings | None
    races: Findings | None
    asked: tuple[int, ...]
    missing: frozenset[str]


class Shares:
    """The slots of a state, and what other processes have found in them so far."""

    def __init__(self, state: AnalysedUnit) -> None:
        self._declarations = state.declarations
        self._models = state.models
        self._sources = [slot.source for slot in state.slots]
        self._messages: dict[int, Message] = {}

    def are_of(self, state: AnalysedUnit) -> bool:
        """Return whether the slots of a state have the same numbers and names."""
        return state.declarations is self._declarations

    def take(self, text: bytes) -> None:
        """Take an encoded message; one that names an unknown symbol is left out."""
        number, findings, races, asked, missing = msgpack.decode(text)
        environment = self._declarations.before(self._models, number)
        try:
            of_item, of_races = _read(findings, environment), _read(races, environment)
        except LookupError:
            return
        message = Message(of_item, of_races, tuple(asked), frozenset(missing))
        self._messages[number] = message

    def findings(self, state: AnalysedUnit, number: int) -> Findings | None:
        """Return what the rules found in the slot of a state, None where that is not known."""
        message = self._message(state, number)
        return None if message is None else message.findings

    def races(self, state: AnalysedUnit, number: int) -> KernelFindings | None:
        """Return what was found about the races of a kernel, None where that is not known."""
        message = self._message(state, number)
        if message is None or message.races is None:
            return None
        if not all(self._is_same(state, each) for each in message.asked):
            return None
        asked = tuple(state.models[each] for each in message.asked)
        return KernelFindings(message.races, asked, message.missing)

    def _message(self, state: AnalysedUnit, number: int) -> Message | None:
        message = self._messages.get(number)
        is_valid = message is not None and self.are_of(state) and self._is_same(state, number)
        return message if is_valid else None

    def _is_same(self, state: AnalysedUnit, number: int) -> bool:
        return state.slots[number].source is self._sources[number] and number not in state.stale


def work(state: AnalysedUnit, bind: Bind, part: int, parts: int) -> Iterator[bytes]:
    """Yield a message for each of the functions that are the share of one of several processes.

    When the share is done, the races in those of the first process follow.
    """
    order = state.unread[::-1][part::parts]
    races = _Races(state, bind)
    for place, number in enumerate(order):
        is_own = place * (parts + 1) < len(order) * parts
        findings = bind(number).check() if is_own else None
        found, asked, missing = races.found(number)
        if findings is None and found is None:
            continue
        environment = state.declarations.before(state.models, number)
        try:
            rows = _written(findings, environment), _written(found, environment)
        except LookupError:
            continue
        yield msgpack.encode((number, *rows, asked, missing))


class _Races:
    """The race analysis of the kernels of a state of which not all functions are bound."""

    def __init__(self, state: AnalysedUnit, bind: Bind) -> None:
        self._models = list(state.models)
        self._numbers: dict[ItemModel, int] = {}
        program = _BoundProgram(self._models, state.declarations)
        program.bound = self._bound
        self._kernels = KernelAnalyses(program, state.target)
        self._context = UnitContext(program, state.unit, state.target)
        self._bind = bind

    def _bound(self, number: int) -> ItemModel:
        model = self._models[number] = self._bind(number).model
        self._numbers[model] = number
        return model

    def found(self, number: int) -> tuple[Findings | None, tuple[int, ...], frozenset[str]]:
        """Return the findings about a kernel, the numbers that they depend on, and the names."""
        model = self._bound(number)
        if kernel_of(model) is None or model.item.problems:
            return None, (), frozenset()
        found = kernel_findings(self._context, number, self._kernels.analysed(model))
        asked = tuple(self._numbers[each] for each in found.asked)
        return found.findings, asked, found.missing


class _BoundProgram(Program):
    """A program of which a function is bound when it is asked for."""

    bound: Callable[[int], ItemModel]

    def model_of(self, name: str) -> ItemModel | None:
        """See Program."""
        for number, symbol in self.symbols(name):
            if isinstance(symbol, Function) and symbol.definition is not None:
                model = self.bound(number)
                return None if model.item.problems else model
        return None


# A symbol in a message: a name that the item sees, and whether the name is a tag.


def _written(findings: Findings | None, environment: UnitEnvironment) -> Findings | None:
    """Return findings in which each symbol is a reference; None for None.

    Raises LookupError for a parameter or a member, which has no name outside of its item.
    """

    def reference(symbol: Symbol) -> tuple[str, bool]:
        name = symbol.name
        if environment.symbol(name) is symbol:
            return name, False
        if environment.tag(name) is symbol:
            return name, True
        raise LookupError(name)

    return None if findings is None else tuple(_replaced(each, reference) for each in findings)


def _read(rows: list[list[Any]] | None, environment: UnitEnvironment) -> Findings | None:
    """Return findings in which each reference is a symbol; raises LookupError if one is unknown."""
    from opencl_ls.analysis.plain_findings import finding_of  # noqa: PLC0415 (with processes)

    def symbol(reference: tuple[str, bool]) -> Symbol:
        name, is_tag = reference
        found = environment.tag(name) if is_tag else environment.symbol(name)
        if found is None:
            raise LookupError(name)
        return found

    return None if rows is None else tuple(_replaced(finding_of(*row), symbol) for row in rows)


def _replaced(finding: ItemFinding, new: Callable[[Any], object]) -> ItemFinding:
    """Return a finding with something new in place of each symbol of another item."""

    def outer(each: ItemRelated | ItemEdit) -> Symbol | None:
        return None if each.outer is None else cast("Symbol", new(each.outer))

    related = tuple(each._replace(outer=outer(each)) for each in finding.related)
    fixes = tuple(
        fix._replace(edits=tuple(edit._replace(outer=outer(edit)) for edit in fix.edits))
        for fix in finding.fixes
    )
    return finding._replace(related=related, fixes=fixes)
