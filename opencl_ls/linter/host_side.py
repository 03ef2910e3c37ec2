"""The host's side of a kernel as the rules of the family `host` see it.

Each record is a use of one kernel in a host program, at its place there.  `host_programs` reads and
compares; what it does not know is not among these records, or is unknown as a field says.  Sizes
and offsets are in bytes, indices count from 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from opencl_ls.findings import Finding, Place, Related

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.findings import Severity
    from opencl_ls.linter.rule import Rule


class Parameter(Struct, frozen=True):
    """A parameter of a kernel; `text` is its declaration.

    `kind` is that of `KernelArgument`, "" where it is not known.  `size` is that of a value, None
    where it is not known.  `number` is the scalar type that a value is, "" for all else.  `element`
    is the size of what a pointer to local memory points to, None for all else.
    """

    text: str
    kind: str
    size: int | None
    number: str
    place: Place
    element: int | None = None


class Kernel(Struct, frozen=True):
    """A kernel with its parameters; `local_size` is the size of work-groups that it requires."""

    name: str
    parameters: tuple[Parameter, ...]
    local_size: tuple[int, ...] | None
    place: Place


class Passed(Struct, frozen=True):
    """An argument as the host passes it; `text` is its type, or how it is written.

    `kind` is "handle" for any object, "memory" for a buffer or an image, "buffer", "image",
    "sampler", "queue", "local" for a size of local memory, "null" for a null pointer, "value", or
    "" where it is not known.  `sizes` are those that it may have, by the host's data model; there
    are none where it is not known.  `number` is the scalar type of a value, as OpenCL C names it,
    or "".  `object_sizes` are those of the variable whose first bytes are passed, where it is known
    that there are no more of them.
    """

    kind: str = ""
    sizes: tuple[int, ...] = ()
    number: str = ""
    text: str = ""
    object_sizes: tuple[int, ...] = ()


class PassedArgument(NamedTuple):
    """An argument that the host passes for a parameter."""

    kernel: Kernel
    parameter: Parameter
    passed: Passed
    place: Place


class PassedIndex(NamedTuple):
    """The `number` of an argument that the host sets."""

    kernel: Kernel
    number: int
    place: Place


class PassedList(NamedTuple):
    """All arguments of a kernel at once, `given` of them."""

    kernel: Kernel
    given: int
    place: Place


class Start(NamedTuple):
    """The start of a kernel after the arguments with the indices `passed`; None if not known.

    `local_size` is the size of its work-groups, as many numbers as dimensions, None if not known.
    """

    kernel: Kernel
    passed: frozenset[int] | None
    local_size: tuple[int, ...] | None
    place: Place


class UnknownName(NamedTuple):
    """A name for which there is no kernel, and a kernel with a similar one."""

    name: str
    similar: Kernel
    place: Place


class Placed(NamedTuple):
    """A member of a struct, at an offset and with a size; `place` is that of its name."""

    name: str
    offset: int
    size: int
    place: Place | None


class StructPair(NamedTuple):
    """A struct that the host sends to a kernel, in the layouts of the host and of the program.

    `place` is its name in the host program, `kernel_place` a parameter that points to it.
    """

    name: str
    size: int
    members: tuple[Placed, ...]
    program_size: int
    program_members: tuple[Placed, ...]
    place: Place
    kernel_place: Place


class HostContext:
    """How a rule reports findings in a host program; `rule` is the one that runs now."""

    rule: Rule

    def __init__(self) -> None:
        self.findings: list[Finding] = []

    def report(
        self,
        place: Place,
        message: str,
        related: Iterable[tuple[Place, str]] = (),
        severity: Severity | None = None,
    ) -> None:
        """Report a finding of the current rule; `severity` overrides the rule's own."""
        self.findings.append(
            Finding(
                place,
                self.rule.code,
                self.rule.severity if severity is None else severity,
                message,
                tuple(Related(*each) for each in related),
            )
        )


def host_findings(uses: Iterable[Any]) -> list[Finding]:
    """Return what the rules report about some of these records, in the order of their places."""
    from opencl_ls.linter.listing import checks_of  # noqa: PLC0415 (rules import this module)

    context = HostContext()
    for use in uses:
        for context.rule, check, _ in checks_of(type(use)):
            check(context, use)
    return sorted(dict.fromkeys(context.findings), key=lambda finding: finding.place)
