"""The names that are possible at a place, for completion."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from opencl_ls.analysis.queries.calls import call_of
from opencl_ls.analysis.queries.describe import known_text, type_info
from opencl_ls.analysis.queries.directives import directive_place
from opencl_ls.analysis.queries.draft import draft_at, is_designator
from opencl_ls.analysis.queries.expected import ends_operand, expected_of
from opencl_ls.analysis.queries.labels import label_uses
from opencl_ls.analysis.queries.program import STAND_IN, word_around
from opencl_ls.analysis.queries.slots import designated_whole, members_of
from opencl_ls.analysis.queries.surroundings import around_of, keywords_of, takes_type
from opencl_ls.analysis.query_results import CallInfo, MemberName, NameContext
from opencl_ls.builtins.language import pragma
from opencl_ls.builtins.macros import all_macros
from opencl_ls.findings import Place
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import aggregate_layout
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.environment import UnitEnvironment
    from opencl_ls.analysis.queries.draft import Draft
    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.settings.target import Target

_DEEPEST: Final = 16
_ASSIGNED: Final = re.compile(r"\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)|\s*(?:\+\+|--)")
_NUMBER: Final = re.compile(r"(?<![\w.$])\.?\d(?:[eEpP][+-]|[\w.])*\Z", re.ASCII)
_LONGEST_NUMBER: Final = 100
_TAGS: Final = ("struct", "union", "enum")
# Words of the language for types that no entry of the table names.
_GROUPS: Final = {
    "cl_mem_fence_flags": "fence",
    "kernel_enqueue_flags_t": "enqueue",
    "sampler_t": "sampler",
}
_ASKED: Final = {
    "get_image_channel_order": "image-channel-order",
    "get_image_channel_data_type": "image-channel-type",
}


class FoundNames(NamedTuple):
    """The possible names, the completed item, and the expected type."""

    context: NameContext
    draft: Draft | None = None
    wanted: t.Qualified | None = None


# A word before an operator or an index is no type.
_NO_TYPE: Final = re.compile(r"[ \t]*[\[.+\-/%&|^<>=?:;]")


def names_at(program: Program, offset: int) -> NameContext:
    """Return the context of the name that is, or is being typed, at a byte of the main file.

    The text after the word does not count, except an assignment to it and text that cannot
    are after a type.
    """
    return found_names(program, offset).context


def found_names(program: Program, offset: int) -> FoundNames:
    """Return the same with its sources, if there is code at the byte."""
    text = program.text
    offset = max(0, min(offset, len(text)))
    start, end = word_around(text, offset)
    directive = directive_place(program, offset, start)
    if directive is not None:
        return FoundNames(_in_directive(program, directive.kind, directive.start, offset, end))
    bare = NameContext("none", text[start:offset], Place(program.path, start, end))
    if text[start : start + 1].isdigit() and start < end:
        return FoundNames(bare)
    if _NUMBER.search(text[max(0, start - _LONGEST_NUMBER) : start]):
        return FoundNames(bare)
    draft = draft_at(program, start)
    return FoundNames(bare) if draft is None else _in_code(draft, bare, offset)


def _in_directive(program: Program, kind: str, start: int, offset: int, end: int) -> NameContext:
    known = pragma("OPENCL EXTENSION") if kind == "extension-behaviour" else None
    values = () if known is None else known.values
    place = Place(program.path, start, max(end, offset))
    prefix, is_code = program.text[start:offset], kind == "expression"
    around = "macro" if is_code else ""
    takes = is_code and _NO_TYPE.match(program.text, place.end) is None
    return NameContext(kind, prefix, place, values=values, around=around, takes_type=takes)


def _in_code(draft: Draft, bare: NameContext, offset: int) -> FoundNames:
    special = _special(draft, bare)
    if special is not None:
        return FoundNames(special, draft)
    kind = _kind(draft)
    call = call_of(draft, offset)
    bare = replace(bare, kind=kind, call=call, around=around_of(draft.nesting))
    if kind not in ("expression", "statement"):
        return FoundNames(bare, draft)
    wanted = expected_of(draft)
    starts = kind == "statement" and bare.around == "body"
    context = replace(
        bare,
        expected=None if wanted is None else type_info(wanted, draft.target),
        values=tuple(_values(draft, wanted, call)),
        takes_type=takes_type(draft.nesting, call)
        and _NO_TYPE.match(draft.program.text, bare.replace.end) is None,
        is_constant=draft.nesting.top.is_case,
        keywords=tuple(keywords_of(draft)) if starts else (),
    )
    return FoundNames(context, draft, wanted)


def _special(draft: Draft, bare: NameContext) -> NameContext | None:
    """Return the context if the token before the place, or the bracket around it, decides it."""
    nesting = draft.nesting
    if is_designator(nesting):
        return _designator(draft, bare)
    if nesting.last in (".", "->"):
        return _member(draft, bare)
    if nesting.last == "goto":
        labels = dict.fromkeys(_labels(draft))
        return replace(bare, kind="label", labels=tuple(labels))
    if nesting.top.role == "attribute":
        return replace(bare, kind="attribute")
    if nesting.last in _TAGS:
        return replace(bare, kind="type", tag=nesting.last)
    return None


# --- kinds of places -----------------------------------------------------------------------------


def _kind(draft: Draft) -> str:
    if draft.nesting.last == ")" and not draft.nesting.top.mark:
        # The body follows the head of a function.
        return "none"
    records = draft.records
    record = records[-1] if records else None
    if draft.nesting.last == "do":
        return "statement"
    if draft.nesting.last == "(" and draft.nesting.top.before == "^":
        return "declaration"
    if isinstance(record, r.Name) and record.name == STAND_IN:
        if ends_operand(draft.nesting):
            return "none"
        above = records[-2] if len(records) > 1 else None
        if not isinstance(above, r.ExpressionStatement):
            return "expression"
        return "statement" if len(records) > 2 else "declaration"
    if isinstance(record, r.NamedType) and record.name == STAND_IN:
        return _type_place(draft, record)
    if _lacks_type(draft):
        return "type"
    if isinstance(record, r.Declarator | r.InitDeclarator | r.Enumerator | r.EnumType | r.Label):
        return "new-name"
    if isinstance(record, r.Parameter | r.TypeName | r.Specifiers | r.RecordType):
        return "new-name" if draft.nesting.last_is_name else "type"
    return _by_tokens(draft)


def _lacks_type(draft: Draft) -> bool:
    """Tell whether a declaration has only qualifiers so far.

    A name after them is parsed as the declared name, without a type.
    """
    for record in reversed(draft.records):
        if isinstance(record, r.Declaration | r.Parameter):
            specifiers = record.specifiers
            return specifiers.type is None and draft.nesting.last in {
                word.text for word in (*specifiers.storage, *specifiers.qualifiers)
            }
    return False


def _type_place(draft: Draft, record: r.NamedType) -> str:
    for above in reversed(draft.records[:-1]):
        if isinstance(above, r.TypeName):
            return "type"
        if isinstance(above, r.Declaration | r.Parameter | r.FunctionDefinition):
            if above.start != record.start:
                return "type"
            is_statement = isinstance(above, r.Declaration) and _is_in_body(draft, above)
            return "statement" if is_statement else "declaration"
    return "type"


def _is_in_body(draft: Draft, record: r.Record) -> bool:
    return isinstance(draft.model.parents.get(record), r.Compound)


def _by_tokens(draft: Draft) -> str:
    """Return the context of a name by the text before it, if nothing was parsed."""
    nesting = draft.nesting
    if ends_operand(nesting):
        return "none"
    if nesting.last in ("", ";", "{", "}"):
        if len(nesting.open) < 2:
            return "declaration"
        return {"struct": "declaration", "enum": "new-name"}.get(nesting.top.role, "statement")
    return "expression"


def _labels(draft: Draft) -> Iterator[str]:
    program, number = draft.program, draft.prefix.item
    if number < len(program.unit.items):
        for label in label_uses(program.model(number)):
            if label.role == "definition":
                yield label.name


# --- members -------------------------------------------------------------------------------------


def _designator(draft: Draft, bare: NameContext) -> NameContext:
    found = replace(bare, kind="field-designator")
    for record in reversed(draft.records):
        if isinstance(record, r.Designator):
            whole = designated_whole(draft.model, draft.environment, record)
            if whole is None:
                return found
            members = member_names(whole.type, draft.environment)
            return replace(found, members=tuple(members))
    return found


def _member(draft: Draft, bare: NameContext) -> NameContext:
    is_arrow = draft.nesting.last == "->"
    found = replace(bare, kind="member", is_arrow=is_arrow)
    record = draft.records[-1] if draft.records else None
    if not isinstance(record, r.Member):
        return found
    kind = value_of(draft.model.types.get(record.base, t.UNKNOWN_QUALIFIED)).type
    operator = "."
    if isinstance(kind, t.PointerType):
        # With the other operator the same member is meant.
        kind, operator = kind.pointee.type, "->"
    if isinstance(kind, t.VectorType | t.AggregateType):
        nesting = draft.nesting
        first, last = nesting.shifted(nesting.last_start), nesting.shifted(nesting.last_end)
        found = replace(found, operator=operator, operator_place=draft.place(first, last))
    following = draft.program.text[bare.replace.end : bare.replace.end + _LONGEST_NUMBER]
    is_assigned = _ASSIGNED.match(following) is not None
    if isinstance(kind, t.VectorType):
        element, width = kind.element.name, kind.width
        return replace(found, kind="swizzle", width=width, element=element, is_assigned=is_assigned)
    members = tuple(member_names(kind, draft.environment))
    return replace(found, members=members, is_assigned=is_assigned)


def member_names(
    kind: t.Type, environment: UnitEnvironment, base: int | None = 0, depth: int = 0
) -> Iterator[MemberName]:
    """Yield the accessible members of a struct or union, those of unnamed ones included."""
    members = members_of(environment, kind)
    whole = None
    if base is not None and isinstance(kind, t.AggregateType):
        whole = aggregate_layout(replace_members(kind, members))
    for number, member in enumerate(members):
        offset = None
        if whole is not None and base is not None:
            offset = base + whole.members[number].offset
        if member.name:
            yield MemberName(member.name, known_text(member.type), offset, depth)
        elif depth < _DEEPEST:
            yield from member_names(member.type.type, environment, offset, depth + 1)


def replace_members(
    kind: t.AggregateType, members: tuple[t.AggregateMember, ...]
) -> t.AggregateType:
    """Return a struct with the members of its definition, which may appear elsewhere."""
    return kind if kind.members is members else replace(kind, members=members)


# --- values --------------------------------------------------------------------------------------


def _values(draft: Draft, expected: t.Qualified | None, call: CallInfo | None) -> Iterator[str]:
    """Yield the built-in constants for the place."""
    wanted = "" if expected is None else expected.alias or known_text(t.Qualified(expected.type))
    if not wanted and call is not None and call.fitting is not None:
        parameters = call.signatures[call.fitting].parameters
        if call.argument < len(parameters):
            wanted = parameters[call.argument].type_text
    group = _asked_group(draft) or _GROUPS.get(wanted, "")
    yield from values_for(wanted, group, draft.target)


def values_for(wanted: str, group: str, target: Target) -> Iterator[str]:
    """Yield the constants of a type or of a group of the table that a target has."""
    if not wanted and not group:
        return
    for name, known in all_macros().items():
        is_meant = known.group == group if group else wanted in (known.enumeration, known.type)
        if wanted == "clk_profiling_info":
            is_meant = name.startswith("CLK_PROFILING_")
        is_special = known.enumeration or known.type.endswith("_t") or group
        if is_meant and (is_special or wanted == "clk_profiling_info"):
            if known.missing(target) is None:
                yield name


def _asked_group(draft: Draft) -> str:
    """Return the group of constants for comparison with a channel's order or type."""
    for record in reversed(draft.records[:-1]):
        compared: r.Expression | None = None
        if isinstance(record, r.Binary) and record.operator.text in ("==", "!="):
            compared = record.left
        elif isinstance(record, r.Switch):
            compared = record.condition
        while isinstance(compared, r.Parenthesized):
            compared = compared.inner
        if isinstance(compared, r.Call) and isinstance(compared.callee, r.Name):
            return _ASKED.get(compared.callee.name, "")
        if isinstance(record, r.Compound) and not isinstance(
            draft.model.parents.get(record), r.Switch
        ):
            return ""
    return ""
