"""What a program asks of its target, as plain values; places as in `query_results`."""

from __future__ import annotations

from msgspec import Struct

from opencl_ls.analysis.query_results import Way  # noqa: TC001 - msgspec may read the fields' types
from opencl_ls.findings import Finding, Place  # noqa: TC001


class UseStep(Struct, frozen=True):
    """A use of a name of the program, with `is_call` a call of the function."""

    name: str
    place: Place
    is_call: bool


class NeedReason(Struct, frozen=True):
    """A place that asks for something of the target.

    `words` say what is there, as byte text: "'sub_group_all'", "a block".  `path` are the uses that
    lead there from a kernel, the outermost first.  `ways` are all versions that know it, from the
    lowest, each with what it needs in addition.
    """

    words: str
    place: Place
    path: tuple[UseStep, ...]
    ways: tuple[Way, ...]


class ReachedError(Struct, frozen=True):
    """An error in what a kernel uses, and the uses that lead there, the outermost first."""

    finding: Finding
    path: tuple[UseStep, ...]


class ProgramNeeds(Struct, frozen=True):
    """The needs of a kernel with all that it uses, or of a whole unit.

    The unit's `name` is "", and its `place` None.  Of places that ask for the same the nearest one
    is listed.  Without `is_known` something cannot be parsed, which may need more.
    """

    name: str
    place: Place | None
    reasons: tuple[NeedReason, ...]
    errors: tuple[ReachedError, ...]
    is_known: bool
