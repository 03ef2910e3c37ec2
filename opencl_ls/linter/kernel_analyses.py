"""The race analyses of the kernels of a unit, from one state of the unit to the next.

An analysis holds for as long as the functions that it followed are the same, and those that it
missed are missing.  It takes longer than a key may cost, so a new state has *pending* kernels, and
the scheduler analyses one of them in each of its steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.semantics.flow.uniformity.assumed import assumed_sizes
from opencl_ls.semantics.flow.uniformity.definitions import required_sizes, size_hint
from opencl_ls.semantics.memory.interleaving.analysis import analyse
from opencl_ls.semantics.memory.interleaving.results import Assumptions
from opencl_ls.semantics.model import summarised
from opencl_ls.semantics.types.symbols import Function

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from opencl_ls.linter.context import ItemFinding
    from opencl_ls.semantics.memory.interleaving.results import KernelAnalysis
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.names.program import Program
    from opencl_ls.settings.target import Target

    Found = Callable[[int], "KernelFindings | None"]
    Shortened = Callable[[int, KernelAnalysis], "KernelFindings"]

_FORMER: Final = 64
"""The number of analyses that are kept for an undo."""
_WHOLE: Final = 64
"""The number of analyses that are kept with their accesses where many are made at once."""


class KernelFindings(Struct, frozen=True, eq=False):
    """What is left of an analysis, of another process or of one of many: the rules' findings.

    `asked` and `missing` are those of the analysis.
    """

    findings: tuple[ItemFinding, ...]
    asked: tuple[ItemModel, ...]
    missing: frozenset[str]


class KernelAnalyses:
    """The analyses of the kernels of a state.

    With an `earlier` state and the models that were `replaced` by `new` ones, its analyses are kept
    where they hold.  If `entirely`, no kernel is left pending.  `renewed` are the kernels whose
    analysis came or went since the earlier state, None without one.
    """

    def __init__(
        self,
        program: Program,
        target: Target,
        earlier: KernelAnalyses | None = None,
        replaced: Iterable[ItemModel] = (),
        new: Iterable[ItemModel] = (),
        *,
        entirely: bool = False,
    ) -> None:
        self._program = program
        self._target = target
        self._known: dict[ItemModel, KernelAnalysis | KernelFindings] = {}
        # The kernels whose analysis asked for a function, by its name.
        self._users: dict[str, frozenset[ItemModel]] = {}
        self._pending: dict[ItemModel, None] = {}
        # Those that an edit took away last, for its undo.
        self._former: dict[ItemModel, KernelAnalysis | KernelFindings] = {}
        self._ready: dict[ItemModel, KernelAnalysis | KernelFindings] = {}
        self.renewed: dict[ItemModel, None] | None = None
        if earlier is None:
            self._pending = {
                model: None for _, model in program.having(kernel_of) if not model.item.problems
            }
        else:
            self._follow(earlier, replaced, new)
        if entirely:
            for _ in self.analyse_pending():
                pass
            self._take(self._ready)
            self._ready = {}

    def _follow(
        self, earlier: KernelAnalyses, replaced: Iterable[ItemModel], new: Iterable[ItemModel]
    ) -> None:
        """Keep the analyses of an earlier state that hold."""
        self.renewed = {}
        self._known = dict(earlier._known)
        self._former = dict(earlier._former)
        self._users = dict(earlier._users)
        self._pending = dict(earlier._pending)
        self._take(earlier._ready)
        changed = [*replaced, *new]
        names = dict.fromkeys(name for model in changed for name in model.exports)
        affected = {model: None for name in names for model in self._users.get(name, ())}
        for model in (*affected, *changed):
            if kernel_of(model) is None:
                continue
            former, known = self._former.get(model), self._known.pop(model, None)
            self._pending.pop(model, None)
            self.renewed[model] = None
            if known is not None:
                self._former[model] = known
            if self.number(model) is None or model.item.problems:
                continue
            holding = [each for each in (known, former) if each is not None and self._holds(each)]
            if holding:
                self._known[model] = holding[0]
            else:
                self._pending[model] = None
        while len(self._former) > _FORMER:
            del self._former[next(iter(self._former))]

    def _holds(self, analysis: KernelAnalysis | KernelFindings) -> bool:
        """Tell whether a kernel still calls the functions that its analysis followed."""
        asked = ((name, each) for each in analysis.asked for name in each.exports)
        return all(self._program.model_of(name) is each for name, each in asked) and not any(
            map(self._program.model_of, analysis.missing)
        )

    def _take(self, ready: dict[ItemModel, KernelAnalysis | KernelFindings]) -> None:
        for model, analysis in ready.items():
            self._known[model] = analysis
            self._pending.pop(model, None)
            if self.renewed is not None:
                self.renewed[model] = None
            asked = (name for each in analysis.asked for name in each.exports)
            for name in (*asked, *analysis.missing):
                self._users[name] = self._users.get(name, frozenset()) | {model}

    @property
    def program(self) -> Program:
        """Where the functions of the unit are found."""
        return self._program

    @property
    def has_pending(self) -> bool:
        """Whether there are kernels that this state was made without an analysis of."""
        return bool(self._pending)

    def analyse_pending(
        self, found: Found | None = None, shortened: Shortened | None = None
    ) -> Iterator[None]:
        """Analyse the pending kernels, one in each step; a later state takes over the results.

        `found` returns what another process found in the item of a number, if one did, and
        `shortened` what is kept of an analysis where there are many.
        """
        for place, model in enumerate(self._pending):
            if model in self._ready:
                continue
            number = self.number(model)
            if found is not None and number is not None:
                known = found(number)
                if known is not None:
                    self._ready[model] = known
                    continue
            analysis = self.analysed(model)
            is_short = shortened is not None and place + _WHOLE < len(self._pending)
            if shortened is not None and is_short and number is not None:
                self._ready[model] = shortened(number, analysis)
            else:
                self._ready[model] = analysis
            yield

    def analysis_for(self, model: ItemModel) -> KernelAnalysis | None:
        """Return the analysis of the kernel of an item, made now if it was not made here."""
        where = self._known if model in self._known else self._ready
        known = where.get(model)
        if isinstance(known, KernelFindings) or (known is None and model in self._pending):
            known = where[model] = self.analysed(model)
        return known

    def analysis_in(
        self,
        model: ItemModel,
        local_size: tuple[int, int, int] | None,
        num_groups: tuple[int, int, int] | None,
    ) -> KernelAnalysis | None:
        """Return the analysis of the kernel of an item in launches of given sizes."""
        kernel = kernel_of(model)
        if kernel is None or model.item.problems:
            return None
        usual = self.assumptions(model, kernel)
        assumptions = Assumptions(local_size or usual.local_size, num_groups or usual.num_groups)
        return analyse(self._program, kernel, model, assumptions)

    def number(self, model: ItemModel) -> int | None:
        """Return the number of the item of a kernel, None where the unit does not have it."""
        kernel = kernel_of(model)
        if kernel is None:
            return None
        numbers = self._program.names.names.get(kernel.name, ())
        return next((each for each in numbers if self._program.models[each] is model), None)

    def news(self) -> Iterator[tuple[int, KernelAnalysis | KernelFindings]]:
        """Yield the analyses that are new since the earlier state, with the items' numbers."""
        for model in self._known if self.renewed is None else self.renewed:
            number, analysis = self.number(model), self._known.get(model)
            if number is not None and analysis is not None:
                yield number, analysis

    def analysed(self, model: ItemModel) -> KernelAnalysis:
        """Return the analysis of the kernel of an item, made anew."""
        kernel = kernel_of(model)
        assert kernel is not None
        return analyse(self._program, kernel, model, self.assumptions(model, kernel))

    def assumptions(self, model: ItemModel, kernel: Function) -> Assumptions:
        """Return what attributes, the settings and assumptions say about launches of a kernel."""
        launch = self._target.launch_of(kernel.name)
        size = required_sizes(model, kernel) or launch.local_size
        if size is None and kernel.definition is not None:
            size = assumed_sizes(model, kernel.definition.body) or size_hint(model, kernel)
        return Assumptions(None if size is None else (size[0], size[1], size[2]), launch.num_groups)


@summarised
def kernel_of(model: ItemModel) -> Function | None:
    """Return the kernel that an item defines, None for other items."""
    for symbol in model.exports.values():
        if isinstance(symbol, Function) and symbol.is_kernel and symbol.definition is not None:
            return symbol
    return None
