"""The effects of built-in functions on uniformity, as data.

Three questions about a call: does its result differ between the work-items of a group (a source),
is it uniform whatever the arguments are (a sanitiser), and must all of them reach it (a
collective).  Every other built-in computes its result from its arguments.  Two widths count: the
work-group and the sub-group (OpenCL C 6.15.1, 6.15.8, 6.15.12, 6.15.16 to 6.15.18).
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from msgspec import Struct

from opencl_ls.lazy_pattern import lazy_pattern

GROUP: Final = "work-group"
SUBGROUP: Final = "sub-group"

ITEM_IDS: Final = {"get_local_id": "local", "get_global_id": "global"}
"""Ids by dimension, with their quantity."""

SIZES: Final = {
    "get_local_size": "local size",
    "get_enqueued_local_size": "local size",
    "get_global_size": "global size",
}

_ELECTED: Final = "is true for one work-item of a sub-group alone"
DIFFERENT: Final[dict[str, dict[str, str]]] = {
    GROUP: {
        "get_local_linear_id": "is different for each work-item",
        "get_global_linear_id": "is different for each work-item",
        "get_sub_group_local_id": "differs between the work-items of a sub-group",
        "get_sub_group_id": "differs between the sub-groups of a work-group",
        "sub_group_elect": _ELECTED,
    },
    SUBGROUP: {
        "get_local_linear_id": "is different for each work-item",
        "get_global_linear_id": "is different for each work-item",
        "get_sub_group_local_id": "is different for each work-item of a sub-group",
        "sub_group_elect": _ELECTED,
    },
}
"""Functions whose result differs, with the words that say why."""

_COUNTING: Final = lazy_pattern(
    r"(?:atomic|atom)_(?:inc|dec|add|sub)|atomic_fetch_(?:add|sub)(?:_explicit)?"
)
_SCANS: Final = lazy_pattern(
    r"(work|sub)_group_scan_(?:(?:in|ex)clusive_add|exclusive_(?:min|max))"
)
_CONVERSIONS: Final = re.compile(r"convert_\w+")

_UNIFORM: Final = lazy_pattern(
    r"get_(?:work_dim|num_groups|group_id|global_offset|num_sub_groups|enqueued_num_sub_groups"
    r"|max_sub_group_size)"
    r"|work_group_(?:all|any|broadcast|reduce_\w+)"
    r"|is_valid_reserve_id|get_default_queue|async_work_group_\w+|work_group_reserve_\w+_pipe"
)
_UNIFORM_IN_SUBGROUP: Final = lazy_pattern(
    r"get_sub_group_(?:id|size)|sub_group_(?:all|any|broadcast|reduce_(?:add|min|max))"
    r"|sub_group_reserve_\w+_pipe"
)
_UNKNOWN: Final = lazy_pattern(
    r"atom(?:ic)?_\w+|\w*sub_group\w*|get_sub_group_\w+|read_pipe|write_pipe|reserve_\w+_pipe"
    r"|enqueue_\w+|create_user_event|capture_\w+|\w*shuffle\w*|clock_\w+|\w*read_channel\w*|printf"
    r"|get_local_linear_id|get_image_\w+|\w*intel\w*|__builtin_\w+"
    r"|floor|ceil|trunc|rint|round|sign|step|smoothstep|mul_hi|mad_hi|r?hadd"
    r"|work_group_scan_\w+"
)
_LOADS: Final = lazy_pattern(r"vloada?_half\d*|vload\d+|atomic_load(?:_explicit)?|read_image\w+")


class Collective(Struct, frozen=True):
    """A function that all the work-items of a group must reach.

    `family` is that of the rules that report it; `equal` are the indices of the arguments that
    have to be uniform, None for all of them.
    """

    family: str
    width: str
    equal: tuple[int, ...] | None


_COLLECTIVES: Final = (
    (r"barrier|work_group_barrier", Collective("barrier", GROUP, None)),
    (r"async_work_group_\w*copy\w*|wait_group_events", Collective("async-copy", GROUP, None)),
    (
        r"work_group_(?:all|any|(?:reduce|scan_inclusive|scan_exclusive)_(?:add|min|max))",
        Collective("work-group", GROUP, ()),
    ),
    (r"work_group_broadcast", Collective("work-group", GROUP, (1, 2, 3))),
    (r"work_group_(?:reserve|commit)_(?:read|write)_pipe", Collective("pipe", GROUP, None)),
    (r"sub_group_barrier", Collective("sub-group", SUBGROUP, None)),
    (
        r"sub_group_(?:all|any|(?:reduce|scan_inclusive|scan_exclusive)_(?:add|min|max))",
        Collective("sub-group", SUBGROUP, ()),
    ),
    (r"sub_group_broadcast", Collective("sub-group", SUBGROUP, (1,))),
    (r"sub_group_(?:reserve|commit)_(?:read|write)_pipe", Collective("sub-group", SUBGROUP, None)),
)


@cache
def collective(name: str) -> Collective | None:
    """Return the collective of a built-in function, None for any other function."""
    if "group" not in name and name != "barrier":
        return None
    for pattern, found in _COLLECTIVES:
        if re.fullmatch(pattern, name):
            return found
    return None


@cache
def effect(name: str, width: str) -> str:
    """Return the effect of a call on the values in it.

    That is "differs", "uniform", "unknown", "load", "converts" or "computes".
    """
    scan = _SCANS.fullmatch(name)
    if scan is not None:
        return "differs" if scan[1] == "sub" or width == GROUP else "unknown"
    if name in DIFFERENT[width] or _COUNTING.fullmatch(name):
        return "differs"
    if _UNIFORM.fullmatch(name):
        return "uniform"
    if width == SUBGROUP and _UNIFORM_IN_SUBGROUP.fullmatch(name):
        return "uniform"
    if _LOADS.fullmatch(name):
        return "load"
    if _CONVERSIONS.fullmatch(name):
        return "converts"
    return "unknown" if _UNKNOWN.fullmatch(name) else "computes"


def added(name: str) -> slice:
    """Return which arguments of a function whose result differs are counted up, if any."""
    if not name.endswith(("add", "sub", "_explicit")):
        return slice(0)
    return slice(1) if _SCANS.fullmatch(name) else slice(1, 2)


def is_data(name: str) -> bool:
    """Tell whether what a function returns depends on more than ids."""
    return name not in DIFFERENT[GROUP]


def difference(name: str, width: str) -> str:
    """Return the words that say why the result of a call differs."""
    known = DIFFERENT[width].get(name)
    if known is not None:
        return known
    if _SCANS.fullmatch(name):
        return "gives each work-item another part of the result"
    return "returns another value to each work-item"
