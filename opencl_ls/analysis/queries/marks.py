"""The names of one item for highlighting: kinds, address spaces, qualifiers.

They are computed once for an item and cached with its model, so a key costs one item.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.functions import function
from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.uniformity import functions_in
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.model import ItemModel, derived_within
from opencl_ls.semantics.types import symbols as s
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from opencl_ls.semantics.flow.uniformity.variables import Dependences
    from opencl_ls.settings.target import Target

DEPENDENT: Final = "workItemDependent"
"""The modifier of a variable that somewhere holds a value that depends on the work-item."""

_SPACES: Final = (t.GLOBAL, t.LOCAL, t.CONSTANT, t.PRIVATE, t.GENERIC)
_NO_DATA: Final = (
    t.FunctionType,
    t.BlockType,
    t.ImageType,
    t.OpaqueType,
    t.PipeType,
    t.UnknownType,
    t.VoidType,
)
_DEEPEST: Final = 16
_NONE: Final[frozenset[s.Symbol]] = frozenset()


class Style(NamedTuple):
    """The type of a token and its modifiers."""

    type: str
    modifiers: tuple[str, ...]


class Mark(NamedTuple):
    """A name in an item's text: its start, its style, and the variable that it names."""

    start: int
    name: str
    style: Style
    variable: s.Symbol | None = None


@derived_within
def marks_of(model: ItemModel, target: Target) -> list[Mark]:
    """Return the marks of an item's names in the order of its text."""
    return sorted(_marks(model, target), key=_start)


def _start(mark: Mark) -> int:
    return mark.start


def _marks(model: ItemModel, target: Target) -> Iterator[Mark]:
    styles: dict[s.Symbol, Style] = {}

    def mark(word: r.Record, symbol: s.Symbol) -> Mark:
        style = styles.get(symbol)
        if style is None:
            style = styles[symbol] = style_of(symbol)
        is_variable = isinstance(symbol, s.Variable | s.ParameterVariable)
        return Mark(word.start, symbol.name, style, symbol if is_variable else None)

    for record, symbol in model.references.items():
        if symbol is not None:
            word = record.tag if isinstance(record, r.RecordType | r.EnumType) else record
            if word is not None and symbol.name:
                yield mark(word, symbol)
    for record, symbol in model.declared.items():
        if symbol.name:
            if isinstance(record, r.RecordType | r.EnumType) and record.tag is not None:
                yield _defined_tag(record, mark(record.tag, symbol))
            else:
                yield mark(symbol.word, symbol)
    for symbol in model.exports.values():
        if isinstance(symbol, s.Function) and symbol.definition is None:
            yield from (mark(each.word, each) for each in symbol.parameters if each.name)
    yield from _members(model)
    yield from _deprecated(model, target)


def _defined_tag(record: r.RecordType | r.EnumType, mark: Mark) -> Mark:
    is_record = isinstance(record, r.RecordType)
    listed = record.members if is_record else record.enumerators  # type: ignore[union-attr]
    how = "declaration" if listed is None else "definition"
    return mark._replace(style=Style(mark.style.type, (how,)))


def _members(model: ItemModel) -> Iterator[Mark]:
    """Yield the members that expressions name: they are in the address space of their object."""
    for access in model.of_kind(r.Member):
        base = value_of(model.types.get(access.base, t.UNKNOWN_QUALIFIED)).type
        if isinstance(base, t.PointerType):
            base = base.pointee.type
        if isinstance(base, t.AggregateType):
            kind = model.types.get(access, t.UNKNOWN_QUALIFIED)
            style = Style("property", (*_readonly(kind), *_space(kind)))
            yield Mark(access.member.start, access.member.text, style)


def _deprecated(model: ItemModel, target: Target) -> Iterator[Mark]:
    """Yield the calls of built-in functions that the target's version deprecates."""
    for call in model.resolutions:
        callee = unwrapped(call.callee)
        if not isinstance(callee, r.Name) or model.references.get(callee) is not None:
            continue
        known = function(callee.name)
        if known is not None and known.availability.deprecated_in(target):
            style = Style("function", ("defaultLibrary", "deprecated"))
            yield Mark(callee.start, callee.name, style)


# --- symbols -------------------------------------------------------------------------------------


def style_of(symbol: s.Symbol) -> Style:
    """Return how a symbol is shown.

    A pointer has the address space of what it points to, and is read-only if that is: a reader of a
    kernel wants to see where the data of a buffer are.
    """
    if isinstance(symbol, s.Variable):
        scope = _scope(symbol.storage) if symbol.depth == 0 else "functionScope"
        static = ("static",) if "static" in symbol.storage else ()
        kind = symbol.type
        return Style("variable", (*_readonly(kind), *static, scope, *_space(kind)))
    if isinstance(symbol, s.ParameterVariable):
        kind = symbol.type
        return Style("parameter", (*_readonly(kind), "functionScope", *_space(kind)))
    if isinstance(symbol, s.Function):
        static = ("static",) if "static" in symbol.storage else ()
        kernel = ("kernel",) if symbol.is_kernel else ()
        old = any(each.name.text.strip("_") == "deprecated" for each in symbol.attributes)
        deprecated = ("deprecated",) if old else ()
        return Style("function", (*static, *deprecated, *kernel, _scope(symbol.storage)))
    if isinstance(symbol, s.EnumeratorConstant):
        return Style("enumMember", ("readonly",))
    if isinstance(symbol, s.MemberVariable):
        is_pointer = isinstance(t.element_of(symbol.type).type, t.PointerType)
        space = _space(symbol.type) if is_pointer else ()
        return Style("property", (*_readonly(symbol.type), *space))
    if isinstance(symbol, s.Tag):
        is_struct = isinstance(symbol.defined, t.AggregateType)
        return Style("struct" if is_struct else "enum", ())
    return Style("type", ())


def _scope(storage: frozenset[str]) -> str:
    return "fileScope" if "static" in storage else "globalScope"


def _space(kind: t.Qualified) -> tuple[str, ...]:
    """Return the address space of an object, or that of a pointee."""
    element = t.element_of(kind)
    if isinstance(element.type, t.PointerType):
        pointee = element.type.pointee
        if isinstance(t.element_of(pointee).type, t.FunctionType):
            return ()
        space = t.object_space(pointee)
    elif isinstance(element.type, _NO_DATA):
        return ()
    else:
        space = t.object_space(kind)
    return (space,) if space in _SPACES else ()


def _readonly(kind: t.Qualified, depth: int = 0) -> tuple[str, ...]:
    element = t.element_of(kind)
    if element.const or kind.const or t.object_space(kind) == t.CONSTANT:
        return ("readonly",)
    if isinstance(element.type, t.PointerType) and depth < _DEEPEST:
        return _readonly(element.type.pointee, depth + 1)
    return ()


# --- dependence on the work-item -----------------------------------------------------------------


@lru_cache(maxsize=256)
def dependent_style(style: Style) -> Style:
    """Return the style of a variable whose value depends on the work-item."""
    return style._replace(modifiers=(*style.modifiers, DEPENDENT))


def defined_functions(model: ItemModel) -> list[str]:
    """Return the names of the functions that an item defines."""
    return [
        symbol.name
        for symbol in model.exports.values()
        if isinstance(symbol, s.Function) and symbol.definition is not None
    ]


def own_variables(model: ItemModel) -> list[s.Symbol]:
    """Return the variables that an item declares, parameters included."""
    kinds = s.Variable | s.ParameterVariable
    return [each for each in model.declared.values() if isinstance(each, kinds)]


def presumed_dependent(
    model: ItemModel, known: Mapping[str, frozenset[str]]
) -> frozenset[s.Symbol]:
    """Return the variables that count as dependent until a new item is analysed.

    They have the names of the variables that depended in its function before; `known` gives these
    by function.
    """
    functions = defined_functions(model) if known else []
    names = known.get(functions[-1]) if functions else None
    return (
        frozenset(each for each in own_variables(model) if each.name in names) if names else _NONE
    )


def look_at_values(model: ItemModel, dependences: Dependences) -> frozenset[s.Symbol]:
    """Find out which variables of an item depend on the work-item; they are cached with it."""
    found = frozenset[s.Symbol]()
    # With syntax errors nothing is certain.
    for info in () if model.item.problems else functions_in(model):
        known = dependences.of(info)
        if known is not None:
            found |= known.variables
    model.derived[look_at_values] = found
    return found


def dependent_of(model: ItemModel) -> frozenset[s.Symbol] | None:
    """Return an item's variables that depend on the work-item, None before `look_at_values`."""
    known: frozenset[s.Symbol] | None = model.derived.get(look_at_values)
    return known
