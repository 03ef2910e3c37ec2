"""What an analysis answers: plain values that stay as they are.

Offsets are bytes from 0 and ends are exclusive, in the main file where nothing else is said.
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

    The object is the same for as long as its findings are, wherever the item moves: so it can be
    the key of what is made of them.  Places in the main file count from where the group starts,
    those in other files from the beginning of the file.  The text between the start of an
    `anchored` group and its places moves with it, so their lines, counted from that of the start,
    and their columns stay.  One that is not anchored starts at 0, and its lines and columns may
    change while the offsets do not.
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
    """A member of a struct or union; `inner` is what an unnamed one holds.

    `declaration` is written without a semicolon, "" where there is an `inner`.  `offset` counts
    from the outermost struct; it and `size` are bytes, None where they are not known.  `padding`
    bytes lie unused before it; `host` is the type that the host uses for it, or "".
    """

    declaration: str
    offset: int | None
    size: int | None
    padding: int
    host: str
    inner: AggregateInfo | None


class AggregateInfo(Struct, frozen=True):
    """A struct or union.

    `keyword` is "struct" or "union", `tag` may be "", `aligned` is what an attribute asks for or 0.
    Of many members the first ones are listed, and `unlisted` is the number of the others.
    `padding` bytes lie unused at the end.
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
    """What a member belongs to, as a program names it, and its offset and size there in bytes.

    Both are None where they are not known.
    """

    name: str
    offset: int | None
    size: int | None


class ArgumentFacts(Struct, frozen=True):
    """An argument of a kernel: its declaration, and where it, or what it points to, lies.

    `size` counts bytes, of a pointer those of one element; None where it is not known.
    """

    declaration: str
    space: str
    pointee_space: str
    size: int | None


class DeclarationInfo(Struct, frozen=True, kw_only=True):
    """What there is to say about a declared name.

    `written` is the declaration of a function, or of an object of a type that is not known, as its
    author wrote it, without body and initializer; "" for all others.  `comment` has no marks.
    `value` is that of a constant as a program writes it, or "".  `size` and
    `alignment` are bytes, None where they are not known.  `space` is the address space of an
    object, `pointee_space` that of what it points to, or "".  `holder` is what a member
    belongs to, `arguments` are those of a kernel, `aggregate` and `enumeration` what a type name
    stands for.
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


# --- what is no name -----------------------------------------------------------------------------


class NumberInfo(Struct, frozen=True):
    """A number as it is written, and its type, "" for one that is too large for any.

    `value` is None for floating numbers.  `fence_flags` are the names of the flags that it sets
    where it is an argument of a barrier, None elsewhere.
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
    after the `v`, None where there is no `v`.  `takes` is the type that it says, "" where it is at
    fault; `faults` tell why.  `argument` is the index of its value among the arguments of the call,
    0 where none is known or `%%` takes none; `argument_text` is "" where the call has none there.
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
    component of three is undefined where four are counted.  `type_text` is the type of the whole.
    """

    name: str
    indices: tuple[int, ...]
    width: int
    vector_text: str
    type_text: str
    repeated: bool


class ConstructInfo(Struct, frozen=True):
    """A sign that declares or operates, and what there is to know about it.

    `kind` is "block" for the caret of a literal and "block-type" for that of a declarator, "choice"
    for both signs of `?:`, "operator" for one with a vector among its operands, "ellipsis", or
    "bit-field" for the colon of one.  `operands` and `result` are types, "" where not known, and
    `width` counts the components of the vector that decides, 0 for scalars; `scalar` is the type of
    a scalar that is repeated for it, and `is_vector` tells of the result.  `captures` are the
    declarations of what a literal captures.
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
    """A type that is written in several words, and the one name that it has as well, or ""."""

    words: tuple[str, ...]
    name: str


# --- directives ----------------------------------------------------------------------------------


class MacroInfo(Struct, frozen=True):
    """The use or the definition of a macro; `expansion` is None where it is only named.

    `place` is that of its name in its definition, None for what is predefined.
    """

    name: str
    definition: str
    expansion: str | None
    place: Place | None


class DirectiveInfo(Struct, frozen=True):
    """A directive of the main file that was carried out.

    `kind` is its name, and from `name_start` to `name_end` is what it is about.  `path` is the
    file that was included, None where none was.
    """

    kind: str
    start: int
    end: int
    name_start: int
    name_end: int
    path: str | None


class IncludeInfo(NamedTuple):
    """An `#include`: the name as written, None where a macro gives it, and what it meant.

    `quoted` tells the form in quotes from the one in angle brackets, `includer` is the file in
    which it is, `path` the file that was found, or None.
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
    """The expressions of a unit, those whose type is unknown, and the latter's texts by number.

    Only the innermost unknown expressions are listed: what is around them follows from them.
    """

    total: int
    unknown: int
    causes: tuple[tuple[str, int], ...]

    @property
    def share(self) -> float:
        """The share of expressions with a type, from 0 to 1; 1 where there is no expression."""
        return 1.0 if not self.total else 1.0 - self.unknown / self.total
