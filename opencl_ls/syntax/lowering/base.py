"""The state that the parts of lowering share, and the calls from one part into another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from opencl_ls.syntax.lowering.scopes import TypeNames
    from opencl_ls.syntax.tree import SyntaxNode


class LoweringBase:
    """The base of the parts of lowering, which are joined in `StatementLowering`.

    C's grammar is recursive across the parts: a type may hold an expression (`int[n]`), and an
    expression a type or statements.  Other parts implement the methods that raise here.  `text`
    is the item's byte text; `names` are the scopes.  `misread` is set if the grammar took a keyword
    for a name.  `unknown_operators` are the offsets of operators that replace undefined macros.
    """

    def __init__(self, text: str, names: TypeNames) -> None:
        self.text = text
        self.names = names
        self.misread = False
        self.unknown_operators: Collection[int] = ()

    def word(self, node: SyntaxNode) -> r.Word:
        """Return the text of a leaf with its place."""
        return r.Word(node.start, node.end, self.text[node.start : node.end])

    def expression(self, node: SyntaxNode) -> r.Expression:
        """Lower an expression."""
        raise NotImplementedError

    def parenthesized(self, node: SyntaxNode) -> r.Expression:
        """Lower a `parenthesized_expression`."""
        raise NotImplementedError

    def type_name(self, node: SyntaxNode) -> r.TypeName:
        """Lower a `type_descriptor`."""
        raise NotImplementedError

    def compound(self, node: SyntaxNode, new_scope: bool = True) -> r.Compound:
        """Lower a `compound_statement`."""
        raise NotImplementedError

    def arguments(self, node: SyntaxNode) -> tuple[r.Expression, ...]:
        """Lower the arguments of a call or of an attribute."""
        raise NotImplementedError

    def attributes_among(self, nodes: Iterable[SyntaxNode]) -> tuple[r.Attribute, ...]:
        """Lower the attributes among some nodes."""
        raise NotImplementedError

    def initializer(self, node: SyntaxNode) -> r.Expression:
        """Lower an initialiser: an expression or a list."""
        raise NotImplementedError

    def function_part(self, node: SyntaxNode) -> r.FunctionPart:
        """Lower a `parameter_list`."""
        raise NotImplementedError

    def specifiers(self, nodes: Iterable[SyntaxNode], start: int) -> r.Specifiers:
        """Lower the specifiers of a declaration that starts at the offset `start`."""
        raise NotImplementedError

    def member_declaration(self, node: SyntaxNode) -> r.Declaration:
        """Lower the declaration of one or more members of a record."""
        raise NotImplementedError

    def declarator(self, node: SyntaxNode | None, at: int) -> r.Declarator:
        """Lower a declarator; without one the result is empty, with the offset `at`."""
        raise NotImplementedError
