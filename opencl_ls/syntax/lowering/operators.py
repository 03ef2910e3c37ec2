"""Lowering of expressions with operators, by precedence climbing over the leaves of the tree.

**What the tree gives.** C cannot be parsed without a symbol table: `(a) - b` is a cast if `a` is a
type and a difference if it is not, and the operands of all other operators around it depend on
that.  The grammar guesses.  All possible guesses have the same brackets and the same leaves in the
same order, and lowering takes nothing else from the tree: an expression with operators is flattened
into a list of *tokens*.  A token is an operator, an operand (a name, a literal, a block, ...), or a
*group*, which is lowered by itself: an expression in parentheses, a type in parentheses, the
arguments of a call, an index.

**What the symbol table decides.** Only one question: is the name in a group `(name)` a type?  It
matters if both an operator and an operand may follow the group (`_cast_type`, `_queried_type`).  If
the name is a type, the group casts the operand that follows, or begins a vector literal.  If it is
not, the group is an operand itself, an operator or a call follows, and two adjacent `&` are one
`&&`.

**The pass.**  `_climb` reads the tokens once from left to right with the precedences of C11 6.5.
The left side of an assignment is all that precedes it, up to a comma, as compilers read it:
`a + b = c` and `-a = b` are semantic errors and no syntax errors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.syntax import records as r
from opencl_ls.syntax.lowering.base import LoweringBase
from opencl_ls.syntax.tree import SyntaxNode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_COMMA, _ASSIGNMENT, _CONDITIONAL = 0, 1, 2
_PRECEDENCE: Final[dict[str, int]] = {
    ",": _COMMA,
    **dict.fromkeys("= *= /= %= += -= <<= >>= &= ^= |=".split(), _ASSIGNMENT),
    "?": _CONDITIONAL,
    "||": 3,
    "&&": 4,
    "|": 5,
    "^": 6,
    "&": 7,
    **dict.fromkeys(("==", "!="), 8),
    **dict.fromkeys(("<", ">", "<=", ">="), 9),
    **dict.fromkeys(("<<", ">>"), 10),
    **dict.fromkeys("+-", 11),
    **dict.fromkeys("*/%", 12),
}
"""The precedence of infix operators; an operator with a higher one binds tighter."""
_NO_OPERATOR: Final = -1
_PREFIX_OPERATORS: Final = frozenset("+ - ! ~ * & ++ -- __real __real__ __imag __imag__".split())
_PREFIX_OR_INFIX: Final = frozenset("+-*&")
_INCREMENTS: Final = frozenset(("++", "--"))
_QUERIES: Final = frozenset(("sizeof", "__alignof__", "__alignof", "_Alignof"))

_PARENTHESES: Final = "parenthesized_expression"
_ARGUMENTS: Final = "argument_list"
# The token of a subscript is its index; what is indexed precedes it.
_INDEX: Final = "subscript_expression"
# The kinds of tokens that the tree has no nodes for.
_TYPE: Final = "(type)"
_GROUPS: Final = frozenset((_PARENTHESES, _ARGUMENTS, _TYPE))
_END: Final = ""
_TYPE_ARGUMENTS: Final = frozenset(("type_descriptor", "primitive_type"))

_FLATTENED: Final = frozenset(
    "unary_expression pointer_expression update_expression binary_expression comma_expression "
    "assignment_expression conditional_expression field_expression call_expression "
    "extension_expression".split()
)
_TYPED: Final = frozenset(("cast_expression", "sizeof_expression", "alignof_expression"))
# A tree with errors has nodes for brackets as well; `__extension__` has no effect on a value.
_SKIPPED: Final = frozenset(("(", ")", "]", "ERROR", "__extension__"))
_NO_TOKENS: Final = _FLATTENED | _TYPED | _SKIPPED | {_INDEX}
_NO_PLAIN_OPERANDS: Final = _PREFIX_OPERATORS | _GROUPS | _QUERIES | {_END}


class OperatorLowering(LoweringBase):
    """The part of lowering for operators, casts and calls.

    `tokens` is everywhere the list of the tokens not yet read, the next one last.
    """

    def operation(self, node: SyntaxNode) -> r.Expression:
        """Lower an expression that has an operator outside of brackets."""
        tokens = self._tokens(node)
        lowered = self._operand(tokens)
        if tokens[-1].kind != _END:
            lowered = self._climb(lowered, tokens, _COMMA)
        return lowered if tokens[-1].kind == _END else r.BadExpression(node.start, node.end)

    def _tokens(self, node: SyntaxNode) -> list[SyntaxNode]:
        """Return the tokens of an expression in reverse order, after an `_END`."""
        tokens = [SyntaxNode(_END, node.end, node.end, None, [])]
        pending = [node]
        while pending:
            current = pending.pop()
            kind = current.kind
            if kind not in _NO_TOKENS:
                tokens.append(current)
            elif kind in _FLATTENED:
                pending.extend(current.children)
            elif kind == _INDEX:
                tokens.append(current)
                base = current.child("argument")
                if base is not None:
                    pending.append(base)
            elif kind in _TYPED:
                pending.extend(self._with_type_group(current))
        return tokens

    def _with_type_group(self, node: SyntaxNode) -> Sequence[SyntaxNode]:
        """Return the children of a cast or a `sizeof`, a type in parentheses being one token."""
        descriptor = node.child("type")
        if descriptor is None:
            return node.children
        end = node.end
        if node.kind == "cast_expression":
            end = self.text.find(")", descriptor.end) + 1
        group = SyntaxNode(_TYPE, node.start, end, None, [descriptor])
        return [group if child is descriptor else child for child in node.children]

    # --- operators -------------------------------------------------------------------------------

    def _climb(self, left: r.Expression, tokens: list[SyntaxNode], lowest: int) -> r.Expression:
        """Read the infix operators of precedence `lowest` and higher, with their right operands."""
        while (level := _PRECEDENCE.get(tokens[-1].kind, _NO_OPERATOR)) >= lowest:
            operator = tokens.pop()
            if level == _CONDITIONAL:
                left = self._conditional(left, tokens)
                continue
            right = self._operand(tokens)
            above = level if level == _ASSIGNMENT else level + 1
            if _PRECEDENCE.get(tokens[-1].kind, _NO_OPERATOR) >= above:
                right = self._climb(right, tokens, above)
            made = r.Assignment if level == _ASSIGNMENT else r.Binary
            left = made(left.start, right.end, self._operator(operator), left, right)
        return left

    def _operator(self, token: SyntaxNode) -> r.Word:
        text = r.UNKNOWN_OPERATOR if token.start in self.unknown_operators else token.kind
        return r.Word(token.start, token.end, text)

    def _conditional(self, condition: r.Expression, tokens: list[SyntaxNode]) -> r.Expression:
        chosen = None
        if tokens[-1].kind != ":":
            chosen = self._climb(self._operand(tokens), tokens, _COMMA)
        if tokens[-1].kind == ":":
            tokens.pop()
        otherwise = self._climb(self._operand(tokens), tokens, _CONDITIONAL)
        return r.Conditional(condition.start, otherwise.end, condition, chosen, otherwise)

    def _operand(self, tokens: list[SyntaxNode]) -> r.Expression:
        """Read an operand with its prefix and postfix operators."""
        token = tokens.pop()
        kind = token.kind
        if kind not in _NO_PLAIN_OPERANDS:
            base = self.expression(token)
            return self._postfix(base, tokens) if tokens[-1].kind in _POSTFIX else base
        if kind in _PREFIX_OPERATORS:
            operand = self._operand(tokens)
            return r.Unary(token.start, operand.end, kind, operand)
        if kind in _GROUPS:
            named = self._cast_type(token, tokens)
            if named is not None:
                return self._cast(token, named, tokens)
            base = self._group(token, tokens)
            return self._postfix(base, tokens)
        if kind in _QUERIES:
            return self._query(token, tokens)
        tokens.append(token)
        return r.BadExpression(token.start, token.end)

    def _postfix(self, base: r.Expression, tokens: list[SyntaxNode]) -> r.Expression:
        """Read the postfix operators of an operand: calls, subscripts, members, `++` and `--`."""
        while (step := _POSTFIX.get(tokens[-1].kind)) is not None:
            base = step(self, base, tokens.pop(), tokens)
        return base

    def _query(self, keyword: SyntaxNode, tokens: list[SyntaxNode]) -> r.Expression:
        """Read the operand of `sizeof`: a type in parentheses or an expression."""
        named = self._queried_type(tokens)
        if named is None:
            operand = self._operand(tokens)
            return r.TypeQuery(keyword.start, operand.end, keyword.kind, operand)
        query = r.TypeQuery(keyword.start, tokens.pop().end, keyword.kind, named)
        return self._postfix(query, tokens)

    def _queried_type(self, tokens: list[SyntaxNode]) -> r.Expression | r.TypeName | None:
        group = tokens[-1]
        if group.kind == _PARENTHESES and tokens[-2].kind in _AFTER_OPERAND:
            return self._type_by_name(group)
        if group.kind != _TYPE or not self._may_follow_operand(tokens, -2):
            return None
        [descriptor] = group.children
        name = self.text[descriptor.start : descriptor.end]
        if _is_lone_name(descriptor) and self.names.is_variable(name):
            return r.Name(descriptor.start, descriptor.end, name)
        return self.type_name(descriptor)

    # --- groups ----------------------------------------------------------------------------------

    def _cast_type(self, group: SyntaxNode, tokens: list[SyntaxNode]) -> r.TypeName | None:
        """Return the type in a group if the group casts the operand after it."""
        if group.kind == _TYPE:
            is_value = self._is_value_name(group, tokens, -1)
            return None if is_value else self.type_name(group.children[0])
        following = tokens[-1].kind
        if following in _INCREMENTS:
            # The grammar reads `(T)++(a)` as a call of `(T)++`.
            return self._type_by_name(group) if tokens[-2].kind == _ARGUMENTS else None
        if following in _PREFIX_OR_INFIX or following == _ARGUMENTS:
            return self._type_by_name(group)
        return None

    def _is_value_name(self, group: SyntaxNode, tokens: list[SyntaxNode], after: int) -> bool:
        """Return whether a type in parentheses is in fact the name of a value.

        `after` is the index of the token after it.
        """
        [descriptor] = group.children
        if not _is_lone_name(descriptor) or not self._may_follow_operand(tokens, after):
            return False
        return not self.names.is_type(self.text[descriptor.start : descriptor.end])

    def _may_follow_operand(self, tokens: list[SyntaxNode], at: int) -> bool:
        """Return whether the token at an index may follow an operand."""
        token = tokens[at]
        if token.kind == _TYPE:
            return self._is_value_name(token, tokens, at - 1)
        if token.kind in _INCREMENTS:
            return tokens[at - 1].kind in _AFTER_OPERAND
        return token.kind in _AFTER_OPERAND or token.kind in _POSTFIX

    def _type_by_name(self, group: SyntaxNode) -> r.TypeName | None:
        """Return the type that a group names, None if it is anything but the name of a type."""
        inner = [child for child in group.children if child.kind not in ("(", ")")]
        if len(inner) != 1:
            return None
        [name] = inner
        if group.kind == _ARGUMENTS and name.kind in _TYPE_ARGUMENTS:
            [argument] = self.arguments(group)
            return argument.type if type(argument) is r.TypeArgument else None
        if name.kind != "identifier" or not self.names.is_type(self.text[name.start : name.end]):
            return None
        return type_from_name(name.start, name.end, self.text[name.start : name.end])

    def _group(self, group: SyntaxNode, tokens: list[SyntaxNode]) -> r.Expression:
        """Lower a group that is an operand."""
        if group.kind == _PARENTHESES:
            return self.parenthesized(group)
        if group.kind == _TYPE:
            inner: r.Expression = self._name_read_as_type(group, tokens)
        else:
            inner = next(iter(self.arguments(group)), r.BadExpression(group.start, group.end))
        return r.Parenthesized(group.start, group.end, inner)

    def _name_read_as_type(self, group: SyntaxNode, tokens: list[SyntaxNode]) -> r.Name:
        """Return the name in a group, and join two adjacent `&` after the group to `&&`.

        Where the grammar sees a cast, it reads them as address operators.
        """
        at = -2 if tokens[-1].kind in _INCREMENTS else -1
        first, second = tokens[at], tokens[at - 1]
        if first.kind == second.kind == "&" and first.end == second.start:
            tokens[at - 1] = SyntaxNode("&&", first.start, second.end, None, [])
            del tokens[at]
        [name] = group.children
        return r.Name(name.start, name.end, self.text[name.start : name.end])

    def _cast(self, group: SyntaxNode, to: r.TypeName, tokens: list[SyntaxNode]) -> r.Expression:
        """Read the operand of a cast, or the elements of a vector literal."""
        elements = self._elements(tokens[-1], to)
        if elements is not None:
            end = tokens.pop().end
            return self._postfix(r.VectorLiteral(group.start, end, to, elements), tokens)
        operand = self._operand(tokens)
        return r.Cast(group.start, operand.end, to, operand)

    def _elements(self, group: SyntaxNode, to: r.TypeName) -> tuple[r.Expression, ...] | None:
        """Return the elements of a vector literal if the group after a type holds several."""
        if group.kind == _ARGUMENTS:
            inner = [child for child in group.children if child.kind not in ("(", ")")]
            return None if len(inner) == 1 else self.arguments(group)
        if group.kind != _PARENTHESES or group.first("comma_expression") is None:
            return None
        return _comma_list(self.parenthesized(group)) if _may_be_vector(to) else None

    # --- postfix operators ------------------------------------------------------------------------

    def _member(
        self, base: r.Expression, sign: SyntaxNode, tokens: list[SyntaxNode]
    ) -> r.Expression:
        if tokens[-1].kind == _END:
            return r.BadExpression(base.start, sign.end)
        name = tokens.pop()
        return r.Member(base.start, name.end, base, self.word(name), sign.kind == "->")

    def _index(self, base: r.Expression, token: SyntaxNode, _: list[SyntaxNode]) -> r.Expression:
        index = token.child("index")
        if index is None:
            return r.BadExpression(base.start, token.end)
        return r.Index(base.start, token.end, base, self.expression(index))

    def _increment(self, base: r.Expression, sign: SyntaxNode, _: list[SyntaxNode]) -> r.Expression:
        return r.Postfix(base.start, sign.end, sign.kind, base)

    def _call(self, base: r.Expression, arguments: SyntaxNode, _: list[SyntaxNode]) -> r.Expression:
        values = self.arguments(arguments)
        start, end = base.start, arguments.end
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
        return r.Call(start, end, base, values, end - 1)

    def _call_read_as_cast(
        self, base: r.Expression, group: SyntaxNode, tokens: list[SyntaxNode]
    ) -> r.Expression:
        if group.kind == _TYPE:
            values: tuple[r.Expression, ...] = (self._name_read_as_type(group, tokens),)
        else:
            values = _comma_list(self.parenthesized(group))
        return r.Call(base.start, group.end, base, values, group.end - 1)


_POSTFIX: Final[
    dict[
        str,
        Callable[[OperatorLowering, r.Expression, SyntaxNode, list[SyntaxNode]], r.Expression],
    ]
] = {
    ".": OperatorLowering._member,
    "->": OperatorLowering._member,
    "++": OperatorLowering._increment,
    "--": OperatorLowering._increment,
    _INDEX: OperatorLowering._index,
    _ARGUMENTS: OperatorLowering._call,
    _PARENTHESES: OperatorLowering._call_read_as_cast,
    _TYPE: OperatorLowering._call_read_as_cast,
}
_AFTER_OPERAND: Final = _PRECEDENCE.keys() | {":", _END}


def type_from_name(start: int, end: int, name: str) -> r.TypeName:
    """Return the type that a typedef name by itself denotes.

    `start` and `end` are its byte offsets in the item.
    """
    specifiers = r.Specifiers(start, end, (), (), r.NamedType(start, end, name), ())
    return r.TypeName(start, end, specifiers, r.Declarator(end, end, None, (), ()))


def _is_lone_name(descriptor: SyntaxNode) -> bool:
    return len(descriptor.children) == 1 and descriptor.children[0].kind == "type_identifier"


def _may_be_vector(name: r.TypeName) -> bool:
    """Return whether several values after a type may make a vector literal of it."""
    kind = name.specifiers.type
    if name.declarator.parts or isinstance(kind, r.RecordType | r.EnumType):
        return False
    return not isinstance(kind, r.BasicType) or kind.words[-1][-1:].isdigit()


def _comma_list(group: r.Expression) -> tuple[r.Expression, ...]:
    """Return the operands of a comma expression in parentheses, or the only value there."""
    if type(group) is not r.Parenthesized:
        return (group,)
    expression = group.inner
    values: list[r.Expression] = []
    while type(expression) is r.Binary and expression.operator.text == ",":
        values.append(expression.right)
        expression = expression.left
    values.append(expression)
    values.reverse()
    return tuple(values)
