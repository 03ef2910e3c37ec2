"""The interface of a program for its host, in any language: options, structs, arguments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from opencl_ls.features.host_code.words import is_on_host
from opencl_ls.host_programs.checking import REST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import (
        DataMember,
        DataType,
        KernelArgument,
        KernelInterface,
    )
    from opencl_ls.builtins.versions import Version
    from opencl_ls.settings.model import TargetSettings

_NOT_IN_A_NAME: Final = re.compile(r"[^A-Za-z0-9_\x80-\xff]")
_FLAGS: Final = {
    "fast_relaxed_math": "-cl-fast-relaxed-math",
    "finite_math_only": "-cl-finite-math-only",
    "single_precision_constant": "-cl-single-precision-constant",
    "uniform_work_group_size": "-cl-uniform-work-group-size",
}
_NO_OPTION_YET: Final = 100
"""clBuildProgram knows `-cl-std=` from OpenCL C 1.1 on."""
_NOT_ALLOWED: Final = "not allowed: the size of %s depends on the device"
_NUMBERS: Final = ("scalar", "vector", "enum", "atomic")
_AGGREGATES: Final = ("struct", "union")
_IMAGES: Final = {
    "image1d": "CL_MEM_OBJECT_IMAGE1D",
    "image1d_buffer": "CL_MEM_OBJECT_IMAGE1D_BUFFER",
    "image1d_array": "CL_MEM_OBJECT_IMAGE1D_ARRAY",
    "image2d": "CL_MEM_OBJECT_IMAGE2D",
    "image2d_array": "CL_MEM_OBJECT_IMAGE2D_ARRAY",
    "image3d": "CL_MEM_OBJECT_IMAGE3D",
}


class Member(Struct, frozen=True):
    """A member of a struct on the host; without a `type` it is `padding`, in bytes.

    `name` is "" for an unnamed struct or union, whose members are reached without it; it is
    `inner` then.
    """

    name: str
    type: DataType | None
    padding: int = 0
    offset: int = 0
    inner: Aggregate | None = None


class Aggregate(Struct, frozen=True):
    """A struct or union of the host with the layout that OpenCL C gives it.

    A `packed` one has no holes but the members that are padding.
    """

    keyword: str
    name: str
    size: int
    packed: bool
    members: tuple[Member, ...]


class Argument(Struct, frozen=True):
    """An argument of a kernel: the parameter of the kernel, and its name on the host.

    `kind` is that of `KernelArgument`, or "bytes" for a value without a type on the host, which is
    passed as bytes.  A kernel cannot take an argument of kind "other", and it is not passed.
    `note` is a note for the author of the host's code, or "".
    """

    given: KernelArgument
    index: int
    name: str
    kind: str
    note: str = ""


class Kernel(Struct, frozen=True):
    """A kernel, and its arguments on the host.

    `stem` is its name as part of an identifier.  `dimensions` are those of its index space, and
    `local_size` is the size that the kernel requires, in as many dimensions.
    """

    name: str
    stem: str
    arguments: tuple[Argument, ...]
    dimensions: int
    local_size: tuple[int, ...] | None
    notes: tuple[str, ...]

    def head(self, width: int) -> list[str]:
        """Return the head of the kernel as source text, in lines of `width` characters."""
        lines, line = list[str](), f"kernel void {self.name}("
        given = [each.given.text for each in self.arguments] or ["void"]
        for number, text in enumerate(given, 1):
            piece = f"{text})" if number == len(given) else f"{text}, "
            if len(line) + len(piece.rstrip()) > width:
                lines.append(line.rstrip())
                line = "    "
            line += piece
        return [*lines, line]


class Program(Struct, frozen=True):
    """A program: the file, its kernels, and the structs in the order of their dependences.

    `stem` is the file's name as part of an identifier.  `options` are those of clBuildProgram, one
    word each.
    """

    file: str
    stem: str
    version: Version
    options: tuple[str, ...]
    notes: tuple[str, ...]
    aggregates: tuple[Aggregate, ...]
    kernels: tuple[Kernel, ...]
    names: dict[DataType, str]


def program_of(
    analysis: Analysis,
    kernels: Sequence[KernelInterface],
    reserved: frozenset[str],
    number: int = 1,
) -> Program:
    """Return the interface of some kernels of a program.

    `reserved` are the names that arguments cannot have on the host.  `number` counts the programs
    of the file from 1.
    """
    file = analysis.path.replace("\\", "/").rpartition("/")[2]
    stem = _NOT_IN_A_NAME.sub("_", file.rpartition(".")[0] or file)
    stem += f"_{number}" if number > 1 else ""
    aggregates = _Aggregates(reserved)
    for kernel in kernels:
        for each in kernel.arguments:
            aggregates.add(each.data, f"{kernel.name}_{each.name or 'argument'}")
    settings = analysis.settings.target
    return Program(
        file,
        f"_{stem}" if stem[0].isdigit() else stem,
        analysis.target.version,
        tuple(_options(settings, analysis.target.version)),
        tuple(
            f"The settings include {path} before the source; the host has to do so itself."
            for path in settings.includes
            if path != REST
        ),
        tuple(aggregates.made),
        tuple(
            _kernel(each, aggregates, reserved | {*aggregates.names.values()}) for each in kernels
        ),
        aggregates.names,
    )


def _options(settings: TargetSettings, version: Version) -> Iterator[str]:
    """Yield the build options that correspond to the settings of a file."""
    if version > _NO_OPTION_YET:
        yield f"-cl-std={version.label}"
    yield from (option for name, option in _FLAGS.items() if getattr(settings, name))
    for name, value in settings.defines:
        yield _quoted("-D", name if value == "1" else f"{name}={value}")
    yield from (_quoted("-U", name) for name in settings.undefines)
    yield from (_quoted("-I", path) for path in settings.include_paths)


def _quoted(option: str, argument: str) -> str:
    if not re.search(r"[\s\"'()]", argument):
        return f"{option} {argument}"
    escaped = argument.replace("\\", "\\\\").replace('"', '\\"')
    return f'{option} "{escaped}"'


# --- kernels -------------------------------------------------------------------------------------


def _kernel(kernel: KernelInterface, known: _Aggregates, reserved: frozenset[str]) -> Kernel:
    taken: set[str] = set()
    arguments: list[Argument] = []
    for index, each in enumerate(kernel.arguments):
        name = free_name(each.name or f"argument{index}", reserved | taken)
        taken |= {name, f"{name}_bytes"}
        kind, note = _passed(each, known)
        arguments.append(Argument(each, index, name, kind, note))
    size = kernel.work_group_size
    dimensions = kernel.dimensions
    attributes = ", ".join(kernel.attributes)
    notes = [f"Attributes: {attributes}"] if attributes else []
    if not kernel.are_dimensions_known:
        notes.append("The kernel computes which dimension it asks about: check how many it needs.")
    local = None if size is None else (*size, 1, 1)[:dimensions]
    return Kernel(
        kernel.name, free_name(kernel.name, ()), tuple(arguments), dimensions, local, tuple(notes)
    )


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return a name that is free in every language, with underscores appended if necessary."""
    name = _NOT_IN_A_NAME.sub("_", name)
    while name in taken:
        name += "_"
    return name


def _passed(argument: KernelArgument, known: _Aggregates) -> tuple[str, str]:
    """Return how an argument is passed, and a note about it."""
    kind, data = argument.kind, argument.data
    if kind == "other":
        if data.kind == "unknown":
            return "bytes", "its type is not known: pass what the kernel reads"
        return kind, f"OpenCL C does not allow '{argument.type_text}' as a kernel argument"
    if kind != "value":
        return kind, _about(argument)
    if data.device_sized:
        return kind, _NOT_ALLOWED % data.device_sized
    if data.name == "bool":
        return kind, f"{_NOT_ALLOWED % 'bool'}; use int"
    if (data.kind in _AGGREGATES and data not in known.names) or not is_on_host(data):
        return "bytes", "its layout in memory is not known: pass what the kernel reads"
    if data.kind == "atomic":
        return kind, f"OpenCL C does not allow '{argument.type_text}' as a kernel argument"
    if data.name == "half" or data.name.startswith("half"):
        return kind, "the device needs cl_khr_fp16"
    return kind, ""


def _about(argument: KernelArgument) -> str:
    if argument.kind == "buffer":
        return "only read" if argument.is_const or argument.space == "constant" else ""
    if argument.kind == "pipe":
        size = "" if argument.data.size is None else f" with packets of {argument.data.size} bytes"
        return f"made by clCreatePipe{size}"
    if argument.kind == "queue":
        return "made with CL_QUEUE_ON_DEVICE"
    if argument.kind == "image":
        return f"{_IMAGES.get(image_stem(argument.data.name), 'an image')}, {argument.access}"
    return ""


def image_stem(name: str) -> str:
    """Return what kind of image a type is: "image2d_array" for `image2d_array_depth_t`."""
    return re.sub(r"(?:_msaa|_depth)*_t\Z", "", name)


# --- structs -------------------------------------------------------------------------------------


class _Aggregates:
    """The structs and unions so far; each one comes after those that it contains."""

    def __init__(self, reserved: frozenset[str]) -> None:
        self._reserved = reserved
        self.made: list[Aggregate] = []
        self.names: dict[DataType, str] = {}
        self._unnamed: dict[DataType, Aggregate] = {}
        self._refused: set[DataType] = set()
        self._alignments: dict[DataType, int] = {}

    def add(self, data: DataType, usual: str, *, is_unnamed: bool = False) -> bool:
        """Add the structs in a type; tell if the host has it.  `usual` names an unnamed one."""
        while data.kind == "array" and data.element is not None and data.count is not None:
            data = data.element
        if data.kind not in _AGGREGATES:
            is_number = data.kind in _NUMBERS and is_on_host(data)
            return (is_number or data.kind == "pointer") and data.size is not None
        if data in self.names or data in self._unnamed or data in self._refused:
            return data not in self._refused
        parts = [
            self.add(each.type, f"{data.name or usual}_{each.name}", is_unnamed=not each.name)
            for each in data.members
        ]
        made = self._made(data, data.name or usual) if all(parts) else None
        if made is None:
            self._refused.add(data)
        elif is_unnamed:
            self._unnamed[data] = made
        else:
            self.names[data] = made.name
            self.made.append(made)
        return made is not None

    def _made(self, data: DataType, name: str) -> Aggregate | None:
        size = data.size
        if not size or not data.members or any(each.offset is None for each in data.members):
            return None
        members = [Member(each.name, each.type, 0, each.offset or 0) for each in data.members]
        natural = max(self._natural(each.type) for each in data.members)
        is_packed = size % natural != 0 or any(
            each.offset % self._natural(each.type) for each in members if each.type is not None
        )
        self._alignments[data] = 1 if is_packed else natural
        if data.kind == "union":
            held = max(each.type.size or 0 for each in data.members)
            is_enough = _rounded(held, self._alignments[data]) == size
            placed = [*members, *([] if is_enough else [Member("", None, size)])]
        else:
            placed = list(self._placed(members, size, self._alignments[data], is_packed=is_packed))
        whole: list[Member] = []
        for each in placed:
            if each.name or each.type is None:
                whole.append(each)
                continue
            inner = self._unnamed.get(each.type)
            if inner is None or inner.packed or is_packed:
                # A pragma that packs one struct would pack the other, and C has unnamed structs
                # without tags.
                return None
            whole.append(replace(each, inner=inner))
        name = free_name(name, self._reserved | {*self.names.values()})
        return Aggregate(data.kind, name, size, is_packed, tuple(whole))

    def _placed(
        self, members: list[Member], size: int, alignment: int, *, is_packed: bool
    ) -> Iterator[Member]:
        """Yield the members of a struct with the padding that the host would not add by itself."""
        filled = 0
        for each in members:
            if each.type is None:
                continue
            if _rounded(filled, 1 if is_packed else self._natural(each.type)) != each.offset:
                yield Member("", None, each.offset - filled, filled)
            yield each
            filled = each.offset + (each.type.size or 0)
        if _rounded(filled, alignment) != size:
            yield Member("", None, size - filled, filled)

    def _natural(self, data: DataType) -> int:
        """Return the alignment that the host's compiler gives a type by itself."""
        while data.kind == "array" and data.element is not None:
            data = data.element
        return self._alignments[data] if data.kind in _AGGREGATES else data.size or 1


def _rounded(size: int, alignment: int) -> int:
    return -(-size // alignment) * alignment


def flattened(data: DataType, base: int = 0) -> Iterator[tuple[DataMember, int]]:
    """Yield the named members of a struct with their offsets, those of unnamed ones among them."""
    for each in data.members:
        offset = base + (each.offset or 0)
        if each.name:
            yield each, offset
        else:
            yield from flattened(each.type, offset)
