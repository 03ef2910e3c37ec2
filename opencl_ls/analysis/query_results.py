"""The results of the queries: only places, texts and numbers.

Texts are byte texts, one character for each UTF-8 byte, as they are in the file.  A `Place`
counts bytes from 0 in its file, its end is exclusive.  Sizes, alignments and offsets of members
count bytes.  Columns of a `Signature` count characters of its label.  What is not known is None, an
empty tuple or "", as each field says; nothing is guessed.
"""

from __future__ import annotations

from msgspec import Struct

from opencl_ls.builtins.versions import Version
from opencl_ls.findings import Place  # noqa: TC001 - msgspec may read the fields' types


class Symbol(Struct, frozen=True):
    """The symbol that a name refers to.

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
    """One place that refers to a symbol.

    `kind` is "definition", "declaration", "read", "write", "read-write", "call", "type",
    "address-of" or "macro-body".  The last is a word in a macro's body that becomes the name where
    the macro is used.  With `is_verbatim` exactly the name is at the place, and no macro made
    it; otherwise the place may be a macro's whole invocation.
    """

    place: Place
    kind: str
    is_verbatim: bool


class References(Struct, frozen=True):
    """All references to one symbol, by file (the main file first) and place.

    `inactive` are places of the same word in code that conditionals leave out, `unexpanded` those
    in bodies of macros that became no reference: what they refer to is not known.
    """

    symbol: Symbol
    references: tuple[Reference, ...]
    inactive: tuple[Place, ...]
    unexpanded: tuple[Place, ...]


class TypeSource(Struct, frozen=True):
    """Where a type is declared: `places` are those of its name, none for a built-in type.

    `name` is as a program writes it: "struct cell", "real", "float4".
    """

    name: str
    places: tuple[Place, ...]


class IncludeLink(Struct, frozen=True):
    """The name in an `#include`, without its marks, and the file that was found.

    With `is_computed` a macro's use is there.
    """

    place: Place
    path: str
    is_computed: bool


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
    """One overload of what is called, in the form that is shown.

    `generic` are the generic words of a built-in's table, with what each may be in the target:
    types of elements for "gentype", numbers of components for "n", address spaces for "Q" ("" is
    the generic one).
    """

    label: str
    parameters: tuple[Parameter, ...]
    is_variadic: bool = False
    generic: tuple[tuple[str, tuple[str, ...]], ...] = ()


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
    components of a vector literal before the place, None where the type of one is unknown;
    `wanted` is the number of its components, 0 for a call.  `total` counts those of all arguments,
    as far as they are written, None where a type is not known.  `possible` are the indices of all
    signatures that take the arguments; `meanings` says what they make of the generic words of the
    fitting one, such as `gentype`, and `missing` what the target lacks for it: "needs OpenCL C
    2.0".
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
    total: int | None = None
    possible: tuple[int, ...] = ()
    meanings: tuple[tuple[str, str], ...] = ()
    missing: str = ""


class Expansion(Struct, frozen=True):
    """The use of a macro.

    `place` is the whole invocation.  `text` is what it becomes in the end, `step` the body with the
    arguments as they are written.  `definition` is the place of the name in its definition, None
    for a macro of the settings or the compiler; `body` its text after the name.
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
    """Whole lines that conditionals leave out.

    `directive` is the condition that is false; where `is_taken`, the one that is true and whose
    group is used instead.  It is None where no such directive is found.
    """

    place: Place
    directive: Place | None
    is_taken: bool


class MemberAccess(Struct, frozen=True):
    """The offset of a member that is reached through others, and through elements of arrays.

    `whole` is the text of the expression of the object that contains it, or with `is_pointer` of
    the pointer to that object.  The member is `offset` bytes from its start, plus for each of
    `terms` its number of bytes times its index, which is a text.
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
    """The memory layout of a type; `padding` counts the unused bytes at its end."""

    type_text: str
    size: int | None
    alignment: int | None
    padding: int
    members: tuple[MemberInfo, ...] = ()


class CallNode(Struct, frozen=True):
    """A function of the program, or a block that is a variable of the file.

    `kind` is "kernel", "function" or "block"; `place` is its name, at the definition if there is
    one, and `whole` that definition or declaration.  No other unit sees one that `is_static`.
    """

    name: str
    kind: str
    place: Place
    is_defined: bool
    whole: Place
    is_static: bool = False


class CallEdge(Struct, frozen=True):
    """The calls of one function in another; `caller` and `callee` are indices of nodes.

    `places` are those of the callee's name.  With `in_block` all of them are in block literals,
    which may run later, or on a device queue.
    """

    caller: int
    callee: int
    places: tuple[Place, ...]
    in_block: bool


class CallGraph(Struct, frozen=True):
    """The call graph of a unit, headers included, in the order of the nodes' definitions."""

    nodes: tuple[CallNode, ...]
    edges: tuple[CallEdge, ...]


class MemberName(Struct, frozen=True):
    """A member that may be named: of a struct inside others, `depth` counts the unnamed ones."""

    name: str
    type_text: str
    offset: int | None
    depth: int


class NameContext(Struct, frozen=True):
    """The kind of name that may be written at a place.

    `kind` is "expression", "statement", "type", "declaration" (one may begin here), "new-name",
    "member", "swizzle", "label", "directive", "include-path", "pragma", "extension-name",
    "extension-behaviour", "attribute", "macro-name", "field-designator" or "none" (in comments,
    strings and numbers).  `prefix` is its part before the place; `replace` covers the
    whole word.  `members` are those of the struct before a `.` or `->`; `is_arrow` says which.
    `width` is the number of the vector's components for "swizzle"; with `is_assigned` the place is
    written, so that no component may be named twice.  `values` are the built-in constants of the
    expected type, or for the parameter.

    `around` says what a declaration or a statement would be part of: "file", "parameters",
    "struct", "for", "body", or "macro" in the body of one.  With `takes_type` a type may appear in
    an expression, as in a cast; with `is_constant` it is the value of a `case`.  `tag` is the word
    `struct`, `union` or `enum` before the place.  `element` is the type of a vector's components.
    `operator` is the one of `.` and `->` that fits what is before the place, "" where that is
    not known, and `operator_place` where it is written.  `keywords` are those of "break",
    "continue", "case", "default" and "else" that may appear here.
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
    around: str = ""
    takes_type: bool = False
    is_constant: bool = False
    tag: str = ""
    element: str = ""
    operator: str = ""
    operator_place: Place | None = None
    keywords: tuple[str, ...] = ()


class Candidate(Struct, frozen=True):
    """A name of the program that may appear at a place.

    `kind` is one of `Symbol.kind`.  `depth` counts the scopes around the place, 0 for names of the
    file.  `parameters` are the names of those of a function, or of a macro, None for what is not
    called.  `fit` is 0 for what has exactly the type that the place wants, 2 for what cannot become
    it, else 1.  `members` is the operator after which its members or components are named, "" for
    what has none.
    """

    name: str
    kind: str
    type_text: str
    depth: int
    parameters: tuple[str, ...] | None = None
    fit: int = 1
    members: str = ""


class Candidates(Struct, frozen=True):
    """The names that may be written at a place, those of the program with the nearest first.

    Without `is_complete` there are more names of the file than were asked for.
    """

    context: NameContext
    names: tuple[Candidate, ...] = ()
    is_complete: bool = True


# --- hints ---------------------------------------------------------------------------------------
#
# Facts about one item, with bytes that count from where the group starts.


class PassedArgument(Struct, frozen=True):
    """An argument from byte `start` to `end`, and the parameter that takes it.

    `kind` is "function", "builtin", "block" or "macro".  `parameters` are the names of all
    parameters of the overload, and `index` is this one's number among them.  Of the arguments of
    the call `numbers` counts those that are numbers.  `comment` is what a comment right before the
    argument says, "" without one; `text` is the argument as written.  `type_text` is the
    parameter's type, "" for a macro's.
    """

    start: int
    end: int
    kind: str
    callee: str
    parameters: tuple[str, ...]
    index: int
    numbers: int
    type_text: str
    text: str = ""
    comment: str = ""


class ImplicitConversion(Struct, frozen=True):
    """An expression from byte `start` to `end` that is converted without a cast.

    `loss` is "fraction" (of a floating number), "precision", "range" (an integer of fewer bits),
    "sign" (a negative operand that becomes a large one, where that makes a difference), or, where
    no value is lost, "bits" (the same ones with another sign), "width" or
    "components" (a scalar is widened to a vector).  `size_kind` is "work-item" for what a
    work-item function returns.  With `is_compound` a cast needs parentheses.
    """

    start: int
    end: int
    source: str
    target: str
    loss: str
    is_compound: bool
    size_kind: str = ""


class BlockResult(Struct, frozen=True):
    """The inferred result type of a block literal; `end` is after its parameters."""

    start: int
    end: int
    type_text: str


class PlacedMember(Struct, frozen=True):
    """A member of a struct, of which the declaration ends at byte `end`, and its bytes."""

    start: int
    end: int
    offset: int
    size: int
    padding: int


class PlacedStruct(Struct, frozen=True):
    """A struct or union of which the closing brace ends at `end`; `padding` is at its end."""

    start: int
    end: int
    size: int
    alignment: int
    padding: int


class FilledPart(Struct, frozen=True):
    """A value of an initializer list, and which part it is for: ".x", "[2]", ".a[0]".

    `text` is the value as written.
    """

    start: int
    end: int
    part: str
    text: str = ""


class BlockEnd(Struct, frozen=True):
    """A closing brace after which its line ends, and what it closes.

    `words` are "kernel name", "function name", "struct name" or the beginning of a statement;
    `lines` is the number of lines from the opening brace on.
    """

    start: int
    end: int
    words: str
    lines: int = 0


HintFact = (
    PassedArgument
    | ImplicitConversion
    | BlockResult
    | PlacedMember
    | PlacedStruct
    | FilledPart
    | BlockEnd
)


class HintFacts(Struct, frozen=True, eq=False, weakref=True):
    """The facts for inlay hints in one item; the same object as long as the item is unchanged."""

    facts: tuple[HintFact, ...]


# --- lenses --------------------------------------------------------------------------------------


class Way(Struct, frozen=True):
    """A version, as the number that `__OPENCL_C_VERSION__` has, and what else it needs."""

    version: int
    extensions: tuple[str, ...] = ()
    features: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The text for people: "CL1.0 with cl_khr_fp64"."""
        besides = (*self.extensions, *self.features)
        return Version(self.version).label + (f" with {', '.join(besides)}" if besides else "")


class WorkGroupSize(Struct, frozen=True):
    """The work-group size that a kernel's attribute gives; one with `is_hint` requires nothing."""

    size: tuple[int, ...]
    is_hint: bool


class KernelSummary(Struct, frozen=True):
    """The resources that a kernel uses, with all that it calls.

    `local_bytes` is the size of its local variables, `unsized_locals` are those whose size is not
    known, `local_arguments` the parameters for which the host chooses one.  `barriers` and
    `sub_group_barriers` count calls in the text, those in a called function once.  `ways` are the
    lowest version under which all of it is valid, and a later one where that takes fewer
    extensions; empty where that is not known.
    """

    local_bytes: int
    unsized_locals: tuple[str, ...]
    local_arguments: tuple[str, ...]
    barriers: int
    sub_group_barriers: int
    work_group_size: WorkGroupSize | None
    ways: tuple[Way, ...]


class CallsOf(Struct, frozen=True):
    """How many functions call a function, those in headers too, and the places of its name."""

    callers: int
    places: tuple[Place, ...]


# --- kernels as the host sees them ---------------------------------------------------------------


class DataType(Struct, frozen=True, eq=False):
    """The type of what the host passes, or of the contents of a buffer.

    `kind` is "scalar", "vector", "enum", "atomic", "struct", "union", "array", "pointer", "opaque"
    (images, samplers and the like) or "unknown".  `text` is the type as written.  `name` is the
    short spelling of the number that it is: "uint", "float4", an enumeration's "int"; of a struct
    or union its typedef name or tag, "" without one.  `device_sized` is `size_t` or another name of
    a type whose size the device chooses.  An array has an `element` and a `count`, a vector the
    `count` of its components.
    """

    text: str
    kind: str
    name: str = ""
    size: int | None = None
    alignment: int | None = None
    device_sized: str = ""
    element: DataType | None = None
    count: int | None = None
    members: tuple[DataMember, ...] = ()


class DataMember(Struct, frozen=True, eq=False):
    """A member of a struct or union; `offset` is None where the layout is not known."""

    name: str
    type: DataType
    offset: int | None
    bit_width: int | None = None


class KernelArgument(Struct, frozen=True):
    """A parameter of a kernel; `text` is its declaration, at `place`.

    `kind` is "buffer" for a pointer to global or constant memory, "local" for one to local memory,
    "image", "sampler", "pipe", "queue", "value", or "other" for what no kernel may take.  `data` is
    what a pointer points to, a pipe's packet, and else the argument itself.  `space` is the address
    space that a pointer points into, `access` that of an image or a pipe, with what it is if
    nothing is said.  With `is_const` the kernel cannot write through the pointer.
    """

    name: str
    text: str
    type_text: str
    kind: str
    data: DataType
    space: str = ""
    access: str = ""
    is_const: bool = False
    place: Place | None = None


class MemoryUse(Struct, frozen=True):
    """A local variable, or a private array, of a function that a kernel calls or of its own.

    `size` is None where it is not known.
    """

    name: str
    text: str
    size: int | None
    function: str


class KernelInterface(Struct, frozen=True):
    """A kernel as the host sees it, and the memory that it uses with all that it calls.

    `name_place` is its name and `place` the whole definition, both in the file that has it.
    `attributes` are those of the kernel as they are written.  `work_group_size` is what
    `reqd_work_group_size` asks for.  `dimensions` counts those that the work-item functions ask
    about with a constant, at least 1; without `are_dimensions_known` there are calls with others.
    """

    name: str
    name_place: Place
    place: Place
    arguments: tuple[KernelArgument, ...]
    attributes: tuple[str, ...]
    work_group_size: tuple[int, ...] | None
    dimensions: int
    are_dimensions_known: bool
    locals: tuple[MemoryUse, ...]
    private_arrays: tuple[MemoryUse, ...]
