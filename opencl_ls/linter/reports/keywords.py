"""Reports of keywords in place of names, shared by two rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemEdit, ItemFix
from opencl_ls.semantics.names.undeclared import keywords_as_names
from opencl_ls.semantics.types.spaces import ACCESS, SPACES, plain
from opencl_ls.semantics.types.symbols import (
    EnumeratorConstant,
    Function,
    MemberVariable,
    ParameterVariable,
    Tag,
    Variable,
)
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.linter.context import RuleContext
    from opencl_ls.semantics.types.symbols import Symbol

DECLARED: Final = (
    Variable,
    ParameterVariable,
    MemberVariable,
    Function,
    EnumeratorConstant,
    Tag,
)
"""The symbols that the grammar lets have the name of a keyword."""
TYPE_KEYWORDS: Final = frozenset(
    "void char int float double bool half image1d_t image1d_array_t image1d_buffer_t image2d_t "
    "image2d_array_t image3d_t pipe".split()
)
"""Types, and `pipe`, that the grammar does not know as keywords, without those of headers."""
_MEANT: Final = SPACES | ACCESS | {"kernel"}


def report_names(context: RuleContext, keywords: frozenset[str], what: str) -> None:
    """Report each keyword of a set that is used as a name in an item, once."""
    for word, places in keywords_as_names(context.model).items():
        mended = isinstance(places[0], r.SyntaxProblem)
        if word not in keywords or (not mended and _is_free(context, word)):
            continue
        if not mended and _names_parameter(context, word):
            continue
        fixes = []
        if mended:
            edits = tuple(ItemEdit(place.start, place.end, f"{word}_") for place in places)
            fixes.append(ItemFix(f"Rename to '{word}_'", edits, safe=False))
        context.report(places[0], f"'{word}' {what} cannot name anything", fixes=fixes)


def report_declared(
    context: RuleContext, symbol: Symbol, keywords: frozenset[str], what: str
) -> None:
    """Report a symbol whose name is a keyword of a set."""
    word = symbol.name
    if word not in keywords or _is_free(context, word) or word in keywords_as_names(context.model):
        return
    context.report(symbol, f"'{word}' {what} cannot name anything", fixes=renaming(context, symbol))


def in_place_of_name(declaration: r.Declaration) -> r.Word | None:
    """Return the keyword in place of the name of a declaration without declarators.

    The parser takes it for a qualifier after the type; compilers report a missing declarator.
    """
    specifiers = declaration.specifiers
    kind = specifiers.type
    if declaration.declarators or not isinstance(kind, (r.BasicType, r.RecordType, r.EnumType)):
        return None
    words = (*specifiers.qualifiers, *specifiers.storage)
    last = max(words, key=lambda word: word.end, default=None)
    if last is None or last.start < kind.end:
        return None
    return last if plain(last.text) in _MEANT else None


def in_place_of_parameter(parameter: r.Parameter) -> r.Word | None:
    """Return the address space in place of the name of a parameter without a name."""
    if parameter.declarator.name is not None:
        return None
    kind, parts = parameter.specifiers.type, parameter.declarator.parts
    words = parameter.specifiers.qualifiers
    if parts:
        words = parts[0].qualifiers if isinstance(parts[0], r.PointerPart) else ()
    last = words[-1] if words else None
    if last is None or kind is None or last.start < kind.end:
        return None
    # A keyword with underscores is not meant as a name.
    return last if last.text in SPACES else None


def report_parameter(context: RuleContext, parameter: r.Parameter, what: str) -> None:
    """Report an address space that is meant as the name of a parameter.

    Compilers report that a parameter cannot be in that address space, except private memory.
    """
    word = in_place_of_parameter(parameter)
    if word is None or _is_free(context, word.text):
        return
    severity = None
    if word.text == "private" and word.text not in keywords_as_names(context.model):
        if context.declared(parameter) is None:
            return
        severity = Severity.WARNING
    context.report(word, f"'{word.text}' {what} cannot name anything", severity=severity)


def _names_parameter(context: RuleContext, word: str) -> bool:
    names = map(in_place_of_parameter, context.model.of_kind(r.Parameter))
    return any(name is not None and name.text == word for name in names)


def report_nameless(
    context: RuleContext, declaration: r.Declaration, keywords: frozenset[str], what: str
) -> None:
    """Report a keyword of a set that is meant as the name of a variable, a member or a type."""
    word = in_place_of_name(declaration)
    if word is not None and word.text in keywords and not _is_free(context, word.text):
        message = f"'{word.text}' {what} cannot name anything"
        context.report(word, message, severity=Severity.WARNING)


def renaming(context: RuleContext, symbol: Symbol) -> list[ItemFix]:
    """Return the fix that renames a variable or a parameter, where no other item can use it."""
    model = context.model
    if not isinstance(symbol, Variable | ParameterVariable):
        return []
    if model.exports.get(symbol.name) is symbol:
        return []
    uses = (each for each, meant in model.references.items() if meant is symbol)
    places = (symbol.word, *uses)
    edits = tuple(ItemEdit(place.start, place.end, f"{symbol.name}_") for place in places)
    return [ItemFix(f"Rename to '{symbol.name}_'", edits, safe=False)]


def _is_free(context: RuleContext, word: str) -> bool:
    """Tell whether a word may be a name: `generic` before 2.0, or in an item with errors."""
    early = word == "generic" and context.target.version < 200
    return early or bool(context.model.item.problems)
