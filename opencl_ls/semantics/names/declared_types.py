"""From specifiers and declarators as written to types (C11 6.7.2 to 6.7.6, OpenCL C 6.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.builtins.host_names import looks_like_macro
from opencl_ls.builtins.types import builtin_type
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import Folder, integer_value
from opencl_ls.semantics.macros.undefined_macros import brings_parameters, has_recovered
from opencl_ls.semantics.model import Environment, ItemModel
from opencl_ls.semantics.model.problems import IncompleteObject, NotAType, UndeclaredName
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.spelling import basic_type, named_builtin
from opencl_ls.semantics.types.symbols import (
    EnumeratorConstant,
    MemberVariable,
    Symbol,
    Tag,
    Typedef,
)
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

if TYPE_CHECKING:
    from opencl_ls.settings.target import Target

LARGEST_ALIGNMENT: Final = 16
"""What `aligned` without an argument asks for on the targets that compilers know."""
_DEEPEST: Final = 256
_BUILTIN_INTEGERS: Final = {"CHAR_BIT": 8, "INT_MAX": 2**31 - 1, "true": 1, "false": 0}


class Scope:
    """One scope of an item: ordinary names and tags."""

    __slots__ = ("names", "tags")

    def __init__(self) -> None:
        self.names: dict[str, Symbol] = {}
        self.tags: dict[str, Tag] = {}


class DeclaredTypes:
    """The part of binding that reads types; it also keeps the scopes, in which types are named."""

    def __init__(self, item: r.Item, environment: Environment, target: Target) -> None:
        self.model = ItemModel(item)
        self.environment = environment
        self.target = target
        self.scopes: list[Scope] = [Scope()]
        # The structs of which the members are being read.
        self._begun: set[t.AggregateType] = set()

    @property
    def folder(self) -> Folder:
        """What computes constants here; not kept, so that no circle is left behind."""
        return Folder(self._constant_value, self.type_of)

    # --- names -----------------------------------------------------------------------------------

    def lookup(self, name: str) -> Symbol | None:
        """Return what an ordinary name stands for, and note when an outer one was asked for."""
        for scope in reversed(self.scopes):
            found = scope.names.get(name)
            if found is not None:
                return found
        outer = self.environment.symbol(name)
        self.model.uses[name] = None if outer is None else outer.fingerprint
        return outer

    def lookup_tag(self, name: str) -> Tag | None:
        """Return the tag of this name that is in scope."""
        for scope in reversed(self.scopes):
            found = scope.tags.get(name)
            if found is not None:
                return found
        outer = self.environment.tag(name)
        self.model.tag_uses[name] = None if outer is None else outer.fingerprint
        return outer

    def declare(self, symbol: Symbol, record: r.Record) -> None:
        """Put a symbol into the innermost scope."""
        self._note_earlier(symbol)
        self.scopes[-1].names[symbol.name] = symbol
        self.model.declared[record] = symbol
        self.model.events.append(symbol)

    def _note_earlier(self, symbol: Symbol) -> None:
        """Note what the name of a new symbol has stood for so far."""
        earlier = self.scopes[-1].names.get(symbol.name)
        if earlier is not None:
            self.model.redeclared[symbol] = earlier
            return
        for scope in self.scopes[-2::-1]:
            outer = scope.names.get(symbol.name)
            if outer is not None:
                self.model.hidden[symbol] = outer
                return

    def visit(self, record: r.Record, parent: r.Record) -> None:
        """Bind a record and what is below it."""
        raise NotImplementedError

    def function_type(self, part: r.FunctionPart, result: t.Qualified) -> t.FunctionType:
        """Return the type of a function with the parameters of `part`."""
        parameters = tuple(
            spaces.parameter(self.declared_type(p.specifiers, p.declarator))
            for p in self.parameters_of(part)
        )
        if part.unlisted is not None or any(map(self._is_host_macro, part.parameters)):
            # Nobody knows how many they are, or compilers do not look at what is passed.
            return t.FunctionType(result, (), True, False)
        more = bool(self.model.item.recovered) and brings_parameters(self.model.item, part)
        variadic = part.ellipsis is not None or more
        return t.FunctionType(result, parameters, variadic, not part.empty)

    def parameters_of(self, part: r.FunctionPart) -> tuple[r.Parameter, ...]:
        """Return the parameters of a list: one of a typedef of void has none (C11 6.7.6.3).

        Left out are macros that nobody defined, which may stand for any number of parameters.
        """
        if any(map(self._is_host_macro, part.parameters)):
            return tuple(each for each in part.parameters if not self._is_host_macro(each))
        if len(part.parameters) == 1 and part.ellipsis is None:
            only = part.parameters[0]
            if only.declarator.name is None and type(only.specifiers.type) is r.NamedType:
                kind = self.declared_type(only.specifiers, only.declarator)
                if kind.type is t.VOID and not (kind.const or kind.volatile or kind.space):
                    return ()
        return part.parameters

    def _is_host_macro(self, parameter: r.Parameter) -> bool:
        """Tell whether a parameter is a macro alone that nobody defined, or a call of one.

        What the item mentions once more is rather a name without a type.
        """
        kind, declarator = parameter.specifiers.type, parameter.declarator
        if type(kind) is not r.NamedType or not looks_like_macro(kind.name):
            return False
        if declarator.name is not None:
            # `NAME (argument)` reads as a name in parentheses.
            between = self.model.item.text[kind.end : declarator.name.start]
            if between.strip() != "(" or declarator.parts:
                return False
        if len(declarator.parts) > 1 or self.model.item.text.count(kind.name) > 1:
            return False
        if declarator.parts and type(declarator.parts[0]) is not r.FunctionPart:
            return False
        return self._named(kind).type is t.UNKNOWN and self.lookup(kind.name) is None

    # --- types -----------------------------------------------------------------------------------

    def type_of(self, name: r.TypeName) -> t.Qualified:
        """Return the type that a type name stands for."""
        known = self.model.type_names.get(name)
        if known is None:
            known = self.declared_type(name.specifiers, name.declarator)
            self.model.type_names[name] = known
        return known

    def declared_type(self, specifiers: r.Specifiers, declarator: r.Declarator) -> t.Qualified:
        """Return the type that a declarator gives its name, its own address space left open."""
        kind = self.declarator_type(self.base_type(specifiers), specifiers, declarator)
        return self.with_vector_size(kind, declarator.attributes) if declarator.attributes else kind

    def declarator_type(
        self, base: t.Qualified, specifiers: r.Specifiers, declarator: r.Declarator
    ) -> t.Qualified:
        """Return what a declarator makes of the type `base` of its specifiers.

        A macro among them that nobody defined may bring an address space, or what makes another
        type of it: then the type is unknown, but for a function's that returns no pointer.
        """
        parts = declarator.parts
        is_recovered = bool(self.model.item.recovered)
        if specifiers.unknown or (is_recovered and self._is_around_macro(specifiers, declarator)):
            is_function = bool(parts) and type(parts[0]) is r.FunctionPart
            if not is_function or len(parts) > 1:
                base = t.UNKNOWN_QUALIFIED
            parts = parts[:1] if is_function else ()
        elif parts and self._is_list_of_parameters(specifiers, declarator):
            return t.UNKNOWN_QUALIFIED
        return self.derived(base, parts)

    def _is_list_of_parameters(self, specifiers: r.Specifiers, declarator: r.Declarator) -> bool:
        """Tell whether `MACRO(a, b)` stands by itself among parameters, and brings some of them.

        It reads as the type of a function that returns a `MACRO`.
        """
        kind = specifiers.type
        if declarator.name is not None or type(kind) is not r.NamedType:
            return False
        if len(declarator.parts) > 1 or type(declarator.parts[0]) is not r.FunctionPart:
            return False
        return looks_like_macro(kind.name) and self.lookup(kind.name) is None

    def _is_around_macro(self, specifiers: r.Specifiers, declarator: r.Declarator) -> bool:
        """Tell whether a macro was left out between the begin of a declaration and its name."""
        end = declarator.end if declarator.name is None else declarator.name.start
        return has_recovered(
            self.model, (SyntaxProblemKind.UNDEFINED_MACRO,), specifiers.start, end
        )

    def derived(self, base: t.Qualified, parts: tuple[r.DeclaratorPart, ...]) -> t.Qualified:
        """Apply the derivations of a declarator, outermost first, to the type of its specifiers."""
        if parts and _is_deep(base):
            return t.UNKNOWN_QUALIFIED
        for part in reversed(parts):
            if type(part) is r.PointerPart:
                pointer = t.pointer_to(spaces.pointee(base, self.target))
                base = spaces.qualify(t.Qualified(pointer), part.qualifiers)
            elif type(part) is r.ArrayPart:
                base = self._array_of(base, part)
            elif type(part) is r.FunctionPart:
                base = t.Qualified(self.function_type(part, base))
            elif type(base.type) is t.FunctionType:
                base = spaces.qualify(t.Qualified(t.BlockType(base.type)), spaces.part_words(part))
            else:
                base = t.UNKNOWN_QUALIFIED
        return base

    def _array_of(self, element: t.Qualified, part: r.ArrayPart) -> t.Qualified:
        size = None if part.size is None else self.folder.integer(part.size)
        variable = part.size is not None and size is None
        return t.Qualified(t.ArrayType(element, size, variable), element.space)

    def base_type(self, specifiers: r.Specifiers) -> t.Qualified:
        """Return the type that specifiers name, with their qualifiers."""
        base = self._specified(specifiers)
        base = self.with_vector_size(base, specifiers.attributes)
        if any(word.text == "pipe" for word in specifiers.qualifiers):
            base = t.Qualified(t.PipeType(base))
        if any(word.text == "_Atomic" for word in specifiers.qualifiers):
            base = t.Qualified(t.AtomicType(base))
        return spaces.qualify(base, specifiers.qualifiers)

    def with_vector_size(
        self, base: t.Qualified, attributes: tuple[r.Attribute, ...]
    ) -> t.Qualified:
        """Apply the attributes with which clang's users spell vectors.

        `ext_vector_type(n)` counts elements, `vector_size(n)` bytes.
        """
        for attribute in attributes:
            name = attribute.name.text.strip("_")
            if name not in ("ext_vector_type", "vector_size") or not attribute.arguments:
                continue
            self.model.vector_elements[attribute] = base
            width, kind = attribute.arguments[0], base.type
            if type(width) is not r.IntegerLiteral or type(kind) is not t.ScalarType:
                return t.UNKNOWN_QUALIFIED
            if kind.name == "bool":
                return t.UNKNOWN_QUALIFIED
            count = integer_value(width.text) or 1
            is_gnu = name == "vector_size"
            if is_gnu:
                count //= max(1, kind.bits // 8)
            vector = t.vector(kind, count)
            return replace(base, type=vector, alias="", unnamed_components=is_gnu)
        return base

    def _specified(self, specifiers: r.Specifiers) -> t.Qualified:
        kind = specifiers.type
        if type(kind) is r.BasicType:
            return self._declared_again(kind) or basic_type(kind.words)
        if type(kind) is r.NamedType:
            return self._named(kind)
        if type(kind) is r.RecordType:
            return t.Qualified(self._aggregate(kind))
        if type(kind) is r.EnumType:
            return t.Qualified(self._enumerated(kind))
        if type(kind) is r.AtomicType:
            return t.Qualified(t.AtomicType(self.type_of(kind.type)))
        if type(kind) is r.TypeofType and type(kind.operand) is r.TypeName:
            return self.type_of(kind.operand)
        if kind is None and not any(word.text == "pipe" for word in specifiers.qualifiers):
            # C90's implicit int, which compilers still accept as `const x = 1;`.
            return t.Qualified(t.scalar("int"))
        return t.UNKNOWN_QUALIFIED

    def _declared_again(self, kind: r.BasicType) -> t.Qualified | None:
        """Return what the program itself declares by a type's name that the target does not have.

        Programs for OpenCL C 1.x define `atomic_int` or `float3` where the language lacks them.
        """
        if len(kind.words) != 1:
            return None
        known = builtin_type(kind.words[0])
        if known is None or known.missing(self.target) is None:
            return None
        symbol = self.lookup(kind.words[0])
        self.model.references[kind] = symbol
        if type(symbol) is Typedef:
            return replace(symbol.type, alias=kind.words[0])
        return None

    def _named(self, kind: r.NamedType) -> t.Qualified:
        symbol, known = self.lookup(kind.name), self.model.references
        is_new = kind not in known
        if symbol is not None:
            known[kind] = symbol
            if type(symbol) is Typedef:
                return replace(symbol.type, alias=kind.name)
            if is_new:
                self.model.problems.append(NotAType(kind, kind.name, symbol))
            return t.UNKNOWN_QUALIFIED
        built_in = named_builtin(kind.name)
        if built_in is None:
            if is_new:
                self.model.problems.append(UndeclaredName(kind, kind.name, "type"))
            known[kind] = None
            return t.UNKNOWN_QUALIFIED
        return built_in

    def _aggregate(self, kind: r.RecordType) -> t.AggregateType:
        name = "" if kind.tag is None else kind.tag.text
        known = self.model.declared.get(kind)
        if type(known) is Tag and type(known.defined) is t.AggregateType:
            return known.defined
        if kind.members is None:
            found = self._named_tag(kind, name)
            if found is not None and type(found.defined) is t.AggregateType:
                return found.defined
            return self._new_aggregate(kind, name)
        earlier = self.scopes[-1].tags.get(name) if name else None
        if earlier is None and name and len(self.scopes) == 1:
            self.lookup_tag(name)
        if earlier is not None and type(earlier.defined) is t.AggregateType:
            # One of the same tag among its own members is another.
            if earlier.defined.members is None and earlier.defined not in self._begun:
                earlier.defined.members = self._members(kind, earlier.defined)
                self.model.declared[kind] = earlier
                return earlier.defined
        aggregate = self._new_aggregate(kind, name)
        aggregate.members = self._members(kind, aggregate)
        return aggregate

    def _named_tag(self, kind: r.RecordType | r.EnumType, name: str) -> Tag | None:
        """Return the tag that a specifier without a body names; it is looked up once.

        The list of parameters in which it stands may be closed by then.
        """
        found = self.model.references.get(kind)
        if type(found) is not Tag:
            found = self.lookup_tag(name)
            if found is not None:
                self.model.references[kind] = found
        return found

    def _new_aggregate(self, kind: r.RecordType, name: str) -> t.AggregateType:
        aggregate = t.AggregateType(kind.keyword, name, None)
        aggregate.packed = any(_is(each, "packed") for each in kind.attributes)
        aggregate.aligned = self._aligned(kind.attributes)
        self._declare_tag(kind, kind.tag, aggregate)
        return aggregate

    def _aligned(self, attributes: tuple[r.Attribute, ...]) -> int:
        """Return the largest alignment that attributes ask for, 0 when they ask for none."""
        asked = [0]
        for attribute in attributes:
            if _is(attribute, "aligned"):
                arguments = attribute.arguments
                value = self.folder.integer(arguments[0]) if arguments else LARGEST_ALIGNMENT
                asked.append(value or 0)
        return max(asked)

    def _declare_tag(
        self,
        kind: r.RecordType | r.EnumType,
        word: r.Word | None,
        defined: t.AggregateType | t.EnumeratedType,
    ) -> None:
        place = r.Word(kind.start, kind.start, "") if word is None else word
        tag = Tag(place.text, place, t.Qualified(defined), specifier=kind, defined=defined)
        self.model.declared[kind] = tag
        self.model.events.append(tag)
        if word is not None:
            earlier = self.scopes[-1].tags.get(word.text)
            if earlier is not None:
                self.model.redeclared[tag] = earlier
            self.scopes[-1].tags[word.text] = tag

    def _members(self, kind: r.RecordType, aggregate: t.AggregateType) -> t.Members:
        self._begun.add(aggregate)
        members: list[t.AggregateMember] = []
        for declaration in kind.members or ():
            self.model.parents[declaration] = kind
            self.model.events.append(declaration)
            self.visit(declaration.specifiers, declaration)
            if not declaration.declarators:
                unnamed = self._held(self.base_type(declaration.specifiers), aggregate)
                # One with a tag, or another type, declares no member (C11 6.7.2.1p13).
                within = declaration.specifiers.type
                if type(within) is not r.RecordType or within.tag is None:
                    members.append(t.AggregateMember("", unnamed, None))
            members.extend(
                self._member(declaration, entry, aggregate) for entry in declaration.declarators
            )
        for assertion in kind.assertions:
            self.visit(assertion, kind)
        start = kind.start if kind.tag is None else kind.tag.end
        if any(
            problem.kind is SyntaxProblemKind.UNDEFINED_MACRO and start < problem.start < kind.end
            for problem in self.model.item.recovered
        ):
            # The macro that was left out may be a member.
            members.append(t.AggregateMember("", t.UNKNOWN_QUALIFIED, None))
        self._begun.discard(aggregate)
        return t.Members(members)

    def _member(
        self, declaration: r.Declaration, entry: r.InitDeclarator, aggregate: t.AggregateType
    ) -> t.AggregateMember:
        self.visit(entry, declaration)
        kind = self.declared_type(declaration.specifiers, entry.declarator)
        word = entry.declarator.name
        member = None
        if word is not None:
            member = MemberVariable(
                word.text,
                word,
                kind,
                aggregate=aggregate,
                declaration=declaration,
                declarator=entry,
            )
            self.model.declared[entry] = member
            self.model.events.append(member)
            self.note_incomplete(entry, kind, "member", word.text)
        width = None if entry.width is None else self.folder.integer(entry.width)
        aligned = self._aligned((*declaration.specifiers.attributes, *entry.declarator.attributes))
        name = "" if word is None else word.text
        return t.AggregateMember(name, self._held(kind, aggregate), width, member, aligned)

    def note_incomplete(self, record: r.Record, kind: t.Qualified, what: str, name: str) -> None:
        """Note what a typedef names that is older than the members of its struct, if they lack.

        What is declared without a typedef name needs no look at the names that are in scope.
        """
        element = t.element_of(kind)
        aggregate = element.type
        if type(aggregate) is not t.AggregateType or aggregate.members is not None:
            return
        if not aggregate.tag or not (element.alias or kind.alias):
            return
        tags = [scope.tags.get(aggregate.tag) for scope in self.scopes]
        tags.append(self.lookup_tag(aggregate.tag))
        known = [tag.defined for tag in tags if tag is not None]
        if known and all(type(e) is t.AggregateType and e.members is None for e in known):
            self.model.problems.append(IncompleteObject(record, kind, what, name))

    def _held(self, kind: t.Qualified, aggregate: t.AggregateType) -> t.Qualified:
        """Return the type of a member, unknown where it is not complete.

        So no struct contains itself, however long the way, and who walks over what one contains
        comes to an end.
        """
        element = t.element_of(kind).type
        if type(element) is not t.AggregateType or element.members is not None:
            return kind
        # A typedef may be older than the members of its struct.
        found = self.lookup_tag(element.tag) if element is not aggregate and element.tag else None
        if found is None or type(found.defined) is not t.AggregateType:
            return t.UNKNOWN_QUALIFIED
        return kind if found.defined.members is not None else t.UNKNOWN_QUALIFIED

    def _enumerated(self, kind: r.EnumType) -> t.EnumeratedType:
        known = self.model.declared.get(kind)
        if type(known) is Tag and type(known.defined) is t.EnumeratedType:
            return known.defined
        name = "" if kind.tag is None else kind.tag.text
        if kind.enumerators is None:
            found = self._named_tag(kind, name)
            if found is not None and type(found.defined) is t.EnumeratedType:
                return found.defined
        enumerated = t.EnumeratedType(name, kind.enumerators is not None, t.scalar("int"))
        self._declare_tag(kind, kind.tag, enumerated)
        widening = _Widening(enumerated)
        value: int | None = -1
        for enumerator in kind.enumerators or ():
            self.visit(enumerator, kind)
            if enumerator.value is not None:
                value = self.folder.integer(enumerator.value)
            elif value is not None:
                value += 1
            constant = EnumeratorConstant(
                enumerator.name.text, enumerator.name, t.Qualified(t.scalar("int")), value=value
            )
            self.declare(constant, enumerator)
            # Those behind it that name it see it as it is so far.
            widening.add(constant)
            enumerated.enumerators += ((constant.name, value),)
        enumerated.never_negative = widening.never_negative and not any(
            _is(each, "packed") for each in kind.attributes
        )
        return enumerated

    def _constant_value(self, name: r.Name) -> int | None:
        symbol = self.lookup(name.name)
        if type(symbol) is EnumeratorConstant:
            return symbol.value
        return _BUILTIN_INTEGERS.get(name.name) if symbol is None else None


class _Widening:
    """Gives an enumeration and its constants the types that hold their values, one by one.

    As compilers do: what fits an int is one, all others have the type of the enumeration.
    """

    def __init__(self, enumerated: t.EnumeratedType) -> None:
        self._enumerated = enumerated
        self._count = 0
        self._are_known = True
        self._wide: list[EnumeratorConstant] = []
        self._is_negative = False
        self._unsigned = t.scalar("uint")

    @property
    def never_negative(self) -> bool:
        """Whether all of the constants, of which there are some, are natural numbers of an int."""
        return bool(self._count) and self._are_known and not (self._is_negative or self._wide)

    def add(self, constant: EnumeratorConstant) -> None:
        """Look at the next constant."""
        value = constant.value or 0
        self._count += 1
        self._are_known = self._are_known and constant.value is not None
        self._is_negative = self._is_negative or value < 0
        if value >= 0 and not _fits(value, self._unsigned):
            self._unsigned = t.scalar("ulong")
        if _fits(value, t.scalar("int")):
            return
        self._wide.append(constant)
        integer = t.scalar("long") if self._is_negative else self._unsigned
        if self._enumerated.integer == integer:
            constant.type = t.Qualified(integer)
            return
        self._enumerated.integer = integer
        for each in self._wide:
            each.type = t.Qualified(integer)


def _fits(value: int, kind: t.ScalarType) -> bool:
    lowest = -(1 << (kind.bits - 1)) if kind.signed else 0
    return lowest <= value < lowest + (1 << kind.bits)


def _is_deep(qualified: t.Qualified) -> bool:
    """Tell whether a type is nested so deeply that typedefs must have been written to do that.

    Whatever is done with a type goes through all of it, so a chain of typedefs would cost the
    square of its length.
    """
    kind = qualified.type
    for _ in range(_DEEPEST):
        if type(kind) is t.PointerType:
            kind = kind.pointee.type
        elif type(kind) is t.ArrayType:
            kind = kind.element.type
        else:
            return False
    return True


def _is(attribute: r.Attribute, name: str) -> bool:
    return attribute.name.text.strip("_") == name
