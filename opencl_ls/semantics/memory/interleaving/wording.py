"""The words for accesses and races, shared by the rules, hovers and the command line.

Sentences about a race begin in lower case and have no full stop, as messages of rules do.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import aggregate_layout, layout_of
from opencl_ls.semantics.memory.interleaving.accesses import IMAGE
from opencl_ls.semantics.memory.interleaving.terms import (
    ITEM,
    AnyOf,
    Constraint,
    Term,
    Unknown,
    least,
    number,
    of,
    terms_in,
    unknowns_in,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.semantics.memory.interleaving.accesses import Access
    from opencl_ls.semantics.memory.interleaving.launch import Launch
    from opencl_ls.semantics.memory.interleaving.results import Race
    from opencl_ls.semantics.memory.interleaving.terms import Facts

_LOOSE: Final = lazy_pattern(r"[-+<>=!&|^?]\s")
"""An operator that binds less than a product does."""
_BRACKETS: Final = re.compile(r"\([^()]*\)|\[[^][]*\]")
_COMPONENTS: Final = "xyzw"
_MOST_NAMED: Final = 4
"""The number of components up to which a vector has letters for them."""


# --- races ---------------------------------------------------------------------------------------


def race_words(race: Race) -> str:
    """Return the witness of a race as a sentence: the launch, both work-items, and the element."""
    one, other = work_item(race, second=False), work_item(race, second=True)
    what = f"'{common_element(race)}'"
    does, too = action(race.first), action(race.second)
    is_pair = not race.other_group and not race.first.by_group and not race.second.by_group
    if does == too and is_pair:
        both = f"{one.replace('item', 'items')} and {other.removeprefix('work-item ')}"
        acts = f"{both} {does.removesuffix('s')} {what}"
    else:
        acts = f"{one} {does} {what} and {other} {too} it"
    if race.loop is not None:
        acts += " in another round of the loop"
    where = f"{condition_words(race)}in groups of {group_size(race.launch)}"
    return f"{where}, {acts}, {order_words(race)}"


def order_words(race: Race) -> str:
    """Return why nothing orders the two accesses of a race."""
    match lacks(race):
        case "wait":
            return "with no wait for the copy between"
        case "fence":
            return f"and the barrier between does not order {race.first.space} memory"
        case "barrier":
            return "with no barrier between"
    return "and nothing orders work-items of different groups"


def lacks(race: Race) -> str:
    """Return what would order the two accesses of a race: "barrier", "fence", "wait" or ""."""
    if race.other_group:
        return ""
    if race.first.by_group or race.second.by_group:
        return "wait"
    is_fenced = race.first.fence is not None or race.second.fence is not None
    return "fence" if is_fenced else "barrier"


def condition_words(race: Race) -> str:
    """Return the values from outside that a witness needs, as "if 'n' is 5, ", "" for none."""
    values = outside_values(race)
    said = [f"'{name}' is {values[name]}" for name in race.needs if name in values]
    return f"if {' and '.join(said)}, " if said else ""


def outside_values(race: Race) -> dict[str, int]:
    """Return the values from outside in the launch of a witness, by what they are of."""
    values: dict[str, int] = {}
    for second, access in enumerate((race.first, race.second)):
        terms = access.offset, *access.coordinates, *terms_in(access.path)
        for unknown in unknowns_in(terms):
            if unknown.needs:
                value = race.witness.value(of(unknown), second=bool(second))
                values.setdefault(unknown.needs, value)
    return values


def group_size(launch: Launch) -> str:
    """Return the size of a group: "64 work-items", "16 x 16 work-items"."""
    last = max(launch.dimensions, default=0)
    sizes = [str(size) for size in launch.sizes[: last + 1]]
    return f"{' x '.join(sizes)} work-item{'' if sizes == ['1'] else 's'}"


def work_item(race: Race, *, second: bool) -> str:
    """Return one of the work-items of a race: "work-item 3", "work-item (0, 1) of group 2".

    A copy by the whole group is made by none of them.
    """
    launch = race.launch
    last = max(launch.dimensions, default=0)

    def ids(of_dimension: list[Term]) -> str:
        values = [str(race.witness.value(each, second=second)) for each in of_dimension]
        return values[0] if len(values) == 1 else f"({', '.join(values)})"

    words = f"work-item {ids([launch.local_id(each) for each in range(last + 1)])}"
    if (race.second if second else race.first).by_group:
        words = "a copy"
    if not race.other_group:
        return words
    return f"{words} of group {ids([launch.group_id(each) for each in range(last + 1)])}"


def common_element(race: Race) -> str:
    """Return the element that both work-items of a race touch."""
    first = race.witness.value(race.first.offset)
    second = race.witness.value(race.second.offset, second=True)
    access = race.first if first >= second else race.second
    if access.space == IMAGE:
        at = (access.offset, *access.coordinates)
        values = [number(race.witness.value(each, second=access is race.second)) for each in at]
        return element(replace(access, coordinates=tuple(values[1:])), values[0])
    size = min(race.first.size, race.second.size)
    return element(replace(access, size=size), number(max(first, second)))


# --- accesses ------------------------------------------------------------------------------------


def action(access: Access) -> str:
    """Return what an access does, as a verb."""
    if access.is_atomic:
        return "atomically changes" if access.is_write else "atomically reads"
    if not access.is_write:
        return "reads"
    return "changes" if access.changes else "writes"


def place_words(access: Access, launch: Launch) -> str:
    """Return the element that an access touches, by the ids: "tile[get_local_id(0) + 1]"."""
    rest = tuple(_with_global_ids(each, launch) for each in access.coordinates)
    return element(replace(access, coordinates=rest), _with_global_ids(access.offset, launch))


def guard_words(access: Access, launch: Launch) -> str:
    """Return the conditions under which an access happens, joined by "and"; "" for always."""
    return _facts_words(access.path, launch)


def _facts_words(facts: Facts, launch: Launch) -> str:
    said = [
        f"({' or '.join(_facts_words(each, launch) or 'always' for each in _rows(fact))})"
        if isinstance(fact, AnyOf)
        else constraint_words(fact, launch)
        for fact in _strongest(facts)
    ]
    return " and ".join(dict.fromkeys(each for each in said if each))


def _rows(choice: AnyOf) -> Iterator[Facts]:
    """Yield the alternatives of a choice, those of a choice within a choice as well."""
    for row in choice.alternatives:
        inner = row[0] if len(row) == 1 else None
        if isinstance(inner, AnyOf):
            yield from _rows(inner)
        else:
            yield row


def _strongest(facts: Facts) -> Iterable[Constraint | AnyOf]:
    """Return facts without the constraints that another one implies: `n >= 1` where `n >= 2`."""
    found: dict[object, Constraint | AnyOf] = {}
    for each in facts:
        if isinstance(each, AnyOf):
            found[each] = each
            continue
        key = each.equal, frozenset(each.term.factors.items())
        known = found.get(key)
        if not isinstance(known, Constraint) or each.term.constant < known.term.constant:
            found[key] = each
    return found.values()


def element(access: Access, offset: Term) -> str:
    """Return the part of the object of an access at an offset in bytes: "tile[2][i].x".

    Of an image it is a pixel, at the coordinate `offset`: "image[i, 0]"; of several elements it is
    the first and the last: "tile[0 .. 63]".
    """
    kind = access.symbol.type
    words = access.symbol.name
    if access.space == IMAGE:
        return f"{words}[{', '.join(map(term_words, (offset, *access.coordinates)))}]"
    if isinstance(kind.type, t.PointerType):
        kind = kind.type.pointee
        words, offset = _indexed(words, kind, offset, access.size)
    while isinstance(kind.type, t.ArrayType):
        kind = kind.type.element
        words, offset = _indexed(words, kind, offset, access.size)
    return words + _part(kind, offset, access.size)


def _indexed(words: str, kind: t.Qualified, offset: Term, size: int) -> tuple[str, Term]:
    """Return an element of type `kind`, or several for more bytes, and the offset within it."""
    layout = layout_of(kind)
    if layout is None or not layout[0]:
        return words, offset
    index, rest = _divided(offset, layout[0])
    last = "" if size <= layout[0] else f" .. {term_words(index.shifted(size // layout[0] - 1))}"
    return f"{words}[{term_words(index)}{last}]", rest


def _divided(term: Term, size: int) -> tuple[Term, Term]:
    """Return terms `index` and `rest` with `term = size * index + rest`."""
    whole = {each: factor // size for each, factor in term.factors.items() if not factor % size}
    rest = {each: factor for each, factor in term.factors.items() if factor % size}
    # With other unknowns in the rest a small negative constant belongs to these: `[0][x - 1]`.
    count = term.constant // size if not rest else int(term.constant / size)
    return Term(whole, count), Term(rest, term.constant - count * size)


def _part(kind: t.Qualified, offset: Term, size: int) -> str:
    """Return the member or component at an offset within an object, "" for the whole of it."""
    if isinstance(kind.type, t.ArrayType):
        words, offset = _indexed("", kind.type.element, offset, size)
        return words + _part(kind.type.element, offset, size)
    at = offset.number
    if at is None:
        return f" + {term_words(offset)} bytes"
    if isinstance(kind.type, t.AggregateType):
        whole = aggregate_layout(kind.type)
        for each in whole.members if whole is not None and size < whole.size else ():
            if each.offset <= at < each.offset + each.size:
                return f".{each.member.name}" + _part(
                    each.member.type, number(at - each.offset), size
                )
    elif isinstance(kind.type, t.VectorType):
        layout = layout_of(t.Qualified(kind.type.element))
        if layout is not None and size <= layout[0]:
            index = at // layout[0]
            named = kind.type.width <= _MOST_NAMED and index < len(_COMPONENTS)
            return f".{_COMPONENTS[index]}" if named else f".s{index:x}"
    return f" + {at} bytes" if at else ""


# --- terms ---------------------------------------------------------------------------------------


def term_words(term: Term) -> str:
    """Return a term as an expression of OpenCL C, positive parts first."""
    signed = [
        (factor < 0, ("" if abs(factor) == 1 else f"{abs(factor)} * ") + _factor(unknown, factor))
        for unknown, factor in term.factors.items()
    ]
    if term.constant or not signed:
        signed.append((term.constant < 0, str(abs(term.constant))))
    signed.sort(key=lambda pair: pair[0])
    parts = [part for minus, words in signed for part in ("-" if minus else "+", words)]
    first = parts[1] if parts[0] == "+" else f"-{parts[1]}"
    return " ".join([first, *parts[2:]])


def _factor(unknown: Unknown, factor: int) -> str:
    """Return an unknown, in parentheses where its words would fall apart."""
    name = outside = unknown.name
    while (shorter := _BRACKETS.sub("", outside)) != outside:
        outside = shorter
    is_loose = _LOOSE.search(outside) or (factor != 1 and " " in outside)
    return f"({name})" if is_loose else name


def constraint_words(constraint: Constraint, launch: Launch) -> str:
    """Return a constraint as a comparison, "" for one that always holds."""
    term = _with_global_ids(constraint.term, launch)
    if not constraint.equal and _is_never_negative(term):
        return ""
    plus = {each: factor for each, factor in term.factors.items() if factor > 0}
    minus = {each: -factor for each, factor in term.factors.items() if factor < 0}
    if not plus or not minus:
        if constraint.equal:
            sign = 1 if minus else -1
            return f"{term_words(Term(plus or minus))} == {sign * term.constant}"
        if plus:
            return f"{term_words(Term(plus))} >= {-term.constant}"
        return f"{term_words(Term(minus))} < {term.constant + 1}"
    if constraint.equal:
        return f"{term_words(Term(plus))} == {term_words(Term(minus, -term.constant))}"
    if term.constant < 0:
        left = term_words(Term(minus, -term.constant - 1))
        return f"{left} < {term_words(Term(plus))}"
    return f"{term_words(Term(minus))} <= {term_words(Term(plus, term.constant))}"


def _is_never_negative(term: Term) -> bool:
    """Tell whether a term is a sum of what cannot be negative."""
    return term.constant >= 0 and all(
        factor > 0
        and any(
            isinstance(fact, Constraint)
            and fact.term.factors == {each: 1}
            and fact.term.constant <= 0
            for fact in each.facts
        )
        for each, factor in term.factors.items()
    )


def _with_global_ids(term: Term, launch: Launch) -> Term:
    """Return a term with `get_global_id` for its sum of a local id and a group's first id."""
    for dimension, local, group in zip(
        launch.dimensions, launch.locals, launch.groups, strict=True
    ):
        factor = term.factors.get(local, 0)
        if factor and term.factors.get(group, 0) == factor * launch.sizes[dimension]:
            whole = Unknown(f"get_global_id({dimension})", ITEM)
            whole.facts = (least(of(whole)),)
            rest = {e: f for e, f in term.factors.items() if e is not local and e is not group}
            term = Term({whole: factor, **rest}, term.constant)
    return term
