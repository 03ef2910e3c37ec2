"""Lowering of expressions without operators: names, literals, initialisers, blocks, `_Generic`.

Expressions with operators are lowered in `operators.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.syntax import records as r
from opencl_ls.syntax.lowering.operators import OperatorLowering, type_from_name
from opencl_ls.syntax.tokens import STATEMENT_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.syntax.tree import SyntaxNode


class ExpressionLowering(OperatorLowering):
    """The part of lowering for expressions."""

    def expression(self, node: SyntaxNode) -> r.Expression:
        """Lower any expression; one that cannot be parsed becomes a `BadExpression`."""
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
        if not text.isdigit() and is_floating(text):
            return r.FloatLiteral(node.start, node.end, text)
        return r.IntegerLiteral(node.start, node.end, text)

    def _character(self, node: SyntaxNode) -> r.Expression:
        return r.CharacterLiteral(node.start, node.end, self.text[node.start : node.end])

    def _string(self, node: SyntaxNode) -> r.Expression:
        parts = node.children if node.kind == "concatenated_string" else [node]
        texts = tuple(self.text[part.start : part.end] for part in parts)
        names = tuple(self.word(part) for part in parts if part.kind == "identifier")
        return r.StringLiteral(node.start, node.end, texts, names)

    def parenthesized(self, node: SyntaxNode) -> r.Expression:
        """Lower `(expression)`, or GNU's `({ ... })`."""
        for child in node.children:
            if child.kind not in ("(", ")"):
                if child.kind == "compound_statement":
                    return r.StatementExpression(node.start, node.end, self.compound(child))
                return r.Parenthesized(node.start, node.end, self.expression(child))
        return r.BadExpression(node.start, node.end)

    def arguments(self, node: SyntaxNode) -> tuple[r.Expression, ...]:
        """Lower the arguments of a call; names of types become `TypeArgument`s."""
        return tuple(
            [self._argument(child) for child in node.children if child.kind not in ("(", ")", ",")]
        )

    def _argument(self, node: SyntaxNode) -> r.Expression:
        if node.kind == "identifier" and not node.missing:
            name = self.text[node.start : node.end]
            if self.names.is_type(name):
                return r.TypeArgument(
                    node.start, node.end, type_from_name(node.start, node.end, name)
                )
            return r.Name(node.start, node.end, name)
        if node.kind == "type_descriptor":
            return r.TypeArgument(node.start, node.end, self.type_name(node))
        if node.kind == "primitive_type":
            return r.TypeArgument(node.start, node.end, self._basic_type(node))
        if node.kind == "compound_statement":
            return r.StatementExpression(node.start, node.end, self.compound(node))
        return self.expression(node)

    def _basic_type(self, node: SyntaxNode) -> r.TypeName:
        basic = r.BasicType(node.start, node.end, (self.text[node.start : node.end],))
        specifiers = r.Specifiers(node.start, node.end, (), (), basic, ())
        return r.TypeName(
            node.start, node.end, specifiers, r.Declarator(node.end, node.end, None, (), ())
        )

    # --- literals ---------------------------------------------------------------------------------

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
                # The grammar takes `default` for the name of a type.
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
    """Return whether a number as written is a floating constant (C11 6.4.4.2)."""
    lowered = text.lower()
    if lowered.startswith("0x"):
        return "p" in lowered or "." in lowered
    return "." in lowered or "e" in lowered or lowered.endswith(("f", "h"))


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
    "parenthesized_expression": ExpressionLowering.parenthesized,
    "unary_expression": ExpressionLowering.operation,
    "pointer_expression": ExpressionLowering.operation,
    "update_expression": ExpressionLowering.operation,
    "binary_expression": ExpressionLowering.operation,
    "comma_expression": ExpressionLowering.operation,
    "assignment_expression": ExpressionLowering.operation,
    "conditional_expression": ExpressionLowering.operation,
    "field_expression": ExpressionLowering.operation,
    "subscript_expression": ExpressionLowering.operation,
    "call_expression": ExpressionLowering.operation,
    "cast_expression": ExpressionLowering.operation,
    "vector_literal": ExpressionLowering._vector_literal,
    "compound_literal_expression": ExpressionLowering._compound_literal,
    "initializer_list": ExpressionLowering.initializer,
    "sizeof_expression": ExpressionLowering.operation,
    "alignof_expression": ExpressionLowering.operation,
    "offsetof_expression": ExpressionLowering._offset_of,
    "generic_expression": ExpressionLowering._generic,
    "block_literal": ExpressionLowering._block_literal,
    "extension_expression": ExpressionLowering.operation,
}
