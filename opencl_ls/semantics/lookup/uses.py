"""The uses of a symbol in an item, and what each of them does to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from opencl_ls.builtins.names import is_builtin, is_keyword
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.model import derived, derived_by_key
from opencl_ls.semantics.model.problems import UndeclaredName
from opencl_ls.semantics.types.symbols import ParameterVariable, Symbol, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel

UNEVALUATED: Final = (r.TypeQuery, r.OffsetOf, r.TypeArgument, r.GenericSelection, r.BlockLiteral)
"""Records that do not evaluate the expressions in them, or only one of several."""
_EVALUATING: Final = (r.For, r.While, r.DoWhile, r.ExpressionStatement, r.Return, r.If, r.Switch)


def uses(model: ItemModel, symbol: Symbol) -> list[r.Name]:
    """Return the names by which a symbol is used, in the order written."""
    return _by_symbol(model).get(symbol, [])


@derived_by_key
def changes(model: ItemModel, symbol: Symbol) -> list[r.Name]:
    """Return the names of a symbol through which it, or a component of it, is changed."""
    names = uses(model, symbol)
    return [each for each in names if changing(model, whole_place(model, each)) is not None]


def variables_named(model: ItemModel, name: str) -> list[Variable | ParameterVariable]:
    """Return the variables and parameters of a name that an item declares, in its order."""
    return _variables(model).get(name, [])


@derived
def _variables(model: ItemModel) -> dict[str, list[Variable | ParameterVariable]]:
    found: dict[str, list[Variable | ParameterVariable]] = {}
    for event in model.events:
        if isinstance(event, Variable | ParameterVariable):
            found.setdefault(event.name, []).append(event)
    return found


@derived
def _by_symbol(model: ItemModel) -> dict[Symbol, list[r.Name]]:
    found: dict[Symbol, list[r.Name]] = {}
    for name, symbol in model.references.items():
        if symbol is not None and type(name) is r.Name:
            found.setdefault(symbol, []).append(name)
    for names in found.values():
        names.sort(key=lambda name: name.start)
    return found


def keeper(model: ItemModel, call: r.Call) -> Variable | None:
    """Return the local variable that the result of a call is kept in, None if there is none."""
    _, above = model.use_of(call)
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
    """Return the assignment, `++` or `--` that changes the place of an expression, or None."""
    inner, above = model.use_of(expression)
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
    _, above = model.use_of(name)
    return above if type(above) is r.Unary and above.operator == "&" else None


def addressed(expression: r.Expression) -> r.Expression | None:
    """Return `e` of `&e`, or None."""
    inner = unwrapped(expression)
    if type(inner) is r.Unary and inner.operator == "&":
        return unwrapped(inner.operand)
    return None


def whole_place(model: ItemModel, name: r.Name) -> r.Expression:
    """Return the outermost component of a variable that a name is the base of: `v.x` for `v`."""
    place: r.Expression = name
    above = model.parents.get(place)
    while isinstance(above, r.Parenthesized | r.Member | r.Index):
        if type(above) is r.Index and above.base is not place:
            break
        place, above = above, model.parents.get(above)
    return place


@derived
def may_store_unseen(model: ItemModel) -> bool:
    """Tell whether an item holds assembly or unknown names, which may be macros that store."""
    if r.Assembly in model.by_kind:
        return True
    return any(
        isinstance(problem, UndeclaredName)
        and not is_builtin(problem.name)
        and not is_keyword(problem.name)
        for problem in model.problems
    )


def reads_value(model: ItemModel, name: r.Name) -> bool:
    """Tell whether a name reads its variable's value; doubt counts as no."""
    return takes_value(model, name) and _is_evaluated(model, name)


def takes_value(model: ItemModel, name: r.Name) -> bool:
    """Tell whether the expression around a name reads its variable, if it is evaluated."""
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
    return type(model.type_of(above.base).type) is not t.PointerType


def _is_evaluated(model: ItemModel, name: r.Name) -> bool:
    """Tell whether a name is in an expression that a statement evaluates."""
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
