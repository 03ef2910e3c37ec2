"""What the queries return: places, texts and numbers alone.

Texts are byte texts, one character for each UTF-8 byte, as they stand in the file.  A `Place`
counts bytes from 0 in its file, its end is exclusive.  Sizes, alignments and offsets of members
count bytes.  Columns of a `Signature` count characters of its label.  What is not known is None, an
empty tuple or "", as each field says; nothing is guessed.
"""

from __future__ import annotations

from msgspec import Struct

from opencl_ls.findings import Place  # noqa: TC001 - msgspec may read the fields' types


class Symbol(Struct, frozen=True):
    """What a name means.

    `kind` is "kernel", "function", "variable", "parameter", "member", "typedef", "struct", "union",
    "enum", "enumerator", "label", "macro", "macro-parameter", "builtin-function", "builtin-type",
    "builtin-constant" or "keyword".  `place` is the name that was asked about, `declarations` are
    the places of the name in all declarations, the definition's among them.  `space` is the address
    space of an object, "" where there is none.  `container` is the function of a local name, the
    struct of a member, the enumeration of an enumerator, else "".  `value` is that of an
    enumerator.  Of a name with `is_macro_made` a declaration, or the use that was asked about, is
    made by a macro: it cannot be renamed.
    """

    name: str
    kind: str
    type_text: str
    place: Place
    declarations: tuple[Place, ...] = ()
    definition: Place | None = None
    space: str = ""
    container: str = ""
    value: int | None = None
    is_static: bool = False
    is_macro_made: bool = False


class Reference(Struct, frozen=True):
    """One place that means a symbol.

    `kind` is "definition", "declaration", "read", "write", "read-write", "call", "type",
    "address-of" or "macro-body".  The last is a word in a macro's body that becomes the name where
    the macro is used.  With `is_verbatim` exactly the name stands at the place, and no macro made
    it; otherwise the place may be a macro's whole invocation.
    """

    place: Place
    kind: str
    is_verbatim: bool


class References(Struct, frozen=True):
    """All references to one symbol, by file (the main file first) and place.

    `inactive` are places of the same word in code that conditionals leave out, `unexpanded` those
    in bodies of macros that became no reference: what they mean is not known.
    """

    symbol: Symbol
    references: tuple[Reference, ...]
    inactive: tuple[Place, ...]
    unexpanded: tuple[Place, ...]


class ScopeEntry(Struct, frozen=True):
    """One name that can be seen at a place.

    `depth` is 0 for names of the file and counts the scopes around the place from there on;
    `is_tag` marks a name that needs `struct`, `union` or `enum` before it.  `place` is None for a
    macro of the settings or the compiler.
    """

    name: str
    kind: str
    type_text: str
    depth: int
    place: Place | None
    is_tag: bool = False


class TypeInfo(Struct, frozen=True):
    """A type, and the expression that has it.

    `kind` is "void", "scalar", "vector", "pointer", "array", "struct", "union", "enum", "function",
    "block", "image", "pipe", "atomic" or "opaque" (samplers, events and the like).  `element` is
    the type of a vector's or an array's elements, `width` their number (0: not known, or neither),
    `pointee` what a pointer points to.  `space` is the address space of the object, or that a
    pointer points into.  `place` is the expression's, None for an expected type.
    """

    text: str
    kind: str
    underlying: str = ""
    element: str = ""
    width: int = 0
    pointee: str = ""
    space: str = ""
    size: int | None = None
    alignment: int | None = None
    is_lvalue: bool = False
    is_const: bool = False
    is_volatile: bool = False
    place: Place | None = None


class Parameter(Struct, frozen=True):
    """A parameter in a signature's label, from the character `start` to `end` of the label.

    `type_text` is "..." for any further arguments; `name` may be "".
    """

    name: str
    type_text: str
    start: int
    end: int


class Signature(Struct, frozen=True):
    """One form of what is called, as a person reads it."""

    label: str
    parameters: tuple[Parameter, ...]
    is_variadic: bool = False


class ArgumentInfo(Struct, frozen=True):
    """An argument as far as it is written; `type_text` is "" where its type is not known."""

    place: Place
    type_text: str


class CallInfo(Struct, frozen=True):
    """The call around a place.

    `kind` is "function", "builtin", "macro", "block", "vector-literal" (also of one value) or
    "unknown".
    `name_place` is the place of the callee, of a vector literal that of its type.  `argument` is
    the index of the argument that the place is in, from 0.  `fitting` is the index of the first
    signature that takes the arguments written so far, None where none does.  `filled` counts the
    components of a vector literal before the place, None where a type before it is not known;
    `wanted` is the number of its components, 0 for a call.
    """

    name: str
    kind: str
    name_place: Place
    argument: int
    arguments: tuple[ArgumentInfo, ...]
    signatures: tuple[Signature, ...] = ()
    fitting: int | None = None
    filled: int | None = None
    wanted: int = 0


class Expansion(Struct, frozen=True):
    """The use of a macro.

    `place` is the whole invocation.  `text` is what it becomes in the end, `step` the body with the
    arguments as they are written.  `definition` is the place of the name in its definition, None
    for a macro of the settings or the compiler; `body` its text behind the name.
    """

    name: str
    place: Place
    definition: Place | None
    body: str
    text: str
    step: str
    arguments: tuple[Place, ...] = ()


class Value(Struct, frozen=True):
    """A constant: its text, "42" or "0.5", and the type that it has, "" where not known."""

    text: str
    type_text: str
    is_integer: bool


class InactiveCode(Struct, frozen=True):
    """A place that conditionals leave out, in whole lines.

    `directive` is the condition that is false; where `is_taken`, the one that is true and whose
    group goes before.  It is None where no such directive is found.
    """

    place: Place
    directive: Place | None
    is_taken: bool


class MemberAccess(Struct, frozen=True):
    """Where a member lies that is reached through others, and through elements of arrays.

    `whole` is the text of the expression in whose object it lies, or of the pointer that leads
    there where `is_pointer`.  The member is `offset` bytes from there, and for each of `terms` so
    many bytes more as its number times the index, which is given as text.
    """

    whole: str
    is_pointer: bool
    offset: int
    terms: tuple[tuple[int, str], ...] = ()


class MemberInfo(Struct, frozen=True):
    """A member of a struct or union.

    `offset` counts bytes from the start of the whole that was asked about, `padding` the unused
    ones before the member.  Both and `size` are None where they are not known.  `members` are those
    of a nested struct or union, the first one of an array; `name` is "" for an unnamed one, whose
    members are reached without it.
    """

    name: str
    type_text: str
    offset: int | None
    size: int | None
    padding: int | None
    place: Place | None
    bit_width: int | None = None
    members: tuple[MemberInfo, ...] = ()


class Layout(Struct, frozen=True):
    """How an object of a type lies in memory; `padding` counts the unused bytes at its end."""

    type_text: str
    size: int | None
    alignment: int | None
    padding: int
    members: tuple[MemberInfo, ...] = ()


class CallNode(Struct, frozen=True):
    """A function of the program, or a block that is a variable of the file.

    `kind` is "kernel", "function" or "block"; `place` is its name, at the definition if there is
    one.
    """

    name: str
    kind: str
    place: Place
    is_defined: bool


class CallEdge(Struct, frozen=True):
    """The calls of one function in another; `caller` and `callee` are indices of nodes.

    `places` are those of the callee's name.  With `in_block` all of them stand in block literals,
    which may run later, or on a device queue.
    """

    caller: int
    callee: int
    places: tuple[Place, ...]
    in_block: bool


class CallGraph(Struct, frozen=True):
    """Who calls whom in a unit, headers included, in the order of the nodes' definitions."""

    nodes: tuple[CallNode, ...]
    edges: tuple[CallEdge, ...]


class MemberName(Struct, frozen=True):
    """A member that may be named: of a struct inside others, `depth` counts the unnamed ones."""

    name: str
    type_text: str
    offset: int | None
    depth: int


class NameContext(Struct, frozen=True):
    """What a name at a place could be.

    `kind` is "expression", "statement", "type", "declaration" (one may begin here), "new-name",
    "member", "swizzle", "label", "directive", "include-path", "pragma", "extension-name",
    "extension-behaviour", "attribute", "macro-name", "field-designator" or "none" (in comments,
    strings and numbers).  `prefix` is what is typed of it before the place; `replace` covers the
    whole word.  `members` are those of the struct before a `.` or `->`; `is_arrow` tells which.
    `width` is the number of the vector's components for "swizzle"; with `is_assigned` the place is
    written, so that no component may be named twice.  `values` are the built-in constants that the
    expected type, or the parameter, is made for.
    """

    kind: str
    prefix: str
    replace: Place
    members: tuple[MemberName, ...] = ()
    is_arrow: bool = False
    width: int = 0
    is_assigned: bool = False
    labels: tuple[str, ...] = ()
    expected: TypeInfo | None = None
    call: CallInfo | None = None
    values: tuple[str, ...] = ()
