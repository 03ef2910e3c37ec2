"""Lowering of expressions with operators, by precedence climbing over the leaves of the tree.

**What the tree gives.**  C cannot be read without a symbol table: `(a) - b` is a cast where `a` is
a type and a difference where it is not, and with it changes which operand belongs to which
operator.  The grammar has to guess.  All of its guesses have the same brackets and the same leaves
in the same order, and of an expression with operators nothing else is taken from the tree: it is
flattened into a row of *tokens*.  A token is an operator, an operand (a name, a literal, a block
...), or a *group*, which is something in brackets that is lowered by itself: an expression in
parentheses, a type in parentheses, a list of arguments, an index.

**What the symbol table decides.**  One question: is the name in a group `(name)` a type?  It is
asked where an operand may follow the group (`_type_in`, `_query`).  If the name is a type, the
group is a cast of the operand that follows or the begin of a vector literal; if it is not, the
group is an operand, what follows is an operator or a call, and two signs `&` that touch are `&&`.

**The pass.**  `_climb` reads the row once from left to right, with the precedence of C11 6.5.  An
assignment assigns to all that is on its left, up to a comma, as compilers read it: `a + b = c` and
`-a = b` are errors of meaning, not of syntax.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.syntax import records as r
from opencl_ls.syntax.lowering.base import LoweringBase
from opencl_ls.syntax.tree import SyntaxNode

if TYPE_CHECKING:
    from collections.abc import Callable

_COMMA, _ASSIGNMENT, _CONDITIONAL = 0, 1, 2
_LEVELS: Final[dict[str, int]] = {
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
"""How tightly an infix operator binds; the comma binds least."""
_NO_OPERATOR: Final = -1
_PREFIXES: Final = frozenset(("+", "-", "!", "~", "*", "&", "++", "--"))
_PREFIX_OR_INFIX: Final = frozenset("+-*&")
_CHANGES: Final = frozenset(("++", "--"))
_QUERIES: Final = frozenset(("sizeof", "__alignof__", "__alignof", "_Alignof"))

_PARENTHESES: Final = "parenthesized_expression"
_ARGUMENTS: Final = "argument_list"
# The kinds of tokens that the tree has no node for.
_TYPE: Final = "(type)"
_INDEX: Final = "[index]"
_GROUPS: Final = frozenset((_PARENTHESES, _ARGUMENTS, _TYPE))
_END: Final = ""

_FLATTENED: Final = frozenset(
    "unary_expression pointer_expression update_expression binary_expression comma_expression "
    "assignment_expression conditional_expression field_expression call_expression".split()
)
_TYPED: Final = frozenset(("cast_expression", "sizeof_expression", "alignof_expression"))
# A tree with errors has nodes for brackets, too.
_SKIPPED: Final = frozenset(("(", ")", "]", "ERROR"))


class OperatorLowering(LoweringBase):
    """The part of lowering that reads operators, casts, calls and the like."""

    def operation(self, node: SyntaxNode) -> r.Expression:
        """Lower an expression that begins with an operator or has one at its top level."""
        row = self._row(node)
        lowered = self._climb(self._operand(row), row, _COMMA)
        return lowered if row[-1].kind == _END else r.BadExpression(node.start, node.end)

    def _row(self, node: SyntaxNode) -> list[SyntaxNode]:
        """Return the tokens of an expression from the last to the first, after an `_END`."""
        row = [SyntaxNode(_END, node.end, node.end, None, [])]
        pending = [node]
        while pending:
            current = pending.pop()
            kind = current.kind
            if kind in _FLATTENED:
                pending.extend(current.children)
            elif kind == "subscript_expression":
                row.append(SyntaxNode(_INDEX, current.start, current.end, None, current.children))
                base = current.child("argument")
                if base is not None:
                    pending.append(base)
            elif kind in _TYPED:
                pending.extend(self._with_type_group(current))
            elif kind not in _SKIPPED:
                row.append(current)
        return row

    def _with_type_group(self, node: SyntaxNode) -> list[SyntaxNode]:
        """Return the children of a cast or a `sizeof`, with a type in parentheses as one token."""
        descriptor = node.child("type")
        if descriptor is None:
            return node.children
        end = node.end
        if node.kind == "cast_expression":
            end = self.text.find(")", descriptor.end) + 1
        group = SyntaxNode(_TYPE, node.start, end, None, [descriptor])
        return [group if child is descriptor else child for child in node.children]

    # --- operators -------------------------------------------------------------------------------

    def _climb(self, left: r.Expression, row: list[SyntaxNode], lowest: int) -> r.Expression:
        """Read the infix operators from level `lowest` on and their operands on the right."""
        while (level := _LEVELS.get(row[-1].kind, _NO_OPERATOR)) >= lowest:
            operator = row.pop()
            if level == _CONDITIONAL:
                left = self._conditional(left, row)
                continue
            right = self._operand(row)
            above = level if level == _ASSIGNMENT else level + 1
            if _LEVELS.get(row[-1].kind, _NO_OPERATOR) >= above:
                right = self._climb(right, row, above)
            made = r.Assignment if level == _ASSIGNMENT else r.Binary
            left = made(left.start, right.end, self._operator(operator), left, right)
        return left

    def _operator(self, token: SyntaxNode) -> r.Word:
        text = r.UNKNOWN_OPERATOR if token.start in self.unknown_operators else token.kind
        return r.Word(token.start, token.end, text)

    def _conditional(self, condition: r.Expression, row: list[SyntaxNode]) -> r.Expression:
        chosen = None
        if row[-1].kind != ":":
            chosen = self._climb(self._operand(row), row, _COMMA)
        if row[-1].kind == ":":
            row.pop()
        otherwise = self._climb(self._operand(row), row, _CONDITIONAL)
        return r.Conditional(condition.start, otherwise.end, condition, chosen, otherwise)

    def _operand(self, row: list[SyntaxNode]) -> r.Expression:
        """Read an operand with the operators before and after it that belong to it alone."""
        token = row.pop()
        kind = token.kind
        if kind in _PREFIXES:
            operand = self._operand(row)
            return r.Unary(token.start, operand.end, kind, operand)
        if kind in _GROUPS:
            named = self._type_in(token, row)
            if named is not None:
                return self._cast(token, named, row)
            base = self._group(token, row)
        elif kind in _QUERIES:
            return self._query(token, row)
        elif kind == _END:
            row.append(token)
            return r.BadExpression(token.start, token.end)
        else:
            base = self.expression(token)
        return self._with_steps(base, row)

    def _with_steps(self, base: r.Expression, row: list[SyntaxNode]) -> r.Expression:
        """Read the calls, subscripts, members and `++` behind an operand."""
        while (step := _STEPS.get(row[-1].kind)) is not None:
            base = step(self, base, row.pop(), row)
        return base

    def _query(self, keyword: SyntaxNode, row: list[SyntaxNode]) -> r.Expression:
        """Read what `sizeof` is asked of: a type in parentheses, or an operand."""
        named = self._queried(row)
        if named is None:
            operand = self._operand(row)
            return r.TypeQuery(keyword.start, operand.end, keyword.kind, operand)
        query = r.TypeQuery(keyword.start, row.pop().end, keyword.kind, named)
        return self._with_steps(query, row)

    def _queried(self, row: list[SyntaxNode]) -> r.Expression | r.TypeName | None:
        group = row[-1]
        if group.kind == _PARENTHESES and row[-2].kind in _AFTER_STEPS:
            return self._named_type(group)
        if group.kind != _TYPE or not self._goes_on(row, -2):
            return None
        [descriptor] = group.children
        name = self.text[descriptor.start : descriptor.end]
        if _is_lone_name(descriptor) and self.names.is_variable(name):
            return r.Name(descriptor.start, descriptor.end, name)
        return self.type_name(descriptor)

    # --- groups ----------------------------------------------------------------------------------

    def _type_in(self, group: SyntaxNode, row: list[SyntaxNode]) -> r.TypeName | None:
        """Return the type in a group that makes it a cast of what follows it in the row."""
        if group.kind == _TYPE:
            return None if self._is_name(group, row, -1) else self.type_name(group.children[0])
        following = row[-1].kind
        if following in _CHANGES:
            # `(T)++(a)` was read as a call of what `(T)++` makes.
            return self._named_type(group) if row[-2].kind == _ARGUMENTS else None
        if following in _PREFIX_OR_INFIX or following == _ARGUMENTS:
            return self._named_type(group)
        return None

    def _is_name(self, group: SyntaxNode, row: list[SyntaxNode], after: int) -> bool:
        """Tell whether a type in parentheses is the name of a value instead.

        `after` is the index of the token behind it.
        """
        [descriptor] = group.children
        if not _is_lone_name(descriptor) or not self._goes_on(row, after):
            return False
        return not self.names.is_type(self.text[descriptor.start : descriptor.end])

    def _goes_on(self, row: list[SyntaxNode], at: int) -> bool:
        """Tell whether the token at an index may stand behind an operand."""
        token = row[at]
        if token.kind == _TYPE:
            return self._is_name(token, row, at - 1)
        if token.kind in _CHANGES:
            return row[at - 1].kind in _AFTER_STEPS
        return token.kind in _AFTER_STEPS or token.kind in _STEPS

    def _named_type(self, group: SyntaxNode) -> r.TypeName | None:
        """Return the type that an expression or an argument in parentheses is the name of."""
        inner = [child for child in group.children if child.kind not in ("(", ")")]
        if len(inner) != 1:
            return None
        if group.kind == _ARGUMENTS:
            argument = self.arguments(group)[0]
            return argument.type if type(argument) is r.TypeArgument else None
        [name] = inner
        if name.kind != "identifier" or not self.names.is_type(self.text[name.start : name.end]):
            return None
        return type_from_name(name.start, name.end, self.text[name.start : name.end])

    def _group(self, group: SyntaxNode, row: list[SyntaxNode]) -> r.Expression:
        """Lower a group that is an operand."""
        if group.kind == _PARENTHESES:
            return self.parenthesized(group)
        if group.kind == _TYPE:
            inner: r.Expression = self._name_read_as_type(group, row)
        else:
            inner = next(iter(self.arguments(group)), r.BadExpression(group.start, group.end))
        return r.Parenthesized(group.start, group.end, inner)

    def _name_read_as_type(self, group: SyntaxNode, row: list[SyntaxNode]) -> r.Name:
        """Return the name, and make `&&` of two signs `&` that touch behind it."""
        at = -2 if row[-1].kind in _CHANGES else -1
        first, second = row[at], row[at - 1]
        if first.kind == second.kind == "&" and first.end == second.start:
            row[at - 1] = SyntaxNode("&&", first.start, second.end, None, [])
            del row[at]
        [name] = group.children
        return r.Name(name.start, name.end, self.text[name.start : name.end])

    def _cast(self, group: SyntaxNode, to: r.TypeName, row: list[SyntaxNode]) -> r.Expression:
        """Read what a type in parentheses is applied to; several values make a vector literal."""
        elements = self._elements(row[-1], to)
        if elements is not None:
            end = row.pop().end
            return self._with_steps(r.VectorLiteral(group.start, end, to, elements), row)
        operand = self._operand(row)
        return r.Cast(group.start, operand.end, to, operand)

    def _elements(self, group: SyntaxNode, to: r.TypeName) -> tuple[r.Expression, ...] | None:
        """Return the elements of a vector literal if a group behind a type holds them."""
        if group.kind == _ARGUMENTS:
            inner = [child for child in group.children if child.kind not in ("(", ")")]
            return None if len(inner) == 1 else self.arguments(group)
        if group.kind != _PARENTHESES or group.first("comma_expression") is None:
            return None
        return _comma_list(self.parenthesized(group)) if _may_be_vector(to) else None

    # --- steps -----------------------------------------------------------------------------------

    def _member(self, base: r.Expression, sign: SyntaxNode, row: list[SyntaxNode]) -> r.Expression:
        if row[-1].kind == _END:
            return r.BadExpression(base.start, sign.end)
        name = row.pop()
        return r.Member(base.start, name.end, base, self.word(name), sign.kind == "->")

    def _index(self, base: r.Expression, token: SyntaxNode, _: list[SyntaxNode]) -> r.Expression:
        index = token.child("index")
        if index is None:
            return r.BadExpression(base.start, token.end)
        return r.Index(base.start, token.end, base, self.expression(index))

    def _change(self, base: r.Expression, sign: SyntaxNode, _: list[SyntaxNode]) -> r.Expression:
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
        self, base: r.Expression, group: SyntaxNode, row: list[SyntaxNode]
    ) -> r.Expression:
        if group.kind == _TYPE:
            values: tuple[r.Expression, ...] = (self._name_read_as_type(group, row),)
        else:
            values = _comma_list(self.parenthesized(group))
        return r.Call(base.start, group.end, base, values, group.end - 1)


_STEPS: Final[
    dict[
        str,
        Callable[[OperatorLowering, r.Expression, SyntaxNode, list[SyntaxNode]], r.Expression],
    ]
] = {
    ".": OperatorLowering._member,
    "->": OperatorLowering._member,
    "++": OperatorLowering._change,
    "--": OperatorLowering._change,
    _INDEX: OperatorLowering._index,
    _ARGUMENTS: OperatorLowering._call,
    _PARENTHESES: OperatorLowering._call_read_as_cast,
    _TYPE: OperatorLowering._call_read_as_cast,
}
_AFTER_STEPS: Final = _LEVELS.keys() | {":", _END}


def type_from_name(start: int, end: int, name: str) -> r.TypeName:
    """Return the type that a lone typedef name at the given place is."""
    specifiers = r.Specifiers(start, end, (), (), r.NamedType(start, end, name), ())
    return r.TypeName(start, end, specifiers, r.Declarator(end, end, None, (), ()))


def _is_lone_name(descriptor: SyntaxNode) -> bool:
    return len(descriptor.children) == 1 and descriptor.children[0].kind == "type_identifier"


def _may_be_vector(name: r.TypeName) -> bool:
    """Tell whether values in parentheses behind a type may be a vector literal, and not a cast."""
    kind = name.specifiers.type
    if name.declarator.parts or isinstance(kind, r.RecordType | r.EnumType):
        return False
    return not isinstance(kind, r.BasicType) or kind.words[-1][-1:].isdigit()


def _comma_list(group: r.Expression) -> tuple[r.Expression, ...]:
    """Return the operands of a comma expression in parentheses, or its only value."""
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
