"""The context of a rule: what it can ask, and how it reports findings and fixes."""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from opencl_ls.builtins.names import is_builtin
from opencl_ls.builtins.spelling import nearest
from opencl_ls.linter.kernel_analyses import KernelFindings
from opencl_ls.linter.superseded import General, Specific
from opencl_ls.preprocess import Exclusion, excluded_headers, excluded_names, may_be_excluded
from opencl_ls.semantics.flow.uniformity import Divergence, Uniformity
from opencl_ls.semantics.names.redeclarations import (
    AGREE,
    clash,
    program_pairs,
    repeating,
)
from opencl_ls.semantics.names.undeclared import UndeclaredUse, undeclared_names
from opencl_ls.semantics.types.symbols import Symbol
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from opencl_ls.findings import Severity
    from opencl_ls.linter.kernel_analyses import KernelAnalyses
    from opencl_ls.linter.rule import Rule
    from opencl_ls.semantics.memory.interleaving.results import KernelAnalysis, Race
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.names.program import Program
    from opencl_ls.semantics.types import Qualified
    from opencl_ls.settings.target import Target


class Elsewhere(Struct, frozen=True):
    """A record in another item, the one that declares `symbol`, as a related place."""

    symbol: Symbol
    record: r.Record


Ranged = r.Record | Symbol | tuple[int, int] | Elsewhere
"""Anything with a range in an item: a record, a symbol (its name), or (start, end) in bytes."""


class ItemEdit(NamedTuple):
    """A replacement of text, in bytes from the start of the item, or of that of `outer`."""

    start: int
    end: int
    text: str
    outer: Symbol | None = None


class ItemFix(NamedTuple):
    """A fix of an item: its title, its edits, and whether it keeps the meaning of the program."""

    title: str
    edits: tuple[ItemEdit, ...]
    safe: bool


class ItemRelated(NamedTuple):
    """A related place, in bytes: in the same item, or in the one that declares `outer`."""

    start: int
    end: int
    message: str
    outer: Symbol | None = None


class ItemFinding(NamedTuple):
    """A finding relative to the start of its item, in bytes."""

    start: int
    end: int
    code: str
    severity: Severity
    message: str
    related: tuple[ItemRelated, ...]
    fixes: tuple[ItemFix, ...]
    unnecessary: bool
    deprecated: bool


class RuleContext:
    """One item as the rules see it.

    `target` is the target of the unit.  One context serves all rules of a walk; `rule` is the one
    that runs now.  `general` and `specific` say which findings supersede which.
    """

    __slots__ = ("_own", "findings", "general", "model", "rule", "specific", "target")

    rule: Rule

    def __init__(self, model: ItemModel, target: Target) -> None:
        self.model = model
        self.target = target
        self.findings: list[ItemFinding] = []
        self.general: list[General] = []
        self.specific: list[Specific] = []
        self._own: set[Symbol] | None = None

    # --- looking ---------------------------------------------------------------------------------

    def text(self, record: r.Record) -> str:
        """Return the expanded text of a record (a byte text)."""
        return self.model.item.text[record.start : record.end]

    def parent(self, record: r.Record) -> r.Record | None:
        """Return the parent of `record`."""
        return self.model.parents.get(record)

    def ancestors(self, record: r.Record) -> list[r.Record]:
        """Return the records around `record`, innermost first."""
        return self.model.ancestors(record)

    def enclosing(self, record: r.Record, *kinds: type[r.Record]) -> r.Record | None:
        """Return the innermost record of one of `kinds` around `record`."""
        above = self.model.parents.get(record)
        while above is not None and not isinstance(above, kinds):
            above = self.model.parents.get(above)
        return above

    def symbol(self, record: r.Record) -> Symbol | None:
        """Return the symbol that a `Name` or a `NamedType` refers to, None where it is unknown."""
        return self.model.references.get(record)

    def declared(self, record: r.Record) -> Symbol | None:
        """Return the symbol that a declarator, parameter, enumerator or specifier declares."""
        return self.model.declared.get(record)

    def type_of(self, name: r.TypeName) -> Qualified | None:
        """Return the type of a type name."""
        return self.model.type_names.get(name)

    # --- reporting -------------------------------------------------------------------------------

    def report(
        self,
        ranged: Ranged,
        message: str,
        *,
        related: Sequence[tuple[Ranged, str]] = (),
        fixes: Iterable[ItemFix] = (),
        severity: Severity | None = None,
        unnecessary: bool = False,
        deprecated: bool = False,
        call: r.Record | None = None,
    ) -> None:
        """Report a finding of the current rule; `severity` overrides the rule's own.

        A rule about the text as written reports nothing in an item that error recovery repaired.
        `call` is the call that the finding is about, if another rule may supersede the current one.
        """
        if self.rule.as_written and self.model.item.recovered:
            return
        start, end = place(ranged)
        if isinstance(call, r.Call):
            self.general.append(General(len(self.findings), self.rule.code, call))
        if self.rule.supersedes:
            self.specific.append(Specific(start, end, self.rule.supersedes))
        self.findings.append(
            ItemFinding(
                start,
                end,
                self.rule.code,
                self.rule.severity if severity is None else severity,
                message,
                tuple(self._related(at, words) for at, words in related),
                tuple(fixes),
                unnecessary,
                deprecated,
            )
        )

    def _related(self, ranged: Ranged, message: str) -> ItemRelated:
        start, end = place(ranged)
        outer = ranged if isinstance(ranged, Symbol) and not self._is_own(ranged) else None
        return ItemRelated(start, end, message, outer)

    def _is_own(self, symbol: Symbol) -> bool:
        if self._own is None:
            self._own = set(self.model.declared.values())
        return symbol in self._own


_SHORTEST = 3
"""The least length, in characters, of a name that may be a misspelling of another."""


class UnitContext:
    """A whole translation unit as the rules see it.

    `program` holds the items, `models` their models in order, and `unit` is the preprocessed unit
    with its directives.  `findings` collects (index of the item, finding).  `earlier` is the
    uniformity of an earlier state with the change since, as `Uniformity` takes them.  `kernels`
    are the race analyses, where all functions are known.
    """

    rule: Rule

    def __init__(
        self,
        program: Program,
        unit: Any,
        target: Target,
        earlier: tuple[Uniformity, tuple[int, int, int]] | None = None,
        kernels: KernelAnalyses | None = None,
    ) -> None:
        self._earlier = earlier or ()
        self._kernels = kernels
        self.program = program
        self.models = program.models
        self.unit = unit
        self.target = target
        self.findings: list[tuple[int, ItemFinding]] = []
        self.file_findings: list[tuple[str, ItemFinding]] = []

    @property
    def directives(self) -> Iterable[Any]:
        """The directives of the unit, those of the target's own definitions among them."""
        return chain(self.unit.records, self.unit.pragmas)

    @cached_property
    def repeating(self) -> list[int]:
        """The indices of the items that declare a name which is declared more than once."""
        return repeating(self.program)

    @cached_property
    def undeclared(self) -> list[UndeclaredUse]:
        """The uses of undeclared names, in the order of the text.

        Macros with an error that the preprocessor reports are left out.
        """
        uses = undeclared_names(self.program, self.target)
        return [use for use in uses if not self._has_macro_error(use)]

    def nearest(self, use: UndeclaredUse) -> str:
        """Return the most similar name or macro of the program for a missing name, or ""."""
        near = use.nearest()
        if near or use.problem.role == "type":
            return near
        if is_builtin(f"CLK_{use.problem.name}"):
            return f"CLK_{use.problem.name}"
        if len(use.problem.name) < _SHORTEST:
            return ""
        wanted = [name for name, takes in self._own_macros.items() if takes is use.is_called]
        return "".join(nearest(use.problem.name, wanted))

    @cached_property
    def _own_macros(self) -> dict[str, bool]:
        """The macros that the program defines, with whether they have parameters."""
        # The effects of each line are known; a scan of the whole table would cost each key more.
        steps, macros = self.unit.steps, self.unit.all_macros
        return {
            name: macros[name].parameters is not None
            for number in self.unit.effective
            for name, *_ in steps[number].effects
            if name in macros
        }

    def _has_macro_error(self, use: UndeclaredUse) -> bool:
        """Tell whether a definition is malformed, or a use has a wrong number of arguments."""
        if use.problem.name in self._malformed_macros:
            return True
        macro = self.unit.all_macros.get(use.problem.name)
        above = use.above
        if macro is None or macro.parameters is None or not use.is_called:
            return False
        return type(above) is r.Call and len(above.arguments) != len(macro.parameters)

    @cached_property
    def _malformed_macros(self) -> set[str]:
        """The names of macros with malformed definitions."""
        names: set[str] = self.unit.unread_macros
        return names

    @cached_property
    def lacks_include(self) -> bool:
        """Whether an included file that may declare missing names is not found or left out."""
        return self.unit.lacks_file or bool(self.excluded_headers)

    @cached_property
    def excluded_headers(self) -> list[Exclusion]:
        """The undefined macros whose conditions exclude headers, in their order."""
        return excluded_headers(self.unit)

    def exclusion_of(self, name: str) -> Exclusion | None:
        """Return the undefined macro whose condition excludes lines that may declare a name."""
        return self._excluded_names.get(name) if may_be_excluded(self.unit, name) else None

    @cached_property
    def _excluded_names(self) -> dict[str, Exclusion]:
        return excluded_names(self.unit)

    @cached_property
    def clashes(self) -> list[tuple[int, Symbol, Symbol, str]]:
        """The repeated declarations of program scope that contradict an earlier one.

        Each is the index of its item, its symbol, the one before, and how they clash.
        """
        return [
            (index, symbol, earlier, verdict)
            for index, symbol, earlier in program_pairs(self.models, self.repeating)
            if (verdict := clash(symbol, earlier, local=False)) != AGREE
        ]

    @cached_property
    def uniformity(self) -> Uniformity:
        """The result of the uniformity analysis, which continues from an earlier state."""
        return Uniformity(self.models, *self._earlier, launches=self.target.local_sizes)

    @cached_property
    def divergences(self) -> dict[tuple[str, str], list[tuple[int, Divergence]]]:
        """The divergences of work-items, by the family of the function and the kind.

        Each has the index of its item.  If the uniformity analysis continues from an earlier state,
        only those that it recomputed are here.
        """
        divergences: dict[tuple[str, str], list[tuple[int, Divergence]]] = {}
        found_now = self.uniformity.divergences
        renewed = self.uniformity.renewed
        if renewed is not None:
            found_now = [each for each in found_now if each.item in renewed]
        for found in found_now:
            key = (found.divergence.collective.family, found.divergence.kind)
            divergences.setdefault(key, []).append((found.item, found.divergence))
        return divergences

    @cached_property
    def kernels(self) -> list[tuple[int, KernelAnalysis]]:
        """The race analyses of kernels, with the indices of their items, in the order of the text.

        If they continue from those of an earlier state, only new ones are here.
        """
        return [(n, each) for n, each in self.news if not isinstance(each, KernelFindings)]

    def take_found(self) -> None:
        """Take the findings of the rule about kernels whose analysis was not kept."""
        for number, each in self.news:
            if isinstance(each, KernelFindings):
                found = [one for one in each.findings if one.code == self.rule.code]
                self.findings += [(number, one) for one in found]

    @cached_property
    def news(self) -> list[tuple[int, KernelAnalysis | KernelFindings]]:
        """The race analyses of kernels, or what another process found in them, as `kernels`."""
        return [] if self._kernels is None else sorted(self._kernels.news(), key=itemgetter(0))

    @property
    def races(self) -> list[tuple[int, Race]]:
        """The races of `kernels`, with the indices of the kernels' items."""
        return [(number, race) for number, analysis in self.kernels for race in analysis.races]

    def report(
        self,
        item: int,
        ranged: Ranged,
        message: str,
        *,
        related: Sequence[tuple[Ranged, str]] = (),
        fixes: Iterable[ItemFix] = (),
        severity: Severity | None = None,
        unnecessary: bool = False,
    ) -> None:
        """Report a finding in the item with the index `item`."""
        places = [(place(at), at, words) for at, words in related]
        entries = tuple(
            ItemRelated(start, end, words, _declarer(at)) for (start, end), at, words in places
        )
        finding = self._finding(place(ranged), message, entries, fixes, severity)
        self.findings.append((item, finding._replace(unnecessary=unnecessary)))

    def report_in_file(
        self,
        file: str,
        start: int,
        end: int,
        message: str,
        *,
        fixes: Iterable[ItemFix] = (),
        severity: Severity | None = None,
    ) -> None:
        """Report a finding about the text of a file itself, such as a directive."""
        self.file_findings.append((file, self._finding((start, end), message, (), fixes, severity)))

    def _finding(
        self,
        at: tuple[int, int],
        message: str,
        related: tuple[ItemRelated, ...],
        fixes: Iterable[ItemFix],
        severity: Severity | None,
    ) -> ItemFinding:
        chosen = self.rule.severity if severity is None else severity
        return ItemFinding(
            at[0], at[1], self.rule.code, chosen, message, related, tuple(fixes), False, False
        )


def _declarer(ranged: Ranged) -> Symbol | None:
    if isinstance(ranged, Elsewhere):
        return ranged.symbol
    return ranged if isinstance(ranged, Symbol) else None


def place(ranged: Ranged) -> tuple[int, int]:
    """Return the start and end of a range in its item, in bytes."""
    if isinstance(ranged, tuple):
        return ranged
    if isinstance(ranged, Symbol):
        return ranged.word.start, ranged.word.end
    if isinstance(ranged, Elsewhere):
        return ranged.record.start, ranged.record.end
    return ranged.start, ranged.end


def replacing(title: str, ranged: Ranged, text: str, *, safe: bool) -> ItemFix:
    """Return the fix that replaces a range by `text`."""
    start, end = place(ranged)
    return ItemFix(title, (ItemEdit(start, end, text),), safe)


def removing(title: str, item_text: str, ranged: Ranged, *, safe: bool) -> ItemFix:
    """Return the fix that removes a word together with the blanks after it."""
    start, end = place(ranged)
    while end < len(item_text) and item_text[end] in " \t":
        end += 1
    return ItemFix(title, (ItemEdit(start, end, ""),), safe)


def inserting(title: str, at: int, text: str, *, safe: bool) -> ItemFix:
    """Return the fix that inserts `text` at the byte offset `at` of the item."""
    return ItemFix(title, (ItemEdit(at, at, text),), safe)


def before_item(title: str, text: str, *, safe: bool) -> ItemFix:
    """Return the fix that puts a line before the item, such as a directive.

    Other text may precede the item in its line, so the fix begins a line of its own.
    """
    return ItemFix(title, (ItemEdit(0, 0, f"\n{text}\n"),), safe)


def wrapping(title: str, ranged: Ranged, before: str, after: str, *, safe: bool) -> ItemFix:
    """Return the fix that puts text around a range."""
    start, end = place(ranged)
    return ItemFix(title, (ItemEdit(start, start, before), ItemEdit(end, end, after)), safe)
