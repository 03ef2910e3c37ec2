"""Which built-in functions are checked by rules of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics.calls.address_spaces import resolve_to_space
from opencl_ls.semantics.calls.conversion_names import resolve_convert
from opencl_ls.semantics.calls.enqueueing import resolve_block_query, resolve_enqueue
from opencl_ls.semantics.calls.memory_orders import has_order, resolve_ordered
from opencl_ls.semantics.calls.pipes import resolve_pipe
from opencl_ls.semantics.calls.printf import resolve_printf
from opencl_ls.semantics.calls.reinterpretation import resolve_as, resolve_vec_step

if TYPE_CHECKING:
    from opencl_ls.builtins.functions import BuiltinFunction
    from opencl_ls.semantics.calls.general import Special

_BY_KEY: Final[dict[str, Special]] = {
    "as_typen": resolve_as,
    "convert_T": resolve_convert,
    "vec_step": resolve_vec_step,
    "to_global": resolve_to_space,
    "to_local": resolve_to_space,
    "to_private": resolve_to_space,
    "printf": resolve_printf,
    "enqueue_kernel": resolve_enqueue,
    "get_kernel_work_group_size": resolve_block_query,
    "get_kernel_preferred_work_group_size_multiple": resolve_block_query,
    "get_kernel_sub_group_count_for_ndrange": resolve_block_query,
    "get_kernel_max_sub_group_size_for_ndrange": resolve_block_query,
}


def special(function: BuiltinFunction) -> Special | None:
    """Return the function that resolves calls of `function`, or None where the common rules do."""
    found = _BY_KEY.get(function.key)
    if found is not None:
        return found
    if function.group == "pipe" and function.name != "is_valid_reserve_id":
        return resolve_pipe
    return resolve_ordered if has_order(function.name) else None
