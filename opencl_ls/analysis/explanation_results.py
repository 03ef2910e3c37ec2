"""What a work-item of a kernel computes and moves, as plain values.

Texts are byte texts.  Bytes and operations are those of one work-item that passes the guards.
"""

from __future__ import annotations

from msgspec import Struct

from opencl_ls.findings import Place  # noqa: TC001 - msgspec may read the fields' types


class Product(Struct, frozen=True):
    """A part of an amount: the product of counts, times a number from `least` to `most`.

    The counts are names of `LoopCount`s, in their order.
    """

    counts: tuple[str, ...]
    least: int
    most: int


Amount = tuple[Product, ...]
"""A sum of products, that without counts first; () is none."""


class LoopCount(Struct, frozen=True):
    """A count in amounts: the rounds of some loops.

    With `is_given`, its name is an expression over arguments and ids, which counts the rounds where
    it is not negative.  Otherwise it is the number of rounds on average, which is not known.
    """

    name: str
    loops: tuple[Place, ...]
    is_given: bool


class AccessPattern(Struct, frozen=True):
    """Where neighbouring work-items, whose ids differ by one in dimension 0, touch memory.

    `kind` is "constant" for `stride` bytes apart, "argument" for `stride` times `factor`, "data"
    where memory decides, "computed" where the id is divided or compared on the way, "group-size"
    where it depends on the size of the group, "several" where it differs between calls of a
    function, or between rounds of a loop, and "unknown".  For a constant stride of global
    memory, `sectors` are the 32-byte sectors that 32 neighbours touch, and `fewest` those that
    would hold as many bytes.  For local memory `conflicts` is the number of accesses that
    one access by 32 neighbours takes, 1 without a bank conflict, None where it is not known.
    """

    kind: str
    stride: int = 0
    factor: str = ""
    sectors: int = 0
    fewest: int = 0
    conflicts: int | None = None


class ExplainedAccess(Struct, frozen=True):
    """An access to memory that is not private.

    `name` is the argument or variable that it is part of, "" where that is not known.  `element`
    is in terms of ids, "tile[get_local_id(0) + 1]", or as it is written.  `size` counts the bytes
    of one access, `times` the accesses of a work-item.  `is_atomic` is true for atomic functions.
    """

    place: Place
    name: str
    space: str
    is_write: bool
    is_atomic: bool
    element: str
    guard: str
    size: int
    times: Amount
    pattern: AccessPattern


class ExplainedArgument(Struct, frozen=True):
    """An argument, and its use: "read", "written", "read and written", "not used" or "used".

    It is "used" where what happens to it is not known in full, and for what is no memory.
    """

    name: str
    text: str
    kind: str
    element_size: int | None
    use: str


class CountedOperation(Struct, frozen=True):
    """Operations of a type, see `semantics.cost.keys.Operation`; or calls with `is_call`."""

    name: str
    type: str
    count: Amount
    is_call: bool


class CountedBytes(Struct, frozen=True):
    """The bytes that a work-item reads from, and writes to, an address space."""

    space: str
    read: Amount
    written: Amount


class Divergence(Struct, frozen=True):
    """A condition that names values that differ between work-items.

    `text` is the condition, `statement` is "if", "for", "while", "do", "switch" or "?:".
    """

    place: Place
    text: str
    statement: str


class PrivateArray(Struct, frozen=True):
    """A private array; `dynamic` are the places where its index is known at run time only."""

    name: str
    text: str
    size: int | None
    function: str
    dynamic: tuple[Place, ...]


class Guard(Struct, frozen=True):
    """A condition that the counted work-item fulfils, or with `holds` false fails."""

    place: Place
    text: str
    holds: bool


class NotCounted(Struct, frozen=True):
    """A place that is not counted, and why."""

    place: Place
    reason: str


class KernelExplanation(Struct, frozen=True):
    """What a work-item of a kernel does.

    `place` is the kernel's name, and `whole` its definition.  `group_size` are words, "" where the
    size of the groups is not known.
    `barrier_places` are those of the barriers, `barriers` how often a work-item meets one.
    """

    name: str
    place: Place
    whole: Place
    group_size: str
    arguments: tuple[ExplainedArgument, ...]
    accesses: tuple[ExplainedAccess, ...]
    bytes: tuple[CountedBytes, ...]
    operations: tuple[CountedOperation, ...]
    barriers: Amount
    barrier_places: tuple[Place, ...]
    divergences: tuple[Divergence, ...]
    private_arrays: tuple[PrivateArray, ...]
    guards: tuple[Guard, ...]
    counts: tuple[LoopCount, ...]
    not_counted: tuple[NotCounted, ...]
