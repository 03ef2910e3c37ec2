"""The uniformity of an expression, from that of the variables in it.

Differences are followed through computations, as far as they provably survive.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.uniformity import arithmetic, sources, spans
from opencl_ls.semantics.flow.uniformity.parts import (
    Part,
    around,
    below,
    is_within,
    member_names,
    part_named,
)
from opencl_ls.semantics.flow.uniformity.values import (
    UNIFORM,
    UNKNOWN,
    Reason,
    Value,
    bundle,
    constant,
    join,
    part_of,
)
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.boolean_results import is_boolean
from opencl_ls.semantics.lookup.callees import builtin_name, named_symbol
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.enqueue import is_null
from opencl_ls.semantics.macros.undefined_macros import is_host_macro
from opencl_ls.semantics.types.components import components
from opencl_ls.semantics.types.symbols import (
    EnumeratorConstant,
    Function,
    ParameterVariable,
    Variable,
)
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from opencl_ls.semantics.flow.uniformity.callees import Callees
    from opencl_ls.semantics.types.symbols import Symbol

Key = tuple["Symbol | None", str]
"""A variable and "", or the path of a part of it; None is the result."""

_DEEPEST: Final = 16
"""The depth of operators up to which the components of a vector are distinguished."""
_LONGEST_TEXT: Final = 40
"""The largest number of bytes of an expression that a message quotes."""
_COMPUTING: Final = {"mul24": "*", "mad24": "*+"}
"""Integer functions that equal operators, with the operators after each argument."""
_IDS: Final = frozenset(sources.ITEM_IDS.values())


class Evaluator:
    """Evaluates the expressions of the body of `callees.info` for one group.

    `tracked` are the variables whose values `variables` gives; `callees` gives the values of calls
    of functions of the program and of parameters.  `spread` are the dimensions in which the
    function reads its local id.
    """

    def __init__(
        self,
        callees: Callees,
        group: arithmetic.Group,
        tracked: frozenset[Symbol],
        spread: frozenset[int],
    ) -> None:
        self.model = callees.info.model
        self.callees = callees
        self.group = group
        self.tracked = tracked
        self.spread = spread
        self.variables: Mapping[Key, Value] = {}
        self.constants = fixed_values(self.model)

    def value(self, record: r.Expression) -> Value:
        """Return the value of an expression."""
        evaluate = _KINDS.get(type(record))
        return UNKNOWN if evaluate is None else evaluate(self, record)

    # --- names and memory ------------------------------------------------------------------------

    def _name(self, record: r.Name) -> Value:
        symbol = self.model.references.get(record)
        if symbol is None:
            return UNIFORM
        if symbol in self.callees.info.uniform:
            return UNIFORM
        if symbol in self.tracked:
            return self.whole(symbol)
        if isinstance(symbol, EnumeratorConstant | Function):
            return UNIFORM
        if type(symbol) is ParameterVariable:
            return self.callees.initial(symbol, self.group)
        if type(symbol) is not Variable:
            return UNKNOWN
        space = t.object_space(symbol.type)
        is_shared = type(symbol.type.type) is t.ArrayType and space in (t.LOCAL, t.GLOBAL)
        return UNIFORM if is_shared or space == t.CONSTANT else UNKNOWN

    def whole(self, symbol: Symbol, path: str = "") -> Value:
        """Return the value of a tracked variable or part, with its separately stored parts."""
        base = self.variables.get((symbol, path))
        for outer in around(path):
            if base is not None:
                break
            found = self.variables.get((symbol, outer))
            base = None if found is None else part_of(found)
        parts = [
            value
            for (owner, inner), value in self.variables.items()
            if owner is symbol and inner != path and is_within(inner, path)
        ]
        if parts:
            return bundle(parts if base is None else [base, *parts])
        return UNKNOWN if base is None else base

    def _text(self, record: r.Expression) -> str:
        return self.model.spelling(record, _LONGEST_TEXT)

    def _tracked_part(self, record: r.Expression) -> Part | None:
        part = part_named(self.model, record)
        return part if part is not None and part.symbol in self.tracked else None

    def _somewhere(self, part: Part) -> Value:
        """Return the value of an element of a part, as its indices choose it."""
        value = part_of(self.whole(part.symbol, part.path))
        return join((value, *(self.value(index) for index in part.indices)))

    def _load(self, record: r.Expression, address: Value) -> Value:
        pointee = self.model.type_of(record)
        space = t.object_space(pointee)
        if space == t.PRIVATE:
            return UNKNOWN
        if type(pointee.type) is t.ArrayType:
            return address.plain()
        if address.differs:
            text = f"'{self._text(record)}' is read at an address that differs"
            reason = Reason(record, text, cause=address.reason, is_data=True)
            return replace(address, reason=reason, exact=None, mixed=False)
        if space == t.CONSTANT:
            return address.plain()
        return Value(parameters=address.parameters, unknown=True)

    def _index(self, record: r.Index) -> Value:
        part = self._tracked_part(record)
        if part is not None:
            return self.whole(part.symbol, part.path) if part.certain else self._somewhere(part)
        index = self.value(record.index)
        symbol = named_symbol(self.model, record.base)
        if type(self._type(record.base)) is t.VectorType:
            return join((part_of(self.value(record.base)), index))
        base = self.value(record.base)
        if type(symbol) is Variable and type(symbol.type.type) is t.ArrayType:
            base = UNIFORM if t.object_space(symbol.type) != t.PRIVATE else UNKNOWN
        return self._load(record, join((base, index)))

    def _member(self, record: r.Member) -> Value:
        if record.arrow:
            return self._load(record, self.value(record.base))
        part = self._tracked_part(record)
        if part is not None and part.certain:
            return self.whole(part.symbol, part.path)
        if type(self._type(record.base)) is t.VectorType:
            names = member_names(self.model, record)
            if not all(name.isdecimal() for name in names):
                # The vector has no component of that name.
                return UNKNOWN
            found = [self.component(record.base, int(name)) for name in names]
            return found[0] if len(found) == 1 else bundle(found)
        return part_of(self.value(record.base)) if part is None else self._somewhere(part)

    def component(self, record: r.Expression, index: int, depth: int = _DEEPEST) -> Value:
        """Return the value of one component of a vector; a scalar is the value of all of them."""
        record = unwrapped(record)
        kind = self._type(record)
        if type(kind) is not t.VectorType:
            value = self.value(record)
            number = (
                self.constants.integer(record) if value.exact is None and value.is_uniform else None
            )
            return part_of(value) if number is None else constant(number)
        named = self._tracked_part(record)
        if named is not None and named.certain:
            return self.whole(named.symbol, below(named.path, str(index)))
        rest = depth - 1
        if depth == 0:
            pass
        elif type(record) is r.VectorLiteral:
            for element in record.elements:
                width = self._width(element)
                if index < width:
                    part = self.component(element, index, rest)
                    return part if width > 1 else self._as(kind.element, element, part)
                index -= width
        elif type(record) is r.Member and self._width(record.base) > 1:
            indices = components(record.member.text, self._width(record.base)).indices
            if index < len(indices):
                return self.component(record.base, indices[index], rest)
        elif type(record) is r.Unary and record.operator in ("+", "-", "~", "!"):
            return self.component(record.operand, index, rest).plain()
        elif type(record) is r.Binary and record.operator.text != ",":
            left = self.component(record.left, index, rest)
            right = self.component(record.right, index, rest)
            if left.unknown or right.unknown:
                # The unknown part of one operand may be the part that differs in the other.
                return UNKNOWN
            return arithmetic.combined(record.operator.text, left, right, self.group)
        return part_of(self.value(record))

    def _width(self, record: r.Expression) -> int:
        kind = self._type(record)
        return kind.width if type(kind) is t.VectorType else 1

    def _type(self, record: r.Expression) -> t.Type:
        return self.model.type_of(record).type

    # --- operators -------------------------------------------------------------------------------

    def converted(self, record: r.Expression, kind: t.Type) -> Value:
        """Return the value of an expression as another type; an integer type loses the fraction."""
        return self._as(kind, record, self.value(record))

    def _as(self, kind: t.Type, record: r.Expression, value: Value) -> Value:
        """Return `value` converted to the type of `record`."""
        loses = arithmetic.is_floating(self._type(record)) and not arithmetic.is_floating(kind)
        if loses and value.may_differ and not value.is_data:
            return UNKNOWN
        return value if arithmetic.is_counted(kind) else value.without_span()

    def _unary(self, record: r.Unary) -> Value:
        if record.operator == "*":
            return self._load(record, self.value(record.operand))
        if record.operator == "&":
            return self._address(record.operand)
        if record.operator == "!":
            return self.truth(record.operand).plain()
        value = self.value(record.operand)
        return value if record.operator == "+" else value.plain()

    def _address(self, record: r.Expression) -> Value:
        record = unwrapped(record)
        if type(record) is r.Index:
            symbol = named_symbol(self.model, record.base)
            index = self.value(record.index)
            if symbol in self.tracked:
                return index.plain()
            return join((self.value(record.base), index))
        if type(record) is r.Member:
            return self.value(record.base) if record.arrow else self._address(record.base)
        if type(record) is r.Unary and record.operator == "*":
            return self.value(record.operand)
        return UNIFORM if type(record) is r.Name else UNKNOWN

    def _binary(self, record: r.Binary) -> Value:
        spine: list[r.Binary] = []
        leftmost: r.Expression = record
        while type(leftmost) is r.Binary:
            spine.append(leftmost)
            leftmost = leftmost.left
        value = self.value(leftmost)
        for step in reversed(spine):
            if step.operator.text in ("&&", "||"):
                value = self._truth_of(value, step.left)
            value = self.combined(step.operator.text, value, step.right)
            if value.may_differ and (self._is_null_test(step) or self._is_open_test(step)):
                value = UNKNOWN
            if value.span is not None and arithmetic.is_floating(self._type(step)):
                value = value.without_span()
        return value

    def combined(self, operator: str, left: Value, record: r.Expression) -> Value:
        """Return the value of a binary operator, or of the compound assignment of that name."""
        right = self.value(record)
        if operator == ",":
            return right
        if right.exact is None and right.is_uniform:
            number = self.constants.integer(record)
            right = right if number is None else constant(number)
        if operator in ("&&", "||"):
            right = self._truth_of(right, record)
        return arithmetic.combined(operator, left, right, self.group)

    def truth(self, record: r.Expression) -> Value:
        """Return the value of a condition."""
        return self._truth_of(self.value(record), record)

    def _truth_of(self, value: Value, record: r.Expression) -> Value:
        """Return `value` as a condition: pointers that differ are still not null."""
        is_pointer = type(self._type(record)) is t.PointerType
        return UNKNOWN if value.may_differ and is_pointer else value

    def _is_null_test(self, step: r.Binary) -> bool:
        """Tell whether a comparison is one of a pointer with null."""
        pairs = ((step.left, step.right), (step.right, step.left))
        return step.operator.text in ("==", "!=") and any(
            type(self._type(pointer)) is t.PointerType and is_null(null) for pointer, null in pairs
        )

    def _is_open_test(self, step: r.Binary) -> bool:
        """Return whether a macro of the host, which may be the group's size, bounds a local id."""
        return step.operator.text in arithmetic.ORDERINGS and any(
            is_host_macro(self.model, unwrapped(bound)) and arithmetic.is_local_id(self.value(side))
            for side, bound in ((step.left, step.right), (step.right, step.left))
        )

    def stepped(self, record: r.Unary | r.Postfix) -> Value:
        """Return what `++` or `--` stores."""
        value = self.value(record.operand)
        found = arithmetic.combined(record.operator[0], value, constant(1), self.group)
        value = replace(value.plain(), span=found.span)
        return self._as(self._type(record.operand), record.operand, value)

    def _integer(self, record: r.Expression) -> Value:
        number = self.constants.integer(record)
        return UNIFORM if number is None else constant(number)

    def _assignment(self, record: r.Assignment) -> Value:
        kind = self._type(record.left)
        if record.operator.text == "=":
            return self.converted(record.right, kind)
        value = self.combined(record.operator.text, self.value(record.left), record.right)
        return self._as(kind, record.right, value)

    def _conditional(self, record: r.Conditional) -> Value:
        number = self.constants.integer(record.condition)
        if number is not None and record.chosen is not None:
            return self.value(record.chosen if number else record.otherwise)
        condition = self.truth(record.condition)
        chosen = condition if record.chosen is None else self.value(record.chosen)
        otherwise = self.value(record.otherwise)
        if record.chosen is not None and self._text(record.chosen) == self._text(record.otherwise):
            return chosen
        if self.tests_group_size(record.condition) and not condition.differs:
            return UNKNOWN
        return join((condition, chosen, otherwise)).plain()

    def tests_group_size(self, record: r.Expression) -> bool:
        """Tell whether a condition compares the size of the work-group, as in `size == 1`."""
        record = unwrapped(record)
        if type(record) is not r.Binary:
            return False
        if record.operator.text in ("&&", "||"):
            return self.tests_group_size(record.left) or self.tests_group_size(record.right)
        if record.operator.text not in arithmetic.RELATIONS:
            return False
        sides = [self.value(side).exact for side in (record.left, record.right)]
        kinds = {"" if side is None else side[0] for side in sides}
        return "local size" in kinds and not kinds <= {"local size", "global size", *_IDS}

    # --- calls -----------------------------------------------------------------------------------

    def _call(self, record: r.Call) -> Value:
        symbol = named_symbol(self.model, record.callee)
        if isinstance(symbol, Function):
            arguments = [self.value(each) for each in record.arguments]
            return self.callees.call_result(symbol, record, arguments)
        name = builtin_name(self.model, record)
        if not name:
            return UNKNOWN
        if name in sources.ITEM_IDS or name in sources.SIZES:
            return self._id(name, record)
        effect = sources.effect(name, self.group.width)
        if effect in ("uniform", "unknown"):
            return UNIFORM if effect == "uniform" else UNKNOWN
        if effect == "differs":
            return self._source(name, record)
        if name in ("any", "all") and len(record.arguments) == 1:
            return self._any(record.arguments[0])
        if name in _COMPUTING and len(record.arguments) > 1:
            value = self.value(record.arguments[0])
            for operator, argument in zip(_COMPUTING[name], record.arguments[1:], strict=False):
                value = self.combined(operator, value, argument)
            return value
        value = join([self.value(argument) for argument in record.arguments]).plain()
        if effect == "converts" and record.arguments:
            return part_of(self.converted(record.arguments[0], self._type(record)))
        if effect == "load":
            # A value that is read at a partly differing place differs as a whole.
            return replace(value, unknown=not value.differs, mixed=False)
        return part_of(value)

    def _any(self, argument: r.Expression) -> Value:
        """Return the value of `any` or `all`, which look only at the sign of each component."""
        width = self._width(argument)
        whole = join([self.component(argument, index) for index in range(width)]).plain()
        # A true component of a vector is -1, while a true scalar is 1.
        signed = width > 1 and is_boolean(self.model, argument)
        return whole if signed or whole.is_uniform else UNKNOWN

    def _source(self, name: str, record: r.Call) -> Value:
        if self.group.sizes == arithmetic.SINGLE:
            return UNIFORM
        if any(self.constants.integer(each) == 0 for each in record.arguments[sources.added(name)]):
            return UNKNOWN
        text = f"'{self._text(record)}' {sources.difference(name, self.group.width)}"
        count = self.group.all() if name == "get_local_linear_id" else None
        span = None if count is None else spans.below(count)
        return Value(Reason(record, text, name, is_data=sources.is_data(name)), span=span)

    def _id(self, name: str, record: r.Call) -> Value:
        dimension = (
            self.constants.integer(record.arguments[0]) if len(record.arguments) == 1 else None
        )
        if name in sources.SIZES:
            return UNIFORM if dimension is None else Value(exact=(sources.SIZES[name], dimension))
        if dimension is not None and (dimension > 2 or self.group.is_single(dimension)):
            return UNIFORM
        kind = sources.ITEM_IDS[name]
        if dimension is None or (self.group.width == sources.SUBGROUP and dimension > 0):
            # A sub-group may be within one row of the work-group.
            return UNKNOWN
        if kind == "global" and dimension not in self.spread and self.group.sizes is None:
            # A group may be one work-item wide in a dimension that the function never asks about.
            return UNKNOWN
        text = f"'{self._text(record)}' is different for the work-items of a {self.group.width}"
        reason = Reason(record, text, name, dimension=dimension)
        return Value(reason, exact=(kind, dimension))


_KINDS: Final[dict[type[r.Expression], Callable[..., Value]]] = {
    r.Name: Evaluator._name,
    r.IntegerLiteral: Evaluator._integer,
    r.CharacterLiteral: Evaluator._integer,
    **dict.fromkeys(
        (r.FloatLiteral, r.StringLiteral, r.TypeQuery, r.OffsetOf, r.BlockLiteral),
        lambda *_: UNIFORM,
    ),
    r.Parenthesized: lambda evaluator, record: evaluator.value(record.inner),
    r.Cast: lambda evaluator, record: evaluator.converted(
        record.operand, evaluator.model.named_type(record.type).type
    ),
    r.Unary: Evaluator._unary,
    r.Postfix: lambda evaluator, record: evaluator.value(record.operand).plain(),
    r.Binary: Evaluator._binary,
    r.Assignment: Evaluator._assignment,
    r.Conditional: Evaluator._conditional,
    r.VectorLiteral: lambda evaluator, record: bundle(map(evaluator.value, record.elements)),
    r.CompoundLiteral: lambda evaluator, record: evaluator.value(record.initializer),
    r.InitializerList: lambda evaluator, record: bundle(
        evaluator.value(entry.value) for entry in record.entries
    ),
    r.Call: Evaluator._call,
    r.Index: Evaluator._index,
    r.Member: Evaluator._member,
}
