"""One state of a program, and the questions that features, server and command line ask of it.

This is the only interface to a program.  All answers are plain values.
"""

from __future__ import annotations

from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING

from opencl_ls.analysis import queries
from opencl_ls.findings import Severity, with_edits
from opencl_ls.linter.filtering import (
    MARK,
    NOTHING_ALLOWED,
    Suppressions,
    severity_of,
)
from opencl_ls.text import LineTable

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from opencl_ls.analysis import query_results as results
    from opencl_ls.analysis.checking import UnitFindings
    from opencl_ls.analysis.code import Code
    from opencl_ls.analysis.explanation_results import KernelExplanation
    from opencl_ls.analysis.need_results import ProgramNeeds
    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.analysis.race_results import KernelRaces, Separation
    from opencl_ls.analysis.results import (
        BuiltinOverload,
        CharacterInfo,
        ComponentsInfo,
        ConstructInfo,
        DeclarationInfo,
        DirectiveInfo,
        FindingGroup,
        FormatInfo,
        IncludeInfo,
        MacroInfo,
        NumberInfo,
        OutlineGroup,
        Run,
        SymbolInfo,
        TypeCoverage,
        TypeWords,
    )
    from opencl_ls.analysis.surface_cache import SurfaceCache
    from opencl_ls.analysis.unit import AnalysedUnit
    from opencl_ls.findings import Finding, Place, TextEdit
    from opencl_ls.linter.kernel_analyses import KernelAnalyses
    from opencl_ls.preprocess import SourceProvider
    from opencl_ls.settings.model import Settings
    from opencl_ls.settings.target import Target
    from opencl_ls.syntax.lazy_surface import LazySurface


class Analysis:
    """One state of a main file with all that it includes.  Its answers never change.

    Offsets are bytes of the main file, from 0, ends exclusive.  Unless it `is_entire`, the races of
    kernels that were edited last may be missing among its findings.
    """

    def __init__(
        self,
        path: str,
        settings: Settings,
        target: Target,
        unit: AnalysedUnit,
        surface: LazySurface,
        files: SourceProvider,
        cache: SurfaceCache,
        trial: Callable[[Mapping[str, str]], Analysis],
        check: Callable[[AnalysedUnit], UnitFindings],
        *,
        is_entire: bool = True,
    ) -> None:
        self.path = path
        self.settings = settings
        self.target = target
        self._unit = unit
        self._surface = surface
        self._sources = files
        self._cache = cache
        self._trial = trial
        self._check = check
        self._found: UnitFindings | None = None
        self.is_entire = is_entire
        self._lines: dict[str, LineTable] = {}
        self._suppressions: dict[str, Suppressions] = {}

    # --- files -----------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The main file's byte text."""
        return self._unit.unit.source

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The files that the unit read, the main file first."""
        return (self.path, *sorted(self._unit.unit.files - {self.path}))

    def lines(self, file: str) -> LineTable:
        """Return the line table of a file of the unit."""
        table = self._lines.get(file)
        if table is None:
            table = self._lines[file] = LineTable(self._text_of(file))
        return table

    def placed_in(self, text: str) -> Analysis:
        """Return this state with the lines of another byte text for those of its main file.

        Each byte of the main file has the same offset there.
        """
        placed = copy(self)
        placed._lines = {**self._lines, self.path: LineTable(text)}  # noqa: SLF001 (of its own)
        return placed

    def _text_of(self, file: str) -> str:
        return self.text if file == self.path else self._sources.read(file) or ""

    def includes(self) -> tuple[IncludeInfo, ...]:
        """Return each `#include` of the unit, in headers too, in the order of the program."""
        return tuple(queries.preprocessed.includes(self._unit.unit))

    def include_of(self, header: str) -> Place | None:
        """Return the `#include` of the main file through which a header came, or None."""
        return queries.preprocessed.include_of(self._unit.unit, header)

    def after(self, edits: Iterable[TextEdit]) -> Analysis:
        """Return the analysis of the program as it would be after edits in its files.

        The edits of a file refer to its present text and do not touch each other.
        """
        files: dict[str, list[TextEdit]] = {}
        for edit in edits:
            files.setdefault(edit.place.file, []).append(edit)
        return self._trial(
            {file: with_edits(self._text_of(file), made) for file, made in files.items()}
        )

    def include_links(self) -> tuple[results.IncludeLink, ...]:
        """Return the `#include`s of the main file whose file is found, inactive ones as well."""
        paths = self.settings.target.include_paths
        return tuple(queries.links.include_links(self._unit.unit, self._sources, paths))

    # --- findings --------------------------------------------------------------------------------

    @property
    def is_provisional(self) -> bool:
        """Whether some items are still to be analysed: names and findings may be missing."""
        return self._unit.is_provisional

    @property
    def lacks_findings(self) -> bool:
        """Whether findings may be missing, those of races among them, which come last."""
        return self._unit.is_provisional or self._checked().lacks_races

    def run_rules(self) -> None:
        """Run the rules, as the first question about findings does; later states reuse it."""
        self._checked()

    def _checked(self) -> UnitFindings:
        if self._found is None:
            self._found = self._check(self._unit)
        return self._found

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings, the main file's first, by place; settings and suppressions applied."""
        return self.visible(self._checked().all())

    def visible(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Return those of some findings that a user sees, each once, by file and place.

        They have the severity that the settings give them.
        """
        visible: list[Finding] = []
        for finding in findings:
            severity = self.severity_of(finding)
            if severity is None:
                continue
            file = finding.place.file
            if self.may_be_silenced(file):
                line = self.lines(file).line_of(finding.place.start)
                if self.is_silenced(file, finding.code, line):
                    continue
            same = severity is finding.severity
            visible.append(finding if same else finding._replace(severity=severity))
        order = {file: index for index, file in enumerate(self.files)}
        visible.sort(key=lambda f: (order.get(f.place.file, len(order)), *f.place[1:], f.code))
        # A header that is included twice gives the same findings twice, as does a macro in many
        # items.
        return tuple(dict.fromkeys(visible))

    def finding_groups(self) -> list[tuple[int, FindingGroup]]:
        """Return the findings in items before settings and suppressions.

        Each group comes with the byte that its places count from, see `FindingGroup`.
        """
        return self._checked().placed()

    def unit_findings(self) -> tuple[Finding, ...]:
        """Return the findings outside of items before settings and suppressions."""
        return tuple(self._checked().outside_items())

    def findings_touching(self, start: int, end: int) -> tuple[Finding, ...]:
        """Return the findings that a user sees and that touch a range of the main file."""
        found = self._checked()
        return self.visible(queries.findings.findings_touching(found, start, end))

    def severity_of(self, finding: Finding) -> Severity | None:
        """Return the severity that the settings give a finding, None if they silence it."""
        return severity_of(finding.code, finding.severity, self.settings.rules)

    def is_silenced(self, file: str, code: str, line: int) -> bool:
        """Tell whether a comment suppresses the rule `code` on a line, counted from 0."""
        return self._suppressions_in(file).silence(code, line)

    def may_be_silenced(self, file: str) -> bool:
        """Tell whether a comment in a file suppresses any rule."""
        return not self._suppressions_in(file).empty

    def _suppressions_in(self, file: str) -> Suppressions:
        known = self._suppressions.get(file)
        if known is None:
            is_marked = file != self.path or self._checked().may_allow
            text = self._text_of(file) if is_marked else ""
            known = NOTHING_ALLOWED
            if MARK in text:
                known = Suppressions(text, self.lines(file).starts)
            self._suppressions[file] = known
        return known

    # --- names -----------------------------------------------------------------------------------

    def symbols(self) -> tuple[SymbolInfo, ...]:
        """Return what the unit declares at program scope, headers included, in order."""
        return tuple(queries.declared.program_symbols(self._unit))

    @cached_property
    def kinds(self) -> dict[str, str]:
        """The kind of each name that is visible at program scope, as in `SymbolInfo.kind`.

        A macro, "macro", takes precedence over the name that it hides.
        """
        return queries.declared.kinds(self._unit)

    def declaration_at(self, offset: int) -> DeclarationInfo | None:
        """Return the facts about the declaration that the name at an offset refers to, or None."""
        return queries.declarations.declaration_at(
            self._unit, offset, lambda file: self.lines(file).text
        )

    def declaration_named(self, name: str) -> DeclarationInfo | None:
        """Return the same about the last declaration of a name, or of a tag, at program scope."""
        return queries.declarations.declaration_named(
            self._unit, name, lambda file: self.lines(file).text
        )

    def builtin_overload_at(self, offset: int, name: str) -> BuiltinOverload | None:
        """Return the overload of the built-in function `name` that a call at an offset takes."""
        return queries.reference.builtin_overload_at(self._unit, offset, name)

    def macro_at(self, offset: int) -> MacroInfo | None:
        """Return the macro whose name is at an offset, or None."""
        return queries.preprocessed.macro_at(self._unit.unit, offset)

    def comment_of(self, name: str) -> str:
        """Return the comment at a declaration of a name at program scope, "" for none."""
        return queries.declarations.comment_of(self._unit, name, lambda file: self.lines(file).text)

    def comment_of_macro(self, place: Place) -> str:
        """Return the comment about the macro whose name is defined at a place, or ""."""
        return queries.declarations.comment_of_macro(self.lines(place.file).text, place.start)

    def label_at(self, offset: int) -> str | None:
        """Return the label whose name is at an offset, as a label or in a `goto`; or None."""
        return queries.cursor.label_at(self._unit, offset)

    # --- literals, types and directives ----------------------------------------------------------

    def number_at(self, offset: int) -> NumberInfo | None:
        """Return what the number at an offset is, `true` and `false` too; or None."""
        return queries.cursor.number_at(self._unit, offset)

    def character_at(self, offset: int) -> CharacterInfo | None:
        """Return what the character constant around an offset is, or None."""
        return queries.cursor.character_at(self._unit, offset)

    def format_at(self, offset: int) -> FormatInfo | None:
        """Return which conversion of a `printf` the byte at an offset belongs to, or None."""
        return queries.formats.format_at(self._unit, offset)

    def components_at(self, offset: int) -> ComponentsInfo | None:
        """Return the components of a vector that the name at an offset selects, or None."""
        return queries.cursor.components_at(self._unit, offset)

    def construct_at(self, offset: int) -> ConstructInfo | None:
        """Return the construct of the punctuation at an offset, such as a block, or None."""
        return queries.constructs.construct_at(self._unit, offset)

    def type_words_at(self, offset: int) -> TypeWords | None:
        """Return the type at an offset that is written in several words, or None."""
        return queries.cursor.type_words_at(self._unit, offset)

    def directive_at(self, offset: int) -> DirectiveInfo | None:
        """Return the directive around an offset, None if none was executed."""
        return queries.preprocessed.directive_at(self._unit.unit, offset)

    # --- the surface -----------------------------------------------------------------------------

    def tokens(self, go_on: Callable[[], object] | None = None) -> list[tuple[int, Run]]:
        """Return the tokens of each item of the main file with the item's start, in order.

        Before each item that is new `go_on` is called, which may raise to stop; the next call
        continues from there.  Functions that were not analysed yet have only the tokens of the
        surface.
        """
        ended, cache = self._ended_macros, self._cache.tokens
        found = queries.tokens.tokens(self._surface.get(), self.kinds, ended, cache, go_on)
        return queries.colours.coloured(self._unit, found, self._cache.colours, go_on)

    def look_at_values(self) -> Iterator[None]:
        """Find out which variables depend on the work-item, in short steps, for later `tokens`.

        Functions that were not analysed yet are skipped.
        """
        return queries.values.look_at_values(self._unit, self._cache.colours)

    def inactive_regions(self) -> tuple[Place, ...]:
        """Return the places of the main file that conditionals leave out, whole lines each."""
        return queries.inactive.inactive_regions(self._unit.unit)

    def inactive_at(self, offset: int) -> results.InactiveCode | None:
        """Return what leaves out the code at a byte of the main file, None where it is active."""
        return queries.inactive.inactive_at(self._unit.unit, offset)

    @cached_property
    def _ended_macros(self) -> frozenset[str]:
        return queries.preprocessed.ended_macros(self._unit.unit)

    def outline(self) -> list[tuple[int, OutlineGroup]]:
        """Return what each item of the main file declares, if anything, with the item's start."""
        return queries.outline.outline(self._surface.get(), self.kinds, self._cache.outline)

    def is_in_comment_or_string(self, offset: int) -> bool:
        """Tell whether a byte belongs to a comment, to a string or to a directive's message."""
        return queries.surface.in_comment_or_string(self._surface.get(), offset)

    def is_in_attribute(self, offset: int) -> bool:
        """Tell whether a byte belongs to an `__attribute__((...))`."""
        return queries.surface.in_attribute(self._surface.get(), offset)

    def enclosing(self, offset: int) -> tuple[tuple[int, int], ...]:
        """Return the syntactic ranges of the main file around a byte.

        The innermost comes first, each holds the one before, and the last is the whole file.
        """
        return queries.enclosing.enclosing(self._surface.get(), offset)

    # --- measures --------------------------------------------------------------------------------

    def type_coverage(self) -> TypeCoverage:
        """Return how many of the unit's expressions have a type that is known."""
        return queries.coverage.type_coverage(self._unit)

    # --- places, also in half-written text -------------------------------------------------------

    def _program(self) -> Program:
        return queries.program.Program(
            self.path, self._unit, self.target, self._surface, self._text_of
        )

    def symbol_at(self, offset: int) -> results.Symbol | None:
        """Return what the name around a byte of the main file, or right before it, means."""
        return queries.symbols.symbol_at(self._program(), offset)

    def references(
        self, offset: int, *, include_declarations: bool = True, all_definitions: bool = False
    ) -> results.References | None:
        """Return all references to the symbol of the name at a byte; None for no symbol.

        With `all_definitions` those of a macro count as one.
        """
        return queries.references.references(
            self._program(),
            offset,
            include_declarations=include_declarations,
            all_definitions=all_definitions,
        )

    def references_to(
        self,
        symbol: results.Symbol,
        *,
        include_declarations: bool = True,
        all_definitions: bool = False,
    ) -> results.References | None:
        """Return all references to a symbol of another unit; None if this unit does not have it.

        It is the same if both units read one of its declarations, or if it is a function or
        variable that one of the units defines and the other only declares.
        """
        return queries.references.references_to(
            self._program(),
            symbol,
            include_declarations=include_declarations,
            all_definitions=all_definitions,
        )

    def meanings(self, name: str, places: Collection[Place]) -> dict[Place, int]:
        """Return how many different things a name means at some places of the unit's files.

        Places at which its meaning is unknown are left out.
        """
        return queries.references.meanings(self._program(), name, places)

    def aliased_at(self, offset: int) -> results.Symbol | None:
        """Return what the use of a macro at a byte means, if it is an alias of a name."""
        return queries.aliases.aliased_at(self._program(), offset)

    def extent_of(self, name: Place) -> Place:
        """Return the whole declaration of the name at a place, or the place itself."""
        return queries.extents.extent_of(self._program(), name)

    def type_source_at(self, offset: int) -> results.TypeSource | None:
        """Return where the type of what is at a byte is declared, through pointers and arrays."""
        return queries.type_sources.type_source_at(self._program(), offset)

    def scope_at(self, offset: int) -> tuple[results.ScopeEntry, ...]:
        """Return the names that are visible at a byte, the innermost first."""
        return queries.scopes.scope_at(self._program(), offset)

    def bracket_at(self, offset: int) -> str | None:
        """Return the innermost bracket that is open before a byte, None outside of code.

        It is "" at file scope, "(", "[", or what a brace holds: "body", "struct", "enum", "list".
        """
        return queries.open_bracket.bracket_at(self._program(), offset)

    def macros_at(self, offset: int) -> tuple[results.ScopeEntry, ...]:
        """Return the macros that are defined at a byte; `scope_at` has them too."""
        return queries.scopes.macro_entries(self._program(), offset)

    def type_at(self, offset: int) -> results.TypeInfo | None:
        """Return the type of the smallest expression around a byte, None if unknown."""
        return queries.types.type_at(self._program(), offset)

    def type_of(self, start: int, end: int) -> results.TypeInfo | None:
        """Return the type of the smallest expression that holds the bytes from start to end."""
        return queries.types.type_of(self._program(), start, end)

    def expected_type_at(self, offset: int) -> results.TypeInfo | None:
        """Return the expected type of the expression that begins at a byte."""
        return queries.types.expected_type_at(self._program(), offset)

    def call_at(self, offset: int) -> results.CallInfo | None:
        """Return the innermost call whose parentheses hold a byte."""
        return queries.calls.call_at(self._program(), offset)

    def expansion_at(self, offset: int) -> results.Expansion | None:
        """Return the use of a macro at a byte, with its expansion."""
        return queries.expansions.expansion_at(self._program(), offset)

    def constant_value(self, start: int, end: int) -> results.Value | None:
        """Return the value of the constant expression from one byte to another."""
        return queries.constants.constant_value(self._program(), start, end)

    def constant_at(self, offset: int) -> results.Value | None:
        """Return the value of the constant, or of the name of a constant, at a byte."""
        return queries.constants.constant_at(self._program(), offset)

    def value_at(self, offset: int, text: str) -> results.Value | None:
        """Return the value that a constant expression, given as a text, has at a byte."""
        return queries.constants.value_at(self._program(), offset, text)

    def member_access_at(self, offset: int) -> results.MemberAccess | None:
        """Return the offset of the member at a byte in the object that contains it."""
        return queries.accesses.member_access_at(self._program(), offset)

    def layout_of(self, at: int | str) -> results.Layout | None:
        """Return the layout of the type at a byte, or of the type with a name."""
        return queries.layouts.layout_of(self._program(), at)

    def call_graph(self) -> results.CallGraph:
        """Return the call graph of the unit."""
        return queries.callgraph.call_graph(self._program())

    def call_graph_at(self, offset: int) -> tuple[results.CallGraph, int | None]:
        """Return the call graph, and the index of the function at a byte, or around it."""
        return queries.callgraph.call_graph_at(self._program(), offset)

    def callers(self, offset: int) -> tuple[results.CallEdge, ...]:
        """Return the edges of the call graph to the function at a byte, or around it."""
        return queries.callgraph.callers(self._program(), offset)

    def callees(self, offset: int) -> tuple[results.CallEdge, ...]:
        """Return the edges of the call graph from the function at a byte, or around it."""
        return queries.callgraph.callees(self._program(), offset)

    def code_at(self, offset: int) -> Code | None:
        """Return the item of the main file around a byte, its statements and expressions."""
        from opencl_ls.analysis.code import code_at  # noqa: PLC0415 - few ask for it

        return code_at(self._program(), offset)

    def names_at(self, offset: int) -> results.NameContext:
        """Return the context of the name that is, or is being typed, at a byte."""
        return queries.names.names_at(self._program(), offset)

    # --- hints -----------------------------------------------------------------------------------

    def hint_facts(
        self,
        kinds: frozenset[str],
        start: int,
        end: int,
        go_on: Callable[[], object] | None = None,
    ) -> list[tuple[int, results.HintFacts]]:
        """Return the facts for inlay hints in the items that touch a range of the main file.

        Each group of facts comes with the byte that its places count from.  `kinds` are some
        of "arguments", "macro-arguments", "conversions", "results", "layouts", "parts" and "ends".
        `go_on` is called as by `tokens`.
        """
        cache = self._cache.hints
        return queries.hints.hint_facts(self._program(), cache, kinds, start, end, go_on)

    # --- lenses ----------------------------------------------------------------------------------

    def kernel_summary(self, name: str) -> results.KernelSummary | None:
        """Return the resources of a kernel and of all that it calls; None for no kernel."""
        return queries.kernels.kernel_summary(self._program(), name)

    def kernel_needs(self, name: str) -> ProgramNeeds | None:
        """Return the needs of a kernel and what asks for each, without errors; None for none."""
        return queries.requirements.kernel_needs(self._program(), name)

    def program_needs(self) -> tuple[ProgramNeeds, ...]:
        """Return the needs and errors of the whole unit, then those of each kernel, in order."""
        errors = [each for each in self.findings if each.severity is Severity.ERROR]
        return queries.requirements.program_needs(self._program(), errors)

    def kernel_races(
        self,
        name: str,
        local_size: tuple[int, int, int] | None = None,
        num_groups: tuple[int, int, int] | None = None,
    ) -> KernelRaces | None:
        """Return the intervals and races of the kernel of a name; None for no kernel.

        `local_size` and `num_groups` count work-items and groups in each dimension, if known.
        """
        return queries.races.kernel_races(
            self._program(), self._kernels(), name, local_size, num_groups
        )

    def kernel_races_at(self, offset: int) -> KernelRaces | None:
        """Return the intervals and races of the kernel at a byte, None where none is."""
        return queries.races.kernel_races_at(self._program(), self._kernels(), offset)

    def separation_at(self, offset: int) -> Separation | None:
        """Return what the barrier at a byte separates, None where no kernel has one there."""
        return queries.races.separation_at(self._program(), self._kernels(), offset)

    def kernel_explanation(
        self, name: str, local_size: tuple[int, int, int] | None = None
    ) -> KernelExplanation | None:
        """Return what a work-item of the kernel of a name computes and moves; None for no kernel.

        `local_size` counts the work-items of a group in each dimension, if known.
        """
        return queries.explanation.kernel_explanation(
            self._program(), self._kernels(), name, local_size
        )

    def _kernels(self) -> KernelAnalyses | None:
        """Return the race analyses as far as they are known: one kernel is analysed when asked."""
        return (self._unit.findings or self._checked()).results.kernels

    def kernel_interfaces(self) -> tuple[results.KernelInterface, ...]:
        """Return the kernels of the unit as the host sees them, those in headers too, in order."""
        return queries.interfaces.kernel_interfaces(self._program())

    def calls_of(self, name: str) -> results.CallsOf | None:
        """Return the calls of the function of a name; None if several functions have it."""
        return queries.kernels.calls_of(self._program(), name)

    def candidates_at(
        self,
        offset: int,
        accepts: Callable[[results.NameContext], Callable[[str], object] | None],
        most: int,
    ) -> results.Candidates:
        """Return the context of a name at a byte, with the program's names that may appear there.

        `accepts` returns the filter of names for a place, None if none are wanted.  At most `most`
        names of the file are returned, the nearest.
        """
        return queries.candidates.candidates_at(self._program(), offset, accepts, most)
