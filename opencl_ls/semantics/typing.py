"""The typer: the type of every expression of an item, and what is wrong with the types.

It runs over a bound item and keeps, for each expression, its type with qualifiers and address
space, and whether it is an lvalue.  What it does not understand is `UNKNOWN` and silent; an
operation on something invalid yields `UNKNOWN`, so that one mistake is reported once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from opencl_ls.builtins.functions import function_names
from opencl_ls.builtins.host_names import looks_like_macro
from opencl_ls.builtins.names import is_builtin, is_compilers_own
from opencl_ls.builtins.types import is_reserved_type
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import Folder, integer_value
from opencl_ls.semantics.constants.literals import (
    constant_type,
    constant_value,
    floating_type,
    integer_type,
)
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.components import components
from opencl_ls.semantics.types.conversions import (
    arithmetic_type,
    loaded,
    same_type,
    value_of,
)
from opencl_ls.semantics.types.operators import (
    INT,
    Invalid,
    Operand,
    binary,
    conditional,
    step,
    unary,
)
from opencl_ls.semantics.types.spelling import named_builtin
from opencl_ls.semantics.types.symbols import (
    EnumeratorConstant,
    Function,
    ParameterVariable,
    Symbol,
    Tag,
    Typedef,
    Variable,
)
from opencl_ls.syntax import records as r
from opencl_ls.syntax.tokens import PLACEHOLDER

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.semantics.calls.user_overloads import FittingForms
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.settings.target import Target

NULLABLE: Final = frozenset((t.PointerType, t.OpaqueType, t.BlockType))
"""What a null pointer constant may stand for; asking whether there is one costs a folding."""

_INTEGERS: Final = (
    *(r.IntegerLiteral, r.CharacterLiteral),
    *(r.Unary, r.Binary, r.Conditional, r.TypeQuery),
)
_MOST_COMPONENTS: Final = 16
_FUNCTION_NAMES: Final = frozenset(("__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"))
_SIZE: Final = t.Qualified(t.scalar("ulong"), alias="size_t")
_SIZES: Final = t.Qualified(t.ArrayType(_SIZE, 3))
_RANGE: Final = {
    ("ndrange_t", "workDimension"): t.Qualified(t.scalar("uint")),
    ("ndrange_t", "globalWorkOffset"): _SIZES,
    ("ndrange_t", "globalWorkSize"): _SIZES,
    ("ndrange_t", "localWorkSize"): _SIZES,
}
"""The members of `ndrange_t` in compilers' headers; the language itself keeps them to itself."""
RANGE: Final = t.AggregateType(
    "struct",
    "ndrange_t",
    t.Members(t.AggregateMember(n, kind, None) for (_, n), kind in _RANGE.items()),
)
"""The struct that `ndrange_t` is for its initialisers."""


class TyperBase:
    """The types of names, literals, operators and members."""

    def __init__(
        self, model: ItemModel, target: Target, lookup_tag: Callable[[str], Tag | None]
    ) -> None:
        self.model = model
        self.target = target
        self.lookup_tag = lookup_tag
        self.asked_tags = False
        """What was typed depends on structs that other items may define."""
        self.types = model.types
        self.lvalues = model.lvalues
        self.compared: dict[tuple[Function, tuple[Operand, ...]], FittingForms] = {}
        """Which forms go together with the arguments of calls."""

    @property
    def folder(self) -> Folder:
        """What computes constants here; not kept, so that no circle is left behind."""
        return Folder(self._constant, self._named_type, self.type_of)

    # --- entry -----------------------------------------------------------------------------------

    def type_of(self, expression: r.Expression) -> t.Qualified:
        """Return the type of an expression, arrays and functions not yet decayed."""
        known = self.types.get(expression)
        if known is None:
            compute = EXPRESSIONS.get(type(expression))
            known = t.UNKNOWN_QUALIFIED if compute is None else compute(self, expression)
            self.types[expression] = known
        return known

    def _constant(self, name: r.Name) -> int | None:
        symbol = self.model.references.get(name)
        if type(symbol) is EnumeratorConstant:
            return symbol.value
        return constant_value(name.name) if symbol is None else None

    def _named_type(self, name: r.TypeName) -> t.Qualified:
        return self.model.type_names.get(name, t.UNKNOWN_QUALIFIED)

    def operand(self, expression: r.Expression) -> Operand:
        """Return the value of an expression as an operand."""
        return Operand(value_of(self.type_of(expression)), self.is_null(expression))

    def operands(
        self, left: r.Expression, right: r.Expression, left_type: t.Qualified
    ) -> tuple[Operand, Operand]:
        """Return two operands; that one is a null pointer counts only beside a pointer."""
        one, other = value_of(left_type), value_of(self.type_of(right))
        asked = type(one.type) in NULLABLE or type(other.type) in NULLABLE
        if not asked:
            return Operand(one), Operand(other)
        return Operand(one, self.is_null(left)), Operand(other, self.is_null(right))

    def is_null(self, expression: r.Expression) -> bool:
        """Tell whether an expression is a null pointer constant (C11 6.3.2.3)."""
        while type(expression) is r.Parenthesized:
            expression = expression.inner
        if type(expression) is r.Name:
            return self._is_null_name(expression)
        if type(expression) is r.Cast:
            kind = self.type_of(expression).type
            if type(kind) is t.PointerType:
                return self._is_plain_void(kind.pointee) and self.is_null(expression.operand)
            return arithmetic_type(kind) is not None and self.is_null(expression.operand)
        if type(expression) is r.Binary and expression.operator.text == ",":
            return False
        return isinstance(expression, _INTEGERS) and self.folder.integer(expression) == 0

    def _is_plain_void(self, pointee: t.Qualified) -> bool:
        """Tell whether this is `void` as in `void *`: qualified it makes no null pointer constant.

        The address space that goes without saying may be said.
        """
        usual = t.GENERIC if self.target.has_generic_address_space else t.PRIVATE
        is_plain = type(pointee.type) is t.VoidType and not (pointee.const or pointee.volatile)
        return is_plain and t.object_space(pointee) in ("", usual)

    def _is_null_name(self, name: r.Name) -> bool:
        """Tell whether a name is that of a null pointer constant, or may be one.

        Compilers know the values of enumerators and of variables that never change.  That of a
        built-in constant may be open.
        """
        symbol = self.model.references.get(name)
        if symbol is None:
            kind, value = constant_type(name.name, self.target), constant_value(name.name)
            if kind is None or type(kind.type) is not t.ScalarType or kind.type.floating:
                return name.name == "NULL"
            return not value
        if type(symbol) is Variable:
            initializer = symbol.declarator.initializer
            fixed = symbol.type.space == t.CONSTANT or symbol.type.const
            if not fixed or type(initializer) is not r.IntegerLiteral:
                return False
            return integer_value(initializer.text) == 0
        return type(symbol) is EnumeratorConstant and symbol.value == 0

    def note(self, problem: p.TypeProblem) -> None:
        """Keep a problem for the rules."""
        self.model.problems.append(problem)

    def symbol(self, expression: r.Expression) -> Symbol | None:
        """Return the symbol that an expression names, through parentheses."""
        while type(expression) is r.Parenthesized:
            expression = expression.inner
        return self.model.references.get(expression)

    # --- leaves ----------------------------------------------------------------------------------

    def _name(self, record: r.Name) -> t.Qualified:
        symbol = self.model.references.get(record)
        if type(symbol) is Variable or type(symbol) is ParameterVariable:
            self.lvalues.add(record)
            return symbol.type
        if isinstance(symbol, EnumeratorConstant | Function):
            return symbol.type
        if type(symbol) is Typedef:
            self.note(p.TypeAsValue(record, record.name, symbol.type, symbol))
        if symbol is not None:
            return t.UNKNOWN_QUALIFIED
        is_function_name = record.name in _FUNCTION_NAMES
        constant = None if is_function_name else constant_type(record.name, self.target)
        if constant is not None:
            return constant
        if is_function_name:
            self.lvalues.add(record)
            return t.Qualified(t.ArrayType(t.Qualified(t.scalar("char"), t.CONSTANT, True), None))
        if record.name in function_names():
            self.note(p.BuiltinFunctionName(record, record.name))
        elif (kind := named_builtin(record.name)) is not None:
            self.note(p.TypeAsValue(record, record.name, kind, None))
        elif is_reserved_type(record.name) or not (
            is_builtin(record.name) or is_compilers_own(record.name) or record.name == PLACEHOLDER
        ):
            self.note(p.UndeclaredName(record, record.name, "value"))
        return t.UNKNOWN_QUALIFIED

    def _integer(self, record: r.IntegerLiteral) -> t.Qualified:
        return t.Qualified(integer_type(record.text))

    def _floating(self, record: r.FloatLiteral) -> t.Qualified:
        return t.Qualified(floating_type(record.text, self.target))

    def _character(self, record: r.CharacterLiteral) -> t.Qualified:
        return INT

    def _string(self, record: r.StringLiteral) -> t.Qualified:
        if record.names:
            return t.UNKNOWN_QUALIFIED
        self.lvalues.add(record)
        character = t.Qualified(t.scalar("char"), t.CONSTANT)
        size = sum(len(text) - 2 for text in record.texts) + 1
        exact = not any("\\" in text for text in record.texts)
        return t.Qualified(t.ArrayType(character, size if exact else None), t.CONSTANT)

    def _parenthesized(self, record: r.Parenthesized) -> t.Qualified:
        inner = self.type_of(record.inner)
        if record.inner in self.lvalues:
            self.lvalues.add(record)
        return inner

    # --- operators -------------------------------------------------------------------------------

    def _unary(self, record: r.Unary) -> t.Qualified:
        operator = record.operator
        if operator == "&":
            return self._address(record)
        if operator == "*":
            return self._indirection(record)
        if operator in ("++", "--"):
            return self._step(record, record.operand)
        operand = self.operand(record.operand)
        if operator not in ("+", "-", "~", "!"):
            return t.UNKNOWN_QUALIFIED
        outcome = unary(operator, operand, self.target)
        if isinstance(outcome, Invalid):
            self.note(p.InvalidOperand(record, operator, operand.type, "type"))
            return t.UNKNOWN_QUALIFIED
        return outcome

    def _address(self, record: r.Unary) -> t.Qualified:
        operand = self.type_of(record.operand)
        kind = operand.type
        if isinstance(kind, t.FunctionType | t.UnknownType | t.BlockType):
            if type(kind) is t.BlockType:
                self.note(p.InvalidOperand(record, "&", operand, "block"))
            return t.UNKNOWN_QUALIFIED
        inner = _inside(record.operand)
        if isinstance(inner, r.Member | r.Index) and self._is_components(inner):
            self.note(p.InvalidOperand(record, "&", operand, "component"))
        elif isinstance(kind, t.ImageType | t.PipeType) or is_opaque(kind, "sampler_t"):
            self.note(p.InvalidOperand(record, "&", operand, "opaque"))
        elif record.operand not in self.lvalues:
            self.note(p.InvalidOperand(record, "&", operand, "rvalue"))
        elif self._is_bit_field(inner):
            self.note(p.InvalidOperand(record, "&", operand, "bit-field"))
        else:
            return t.Qualified(t.pointer_to(spaces.pointee(operand, self.target)))
        return t.UNKNOWN_QUALIFIED

    def _indirection(self, record: r.Unary) -> t.Qualified:
        operand = value_of(self.type_of(record.operand))
        if type(operand.type) is t.UnknownType:
            return t.UNKNOWN_QUALIFIED
        if type(operand.type) is not t.PointerType:
            self.note(p.InvalidOperand(record, "*", operand, "type"))
            return t.UNKNOWN_QUALIFIED
        pointee = operand.type.pointee
        if type(pointee.type) is t.VoidType:
            self.note(p.InvalidOperand(record, "*", operand, "void"))
        if type(pointee.type) is not t.FunctionType:
            self.lvalues.add(record)
        return pointee

    def _postfix(self, record: r.Postfix) -> t.Qualified:
        return self._step(record, record.operand)

    def _step(self, record: r.Unary | r.Postfix, operand: r.Expression) -> t.Qualified:
        kind = self.type_of(operand)
        if not self.check_modifiable(record, operand):
            return t.UNKNOWN_QUALIFIED
        outcome = step(kind)
        if isinstance(outcome, Invalid):
            self.note(p.InvalidOperand(record, record.operator, kind, "type"))
            return t.UNKNOWN_QUALIFIED
        self._walks(record, kind)
        return value_of(outcome)

    def _walks(self, record: r.Record, *operands: t.Qualified) -> None:
        """Note when a pointer walks over objects whose size is not known here (C11 6.5.6p2)."""
        for operand in operands:
            kind = operand.type
            if type(kind) is not t.PointerType:
                continue
            # Most pointers are to numbers, and this is asked at each index.
            if isinstance(kind.pointee.type, t.AggregateType | t.ArrayType):
                if self._is_incomplete(kind.pointee, False):
                    self.note(p.IncompletePointee(record, kind.pointee))
                    return

    def _binary(self, record: r.Binary) -> t.Qualified:
        """Type a row of operators in a loop: a sum may have thousands of terms."""
        spine = [record]
        while type(spine[-1].left) is r.Binary and spine[-1].left not in self.types:
            spine.append(spine[-1].left)
        result = self.type_of(spine[-1].left)
        for current in reversed(spine):
            result = self._binary_step(current, result)
            self.types[current] = result
        return result

    def _binary_step(self, record: r.Binary, left_type: t.Qualified) -> t.Qualified:
        operator = record.operator.text
        if operator == ",":
            last = self.type_of(record.right)
            if _takes_no_operator(left_type.type) or _takes_no_operator(last.type):
                self.note(p.InvalidOperands(record, ",", left_type, last, Invalid("operands")))
                return t.UNKNOWN_QUALIFIED
            return value_of(last)
        left, right = self.operands(record.left, record.right, left_type)
        if operator == r.UNKNOWN_OPERATOR:
            return t.UNKNOWN_QUALIFIED
        outcome = binary(operator, left, right, self.target)
        if isinstance(outcome, Invalid):
            self.note(p.InvalidOperands(record, operator, left.type, right.type, outcome))
            return outcome.result
        if operator in ("+", "-"):
            self._walks(record, left.type, right.type)
        return outcome

    def _conditional(self, record: r.Conditional) -> t.Qualified:
        condition = loaded(value_of(self.type_of(record.condition)))
        first = record.condition if record.chosen is None else record.chosen
        chosen, otherwise = self.operands(first, record.otherwise, self.type_of(first))
        chosen = Operand(loaded(chosen.type), chosen.null)
        otherwise = Operand(loaded(otherwise.type), otherwise.null)
        outcome = conditional(condition, chosen, otherwise)
        if isinstance(outcome, Invalid):
            left, right = chosen.type, otherwise.type
            if outcome.reason in ("condition", "floating", "elements"):
                left = condition
            self.note(p.InvalidOperands(record, "?:", left, right, outcome))
            return outcome.result
        return outcome

    # --- assignment ------------------------------------------------------------------------------

    def _assignment(self, record: r.Assignment) -> t.Qualified:
        destination = self.type_of(record.left)
        operator = record.operator.text
        if self._is_atomic_assignment(record, destination):
            return value_of(destination)
        modifiable = self.check_modifiable(record, record.left)
        if operator == "=":
            if modifiable:
                self.check_assignment(record.right, destination, "assign")
            else:
                self.type_of(record.right)
        else:
            self._compound_assignment(record, operator[:-1], destination)
        return value_of(destination)

    def _is_atomic_assignment(self, record: r.Assignment, destination: t.Qualified) -> bool:
        """Note an assignment to or from an atomic object; tell whether it is one."""
        source = self.type_of(record.right)
        kind = destination if type(destination.type) is t.AtomicType else source
        if type(kind.type) is not t.AtomicType:
            return False
        if type(destination.type) is not t.UnknownType:
            self.note(p.NotAssignable(record, kind, "atomic", self.symbol(record.left)))
        return True

    def _compound_assignment(
        self, record: r.Assignment, operator: str, destination: t.Qualified
    ) -> None:
        left = Operand(value_of(destination))
        right = self.operand(record.right)
        outcome = binary(operator, left, right, self.target)
        if isinstance(outcome, Invalid):
            self.note(
                p.InvalidOperands(record, record.operator.text, left.type, right.type, outcome)
            )
        elif type(outcome.type) is t.VectorType and arithmetic_type(left.type.type) is not None:
            invalid = Invalid("vector-scalar")
            self.note(
                p.InvalidOperands(record, record.operator.text, left.type, right.type, invalid)
            )
        elif type(left.type.type) is not t.VectorType:
            self.check_result(record, destination, outcome)
            self._walks(record, left.type)

    def check_modifiable(self, record: r.Record, place: r.Expression) -> bool:
        """Note when a place cannot be assigned to; tell whether it can."""
        kind = self.type_of(place)
        if type(kind.type) is t.UnknownType:
            return False
        reason = self._unmodifiable(place, kind)
        if reason:
            self.note(p.NotAssignable(record, kind, reason, self.symbol(place)))
        return not reason

    def _unmodifiable(self, place: r.Expression, kind: t.Qualified) -> str:
        if self._repeated(place):
            return "duplicate"
        if type(kind.type) is t.FunctionType:
            return "function"
        if type(kind.type) is t.BlockType:
            return "block"
        if place not in self.lvalues:
            return "rvalue"
        if type(kind.type) is t.VoidType:
            return "void"
        if type(kind.type) is t.ArrayType:
            return "array"
        if kind.const or t.object_space(kind) == t.CONSTANT:
            return "const"
        if isinstance(kind.type, t.ImageType | t.PipeType) or is_opaque(kind.type, "sampler_t"):
            return "opaque"
        if type(kind.type) is t.AggregateType and const_member(kind.type) is not None:
            return "const-member"
        return ""

    def check_assignment(
        self, source: r.Expression, destination: t.Qualified, context: str
    ) -> None:
        """Note when the value of `source` cannot be stored in `destination`."""
        raise NotImplementedError

    def check_result(
        self, record: r.Assignment, destination: t.Qualified, result: t.Qualified
    ) -> None:
        """Note when the result of a compound assignment cannot be stored on its left."""
        raise NotImplementedError

    # --- members ---------------------------------------------------------------------------------

    def _index(self, record: r.Index) -> t.Qualified:
        base_type = self.type_of(record.base)
        base, index = (loaded(value_of(each)) for each in (base_type, self.type_of(record.index)))
        if arithmetic_type(base.type) is not None and type(index.type) is t.PointerType:
            base, index = index, base
        if type(base.type) is t.UnknownType or type(index.type) is t.UnknownType:
            if type(base.type) is t.PointerType:
                self.lvalues.add(record)
                return base.type.pointee
            return t.UNKNOWN_QUALIFIED
        scalar = arithmetic_type(index.type)
        if type(base.type) is t.VectorType and scalar is not None:
            if scalar.floating:
                self.note(p.NotIndexable(record, base, index, "index"))
            if record.base in self.lvalues:
                self.lvalues.add(record)
            return replace(base_type, type=base.type.element, alias="", unnamed_components=False)
        if type(base.type) is not t.PointerType:
            self.note(p.NotIndexable(record, base, index, "base"))
            return t.UNKNOWN_QUALIFIED
        if scalar is None or scalar.floating:
            self.note(p.NotIndexable(record, base, index, "index"))
        self._walks(record, base)
        self.lvalues.add(record)
        return base.type.pointee

    def _member(self, record: r.Member) -> t.Qualified:
        base_type = self.type_of(record.base)
        base, is_lvalue = base_type, record.base in self.lvalues
        if record.arrow:
            decayed = value_of(base_type)
            if type(decayed.type) is t.UnknownType:
                return t.UNKNOWN_QUALIFIED
            if type(decayed.type) is not t.PointerType:
                self.note(p.NoMember(record, base_type, record.member.text, "value"))
                return t.UNKNOWN_QUALIFIED
            base, is_lvalue = decayed.type.pointee, True
        return self.member_of(record, base, is_lvalue)

    def member_of(self, record: r.Member, base: t.Qualified, is_lvalue: bool) -> t.Qualified:
        """Return the type of a member of an object of type `base`."""
        if record.member.text == PLACEHOLDER:
            return t.UNKNOWN_QUALIFIED
        kind = base.type
        if type(kind) is t.AtomicType:
            kind = kind.value.type
        if type(kind) is t.VectorType:
            return self._swizzle(record, base, kind, is_lvalue)
        if type(kind) is t.AggregateType:
            return self._field(record, base, kind, is_lvalue)
        if type(kind) is t.OpaqueType and (made := _RANGE.get((kind.name, record.member.text))):
            if is_lvalue:
                self.lvalues.add(record)
            return spaces.with_qualifiers(
                spaces.with_space(made, base.space), base.const, base.volatile
            )
        if type(kind) is t.UnknownType:
            return t.UNKNOWN_QUALIFIED
        reason = "pointer" if type(kind) is t.PointerType and not record.arrow else "scalar"
        self.note(p.NoMember(record, base, record.member.text, reason))
        return t.UNKNOWN_QUALIFIED

    def _swizzle(
        self, record: r.Member, base: t.Qualified, kind: t.VectorType, is_lvalue: bool
    ) -> t.Qualified:
        name = record.member.text
        selected = components(name, kind.width)
        if selected.problem:
            if looks_like_macro(name) and components(name.lower(), kind.width).problem == "member":
                self.note(p.UndeclaredName(record.member, name, "value"))
            else:
                self.note(p.NoMember(record, base, name, selected.problem))
            return t.UNKNOWN_QUALIFIED
        if selected.rgba and self.target.version < 300:
            self.note(p.NoMember(record, base, name, "rgba"))
        if is_lvalue:
            self.lvalues.add(record)
        count = len(selected.indices)
        made: t.Type = kind.element if count == 1 else t.vector(kind.element, count)
        return replace(base, type=made, alias="")

    def _field(
        self, record: r.Member, base: t.Qualified, kind: t.AggregateType, is_lvalue: bool
    ) -> t.Qualified:
        members = self.members_of(kind)
        if members is None:
            self.note(p.NoMember(record, base, record.member.text, "incomplete"))
            return t.UNKNOWN_QUALIFIED
        found = find_member(members, record.member.text)
        if found is None:
            name = record.member.text
            if members.has_unknown:
                pass
            elif (
                looks_like_macro(name)
                and not members.has_upper
                and components(name, _MOST_COMPONENTS).problem
            ):
                self.note(p.UndeclaredName(record.member, name, "value"))
            else:
                self.note(p.NoMember(record, base, name, "member"))
            return t.UNKNOWN_QUALIFIED
        if is_lvalue:
            self.lvalues.add(record)
        made = (
            found.type if t.object_space(found.type) else spaces.with_space(found.type, base.space)
        )
        return spaces.with_qualifiers(made, base.const, base.volatile)

    def members_of(self, kind: t.AggregateType) -> t.Members | None:
        """Return the members of a struct, looking for its definition where it was only declared."""
        if kind.members is None and kind.tag:
            self.asked_tags = True
            tag = self.lookup_tag(kind.tag)
            if tag is not None and type(tag.defined) is t.AggregateType:
                return tag.defined.members
        return kind.members

    def _repeated(self, place: r.Expression) -> bool:
        """Tell whether a place is a part of components of which one is named twice."""
        inner = _inside(place)
        while isinstance(inner, r.Member | r.Index):
            base = value_of(self.type_of(inner.base)).type
            if type(inner) is r.Member and type(base) is t.PointerType:
                base = base.pointee.type
            if type(base) is not t.VectorType:
                return False
            if type(inner) is r.Member and components(inner.member.text, base.width).repeated:
                return True
            inner = _inside(inner.base)
        return False

    def _is_components(self, part: r.Member | r.Index) -> bool:
        base = value_of(self.type_of(part.base)).type
        if type(part) is r.Member and part.arrow and type(base) is t.PointerType:
            base = base.pointee.type
        return type(base) is t.VectorType

    def _is_bit_field(self, expression: r.Expression) -> bool:
        if type(expression) is not r.Member:
            return False
        base = value_of(self.type_of(expression.base)).type
        if expression.arrow and type(base) is t.PointerType:
            base = base.pointee.type
        if type(base) is not t.AggregateType:
            return False
        found = find_member(self.members_of(base) or (), expression.member.text)
        return found is not None and found.bit_width is not None

    # --- queries ---------------------------------------------------------------------------------

    def _type_query(self, record: r.TypeQuery) -> t.Qualified:
        operand = record.operand
        is_type = False
        if type(operand) is r.TypeName:
            is_type, kind = True, self._named_type(operand)
        else:
            kind = self.type_of(operand)
        if record.keyword == "sizeof" and self._is_incomplete(kind, is_type):
            self.note(p.IncompleteOperand(operand, kind))
        return INT if record.keyword.strip("_") == "vec_step" else _SIZE

    def _is_incomplete(self, kind: t.Qualified, is_type: bool) -> bool:
        if type(kind.type) is t.ArrayType and kind.type.size is None:
            # That of a value may be known, but not here: from an initialiser, or in a string.
            return is_type and not kind.type.variable
        element = t.element_of(kind).type
        if type(element) is not t.AggregateType or not element.tag:
            return False
        return self.members_of(element) is None

    def _offset_of(self, record: r.OffsetOf) -> t.Qualified:
        base = self._named_type(record.type)
        members = self.members_of(base.type) if type(base.type) is t.AggregateType else None
        name = record.member.text
        if members and find_member(members, name) is None and not members.has_unknown:
            self.note(p.NoMember(record, base, name, "member"))
        return _SIZE

    def _generic(self, record: r.GenericSelection) -> t.Qualified:
        control = value_of(self.type_of(record.control))
        types = {value: self.type_of(value) for _, value in record.choices}
        self._check_repeated(record)
        for name, value in record.choices:
            if name is None:
                continue
            wanted = self.model.type_names.get(name, t.UNKNOWN_QUALIFIED)
            if type(wanted.type) is t.UnknownType or type(control.type) is t.UnknownType:
                return t.UNKNOWN_QUALIFIED
            # The control is a value, which has no qualifiers (C17 6.5.1.1p2).
            if not (wanted.const or wanted.volatile) and same_type(wanted.type, control.type):
                return types[value]
        fallback = next((value for name, value in record.choices if name is None), None)
        if fallback is not None:
            return types[fallback]
        if _is_certain(control):
            self.note(p.GenericSelectionProblem(record.control, control, None))
        return t.UNKNOWN_QUALIFIED

    def _check_repeated(self, record: r.GenericSelection) -> None:
        """Note the choices of `_Generic` whose type, or `default`, stood before."""
        first: dict[object, r.Record] = {}
        for name, value in record.choices:
            kind = None if name is None else self.model.type_names.get(name, t.UNKNOWN_QUALIFIED)
            if kind is not None and not _is_certain(kind):
                continue
            key = None if kind is None else (kind.type, kind.const, kind.volatile)
            spot = value if name is None else name
            earlier = first.setdefault(key, spot)
            if earlier is not spot:
                self.note(p.GenericSelectionProblem(spot, kind, earlier))


def find_member(members: t.Members | tuple[()], name: str) -> t.AggregateMember | None:
    """Return the member of this name, also from unnamed structs and unions inside."""
    return members.named(name) if members else None


def const_member(kind: t.AggregateType) -> t.AggregateMember | None:
    """Return a member, of a struct or union inside as well, that is `const`; None without one.

    Compilers do not look into an array of structs.
    """
    seen = {kind}
    pending = [kind]
    while pending:
        for member in pending.pop().members or ():
            inner = member.type.type
            if t.element_of(member.type).const:
                return member
            if type(inner) is t.AggregateType and inner not in seen:
                seen.add(inner)
                pending.append(inner)
    return None


def _is_certain(qualified: t.Qualified) -> bool:
    """Tell whether a type is a number or a vector that no device sees otherwise."""
    if qualified.device_sized:
        return False
    return isinstance(qualified.type, t.ScalarType | t.VectorType)


def _takes_no_operator(kind: t.Type) -> bool:
    """Tell whether not even a comma may stand beside an object of this type."""
    return isinstance(kind, t.ImageType | t.PipeType | t.BlockType | t.AtomicType) or (
        type(kind) is t.OpaqueType and kind.name == "sampler_t"
    )


def _inside(expression: r.Expression) -> r.Expression:
    while type(expression) is r.Parenthesized:
        expression = expression.inner
    return expression


def is_opaque(kind: t.Type, name: str) -> bool:
    """Tell whether a type is the opaque one of this name."""
    return type(kind) is t.OpaqueType and kind.name == name


EXPRESSIONS: Final[dict[type[r.Expression], Callable[[Any, Any], t.Qualified]]] = {
    r.Name: TyperBase._name,
    r.IntegerLiteral: TyperBase._integer,
    r.FloatLiteral: TyperBase._floating,
    r.CharacterLiteral: TyperBase._character,
    r.StringLiteral: TyperBase._string,
    r.Parenthesized: TyperBase._parenthesized,
    r.Unary: TyperBase._unary,
    r.Postfix: TyperBase._postfix,
    r.Binary: TyperBase._binary,
    r.Conditional: TyperBase._conditional,
    r.Assignment: TyperBase._assignment,
    r.Index: TyperBase._index,
    r.Member: TyperBase._member,
    r.TypeQuery: TyperBase._type_query,
    r.OffsetOf: TyperBase._offset_of,
    r.GenericSelection: TyperBase._generic,
}
