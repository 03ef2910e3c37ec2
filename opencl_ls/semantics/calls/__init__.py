"""Calls of built-in functions: which overload a call means, and what is wrong with it.

`resolve` is the one way in.  Most functions follow the common rules of `general`, in which a call
picks the best of the overloads that the target has; the functions that compilers check by rules
of their own have a module each.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.functions import function
from opencl_ls.semantics.calls.general import resolve_general
from opencl_ls.semantics.calls.memory_orders import has_order, resolve_ordered
from opencl_ls.semantics.calls.model import Argument, CallProblem, Resolution

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.builtins.functions import BuiltinFunction
    from opencl_ls.semantics.calls.general import Special
    from opencl_ls.settings.target import Target

__all__ = ["Argument", "CallProblem", "Resolution", "resolve", "special"]

_MEMO_LIMIT: Final = 50_000
_TARGET_LIMIT: Final = 64

_BLOCK_QUERY: Final = ("enqueueing", "resolve_block_query")
_TO_SPACE: Final = ("named_types", "resolve_to_space")
_BY_KEY: Final = {
    "as_typen": ("named_types", "resolve_as"),
    "convert_T": ("named_types", "resolve_convert"),
    "vec_step": ("named_types", "resolve_vec_step"),
    "to_global": _TO_SPACE,
    "to_local": _TO_SPACE,
    "to_private": _TO_SPACE,
    "printf": ("printf", "resolve_printf"),
    "enqueue_kernel": ("enqueueing", "resolve_enqueue"),
    "get_kernel_work_group_size": _BLOCK_QUERY,
    "get_kernel_preferred_work_group_size_multiple": _BLOCK_QUERY,
    "get_kernel_sub_group_count_for_ndrange": _BLOCK_QUERY,
    "get_kernel_max_sub_group_size_for_ndrange": _BLOCK_QUERY,
}
"""The functions that are checked by rules of their own, with the place of these.

The module is loaded with the first call.
"""


class _Memo:
    """The resolutions of calls for one target, by name and the identities of the argument types.

    An entry keeps its types alive, so that no other type can get their identities.
    """

    __slots__ = ("known", "target")

    def __init__(self, target: Target) -> None:
        self.target = target
        self.known: dict[tuple[object, ...], tuple[Resolution, Sequence[Argument]]] = {}


_memos: dict[int, _Memo] = {}


def resolve(name: str, arguments: Sequence[Argument], target: Target) -> Resolution | None:
    """Return what a call of the built-in function `name` means; None when there is no such name.

    Source: OpenCL C 6.15, and 6.2.6 for the conversions of arguments.
    """
    memo = _memos.get(id(target))
    if memo is None:
        if len(_memos) >= _TARGET_LIMIT:
            _memos.clear()
        memo = _memos[id(target)] = _Memo(target)
    key = (name, *[_key(argument) for argument in arguments])
    entry = memo.known.get(key)
    if entry is not None:
        return entry[0]
    known = function(name)
    if known is None:
        return None
    resolution = (special(known) or resolve_general)(known, arguments, target)
    # Formats and memory orders depend on the arguments, besides their types.
    if not resolution.problems and name != "printf" and not has_order(name):
        # A problem quotes types as they were written, and is too rare to be worth a cache.
        if len(memo.known) >= _MEMO_LIMIT:
            memo.known.clear()
        memo.known[key] = (resolution, tuple(arguments))
    return resolution


def _key(argument: Argument) -> tuple[int, str, bool, int | None]:
    kind, constant = argument.type, argument.constant
    # Among constants only zero and any other number make a difference.
    return (id(kind.type), kind.access, argument.null, constant and 1)


def special(function: BuiltinFunction) -> Special | None:
    """Return the function that resolves calls of `function`, or None if the common rules do."""
    place = _BY_KEY.get(function.key)
    if place is not None:
        return _loaded(*place)
    if function.group == "pipe" and function.name != "is_valid_reserve_id":
        return _loaded("pipes", "resolve_pipe")
    return resolve_ordered if has_order(function.name) else None


@cache
def _loaded(module: str, name: str) -> Special:
    found: Special = getattr(import_module(f"{__name__}.{module}"), name)
    return found
