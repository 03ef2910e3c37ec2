"""Renaming a symbol in all units that share it, or the reason why it cannot be renamed.

A rename is verified before it is offered: every unit is analysed with its edits.  The renamed
references must then be exactly those of the symbol, so that no name is captured, and the findings
must be the same as before.
"""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from opencl_ls.builtins.functions import function
from opencl_ls.builtins.language import keyword
from opencl_ls.builtins.macros import macro
from opencl_ls.builtins.types import builtin_type
from opencl_ls.features.references.likely import likely_places
from opencl_ls.findings import Place, TextEdit
from opencl_ls.text import NAME, display

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import Reference, Symbol
    from opencl_ls.features.references.units import Shared, Unit
    from opencl_ls.text import LineTable

_NAME: Final = re.compile(NAME, re.ASCII)
_KINDS: Final = {
    "builtin-function": "a built-in function",
    "builtin-type": "a built-in type",
    "builtin-constant": "a built-in constant",
    "keyword": "a keyword",
}


class Refusal(NamedTuple):
    """Why a rename is refused: a sentence without a full stop."""

    reason: str


def renameable(analysis: Analysis, offset: int, is_ours: Callable[[str], bool]) -> Symbol | Refusal:
    """Return the symbol to rename at a byte of the main file: `place` is the name there.

    `is_ours` tells whether a file, by its path, may be edited.
    """
    symbol = analysis.symbol_at(offset)
    if symbol is None:
        return Refusal("there is no name of the program here")
    name = display(symbol.name)
    if symbol.kind in _KINDS:
        return Refusal(f"'{name}' is {_KINDS[symbol.kind]} of OpenCL C, which cannot be renamed")
    if symbol.kind == "macro" and symbol.definition is None:
        return Refusal(f"'{name}' is defined by the settings or the compiler, and in no file")
    if symbol.is_macro_made:
        return Refusal(f"a macro makes the name '{name}', which cannot be renamed then")
    if not symbol.declarations:
        return Refusal(f"'{name}' has no declaration")
    foreign = next((each.file for each in symbol.declarations if not is_ours(each.file)), None)
    if foreign is not None:
        return Refusal(f"'{name}' is declared in {foreign}, which is not part of the workspace")
    return symbol


def name_problem(symbol: Symbol, name: str) -> str:
    """Return why a byte text cannot be a new name, "" if it can."""
    shown = display(name)
    if not name.isascii() or _NAME.fullmatch(name) is None:
        return f"'{shown}' is no identifier: letters, digits and _ make one, and no digit begins it"
    reserved = keyword(name)
    if reserved is not None:
        return f"'{shown}' is a keyword of OpenCL C"
    if builtin_type(name) is not None:
        return f"'{shown}' is a built-in type of OpenCL C"
    if macro(name) is not None or name in ("true", "false", "defined"):
        return f"'{shown}' is a macro of OpenCL C"
    if function(name) is not None and symbol.kind not in ("member", "label"):
        return f"'{shown}' is a built-in function of OpenCL C, which the new name would hide"
    return ""


def edits_for(
    symbol: Symbol, shared: Shared, name: str, is_ours: Callable[[str], bool]
) -> list[TextEdit] | Refusal:
    """Return the edits that rename a symbol to a byte text in all units that share it.

    `is_ours` tells whether a file, by its path, may be edited.  Conflicts are not searched, see
    `spoiled`.
    """
    problem = name_problem(symbol, name)
    if problem:
        return Refusal(problem)
    old = display(symbol.name)
    if shared.is_cut:
        return Refusal(f"there are too many files to search for '{old}'")
    shown_path = shared.units[0].path
    if shared.unclear:
        files = ", ".join(sorted(posixpath.basename(each.path) for each in shared.unclear))
        return Refusal(
            f"several files define '{old}', and which of them is meant in {files} is not known"
        )
    places: set[Place] = set()
    for unit in shared.units:
        for each in unit.references:
            refused = _refused(unit, symbol, each, is_ours, shown_path)
            if refused is not None:
                return refused
            places.add(each.place)
        places.update(place for place in unit.likely if is_ours(place.file))
    return [TextEdit(place, name) for place in sorted(places)]


def _refused(
    unit: Unit,
    symbol: Symbol,
    reference: Reference,
    is_ours: Callable[[str], bool],
    shown_path: str,
) -> Refusal | None:
    name, place = display(symbol.name), reference.place
    if not is_ours(place.file):
        return Refusal(f"'{name}' is named in {place.file}, which is not part of the workspace")
    if not reference.is_verbatim and reference.kind != "macro-body":
        where = _where(unit.lines[place.file], place, shown_path)
        return Refusal(f"a macro makes the name '{name}' {where}, where it cannot be renamed")
    return None


# --- the trial -----------------------------------------------------------------------------------


def spoiled(
    analysis: Analysis,
    symbol: Symbol,
    unit: Unit | None,
    name: str,
    edits: Sequence[TextEdit],
    shown_path: str,
) -> str:
    """Apply the edits to a program; return the problem that they cause there, "" for none.

    `unit` has the references of the program, None if it only reads an edited file. `shown_path` is
    the path of the file in the editor.
    """
    files = set(analysis.files)
    own = [edit for edit in edits if edit.place.file in files]
    if not own or name == symbol.name:
        return ""
    unclear = _unclear(analysis, symbol, unit, own, shown_path)
    if unclear:
        return unclear
    after = analysis.after(own)
    changed = "" if unit is None else _changed(analysis, after, symbol, unit, name, own, shown_path)
    if changed:
        return changed
    before, findings_after = _summary(analysis), _summary(after)
    if before != findings_after:
        differing = (findings_after - before) or (before - findings_after)
        file, line, code = next(iter(differing.elements()))
        shown = "" if file == shown_path else f" of {posixpath.basename(file)}"
        return f"'{display(name)}' would change what {code} reports in line {line + 1}{shown}"
    return ""


def _unclear(
    analysis: Analysis,
    symbol: Symbol,
    unit: Unit | None,
    edits: Sequence[TextEdit],
    shown_path: str,
) -> str:
    """Return the message that the name also means another symbol, or only in this program."""
    meanings = analysis.meanings(symbol.name, [edit.place for edit in edits])
    ours = {} if unit is None else {each.place: each.kind for each in unit.references}
    for place, count in sorted(meanings.items()):
        if count > (place in ours):
            where = _where(analysis.lines(place.file), place, shown_path)
            where += ", in the body of a macro," if ours.get(place) == "macro-body" else ""
            other = "several things" if place in ours else "another thing"
            file = "" if analysis.path == shown_path else f" in {posixpath.basename(analysis.path)}"
            return f"'{display(symbol.name)}' {where} means {other}{file}"
    return ""


def _changed(
    analysis: Analysis,
    after: Analysis,
    symbol: Symbol,
    unit: Unit,
    name: str,
    edits: Sequence[TextEdit],
    shown_path: str,
) -> str:
    """Return the message about names that mean the symbol only after or only before the edits."""
    moved = _Moved(edits)
    renamed = replace(
        symbol,
        name=name,
        place=moved.place(symbol.place),
        declarations=tuple(moved.place(each) for each in unit.declarations),
        definition=None if symbol.definition is None else moved.place(symbol.definition),
    )
    own = (each for each in unit.declarations if each.file == analysis.path)
    declared = next(own, None)
    found, likely = _found_after(after, renamed, declared and moved.place(declared))
    expected = {moved.place(each.place) for each in unit.references}
    old, new = display(symbol.name), display(name)
    lost = sorted(expected - found)
    if lost:
        where = _where(after.lines(lost[0].file), lost[0], shown_path)
        return f"'{new}' means something else already {where}, where '{old}' is named"
    gained = sorted(found - expected)
    if gained:
        where = _where(after.lines(gained[0].file), gained[0], shown_path)
        return f"'{new}' {where} would mean what is '{old}' now"
    edited = {edit.place for edit in edits}
    mistaken = {moved.place(each) for each in unit.likely if each in edited} ^ (likely - expected)
    for place in sorted(mistaken):
        where = _where(after.lines(place.file), place, shown_path)
        return f"'{new}' {where}, in code that is left out, would change its meaning"
    return ""


def _found_after(
    after: Analysis, renamed: Symbol, declared: Place | None
) -> tuple[set[Place], set[Place]]:
    """Return the references to the renamed symbol after the edits, and the likely ones.

    `declared` is its declaration in the main file, or None.
    """
    if declared is None:
        found = after.references_to(renamed, all_definitions=True)
    else:
        found = after.references(declared.start, all_definitions=True)
    if found is None or found.symbol.kind != renamed.kind:
        return set(), set()
    return {each.place for each in found.references}, set(likely_places(after, found))


def _summary(analysis: Analysis) -> Counter[tuple[str, int, str]]:
    """Return the file, the line and the rule of each finding, in their places after the edits."""
    found: Counter[tuple[str, int, str]] = Counter()
    for each in analysis.findings:
        # A rename moves nothing to another line.
        line = analysis.lines(each.place.file).line_of(each.place.start)
        found[each.place.file, line, each.code] += 1
    return found


class _Moved:
    """The mapping of places by some edits, which do not touch each other."""

    def __init__(self, edits: Iterable[TextEdit]) -> None:
        # For each file the starts of edits, and the growth of the text before each of them.
        self._starts: dict[str, list[int]] = {}
        self._grown: dict[str, list[int]] = {}
        self._edits: dict[Place, int] = {}
        for edit in sorted(edits):
            file, start, end = edit.place
            grown = self._grown.setdefault(file, [0])
            self._starts.setdefault(file, []).append(start)
            self._edits[edit.place] = by = len(edit.text) - (end - start)
            grown.append(grown[-1] + by)

    def place(self, place: Place) -> Place:
        """Return the new place of one that an edit replaces as a whole, or that none touches."""
        starts = self._starts.get(place.file)
        if starts is None:
            return place
        grown = self._grown[place.file][bisect_left(starts, place.start)]
        end = place.end + grown + self._edits.get(place, 0)
        return Place(place.file, place.start + grown, end)


def _where(lines: LineTable, place: Place, shown_path: str) -> str:
    line = lines.line_of(place.start)
    file = "" if place.file == shown_path else f" of {posixpath.basename(place.file)}"
    return f"in line {line + 1}{file}"
