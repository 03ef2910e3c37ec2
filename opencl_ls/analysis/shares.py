"""The unread functions of a document, shared among processes that were forked from this one.

The processes have the same slots.  Each takes functions from the end, while this one goes on from
the start, so that none waits for another.  What it finds comes as a message, with symbols by
their names.  A message counts for as long as the slots have the texts and the names that they had.
"""

from __future__ import annotations

import io
import pickle
from typing import TYPE_CHECKING

from msgspec import Struct

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
    from opencl_ls.linter.context import ItemFinding
    from opencl_ls.semantics.model import ItemModel

    Bind = Callable[[int], AnalysedItem]
    Findings = tuple[ItemFinding, ...]


class Message(Struct, frozen=True):
    """What was found in the slot of a number, for the slots with these numbers.

    `findings` are those of the rules about the item, None where they were not asked for.  `races`
    are those about the races of a kernel, None for other functions.  `asked` are the numbers of the
    functions that the kernel calls, its own among them, and `missing` the names of those that the
    program does not define.
    """

    number: int
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
        try:
            message = _Decoder(io.BytesIO(text), self._before).load()
        except pickle.UnpicklingError:
            return
        self._messages[message.number] = message

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

    def _before(self, number: int) -> UnitEnvironment:
        return self._declarations.before(self._models, number)


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
        message = Message(number, findings, found, asked, missing)
        written = io.BytesIO()
        try:
            _Encoder(written, number, state.declarations.before(state.models, number)).dump(message)
        except pickle.PicklingError:
            # It leads to a parameter or a member, which has no name outside of its item.
            continue
        yield written.getvalue()


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


_Reference = tuple[int, str, bool]
"""The number of an item, a name that it sees, and whether the name is a tag."""


class _Encoder(pickle.Pickler):
    """Writes a message about the item of a number; symbols are names that the item sees."""

    def __init__(self, file: io.BytesIO, number: int, environment: UnitEnvironment) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._number = number
        self._environment = environment

    def persistent_id(self, value: object) -> _Reference | None:
        """Return the name of a symbol, None for other objects."""
        if not isinstance(value, Symbol):
            return None
        name = value.name
        if self._environment.symbol(name) is value:
            return self._number, name, False
        if self._environment.tag(name) is value:
            return self._number, name, True
        raise pickle.PicklingError(name)


class _Decoder(pickle.Unpickler):
    """Reads what `_Encoder` has written in a process that this one has forked."""

    def __init__(self, file: io.BytesIO, before: Callable[[int], UnitEnvironment]) -> None:
        super().__init__(file)
        self._before = before

    def persistent_load(self, reference: _Reference) -> Symbol:
        """Return the symbol of a name."""
        number, name, is_tag = reference
        environment = self._before(number)
        symbol = environment.tag(name) if is_tag else environment.symbol(name)
        if symbol is None:
            raise pickle.UnpicklingError(name)
        return symbol
