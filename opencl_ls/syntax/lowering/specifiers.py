"""Lowering of specifiers: types, storage classes, qualifiers and attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from opencl_ls.syntax import records as r
from opencl_ls.syntax.lowering.base import LoweringBase
from opencl_ls.syntax.tokens import STATEMENT_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.syntax.tree import SyntaxNode

_STORAGE_WORDS = frozenset(
    "typedef extern static auto register inline __inline __inline__ __forceinline _Noreturn "
    "noreturn kernel __kernel __block thread_local __thread _Thread_local".split()
)
QUALIFIER_KINDS = frozenset(
    "type_qualifier storage_class_specifier function_specifier kernel_qualifier "
    "address_space_qualifier access_qualifier pipe_qualifier block_storage_specifier "
    "alignas_qualifier".split()
)
"""The kinds of the nodes of qualifiers and storage classes."""
_ATTRIBUTE_KINDS = frozenset(("attribute_specifier", "attribute_declaration"))
_SPACES = {f"opencl_{space}": f"__{space}" for space in ("global", "local", "constant", "private")}


class _Gathered(Struct):
    """The specifiers of one declaration while they are being read."""

    start: int
    end: int
    storage: list[r.Word] = field(default_factory=list)
    qualifiers: list[r.Word] = field(default_factory=list)
    type: r.TypeSpecifier | None = None
    attributes: list[r.Attribute] = field(default_factory=list)
    unknown: list[r.Word] = field(default_factory=list)

    def done(self) -> r.Specifiers:
        """Return the record."""
        return r.Specifiers(
            self.start,
            self.end,
            tuple(self.storage),
            tuple(self.qualifiers),
            self.type,
            tuple(self.attributes),
            tuple(self.unknown),
        )


class SpecifierLowering(LoweringBase):
    """The part of lowering for specifiers, and for attributes in any place."""

    def specifiers(self, nodes: Iterable[SyntaxNode], start: int) -> r.Specifiers:
        """Lower the specifier nodes of a declaration, those in field `type` among them."""
        gathered = _Gathered(start, start)
        for node in nodes:
            self._specifier(node, gathered)
        return gathered.done()

    def _specifier(self, node: SyntaxNode, gathered: _Gathered) -> None:
        kind = node.kind
        if kind in _ATTRIBUTE_KINDS:
            found = self.attributes(node)
            gathered.attributes.extend(found)
            gathered.qualifiers.extend(space_words(found))
        elif node.field == "type" or kind in ("macro_type_specifier", "sized_type_specifier"):
            known, read = gathered.type, self._type_specifier(node, gathered)
            if known is None:
                gathered.type = read
            elif isinstance(known, r.BasicType) and isinstance(read, r.BasicType):
                # `int const unsigned`: the words of a type may be apart.
                words = (*known.words, *read.words)
                gathered.type = r.BasicType(known.start, node.end, words)
        elif kind in QUALIFIER_KINDS or kind in ("typedef", "pipe", "__extension__"):
            self._words(node, gathered)
        elif kind == "macro_qualifier":
            gathered.unknown.append(self.word(node))
        else:
            return
        if gathered.end == gathered.start:
            gathered.start = node.start
        gathered.end = node.end

    def _words(self, node: SyntaxNode, gathered: _Gathered) -> None:
        for leaf in leaves(node):
            word = self.word(leaf)
            if word.text in _STORAGE_WORDS:
                gathered.storage.append(word)
            elif word.text != "__extension__":
                gathered.qualifiers.append(word)

    def _type_specifier(self, node: SyntaxNode, gathered: _Gathered) -> r.TypeSpecifier:
        kind = node.kind
        if kind == "primitive_type":
            return r.BasicType(node.start, node.end, (self.text[node.start : node.end],))
        if kind == "type_identifier" or kind == "identifier":
            name = self.text[node.start : node.end]
            if name in STATEMENT_WORDS:
                self.misread = True
            return r.NamedType(node.start, node.end, name)
        if kind == "sized_type_specifier":
            return self._sized_type(node, gathered)
        if kind in ("struct_specifier", "union_specifier"):
            return self._record_type(node, kind.partition("_")[0])
        if kind == "enum_specifier":
            return self._enum_type(node)
        return self._other_type(node)

    def _sized_type(self, node: SyntaxNode, gathered: _Gathered) -> r.TypeSpecifier:
        words: list[str] = []
        end = node.start
        named: r.NamedType | None = None
        for child in node.children:
            if child.kind in QUALIFIER_KINDS:
                self._words(child, gathered)
            elif child.kind == "type_identifier":
                named = r.NamedType(child.start, child.end, self.text[child.start : child.end])
            else:
                words.append(self.text[child.start : child.end])
                # `long kernel` ends in a qualifier, which is no part of the type.
                end = child.end
        if named is not None and not words:
            return named
        return r.BasicType(node.start, end, tuple(words))

    def _other_type(self, node: SyntaxNode) -> r.TypeSpecifier:
        descriptor = node.first("type_descriptor")
        if node.kind == "macro_type_specifier" and descriptor is not None:
            name = node.child("name")
            word = "" if name is None else self.text[name.start : name.end]
            if word == "_Atomic":
                return r.AtomicType(node.start, node.end, self.type_name(descriptor))
            if word.strip("_") == "typeof":
                return r.TypeofType(node.start, node.end, self.type_name(descriptor))
            return r.NamedType(node.start, node.end, word)
        if node.kind == "atomic_type_specifier" and descriptor is not None:
            return r.AtomicType(node.start, node.end, self.type_name(descriptor))
        operand = next(
            (n for n in node.children if n.field in ("operand", "value", "argument")), None
        )
        if descriptor is not None:
            return r.TypeofType(node.start, node.end, self.type_name(descriptor))
        if operand is not None:
            return r.TypeofType(node.start, node.end, self.expression(operand))
        return r.BasicType(node.start, node.end, (self.text[node.start : node.end],))

    def _record_type(self, node: SyntaxNode, keyword: str) -> r.RecordType:
        name = node.child("name")
        body = node.child("body")
        members = None
        assertions: list[r.StaticAssert] = []
        if body is not None:
            members = tuple(
                self.member_declaration(child)
                for child in body.children
                if child.kind == "field_declaration"
            )
            for child in body.children:
                if child.kind == "static_assert_declaration":
                    asserted = self.static_assert(child)
                    if asserted is not None:
                        assertions.append(asserted)
        return r.RecordType(
            node.start,
            node.end,
            keyword,
            None if name is None else self.word(name),
            members,
            self.attributes_among(node.children),
            tuple(assertions),
        )

    def static_assert(self, node: SyntaxNode) -> r.StaticAssert | None:
        """Lower `_Static_assert(condition, message)`, None without a condition."""
        condition, message = node.child("condition"), node.child("message")
        if condition is None:
            return None
        return r.StaticAssert(
            node.start,
            node.end,
            self.expression(condition),
            None if message is None else self.expression(message),
        )

    def _enum_type(self, node: SyntaxNode) -> r.EnumType:
        name = node.child("name")
        body = node.child("body")
        enumerators = None
        if body is not None:
            enumerators = tuple(self._enumerators(body))
        return r.EnumType(
            node.start,
            node.end,
            None if name is None else self.word(name),
            enumerators,
            self.attributes_among(node.children),
        )

    def _enumerators(self, body: SyntaxNode) -> Iterable[r.Enumerator]:
        for child in body.children:
            if child.kind != "enumerator":
                continue
            name = child.child("name")
            value = child.child("value")
            if name is None:
                continue
            word = self.word(name)
            self.names.declare(word.text, False)
            yield r.Enumerator(
                child.start,
                child.end,
                word,
                None if value is None else self.expression(value),
                self.attributes_among(child.children),
            )

    # --- attributes ------------------------------------------------------------------------------

    def attributes_among(self, nodes: Iterable[SyntaxNode]) -> tuple[r.Attribute, ...]:
        """Lower the attributes among some nodes."""
        found: list[r.Attribute] = []
        for node in nodes:
            if node.kind in _ATTRIBUTE_KINDS:
                found.extend(self.attributes(node))
        return tuple(found)

    def attributes(self, node: SyntaxNode) -> list[r.Attribute]:
        """Lower `__attribute__((a, b(1)))` to its entries."""
        found: list[r.Attribute] = []
        for child in node.children:
            if child.kind in (
                "argument_list",
                "attribute",
                "attribute_argument_list",
                "attribute_list",
            ):
                found.extend(self._attribute_entries(child))
        return found

    def _attribute_entries(self, node: SyntaxNode) -> Iterable[r.Attribute]:
        if node.kind == "attribute":
            name = node.child("name")
            arguments = node.first("argument_list")
            if name is not None:
                yield r.Attribute(
                    node.start,
                    node.end,
                    self.word(name),
                    None if arguments is None else self.arguments(arguments),
                    True,
                )
            return
        for child in node.children:
            if child.kind == "attribute":
                yield from self._attribute_entries(child)
            elif child.kind == "call_expression":
                function, arguments = child.child("function"), child.child("arguments")
                if function is not None and arguments is not None:
                    yield r.Attribute(
                        child.start, child.end, self.word(function), self.arguments(arguments)
                    )
            elif child.kind not in ("(", ")", ","):
                yield r.Attribute(child.start, child.end, self.word(child), None)


def space_words(attributes: Iterable[r.Attribute]) -> list[r.Word]:
    """Return the address spaces that clang's attributes (`opencl_global`) denote, as qualifiers."""
    return [
        r.Word(each.start, each.end, _SPACES[name])
        for each in attributes
        if (name := each.name.text.strip("_")) in _SPACES
    ]


def leaves(node: SyntaxNode) -> list[SyntaxNode]:
    """Return the leaves of a qualifier node; an `alignas(...)` counts as one."""
    if not node.children or node.kind == "alignas_qualifier":
        return [node]
    return [leaf for child in node.children for leaf in leaves(child)]
