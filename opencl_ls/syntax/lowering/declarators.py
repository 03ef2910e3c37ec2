"""Lowering of declarators, parameters, members, enumerators and whole declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.syntax import records as r
from opencl_ls.syntax.lowering.misplaced_names import name_by_access, name_by_keyword
from opencl_ls.syntax.lowering.specifiers import (
    QUALIFIER_KINDS,
    SpecifierLowering,
    leaves,
    space_words,
)
from opencl_ls.syntax.tree import may_be_macro

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.syntax.tree import SyntaxNode

_NAME_KINDS = frozenset(("identifier", "field_identifier", "type_identifier", "primitive_type"))
_POINTER_KINDS = frozenset(
    (
        "pointer_declarator",
        "abstract_pointer_declarator",
        "block_declarator",
        "block_type_declarator",
        "block_field_declarator",
        "abstract_block_declarator",
        "pointer_type_declarator",
        "pointer_field_declarator",
    )
)
_ARRAY_KINDS = frozenset(("array_declarator", "abstract_array_declarator"))
_FUNCTION_KINDS = frozenset(("function_declarator", "abstract_function_declarator"))
_DECLARATOR_KINDS = (
    _NAME_KINDS
    | _POINTER_KINDS
    | _ARRAY_KINDS
    | _FUNCTION_KINDS
    | {"parenthesized_declarator", "abstract_parenthesized_declarator", "attributed_declarator"}
)


class DeclaratorLowering(SpecifierLowering):
    """The part of lowering for declarations."""

    # --- declarators -----------------------------------------------------------------------------

    def declarator(self, node: SyntaxNode | None, at: int) -> r.Declarator:
        """Lower a declarator; without one the result is empty, with the offset `at`."""
        if node is None:
            return r.Declarator(at, at, None, (), ())
        parts: list[r.DeclaratorPart] = []
        attributes: list[r.Attribute] = []
        name = self._declarator(node, parts, attributes)
        return r.Declarator(node.start, node.end, name, tuple(parts), tuple(attributes))

    def _declarator(
        self, node: SyntaxNode, parts: list[r.DeclaratorPart], attributes: list[r.Attribute]
    ) -> r.Word | None:
        """Append the derivations of `node`, innermost first, and return the declared name."""
        kind = node.kind
        if kind in _NAME_KINDS:
            return self.word(node)
        inner = node.child("declarator")
        if inner is None:
            # The size of an array without a name is no name.
            inner = next(
                (n for n in node.children if n.kind in _DECLARATOR_KINDS and n.field != "size"),
                None,
            )
        name = None if inner is None else self._declarator(inner, parts, attributes)
        attributes.extend(self.attributes_among(node.children))
        if kind in _POINTER_KINDS:
            parts.append(self._pointer_part(node))
        elif kind in _ARRAY_KINDS:
            parts.append(self._array_part(node))
        elif kind in _FUNCTION_KINDS:
            parameters = node.child("parameters")
            if parameters is not None:
                parts.append(self.function_part(parameters))
        return name

    def _pointer_part(self, node: SyntaxNode) -> r.DeclaratorPart:
        qualifiers = tuple(
            self.word(leaf)
            for child in node.children
            if child.kind in QUALIFIER_KINDS
            for leaf in leaves(child)
        )
        sign = node.first("^") or node.first("*")
        attributes = self.attributes_among(node.children)
        if attributes:
            qualifiers += tuple(space_words(attributes))
        start = node.start if sign is None else sign.start
        end = max([q.end for q in qualifiers], default=start + 1)
        if sign is not None and sign.kind == "^":
            return r.BlockPart(start, end, qualifiers)
        return r.PointerPart(start, end, qualifiers)

    def _array_part(self, node: SyntaxNode) -> r.ArrayPart:
        size = node.child("size")
        star = node.first("*")
        bracket = node.first("[")
        qualifiers = tuple(
            self.word(leaf)
            for child in node.children
            if child.kind in QUALIFIER_KINDS
            for leaf in leaves(child)
        )
        return r.ArrayPart(
            node.start if bracket is None else bracket.start,
            node.end,
            None if size is None or size.kind == "*" else self.expression(size),
            qualifiers,
            None if star is None else self.word(star),
        )

    def function_part(self, node: SyntaxNode) -> r.FunctionPart:
        """Lower a `parameter_list`; the parameters' names are declared in a scope of their own."""
        parameters: list[r.Parameter] = []
        ellipsis: r.Word | None = None
        self.names.push()
        for child in node.children:
            if child.kind == "parameter_declaration":
                parameters.append(self.parameter(child))
            elif child.kind in ("variadic_parameter", "..."):
                ellipsis = self.word(child)
        self.names.pop()
        empty = not parameters and ellipsis is None
        if len(parameters) == 1 and _is_void(parameters[0]):
            parameters = []
        return r.FunctionPart(node.start, node.end, tuple(parameters), ellipsis, empty)

    def old_style(
        self, declarator: r.Declarator, node: SyntaxNode, declarations: list[SyntaxNode]
    ) -> None:
        """Give a function the parameters that are declared after the list of their names.

        `node` is the declarator's node, `declarations` are the declarations of parameters.
        """
        part = declarator.parts[0] if declarator.parts else None
        names = node
        while names.kind != "parameter_list":
            inner = names.child("parameters") or names.child("declarator")
            if inner is None:
                return
            names = inner
        if not isinstance(part, r.FunctionPart):
            return
        self.names.push()
        declared = [each for one in declarations for each in self._old_style_parameters(one)]
        self.names.pop()
        found = {name.text: (name, parameter) for name, parameter in declared}
        listed = [self.word(child) for child in names.children if child.kind == "identifier"]
        for word in listed:
            if word.text not in found:
                # The parameter has no type.
                specifiers = self.specifiers([], word.start)
                alone = r.Declarator(word.start, word.end, word, (), ())
                found[word.text] = word, r.Parameter(word.start, word.end, specifiers, alone)
        part.parameters = tuple(found.pop(word.text)[1] for word in listed if word.text in found)
        part.unlisted = tuple(name for name, _ in found.values())
        part.empty = False
        part.end = declarator.end = declarations[-1].end

    def _old_style_parameters(self, node: SyntaxNode) -> Iterator[tuple[r.Word, r.Parameter]]:
        specifiers, declarators = self.split(node)
        for index, each in enumerate(declarators):
            inner = (each.child("declarator") or each) if each.kind == "init_declarator" else each
            made = self.declarator(inner, node.end)
            if made.name is not None:
                # Each parameter has specifiers of its own, though they are written once.
                words = self.specifiers(specifiers, node.start)
                if index:
                    words.type = _mentioned(words.type)
                yield made.name, r.Parameter(node.start, each.end, words, made)

    def parameter(self, node: SyntaxNode) -> r.Parameter:
        """Lower one parameter and declare its name in the innermost scope."""
        specifiers, declarators = self.split(node)
        made = r.Parameter(
            node.start,
            node.end,
            self.specifiers(specifiers, node.start),
            self.declarator(declarators[0] if declarators else None, node.end),
        )
        if declarators:
            _give_trailing(made.specifiers, [made.declarator])
        if made.declarator.name is None:
            name_by_access(made.specifiers, made.declarator)
        if made.declarator.name is not None:
            self.names.declare(made.declarator.name.text, False)
        return made

    def type_name(self, node: SyntaxNode) -> r.TypeName:
        """Lower a type written by itself."""
        specifiers, declarators = self.split(node)
        lowered = self.specifiers(specifiers, node.start)
        return r.TypeName(
            node.start,
            node.end,
            lowered,
            self.declarator(declarators[0] if declarators else None, node.end),
        )

    def split(self, node: SyntaxNode) -> tuple[list[SyntaxNode], list[SyntaxNode]]:
        """Divide the children of a declaration into its specifiers and its declarators."""
        specifiers: list[SyntaxNode] = []
        declarators: list[SyntaxNode] = []
        for child in node.children:
            if child.field == "declarator":
                declarators.append(child)
            elif child.kind not in (",", ";"):
                specifiers.append(child)
        return specifiers, declarators

    # --- declarations ----------------------------------------------------------------------------

    def declaration(self, node: SyntaxNode) -> r.Declaration:
        """Lower a declaration or a typedef and declare its names in the innermost scope."""
        specifier_nodes, declarator_nodes = self.split(node)
        specifiers = self.specifiers(specifier_nodes, node.start)
        if node.kind == "type_definition" and not any(
            w.text == "typedef" for w in specifiers.storage
        ):
            keyword = node.first("typedef")
            if keyword is not None:
                specifiers.storage = (self.word(keyword), *specifiers.storage)
                specifiers.start = min(specifiers.start, keyword.start)
        is_type = any(word.text == "typedef" for word in specifiers.storage)
        declarators = [self.init_declarator(child, is_type) for child in declarator_nodes]
        if len(declarators) == 1 and node.kind == "declaration":
            declarator = declarators[0].declarator
            if declarator.name is not None and declarator.name.text == "void":
                name_by_keyword(specifiers, declarator)
        if not declarator_nodes and isinstance(specifiers.type, r.NamedType):
            declarators = self._name_without_type(specifiers, specifiers.type)
        trailing = self.attributes_among(
            n for n in node.children if declarator_nodes and n.start > declarator_nodes[0].start
        )
        if trailing and declarators:
            last = declarators[-1].declarator
            known = {attribute.start for attribute in last.attributes}
            last.attributes += tuple(a for a in trailing if a.start not in known)
            specifiers.attributes = tuple(
                a for a in specifiers.attributes if a.start < declarator_nodes[0].start
            )
            specifiers.qualifiers = tuple(
                word for word in specifiers.qualifiers if word.start < declarator_nodes[0].start
            )
            specifiers.end = min(specifiers.end, declarator_nodes[0].start)
        if len(declarators) == 1:
            _qualify_by_attributes(specifiers, declarators[0].declarator)
        return r.Declaration(node.start, node.end, specifiers, tuple(declarators))

    def _name_without_type(
        self, specifiers: r.Specifiers, kind: r.NamedType
    ) -> list[r.InitDeclarator]:
        """Return `x` of `const x;` as a declarator if it is no type."""
        if self.names.is_type(kind.name) or may_be_macro(kind.name):
            return []
        words = (*specifiers.storage, *specifiers.qualifiers)
        if not words:
            return []
        specifiers.type = None
        specifiers.end = max(word.end for word in words)
        name = r.Word(kind.start, kind.end, kind.name)
        declarator = r.Declarator(kind.start, kind.end, name, (), ())
        return [r.InitDeclarator(kind.start, kind.end, declarator, None, None)]

    def init_declarator(self, node: SyntaxNode, is_type: bool) -> r.InitDeclarator:
        """Lower one declarator; its name is in scope in its own initialiser (C11 6.2.1)."""
        inner, value = node, None
        if node.kind == "init_declarator":
            found = node.child("declarator")
            value = node.child("value")
            if found is not None:
                inner = found
        declarator = self.declarator(inner, node.end)
        if node.kind == "init_declarator":
            extra = self.attributes_among(node.children)
            if extra:
                declarator.attributes += extra
        if declarator.name is not None:
            self.names.declare(declarator.name.text, is_type)
        return r.InitDeclarator(
            node.start,
            node.end,
            declarator,
            None if value is None else self.initializer(value),
            None,
        )

    def member_declaration(self, node: SyntaxNode) -> r.Declaration:
        """Lower the declaration of one or more members, bit-field widths included."""
        specifier_nodes, _ = self.split(node)
        specifiers = self.specifiers(
            [n for n in specifier_nodes if n.kind != "bitfield_clause"], node.start
        )
        members: list[r.InitDeclarator] = []
        for child in node.children:
            if child.field == "declarator":
                declarator = self.declarator(child, node.end)
                members.append(r.InitDeclarator(child.start, child.end, declarator, None, None))
            elif child.kind == "bitfield_clause":
                width = child.children[-1] if len(child.children) > 1 else None
                lowered = None if width is None else self.expression(width)
                if members and members[-1].width is None and members[-1].end <= child.start:
                    members[-1].width = lowered
                    members[-1].end = child.end
                else:
                    unnamed = self.declarator(None, child.start)
                    members.append(r.InitDeclarator(child.start, child.end, unnamed, None, lowered))
        _give_trailing(specifiers, [member.declarator for member in members])
        return r.Declaration(node.start, node.end, specifiers, tuple(members))


def _mentioned(kind: r.TypeSpecifier | None) -> r.TypeSpecifier | None:
    """Return a specifier as a reference to its type: an earlier parameter has the definition."""
    if isinstance(kind, r.RecordType) and kind.tag is not None:
        kind.members = None
    elif isinstance(kind, r.EnumType) and kind.tag is not None:
        kind.enumerators = None
    elif isinstance(kind, r.EnumType):
        return r.BasicType(kind.start, kind.end, ("int",))
    return kind


def _give_trailing(specifiers: r.Specifiers, declarators: list[r.Declarator]) -> None:
    """Move attributes after a declarator from the specifiers to the declarator."""
    before = declarators[0].start if declarators else specifiers.end
    trailing = [each for each in specifiers.attributes if each.start > before]
    if not trailing:
        return
    specifiers.attributes = tuple(each for each in specifiers.attributes if each.start < before)
    specifiers.qualifiers = tuple(each for each in specifiers.qualifiers if each.start < before)
    specifiers.end = min(specifiers.end, before)
    for attribute in trailing:
        owner = [each for each in declarators if each.start < attribute.start][-1]
        owner.attributes += (attribute,)
    if len(declarators) == 1:
        _qualify_by_attributes(specifiers, declarators[0])


def _qualify_by_attributes(specifiers: r.Specifiers, declarator: r.Declarator) -> None:
    """Qualify a declared name by the address space of an attribute after the name."""
    if declarator.name is None or not declarator.attributes:
        return
    end = declarator.name.end
    words = tuple(word for word in space_words(declarator.attributes) if word.start >= end)
    outer = next((part for part in declarator.parts if not isinstance(part, r.ArrayPart)), None)
    if words and isinstance(outer, r.PointerPart):
        outer.qualifiers += words
    elif words:
        specifiers.qualifiers += words


def _is_void(parameter: r.Parameter) -> bool:
    """Return whether a lone parameter is the `void` of an empty list."""
    specifiers = parameter.specifiers
    return (
        isinstance(specifiers.type, r.BasicType)
        and specifiers.type.words == ("void",)
        and not parameter.declarator.parts
        and parameter.declarator.name is None
        and not specifiers.qualifiers
    )
