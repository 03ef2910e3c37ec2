"""Built-in functions that only compute a value."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from opencl_ls.builtins.computing import COMPUTING, READING
from opencl_ls.builtins.functions import function
from opencl_ls.semantics.lookup.callees import builtin_name, is_sound

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.syntax import records as r


def is_pure(model: ItemModel, call: r.Call) -> bool:
    """Tell whether a call has no effect but its value; doubt counts as no."""
    name = builtin_name(model, call)
    return bool(name) and _only_computes(name) and is_sound(model, call)


@cache
def _only_computes(name: str) -> bool:
    known = function(name)
    if known is None:
        return False
    if name.startswith(READING):
        return True
    return known.group in COMPUTING and not any(
        "*" in parameter.type for one in known.signatures for parameter in one.parameters
    )
