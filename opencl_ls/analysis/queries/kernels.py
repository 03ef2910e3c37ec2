"""The resources of a kernel and of all that it calls, and the callers of a function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.analysis.queries.describe import is_open
from opencl_ls.analysis.queries.requirements import ways_of
from opencl_ls.analysis.query_results import CallsOf, KernelSummary, WorkGroupSize
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import layout_of
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.constness import constants_of
from opencl_ls.semantics.memory.fences import WORK_GROUP_NAMES
from opencl_ls.semantics.types import symbols as s

if TYPE_CHECKING:
    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.findings import Place
    from opencl_ls.semantics.model import ItemModel

_SUB_GROUP: Final = "sub_group_barrier"
_SIZES: Final = {"reqd_work_group_size": False, "work_group_size_hint": True}


class Defined(NamedTuple):
    """A function with a body, and the number of its item."""

    number: int
    model: ItemModel
    function: s.Function


def kernel_summary(program: Program, name: str) -> KernelSummary | None:
    """Return the resources of the kernel of a name; None if the unit defines no such kernel.

    It needs a complete analysis: functions that were not analysed yet are unknown.
    """
    kernel = next(
        (each for each in defined_functions(program, name) if each.function.is_kernel), None
    )
    if kernel is None:
        return None
    locals_, unsized = 0, list[str]()
    barriers = dict.fromkeys((*WORK_GROUP_NAMES, _SUB_GROUP), 0)
    for each in called_functions(program, kernel):
        for symbol in each.model.declared.values():
            if is_local_variable(symbol, each.function):
                size = None if is_open(symbol.type, program.target) else layout_of(symbol.type)
                locals_ += 0 if size is None else size[0]
                unsized += [symbol.name] if size is None else []
        for site in each.model.calls:
            if site.caller is each.function and not site.in_block:
                called = builtin_name(each.model, site.call)
                if called in barriers:
                    barriers[called] += 1
    return KernelSummary(
        locals_,
        tuple(unsized),
        tuple(_local_arguments(kernel.function)),
        sum(barriers[each] for each in WORK_GROUP_NAMES),
        barriers[_SUB_GROUP],
        work_group_size(kernel),
        ways_of(program, kernel.number),
    )


def defined_functions(program: Program, name: str) -> list[Defined]:
    """Return the functions with bodies of a name, of which there may be several overloads."""
    found: list[Defined] = []
    for number in program.unit.declarations.names.get(name, ()):
        model = program.model(number)
        for symbol in model.declared.values():
            if isinstance(symbol, s.Function) and symbol.name == name:
                if symbol.definition is not None:
                    found.append(Defined(number, model, symbol))
    return found


def called_functions(program: Program, kernel: Defined) -> list[Defined]:
    """Return a function and all that it calls, directly or not, outside of blocks, each once.

    All overloads of a called name count.
    """
    found, names = [kernel], {kernel.function.name}
    for each in found:
        for site in each.model.calls:
            if site.caller is not each.function or site.in_block or site.callee in names:
                continue
            names.add(site.callee)
            found += defined_functions(program, site.callee)
    return found


def is_local_variable(symbol: s.Symbol, function: s.Function) -> bool:
    """Tell whether a symbol is a variable in local memory that a function declares."""
    is_own = isinstance(symbol, s.Variable) and symbol.function is function
    return is_own and t.object_space(symbol.type) == t.LOCAL


def _local_arguments(function: s.Function) -> list[str]:
    """Return the pointers to local memory among a kernel's parameters."""
    return [
        each.name
        for each in function.parameters
        if isinstance(each.type.type, t.PointerType)
        and t.object_space(each.type.type.pointee) == t.LOCAL
        and each.name
    ]


def work_group_size(kernel: Defined) -> WorkGroupSize | None:
    """Return the work-group sizes in the attributes of a kernel, a required one first."""
    constants = constants_of(kernel.model)
    found: WorkGroupSize | None = None
    for attribute in kernel.function.attributes:
        is_hint = _SIZES.get(attribute_name(attribute))
        if is_hint is None or (is_hint and found is not None):
            continue
        sizes = [constants.integer(each) for each in attribute.arguments or ()]
        if sizes and None not in sizes:
            found = WorkGroupSize(tuple([size or 0 for size in sizes]), is_hint)
    return found


# --- calls ---------------------------------------------------------------------------------------


def calls_of(program: Program, name: str) -> CallsOf | None:
    """Return the calls of the function of a name; None if several functions have it.

    Only the items that name it are searched; `callgraph` has the calls of all functions.
    """
    callers: set[object] = set()
    places: set[Place] = set()
    for number, known in enumerate(program.unit.models):
        is_named = name in known.uses or name in known.exports
        # `Program.model` parses an incomplete item further.
        if not is_named and not (known.item.problems and name in known.item.text):
            continue
        model = program.model(number)
        for site in model.calls:
            callee = unwrapped(site.call.callee)
            symbol = model.references.get(callee) if site.callee == name else None
            if not isinstance(symbol, s.Function):
                continue
            if symbol.overloads:
                return None
            callers.add(number if site.caller is None else site.caller.name)
            places.add(program.place(number, callee.start, callee.end))
    return CallsOf(len(callers), tuple(sorted(places)))
