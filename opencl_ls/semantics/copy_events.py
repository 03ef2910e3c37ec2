"""Async copies and the events that tell when they are done (OpenCL C 6.15.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics.calls import builtin_name
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel


def is_copy(model: ItemModel, call: r.Call) -> bool:
    """Tell whether a call is one of the async copies, whose last argument is an event."""
    name = builtin_name(model, call)
    return name.startswith("async_work_group_") and "copy" in name and len(call.arguments) > 1


def copy_argument(model: ItemModel, name: r.Name) -> r.Call | None:
    """Return the copy that a name is handed to as the event, if it is."""
    above = model.parents.get(name)
    if isinstance(above, r.Call) and is_copy(model, above) and above.arguments[-1] is name:
        return above
    return None
