"""Calls of built-in functions: which overload a call means, and what is wrong with it.

`resolve` is the one way in.  Most functions follow the common rules of `general`, in which a call
picks the best of the concrete forms that the target has; the functions that compilers check by
rules of their own have a module each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.functions import function
from opencl_ls.semantics.calls.general import resolve_general
from opencl_ls.semantics.calls.memory_orders import has_order
from opencl_ls.semantics.calls.model import Argument, CallProblem, Resolution
from opencl_ls.semantics.calls.special import special

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.settings.target import Target

__all__ = ["Argument", "CallProblem", "Resolution", "resolve"]

_MEMO_LIMIT: Final = 50_000
_TARGET_LIMIT: Final = 64


class _Memo:
    """What the calls of one target came to, by name and the identities of the argument types.

    An entry holds on to its types, so that no other type can get their identities.
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
    own_way = special(known) or resolve_general
    resolution = own_way(known, arguments, target)
    # Formats and memory orders are read off the arguments, besides their types.
    if not resolution.problems and name != "printf" and not has_order(name):
        # A problem quotes types as they were written, and is rare enough to be found again.
        if len(memo.known) >= _MEMO_LIMIT:
            memo.known.clear()
        memo.known[key] = (resolution, tuple(arguments))
    return resolution


def _key(argument: Argument) -> tuple[int, str, bool, int | None]:
    kind, constant = argument.type, argument.constant
    # Among constants only zero and any other number make a difference.
    return (id(kind.type), kind.access, argument.null, constant and 1)
