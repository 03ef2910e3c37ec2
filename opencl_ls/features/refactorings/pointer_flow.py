"""The flow of a pointer's value through the functions of a program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.features.refactorings.effects import is_unevaluated

if TYPE_CHECKING:
    from opencl_ls.analysis.code import Node
    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import Reference, References

SPACES: Final = frozenset(("global", "local", "constant", "private", "generic"))
_MOST: Final = 64
"""The most declarations that a pointer may flow through."""
_HOLDING: Final = ("Return", "InitializerEntry", "VectorLiteral", "CompoundLiteral")
_COMPARING: Final = frozenset(("==", "!=", "<", ">", "<=", ">=", "&&", "||"))
_DECLARING: Final = frozenset(("definition", "declaration"))


class Disagreement(Exception):
    """A place that requires another address space, in words."""


class Flow:
    """The declarations that have to change with one, so that all point into an address space.

    `declarations` are the parameters and variables, `specifiers` the places to change: theirs, and
    those of casts.  It `is_founded` if some pointer that flows in already points there, in which
    case it `has_source`, or if none flows in.  `references` caches those of functions, by the bytes
    of their names.
    """

    def __init__(
        self, analysis: Analysis, space: str, references: dict[int, References | None]
    ) -> None:
        self._analysis = analysis
        self._references = references
        self._space = space
        self.has_source = False
        self._has_any = False
        self.declarations: list[Node] = []
        self.specifiers: list[Node] = []
        self._waiting: list[Node] = []

    @property
    def is_founded(self) -> bool:
        """Pointers of the address space flow in, or none does."""
        return self.has_source or not self._has_any

    def follow(self, declared: Node) -> None:
        """Add a parameter or a variable, and all that has to change with it.

        Raises Disagreement if that is not possible.
        """
        self._add(declared)
        while self._waiting:
            each = self._waiting.pop()
            if each.kind == "Parameter":
                self._parameter(each)
            else:
                self._variable(each)

    def _add(self, declared: Node) -> None:
        if declared in self.declarations:
            return
        kind, meaning = declared.declared_type, declared.meaning
        name = "" if meaning is None else meaning.name
        if kind is None or kind.kind != "pointer" or meaning is None or not meaning.is_local:
            raise Disagreement(f"'{name}' is no pointer of a function")
        specifiers = specifiers_of(declared)
        if self.declarations and specifiers is not None and says_space(specifiers):
            # An address space that is written there was intended.
            raise Disagreement(f"'{name}' points to {kind.space} memory")
        if len(self.declarations) >= _MOST:
            raise Disagreement("it goes through too many functions")
        self.declarations.append(declared)
        self._change(declared, declared.part("declarator"), specifiers, name)
        self._waiting.append(declared)

    def _change(
        self, node: Node, declarator: Node | None, specifiers: Node | None, name: str
    ) -> None:
        parts = [] if declarator is None else [each.kind for each in declarator.parts("parts")]
        is_plain = parts == ["PointerPart"] or (node.kind == "Parameter" and parts == ["ArrayPart"])
        if not is_plain or specifiers is None:
            raise Disagreement(f"the declaration of '{name}' is no simple pointer")
        if not specifiers.is_verbatim:
            raise Disagreement(f"a macro makes the declaration of '{name}'")
        self.specifiers.append(specifiers)

    # --- declarations ----------------------------------------------------------------------------

    def _variable(self, declared: Node) -> None:
        statement = declared.parent
        if statement is None or len(statement.parts("declarators")) != 1:
            raise Disagreement("a variable is declared together with others")
        value = declared.part("initializer")
        if value is not None:
            self._need(value)
        for use in declared.uses:
            self._follow(use)

    def _parameter(self, declared: Node) -> None:
        function = next((e for e in declared.around if e.kind == "FunctionDefinition"), None)
        owner = declared.parent
        index = -1 if owner is None else owner.parts("parameters").index(declared)
        if function is None:
            raise Disagreement("it is a parameter of a function outside of this program")
        for use in declared.uses:
            self._follow(use)
        declarator = function.part("declarator")
        place = None if declarator is None else declarator.span_of("name")
        found = None if place is None else self._references_of(place[0])
        if found is None:
            raise Disagreement("a macro names the function")
        for each in found.references:
            self._reference(each, index, function)

    def _references_of(self, offset: int) -> References | None:
        if offset not in self._references:
            self._references[offset] = self._analysis.references(offset)
        return self._references[offset]

    def _reference(self, reference: Reference, index: int, function: Node) -> None:
        place = reference.place
        if place.file != self._analysis.path:
            raise Disagreement("its function is named in a header")
        if not reference.is_verbatim or reference.kind not in (*_DECLARING, "call"):
            raise Disagreement("its function is used in another way than called")
        code = self._analysis.code_at(place.start)
        nodes = [] if code is None else code.nodes_around(place.start, place.end)
        if code is None or not code.is_sound:
            raise Disagreement("a function that names it has syntax errors")
        if reference.kind in _DECLARING:
            if nodes and nodes[0] == function:
                return
            holder = next((e for e in reversed(nodes) if e.kind == "Declarator"), None)
            parts = [] if holder is None else holder.parts("parts")
            listed = parts[0].parts("parameters") if parts else []
            if not 0 <= index < len(listed):
                raise Disagreement("a declaration of its function has syntax errors")
            other = listed[index]
            self._change(other, other.part("declarator"), other.part("specifiers"), "it")
            return
        call = next((each for each in reversed(nodes) if each.kind == "Call"), None)
        arguments = [] if call is None else call.parts("arguments")
        if not 0 <= index < len(arguments):
            raise Disagreement("a call of its function has syntax errors")
        self._need(arguments[index])

    # --- targets ---------------------------------------------------------------------------------

    def _follow(self, use: Node) -> None:
        """Follow the value of a pointer, or an address derived from it, to its target."""
        inner, above = use, use.parent
        if is_unevaluated(use):
            return
        while above is not None:
            value = self._value_of(above, inner)
            if value is None:
                self._take(above, inner)
                return
            inner, above = value, value.parent

    def _value_of(self, above: Node, inner: Node) -> Node | None:
        """Return the expression around a pointer if it is a pointer derived from it, or None."""
        kind = above.kind
        if kind in ("Index", "Unary", "Member") and not _is_sign(above):
            # The value is the pointee, unless its address is taken again.
            return None if kind == "Index" and above.part("index") == inner else _address_of(above)
        if kind == "Conditional":
            self._need(above)
            return None if above.part("condition") == inner else above
        if kind == "Cast":
            self._cast(above)
        elif kind in ("Assignment", "Call", *_HOLDING) or not above.is_expression:
            return None
        is_comparison = kind == "Binary" and above.word("operator") in _COMPARING
        is_checked = kind in ("Cast", "Binary", "Unary")
        return None if is_comparison or (is_checked and not _is_pointer(above)) else above

    def _take(self, above: Node, inner: Node) -> None:
        """Check the target of a pointer's value."""
        kind = above.kind
        if kind == "Assignment":
            self._assignment(above, inner)
        elif kind == "Call":
            self._argument(above, inner)
        elif kind == "InitDeclarator":
            if not self._is_settled(above):
                self._add(above)
        elif kind in _HOLDING:
            raise Disagreement("it is returned, or kept in a value of several parts")

    def _is_settled(self, declared: Node) -> bool:
        kind = declared.declared_type
        return kind is not None and (kind.kind != "pointer" or self._takes(kind.space))

    def _takes(self, space: str) -> bool:
        """Tell whether a pointer into an address space can hold the wanted pointee."""
        return space == self._space or (space == "generic" and self._space != "constant")

    def _cast(self, cast: Node) -> None:
        kind, name = cast.type, cast.part("type")
        if kind is None or kind.kind != "pointer" or kind.space == self._space or name is None:
            return
        self._change(cast, name.part("declarator"), name.part("specifiers"), "a cast")

    def _assignment(self, assignment: Node, inner: Node) -> None:
        left, right = assignment.part("left"), assignment.part("right")
        if left is None or right is None:
            return
        if left == inner:
            if assignment.word("operator") == "=":
                self._need(right)
            return
        if (
            left.type is not None
            and left.type.kind == "pointer"
            and not self._takes(left.type.space)
        ):
            target = left.declared_at
            if target is None:
                raise Disagreement("it is stored in something that is not a variable")
            self._add(target)

    def _argument(self, call: Node, inner: Node) -> None:
        arguments, callee = call.parts("arguments"), call.part("callee")
        if inner not in arguments or callee is None or call.builtin:
            return
        span = callee.span
        found = None if span is None else self._analysis.symbol_at(span[0])
        place = None if found is None else found.definition
        code = None if place is None else self._analysis.code_at(place.start)
        if place is None or place.file != self._analysis.path or code is None or not code.is_sound:
            raise Disagreement("it is passed to a function outside of this program")
        nodes = code.nodes_around(place.start, place.end)
        holder = next((each for each in reversed(nodes) if each.kind == "Declarator"), None)
        parts = [] if holder is None else holder.parts("parts")
        listed = parts[0].parts("parameters") if parts else []
        index = arguments.index(inner)
        if not index < len(listed):
            raise Disagreement("a function that it is passed to has syntax errors")
        if not self._is_settled(listed[index]):
            self._add(listed[index])

    # --- sources ---------------------------------------------------------------------------------

    def _need(self, value: Node) -> None:
        """Check the source of a pointer: it has to point into the address space as well."""
        self._has_any = True
        kind = value.type
        if kind is not None and kind.kind in ("pointer", "array") and kind.space == self._space:
            self.has_source = True
            return
        part = _source(value)
        if part is not None:
            self._need(part)
        elif value.kind == "Conditional":
            for name in ("chosen", "otherwise"):
                if (chosen := value.part(name)) is not None:
                    self._need(chosen)
        elif value.kind == "Cast":
            self._cast(value)
            if (operand := value.part("operand")) is not None:
                self._need(operand)
        elif value.integer == 0 or value.word("name") == "NULL":
            return
        elif value.kind == "Name" and kind is not None and kind.kind == "pointer":
            declared = value.declared_at
            if declared is None:
                raise Disagreement(f"'{value.word('name')}' points to {kind.space} memory")
            self._add(declared)
        else:
            space = "" if kind is None else kind.space
            raise Disagreement(f"a caller gives a pointer to {space or 'another'} memory")


def says_space(specifiers: Node) -> bool:
    """Tell whether an address space is written among specifiers."""
    return any(each.strip("_") in SPACES for each in specifiers.words("qualifiers"))


def specifiers_of(declared: Node) -> Node | None:
    """Return the specifiers of a parameter or a variable."""
    if declared.kind == "Parameter":
        return declared.part("specifiers")
    statement = declared.parent
    return None if statement is None else statement.part("specifiers")


def _is_sign(node: Node) -> bool:
    return node.kind == "Unary" and node.word("operator") in ("++", "--", "!")


def _is_pointer(node: Node) -> bool:
    return node.type is not None and node.type.kind == "pointer"


def _address_of(node: Node) -> Node | None:
    """Return the `&` in front of a part of a pointee, or None."""
    above = node.parent
    while above is not None:
        if above.kind == "Unary" and above.word("operator") == "&":
            return above
        is_part = above.kind == "Parenthesized" or (
            above.kind == "Member" and above.word("arrow") == "" and above.part("base") is not None
        )
        if not is_part:
            return None
        above = above.parent
    return None


def _source(value: Node) -> Node | None:
    """Return the part of an expression from which its pointer comes, if there is a single one."""
    kind = value.kind
    if kind == "Parenthesized":
        return value.part("inner")
    if kind == "Assignment":
        return value.part("right" if value.word("operator") == "=" else "left")
    if kind == "Postfix":
        return value.part("operand")
    if kind == "Binary":
        sides = [value.part("left"), value.part("right")]
        pointers = [
            e
            for e in sides
            if e is not None and e.type is not None and e.type.kind in ("pointer", "array")
        ]
        return pointers[0] if len(pointers) == 1 else None
    if kind != "Unary":
        return None
    operand = value.part("operand")
    if value.word("operator") in ("++", "--"):
        return operand
    return _base(operand) if value.word("operator") == "&" else None


def _base(inner: Node | None) -> Node | None:
    """Return the pointer that leads to an lvalue of which the address is taken."""
    while inner is not None and inner.kind in ("Parenthesized", "Member"):
        base = inner.part("inner") or inner.part("base")
        if inner.kind == "Member" and base is not None and base.type is not None:
            if base.type.kind == "pointer":
                return base
        inner = base
    if inner is None:
        return None
    if inner.kind == "Index":
        return inner.part("base")
    return (
        inner.part("operand") if inner.kind == "Unary" and inner.word("operator") == "*" else None
    )
