"""What attributes of compilers may say something about: functions, variables, types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.semantics import types as t
from opencl_ls.semantics.placement import at_program_scope, attribute_name
from opencl_ls.semantics.symbols import (
    Function,
    MemberVariable,
    ParameterVariable,
    Symbol,
    Typedef,
    Variable,
)
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel

FUNCTION: Final = "a function"
PARAMETER: Final = "a parameter"
GLOBAL: Final = "a variable of the program"
LOCAL: Final = "a variable of a function"
TYPEDEF: Final = "a typedef"
MEMBER: Final = "a member"
RECORD: Final = "a struct or union"
ENUM: Final = "an enum"


class Subjects(NamedTuple):
    """What an attribute applies to; elsewhere compilers refuse it, or else ignore it."""

    words: str
    kinds: frozenset[str]
    refused: bool = False


_FUNCTIONS: Final = frozenset({FUNCTION})
_LINKED: Final = frozenset({FUNCTION, GLOBAL})

SUBJECTS: Final = {
    **dict.fromkeys(
        (
            "always_inline",
            "cold",
            "convergent",
            "format",
            "hot",
            "malloc",
            "noduplicate",
            "noinline",
            "returns_nonnull",
        ),
        Subjects("functions", _FUNCTIONS),
    ),
    "alias": Subjects("functions and program scope variables", _LINKED, refused=True),
    "fallthrough": Subjects("empty statements", frozenset(), refused=True),
    "flatten": Subjects("functions", _FUNCTIONS, refused=True),
    "nonnull": Subjects("functions and parameters", frozenset({FUNCTION, PARAMETER})),
    "section": Subjects("functions and program scope variables", _LINKED, refused=True),
    "used": Subjects("functions and program scope variables", _LINKED),
    "warn_unused_result": Subjects(
        "functions and types", frozenset({FUNCTION, TYPEDEF, RECORD, ENUM})
    ),
    "weak": Subjects(
        "functions and program scope variables", frozenset({FUNCTION, GLOBAL, LOCAL, PARAMETER})
    ),
}
"""The subjects of clang's attributes, by name (clang's attribute reference).

`weak` on the variable of a function and on a parameter is not for this table: it depends on the
linkage, and compilers let it pass on parameters.
"""


def wrong_subject(model: ItemModel, attribute: r.Attribute) -> tuple[Subjects, str] | None:
    """Return what an attribute applies to and what it stands on, where these disagree."""
    subjects = SUBJECTS.get(attribute_name(attribute))
    if subjects is None:
        return None
    subject = _subject(model, attribute)
    return (subjects, subject) if subject and subject not in subjects.kinds else None


def _subject(model: ItemModel, attribute: r.Attribute) -> str:
    """Return what an attribute belongs to, or "" where that is not certain."""
    owner = model.parents.get(attribute)
    if isinstance(owner, r.RecordType):
        return RECORD
    if isinstance(owner, r.EnumType):
        return ENUM
    above = None if owner is None else model.parents.get(owner)
    declarators: tuple[r.Record, ...] = ()
    if isinstance(above, r.Parameter) or (above is not None and isinstance(owner, r.Declarator)):
        declarators = (above,)
    elif isinstance(above, r.Declaration) and isinstance(owner, r.Specifiers):
        declarators = above.declarators
    found = {_kind(model.declared.get(each)) for each in declarators}
    return found.pop() if len(found) == 1 else ""


def _kind(symbol: Symbol | None) -> str:
    """Return the subject that a symbol is, "" where its type may make it another one."""
    if isinstance(symbol, Function):
        return FUNCTION
    if symbol is None or _may_be_function(symbol.type):
        return ""
    if isinstance(symbol, ParameterVariable):
        return PARAMETER
    if isinstance(symbol, MemberVariable):
        return MEMBER
    if isinstance(symbol, Typedef):
        return TYPEDEF
    if isinstance(symbol, Variable):
        return GLOBAL if at_program_scope(symbol) else LOCAL
    return ""


def _may_be_function(kind: t.Qualified) -> bool:
    """Tell whether a type is that of functions or leads to them, or is not known."""
    bare = t.element_of(kind).type
    while isinstance(bare, t.PointerType):
        bare = t.element_of(bare.pointee).type
    return isinstance(bare, t.FunctionType | t.BlockType | t.UnknownType)
