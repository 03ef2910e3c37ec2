"""Calls of the built-in functions that follow the common rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import or_
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.functions import BuiltinFunction
from opencl_ls.builtins.versions import effort
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import likeness, wording
from opencl_ls.semantics.calls.choice import Match, best, contenders, matches
from opencl_ls.semantics.calls.conversions import Conversion, Rank, conversion
from opencl_ls.semantics.calls.model import Argument, CallProblem, Resolution
from opencl_ls.semantics.calls.overloads import Overload, Overloads
from opencl_ls.settings.target import Target
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.builtins.versions import Reason

Special = Callable[[BuiltinFunction, Sequence[Argument], Target], Resolution]

_KEPT: Final = 4096
_MOST_ALIKE: Final = 4
_overloads: dict[tuple[str, Target], Overloads] = {}


def overloads_of(function: BuiltinFunction, target: Target) -> Overloads:
    """Return the overloads of a function under a target; they are made once."""
    found = _overloads.get((function.name, target))
    if found is None:
        if len(_overloads) >= _KEPT:
            _overloads.clear()
        found = _overloads[function.name, target] = Overloads(function, target)
    return found


def resolve_general(
    function: BuiltinFunction, arguments: Sequence[Argument], target: Target
) -> Resolution:
    """Choose the overload that a call means; its problems say why there is none."""
    known = overloads_of(function, target)
    straight = known.exact.get(tuple(id(argument.type.type) for argument in arguments))
    if straight is not None and not _holds_unknown(arguments):
        return Resolution(straight.result, straight.signature, straight.parameters)
    if not known.available:
        return _absent(function, known, arguments, target)
    if _holds_unknown(arguments):
        return _undecided(known, arguments)
    found = matches(known.available, arguments)
    chosen = best(found)
    if chosen is not None:
        other = _meant_but_missing(known, arguments, chosen)
        return other or _chosen(function.name, chosen, arguments)
    exists_elsewhere = _meant_but_missing(known, arguments, None)
    if exists_elsewhere is not None:
        return exists_elsewhere
    if found:
        kinds = (argument.type.type for argument in arguments)
        if any(isinstance(each, t.EnumeratedType) and not each.never_negative for each in kinds):
            # Compilers may take such an enumeration for int or for uint.
            return Resolution(t.UNKNOWN_QUALIFIED)
        tied = contenders(found)
        if tied and _differ_in_space(tied):
            # Compilers declare only the overload for the generic address space.
            return _chosen(function.name, tied[0], arguments)
        return _ambiguous(function.name, tied, arguments)
    return _misfit(function.name, known, arguments)


def agreed(results: Iterable[t.Qualified]) -> t.Qualified:
    """Return the one type that all results are, else UNKNOWN."""
    found: t.Qualified | None = None
    for result in results:
        if found is None:
            found = result
        elif result.type is not found.type and result != found:
            return t.UNKNOWN_QUALIFIED
    return found or t.UNKNOWN_QUALIFIED


def _holds_unknown(arguments: Sequence[Argument]) -> bool:
    return any(likeness.holds_unknown(argument.type.type) for argument in arguments)


def _differ_in_space(tied: Sequence[Match[Overload]]) -> bool:
    """Tell whether overloads differ only in address spaces that the generic one includes."""
    spaces = {each.space for match in tied for each in _pointees(match.overload)}
    if t.GENERIC not in spaces or t.CONSTANT in spaces:
        return False
    kinds = {tuple(likeness.identity(each) for each in _pointees(match.overload)) for match in tied}
    return len(kinds) == 1


def _pointees(overload: Overload) -> Iterator[t.Qualified]:
    """Yield the types of the parameters, and for a pointer that of its pointee."""
    for each in overload.parameters:
        yield each.type.pointee if isinstance(each.type, t.PointerType) else each


def _undecided(known: Overloads, arguments: Sequence[Argument]) -> Resolution:
    """With an argument of unknown type nothing is wrong; a result needs agreement."""
    left = matches(known.available, arguments)
    if len(left) == 1:
        one = left[0].overload
        return Resolution(one.result, one.signature, one.parameters)
    return Resolution(agreed(each.overload.result for each in left))


def _chosen(name: str, match: Match[Overload], arguments: Sequence[Argument]) -> Resolution:
    overload = match.overload
    problems = tuple(
        wording.dubious_pointer(name, arguments, index, overload.parameters[index], step.complaint)
        for index, step in enumerate(match.conversions)
        if step.complaint
    )
    return Resolution(overload.result, overload.signature, overload.parameters, problems)


def _absent(
    function: BuiltinFunction, known: Overloads, arguments: Sequence[Argument], target: Target
) -> Resolution:
    """No overload exists for the target: name what the one that is meant needs, or the easiest."""
    found = matches(known.unavailable, arguments)
    meant = best(found)
    if meant is not None and meant.overload.reason is not None:
        overload = meant.overload
        problem = wording.unavailable(function.name, _least_reason(meant.overload.reason, found))
        return Resolution(overload.result, overload.signature, overload.parameters, (problem,))
    reason = function.missing(target)
    if reason is None:
        reason = _first_reason(known.unavailable)
    result = agreed(each.result for each in known.unavailable)
    if reason is None:
        return Resolution(result)
    return Resolution(result, problems=(wording.unavailable(function.name, reason),))


def _least_reason(reason: Reason, found: Iterable[Match[Overload]]) -> Reason:
    """Return the earliest version with an overload for the arguments, if a version is missing.

    A later version may have one that fits better.  So may an extension of a later version, while
    an extension of this version has an overload that takes the arguments as well.
    """
    others = [match.overload.reason for match in found if match.overload.reason is not None]
    if reason.early:
        here = (each for each in others if each.kind == "extension" and not each.early)
        return next(here, reason)
    if reason.kind != "version":
        return reason
    versions = (each for each in others if each.kind == "version")
    return min(versions, key=effort, default=reason)


def _first_reason(overloads: Sequence[Overload]) -> Reason | None:
    return next((each.reason for each in overloads if each.reason is not None), None)


def _meant_but_missing(
    known: Overloads, arguments: Sequence[Argument], chosen: Match[Overload] | None
) -> Resolution | None:
    """Return the overload of another target that takes exactly these arguments, if any.

    An overload that the target has wins, unless it takes some argument only with a warning: then
    compilers accept the call, but it is hardly the one that the author meant.
    """
    if chosen is not None and all(step.rank < Rank.C_ONLY for step in chosen.conversions):
        return None
    exact = [
        match
        for match in matches(known.unavailable, arguments)
        if _is_meant(match.conversions, arguments)
    ]
    if not exact and chosen is None:
        # Compilers have the functions of 1.1 in 1.0 as well.
        exact = matches(
            [each for each in known.unavailable if each.reason and each.reason.needs == ("CL1.1",)],
            arguments,
        )
    if not exact:
        return None
    overload = exact[0].overload
    if overload.reason is None:
        return None
    name = known.function.name
    warning = chosen is not None
    problem = wording.unavailable(name, overload.reason, is_overload=True, warning=warning)
    return Resolution(overload.result, overload.signature, overload.parameters, (problem,))


def _is_meant(conversions: Sequence[Conversion], arguments: Sequence[Argument]) -> bool:
    """Tell whether an overload takes exactly these arguments, except scalars beside other types."""
    if all(step.rank is Rank.EXACT for step in conversions):
        return True
    scalars = [isinstance(argument.type.type, t.ScalarType) for argument in arguments]
    return not all(scalars) and all(
        step.rank is Rank.EXACT or (scalar and step.rank <= Rank.CONVERSION)
        for step, scalar in zip(conversions, scalars, strict=True)
    )


def _ambiguous(
    name: str, found: Sequence[Match[Overload]], arguments: Sequence[Argument]
) -> Resolution:
    result = agreed(match.overload.result for match in found)
    # A constant is easier to change than the declaration of a variable.
    constants = [_is_constant(argument.record) for argument in arguments]

    def nearness(match: Match[Overload]) -> tuple[bool, int]:
        exact = [step.rank is Rank.EXACT for step in match.conversions]
        return all(map(or_, exact, constants)), sum(exact)

    nearest = max(found, key=nearness)
    index = next(
        (index for index, step in enumerate(nearest.conversions) if step.rank is not Rank.EXACT),
        None,
    )
    overloads = [wording.concrete_text(match.overload, name) for match in found]
    wanted = () if index is None else [match.overload.parameters[index].type for match in found]
    problem = wording.ambiguous(name, arguments, index, overloads, wanted)
    return Resolution(result, nearest.overload.signature, problems=(problem,))


def _is_constant(record: r.Expression | None) -> bool:
    while isinstance(record, r.Parenthesized | r.Unary):
        record = record.inner if isinstance(record, r.Parenthesized) else record.operand
    return isinstance(record, r.IntegerLiteral | r.FloatLiteral)


def _misfit(name: str, known: Overloads, arguments: Sequence[Argument]) -> Resolution:
    count = len(arguments)
    fitting = [each for each in known.available if each.accepts(count)]
    if not fitting:
        return _miscounted(name, known, count)
    nearest, index = _nearest(fitting, arguments)
    expected = wording.any_of([each.parameters[index] for each in nearest])
    overload = wording.overloads_text(nearest, name)
    problem = wording.misfit(name, arguments, index, expected, overload)
    result = agreed(each.result for each in fitting)
    return Resolution(result, nearest[0].signature, problems=(problem,))


def _miscounted(name: str, known: Overloads, count: int) -> Resolution:
    result = agreed(each.result for each in known.available)
    elsewhere = [each for each in known.unavailable if each.accepts(count)]
    reason = _first_reason(elsewhere)
    problem: CallProblem
    if reason is not None:
        problem = wording.unavailable(name, reason, is_overload=True)
        return Resolution(result, elsewhere[0].signature, problems=(problem,))
    signature = known.available[0].signature
    allowed = [len(each.parameters) for each in known.available]
    more = any(each.variadic for each in known.available)
    problem = wording.wrong_count(name, count, allowed, or_more=more)
    return Resolution(result, signature, problems=(problem,))


def _nearest(
    overloads: Sequence[Overload], arguments: Sequence[Argument]
) -> tuple[list[Overload], int]:
    """Return the overloads that most arguments fit, and the index of the first that does not.

    The first arguments count most.  Several overloads may be equally near.
    """

    def closeness(overload: Overload) -> tuple[int, list[int]]:
        ranks = [
            _rank(one, other) for one, other in zip(arguments, overload.parameters, strict=False)
        ]
        fits = sum(rank <= Rank.DUBIOUS for rank in ranks)
        return (-fits, ranks)

    found = [(closeness(overload), overload) for overload in overloads]
    least = min(near for near, _ in found)
    nearest = [overload for near, overload in found if near == least]
    index = next(index for index, rank in enumerate(least[1]) if rank > Rank.DUBIOUS)
    return nearest, index


def _rank(argument: Argument, parameter: t.Qualified) -> int:
    step = conversion(argument, parameter)
    if step is not None:
        return step.rank
    return len(Rank) + _MOST_ALIKE - _likeness(argument.type.type, parameter.type)


def _likeness(given: t.Type, wanted: t.Type) -> int:
    """Return how similar a type that does not fit is to the wanted one."""
    given, wanted = likeness.plain(given), likeness.plain(wanted)
    if isinstance(given, t.PointerType) and isinstance(wanted, t.PointerType):
        return 1 + _likeness(given.pointee.type, wanted.pointee.type)
    alike = (type(given) is type(wanted)) + (_element(given) is _element(wanted))
    return alike + (_width(given) == _width(wanted))


def _element(kind: t.Type) -> t.Type:
    return kind.element if isinstance(kind, t.VectorType) else kind


def _width(kind: t.Type) -> int:
    if isinstance(kind, t.VectorType):
        return kind.width
    return int(isinstance(kind, t.ScalarType))
