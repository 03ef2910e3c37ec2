"""Values of constant expressions, of enumerators, constant variables and macros."""

from __future__ import annotations

import struct
from math import isfinite
from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.queries.describe import known_text, size_and_alignment
from opencl_ls.analysis.queries.expansions import expansion_at
from opencl_ls.analysis.queries.macro_names import is_macro_name
from opencl_ls.analysis.queries.program import records_at, word_around
from opencl_ls.analysis.queries.symbols import named_at
from opencl_ls.analysis.query_results import Value
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import TypedFolder, float_value, held
from opencl_ls.semantics.constants.literals import constant_value as builtin_value
from opencl_ls.semantics.lookup.constness import fixed_initializer
from opencl_ls.semantics.names.bind import bind
from opencl_ls.semantics.types import symbols as s
from opencl_ls.semantics.types.conversions import arithmetic_type, value_of
from opencl_ls.syntax import records as r
from opencl_ls.syntax.lower import lower

if TYPE_CHECKING:
    from opencl_ls.analysis.environment import UnitEnvironment
    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.settings.target import Target

_DEPTH: Final = 40
_LONGEST: Final = 10_000


def constant_value(program: Program, start: int, end: int) -> Value | None:
    """Return the value of the expression from one byte to another of the main file.

    None if it is no constant, and if devices may differ: sizes of pointers and `size_t`,
    overflows.  Floating numbers are computed step by step in their types.
    """
    if not 0 <= start < end <= len(program.text):
        return None
    text = program.text
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    first, last = program.position(start), program.position(end - 1)
    if first is None or last is None or first.item != last.item:
        return None
    model = program.model(first.item)
    for record in records_at(model.item, first.at):
        if record.start == first.at and record.end == last.at + 1:
            if isinstance(record, r.Expression):
                return _Constants(program, model).value(record)
    return None


def constant_at(program: Program, offset: int) -> Value | None:
    """Return the value of the constant that is at a byte: a name, a literal, a `sizeof`."""
    found = named_at(program, offset)
    if found is not None and found.definitions is not None:
        return _of_macro(program, offset, found.name)
    if found is not None and found.symbol is not None:
        return _of_symbol(program, found.symbol, found.item)
    if not 0 <= offset <= len(program.text):
        return None
    start, _ = word_around(program.text, offset)
    position = program.position(start)
    if position is None or program.is_quoted(start):
        return None
    model = program.model(position.item)
    records = records_at(model.item, position.at)
    record = records[-1] if records else None
    if isinstance(record, r.Expression):
        return _Constants(program, model).value(record)
    return None


def _of_symbol(program: Program, symbol: s.Symbol, item: int) -> Value | None:
    if isinstance(symbol, s.EnumeratorConstant):
        kind = known_text(symbol.type)
        return None if symbol.value is None else Value(str(symbol.value), kind, is_integer=True)
    # Code that a conditional excludes may appear after the last item.
    number = min(item, len(program.unit.items) - 1)
    return None if number < 0 else _Constants(program, program.model(number)).of_variable(symbol)


def value_at(program: Program, offset: int, text: str) -> Value | None:
    """Return the value of a constant expression, given as a text, at a byte of the main file."""
    if not text or len(text) > _LONGEST:
        return None
    position = program.position(offset)
    number = len(program.unit.items) if position is None else position.item
    return value_of_text(program, text, program.environment(number))


def _of_macro(program: Program, offset: int, name: str) -> Value | None:
    """Return the value of a macro's expansion, elsewhere that of an object-like macro."""
    used = expansion_at(program, offset)
    unit = program.unit.unit
    text = "" if used is None or used.name != name else used.text
    macro = unit.all_macros.get(name)
    if not text and macro is not None and macro.parameters is None and not macro.builtin:
        if any(is_macro_name(program, each) for each in macro.identifiers):
            return None
        text = macro.value
    return value_at(program, offset, text)


def constant_of(program: Program, model: ItemModel, expression: r.Expression) -> int | None:
    """Return the value of an integer constant expression of an item, None for any other."""
    found = _Constants(program, model).value(expression)
    return int(found.text) if found is not None and found.is_integer else None


def value_of_text(program: Program, text: str, environment: UnitEnvironment) -> Value | None:
    """Return the value of a constant expression that is given as a text."""
    item = lower(f"void opencl_ls_value(void) {{ ({text}); }}", environment.is_type)
    if item.problems or item.recovered or len(item.declarations) != 1:
        return None
    model = bind(item, environment, program.target)
    function = item.declarations[0]
    if not isinstance(function, r.FunctionDefinition) or len(function.body.statements) != 1:
        return None
    statement = function.body.statements[0]
    if not isinstance(statement, r.ExpressionStatement):
        return None
    return _Constants(program, model).value(statement.expression)


class _Folder(TypedFolder):
    """A folder that also knows the sizes of structs."""

    target: Target

    def _size(self, expression: r.TypeQuery) -> int | None:
        found = super()._size(expression)
        if found is not None or expression.keyword != "sizeof":
            return found
        asked = expression.operand
        kind = self._type_of(asked) if isinstance(asked, r.TypeName) else self._value_type(asked)
        if isinstance(t.element_of(kind).type, t.AggregateType):
            return size_and_alignment(kind, self.target)[0]
        return None


class _Constants:
    """Computes constants of one item."""

    def __init__(self, program: Program, model: ItemModel, depth: int = 0) -> None:
        self._program = program
        self._model = model
        self._depth = depth

    def value(self, expression: r.Expression) -> Value | None:
        """Return the value of an expression, None if it is not constant or unknown."""
        kind = value_of(self._type(expression))
        scalar = arithmetic_type(kind.type)
        if scalar is None:
            return None
        if scalar.floating:
            number = self._float(expression, 0)
            return None if number is None else Value(_shown(number), known_text(kind), False)
        whole = self._folder().integer(expression)
        return None if whole is None else Value(str(whole), known_text(kind), is_integer=True)

    def of_variable(self, symbol: s.Symbol) -> Value | None:
        """Return the value of a variable that never changes."""
        fixed = fixed_initializer(symbol)
        scalar = arithmetic_type(symbol.type.type)
        if fixed is None or scalar is None or self._depth > _DEPTH:
            return None
        model = self._model_of(symbol)
        if model is None:
            return None
        inner = _Constants(self._program, model, self._depth + 1)
        text = known_text(value_of(symbol.type))
        if scalar.floating:
            number = inner._float(fixed, 0)
            number = None if number is None else _rounded(number, scalar)
            return None if number is None else Value(_shown(number), text, is_integer=False)
        whole = inner._folder().integer(fixed)
        if whole is None or held(whole, value_of(symbol.type)) != whole:
            return None
        return Value(str(whole), text, is_integer=True)

    def _model_of(self, symbol: s.Symbol) -> ItemModel | None:
        if symbol in self._model.declared.values():
            return self._model
        program = self._program
        for number in program.unit.declarations.names.get(symbol.name, ()):
            model = program.model(number)
            if any(own is symbol for own in model.declared.values()):
                return model
        return None

    def _type(self, expression: r.Expression) -> t.Qualified:
        return self._model.types.get(expression, t.UNKNOWN_QUALIFIED)

    def _folder(self) -> TypedFolder:
        folder = _Folder(self._name, self._named_type, self._type)
        folder.target = self._program.target
        return folder

    def _named_type(self, name: r.TypeName) -> t.Qualified:
        return self._model.type_names.get(name, t.UNKNOWN_QUALIFIED)

    def _name(self, name: r.Name) -> int | None:
        symbol = self._model.references.get(name)
        if symbol is None:
            return builtin_value(name.name)
        if isinstance(symbol, s.EnumeratorConstant):
            return symbol.value
        found = self.of_variable(symbol)
        return int(found.text) if found is not None and found.is_integer else None

    def _float(self, expression: r.Expression, depth: int) -> float | None:
        """Return the value, in its type, of literals, signs and exact sums and products."""
        scalar = arithmetic_type(value_of(self._type(expression)).type)
        if scalar is None or depth > _DEPTH:
            return None
        if not scalar.floating:
            whole = self._folder().integer(expression)
            return None if whole is None else float(whole)
        found = self._computed(expression, depth + 1)
        return None if found is None or not isfinite(found) else _rounded(found, scalar)

    def _computed(self, expression: r.Expression, depth: int) -> float | None:
        if isinstance(expression, r.FloatLiteral):
            return float_value(expression.text)
        if isinstance(expression, r.Parenthesized):
            return self._float(expression.inner, depth)
        if isinstance(expression, r.Cast):
            return self._float(expression.operand, depth)
        if isinstance(expression, r.Unary) and expression.operator in ("-", "+"):
            operand = self._float(expression.operand, depth)
            return None if operand is None else -operand if expression.operator == "-" else operand
        if isinstance(expression, r.Name):
            symbol = self._model.references.get(expression)
            found = None if symbol is None else self.of_variable(symbol)
            return None if found is None else float(found.text)
        if isinstance(expression, r.Binary):
            left = self._float(expression.left, depth)
            right = self._float(expression.right, depth)
            if left is not None and right is not None:
                return _operated(expression.operator.text, left, right)
        return None


def _operated(operator: str, left: float, right: float) -> float | None:
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    return left / right if operator == "/" and right else None


def _rounded(number: float, kind: t.ScalarType) -> float | None:
    """Return a number converted to a type, None if it is too large."""
    try:
        if kind.name == "float":
            return float(struct.unpack("<f", struct.pack("<f", number))[0])
        if kind.name == "half":
            return float(struct.unpack("<e", struct.pack("<e", number))[0])
    except (OverflowError, struct.error):
        return None
    return number


def _shown(number: float) -> str:
    return repr(number)
