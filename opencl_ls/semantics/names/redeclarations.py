"""What a second declaration of one name means for the first (C11 6.2.7, 6.7p3, 6.9p3)."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.builtins.types import builtin_type
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import derived
from opencl_ls.semantics.names import facts
from opencl_ls.semantics.types.conversions import same_type
from opencl_ls.semantics.types.symbols import (
    EnumeratorConstant,
    Function,
    ParameterVariable,
    Symbol,
    Tag,
    Typedef,
    Variable,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.names.program import Program
    from opencl_ls.syntax import records as r

DEFINITION: Final = "definition"
"""Both declarations define the name."""
TYPES: Final = "types"
"""The declarations give the name different types."""
KIND: Final = "kind"
"""The declarations declare the name, or the tag, as different kinds of symbols."""
LINKAGE: Final = "linkage"
"""One declaration is static, and an earlier or later one is not."""
HIDDEN: Final = "hidden"
"""A kernel is static because an earlier declaration of it is."""
LATE_KERNEL: Final = "late-kernel"
"""A function is declared a kernel after its definition, which has no effect."""
REPEATED: Final = "repeated"
"""A typedef repeats an earlier one."""
AGREE: Final = ""
"""The declarations are compatible."""

_KIND_WORDS: Final = {
    Function: "a function",
    Variable: "a variable",
    ParameterVariable: "a parameter",
    Typedef: "a type",
    EnumeratorConstant: "an enumerator",
}


def repeating(program: Program) -> list[int]:
    """Return the numbers of the items that declare a name which is declared more than once."""
    inside = {number for number, _ in program.having(facts.redeclares)}
    return sorted(inside | program.names.repeated)


def program_pairs(
    models: Sequence[ItemModel], repeated: Sequence[int]
) -> Iterator[tuple[int, Symbol, Symbol]]:
    """Yield each repeated declaration at program scope: its item, its symbol and the one before.

    `repeated` is what `repeating` returns.  Tags come here as well as ordinary names, each compared
    only with tags.
    """
    names: dict[str, Symbol] = {}
    tags: dict[str, Symbol] = {}
    for index in repeated:
        model = models[index]
        for exported, known in ((model.exports, names), (model.exported_tags, tags)):
            for name, last in exported.items():
                for symbol in _chain(model, last):
                    earlier = known.get(name)
                    if earlier is not None:
                        yield index, symbol, earlier
                    known[name] = _better(symbol, earlier)


def local_earlier(model: ItemModel, symbol: Symbol) -> Symbol | None:
    """Return the earlier symbol of a name in the same inner scope; None at program scope."""
    earlier = model.redeclared.get(symbol)
    if earlier is None:
        return None
    return None if symbol in _at_program_scope(model) else earlier


@derived
def _at_program_scope(model: ItemModel) -> set[Symbol]:
    """Return the symbols of an item that redeclare a name of program scope."""
    last = chain(model.exports.values(), model.exported_tags.values())
    repeated = (each for each in last if each in model.redeclared)
    return {symbol for each in repeated for symbol in _chain(model, each)}


def clash(symbol: Symbol, earlier: Symbol, local: bool) -> str:
    """Return how a declaration and an earlier one in the same scope disagree; see the constants."""
    if isinstance(symbol, Tag) or isinstance(earlier, Tag):
        return _tags(symbol, earlier)
    if t.UNKNOWN in (symbol.type.type, earlier.type.type):
        return AGREE
    if not local and builtin_type(symbol.name) is not None:
        return AGREE  # The problem is that the name is that of a type.
    if isinstance(symbol, Variable) and isinstance(earlier, Variable):
        return _variables(symbol, earlier, local)
    if isinstance(symbol, Variable) and isinstance(earlier, ParameterVariable):
        return DEFINITION
    if isinstance(symbol, Function) and isinstance(earlier, Function):
        return _functions(symbol, earlier)
    if isinstance(symbol, Typedef) and isinstance(earlier, Typedef):
        is_same = not _is_untagged_body(symbol) and _same_object(symbol.type, earlier.type)
        return REPEATED if is_same else TYPES
    if isinstance(symbol, EnumeratorConstant) and isinstance(earlier, EnumeratorConstant):
        return DEFINITION
    if isinstance(symbol, ParameterVariable):
        return AGREE
    return AGREE if type(symbol) is type(earlier) else KIND


def kind_words(symbol: Symbol) -> str:
    """Return what a symbol is, with its article: "a variable", "a struct"."""
    if isinstance(symbol, Tag):
        keyword = tag_keyword(symbol)
        return f"an {keyword}" if keyword == "enum" else f"a {keyword}"
    return _KIND_WORDS.get(type(symbol), "something else")


def tag_keyword(tag: Tag) -> str:
    """Return "struct", "union" or "enum"."""
    return tag.defined.keyword if isinstance(tag.defined, t.AggregateType) else "enum"


def is_defined(tag: Tag) -> bool:
    """Tell whether a declaration of a tag lists the members or the enumerators."""
    return _has_body(tag.specifier)


def _has_body(specifier: r.Record | None) -> bool:
    lists = (getattr(specifier, "members", None), getattr(specifier, "enumerators", None))
    return lists != (None, None)


def _chain(model: ItemModel, last: Symbol) -> list[Symbol]:
    """Return the declarations of one name in one scope of an item, in their order."""
    found = [last]
    while (earlier := model.redeclared.get(found[-1])) is not None:
        found.append(earlier)
    return found[::-1]


def _better(symbol: Symbol, earlier: Symbol | None) -> Symbol:
    """Return the more complete declaration, with which the next one is compared."""
    if earlier is None or type(symbol) is not type(earlier):
        return symbol
    if isinstance(earlier, Function) and isinstance(symbol, Function):
        keeps = earlier.definition is not None and symbol.definition is None
        keeps = (keeps and not symbol.is_overloadable) or _was_static(symbol, earlier)
        return earlier if keeps else symbol
    if isinstance(earlier, Variable) and isinstance(symbol, Variable):
        keeps = _has_value(earlier) and not _has_value(symbol)
        return earlier if keeps or _was_static(symbol, earlier) else symbol
    if isinstance(earlier, Tag) and isinstance(symbol, Tag):
        return earlier if is_defined(earlier) and not is_defined(symbol) else symbol
    return symbol


def _was_static(symbol: Function | Variable, earlier: Function | Variable) -> bool:
    """Tell whether a name stays static although a declaration lacks `static` (C11 6.2.2p4)."""
    lacks = "static" in earlier.storage and "static" not in symbol.storage
    if isinstance(symbol, Function):
        return lacks and symbol.definition is None
    return lacks and not _has_value(symbol)


def _has_value(variable: Variable) -> bool:
    return variable.declarator.initializer is not None


def _variables(symbol: Variable, earlier: Variable, local: bool) -> str:
    if local and not ("extern" in symbol.storage and "extern" in earlier.storage):
        return DEFINITION
    if not _same_object(symbol.type, earlier.type):
        return TYPES
    if _has_value(symbol) and _has_value(earlier):
        return DEFINITION
    if "static" in symbol.storage and "static" not in earlier.storage:
        return LINKAGE
    if "static" in earlier.storage and not symbol.storage & {"static", "extern"}:
        return LINKAGE
    return AGREE


def _functions(symbol: Function, earlier: Function) -> str:
    twice = symbol.definition is not None and earlier.definition is not None
    if symbol.is_overloadable or earlier.is_overloadable:
        # Overloads for an enumeration and for its integer type are different.
        alike = twice and _enumerated(symbol) == _enumerated(earlier)
        return DEFINITION if alike and _same_signature(symbol, earlier) else AGREE
    if not _same_signature(symbol, earlier):
        return TYPES
    if twice:
        return DEFINITION
    if "static" in symbol.storage and "static" not in earlier.storage:
        return LINKAGE
    if symbol.is_kernel and "static" in earlier.storage and "static" not in symbol.storage:
        return HIDDEN
    if symbol.is_kernel and earlier.definition is not None and not earlier.is_kernel:
        return LATE_KERNEL
    return AGREE


def _enumerated(function: Function) -> list[bool]:
    """Return which parameters are enumerations."""
    return [isinstance(each.type.type, t.EnumeratedType) for each in function.parameters]


def _tags(symbol: Symbol, earlier: Symbol) -> str:
    if not isinstance(symbol, Tag) or not isinstance(earlier, Tag):
        return AGREE
    if not is_defined(symbol):
        return AGREE
    if tag_keyword(symbol) != tag_keyword(earlier):
        return KIND
    return DEFINITION if is_defined(earlier) else AGREE


def _is_untagged_body(symbol: Typedef) -> bool:
    """Tell whether a typedef makes a new type, as in `typedef struct { int x; } pair;`."""
    specifier = symbol.declaration.specifiers.type
    return _has_body(specifier) and getattr(specifier, "tag", None) is None


def _same_object(left: t.Qualified, right: t.Qualified) -> bool:
    """Tell whether two declarations give an object the same type; doubt counts as yes."""
    one, other = t.element_of(left), t.element_of(right)
    if t.UNKNOWN in (one.type, other.type):
        return True
    if t.object_space(left) != t.object_space(right):
        return False
    if (one.const or left.const, one.volatile or left.volatile) != (
        other.const or right.const,
        other.volatile or right.volatile,
    ):
        return False
    return left.access == right.access and _agree(left.type, right.type)


def _same_signature(left: Function, right: Function) -> bool:
    """Tell whether two declarations may declare the same function; doubt counts as yes."""
    one, other = left.type.type, right.type.type
    if not isinstance(one, t.FunctionType) or not isinstance(other, t.FunctionType):
        return True
    if not _agree(one.result.type, other.result.type):
        return False
    if len(left.parameters) != len(right.parameters) or one.variadic != other.variadic:
        return False
    pairs = zip(left.parameters, right.parameters, strict=True)
    return all(_same_parameter(*pair) for pair in pairs)


def _same_parameter(left: ParameterVariable, right: ParameterVariable) -> bool:
    one, other = left.type, right.type
    if isinstance(one.type, t.ImageType) and isinstance(other.type, t.ImageType):
        accesses = {one.access or "read_only", other.access or "read_only"}
        return one.type == other.type and len(accesses) == 1
    if any(isinstance(each.written.type, t.ArrayType) for each in (left, right)):
        # Compilers differ in the address space of what such a parameter points to.
        one, other = _without_space(one), _without_space(other)
    return _agree(one.type, other.type)


def _without_space(qualified: t.Qualified) -> t.Qualified:
    if not isinstance(qualified.type, t.PointerType):
        return qualified
    return replace(qualified, type=t.pointer_to(qualified.type.pointee.in_space(t.NO_SPACE)))


def _agree(left: t.Type, right: t.Type) -> bool:
    """Compare types; untagged records are the same if their typedefs have the same name."""
    while isinstance(left, t.PointerType) and isinstance(right, t.PointerType):
        one, other = left.pointee, right.pointee
        spaces = t.object_space(one), t.object_space(other)
        if all(spaces) and spaces[0] != spaces[1]:
            return False
        unknown = t.UNKNOWN in (t.element_of(one).type, t.element_of(other).type)
        if not unknown and (one.const, one.volatile) != (other.const, other.volatile):
            return isinstance(one.type, t.ArrayType)
        left, right = one.type, other.type
    if isinstance(left, t.AggregateType) and isinstance(right, t.AggregateType):
        return (left.keyword, left.tag, left.alias) == (right.keyword, right.tag, right.alias) or (
            same_type(left, right)
        )
    return same_type(left, right)
