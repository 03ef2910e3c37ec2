"""The overloads of a callee: their labels, and which of them take the arguments so far."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from opencl_ls.analysis.queries.describe import known_text
from opencl_ls.analysis.query_results import Parameter, Signature
from opencl_ls.builtins.functions import function
from opencl_ls.builtins.signatures import concrete_type, render_generic, shown_word
from opencl_ls.builtins.versions import effort
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import Argument, special
from opencl_ls.semantics.calls.conversions import Rank, conversion
from opencl_ls.semantics.calls.general import overloads_of
from opencl_ls.semantics.calls.memory_orders import has_order
from opencl_ls.semantics.calls.type_texts import generic_words, parsed
from opencl_ls.semantics.types import symbols as s
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from opencl_ls.builtins.functions import BuiltinFunction
    from opencl_ls.builtins.signatures import Signature as Generic
    from opencl_ls.builtins.signatures import Value
    from opencl_ls.builtins.versions import Reason
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.settings.target import Target

_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_BRACKETS: Final = {"(": 1, "[": 1, ")": -1, "]": -1}
Types = tuple[t.Qualified, ...]


class Overload(NamedTuple):
    """One overload of a callee; a generic one has several rows of parameter types.

    `values` has the values of the generic words for each row, `words` are those of its types, each
    with its spelling in the label; `reasons` say what the target lacks for each row.
    """

    signature: Signature
    rows: tuple[Types, ...]
    values: tuple[Mapping[str, Value], ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    reasons: tuple[Reason | None, ...] = ()


def callee_overloads(model: ItemModel, call: r.Call, target: Target) -> tuple[Overload, ...]:
    """Return the overloads that a call names, for a built-in those that the target has."""
    callee = call.callee
    while isinstance(callee, r.Parenthesized):
        callee = callee.inner
    symbol = model.references.get(callee)
    if isinstance(symbol, s.Function):
        return tuple(_user_overload(each) for each in symbol.overloads or (symbol,))
    if symbol is None and isinstance(callee, r.Name):
        known = function(callee.name)
        return () if known is None else builtin_overloads(known, target)
    kind = model.types.get(callee, t.UNKNOWN_QUALIFIED).type
    if isinstance(kind, t.PointerType):
        kind = kind.pointee.type
    if isinstance(kind, t.BlockType):
        kind = kind.function
    name = callee.name if isinstance(callee, r.Name) else ""
    return (_typed_overload(name, kind, ()),) if isinstance(kind, t.FunctionType) else ()


def _user_overload(symbol: s.Function) -> Overload:
    kind = symbol.type.type
    if not isinstance(kind, t.FunctionType):
        return Overload(Signature(symbol.name, ()), ())
    names = tuple(each.name for each in symbol.parameters)
    return _typed_overload(symbol.name, kind, names)


def _typed_overload(name: str, kind: t.FunctionType, names: tuple[str, ...]) -> Overload:
    named = names if len(names) == len(kind.parameters) else ("",) * len(kind.parameters)
    # For an unknown callee only the name is shown.
    texts = [
        t.declaration_text(each, own) if known_text(each) else own or "?"
        for each, own in zip(kind.parameters, named, strict=True)
    ]
    if kind.variadic:
        texts.append("...")
    label = f"{known_text(kind.result)} {name}({', '.join(texts) or 'void'})".lstrip()
    kinds = [known_text(each) for each in kind.parameters]
    if kind.variadic:
        kinds.append("...")
    signature = labelled(label, len(label) - len(", ".join(texts) or "void") - 1, named, kinds)
    return Overload(signature, (kind.parameters,))


def builtin_overloads(known: BuiltinFunction, target: Target) -> tuple[Overload, ...]:
    """Return the overloads of a built-in function that a target has, all if it has none."""
    return _builtin_overloads(known.name, target)


@lru_cache(maxsize=512)
def _builtin_overloads(name: str, target: Target) -> tuple[Overload, ...]:
    known = function(name)
    if known is None:
        return ()
    generic = known.available_signatures(target) or known.signatures
    if special(known) is not None and not has_order(known.name):
        return _merged([Overload(_generic(each, known.name), _plain_row(each)) for each in generic])
    instances = overloads_of(known, target)
    available = instances.available or instances.unavailable
    overloads: list[Overload] = []
    for each in generic:
        own = [one for one in available if one.signature is each]
        rows = tuple(one.parameters for one in own)
        values = tuple(one.values for one in own)
        reasons = tuple(one.reason for one in own)
        overloads.append(Overload(_generic(each, known.name), rows, values, _words(each), reasons))
    return _merged([overload for overload in overloads if overload.rows] or overloads)


def _words(generic: Generic) -> tuple[tuple[str, str], ...]:
    """Return the words of a signature's types, each once, with their spellings in the label."""
    texts = (*(each.type for each in generic.parameters), generic.returns)
    words = dict.fromkeys(_WORD.findall(" ".join(texts)))
    choices = dict(generic.variables)
    return tuple((word, shown_word(word, choices)) for word in words)


def _merged(overloads: list[Overload]) -> tuple[Overload, ...]:
    """Return overloads without those that have the same label."""
    found: dict[str, Overload] = {}
    for overload in overloads:
        known = found.get(overload.signature.label)
        if known is not None:
            found[overload.signature.label] = known._replace(
                rows=known.rows + overload.rows,
                values=known.values + overload.values,
                reasons=known.reasons + overload.reasons,
            )
        else:
            found[overload.signature.label] = overload
    return tuple(
        overload._replace(signature=replace(overload.signature, generic=_choices(overload)))
        for overload in found.values()
    )


def _choices(overload: Overload) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the possible values of the generic words of an overload that have a choice."""
    found: dict[str, dict[str, None]] = {}
    for values in overload.values:
        for word, value in values.items():
            found.setdefault(word, {})[str(value)] = None
    return tuple((word, tuple(some)) for word, some in found.items() if len(some) > 1)


def _plain_row(generic: Generic) -> tuple[Types, ...]:
    """Return the parameter types of an overload with rules of its own, unknown where generic."""
    return (
        tuple(
            t.UNKNOWN_QUALIFIED
            if generic_words(each.type) or "(^" in each.type
            else parsed(each.type, private=False)
            for each in generic.parameters
            if each.type != "..."
        ),
    )


def _generic(generic: Generic, name: str) -> Signature:
    label = render_generic(generic, name)
    names = [each.name for each in generic.parameters]
    kinds = [each.type for each in generic.parameters]
    return labelled(label, label.find(f"{name}(") + len(name) + 1, names, kinds)


def labelled(label: str, start: int, names: Sequence[str], kinds: Sequence[str]) -> Signature:
    """Return a signature whose parameters begin at the character `start` of the label."""
    found: list[Parameter] = []
    depth, begin = 0, start
    for at in range(start, len(label)):
        mark = label[at]
        if depth == 0 and mark in ",)":
            number = len(found)
            if number >= len(kinds):
                break
            while label[begin] == " ":
                begin += 1
            name = names[number] if number < len(names) else ""
            found.append(Parameter(name, kinds[number], begin, at))
            begin = at + 1
            if mark == ")":
                break
        depth += _BRACKETS.get(mark, 0)
    return Signature(label, tuple(found), kinds[-1:] == ["..."] or kinds[-1:] == ("...",))


# --- viable overloads ----------------------------------------------------------------------------


def arguments_of(model: ItemModel, call: r.Call) -> list[Argument]:
    """Return the arguments of a call as far as their types are known."""
    return [argument_of(model, each) for each in call.arguments]


def argument_of(model: ItemModel, record: r.Expression) -> Argument:
    """Return an expression as an argument; among constants only a literal 0 counts as null."""
    kind = value_of(model.types.get(record, t.UNKNOWN_QUALIFIED))
    inner = record
    while isinstance(inner, r.Parenthesized):
        inner = inner.inner
    constant = 0 if isinstance(inner, r.IntegerLiteral) and inner.text == "0" else None
    null = constant == 0 or (isinstance(inner, r.Name) and inner.name == "NULL")
    if constant is None and isinstance(inner, r.IntegerLiteral):
        constant = 1
    return Argument(kind, record in model.lvalues, constant, null, record)


def row_fits(overload: Overload, row: Types, given: Sequence[Argument], more: bool) -> bool:
    """Tell whether arguments can be passed; with `more` another one will follow."""
    least = len(given) + more
    if least > len(row) and not overload.signature.is_variadic:
        return False
    return all(conversion(one, wanted) is not None for one, wanted in zip(given, row, strict=False))


def first_fitting(
    overloads: Sequence[Overload], given: Sequence[Argument], more: bool
) -> int | None:
    """Return the index of the overload that needs no conversion, else the first viable."""
    fitting = [
        (number, row)
        for number, overload in enumerate(overloads)
        for row in overload.rows
        if row_fits(overload, row, given, more)
    ]
    exact = (number for number, row in fitting if _is_exact(row, given))
    return next(exact, fitting[0][0] if fitting else None)


def possible(
    overloads: Sequence[Overload], given: Sequence[Argument], more: bool
) -> tuple[int, ...]:
    """Return the indices of the overloads that take the arguments given so far."""
    return tuple(
        number
        for number, overload in enumerate(overloads)
        if any(row_fits(overload, row, given, more) for row in overload.rows)
    )


def meanings(overload: Overload, given: Sequence[Argument]) -> tuple[tuple[str, str], ...]:
    """Return the generic words of an overload's label with the types that the arguments decide.

    Words with several possible meanings are not among them.
    """
    if not given or len(overload.values) != len(overload.rows):
        return ()
    chosen = [
        values
        for row, values in zip(overload.rows, overload.values, strict=True)
        if len(row) >= len(given) and _is_exact(row, given)
    ]
    found: list[tuple[str, str]] = []
    for word, shown in overload.words if chosen else ():
        if re.search(rf"\b{shown}\b", overload.signature.label) is None:
            continue
        kinds = {concrete_type(word, values) for values in chosen}
        if len(kinds) == 1 and not kinds & {shown, ""}:
            found.append((shown, kinds.pop()))
    return tuple(dict(found).items())


def lacked(overload: Overload, given: Sequence[Argument], more: bool) -> str:
    """Return what the target lacks for an overload with the arguments so far, or "".

    Of several reasons it is the one that is easiest to satisfy.
    """
    rows = tuple(zip(overload.rows, overload.reasons, strict=False))
    exact = [reason for row, reason in rows if _is_exact(row, given)]
    left = exact or [reason for row, reason in rows if row_fits(overload, row, given, more)]
    reasons = [reason for reason in left if reason is not None]
    return min(reasons, key=effort).text if reasons and len(reasons) == len(left) else ""


def _is_exact(row: Types, given: Sequence[Argument]) -> bool:
    steps = (conversion(one, wanted) for one, wanted in zip(given, row, strict=False))
    return all(step is not None and step.rank is Rank.EXACT for step in steps)


def expected_parameter(
    overloads: Sequence[Overload], given: Sequence[Argument]
) -> t.Qualified | None:
    """Return the type of the parameter after the arguments given so far.

    It is the one on which all viable rows agree; else that of the first row whose parameters have
    exactly the types of the arguments, if there is one.
    """
    number = len(given)
    rows = [
        row
        for overload in overloads
        for row in overload.rows
        if number < len(row) and row_fits(overload, row, given, more=True)
    ]
    kinds = {known_text(row[number]) for row in rows}
    if len(kinds) == 1:
        return rows[0][number]
    if not given or any(not known_text(each.type) for each in given):
        return None
    return next((row[number] for row in rows if _is_exact(row, given)), None)
