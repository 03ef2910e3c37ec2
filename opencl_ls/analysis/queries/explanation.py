"""What a work-item of a kernel computes and moves, and how its neighbours access memory."""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Final

from opencl_ls.analysis import explanation_results as x
from opencl_ls.analysis.queries.describe import size_and_alignment
from opencl_ls.analysis.queries.divergences import divergences_in
from opencl_ls.analysis.queries.interfaces import kernel_interfaces
from opencl_ls.analysis.queries.kernels import Defined, called_functions, defined_functions
from opencl_ls.semantics import types as t
from opencl_ls.semantics.cost.amounts import NONE, Amount
from opencl_ls.semantics.cost.keys import BARRIER, Called, Operation, Touched, Traffic
from opencl_ls.semantics.cost.private_arrays import dynamic_indices
from opencl_ls.semantics.cost.strides import bank_conflicts, sectors, stride_of
from opencl_ls.semantics.cost.walk import costs_of
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.uses import uses
from opencl_ls.semantics.memory.interleaving import wording
from opencl_ls.semantics.memory.interleaving.accesses import Position
from opencl_ls.semantics.memory.interleaving.summaries import Definition
from opencl_ls.semantics.types.symbols import ParameterVariable, Symbol, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.analysis.query_results import KernelInterface
    from opencl_ls.findings import Place
    from opencl_ls.linter.kernel_analyses import KernelAnalyses
    from opencl_ls.semantics.cost.expressions import Costs
    from opencl_ls.semantics.cost.strides import Stride
    from opencl_ls.semantics.memory.interleaving.accesses import Access
    from opencl_ls.semantics.memory.interleaving.launch import Launch
    from opencl_ls.semantics.memory.interleaving.results import KernelAnalysis

Sizes = tuple[int, int, int]
_SPACES: Final = (t.GLOBAL, t.LOCAL, t.CONSTANT, t.GENERIC)
_KINDS: Final = {"constant": "constant", "argument": "argument", "data": "data"}
_LONGEST: Final = 60
"""The bytes of an expression that is shown as it is written."""
_LONGEST_IN_IDS: Final = 48
"""The bytes of an element in terms of ids; a longer one is shown as it is written."""
_MOST_ELEMENTS: Final = 2
"""The elements that are named for one access, which may be several calls or rounds."""
_UNKNOWN: Final = x.AccessPattern("unknown")


def kernel_explanation(
    program: Program, kernels: KernelAnalyses | None, name: str, local_size: Sizes | None
) -> x.KernelExplanation | None:
    """Return what a kernel does; None where no kernel without syntax errors has the name.

    Ask a complete analysis: of functions that were not read yet nothing is known.
    """
    kernel = next((e for e in defined_functions(program, name) if e.function.is_kernel), None)
    interface = next((e for e in kernel_interfaces(program) if e.name == name), None)
    if kernel is None or interface is None or kernels is None or kernel.model.item.problems:
        return None
    found = (
        kernels.analysis_for(kernel.model)
        if local_size is None
        else kernels.analysis_in(kernel.model, local_size, None)
    )
    if found is None:
        return None
    other = None
    if not found.launch.is_certain:
        # Whatever differs in other groups is not known.
        first, second, third = found.launch.sizes
        sizes = (first * 2, second * 2 if second > 1 else 1, third)
        other = kernels.analysis_in(kernel.model, sizes, None)
    return _Report(program, kernels, kernel, interface, found, other).explanation()


class _Report:
    """The analyses of one kernel, made into plain values."""

    def __init__(
        self,
        program: Program,
        kernels: KernelAnalyses,
        kernel: Defined,
        interface: KernelInterface,
        analysis: KernelAnalysis,
        other: KernelAnalysis | None,
    ) -> None:
        self._program = program
        self._kernel = kernel
        self._interface = interface
        self._analysis = analysis
        self._other = _by_record(other)
        self._other_launch = analysis.launch if other is None else other.launch
        self._accesses = _by_record(analysis)
        launch, function = analysis.launch, kernel.function
        assert function.definition is not None
        definition = Definition(kernel.model, function, function.definition.body)
        sizes = launch.sizes if launch.is_certain else None
        self._costs: Costs = costs_of(kernels.program, definition, sizes)
        self._called = called_functions(program, kernel)

    def explanation(self) -> x.KernelExplanation:
        """Return all of it."""
        amounts = self._costs.tally.amounts
        accesses = tuple(self._explained())
        barriers = [
            self._place(key.position)
            for key in amounts
            if isinstance(key, Touched) and not key.space
        ]
        launch = self._analysis.launch
        return x.KernelExplanation(
            self._kernel.function.name,
            self._interface.name_place,
            self._interface.place,
            wording.group_size(launch) if launch.is_certain else "",
            tuple(self._arguments(accesses)),
            accesses,
            tuple(self._bytes()),
            tuple(self._operations()),
            _plain(amounts.get(BARRIER, NONE)),
            tuple(barriers),
            tuple(
                x.Divergence(self._place(Position(each.model, each.record)), each.text, each.word)
                for each in divergences_in(self._called)
            ),
            tuple(self._private_arrays()),
            tuple(
                x.Guard(self._place(each.position), _written(each.position), each.holds)
                for each in self._costs.guards
            ),
            tuple(
                x.LoopCount(
                    name,
                    tuple(map(self._place, dict.fromkeys(loops))),
                    not name.startswith("rounds"),
                )
                for name, loops in self._costs.counts.items()
            ),
            tuple(dict.fromkeys(self._not_counted())),
        )

    # --- amounts ---------------------------------------------------------------------------------

    def _bytes(self) -> Iterator[x.CountedBytes]:
        amounts = self._costs.tally.amounts
        for space in _SPACES:
            read, written = (amounts.get(Traffic(space, each), NONE) for each in (False, True))
            if read.terms or written.terms:
                yield x.CountedBytes(space, _plain(read), _plain(written))

    def _not_counted(self) -> Iterator[x.NotCounted]:
        for each in self._costs.left:
            yield x.NotCounted(self._place(each.position), each.reason)
        for model in self._analysis.asked:
            if model.item.recovered:
                whole = Position(model, model.item.declarations[0])
                yield x.NotCounted(self._place(whole), "it has a syntax error")

    def _operations(self) -> Iterator[x.CountedOperation]:
        for key, amount in self._costs.tally.amounts.items():
            if isinstance(key, Operation | Called) and amount.terms:
                is_call = isinstance(key, Called)
                yield x.CountedOperation(key.name, key.type, _plain(amount), is_call)

    # --- accesses --------------------------------------------------------------------------------

    def _explained(self) -> Iterator[x.ExplainedAccess]:
        for key, amount in self._costs.tally.amounts.items():
            if isinstance(key, Touched) and key.space and amount.terms:
                yield self._access(key, amount)

    def _access(self, key: Touched, amount: Amount) -> x.ExplainedAccess:
        position = key.position
        found = self._accesses.get((position.record, key.is_write), [])
        launch = self._analysis.launch
        names = {each.symbol.name for each in found} or {self._root_name(position)}
        guards = list(dict.fromkeys(wording.guard_words(each, launch) for each in found))
        return x.ExplainedAccess(
            self._place(position),
            names.pop() if len(names) == 1 else "",
            found[0].space if found else key.space,
            key.is_write,
            any(each.is_atomic for each in found),
            self._element(key, found),
            guards[0] if len(guards) == 1 else "",
            key.size,
            _plain(amount),
            self._pattern(key, found),
        )

    def _element(self, key: Touched, found: list[Access]) -> str:
        """Return the element in terms of ids, where they are short and hold in any group."""
        words = _elements(found, self._analysis.launch)
        others = self._other.get((key.position.record, key.is_write), [])
        if not words or (self._other and _elements(others, self._other_launch) != words):
            return _written(key.position)
        if max(map(len, words)) > _LONGEST_IN_IDS:
            return _written(key.position)
        return ", ".join(words[:_MOST_ELEMENTS]) + (" ..." if words[_MOST_ELEMENTS:] else "")

    def _pattern(self, key: Touched, found: list[Access]) -> x.AccessPattern:
        if not found:
            return x.AccessPattern("data") if _reads_index(key.position) else _UNKNOWN
        launch = self._analysis.launch
        strides = {stride_of(each.offset, launch) for each in found}
        if len(strides) > 1:
            return x.AccessPattern("several")
        stride = strides.pop()
        if self._depends_on_size(key, stride):
            return x.AccessPattern("group-size")
        kind = _KINDS.get(stride.kind, "computed")
        touched, fewest, conflicts = 0, 0, None
        if found[0].space == t.LOCAL:
            degrees = {bank_conflicts(each, launch) for each in found}
            conflicts = None if None in degrees else max(each or 1 for each in degrees)
        elif stride.kind == "constant":
            touched, fewest = sectors(stride.size, key.size)
        return x.AccessPattern(kind, stride.size, stride.factor, touched, fewest, conflicts)

    def _depends_on_size(self, key: Touched, stride: Stride) -> bool:
        """Return whether the stride is another one in groups of another size."""
        if not self._other:
            return False
        launch = self._other_launch
        others = self._other.get((key.position.record, key.is_write), [])
        return any(stride_of(each.offset, launch) != stride for each in others)

    def _root_name(self, position: Position) -> str:
        symbol = _root(position)
        if isinstance(symbol, ParameterVariable) and position.model is not self._kernel.model:
            return ""
        return "" if symbol is None else symbol.name

    # --- arguments and arrays --------------------------------------------------------------------

    def _arguments(self, accesses: tuple[x.ExplainedAccess, ...]) -> Iterator[x.ExplainedArgument]:
        unclear = bool(self._costs.left) or any(not each.name for each in accesses)
        parameters = self._kernel.function.parameters
        for each, symbol in zip(self._interface.arguments, parameters, strict=True):
            ways = {access.is_write for access in accesses if each.name == access.name}
            if not uses(self._kernel.model, symbol):
                use = "not used"
            elif not ways or (unclear and len(ways) == 1) or each.kind == "value":
                use = "used"
            elif len(ways) > 1:
                use = "read and written"
            else:
                use = "written" if True in ways else "read"
            size = each.data.size if each.kind in ("buffer", "local", "value") else None
            yield x.ExplainedArgument(each.name, each.text, each.kind, size, use)

    def _private_arrays(self) -> Iterator[x.PrivateArray]:
        for each in self._called:
            for symbol in each.model.declared.values():
                if not isinstance(symbol, Variable) or symbol.function is not each.function:
                    continue
                is_array = isinstance(symbol.type.type, t.ArrayType)
                if is_array and t.object_space(symbol.type) == t.PRIVATE:
                    yield x.PrivateArray(
                        symbol.name,
                        t.declaration_text(symbol.type, symbol.name),
                        size_and_alignment(symbol.type, self._program.target)[0],
                        each.function.name,
                        tuple(
                            self._place(Position(each.model, index))
                            for index in dynamic_indices(each.model, symbol)
                        ),
                    )

    # --- places ----------------------------------------------------------------------------------

    def _place(self, position: Position) -> Place:
        number = self._numbers[id(position.model)]
        return self._program.place(number, position.record.start, position.record.end)

    @cached_property
    def _numbers(self) -> dict[int, int]:
        """The number of each item, by the identity of its model."""
        found = {id(each): number for number, each in enumerate(self._program.unit.models)}
        found[id(self._kernel.model)] = self._kernel.number
        return found


def _by_record(analysis: KernelAnalysis | None) -> dict[tuple[r.Record, bool], list[Access]]:
    """Return the accesses of an analysis by their records, reads and writes apart."""
    found: dict[tuple[r.Record, bool], list[Access]] = {}
    rows = () if analysis is None else (each.accesses for each in analysis.intervals)
    for each in chain.from_iterable(rows):
        if each.fence is None and not each.by_group:
            found.setdefault((each.record, each.is_write), []).append(each)
            if each.is_atomic and each.is_write:
                found.setdefault((each.record, False), []).append(each)
    return found


def _elements(accesses: list[Access], launch: Launch) -> list[str]:
    return list(dict.fromkeys(wording.place_words(each, launch) for each in accesses))


def _plain(amount: Amount) -> x.Amount:
    terms = sorted(amount.terms.items(), key=lambda term: (len(term[0]), term[0]))
    return tuple(x.Product(names, *limits) for names, limits in terms if limits != (0, 0))


def _written(position: Position) -> str:
    return position.model.spelling(position.record, _LONGEST)


def _root(position: Position) -> Symbol | None:
    """Return the symbol that an access goes through, by its text: `a` of `a[i].x`."""
    record: r.Record = position.record
    if isinstance(record, r.Call):
        if not record.arguments:
            return None
        record = record.arguments[-1 if record.arguments[1:] else 0]
    model = position.model
    while isinstance(record, r.Expression):
        record = unwrapped(record)
        match record:
            case r.Index() | r.Member():
                record = record.base
            case r.Unary(operator="*" | "&"):
                record = record.operand
            case r.Binary() if record.operator.text in ("+", "-"):
                record = record.left
            case _:
                return model.references.get(record)
    return None


def _reads_index(position: Position) -> bool:
    """Return whether an element is chosen by what is in memory: `a[index[i]]`."""
    record = position.record
    if not isinstance(record, r.Index):
        return False
    waiting: list[r.Record] = [record.index]
    while waiting:
        each = waiting.pop()
        if isinstance(each, r.Index | r.Unary):
            space = t.object_space(position.model.type_of(each))
            if space in _SPACES and not (isinstance(each, r.Unary) and each.operator != "*"):
                return True
        waiting.extend(r.children(each))
    return False
