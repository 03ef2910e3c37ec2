"""Structs and unions: their tags, their members, and members of incomplete types (C11 6.7.2.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.model.problems import IncompleteObject
from opencl_ls.semantics.names.declared_types import base_type, declared_type, folder
from opencl_ls.semantics.types.symbols import MemberVariable, Tag
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

if TYPE_CHECKING:
    from opencl_ls.semantics.names.binder import Binder

LARGEST_ALIGNMENT: Final = 16
"""The alignment that `aligned` without an argument asks for, in bytes."""


def record_type(binder: Binder, record: r.RecordType) -> None:
    """Bind the specifier of a struct or union."""
    for attribute in record.attributes:
        binder.visit(attribute, record)
    aggregate_type(binder, record)


def aggregate_type(binder: Binder, kind: r.RecordType) -> t.AggregateType:
    """Return the struct or union of a specifier, which declares its tag if it is new."""
    name = "" if kind.tag is None else kind.tag.text
    known = binder.model.declared.get(kind)
    if type(known) is Tag and type(known.defined) is t.AggregateType:
        return known.defined
    if kind.members is None:
        found = named_tag(binder, kind, name)
        if found is not None and type(found.defined) is t.AggregateType:
            return found.defined
        return _new_aggregate(binder, kind, name)
    earlier = binder.scopes[-1].tags.get(name) if name else None
    if earlier is None and name and len(binder.scopes) == 1:
        binder.lookup_tag(name)
    if earlier is not None and type(earlier.defined) is t.AggregateType:
        # A struct of the same tag among its own members is another type.
        if earlier.defined.members is None and earlier.defined not in binder.incomplete:
            earlier.defined.members = _members(binder, kind, earlier.defined)
            binder.model.declared[kind] = earlier
            return earlier.defined
    aggregate = _new_aggregate(binder, kind, name)
    aggregate.members = _members(binder, kind, aggregate)
    return aggregate


def named_tag(binder: Binder, kind: r.RecordType | r.EnumType, name: str) -> Tag | None:
    """Return the tag that a specifier without a body names; it is looked up once.

    Its parameter list may be closed by then.
    """
    found = binder.model.references.get(kind)
    if type(found) is not Tag:
        found = binder.lookup_tag(name)
        if found is not None:
            binder.model.references[kind] = found
    return found


def _new_aggregate(binder: Binder, kind: r.RecordType, name: str) -> t.AggregateType:
    aggregate = t.AggregateType(kind.keyword, name, None)
    aggregate.packed = any(has_name(each, "packed") for each in kind.attributes)
    aggregate.aligned = _aligned(binder, kind.attributes)
    declare_tag(binder, kind, kind.tag, aggregate)
    return aggregate


def _aligned(binder: Binder, attributes: tuple[r.Attribute, ...]) -> int:
    """Return the largest alignment that attributes ask for, 0 when they ask for none."""
    asked = [0]
    for attribute in attributes:
        if has_name(attribute, "aligned"):
            arguments = attribute.arguments
            value = folder(binder).integer(arguments[0]) if arguments else LARGEST_ALIGNMENT
            asked.append(value or 0)
    return max(asked)


def declare_tag(
    binder: Binder,
    kind: r.RecordType | r.EnumType,
    word: r.Word | None,
    defined: t.AggregateType | t.EnumeratedType,
) -> None:
    """Declare the tag of a specifier in the innermost scope; an untagged one is kept as well."""
    place = r.Word(kind.start, kind.start, "") if word is None else word
    tag = Tag(place.text, place, t.Qualified(defined), specifier=kind, defined=defined)
    binder.model.declared[kind] = tag
    binder.model.events.append(tag)
    if word is not None:
        earlier = binder.scopes[-1].tags.get(word.text)
        if earlier is not None:
            binder.model.redeclared[tag] = earlier
        binder.scopes[-1].tags[word.text] = tag


def _members(binder: Binder, kind: r.RecordType, aggregate: t.AggregateType) -> t.Members:
    binder.incomplete.add(aggregate)
    members: list[t.AggregateMember] = []
    for declaration in kind.members or ():
        binder.model.parents[declaration] = kind
        binder.model.events.append(declaration)
        binder.visit(declaration.specifiers, declaration)
        if not declaration.declarators:
            unnamed = _held(binder, base_type(binder, declaration.specifiers), aggregate)
            # A tagged struct, or another type, declares no member (C11 6.7.2.1p13).
            within = declaration.specifiers.type
            if type(within) is not r.RecordType or within.tag is None:
                members.append(t.AggregateMember("", unnamed, None))
        members.extend(
            _member(binder, declaration, entry, aggregate) for entry in declaration.declarators
        )
    for assertion in kind.assertions:
        binder.visit(assertion, kind)
    start = kind.start if kind.tag is None else kind.tag.end
    if any(
        repair.kind == SyntaxProblemKind.UNDEFINED_MACRO and start < repair.start < kind.end
        for repair in binder.model.item.recovered
    ):
        # The macro that was left out may be a member.
        members.append(t.AggregateMember("", t.UNKNOWN_QUALIFIED, None))
    binder.incomplete.discard(aggregate)
    return t.Members(members)


def _member(
    binder: Binder, declaration: r.Declaration, entry: r.InitDeclarator, aggregate: t.AggregateType
) -> t.AggregateMember:
    binder.visit(entry, declaration)
    kind = declared_type(binder, declaration.specifiers, entry.declarator)
    word = entry.declarator.name
    member = None
    if word is not None:
        member = MemberVariable(
            word.text, word, kind, aggregate=aggregate, declaration=declaration, declarator=entry
        )
        binder.model.declared[entry] = member
        binder.model.events.append(member)
        note_incomplete(binder, entry, kind, "member", word.text)
    width = None if entry.width is None else folder(binder).integer(entry.width)
    aligned = _aligned(binder, (*declaration.specifiers.attributes, *entry.declarator.attributes))
    name = "" if word is None else word.text
    return t.AggregateMember(name, _held(binder, kind, aggregate), width, member, aligned)


def note_incomplete(
    binder: Binder, record: r.Record, kind: t.Qualified, what: str, name: str
) -> None:
    """Note a use of a typedef whose struct has no members yet.

    A declaration without a typedef name needs no lookup of names in scope.
    """
    element = t.element_of(kind)
    aggregate = element.type
    if type(aggregate) is not t.AggregateType or aggregate.members is not None:
        return
    if not aggregate.tag or not (element.alias or kind.alias):
        return
    tags = [scope.tags.get(aggregate.tag) for scope in binder.scopes]
    tags.append(binder.lookup_tag(aggregate.tag))
    known = [tag.defined for tag in tags if tag is not None]
    if known and all(type(e) is t.AggregateType and e.members is None for e in known):
        binder.model.problems.append(IncompleteObject(record, kind, what, name))


def _held(binder: Binder, kind: t.Qualified, aggregate: t.AggregateType) -> t.Qualified:
    """Return the type of a member, unknown if it is not complete.

    So no struct contains itself, directly or indirectly, and each walk over members ends.
    """
    element = t.element_of(kind).type
    if type(element) is not t.AggregateType or element.members is not None:
        return kind
    # A typedef may be older than the members of its struct.
    found = binder.lookup_tag(element.tag) if element is not aggregate and element.tag else None
    if found is None or type(found.defined) is not t.AggregateType:
        return t.UNKNOWN_QUALIFIED
    return kind if found.defined.members is not None else t.UNKNOWN_QUALIFIED


def has_name(attribute: r.Attribute, name: str) -> bool:
    """Tell whether an attribute has this name, with underscores around it or without."""
    return attribute.name.text.strip("_") == name
