"""Lowering of specifiers, declarators, parameters, members, enumerators and attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from opencl_ls.builtins.types import builtin_type
from opencl_ls.syntax import records as r
from opencl_ls.syntax.lowering.base import LoweringBase
from opencl_ls.syntax.tokens import STATEMENT_WORDS
from opencl_ls.syntax.tree import may_be_macro

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.syntax.tree import SyntaxNode

_STORAGE_WORDS = frozenset(
    "typedef extern static auto register inline __inline __inline__ __forceinline _Noreturn "
    "noreturn kernel __kernel __block thread_local __thread _Thread_local".split()
)
_QUALIFIER_KINDS = frozenset(
    "type_qualifier storage_class_specifier function_specifier kernel_qualifier "
    "address_space_qualifier access_qualifier pipe_qualifier block_storage_specifier "
    "alignas_qualifier".split()
)
_ATTRIBUTE_KINDS = frozenset(("attribute_specifier", "attribute_declaration"))
_NAME_KINDS = frozenset(("identifier", "field_identifier", "type_identifier", "primitive_type"))
_SPACES = {f"opencl_{space}": f"__{space}" for space in ("global", "local", "constant", "private")}
ACCESS_WORDS = frozenset(
    "read_only write_only read_write __read_only __write_only __read_write".split()
)
"""The access qualifiers as they are written."""
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


class _Gathered(Struct):
    """What a row of specifier nodes amounts to, while it is being read."""

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


class DeclaratorLowering(LoweringBase):
    """The part of lowering that reads declarations."""

    # --- specifiers ------------------------------------------------------------------------------

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
            gathered.qualifiers.extend(_space_words(found))
        elif node.field == "type" or kind in ("macro_type_specifier", "sized_type_specifier"):
            known, read = gathered.type, self._type_specifier(node, gathered)
            if known is None:
                gathered.type = read
            elif isinstance(known, r.BasicType) and isinstance(read, r.BasicType):
                # `int const unsigned`: the words of a type may stand apart.
                words = (*known.words, *read.words)
                gathered.type = r.BasicType(known.start, node.end, words)
        elif kind in _QUALIFIER_KINDS or kind in ("typedef", "pipe", "__extension__"):
            self._words(node, gathered)
        elif kind == "macro_qualifier":
            gathered.unknown.append(self.word(node))
        else:
            return
        if gathered.end == gathered.start:
            gathered.start = node.start
        gathered.end = node.end

    def _words(self, node: SyntaxNode, gathered: _Gathered) -> None:
        for leaf in _leaves(node):
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
            if child.kind in _QUALIFIER_KINDS:
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
        """Lower `_Static_assert(condition, message)`, None where there is no condition."""
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

    # --- declarators -----------------------------------------------------------------------------

    def declarator(self, node: SyntaxNode | None, at: int) -> r.Declarator:
        """Lower a declarator; without one the result is empty and stands at offset `at`."""
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
            if child.kind in _QUALIFIER_KINDS
            for leaf in _leaves(child)
        )
        sign = node.first("^") or node.first("*")
        attributes = self.attributes_among(node.children)
        if attributes:
            qualifiers += tuple(_space_words(attributes))
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
            if child.kind in _QUALIFIER_KINDS
            for leaf in _leaves(child)
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
        """Give a function the parameters that are declared behind the list of their names."""
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
                # It has no type.
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
                # The records of several are their own, though they stand in the same place.
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
            _name_by_access(made.specifiers, made.declarator)
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
                _name_by_keyword(specifiers, declarator)
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
        """Return `x` of `const x;` as the declarator that it is where it is no type."""
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
    """Return a specifier without what it defines, which has been lowered before."""
    if isinstance(kind, r.RecordType) and kind.tag is not None:
        kind.members = None
    elif isinstance(kind, r.EnumType) and kind.tag is not None:
        kind.enumerators = None
    elif isinstance(kind, r.EnumType):
        return r.BasicType(kind.start, kind.end, ("int",))
    return kind


def name_untyped_function(specifiers: r.Specifiers, declarator: r.Declarator) -> None:
    """Make a function `f` without a type of `f(void)`, which reads as a variable of type `f`.

    A word that may be a macro which nobody defined is left alone: the function has no name then.
    """
    kind, name = specifiers.type, declarator.name
    if name is None or name.text != "void" or declarator.parts:
        return
    if _name_by_keyword(specifiers, declarator):
        return
    if not isinstance(kind, r.NamedType) or may_be_macro(kind.name):
        declarator.name = None
        return
    specifiers.type = None
    ends = (word.end for word in (*specifiers.storage, *specifiers.qualifiers))
    specifiers.end = max(ends, default=specifiers.start)
    _name_function(declarator, r.Word(kind.start, kind.end, kind.name))


def name_pasted_function(specifiers: r.Specifiers, declarator: r.Declarator, text: str) -> None:
    """Name a function `KERNEL(add)` by the whole of that, which reads as the type of an `(add)`.

    Nobody knows what the macro makes of what it is given.
    """
    kind, name = specifiers.type, declarator.name
    if name is None or not isinstance(kind, r.NamedType) or not may_be_macro(kind.name):
        return
    end = text.find(")", name.end)
    if end < 0 or text[kind.end : name.start].strip() != "(":
        return
    declarator.name = r.Word(kind.start, end + 1, f"{kind.name}({name.text})")


def _name_by_keyword(specifiers: r.Specifiers, declarator: r.Declarator) -> bool:
    """Make a function `local` of `int local(void)`, which reads as a local variable `void`."""
    kind = specifiers.type
    words = (*specifiers.storage, *specifiers.qualifiers)
    last = max(words, key=lambda word: word.end, default=None)
    if kind is None or last is None or last.start < kind.end:
        return False
    specifiers.storage = tuple(word for word in specifiers.storage if word is not last)
    specifiers.qualifiers = tuple(word for word in specifiers.qualifiers if word is not last)
    specifiers.end = max(word.end for word in (kind, *specifiers.storage, *specifiers.qualifiers))
    _name_function(declarator, last)
    return True


def _name_by_access(specifiers: r.Specifiers, declarator: r.Declarator) -> None:
    """Name a parameter without a name by the access qualifier in its place: `int read_only`.

    An image may have it behind its type, and whatever an unknown name stands for.
    """
    kind = specifiers.type
    level = next(iter(declarator.parts), None)
    if isinstance(level, r.PointerPart):
        behind = [word for word in level.qualifiers if word.text in ACCESS_WORDS]
        if not behind:
            return
        name = behind[-1]
        level.qualifiers = tuple(word for word in level.qualifiers if word is not name)
    elif kind is None or any(isinstance(part, r.PointerPart) for part in declarator.parts):
        return
    else:
        last = max(specifiers.qualifiers, key=lambda word: word.end, default=None)
        if last is None or last.text not in ACCESS_WORDS or last.start < kind.end:
            return
        if _may_have_access(kind) or any(word.text == "pipe" for word in specifiers.qualifiers):
            return
        name = last
        specifiers.qualifiers = tuple(word for word in specifiers.qualifiers if word is not last)
        words = (*specifiers.storage, *specifiers.qualifiers)
        specifiers.end = max(each.end for each in (kind, *words))
    declarator.name = name
    declarator.start = min(declarator.start, name.start)
    declarator.end = max(declarator.end, name.end)


def _may_have_access(kind: r.TypeSpecifier) -> bool:
    """Tell whether a type may be an image."""
    if isinstance(kind, r.BasicType):
        known = builtin_type(" ".join(kind.words))
        return known is not None and known.kind == "image"
    if isinstance(kind, r.NamedType):
        known = builtin_type(kind.name)
        return known is None or known.kind not in ("scalar", "vector")
    return not isinstance(kind, r.RecordType | r.EnumType)


def _name_function(declarator: r.Declarator, name: r.Word) -> None:
    """Make a function without parameters of a declarator `(void)`."""
    declarator.parts = (r.FunctionPart(declarator.start, declarator.end, (), None, False),)
    declarator.name = name
    declarator.start = name.start


def _space_words(attributes: Iterable[r.Attribute]) -> list[r.Word]:
    """Return the address spaces that attributes stand for, as clang spells them."""
    return [
        r.Word(each.start, each.end, _SPACES[name])
        for each in attributes
        if (name := each.name.text.strip("_")) in _SPACES
    ]


def _give_trailing(specifiers: r.Specifiers, declarators: list[r.Declarator]) -> None:
    """Give attributes that stand behind a declarator to it; they were read as specifiers."""
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
    """Give what is declared the address space that an attribute behind its name stands for."""
    if declarator.name is None or not declarator.attributes:
        return
    end = declarator.name.end
    words = tuple(word for word in _space_words(declarator.attributes) if word.start >= end)
    outer = next((part for part in declarator.parts if not isinstance(part, r.ArrayPart)), None)
    if words and isinstance(outer, r.PointerPart):
        outer.qualifiers += words
    elif words:
        specifiers.qualifiers += words


def _leaves(node: SyntaxNode) -> list[SyntaxNode]:
    """Return the leaves of a qualifier node; an `alignas(...)` counts as one."""
    if not node.children or node.kind == "alignas_qualifier":
        return [node]
    return [leaf for child in node.children for leaf in _leaves(child)]


def _is_void(parameter: r.Parameter) -> bool:
    """Tell whether a lone parameter is the `void` of an empty list."""
    specifiers = parameter.specifiers
    return (
        isinstance(specifiers.type, r.BasicType)
        and specifiers.type.words == ("void",)
        and not parameter.declarator.parts
        and parameter.declarator.name is None
        and not specifiers.qualifiers
    )
