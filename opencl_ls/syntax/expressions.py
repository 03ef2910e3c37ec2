"""Lowering of expressions, with the readings that depend on which names are types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.syntax import records as r
from opencl_ls.syntax.lowering.base import LoweringBase
from opencl_ls.syntax.tokens import STATEMENT_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.syntax.tree import SyntaxNode

_PRECEDENCE: Final = {
    ",": 0,
    "||": 1,
    "&&": 2,
    "|": 3,
    "^": 4,
    "&": 5,
    "==": 6,
    "!=": 6,
    "<": 7,
    ">": 7,
    "<=": 7,
    ">=": 7,
    "<<": 8,
    ">>": 8,
    "+": 9,
    "-": 9,
    "*": 10,
    "/": 10,
    "%": 10,
}
_PREFIX_OR_BINARY: Final = frozenset("+-*&")
_BINARY_KINDS: Final = frozenset(("binary_expression", "comma_expression"))
_PREFIXED: Final = frozenset(
    ("cast_expression", "unary_expression", "pointer_expression", "update_expression")
)
_POSTFIX_KINDS: Final = frozenset(
    ("field_expression", "subscript_expression", "call_expression", "update_expression")
)


_AFTER_FALSE_CAST: Final = frozenset(
    ("unary_expression", "pointer_expression", "parenthesized_expression")
)

# What may be `(T)`, or end with one.
_BEFORE_OPERAND: Final = frozenset((r.Parenthesized, r.Unary, r.Cast))


class ExpressionLowering(LoweringBase):
    """The part of lowering that reads expressions."""

    def expression(self, node: SyntaxNode) -> r.Expression:
        """Lower any expression; what cannot be read becomes a `BadExpression`."""
        lowered = _LOWERINGS.get(node.kind)
        if lowered is None:
            return r.BadExpression(node.start, node.end)
        return lowered(self, node)

    # --- leaves ----------------------------------------------------------------------------------

    def _name(self, node: SyntaxNode) -> r.Expression:
        if node.missing:
            return r.BadExpression(node.start, node.end)
        name = self.text[node.start : node.end]
        if name in STATEMENT_WORDS:
            self.misread = True
        return r.Name(node.start, node.end, name)

    def _number(self, node: SyntaxNode) -> r.Expression:
        text = self.text[node.start : node.end]
        if is_floating(text):
            return r.FloatLiteral(node.start, node.end, text)
        return r.IntegerLiteral(node.start, node.end, text)

    def _character(self, node: SyntaxNode) -> r.Expression:
        return r.CharacterLiteral(node.start, node.end, self.text[node.start : node.end])

    def _string(self, node: SyntaxNode) -> r.Expression:
        parts = node.children if node.kind == "concatenated_string" else [node]
        texts = tuple(self.text[part.start : part.end] for part in parts)
        names = tuple(self.word(part) for part in parts if part.kind == "identifier")
        return r.StringLiteral(node.start, node.end, texts, names)

    # --- operators -------------------------------------------------------------------------------

    def _parenthesized(self, node: SyntaxNode) -> r.Expression:
        for child in node.children:
            if child.kind not in ("(", ")"):
                if child.kind == "compound_statement":
                    return r.StatementExpression(node.start, node.end, self.compound(child))
                return r.Parenthesized(node.start, node.end, self.expression(child))
        return r.BadExpression(node.start, node.end)

    def _unary(self, node: SyntaxNode) -> r.Expression:
        operator, operand = node.child("operator"), node.child("argument")
        if operator is None or operand is None:
            return r.BadExpression(node.start, node.end)
        if operand.kind in _PREFIXED and self._hidden_row(node):
            return self._binary(node)
        return _prefixed_by(node.start, operator, self.expression(operand))

    def _update(self, node: SyntaxNode) -> r.Expression:
        operator, operand = node.child("operator"), node.child("argument")
        if operator is None or operand is None:
            return r.BadExpression(node.start, node.end)
        if operator.start < operand.start:
            if operand.kind in _PREFIXED and self._hidden_row(node):
                return self._binary(node)
            return _prefixed_by(node.start, operator, self.expression(operand))
        return self._postfix(node)

    def _binary(self, node: SyntaxNode) -> r.Expression:
        row = self._row(node)
        if len(row) == 1 and isinstance(row[0], r.Expression):
            return row[0]
        if any(type(entry) is r.Assignment for entry in row):
            row = _settle_signs(row, self._tree)
        lowered = self._tree(row)
        if self.unknown_operators:
            for entry in row:
                if type(entry) is r.Word and entry.start in self.unknown_operators:
                    entry.text = r.UNKNOWN_OPERATOR
        return lowered

    def _tree(self, row: list[r.Expression | r.Word]) -> r.Expression:
        if any(type(entry) in _BEFORE_OPERAND for entry in row):
            row = _settle_casts(row, self._cast_name)
        return _climb(row)

    def _row(self, node: SyntaxNode) -> list[r.Expression | r.Word]:
        """Flatten a tree of binary operators into operands and operators in the order written."""
        row: list[r.Expression | r.Word] = []
        pending = [node]
        while pending:
            current = pending.pop()
            if current.kind in _BINARY_KINDS:
                left, right = current.child("left"), current.child("right")
                operator = current.child("operator") or current.first(",")
                if left is None or right is None or operator is None:
                    row.append(r.BadExpression(current.start, current.end))
                    continue
                pending.extend((right, operator, left))
            elif current.field == "operator" or current.kind == ",":
                row.append(self.word(current))
            elif current.kind in _PREFIXED and (chain := self._hidden_row(current)):
                self._unfold(chain, row, pending)
            else:
                row.append(self.expression(current))
        return row

    def _hidden_row(self, node: SyntaxNode) -> list[SyntaxNode]:
        """Return the prefixes before `(name) op operand` that was read as a cast, and that cast.

        In `-(a) + b * c` the sign was taken to stand before the whole of `(a) + b`.  The result is
        empty where no such cast is found.
        """
        chain: list[SyntaxNode] = []
        inner: SyntaxNode | None = node
        while inner is not None and inner.kind in _PREFIXED:
            chain.append(inner)
            if inner.kind != "cast_expression":
                inner = inner.child("argument")
            elif self._is_false_cast(inner):
                return chain
            else:
                inner = inner.child("value")
        return []

    def _is_false_cast(self, node: SyntaxNode) -> bool:
        """Tell whether `(name) op operand` was read as a cast although `name` is no type."""
        descriptor, value = node.child("type"), node.child("value")
        if descriptor is None or value is None:
            return False
        if value.kind == "update_expression":
            # `(name)++ && operand`: the `&&` was read as the address of an address.
            address = value.child("argument")
            if address is None or self.text[address.start : address.start + 2] != "&&":
                return False
        elif value.kind not in _AFTER_FALSE_CAST:
            return False
        if value.kind == "unary_expression" and self.text[value.start] not in _PREFIX_OR_BINARY:
            return False
        return self._is_no_type(descriptor)

    def _is_no_type(self, descriptor: SyntaxNode) -> bool:
        """Tell whether what was read as a type is a name that is none."""
        if len(descriptor.children) != 1 or descriptor.children[0].kind != "type_identifier":
            return False
        return not self.names.is_type(self.text[descriptor.start : descriptor.end])

    def _parenthesized_name(self, node: SyntaxNode, descriptor: SyntaxNode) -> r.Parenthesized:
        start, end = descriptor.start, descriptor.end
        return r.Parenthesized(node.start, end + 1, r.Name(start, end, self.text[start:end]))

    def _unfold(
        self,
        chain: list[SyntaxNode],
        row: list[r.Expression | r.Word],
        pending: list[SyntaxNode],
    ) -> None:
        """Add what was read as a cast to a row, with the prefixes that stand before its name."""
        *prefixes, node = chain
        descriptor, value = node.child("type"), node.child("value")
        assert descriptor is not None and value is not None
        callee = self._parenthesized_name(node, descriptor)
        if value.kind == "parenthesized_expression":
            inner = self._parenthesized(value)
            arguments = _comma_list(inner.inner) if type(inner) is r.Parenthesized else (inner,)
            called = r.Call(node.start, node.end, callee, arguments, value.end - 1)
            row.append(self._prefixed(prefixes, called))
            return
        operator, operand = value.child("operator"), value.child("argument")
        changed: r.Expression = callee
        if value.kind == "update_expression" and operator is not None and operand is not None:
            changed = r.Postfix(callee.start, operator.end, operator.kind, callee)
            operator, operand = operand.child("operator"), operand.child("argument")
        row.append(self._prefixed(prefixes, changed))
        if operator is None or operand is None:
            return
        word = self.word(operator)
        address = operand.child("argument")
        if self.text[word.start : word.start + 2] == "&&" and address is not None:
            # Where a cast was read, no `&&` was possible, but two addresses were.
            word, operand = r.Word(word.start, word.start + 2, "&&"), address
        row.append(word)
        pending.append(operand)

    def _prefixed(self, prefixes: list[SyntaxNode], operand: r.Expression) -> r.Expression:
        for prefix in reversed(prefixes):
            descriptor, operator = prefix.child("type"), prefix.child("operator")
            if descriptor is not None and self._is_no_type(descriptor):
                callee = self._parenthesized_name(prefix, descriptor)
                inner = operand.inner if type(operand) is r.Parenthesized else operand
                operand = r.Call(prefix.start, operand.end, callee, (inner,), operand.end - 1)
            elif descriptor is not None:
                lowered = self.type_name(descriptor)
                operand = r.Cast(prefix.start, operand.end, lowered, operand)
            elif operator is not None:
                operand = r.Unary(prefix.start, operand.end, operator.kind, operand)
        return operand

    def _cast_name(self, operand: r.Expression) -> r.Name | None:
        """Return the type name when `operand` is `(T)` with T a type."""
        if type(operand) is r.Parenthesized and type(operand.inner) is r.Name:
            if self.names.is_type(operand.inner.name):
                return operand.inner
        return None

    def _assignment(self, node: SyntaxNode) -> r.Expression:
        left, right = node.child("left"), node.child("right")
        operator = node.child("operator")
        if left is None or right is None or operator is None:
            return r.BadExpression(node.start, node.end)
        return r.Assignment(
            node.start,
            node.end,
            self.word(operator),
            self.expression(left),
            self.initializer(right),
        )

    def _conditional(self, node: SyntaxNode) -> r.Expression:
        condition, chosen = node.child("condition"), node.child("consequence")
        otherwise = node.child("alternative")
        if condition is None or otherwise is None:
            return r.BadExpression(node.start, node.end)
        decisive = self.expression(condition)
        first = None if chosen is None else self.expression(chosen)
        second = self.expression(otherwise)
        return _before_sign(
            second, lambda last: r.Conditional(node.start, last.end, decisive, first, last)
        )

    # --- postfix expressions ---------------------------------------------------------------------

    def _postfix(self, node: SyntaxNode) -> r.Expression:
        """Lower a chain of calls, subscripts, members and `++`, innermost first.

        `(T)(a).x` reads as a call to the grammar; with T a type it is a cast of `(a).x`, while
        `(T)(a, b).x` takes the member of a vector literal, and `(T)(int)(a)` casts twice.
        """
        chain: list[SyntaxNode] = []
        base_node: SyntaxNode | None = node
        while base_node is not None and base_node.kind in _POSTFIX_KINDS:
            if base_node.kind == "update_expression" and _is_prefix(base_node):
                break
            chain.append(base_node)
            base_node = base_node.child(
                "function" if base_node.kind == "call_expression" else "argument"
            )
        if base_node is None:
            return r.BadExpression(node.start, node.end)
        base: r.Expression | None = None
        casts: list[tuple[int, r.TypeName]] = []
        named, start = self._parenthesized_type(base_node), base_node.start
        change: SyntaxNode | None = None
        while named is not None and chain:
            step = chain[-1]
            if step.kind == "update_expression" and change is None and len(chain) > 1:
                # `(T)++(a)`, where the grammar saw a name that is incremented and called.
                step = chain[-2]
            arguments = step.child("arguments")
            if arguments is None:
                break
            innermost = chain.pop()
            if innermost is not step:
                change = innermost.child("operator")
                chain.pop()
            values = self.arguments(arguments)
            if len(values) != 1:
                base = r.VectorLiteral(start, step.end, named, values)
                break
            casts.append((start, named))
            [base] = values
            named = None
            if type(base) is r.TypeArgument and change is None:
                # `(T)(int)(a)`, where the grammar saw two calls.
                named, start = base.type, arguments.start
            else:
                base = r.Parenthesized(arguments.start, arguments.end, base)
        if base is None:
            base = self.expression(base_node)
        for step in reversed(chain):
            base = self._postfix_step(step, base)
        if change is not None:
            base = r.Unary(change.start, base.end, change.kind, base)
        for start, cast in reversed(casts):
            base = r.Cast(start, node.end, cast, base)
        return base

    def _parenthesized_type(self, node: SyntaxNode) -> r.TypeName | None:
        if node.kind != "parenthesized_expression":
            return None
        inner = [child for child in node.children if child.kind not in ("(", ")")]
        if len(inner) != 1:
            return None
        name = inner[0]
        if name.kind != "identifier" or not self.names.is_type(self.text[name.start : name.end]):
            return None
        return self._type_from_name(name.start, name.end)

    def _type_from_name(self, start: int, end: int) -> r.TypeName:
        return type_from_name(start, end, self.text[start:end])

    def _postfix_step(self, node: SyntaxNode, base: r.Expression) -> r.Expression:
        start, end = base.start, node.end
        if node.kind == "field_expression":
            member, operator = node.child("field"), node.child("operator")
            if member is None:
                return r.BadExpression(start, end)
            arrow = operator is not None and operator.kind == "->"
            return r.Member(start, end, base, self.word(member), arrow)
        if node.kind == "subscript_expression":
            index = node.child("index")
            if index is None:
                return r.BadExpression(start, end)
            return r.Index(start, end, base, self.expression(index))
        if node.kind == "call_expression":
            arguments = node.child("arguments")
            if arguments is None:
                return r.BadExpression(start, end)
            values = self.arguments(arguments)
            if type(base) is r.Name and base.name == "vec_step" and len(values) == 1:
                # It looks like a function and is an operator (OpenCL C 6.13.12).
                value = values[0]
                operand = value.type if type(value) is r.TypeArgument else value
                return r.TypeQuery(start, end, base.name, operand)
            if type(base) is r.Name and base.name == "__builtin_offsetof" and len(values) == 2:
                kind, path = values
                # A member of a member, or an element of one, begins with a member, too.
                while isinstance(path, r.Member | r.Index):
                    path = path.base
                if type(kind) is r.TypeArgument and type(path) is r.Name:
                    word = r.Word(path.start, path.end, path.name)
                    return r.OffsetOf(start, end, kind.type, word)
            return r.Call(start, end, base, values, arguments.end - 1)
        operator = node.child("operator")
        return r.Postfix(start, end, "++" if operator is None else operator.kind, base)

    def arguments(self, node: SyntaxNode) -> tuple[r.Expression, ...]:
        """Lower the arguments of a call; names of types become `TypeArgument`s."""
        return tuple(
            self._argument(child) for child in node.children if child.kind not in ("(", ")", ",")
        )

    def _argument(self, node: SyntaxNode) -> r.Expression:
        if node.kind == "type_descriptor":
            return r.TypeArgument(node.start, node.end, self.type_name(node))
        if node.kind == "compound_statement":
            return r.StatementExpression(node.start, node.end, self.compound(node))
        if node.kind == "identifier" and not node.missing:
            name = self.text[node.start : node.end]
            if self.names.is_type(name):
                return r.TypeArgument(
                    node.start, node.end, type_from_name(node.start, node.end, name)
                )
            return r.Name(node.start, node.end, name)
        if node.kind == "primitive_type":
            return r.TypeArgument(node.start, node.end, self._basic_type(node))
        return self.expression(node)

    def _basic_type(self, node: SyntaxNode) -> r.TypeName:
        basic = r.BasicType(node.start, node.end, (self.text[node.start : node.end],))
        specifiers = r.Specifiers(node.start, node.end, (), (), basic, ())
        return r.TypeName(
            node.start, node.end, specifiers, r.Declarator(node.end, node.end, None, (), ())
        )

    # --- casts and literals ----------------------------------------------------------------------

    def _cast(self, node: SyntaxNode) -> r.Expression:
        descriptor, value = node.child("type"), node.child("value")
        if descriptor is None or value is None:
            return r.BadExpression(node.start, node.end)
        if self._hidden_row(node):
            return self._binary(node)
        lowered_type = self.type_name(descriptor)
        if value.kind == "parenthesized_expression":
            inner = self._parenthesized(value)
            if (
                type(inner) is r.Parenthesized
                and type(inner.inner) is r.Binary
                and inner.inner.operator.text == ","
                and _may_be_vector(lowered_type)
            ):
                elements = _comma_list(inner.inner)
                return r.VectorLiteral(node.start, node.end, lowered_type, elements)
            return r.Cast(node.start, node.end, lowered_type, inner)
        return _before_sign(
            self.expression(value),
            lambda operand: r.Cast(node.start, operand.end, lowered_type, operand),
        )

    def _vector_literal(self, node: SyntaxNode) -> r.Expression:
        descriptor = node.child("type")
        if descriptor is None:
            return r.BadExpression(node.start, node.end)
        values: list[r.Expression] = []
        for child in node.children:
            if child.kind == "argument_list":
                values.extend(self.arguments(child))
            elif child.field == "value":
                values.append(self.expression(child))
        return r.VectorLiteral(node.start, node.end, self.type_name(descriptor), tuple(values))

    def _compound_literal(self, node: SyntaxNode) -> r.Expression:
        descriptor, value = node.child("type"), node.child("value")
        if descriptor is None or value is None:
            return r.BadExpression(node.start, node.end)
        lowered_type = self.type_name(descriptor)
        return r.CompoundLiteral(node.start, node.end, lowered_type, self._initializer_list(value))

    def initializer(self, node: SyntaxNode) -> r.Expression:
        """Lower an initialiser: an expression or a list."""
        if node.kind == "initializer_list":
            return self._initializer_list(node)
        return self.expression(node)

    def _initializer_list(self, node: SyntaxNode) -> r.InitializerList:
        entries: list[r.InitializerEntry] = []
        for child in node.children:
            if child.kind in ("{", "}", ","):
                continue
            if child.kind == "initializer_pair":
                entries.append(self._initializer_pair(child))
            else:
                entries.append(
                    r.InitializerEntry(child.start, child.end, (), self.initializer(child))
                )
        return r.InitializerList(node.start, node.end, tuple(entries))

    def _initializer_pair(self, node: SyntaxNode) -> r.InitializerEntry:
        designators = tuple(self._designator(n) for n in node.children if n.field == "designator")
        value = node.child("value")
        lowered = r.BadExpression(node.end, node.end) if value is None else self.initializer(value)
        return r.InitializerEntry(node.start, node.end, designators, lowered)

    def _designator(self, node: SyntaxNode) -> r.Designator:
        if node.kind in ("field_identifier", "field_designator"):
            name = node if not node.children else node.first("field_identifier")
            return r.Designator(
                node.start, node.end, None if name is None else self.word(name), None, None
            )
        if node.kind == "subscript_range_designator":
            first, last = node.child("start"), node.child("end")
            return r.Designator(
                node.start,
                node.end,
                None,
                None if first is None else self.expression(first),
                None if last is None else self.expression(last),
            )
        inner = [n for n in node.children if n.kind not in ("[", "]", ".")]
        return r.Designator(
            node.start, node.end, None, self.expression(inner[0]) if inner else None, None
        )

    def _type_query(self, node: SyntaxNode) -> r.Expression:
        keyword = self.text[node.children[0].start : node.children[0].end]
        descriptor = node.child("type") or node.first("type_descriptor")
        operand: r.Expression | r.TypeName
        if descriptor is not None:
            if len(descriptor.children) == 1 and descriptor.children[0].kind == "type_identifier":
                name = self.text[descriptor.start : descriptor.end]
                if self.names.is_variable(name):
                    operand = r.Name(descriptor.start, descriptor.end, name)
                    return r.TypeQuery(node.start, node.end, keyword, operand)
            operand = self.type_name(descriptor)
            return r.TypeQuery(node.start, node.end, keyword, operand)
        value = node.child("value") or node.child("argument")
        if value is None:
            return r.BadExpression(node.start, node.end)
        return self._query_value(node, keyword, value)

    def _query_value(self, node: SyntaxNode, keyword: str, value: SyntaxNode) -> r.Expression:
        """Lower `sizeof` of a value, which with a type name in the parentheses is one of a type.

        `sizeof(T) - 1` may reach this place with all of `(T) - 1` taken for the operand of a cast.
        """
        named = self._parenthesized_type(value)
        if named is not None:
            return r.TypeQuery(node.start, node.end, keyword, named)
        if value.kind == "cast_expression":
            descriptor, operand = value.child("type"), value.child("value")
            if descriptor is not None and operand is not None:
                operator, argument = operand.child("operator"), operand.child("argument")
                if operator is not None and argument is not None:
                    query = r.TypeQuery(
                        node.start, descriptor.end + 1, keyword, self.type_name(descriptor)
                    )
                    row: list[r.Expression | r.Word] = [query, self.word(operator)]
                    row.extend(self._row(argument))
                    return _climb(_settle_casts(row, self._cast_name))
        return _before_sign(
            self.expression(value),
            lambda operand: r.TypeQuery(node.start, operand.end, keyword, operand),
        )

    def _offset_of(self, node: SyntaxNode) -> r.Expression:
        descriptor, member = node.child("type"), node.child("member")
        if descriptor is None or member is None:
            return r.BadExpression(node.start, node.end)
        return r.OffsetOf(node.start, node.end, self.type_name(descriptor), self.word(member))

    def _generic(self, node: SyntaxNode) -> r.Expression:
        control: r.Expression | None = None
        choices: list[tuple[r.TypeName | None, r.Expression]] = []
        pending: r.TypeName | None = None
        for child in node.children:
            if child.kind in ("(", ")", ",", ":", "_Generic", "default"):
                continue
            if child.kind == "type_descriptor":
                # To the grammar `default` is the name of a type.
                is_type = self.text[child.start : child.end] != "default"
                pending = self.type_name(child) if is_type else None
            elif control is None:
                control = self.expression(child)
            else:
                choices.append((pending, self.expression(child)))
                pending = None
        if control is None:
            return r.BadExpression(node.start, node.end)
        return r.GenericSelection(node.start, node.end, control, tuple(choices))

    # --- blocks ----------------------------------------------------------------------------------

    def _block_literal(self, node: SyntaxNode) -> r.Expression:
        caret, body = node.first("^"), node.child("body")
        if caret is None or body is None:
            return r.BadExpression(node.start, node.end)
        parameters = node.child("parameters")
        result = self._block_result(node, caret, parameters, body)
        self.names.push()
        signature = None
        if parameters is not None:
            signature = self.function_part(parameters)
            for parameter in signature.parameters:
                if parameter.declarator.name is not None:
                    self.names.declare(parameter.declarator.name.text, False)
        lowered = self.compound(body, new_scope=False)
        self.names.pop()
        return r.BlockLiteral(
            node.start,
            node.end,
            self.word(caret),
            result,
            signature,
            lowered,
            self.attributes_among(node.children),
        )

    def _block_result(
        self, node: SyntaxNode, caret: SyntaxNode, parameters: SyntaxNode | None, body: SyntaxNode
    ) -> r.TypeName | None:
        stop = body.start if parameters is None else parameters.start
        nodes = [n for n in node.children if caret.end <= n.start < stop]
        if not nodes:
            return None
        if len(nodes) == 1 and nodes[0].kind == "type_descriptor":
            return self.type_name(nodes[0])
        declarator = next((n for n in nodes if n.field == "declarator"), None)
        specifiers = self.specifiers([n for n in nodes if n.field != "declarator"], nodes[0].start)
        if specifiers.type is None and not specifiers.qualifiers and declarator is None:
            return None
        return r.TypeName(
            nodes[0].start, nodes[-1].end, specifiers, self.declarator(declarator, nodes[-1].end)
        )


def is_floating(text: str) -> bool:
    """Tell whether a number as written is a floating constant (C11 6.4.4.2)."""
    lowered = text.lower()
    if lowered.startswith("0x"):
        return "p" in lowered or "." in lowered
    return "." in lowered or "e" in lowered or lowered.endswith(("f", "h"))


def type_from_name(start: int, end: int, name: str) -> r.TypeName:
    """Return the type that a lone typedef name at the given place stands for."""
    specifiers = r.Specifiers(start, end, (), (), r.NamedType(start, end, name), ())
    return r.TypeName(start, end, specifiers, r.Declarator(end, end, None, (), ()))


def _is_prefix(node: SyntaxNode) -> bool:
    operator, operand = node.child("operator"), node.child("argument")
    return operator is not None and operand is not None and operator.start < operand.start


def _may_be_vector(name: r.TypeName) -> bool:
    """Tell whether a row in parentheses behind a type may be a vector literal, and not a cast."""
    kind = name.specifiers.type
    if name.declarator.parts or isinstance(kind, r.RecordType | r.EnumType):
        return False
    return not isinstance(kind, r.BasicType) or kind.words[-1][-1:].isdigit()


def _comma_list(expression: r.Expression) -> tuple[r.Expression, ...]:
    """Return the operands of a comma expression, or the expression by itself."""
    values: list[r.Expression] = []
    while type(expression) is r.Binary and expression.operator.text == ",":
        values.append(expression.right)
        expression = expression.left
    values.append(expression)
    values.reverse()
    return tuple(values)


def _before_sign(
    operand: r.Expression, make: Callable[[r.Expression], r.Expression]
) -> r.Expression:
    """Make an expression whose last operand is given.

    An assignment there was read to stand below it, as in `-a = b` and `a ? b : c = d`, and assigns
    to the whole of what stands before its sign (C11 6.5.16).
    """
    if type(operand) is not r.Assignment:
        return make(operand)
    left = make(operand.left)
    return r.Assignment(left.start, operand.end, operand.operator, left, operand.right)


def _prefixed_by(start: int, operator: SyntaxNode, operand: r.Expression) -> r.Expression:
    return _before_sign(operand, lambda last: r.Unary(start, last.end, operator.kind, last))


def _settle_signs(
    row: list[r.Expression | r.Word],
    tree: Callable[[list[r.Expression | r.Word]], r.Expression],
) -> list[r.Expression | r.Word]:
    """Let an assignment that ends a row of operators, up to a comma, assign to what they make."""
    settled: list[r.Expression | r.Word] = []
    start = 0
    for entry in row:
        if type(entry) is r.Word and entry.text == ",":
            start = len(settled) + 1
        if type(entry) is r.Assignment and len(settled) > start:
            before = settled[start:]
            settled[start:] = [_before_sign(entry, lambda last: tree([*before, last]))]  # noqa: B023 - used at once
        else:
            settled.append(entry)
    return settled


def _settle_casts(
    row: list[r.Expression | r.Word], cast_name: Callable[[r.Expression], r.Name | None]
) -> list[r.Expression | r.Word]:
    """Turn `(T) op operand` into a cast of `op operand` wherever T is a type.

    The `(T)` may itself stand behind prefix operators, which then apply to the cast.
    """
    settled: list[r.Expression | r.Word] = []
    index = len(row) - 1
    while index >= 0:
        entry = row[index]
        following = settled[-1] if settled else None
        if (
            isinstance(entry, r.Expression)
            and type(following) is r.Word
            and following.text in _PREFIX_OR_BINARY
        ):
            recast = _recast(entry, following, settled[-2], cast_name)
            if recast is not None:
                del settled[-2:]
                entry = recast
        settled.append(entry)
        index -= 1
    settled.reverse()
    return settled


def _recast(
    entry: r.Expression,
    operator: r.Word,
    operand: r.Expression | r.Word,
    cast_name: Callable[[r.Expression], r.Name | None],
) -> r.Expression | None:
    if not isinstance(operand, r.Expression):
        return None
    start, to = entry.start, None
    if type(entry) is r.TypeArgument:
        # The second type of `(T)(int) - a` was read as the argument of a call.
        start, to = entry.start - 1, entry.type
    elif (name := cast_name(entry)) is not None:
        to = type_from_name(name.start, name.end, name.name)
    if to is not None:
        prefixed = r.Unary(operator.start, operand.end, operator.text, operand)
        return r.Cast(start, operand.end, to, prefixed)
    if type(entry) is r.Unary:
        inner = _recast(entry.operand, operator, operand, cast_name)
        return None if inner is None else r.Unary(entry.start, inner.end, entry.operator, inner)
    if type(entry) is r.Cast:
        inner = _recast(entry.operand, operator, operand, cast_name)
        return None if inner is None else r.Cast(entry.start, inner.end, entry.type, inner)
    return None


def _climb(row: list[r.Expression | r.Word]) -> r.Expression:
    """Build the tree of a row of operands and binary operators, all left-associative."""
    operands: list[r.Expression] = []
    operators: list[r.Word] = []
    for entry in row:
        if type(entry) is r.Word:
            level = _PRECEDENCE.get(entry.text, 0)
            while operators and _PRECEDENCE.get(operators[-1].text, 0) >= level:
                _reduce(operands, operators)
            operators.append(entry)
        else:
            operands.append(entry)
    while operators and len(operands) > 1:
        _reduce(operands, operators)
    return operands[0]


def _reduce(operands: list[r.Expression], operators: list[r.Word]) -> None:
    right, left = operands.pop(), operands.pop()
    operands.append(r.Binary(left.start, right.end, operators.pop(), left, right))


_LOWERINGS: Final[dict[str, Callable[[ExpressionLowering, SyntaxNode], r.Expression]]] = {
    "identifier": ExpressionLowering._name,
    "field_identifier": ExpressionLowering._name,
    "true": ExpressionLowering._name,
    "false": ExpressionLowering._name,
    "null": ExpressionLowering._name,
    "number_literal": ExpressionLowering._number,
    "char_literal": ExpressionLowering._character,
    "string_literal": ExpressionLowering._string,
    "concatenated_string": ExpressionLowering._string,
    "parenthesized_expression": ExpressionLowering._parenthesized,
    "unary_expression": ExpressionLowering._unary,
    "pointer_expression": ExpressionLowering._unary,
    "update_expression": ExpressionLowering._update,
    "binary_expression": ExpressionLowering._binary,
    "comma_expression": ExpressionLowering._binary,
    "assignment_expression": ExpressionLowering._assignment,
    "conditional_expression": ExpressionLowering._conditional,
    "field_expression": ExpressionLowering._postfix,
    "subscript_expression": ExpressionLowering._postfix,
    "call_expression": ExpressionLowering._postfix,
    "cast_expression": ExpressionLowering._cast,
    "vector_literal": ExpressionLowering._vector_literal,
    "compound_literal_expression": ExpressionLowering._compound_literal,
    "initializer_list": ExpressionLowering.initializer,
    "sizeof_expression": ExpressionLowering._type_query,
    "alignof_expression": ExpressionLowering._type_query,
    "vec_step_expression": ExpressionLowering._type_query,
    "offsetof_expression": ExpressionLowering._offset_of,
    "generic_expression": ExpressionLowering._generic,
    "block_literal": ExpressionLowering._block_literal,
    "extension_expression": ExpressionLowering._parenthesized,
}
