"""The kernels that a variable of a host program may hold, as one kernel that stands for all."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from opencl_ls.host_programs.comparison.handles import Handle
    from opencl_ls.linter.host_side import Kernel, Parameter


def kernel_of(
    handle: Handle | None, kernels: Mapping[str, Kernel], *, with_count: bool = False
) -> Kernel | None:
    """Return the kernel of a variable, None if it is not known.

    Of several it has what is the same in all: a parameter is unknown where they differ, and there
    are as many as the longest has.  `with_count` wants that many in each of them.
    """
    found = [] if handle is None else [kernels.get(name) for name in handle.names]
    known = [each for each in found if each is not None]
    if not known or len(known) != len(found):
        return None
    longest = max(known, key=lambda each: len(each.parameters))
    if len(known) == 1:
        return longest
    lists = [each.parameters for each in known]
    if with_count and len({len(each) for each in lists}) > 1:
        return None
    parameters = tuple(map(_common, longest.parameters, zip_longest(*lists)))
    size = longest.local_size
    is_required = all(each.local_size == size for each in known)
    return replace(longest, parameters=parameters, local_size=size if is_required else None)


def _common(own: Parameter, others: tuple[Parameter | None, ...]) -> Parameter:
    """Return a parameter with the facts that all have."""
    given = [each for each in others if each is not None]
    return replace(
        own,
        kind=own.kind if all(each.kind == own.kind for each in given) else "",
        size=own.size if all(each.size == own.size for each in given) else None,
        number=own.number if all(each.number == own.number for each in given) else "",
        element=own.element if all(each.element == own.element for each in given) else None,
    )
