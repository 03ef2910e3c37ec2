"""Lowering of statements and of declarations at program scope."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.syntax import records as r
from opencl_ls.syntax.lowering.declarators import DeclaratorLowering
from opencl_ls.syntax.lowering.expressions import ExpressionLowering
from opencl_ls.syntax.lowering.misplaced_names import name_pasted_function, name_untyped_function
from opencl_ls.syntax.lowering.operators import type_from_name
from opencl_ls.syntax.recovery.misspelt import is_near_head
from opencl_ls.syntax.statement_cache import LoweredStatement
from opencl_ls.syntax.tree import read_reused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from opencl_ls.syntax.lowering.scopes import TypeNames
    from opencl_ls.syntax.statement_cache import ReusableStatements, StatementKey
    from opencl_ls.syntax.tree import SyntaxNode

_DECLARATION_KINDS: Final = frozenset(("declaration", "type_definition"))
# Types by themselves, such as `struct s { int x; };`, declare a tag and nothing else.
_LONE_TYPE_KINDS: Final = frozenset(
    "struct_specifier union_specifier enum_specifier primitive_type sized_type_specifier".split()
)
_IGNORED: Final = frozenset(("{", "}", "__extension__"))


class StatementLowering(ExpressionLowering, DeclaratorLowering):
    """The part of lowering for statements, joined with all other parts.

    `reusable` statements are not lowered again.  With `caches`, all statements
    are collected in `statements_made`.
    """

    def __init__(
        self,
        text: str,
        names: TypeNames,
        reusable: ReusableStatements | None = None,
        caches: bool = False,
    ) -> None:
        super().__init__(text, names)
        self.reusable = reusable
        self.caches = caches
        self.statements_made: dict[StatementKey, LoweredStatement] = (
            reusable.untouched() if reusable is not None else {}
        )

    def external_declarations(self, nodes: Iterable[SyntaxNode]) -> tuple[r.Statement, ...]:
        """Lower the nodes at program scope."""
        lowered: list[r.Statement] = []
        for node in nodes:
            if node.kind in _DECLARATION_KINDS:
                lowered.append(self.declaration(node))
            elif node.kind == "function_definition":
                lowered.append(self.function_definition(node))
            elif node.kind in _LONE_TYPE_KINDS:
                lowered.append(self._lone_type(node))
            elif node.kind == ";":
                lowered.append(r.EmptyStatement(node.start, node.end))
            elif node.kind == "macro_invocation":
                lowered.append(self._unknown_invocation(node))
            elif node.kind == "expression_statement" or node.kind in _STATEMENTS:
                lowered.append(self.statement(node))
            elif node.kind == "linkage_specification":
                body = node.child("body")
                if body is not None:
                    lowered.extend(self.external_declarations(body.children or [body]))
            else:
                lowered.append(r.BadStatement(node.start, node.end))
        return tuple(lowered)

    def _unknown_invocation(self, node: SyntaxNode) -> r.Statement:
        """Lower `MACRO(...)` at program scope to a call; its arguments are left out."""
        function = node.child("function")
        if function is None:
            return r.BadStatement(node.start, node.end)
        name = r.Name(function.start, function.end, self.text[function.start : function.end])
        call = r.Call(node.start, node.end, name, (), node.end - 1)
        return r.ExpressionStatement(node.start, node.end, call)

    def _lone_type(self, node: SyntaxNode) -> r.Declaration:
        node.field = "type"
        specifiers = self.specifiers([node], node.start)
        return r.Declaration(node.start, node.end, specifiers, ())

    def function_definition(self, node: SyntaxNode) -> r.Statement:
        """Lower a function with its body."""
        specifier_nodes, declarator_nodes = self.split(node)
        body = node.child("body")
        if body is None or not declarator_nodes:
            return r.BadStatement(node.start, node.end)
        specifiers = self.specifiers(
            [n for n in specifier_nodes if n.start < declarator_nodes[0].start], node.start
        )
        declarator = self.declarator(declarator_nodes[0], declarator_nodes[0].end)
        old_style = [n for n in specifier_nodes if n.kind == "declaration"]
        if old_style:
            self.old_style(declarator, declarator_nodes[0], old_style)
        name_untyped_function(specifiers, declarator)
        kind = specifiers.type
        if isinstance(kind, r.NamedType) and not self.names.is_type(kind.name):
            name_pasted_function(specifiers, declarator, self.text)
        trailing = [
            attribute
            for n in specifier_nodes
            if n.start > declarator_nodes[0].start
            and n.kind in ("attribute_specifier", "attribute_declaration")
            for attribute in self.attributes(n)
        ]
        declarator.attributes += tuple(trailing)
        if not declarator.parts and isinstance(specifiers.type, r.NamedType):
            self.misread = self.misread or is_near_head(specifiers.type.name)
        if declarator.name is not None:
            self.names.declare(declarator.name.text, False)
        self.names.push()
        for part in declarator.parts[:1]:
            if isinstance(part, r.FunctionPart):
                for parameter in part.parameters:
                    if parameter.declarator.name is not None:
                        self.names.declare(parameter.declarator.name.text, False)
        lowered_body = self.compound(body, new_scope=False)
        self.names.pop()
        return r.FunctionDefinition(node.start, node.end, specifiers, declarator, lowered_body)

    # --- statements ------------------------------------------------------------------------------

    def compound(self, node: SyntaxNode, new_scope: bool = True) -> r.Compound:
        """Lower `{ ... }`; without `new_scope` it shares the scope of a function's parameters."""
        if node.kind != "compound_statement":
            return r.Compound(node.start, node.end, (self.statement(node),))
        if new_scope:
            self.names.push()
        statements = self.statements(node.children)
        if new_scope:
            self.names.pop()
        return r.Compound(node.start, node.end, statements)

    def statements(self, nodes: Iterable[SyntaxNode]) -> tuple[r.Statement, ...]:
        """Lower a sequence of statements."""
        return tuple([self.statement(node) for node in nodes if node.kind not in _IGNORED])

    def statement(self, node: SyntaxNode) -> r.Statement:
        """Lower any statement; one that cannot be parsed becomes a `BadStatement`."""
        if not self.caches:
            return self._made(node)
        names = self.names
        depth, asked, declared = len(names.scopes), len(names.asked), len(names.declared)
        reused = node.reused
        if reused is not None and names.agree(reused):
            for name, is_type in reused.declared:
                names.declare(name, is_type)
            record = reused.record
        else:
            if reused is not None:
                assert self.reusable is not None
                read_reused(node, self.reusable)
            record = self._made(node)
            reused = LoweredStatement(
                record, names.asked_outside(asked, depth), names.declared_here(declared, depth)
            )
        self.statements_made[node.start, node.end, node.kind] = reused
        return record

    def _made(self, node: SyntaxNode) -> r.Statement:
        lowered = _STATEMENTS.get(node.kind)
        if lowered is not None:
            return lowered(self, node)
        if node.kind in _LONE_TYPE_KINDS:
            return self._lone_type(node)
        return r.BadStatement(node.start, node.end)

    def _declaration_statement(self, node: SyntaxNode) -> r.Statement:
        product = self._product_read_as_declaration(node)
        return self.declaration(node) if product is None else product

    def _product_read_as_declaration(self, node: SyntaxNode) -> r.Statement | None:
        """Return `a * b;` as the expression it is when `a` is a variable of this body."""
        kinds = [child.kind for child in node.children]
        if kinds[:2] != ["type_identifier", "pointer_declarator"] or len(kinds) > 3:
            return None
        left = node.children[0]
        name = self.text[left.start : left.end]
        if not self.names.is_variable(name):
            return None
        pointer = node.children[1]
        right = pointer.child("declarator")
        sign = pointer.first("*")
        if right is None or sign is None or right.kind != "identifier":
            return None
        product = r.Binary(
            left.start,
            right.end,
            self.word(sign),
            r.Name(left.start, left.end, name),
            r.Name(right.start, right.end, self.text[right.start : right.end]),
        )
        return r.ExpressionStatement(node.start, node.end, product)

    def _expression_statement(self, node: SyntaxNode) -> r.Statement:
        inner = [child for child in node.children if child.kind != ";"]
        if not inner:
            return r.EmptyStatement(node.start, node.end)
        if inner[0].kind == "gnu_asm_expression":
            return self._assembly(inner[0])
        expression = self.expression(inner[0])
        declared = self._declaration_read_as_expression(node, expression)
        return (
            r.ExpressionStatement(node.start, node.end, expression)
            if declared is None
            else declared
        )

    def _declaration_read_as_expression(
        self, node: SyntaxNode, expression: r.Expression
    ) -> r.Declaration | None:
        """Return `T * x;` or `T (x);` as the declaration it is when T is a type."""
        if type(expression) is r.Binary and expression.operator.text == "*":
            left, right = expression.left, expression.right
            sign: r.Word | None = expression.operator
        elif type(expression) is r.Call and len(expression.arguments) == 1:
            left, right, sign = expression.callee, expression.arguments[0], None
        else:
            return None
        if type(left) is not r.Name or type(right) is not r.Name:
            return None
        if not self.names.is_type(left.name):
            return None
        parts = () if sign is None else (r.PointerPart(sign.start, sign.end, ()),)
        name = r.Word(right.start, right.end, right.name)
        start = right.start if sign is None else sign.start
        declarator = r.Declarator(start, right.end, name, parts, ())
        self.names.declare(right.name, False)
        specifiers = type_from_name(left.start, left.end, left.name).specifiers
        return r.Declaration(
            node.start,
            node.end,
            specifiers,
            (r.InitDeclarator(start, right.end, declarator, None, None),),
        )

    def _assembly(self, node: SyntaxNode) -> r.Statement:
        operands: list[r.Expression] = []
        outputs = 0
        pending = list(node.children)
        while pending:
            child = pending.pop(0)
            if child.kind in ("gnu_asm_output_operand", "gnu_asm_input_operand"):
                value = child.child("value")
                if value is not None:
                    operands.append(self.expression(value))
                    outputs += child.kind == "gnu_asm_output_operand"
            else:
                pending = [*child.children, *pending]
        return r.Assembly(node.start, node.end, tuple(operands), outputs)

    def _compound_statement(self, node: SyntaxNode) -> r.Statement:
        return self.compound(node)

    def _condition(self, node: SyntaxNode) -> r.Expression:
        condition = node.child("condition")
        if condition is None:
            return r.BadExpression(node.start, node.start)
        expression = self.expression(condition)
        return expression.inner if isinstance(expression, r.Parenthesized) else expression

    def _body(self, node: SyntaxNode, field: str = "body") -> r.Statement:
        body = node.child(field)
        return r.BadStatement(node.end, node.end) if body is None else self._scoped(body)

    def _scoped(self, node: SyntaxNode) -> r.Statement:
        """Lower the body of a control statement, a scope even without braces (C11 6.8.4)."""
        self.names.push()
        lowered = self.statement(node)
        self.names.pop()
        return lowered

    def _if(self, node: SyntaxNode) -> r.Statement:
        alternative = node.child("alternative")
        otherwise = None
        condition, then = self._condition(node), self._body(node, "consequence")
        if alternative is not None:
            inner = [n for n in alternative.children if n.kind not in ("else", "ERROR")]
            if alternative.kind == "else_clause" and inner:
                otherwise = self._scoped(inner[-1])
            elif alternative.kind != "else_clause":
                otherwise = self._scoped(alternative)
        return r.If(node.start, node.end, condition, then, otherwise)

    def _while(self, node: SyntaxNode) -> r.Statement:
        return r.While(node.start, node.end, self._condition(node), self._body(node))

    def _do(self, node: SyntaxNode) -> r.Statement:
        body = self._body(node)
        return r.DoWhile(node.start, node.end, body, self._condition(node))

    def _for(self, node: SyntaxNode) -> r.Statement:
        self.names.push()
        initial_node = node.child("initializer")
        condition, step = node.child("condition"), node.child("update")
        initial: r.Statement | None = None
        if initial_node is not None:
            if initial_node.kind in _DECLARATION_KINDS:
                initial = self.declaration(initial_node)
            else:
                expression = self.expression(initial_node)
                initial = r.ExpressionStatement(initial_node.start, initial_node.end, expression)
        lowered_condition = None if condition is None else self.expression(condition)
        lowered_step = None if step is None else self.expression(step)
        body = self._body(node)
        self.names.pop()
        return r.For(node.start, node.end, initial, lowered_condition, lowered_step, body)

    def _switch(self, node: SyntaxNode) -> r.Statement:
        return r.Switch(node.start, node.end, self._condition(node), self._body(node))

    def _case(self, node: SyntaxNode) -> r.Statement:
        values: list[r.Expression] = []
        rest: list[SyntaxNode] = []
        seen_colon = False
        for child in node.children:
            if child.kind == ":":
                seen_colon = True
            elif not seen_colon and child.kind not in ("case", "default", "..."):
                values.append(self.expression(child))
            elif seen_colon:
                rest.append(child)
        return r.Case(
            node.start,
            node.end,
            values[0] if values else None,
            values[1] if len(values) > 1 else None,
            self.statements(rest),
        )

    def _label(self, node: SyntaxNode) -> r.Statement:
        label = node.child("label")
        if label is None:
            return r.BadStatement(node.start, node.end)
        rest = [n for n in node.children if n.start >= label.end and n.kind != ":"]
        rest = [n for n in rest if n.kind not in ("attribute_specifier", "attribute_declaration")]
        statement = self.statement(rest[-1]) if rest else None
        return r.Label(node.start, node.end, self.word(label), statement)

    def _goto(self, node: SyntaxNode) -> r.Statement:
        label = node.child("label")
        if label is None:
            return r.BadStatement(node.start, node.end)
        return r.Goto(node.start, node.end, self.word(label))

    def _break(self, node: SyntaxNode) -> r.Statement:
        return r.Break(node.start, node.end)

    def _continue(self, node: SyntaxNode) -> r.Statement:
        return r.Continue(node.start, node.end)

    def _return(self, node: SyntaxNode) -> r.Statement:
        values = [child for child in node.children if child.kind not in ("return", ";")]
        value = self.initializer(values[0]) if values else None
        return r.Return(node.start, node.end, value)

    def _attributed(self, node: SyntaxNode) -> r.Statement:
        attributes: list[r.Attribute] = []
        statement: r.Statement | None = None
        for child in node.children:
            if child.kind in ("attribute_specifier", "attribute_declaration"):
                attributes.extend(self.attributes(child))
            elif child.kind != ";":
                statement = self.statement(child)
        return r.Attributed(node.start, node.end, tuple(attributes), statement)

    def _static_assert(self, node: SyntaxNode) -> r.Statement:
        return self.static_assert(node) or r.BadStatement(node.start, node.end)

    def _empty(self, node: SyntaxNode) -> r.Statement:
        return r.EmptyStatement(node.start, node.end)


_STATEMENTS: Final[dict[str, Callable[[StatementLowering, SyntaxNode], r.Statement]]] = {
    "declaration": StatementLowering._declaration_statement,
    "type_definition": StatementLowering._declaration_statement,
    "expression_statement": StatementLowering._expression_statement,
    "compound_statement": StatementLowering._compound_statement,
    "if_statement": StatementLowering._if,
    "while_statement": StatementLowering._while,
    "do_statement": StatementLowering._do,
    "for_statement": StatementLowering._for,
    "switch_statement": StatementLowering._switch,
    "case_statement": StatementLowering._case,
    "labeled_statement": StatementLowering._label,
    "goto_statement": StatementLowering._goto,
    "break_statement": StatementLowering._break,
    "continue_statement": StatementLowering._continue,
    "return_statement": StatementLowering._return,
    "attributed_statement": StatementLowering._attributed,
    "static_assert_declaration": StatementLowering._static_assert,
    "function_definition": StatementLowering.function_definition,
    "gnu_asm_expression": StatementLowering._assembly,
    ";": StatementLowering._empty,
}
