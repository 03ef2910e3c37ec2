"""Calls of functions, blocks and built-in functions: their checks and the types of results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.builtins.functions import function_names
from opencl_ls.builtins.names import is_compilers_own
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import Argument, CallProblem, Resolution, resolve
from opencl_ls.semantics.calls.memory_orders import has_order
from opencl_ls.semantics.calls.named_types import sizes_on_device
from opencl_ls.semantics.calls.printf import format_places, format_problems
from opencl_ls.semantics.calls.user_overloads import resolve_overload, viable_overloads
from opencl_ls.semantics.constants.literals import constant_type
from opencl_ls.semantics.lookup.alternatives import only_value
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.constness import fixed_initializer
from opencl_ls.semantics.macros.undefined_macros import brings_arguments, has_recovered
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.semantics.types.spelling import named_builtin
from opencl_ls.semantics.types.symbols import Function, Symbol
from opencl_ls.semantics.typing.assignments import check_assignment, note_changed_constants
from opencl_ls.semantics.typing.changed_constants import CONSTANTS
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

if TYPE_CHECKING:
    from opencl_ls.semantics.typing.typer import Typer


_BREAKS: Final = (SyntaxProblemKind.OPERAND, SyntaxProblemKind.PARENTHESIS)
"""The syntax problems that leave a call incomplete."""


def call(typer: Typer, record: r.Call) -> t.Qualified:
    """Return the type of the result of a call."""
    callee = unwrapped(record.callee)
    is_recovered = bool(typer.model.item.recovered)
    if (is_recovered and has_recovered(typer.model, _BREAKS, record.start, record.end)) or any(
        map(_lacks_comma, record.arguments)
    ):
        # An argument or the closing parenthesis is missing, or a comma: more arguments may follow.
        typer.types[callee] = t.UNKNOWN_QUALIFIED
        return _unchecked(typer, record)
    brings_more = is_recovered and brings_arguments(typer.model, record)
    if type(callee) is r.Name and typer.model.references.get(callee) is None:
        if callee is not record.callee and callee.name in function_names():
            typer.note(p.BuiltinFunctionName(callee, callee.name))
        return _call_by_name(typer, record, callee, brings_more)
    symbol = typer.symbol(callee)
    if brings_more:
        return _unchecked(typer, record)
    return _call_of_value(typer, record, callee, symbol)


def _unchecked(typer: Typer, record: r.Call) -> t.Qualified:
    """Type the arguments of a call that is not understood."""
    for argument in record.arguments:
        typer.type_of(argument)
    return t.UNKNOWN_QUALIFIED


def _call_of_value(
    typer: Typer, record: r.Call, callee: r.Expression, symbol: Symbol | None
) -> t.Qualified:
    """Type a call of a function of the program, a pointer to one, or a block."""
    kind = typer.type_of(callee).type
    if type(kind) is t.PointerType:
        kind = kind.pointee.type
    if isinstance(symbol, Function) and (symbol.has_overloads or len(symbol.overloads) > 1):
        return _overloaded(typer, record, symbol)
    if type(kind) is t.BlockType:
        kind = kind.function
    if type(kind) is t.FunctionType:
        function = symbol if isinstance(symbol, Function) else None
        name = callee.name if type(callee) is r.Name else "this block"
        return _check_call(typer, record, kind, name, function)
    unknown = _unchecked(typer, record)
    if type(kind) is not t.UnknownType:
        typer.note(p.NotCallable(record, typer.type_of(callee)))
    return unknown


def _check_call(
    typer: Typer, record: r.Call, kind: t.FunctionType, name: str, function: Function | None
) -> t.Qualified:
    given, wanted = len(record.arguments), len(kind.parameters)
    # An empty list of parameters is one without parameters: no other overload could take more.
    if given < wanted or (given > wanted and not kind.variadic):
        typer.note(p.ArgumentCount(record, name, wanted, given, function))
    for index, argument in enumerate(record.arguments):
        if index < wanted and type(argument) is not r.TypeArgument:
            check_assignment(typer, argument, kind.parameters[index], "argument", function, index)
        else:
            _further_argument(typer, argument, function, index)
    _notes_types(typer, record)
    if function is not None and (kind.variadic or function.attributes):
        _check_format(typer, record, function)
    return value_of(kind.result)


def _further_argument(
    typer: Typer, argument: r.Expression, function: Function | None, index: int
) -> None:
    """Type an argument for which there is no parameter: any value may be one."""
    given = typer.type_of(argument)
    if type(given.type) in (t.VoidType, t.PipeType):
        anything = t.UNKNOWN_QUALIFIED
        typer.note(
            p.Mismatch(argument, "argument", anything, given, "incompatible", function, index)
        )


def _check_format(typer: Typer, record: r.Call, function: Function) -> None:
    """Check the arguments of a function with the attribute `format`, as for `printf`."""
    places, callee = format_places(function), record.callee
    if places is None or type(callee) is not r.Name:
        return
    arguments = [_argument(typer, argument) for argument in record.arguments]
    if places[0] < len(arguments):
        arguments[places[0]] = _with_format_of_constant(typer, arguments[places[0]])
    for problem in format_problems(function.name, arguments, *places):
        resolution = Resolution(t.UNKNOWN_QUALIFIED, problems=(problem,))
        typer.note(p.BuiltinCallProblem(record, callee, problem, resolution))


def _notes_types(typer: Typer, record: r.Call) -> bool:
    """Note the types among the arguments of a call that takes none; tell if there are any."""
    found = [each for each in record.arguments if type(each) is r.TypeArgument]
    for argument in found:
        written = typer.model.item.text[argument.start : argument.end]
        kind = typer.model.named_type(argument.type)
        typer.note(p.TypeAsValue(argument, written, kind, None))
    return bool(found)


def _overloaded(typer: Typer, record: r.Call, symbol: Function) -> t.Qualified:
    """Type a call of an overloadable function: the one overload whose parameters fit exactly."""
    given = [typer.operand(argument) for argument in record.arguments]
    exact = symbol.overloads.taking(tuple([each.type.type for each in given]))
    if exact is not None and type(kind := exact.type.type) is t.FunctionType:
        return value_of(kind.result)
    key = symbol, tuple(given)
    if key not in typer.compared:
        typer.compared[key] = viable_overloads(symbol.overloads, given)
    fitting, doubtful, same = typer.compared[key]
    if same is not None:
        return same
    # Compilers accept a pointer to another type, with a warning, if only one overload takes it.
    if not fitting and len(doubtful) == 1:
        fitting = doubtful
        for index, (wanted, argument) in enumerate(
            zip(doubtful[0].parameters, record.arguments, strict=False)
        ):
            check_assignment(typer, argument, wanted, "argument", symbol, index)
    is_certain = not any(
        each.may_be_overloadable and not each.has_overloads for each in symbol.overloads
    )
    is_known = not any(type(each.type.type) is t.UnknownType for each in given)
    if not fitting and is_certain and is_known:
        types = tuple(each.type for each in given)
        typer.note(p.NoMatchingOverload(record, symbol.name, types, symbol.overloads))
    if len(fitting) > 1 and is_certain and is_known:
        arguments = [_argument(typer, argument) for argument in record.arguments]
        chosen = resolve_overload(symbol.name, symbol.overloads, arguments)
        if len(chosen) > 1:
            types = tuple(each.type for each in given)
            typer.note(p.AmbiguousOverloads(record, symbol.name, types, chosen))
        elif chosen and type(kind := chosen[0].type.type) is t.FunctionType:
            return value_of(kind.result)
    return value_of(fitting[0].result) if len(fitting) == 1 else t.UNKNOWN_QUALIFIED


def _reinterpreted(
    typer: Typer, record: r.Call, callee: r.Name, arguments: tuple[Argument, ...]
) -> t.Qualified:
    """Type `__builtin_astype(value, type)`, which libraries write `as_` functions with."""
    if len(arguments) != 2 or type(arguments[1].record) is not r.TypeArgument:
        return t.UNKNOWN_QUALIFIED
    source, destination = arguments[0].type, arguments[1].type
    given = sizes_on_device(source, typer.target)
    wanted = sizes_on_device(destination, typer.target)
    kind = destination.type
    sizeless = isinstance(kind, t.VoidType | t.FunctionType) or (
        type(kind) is t.ArrayType and kind.size is None and not kind.variable
    )
    if given and (sizeless or (wanted and not set(given) & set(wanted))):
        has = "none" if sizeless or not wanted else str(wanted[0])
        text = f"{t.described(source)} has {given[0]} bytes and {t.described(destination)} has"
        problem = CallProblem("size", f"{text} {has}: the sizes have to be equal", 0)
        resolution = Resolution(value_of(destination), problems=(problem,))
        typer.note(p.BuiltinCallProblem(record, callee, problem, resolution))
    return value_of(destination)


def _call_by_name(typer: Typer, record: r.Call, callee: r.Name, brings_more: bool) -> t.Qualified:
    arguments = tuple(_argument(typer, argument) for argument in record.arguments)
    if callee.name == "__builtin_astype":
        typer.types[callee] = t.UNKNOWN_QUALIFIED
        return _reinterpreted(typer, record, callee, arguments)
    arguments = _special_arguments(typer, callee.name, arguments)
    resolution = resolve(callee.name, arguments, typer.target)
    if resolution is None or brings_more:
        if resolution is None:
            _note_no_function(typer, record, callee)
        typer.types[callee] = t.UNKNOWN_QUALIFIED
        return t.UNKNOWN_QUALIFIED
    typer.types[callee] = t.Qualified(
        t.FunctionType(resolution.result, resolution.parameters, False, True)
    )
    typer.model.resolutions[record] = resolution
    if callee.name != "vec_step" and _notes_types(typer, record):
        return resolution.result
    for problem in resolution.problems:
        typer.note(p.BuiltinCallProblem(record, callee, problem, resolution))
    if not resolution.problems:
        for argument, wanted in zip(record.arguments, resolution.parameters, strict=False):
            if type(argument) in CONSTANTS:
                note_changed_constants(typer, argument, wanted)
    return resolution.result


def _special_arguments(
    typer: Typer, name: str, arguments: tuple[Argument, ...]
) -> tuple[Argument, ...]:
    """Return the arguments for the checks of a built-in function."""
    if name == "printf" and arguments:
        return (_with_format_of_constant(typer, arguments[0]), *arguments[1:])
    if has_order(name):
        return tuple(
            replace(each, record=_resolved_argument(typer, each.record)) for each in arguments
        )
    if name.startswith("as_") and len(arguments) == 1:
        # An array does not decay to a pointer here.
        whole = typer.type_of(arguments[0].record)
        if type(whole.type) is t.ArrayType:
            return (replace(arguments[0], type=whole),)
    return arguments


def _note_no_function(typer: Typer, record: r.Call, callee: r.Name) -> None:
    """Note a call of a name that is neither declared nor a built-in function."""
    if (kind := named_builtin(callee.name)) is not None:
        typer.note(p.TypeAsValue(callee, callee.name, kind, None))
    elif (constant := _builtin_constant(typer, callee.name)) is not None:
        typer.note(p.NotCallable(record, constant))
    elif not is_compilers_own(callee.name):
        typer.note(p.UndeclaredName(callee, callee.name, "function"))


def _builtin_constant(typer: Typer, name: str) -> t.Qualified | None:
    """Return the type of a built-in constant, None if it is not fixed or there is none."""
    known = constant_type(name, typer.target)
    return None if known is None or type(known.type) is t.UnknownType else known


def _with_format_of_constant(typer: Typer, argument: Argument) -> Argument:
    """Return the format of a `printf` with the literal that a constant variable holds."""
    name = unwrapped(argument.record)
    symbol = typer.model.references.get(name) if type(name) is r.Name else None
    held = None if symbol is None else fixed_initializer(symbol)
    return argument if held is None else replace(argument, record=held)


def _argument(typer: Typer, argument: r.Expression) -> Argument:
    if type(argument) is r.TypeArgument:
        kind = typer.model.named_type(argument.type)
        return Argument(kind, False, None, False, argument)
    value = typer.operand(argument)
    return Argument(
        value.type, argument in typer.lvalues, typer.folder.integer(argument), value.null, argument
    )


def _resolved_argument(typer: Typer, argument: r.Expression) -> r.Expression:
    """Return an argument with known conditions decided and single-valued variables replaced."""
    inner = unwrapped(argument)
    if type(inner) is r.Conditional and inner.chosen is not None:
        condition = typer.folder.integer(inner.condition)
        if condition is not None:
            return _resolved_argument(typer, inner.chosen if condition else inner.otherwise)
        chosen, otherwise = (
            _resolved_argument(typer, inner.chosen),
            _resolved_argument(typer, inner.otherwise),
        )
        return replace(inner, chosen=chosen, otherwise=otherwise)
    symbol = typer.symbol(inner)
    fixed = None if symbol is None else only_value(typer.model, symbol)
    return argument if fixed is None else fixed


def _lacks_comma(argument: r.Expression) -> bool:
    """Tell whether an argument begins with a string and a name that lack a comma between them."""
    first = argument
    while type(first) is not r.StringLiteral:
        if isinstance(first, r.Index | r.Member):
            first = first.base
        elif type(first) is r.Binary:
            first = first.left
        elif type(first) is r.Call:
            first = first.callee
        else:
            return False
    return bool(first.names)
