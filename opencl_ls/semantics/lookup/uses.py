"""Where an item uses a variable, and in which order its parts are carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from opencl_ls.builtins.names import is_builtin, is_keyword
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.array_bounds import has_one_round
from opencl_ls.semantics.lookup.blocks import enclosing_literal, is_automatic, unwrapped
from opencl_ls.semantics.model.problems import UndeclaredName
from opencl_ls.semantics.types.symbols import ParameterVariable, Symbol, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Collection

    from opencl_ls.semantics.model import ItemModel

_USES: Final = f"{__name__}.uses"
_CHANGES: Final = "uses: changes"
_VARIABLES: Final = "uses: variables by name"
_UNSEEN: Final = "uses: may store unseen"
_LOOPS: Final = (r.For, r.While, r.DoWhile)
UNEVALUATED: Final = (r.TypeQuery, r.OffsetOf, r.TypeArgument, r.GenericSelection, r.BlockLiteral)
"""What carries out no expression in it where it stands, or only one of several."""
_EVALUATING: Final = (*_LOOPS, r.ExpressionStatement, r.Return, r.If, r.Switch)
_LEAVING: Final = (r.Return, r.Goto, r.Break, r.Continue)
_CHOICES: Final = (*_LOOPS, r.If, r.Switch, r.Case, r.Conditional, r.BlockLiteral)


def uses(model: ItemModel, symbol: Symbol) -> list[r.Name]:
    """Return the names by which a symbol is used, in the order written."""
    known = model.derived.get(_USES)
    if known is None:
        known = model.derived[_USES] = _by_symbol(model)
    return cast("dict[Symbol, list[r.Name]]", known).get(symbol, [])


def changes(model: ItemModel, symbol: Symbol) -> list[r.Name]:
    """Return those of the names of a symbol by which it, or a component of it, is changed."""
    known = cast("dict[Symbol, list[r.Name]]", model.derived.setdefault(_CHANGES, {}))
    found = known.get(symbol)
    if found is None:
        names = uses(model, symbol)
        found = [each for each in names if changing(model, whole_place(model, each)) is not None]
        known[symbol] = found
    return found


def variables_named(model: ItemModel, name: str) -> list[Variable | ParameterVariable]:
    """Return the variables and parameters of a name that an item declares, in its order."""
    known = model.derived.get(_VARIABLES)
    if known is None:
        found: dict[str, list[Variable | ParameterVariable]] = {}
        for event in model.events:
            if isinstance(event, Variable | ParameterVariable):
                found.setdefault(event.name, []).append(event)
        known = model.derived[_VARIABLES] = found
    return cast("dict[str, list[Variable | ParameterVariable]]", known).get(name, [])


def _by_symbol(model: ItemModel) -> dict[Symbol, list[r.Name]]:
    found: dict[Symbol, list[r.Name]] = {}
    for name, symbol in model.references.items():
        if symbol is not None and type(name) is r.Name:
            found.setdefault(symbol, []).append(name)
    for names in found.values():
        names.sort(key=lambda name: name.start)
    return found


def keeper(model: ItemModel, call: r.Call) -> Variable | None:
    """Return the local variable that the result of a call is kept in, None for anything else."""
    above = model.parents.get(call)
    while type(above) is r.Parenthesized:
        above = model.parents.get(above)
    symbol: Symbol | None = None
    if type(above) is r.InitDeclarator:
        symbol = model.declared.get(above)
    elif type(above) is r.Assignment and above.operator.text == "=":
        symbol = model.references.get(unwrapped(above.left))
    if type(symbol) is Variable and symbol.function is not None:
        return symbol
    return None


def is_store(model: ItemModel, name: r.Name) -> bool:
    """Tell whether a name is what an assignment stores to."""
    above = model.parents.get(name)
    return type(above) is r.Assignment and above.left is name


def changing(model: ItemModel, expression: r.Expression) -> r.Expression | None:
    """Return the assignment or the `++` or `--` that changes what an expression means, or None."""
    inner: r.Record = expression
    above = model.parents.get(inner)
    while type(above) is r.Parenthesized:
        inner, above = above, model.parents.get(above)
    if type(above) is r.Assignment:
        return above if above.left is inner else None
    if isinstance(above, r.Unary | r.Postfix) and above.operator in ("++", "--"):
        return above
    return None


def changed(record: r.Assignment | r.Postfix | r.Unary) -> r.Expression | None:
    """Return what an assignment, `++` or `--` changes, None for another operator."""
    if type(record) is r.Assignment:
        return record.left
    return record.operand if record.operator in ("++", "--") else None


def address_taken(model: ItemModel, name: r.Expression) -> r.Unary | None:
    """Return the `&` in front of an expression, or None."""
    above = model.parents.get(name)
    while type(above) is r.Parenthesized:
        above = model.parents.get(above)
    return above if type(above) is r.Unary and above.operator == "&" else None


def addressed(expression: r.Expression) -> r.Expression | None:
    """Return `e` of `&e`, or None."""
    inner = unwrapped(expression)
    if type(inner) is r.Unary and inner.operator == "&":
        return unwrapped(inner.operand)
    return None


def has_no_value_at(
    model: ItemModel,
    symbol: Symbol | None,
    record: r.Record,
    harmless: Collection[r.Name] = (),
) -> bool:
    """Tell whether nothing can have given a local variable a value when `record` is carried out.

    The names in `harmless` are taken not to.
    """
    if type(symbol) is not Variable or not is_automatic(symbol):
        return False
    return symbol.declarator.initializer is None and is_first_at(model, symbol, record, harmless)


def is_first_at(
    model: ItemModel, symbol: Variable, record: r.Record, harmless: Collection[r.Name] = ()
) -> bool:
    """Tell whether a run that comes to `record` has met no mention of a local variable before.

    The names in `harmless` are none.

    In a loop the first round counts where it certainly comes to `record`, or where the loop has no
    other mention but such as only read. Labels, and blocks that the variable is not of, count as
    doubt.
    """
    if symbol.block is not enclosing_literal(model, record) or has_labels(model):
        return False
    mentions = [name for name in uses(model, symbol) if name not in harmless]
    if mentions and mentions[0].start < record.start:
        return False
    way = _way_up(model, record)
    if any(type(above) is r.For and below is above.step for below, above in way):
        return False
    around = [at for at, (_, above) in enumerate(way) if isinstance(above, _LOOPS)]
    around = [at for at in around if not _holds(way[at][1], symbol.word)]
    if not around:
        return True
    loop = way[around[-1]][1]
    others = (each for each in mentions if _holds(loop, each) and not _holds(record, each))
    return all(_only_reads(model, symbol, each) for each in others) or not any(
        (isinstance(above, _CHOICES) or _may_stop(above)) and not _is_decided_on(below, above)
        for below, above in way[: around[-1]]
    )


def _is_decided_on(below: r.Record, above: r.Record) -> bool:
    """Tell whether a part of a choice is what is looked at before anything is chosen."""
    if type(above) is r.Binary:
        return below is above.left
    if isinstance(above, r.If | r.Switch | r.While | r.For | r.Conditional):
        return below is above.condition
    return False


def _only_reads(model: ItemModel, symbol: Symbol, name: r.Name) -> bool:
    """Tell whether a name can do nothing to a variable, which is no aggregate."""
    if type(symbol.type.type) is not t.OpaqueType:
        return False
    return changing(model, name) is None and address_taken(model, name) is None


def whole_place(model: ItemModel, name: r.Name) -> r.Expression:
    """Return the outermost component of a variable that a name is the base of: `v.x` for `v`."""
    place: r.Expression = name
    above = model.parents.get(place)
    while isinstance(above, r.Parenthesized | r.Member | r.Index):
        if type(above) is r.Index and above.base is not place:
            break
        place, above = above, model.parents.get(above)
    return place


def may_store_unseen(model: ItemModel) -> bool:
    """Tell whether an item holds assembly or unknown names, which may be macros that store."""
    known = model.derived.get(_UNSEEN)
    if known is None:
        known = model.derived[_UNSEEN] = _may_store_unseen(model)
    return known is True


def _may_store_unseen(model: ItemModel) -> bool:
    if r.Assembly in model.by_kind:
        return True
    return any(
        isinstance(problem, UndeclaredName)
        and not is_builtin(problem.name)
        and not is_keyword(problem.name)
        for problem in model.problems
    )


def _holds(outer: r.Record, inner: r.Record) -> bool:
    return outer.start <= inner.start < outer.end


def reads_value(model: ItemModel, name: r.Name) -> bool:
    """Tell whether a name stands where its variable's value is read; doubt counts as no."""
    return takes_value(model, name) and _is_evaluated(model, name)


def takes_value(model: ItemModel, name: r.Name) -> bool:
    """Tell whether the expression around a name reads its variable, if it is carried out."""
    record: r.Record = name
    above = model.parents.get(record)
    while type(above) is r.Parenthesized or _is_component(model, record, above):
        record, above = cast("r.Record", above), model.parents.get(cast("r.Record", above))
    changed = changing(model, cast("r.Expression", record))
    if changed is not None:
        whole = unwrapped(cast("r.Expression", record)) is name
        return whole and not (type(changed) is r.Assignment and changed.operator.text == "=")
    if type(above) is r.ExpressionStatement:
        return False
    if type(above) is r.Cast:
        wanted = model.type_names.get(above.type)
        if wanted is None or wanted.type is t.VOID:
            return False
    return not (type(above) is r.Unary and above.operator == "&")


def _is_component(model: ItemModel, record: r.Record, above: r.Record | None) -> bool:
    """Tell whether the record above is a part of the object that `record` is."""
    if type(above) is r.Member:
        return above.base is record and not above.arrow
    if type(above) is not r.Index or above.base is not record:
        return False
    return type(model.types.get(above.base, t.UNKNOWN_QUALIFIED).type) is not t.PointerType


def _is_evaluated(model: ItemModel, name: r.Name) -> bool:
    """Tell whether a name stands in an expression that a statement carries out."""
    inner: r.Record = name
    for above in model.ancestors(name):
        if type(above) is r.InitDeclarator:
            return above.initializer is inner
        if isinstance(above, (*UNEVALUATED, r.Statement)):
            return isinstance(above, _EVALUATING)
        if not isinstance(above, r.Expression | r.InitializerEntry):
            return False
        inner = above
    return False


def has_labels(model: ItemModel) -> bool:
    """Tell whether an item holds a label, so that its parts may run in another order."""
    return r.Label in model.by_kind


def is_before(model: ItemModel, first: r.Record, second: r.Record) -> bool:
    """Tell whether what carries out `second` has carried out `first` before; doubt counts as no."""
    if first.end > second.start or has_labels(model):
        return False
    way = {above: below for below, above in _way_up(model, second)}
    return all(
        way.get(above) is below
        for below, above in _way_up(model, first)
        if isinstance(above, _CHOICES) or _may_stop(above)
    )


def is_followed(model: ItemModel, first: r.Record, second: r.Record) -> bool:
    """Tell whether what carries out `first` carries out `second` later; doubt counts as no."""
    if first.end > second.start or has_labels(model):
        return False
    way = {above: below for below, above in _way_up(model, first)}
    shared = all(
        way.get(above) is below
        for below, above in _way_up(model, second)
        if _is_chosen(above, below)
    )
    between = (
        each
        for each in model.of_kind(*_LEAVING)
        if first.start < each.start < second.start and not _holds(each, second)
    )
    return shared and not any(_may_miss(model, each, second) for each in between)


def _may_miss(model: ItemModel, leaving: r.Record, second: r.Record) -> bool:
    """Tell whether a jump may lead to a place after `second`."""
    if not isinstance(leaving, r.Break | r.Continue):
        return True
    kinds = _LOOPS if type(leaving) is r.Continue else (*_LOOPS, r.Switch)
    left = next((above for above in model.ancestors(leaving) if isinstance(above, kinds)), None)
    return left is None or left.end > second.start


def is_repeated(model: ItemModel, first: r.Record, second: r.Record, start: int) -> bool:
    """Tell whether a loop after `start` carries out `second` in the round after `first`.

    Unless constants tell, it is left to the loop whether there is such a round; any other doubt
    counts as no.
    """
    choices: list[r.Record] = []
    for below, loop in _way_up(model, second):
        if isinstance(loop, _LOOPS) and loop.start > start and _holds(loop, first):
            initial = loop.initial if type(loop) is r.For else None
            exits = model.of_kind(*_LEAVING)
            return not (
                choices
                or has_labels(model)
                or has_one_round(model, loop)
                or below is initial
                or (initial is not None and _holds(initial, first))
                or any(_holds(loop, each) and each.start > first.start for each in exits)
            )
        if _is_chosen(loop, below):
            choices.append(loop)
    return False


def _is_chosen(above: r.Record, below: r.Record) -> bool:
    """Tell whether a record may leave out a part of it, which is not its condition."""
    if _may_stop(above):
        return True
    return isinstance(above, _CHOICES) and getattr(above, "condition", None) is not below


def _way_up(model: ItemModel, record: r.Record) -> list[tuple[r.Record, r.Record]]:
    above = model.ancestors(record)
    return list(zip([record, *above], above, strict=False))


def _may_stop(record: r.Record) -> bool:
    """Tell whether an operator may leave out its right side."""
    return type(record) is r.Binary and record.operator.text in ("&&", "||")
