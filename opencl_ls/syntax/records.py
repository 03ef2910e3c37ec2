"""The typed records that one top-level item is lowered to: declarations, statements, expressions.

Every record has the range of the item's expanded text that it covers: `start` and `end` are byte
offsets from the start of the item, end exclusive.  Records hold no tree node, are never changed
after lowering, and are compared by identity.  Where C's grammar is ambiguous, as in `(T) - 1`, the
record is the reading that the names in scope decide (C11 6.7 to 6.9, OpenCL C 6.3 on vector
literals and blocks).

Classes without subclasses are final, those of types and symbols as well.  Hot paths compare
`type(record)`: `isinstance` calls the metaclass of a Struct of another class, which takes five
times as long.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, final

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.syntax.problem_kinds import SyntaxProblemKind


class Record(Struct, eq=False, gc=False):
    """Anything with a place in the item's text, in byte offsets."""

    start: int
    end: int


# --- names, qualifiers, attributes ---------------------------------------------------------------


@final
class Word(Record):
    """A keyword or an identifier as written: a qualifier, a storage class, a label, a tag."""

    text: str


@final
class Attribute(Record):
    """One entry of an `__attribute__((...))` list; `arguments` is None without parentheses.

    `in_brackets` is true for the syntax of C23: `[[name]]`.
    """

    name: Word
    arguments: tuple[Expression, ...] | None
    in_brackets: bool = False


# --- types as written ----------------------------------------------------------------------------


class TypeSpecifier(Record):
    """The part of a declaration that names its type; base of the specifiers below."""


@final
class BasicType(TypeSpecifier):
    """Built-in type words in the order written: `("unsigned", "int")`, `("float4",)`."""

    words: tuple[str, ...]


@final
class NamedType(TypeSpecifier):
    """A typedef name, or a name in a place where only a type is possible."""

    name: str


@final
class RecordType(TypeSpecifier):
    """A `struct` or `union`; `members` is None when the record is only mentioned.

    `assertions` are the `_Static_assert`s among its members.
    """

    keyword: str
    tag: Word | None
    members: tuple[Declaration, ...] | None
    attributes: tuple[Attribute, ...]
    assertions: tuple[StaticAssert, ...] = ()


@final
class Enumerator(Record):
    """One name of an enumeration with its explicit value, if any."""

    name: Word
    value: Expression | None
    attributes: tuple[Attribute, ...] = ()


@final
class EnumType(TypeSpecifier):
    """An `enum`; `enumerators` is None when the enumeration is only mentioned."""

    tag: Word | None
    enumerators: tuple[Enumerator, ...] | None
    attributes: tuple[Attribute, ...]


@final
class TypeofType(TypeSpecifier):
    """`typeof(expression)` or `typeof(type)`."""

    operand: Expression | TypeName


@final
class AtomicType(TypeSpecifier):
    """`_Atomic(type)`."""

    type: TypeName


@final
class Specifiers(Record):
    """The specifiers of a declaration: all that precedes its declarators.

    `storage` holds typedef, extern, static, auto, register, inline, kernel and `__block`;
    `qualifiers` holds const, volatile, restrict, `_Atomic`, address spaces, access qualifiers and
    pipe, each as written.  `type` is None where no type was written.  `unknown` holds the undefined
    macros among them.
    """

    storage: tuple[Word, ...]
    qualifiers: tuple[Word, ...]
    type: TypeSpecifier | None
    attributes: tuple[Attribute, ...]
    unknown: tuple[Word, ...] = ()


class DeclaratorPart(Record):
    """One derivation of a declarator; base of the four below."""


@final
class PointerPart(DeclaratorPart):
    """`*` with the qualifiers of the pointer itself."""

    qualifiers: tuple[Word, ...]


@final
class BlockPart(DeclaratorPart):
    """`^` with the qualifiers of the block variable itself."""

    qualifiers: tuple[Word, ...]


@final
class ArrayPart(DeclaratorPart):
    """`[size]`; `size` is None for `[]` and for `[*]`, where `star` is the place of `*`."""

    size: Expression | None
    qualifiers: tuple[Word, ...]
    star: Word | None = None


@final
class FunctionPart(DeclaratorPart):
    """`(parameters)`; `ellipsis` is the place of `...`, `empty` distinguishes `()` from `(void)`.

    In an old-style definition (C11 6.9.1) the list has only names, and their declarations follow:
    `unlisted` has the names that are declared and not in the list.  It is None for any other list.
    """

    parameters: tuple[Parameter, ...]
    ellipsis: Word | None
    empty: bool
    unlisted: tuple[Word, ...] | None = None


@final
class Declarator(Record):
    """A declared name with its derivations, innermost first.

    `int *a[3]` has the parts array, pointer: read them as "a is an array of pointers to int".
    `name` is None for an abstract declarator.
    """

    name: Word | None
    parts: tuple[DeclaratorPart, ...]
    attributes: tuple[Attribute, ...]


@final
class TypeName(Record):
    """A type written by itself, as in a cast or a `sizeof`."""

    specifiers: Specifiers
    declarator: Declarator


@final
class Parameter(Record):
    """One parameter of a function or a block."""

    specifiers: Specifiers
    declarator: Declarator


# --- expressions ---------------------------------------------------------------------------------


class Expression(Record):
    """Anything with a value; base of the expressions below."""


@final
class Name(Expression):
    """An identifier used as a value."""

    name: str


@final
class IntegerLiteral(Expression):
    """An integer constant as written, suffix included."""

    text: str


@final
class FloatLiteral(Expression):
    """A floating constant as written, suffix included."""

    text: str


@final
class CharacterLiteral(Expression):
    """A character constant as written, quotes included."""

    text: str


@final
class StringLiteral(Expression):
    """One string literal or several adjacent ones, each as written, quotes included.

    `names` are the names among them, which can only be undefined macros.
    """

    texts: tuple[str, ...]
    names: tuple[Word, ...] = ()


@final
class Parenthesized(Expression):
    """`(expression)`."""

    inner: Expression


@final
class Unary(Expression):
    """A prefix operator: `+ - ! ~ * & ++ -- && __real__ __imag__`."""

    operator: str
    operand: Expression


@final
class Postfix(Expression):
    """`operand++` or `operand--`."""

    operator: str
    operand: Expression


UNKNOWN_OPERATOR: Final = "?"
"""The text of an operator that is an undefined macro."""


@final
class Binary(Expression):
    """A binary operator, the comma operator included; `operator` carries its own place."""

    operator: Word
    left: Expression
    right: Expression


@final
class Assignment(Expression):
    """`=`, `+=` and the like."""

    operator: Word
    left: Expression
    right: Expression


@final
class Conditional(Expression):
    """`condition ? chosen : otherwise`; `chosen` is None in GNU's `condition ?: otherwise`."""

    condition: Expression
    chosen: Expression | None
    otherwise: Expression


@final
class Call(Expression):
    """`callee(arguments)`; `close` is the offset of the closing parenthesis."""

    callee: Expression
    arguments: tuple[Expression, ...]
    close: int


@final
class Index(Expression):
    """`base[index]`."""

    base: Expression
    index: Expression


@final
class Member(Expression):
    """`base.member` or `base->member`: a field or the components of a vector."""

    base: Expression
    member: Word
    arrow: bool


@final
class Cast(Expression):
    """`(type)operand`, with one operand: for a vector type this is also the one-element literal."""

    type: TypeName
    operand: Expression


@final
class VectorLiteral(Expression):
    """`(float4)(a, b, ...)` with two or more elements (OpenCL C 6.3.4)."""

    type: TypeName
    elements: tuple[Expression, ...]


@final
class CompoundLiteral(Expression):
    """`(type){ ... }`."""

    type: TypeName
    initializer: InitializerList


@final
class TypeQuery(Expression):
    """`sizeof`, `alignof`, `vec_step` and the like, of an expression or of a type."""

    keyword: str
    operand: Expression | TypeName


@final
class OffsetOf(Expression):
    """`offsetof(type, member)`."""

    type: TypeName
    member: Word


@final
class TypeArgument(Expression):
    """A type as an argument, as in `__builtin_astype(x, float4)`."""

    type: TypeName


@final
class BlockLiteral(Expression):
    """`^ type (parameters) { ... }`.

    `result` is None if the result type is inferred, `signature` is None if no parameter list was
    written.  `caret` is the place of `^`.
    """

    caret: Word
    result: TypeName | None
    signature: FunctionPart | None
    body: Compound
    attributes: tuple[Attribute, ...] = ()


@final
class Designator(Record):
    """`.member`, `[index]` or `[first ... last]`."""

    member: Word | None
    index: Expression | None
    last: Expression | None


@final
class InitializerEntry(Record):
    """One value of an initialiser list with its designators."""

    designators: tuple[Designator, ...]
    value: Expression


@final
class InitializerList(Expression):
    """`{ ... }` as an initialiser."""

    entries: tuple[InitializerEntry, ...]


@final
class StatementExpression(Expression):
    """GNU's `({ ... })`."""

    body: Compound


@final
class GenericSelection(Expression):
    """`_Generic(control, type: value, ...)`; a type of None is `default`."""

    control: Expression
    choices: tuple[tuple[TypeName | None, Expression], ...]


@final
class BadExpression(Expression):
    """An expression that the grammar could not parse; its type is unknown, and rules ignore it."""


# --- statements ----------------------------------------------------------------------------------


class Statement(Record):
    """Base of the statements; a `Declaration` is one as well."""


@final
class Compound(Statement):
    """`{ ... }`."""

    statements: tuple[Statement, ...]


@final
class ExpressionStatement(Statement):
    """`expression;`."""

    expression: Expression


@final
class EmptyStatement(Statement):
    """A lone `;`, in a body or at program scope."""


@final
class If(Statement):
    """`if (condition) then else otherwise`."""

    condition: Expression
    then: Statement
    otherwise: Statement | None


@final
class While(Statement):
    """`while (condition) body`."""

    condition: Expression
    body: Statement


@final
class DoWhile(Statement):
    """`do body while (condition);`."""

    body: Statement
    condition: Expression


@final
class For(Statement):
    """`for (initial; condition; step) body`."""

    initial: Statement | None
    condition: Expression | None
    step: Expression | None
    body: Statement


@final
class Switch(Statement):
    """`switch (condition) body`."""

    condition: Expression
    body: Statement


@final
class Case(Statement):
    """`case value:` or `case value ... last:`, or `default:` where `value` is None.

    `statements` are those that follow, up to the next label of the switch.
    """

    value: Expression | None
    last: Expression | None
    statements: tuple[Statement, ...]


@final
class Label(Statement):
    """`name: statement`."""

    name: Word
    statement: Statement | None


@final
class Goto(Statement):
    """`goto name;`."""

    name: Word


@final
class Break(Statement):
    """`break;`."""


@final
class Continue(Statement):
    """`continue;`."""


@final
class Return(Statement):
    """`return value;`."""

    value: Expression | None


@final
class Attributed(Statement):
    """A statement after attributes: `__attribute__((opencl_unroll_hint)) for (...) ...`."""

    attributes: tuple[Attribute, ...]
    statement: Statement | None


@final
class Assembly(Statement):
    """Inline assembly, as a statement or at program scope.

    `operands` are its C expressions, of which the first `outputs` are written to.
    """

    operands: tuple[Expression, ...]
    outputs: int


@final
class BadStatement(Statement):
    """A statement or declaration that the grammar could not parse."""


# --- declarations --------------------------------------------------------------------------------


@final
class InitDeclarator(Record):
    """A declarator with its initialiser, or with the width of a bit-field."""

    declarator: Declarator
    initializer: Expression | None
    width: Expression | None


@final
class Declaration(Statement):
    """A declaration or a typedef, at program scope, in a body, or of the members of a record."""

    specifiers: Specifiers
    declarators: tuple[InitDeclarator, ...]


@final
class FunctionDefinition(Statement):
    """A function with its body."""

    specifiers: Specifiers
    declarator: Declarator
    body: Compound


@final
class StaticAssert(Statement):
    """`_Static_assert(condition, message);`."""

    condition: Expression
    message: Expression | None


@final
class SyntaxProblem(Record):
    """An error in the syntax of an item.

    `expected` is the text that should replace the range, "" for none; some kinds document another
    meaning.
    """

    kind: SyntaxProblemKind
    expected: str


class Item(Struct, eq=False):
    """One top-level item, lowered: usually a single declaration or function definition.

    `type_names` are the outer names that lowering looked up, each with the answer whether it is a
    type.  The same text with the same answers lowers to an equal item.  `problems` are the errors
    that the records still have, and `recovered` those that error recovery fixed.  `text` is always
    as it was written.
    """

    text: str
    declarations: tuple[Statement, ...]
    problems: tuple[SyntaxProblem, ...]
    type_names: dict[str, bool]
    recovered: tuple[SyntaxProblem, ...] = ()


# --- walking -------------------------------------------------------------------------------------


def children(record: Record) -> list[Record]:
    """Return the children of `record` in the order written, without single words."""
    kind = type(record)
    values_of = _known_fields.get(kind)
    if values_of is None:
        values_of = _known_fields[kind] = _record_fields(kind)
    found: list[Record] = []
    for value in values_of(record):
        if value.__class__ is tuple:
            if value:
                _append_records(value, found)
        elif value is not None:
            found.append(value)
    return found


def _append_records(values: tuple[Any, ...], found: list[Record]) -> None:
    for value in values:
        if value.__class__ is tuple:
            _append_records(value, found)
        elif value is not None:
            found.append(value)


_LEAVES = frozenset(
    (
        *("int", "str", "bool", "tuple[str, ...]", "SyntaxProblemKind"),
        *("Word", "Word | None", "tuple[Word, ...]"),
    )
)
_known_fields: dict[type[Record], Callable[[Any], tuple[Any, ...]]] = {}


def _record_fields(kind: type[Record]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that gets the values of the fields of a class that may hold records."""
    annotations: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        annotations |= getattr(base, "__annotations__", {})
    names = [name for name in kind.__struct_fields__ if annotations[name] not in _LEAVES]
    if len(names) > 1:
        return attrgetter(*names)
    # With one name `attrgetter` returns no tuple.
    return (lambda record: (getattr(record, names[0]),)) if names else lambda _: ()
