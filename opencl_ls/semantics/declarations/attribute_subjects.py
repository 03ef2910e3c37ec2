"""The subjects of attributes: functions, variables, types, statements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.attribute_uses import AttributeUse, attribute_use
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import at_program_scope, attribute_name
from opencl_ls.semantics.macros.undefined_macros import may_be_kernel
from opencl_ls.semantics.types.symbols import (
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

KERNEL_ONLY: Final = frozenset(
    (
        *("reqd_work_group_size", "work_group_size_hint", "vec_type_hint"),
        "intel_reqd_sub_group_size",
    )
)

OF_OTHER_RULES: Final = KERNEL_ONLY | {"opencl_unroll_hint"}
"""Attributes of OpenCL C with rules of their own about subjects and arguments alike."""

_WORDS: Final = {
    "void function": "a function without a value",
    "function": "a function",
    "pointer function": "a function",
    "kernel": "a kernel",
    "pointer parameter": "a parameter",
    "global variable": "a variable of the program",
    "global pointer": "a variable of the program",
    "local variable": "a variable of a function",
    "variable": "a variable of a function",
    "pointer": "a variable of a function",
    "block variable": "a variable of a function",
    "pointer typedef": "a typedef",
    "pointer member": "a member",
    "enum": "an enum",
    "enumerator": "an enumerator",
    "empty statement": "an empty statement",
    "type name": "a type in an expression",
    "struct": "a struct or union",
    "union": "a struct or union",
}


_OF_CALLS: Final = frozenset({"nomerge"})
"""Attributes that a statement with a call may have."""


class Misplaced(NamedTuple):
    """An attribute on what it does not apply to."""

    use: AttributeUse
    kind: str

    @property
    def is_error(self) -> bool:
        """Compilers refuse it, instead of ignoring it."""
        return self.use.level(self.kind) == "E"

    @property
    def subject(self) -> str:
        """The subject of the attribute, in words."""
        return subject_words(self.kind)

    @property
    def is_statement(self) -> bool:
        """It is in front of a statement."""
        return self.kind in ("loop", "empty statement", "statement")

    @property
    def is_in_expression(self) -> bool:
        """It is a part of a type, for example in a cast."""
        return self.kind == "type name"

    @property
    def is_everywhere(self) -> bool:
        """There is nothing in OpenCL C that the attribute applies to."""
        return "-" not in self.use.levels


def subject_words(kind: str) -> str:
    """Return a kind of subject in words, with its article."""
    return _WORDS.get(kind, f"a {kind}")


def misplaced(model: ItemModel, attribute: r.Attribute) -> Misplaced | None:
    """Return what is wrong with the place of an attribute, if that is known."""
    use = attribute_use(attribute_name(attribute))
    if use is None:
        return None
    kind = subject_kind(model, attribute)
    if not kind or use.level(kind) == "-":
        return None
    if attribute_name(attribute) in _OF_CALLS and kind in ("loop", "statement"):
        owner = model.parents.get(attribute)
        if owner is not None and _holds_call(owner):
            return None
    return Misplaced(use, kind)


def _holds_call(record: r.Record) -> bool:
    return isinstance(record, r.Call) or any(map(_holds_call, r.children(record)))


def other_holder(model: ItemModel, attribute: r.Attribute) -> str:
    """Return in words the subject without a symbol that an attribute of functions is on, or ""."""
    found = misplaced(model, attribute)
    if found is None or found.is_statement or found.is_in_expression:
        return ""
    return "" if "function" in found.kind else found.subject


def is_ignored(model: ItemModel, attribute: r.Attribute) -> bool:
    """Tell whether compilers ignore an attribute because of its place."""
    found = misplaced(model, attribute)
    return is_before_tag(model, attribute) or (
        found is not None and found.use.level(found.kind) != "w"
    )


def is_before_tag(model: ItemModel, attribute: r.Attribute) -> bool:
    """Tell whether an attribute is before a `struct`, `union` or `enum` that declares nothing else.

    It would belong to an object of that type, and there is none.
    """
    owner = model.parents.get(attribute)
    above = None if owner is None else model.parents.get(owner)
    return (
        isinstance(owner, r.Specifiers)
        and isinstance(above, r.Declaration)
        and not above.declarators
        and isinstance(owner.type, r.RecordType | r.EnumType)
        and attribute.start < owner.type.start
    )


def subject_kind(model: ItemModel, attribute: r.Attribute) -> str:
    """Return the kind of subject that an attribute belongs to, or "" where that is not certain."""
    owner = model.parents.get(attribute)
    if isinstance(owner, r.RecordType):
        return owner.keyword
    if isinstance(owner, r.EnumType):
        return "enum"
    if isinstance(owner, r.Enumerator):
        return "enumerator"
    if isinstance(owner, r.BlockLiteral):
        return "block"
    above = None if owner is None else model.parents.get(owner)
    if isinstance(owner, r.Attributed):
        return _statement_kind(owner, above)
    if isinstance(above, r.TypeName):
        return "type name"
    declared: tuple[r.Record, ...] = ()
    if isinstance(above, r.Parameter) and above not in model.declared:
        return _symbol_kind(model, _of_prototype(model, above))
    if isinstance(above, r.Parameter | r.FunctionDefinition | r.InitDeclarator):
        declared = (above,)
    elif isinstance(above, r.Declaration) and isinstance(owner, r.Specifiers):
        declared = above.declarators
    found = {_symbol_kind(model, model.declared.get(each)) for each in declared}
    return found.pop() if len(found) == 1 else ""


def _of_prototype(model: ItemModel, record: r.Parameter) -> Symbol | None:
    """Return a parameter of a function without a body, whose name is in no scope."""
    declarator = model.enclosing(record, r.InitDeclarator)
    function = None if declarator is None else model.declared.get(declarator)
    own = function.parameters if isinstance(function, Function) else ()
    return next((each for each in own if each.parameter is record), None)


def _statement_kind(record: r.Attributed, above: r.Record | None) -> str:
    """Return what attributes in front of a statement belong to; after a label, to that."""
    if isinstance(above, r.Label):
        return "label"
    if above is None:
        # Outside of all functions compilers accept an attribute by itself before a semicolon.
        return ""
    target = record.statement
    while isinstance(target, r.Attributed):
        target = target.statement
    if isinstance(target, r.For | r.While | r.DoWhile):
        return "loop"
    if target is None or isinstance(target, r.EmptyStatement):
        return "empty statement"
    return "statement"


def _symbol_kind(model: ItemModel, symbol: Symbol | None) -> str:
    """Return the subject that a symbol is, "" if its type may make it another one."""
    if isinstance(symbol, Function):
        return _function_kind(model, symbol)
    if isinstance(symbol, Variable) and isinstance(symbol.type.type, t.BlockType):
        return "block variable" if not at_program_scope(symbol) else ""
    if symbol is None or _may_be_function(symbol.type):
        return ""
    is_pointer = isinstance(symbol.type.type, t.PointerType | t.ArrayType)
    if isinstance(symbol, ParameterVariable):
        return "pointer parameter" if is_pointer else "parameter"
    if isinstance(symbol, MemberVariable):
        return "pointer member" if is_pointer else "member"
    if isinstance(symbol, Typedef):
        return "pointer typedef" if is_pointer else "typedef"
    if not isinstance(symbol, Variable):
        return ""
    if "extern" in symbol.storage and not at_program_scope(symbol):
        return ""
    space = t.object_space(symbol.type)
    lives_on = "static" in symbol.storage or space in (t.CONSTANT, t.GLOBAL)
    if at_program_scope(symbol) or lives_on:
        return "global pointer" if is_pointer else "global variable"
    if space == t.LOCAL:
        return "local variable"
    return "pointer" if is_pointer else "variable"


def _function_kind(model: ItemModel, function: Function) -> str:
    kind = function.type.type
    if not isinstance(kind, t.FunctionType) or may_be_kernel(model, function):
        return ""
    if function.is_kernel:
        return "kernel"
    result = kind.result.type
    if isinstance(result, t.UnknownType):
        return ""
    if isinstance(result, t.VoidType):
        return "void function"
    return "pointer function" if isinstance(result, t.PointerType) else "function"


def _may_be_function(kind: t.Qualified) -> bool:
    """Tell whether a type is a function, leads to one, or is unknown."""
    bare = t.element_of(kind).type
    while isinstance(bare, t.PointerType):
        bare = t.element_of(bare.pointee).type
    return isinstance(bare, t.FunctionType | t.BlockType | t.UnknownType)
