"""The answers of an analysis: immutable plain values.

Offsets are bytes from 0 and ends are exclusive, in the main file unless said otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from opencl_ls.syntax.outline_entries import Declared, OutlineGroup

if TYPE_CHECKING:
    from opencl_ls.builtins.signatures import Signature
    from opencl_ls.findings import Finding, Place

__all__ = [
    "AggregateInfo",
    "AggregateMember",
    "ArgumentFacts",
    "BuiltinOverload",
    "CharacterInfo",
    "ComponentsInfo",
    "ConstructInfo",
    "DeclarationInfo",
    "Declared",
    "DirectiveInfo",
    "EnumerationInfo",
    "FindingGroup",
    "FormatInfo",
    "HolderInfo",
    "IncludeInfo",
    "MacroInfo",
    "NumberInfo",
    "OutlineGroup",
    "Run",
    "SymbolInfo",
    "Token",
    "TypeCoverage",
    "TypeWords",
]

# --- findings ------------------------------------------------------------------------------------


class FindingGroup(Struct, frozen=True, eq=False):
    """The findings of one item before settings and suppressions.

    The object is the same while its findings are, wherever the item moves: so it can be a cache
    key.  Places in the main file count from where the group starts, those in other files from the
    beginning of the file.  The text between the start of an `anchored` group and its places moves
    with it, so their lines, counted from that of the start, and their columns stay.  One that is
    not anchored starts at 0, and its lines and columns may change while the offsets do not.
    """

    findings: tuple[Finding, ...]
    anchored: bool


# --- names ---------------------------------------------------------------------------------------


class SymbolInfo(Struct, frozen=True):
    """A symbol in the places of files.

    `kind` is "kernel", "function", "variable", "parameter", "typedef", "enumerator", "member",
    "struct", "union" or "enum"; `type_text` is its declaration as a person would write it.
    """

    name: str
    kind: str
    type_text: str
    place: Place


class AggregateMember(Struct, frozen=True):
    """A member of a struct or union; `inner` is the type of an unnamed one.

    `declaration` is written without a semicolon, "" if there is an `inner`.  `offset` counts from
    the outermost struct; it and `size` are bytes, None if unknown.  `padding` counts the unused
    bytes before it; `host` is the type that the host uses for it, or "".
    """

    declaration: str
    offset: int | None
    size: int | None
    padding: int
    host: str
    inner: AggregateInfo | None


class AggregateInfo(Struct, frozen=True):
    """A struct or union.

    `keyword` is "struct" or "union", `tag` may be "", `aligned` is the alignment of an attribute,
    or 0.  Of many members the first ones are listed, and `unlisted` is the number of the others.
    `padding` counts the unused bytes at the end.
    """

    keyword: str
    tag: str
    packed: bool
    aligned: int
    members: tuple[AggregateMember, ...]
    unlisted: int
    padding: int


class EnumerationInfo(Struct, frozen=True):
    """An enumeration; `tag` may be "".

    Of many constants the first ones are listed, each with its value if that is known, and
    `unlisted` is the number of the others.
    """

    tag: str
    constants: tuple[tuple[str, int | None], ...]
    unlisted: int


class HolderInfo(Struct, frozen=True):
    """The type that a member belongs to, as a program names it, and the member's offset in bytes.

    Both are None where they are not known.
    """

    name: str
    offset: int | None
    size: int | None


class ArgumentFacts(Struct, frozen=True):
    """An argument of a kernel: its declaration, and the address space of it or its pointee.

    `size` is in bytes, for a pointer that of one element; None if unknown.
    """

    declaration: str
    space: str
    pointee_space: str
    size: int | None


class DeclarationInfo(Struct, frozen=True, kw_only=True):
    """The facts about a declared name.

    `written` is the declaration of a function, or of an object of unknown type, as its author wrote
    it, without body and initializer; "" for all others.  `comment` has no marks.  `value` is that
    of a constant as a program writes it, or "".  `size` and `alignment` are in bytes, None if
    unknown.  `space` is the address space of an object, `pointee_space` that of its pointee, or "".
    `holder` is the type of a member, `arguments` are those of a kernel, `aggregate` and
    `enumeration` are the type that a type name means.
    """

    symbol: SymbolInfo
    written: str
    comment: str
    value: str
    size: int | None
    alignment: int | None
    is_at_program_scope: bool
    is_kernel_argument: bool
    space: str
    pointee_space: str
    holder: HolderInfo | None
    arguments: tuple[ArgumentFacts, ...]
    aggregate: AggregateInfo | None
    enumeration: EnumerationInfo | None


class BuiltinOverload(Struct, frozen=True):
    """The overload of a built-in function that a call takes, and its declaration with types."""

    signature: Signature
    declaration: str


# --- literals and constructs ---------------------------------------------------------------------


class NumberInfo(Struct, frozen=True):
    """A number as it is written, and its type, "" for one that is too large for any.

    `value` is None for floating numbers.  `fence_flags` are the names of the flags that it sets as
    an argument of a barrier, None elsewhere.
    """

    text: str
    type_text: str
    value: int | None = None
    fence_flags: tuple[str, ...] | None = None


class CharacterInfo(Struct, frozen=True):
    """A character constant as it is written, where it starts, its type and its value."""

    start: int
    text: str
    type_text: str
    value: int


class FormatInfo(Struct, frozen=True, kw_only=True):
    """One conversion in the format of a `printf`, and the argument that it writes.

    `text` is the conversion as it is written, and `start` where it begins; `vector` is the number
    after the `v`, None without a `v`.  `takes` is the type that it takes, "" if it is wrong;
    `faults` say why.  `argument` is the index of its value among the arguments of the call, 0 if
    none is known or `%%` takes none; `argument_text` is "" if the call has no such argument.
    """

    start: int
    text: str
    flags: str
    width: str
    precision: str | None
    vector: int | None
    conversion: str
    takes: str
    faults: tuple[str, ...]
    argument: int
    argument_text: str
    argument_type: str


class ComponentsInfo(Struct, frozen=True):
    """The components of a vector that a name such as `xyzw` selects.

    `indices` may reach beyond the `width` of the vector, whose type is `vector_text`: the last
    component of three is undefined if four are counted.  `type_text` is the type of the whole.
    """

    name: str
    indices: tuple[int, ...]
    width: int
    vector_text: str
    type_text: str
    repeated: bool


class ConstructInfo(Struct, frozen=True):
    """A declarator or operator sign, and the facts about it.

    `kind` is "block" for the caret of a literal and "block-type" for that of a declarator, "choice"
    for both signs of `?:`, "operator" for one with a vector among its operands, "ellipsis", or
    "bit-field" for the colon of one.  `operands` and `result` are types, "" where not known, and
    `width` counts the components of the vector that decides, 0 for scalars; `scalar` is the type of
    a scalar that is widened to it, and `is_vector` is about the result.  `captures` are the
    declarations of the variables that a literal captures.
    """

    kind: str
    sign: str
    start: int
    end: int
    operands: tuple[str, ...] = ()
    result: str = ""
    width: int = 0
    scalar: str = ""
    is_vector: bool = False
    captures: tuple[str, ...] = ()


class TypeWords(Struct, frozen=True):
    """A type that is written in several words, and its other name of one word, or ""."""

    words: tuple[str, ...]
    name: str


# --- directives ----------------------------------------------------------------------------------


class MacroInfo(Struct, frozen=True):
    """The use or the definition of a macro; `expansion` is None if it is only named.

    `place` is that of its name in its definition, None for a predefined macro.
    """

    name: str
    definition: str
    expansion: str | None
    place: Place | None


class DirectiveInfo(Struct, frozen=True):
    """An executed directive of the main file.

    `kind` is its name, and `name_start` and `name_end` delimit its subject.  `path` is the file
    that was included, or None.
    """

    kind: str
    start: int
    end: int
    name_start: int
    name_end: int
    path: str | None


class IncludeInfo(NamedTuple):
    """An `#include`: the name as written, None if a macro gives it, and its file.

    `quoted` is true for quotes and false for angle brackets, `includer` is the file with the
    directive, `path` the file that was found, or None.
    """

    name: str | None
    quoted: bool
    includer: str
    path: str | None


# --- the surface ---------------------------------------------------------------------------------


class Token(Struct, frozen=True, gc=False):
    """A stretch of an item's text, relative to the item's start, and what it is."""

    start: int
    end: int
    type: str
    modifiers: tuple[str, ...] = ()


class Run(Struct, frozen=True, eq=False):
    """The tokens of one item; the same object as long as nothing in it changes."""

    text: str
    tokens: tuple[Token, ...]


# --- measures ------------------------------------------------------------------------------------


class TypeCoverage(Struct, frozen=True):
    """The counts of expressions of a unit, and of those with unknown type by their texts.

    Only the innermost unknown expressions are listed: those around them are unknown because of
    them.
    """

    total: int
    unknown: int
    causes: tuple[tuple[str, int], ...]

    @property
    def share(self) -> float:
        """The share of expressions with a type, from 0 to 1; 1 where there is no expression."""
        return 1.0 if not self.total else 1.0 - self.unknown / self.total
