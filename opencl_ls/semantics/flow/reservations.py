"""Reservations of packets in pipes, and their uses (OpenCL C 6.15.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.semantics.lookup.callees import builtin_name, is_sound
from opencl_ls.semantics.lookup.uses import is_store, keeper, uses
from opencl_ls.semantics.model import derived
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Variable

STORE: Final = "store"
CHECK: Final = "check"
ACCESS: Final = "access"
COMMIT: Final = "commit"
OTHER: Final = "other"
"""The purpose of a use of a reservation; a use that is not understood is OTHER."""

_ACCESSES: Final = frozenset(("read_pipe", "write_pipe"))


class Use(Struct, frozen=True, eq=False):
    """A use of the reservation in `variable` by `name`; `call` is the call that takes it."""

    variable: Variable
    name: r.Name
    purpose: str
    call: r.Call | None


class Reservation(Struct, frozen=True, eq=False):
    """A variable that holds reservations: the calls that make them, and its uses."""

    variable: Variable
    made: tuple[r.Call, ...]
    uses: tuple[Use, ...]

    def used_for(self, *purposes: str) -> list[Use]:
        """Return the uses for some purposes, in their order."""
        return [use for use in self.uses if use.purpose in purposes]


def is_reserve(model: ItemModel, call: r.Call) -> bool:
    """Tell whether a call makes a reservation."""
    name = builtin_name(model, call)
    if not name.endswith("_pipe") or "reserve_" not in name or len(call.arguments) != 2:
        return False
    return is_sound(model, call)


@derived
def reservations(model: ItemModel) -> list[Reservation]:
    """Return the variables of an item that hold only reservations made by calls."""
    found: list[Reservation] = []
    made: dict[Variable, list[r.Call]] = {}
    for site in model.calls:
        variable = keeper(model, site.call) if is_reserve(model, site.call) else None
        if variable is not None:
            made.setdefault(variable, []).append(site.call)
    for variable, calls in made.items():
        seen = tuple(use for name in uses(model, variable) for use in _uses(model, variable, name))
        stores = sum(use.purpose == STORE for use in seen)
        if len(calls) == stores + (variable.declarator.initializer is not None):
            found.append(Reservation(variable, tuple(calls), seen))
    return found


def _uses(model: ItemModel, variable: Variable, name: r.Name) -> Iterator[Use]:
    """Yield the uses by a name; the value of an assignment may be used at once."""
    argument: r.Record = name
    if is_store(model, name):
        yield Use(variable, name, STORE, None)
        argument = model.parents[name]
    argument, above = model.use_of(argument)
    if isinstance(above, r.Call) and argument in above.arguments and is_sound(model, above):
        yield Use(variable, name, _purpose(builtin_name(model, above)), above)
    elif not isinstance(argument, r.Assignment) or not _is_dropped(above, argument):
        yield Use(variable, name, OTHER, None)


def _is_dropped(above: r.Record | None, value: r.Record) -> bool:
    """Tell whether the value of an expression is not used."""
    if isinstance(above, r.Binary):
        return above.operator.text == "," and above.left is value
    return isinstance(above, r.ExpressionStatement | r.For)


def _purpose(name: str) -> str:
    if name == "is_valid_reserve_id":
        return CHECK
    if name in _ACCESSES:
        return ACCESS
    return COMMIT if name.endswith("_pipe") and "commit_" in name else OTHER
