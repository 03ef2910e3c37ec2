"""The results of built-in functions: ids and sizes of the launch, and integer arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.memory.interleaving.terms import Term, number

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.interleaving.arithmetic import Arithmetic
    from opencl_ls.semantics.memory.interleaving.evaluation import Evaluator
    from opencl_ls.semantics.memory.interleaving.values import Value, Variables
    from opencl_ls.syntax import records as r


def result(evaluator: Evaluator, record: r.Call, variables: Variables) -> Value:
    """Return the result of a built-in function."""
    name = builtin_name(evaluator.model, record)
    if name.startswith("get_"):
        return _id(evaluator, name, record)
    if name.startswith("convert_") and len(record.arguments) == 1:
        kind = evaluator.model.type_of(record).type
        element = kind.element if isinstance(kind, t.VectorType) else kind
        if isinstance(element, t.ScalarType) and not element.floating and element.bits >= 32:
            return evaluator.value(record.arguments[0], variables)
        return None
    if name not in ("min", "max", "clamp", "mul24", "mad24", "mad_sat", "add_sat", "abs"):
        return None
    terms = [evaluator.term(each, variables) for each in record.arguments]
    known = [each for each in terms if each is not None]
    return _computed(evaluator.arithmetic, name, known) if len(known) == len(terms) else None


def _computed(arithmetic: Arithmetic, name: str, terms: list[Term]) -> Term | None:
    match name, terms:
        case "min", [one, other]:
            return arithmetic.smaller(one, other)
        case "max", [one, other]:
            return arithmetic.larger(one, other)
        case "clamp", [term, low, high]:
            return arithmetic.smaller(arithmetic.larger(term, low), high)
        case "abs", [term]:
            return arithmetic.larger(term, term.times(-1))
        case "mul24", [one, other]:
            return arithmetic.product(one, other)
        case "mad24", [one, other, rest]:
            found = arithmetic.product(one, other)
            return None if found is None else found.plus(rest)
    return None


def _id(evaluator: Evaluator, name: str, record: r.Call) -> Term | None:
    launch = evaluator.launch
    if name in ("get_local_linear_id", "get_global_linear_id"):
        found: Term | None = number(0)
        for each, size in launch.linear_id(within_group=name == "get_local_linear_id"):
            found = None if found is None else evaluator.arithmetic.applied("*", found, size)
            found = None if found is None else found.plus(each)
        return found
    if not record.arguments:
        return None
    dimension = evaluator.fixed(record.arguments[0])
    if dimension is None or not 0 <= dimension < 3:
        return None
    match name:
        case "get_local_id":
            return launch.local_id(dimension)
        case "get_global_id":
            return launch.global_id(dimension)
        case "get_group_id":
            return launch.group_id(dimension)
        case "get_local_size" | "get_enqueued_local_size":
            return launch.local_size(dimension)
        case "get_global_size":
            return launch.global_size(dimension)
        case "get_num_groups":
            return launch.num_groups(dimension)
        case "get_global_offset":
            return number(0)
    return None
