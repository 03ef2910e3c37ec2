"""Kernels as the host sees them: the arguments that it passes, and their layout in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.queries.describe import known_text, size_and_alignment
from opencl_ls.analysis.queries.kernels import (
    Defined,
    called_functions,
    is_local_variable,
    work_group_size,
)
from opencl_ls.analysis.query_results import (
    DataMember,
    DataType,
    KernelArgument,
    KernelInterface,
    MemoryUse,
)
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import aggregate_layout
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.constness import constants_of
from opencl_ls.semantics.types import symbols as s

if TYPE_CHECKING:
    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.findings import Place
    from opencl_ls.settings.target import Target
    from opencl_ls.syntax import records as r

_BY_DIMENSION: Final = frozenset(
    (
        *("get_global_id", "get_global_size", "get_global_offset", "get_local_id"),
        *("get_local_size", "get_enqueued_local_size", "get_num_groups", "get_group_id"),
    )
)
_DIMENSIONS: Final = 3
_KINDS: Final = {"sampler_t": "sampler", "queue_t": "queue"}
_SPACES: Final = {t.GLOBAL: "buffer", t.CONSTANT: "buffer", t.LOCAL: "local"}


def kernel_interfaces(program: Program) -> tuple[KernelInterface, ...]:
    """Return the kernels with a body, in the order of their definitions.

    It needs a complete analysis: functions that were not analysed yet are unknown.
    """
    types = _Types(program.target)
    found: list[KernelInterface] = []
    for number in range(len(program.unit.items)):
        model = program.model(number)
        for symbol in model.declared.values():
            if isinstance(symbol, s.Function) and symbol.is_kernel:
                if symbol.definition is not None:
                    found.append(_interface(program, types, Defined(number, model, symbol)))
    return tuple(found)


def _interface(program: Program, types: _Types, kernel: Defined) -> KernelInterface:
    function, text = kernel.function, kernel.model.item.text
    called = called_functions(program, kernel)
    asked = work_group_size(kernel)
    size = None if asked is None or asked.is_hint else asked.size
    dimensions, are_known = _dimensions(called)
    return KernelInterface(
        function.name,
        program.place(kernel.number, function.word.start, function.word.end),
        _whole(program, kernel),
        tuple(_argument(program, types, kernel, each) for each in function.parameters),
        tuple(_words(text, each) for each in function.attributes),
        size,
        max(dimensions, _last_of_many(() if asked is None else asked.size)),
        are_known,
        tuple(_memory(program.target, called, is_local=True)),
        tuple(_memory(program.target, called, is_local=False)),
    )


def _argument(
    program: Program, types: _Types, kernel: Defined, parameter: s.ParameterVariable
) -> KernelArgument:
    record = parameter.parameter
    place = program.place(kernel.number, record.start, record.end)
    return types.argument(parameter, kernel.model.item.text, place)


def _whole(program: Program, kernel: Defined) -> Place:
    record = kernel.function.definition or kernel.function.declaration
    return program.place(kernel.number, record.start, record.end)


def _words(text: str, record: r.Record) -> str:
    return " ".join(text[record.start : record.end].split())


def _last_of_many(size: tuple[int, ...]) -> int:
    """Return the number of the last dimension with more than one work-item, 0 for none."""
    return max((number for number, each in enumerate(size, 1) if each > 1), default=0)


# --- resources of a kernel -----------------------------------------------------------------------


def _dimensions(called: list[Defined]) -> tuple[int, bool]:
    """Return how many dimensions functions ask about, and whether each call names one."""
    highest, are_known = 1, True
    for each in called:
        constants = constants_of(each.model)
        for site in each.model.calls:
            if site.caller is not each.function or site.in_block or not site.call.arguments:
                continue
            if builtin_name(each.model, site.call) in _BY_DIMENSION:
                value = constants.integer(site.call.arguments[0])
                if value is None:
                    are_known = False
                elif 0 <= value < _DIMENSIONS:
                    highest = max(highest, value + 1)
    return highest, are_known


def _memory(target: Target, called: list[Defined], *, is_local: bool) -> list[MemoryUse]:
    """Return the local variables, or the private arrays, of some functions."""
    found: list[MemoryUse] = []
    for each in called:
        for symbol in each.model.declared.values():
            if not isinstance(symbol, s.Variable) or symbol.function is not each.function:
                continue
            is_array = isinstance(symbol.type.type, t.ArrayType)
            is_private = is_array and t.object_space(symbol.type) == t.PRIVATE
            if is_local_variable(symbol, each.function) if is_local else is_private:
                size = size_and_alignment(symbol.type, target)[0]
                text = t.declaration_text(symbol.type, symbol.name)
                found.append(MemoryUse(symbol.name, text, size, each.function.name))
    return found


# --- types ---------------------------------------------------------------------------------------


class _Types:
    """Types as data; each struct is described once."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._known: dict[t.AggregateType, DataType] = {}

    def argument(self, parameter: s.ParameterVariable, text: str, place: Place) -> KernelArgument:
        """Return a parameter of a kernel, which is at a place."""
        kind, pointee = _kind(parameter.type)
        space = t.object_space(pointee) if isinstance(parameter.type.type, t.PointerType) else ""
        access = parameter.type.access
        if kind in ("image", "pipe"):
            access = access or "read_only"
        return KernelArgument(
            parameter.name,
            _words(text, parameter.parameter),
            known_text(parameter.type),
            kind,
            self.data(pointee),
            space,
            access,
            t.element_of(pointee).const,
            place,
        )

    def data(self, qualified: t.Qualified) -> DataType:
        """Return a type as data."""
        kind = qualified.type
        text = t.spelled(
            t.Qualified(kind, alias=qualified.alias, access=qualified.access), with_space=False
        )
        size, alignment = size_and_alignment(qualified, self._target)
        if isinstance(kind, t.ScalarType):
            sized = qualified.device_sized
            return DataType(text, "scalar", kind.name, size, alignment, sized)
        if isinstance(kind, t.VectorType):
            name = f"{kind.element.name}{kind.width}"
            return DataType(text, "vector", name, size, alignment, count=kind.width)
        if isinstance(kind, t.EnumeratedType):
            return DataType(text, "enum", kind.integer.name, size, alignment)
        if isinstance(kind, t.AtomicType):
            value = self.data(kind.value)
            return DataType(text, "atomic", value.name, size, alignment, value.device_sized)
        if isinstance(kind, t.ArrayType):
            element = self.data(kind.element)
            return DataType(text, "array", "", size, alignment, element=element, count=kind.size)
        if isinstance(kind, t.PointerType):
            return DataType(text, "pointer", "", size, alignment)
        if isinstance(kind, t.AggregateType):
            if kind not in self._known:
                self._known[kind] = self._aggregate(kind, text, size, alignment)
            return self._known[kind]
        if isinstance(kind, t.ImageType | t.OpaqueType | t.PipeType | t.BlockType):
            return DataType(text, "opaque", getattr(kind, "name", ""))
        return DataType("" if isinstance(kind, t.UnknownType) else text, "unknown")

    def _aggregate(
        self, kind: t.AggregateType, text: str, size: int | None, alignment: int | None
    ) -> DataType:
        layout = None if size is None else aggregate_layout(kind)
        offsets = {} if layout is None else {each.member: each.offset for each in layout.members}
        members = tuple(
            DataMember(each.name, self.data(each.type), offsets.get(each), each.bit_width)
            for each in kind.members or ()
        )
        if layout is not None:
            size, alignment = layout.size, layout.alignment
        else:
            size = alignment = None
        return DataType(
            text, kind.keyword, kind.alias or kind.tag, size, alignment, members=members
        )


def _kind(qualified: t.Qualified) -> tuple[str, t.Qualified]:
    """Return the kind of an argument, and the type of its data."""
    kind = qualified.type
    if isinstance(kind, t.PointerType):
        return _SPACES.get(t.object_space(kind.pointee), "other"), kind.pointee
    if isinstance(kind, t.ImageType):
        return "image", qualified
    if isinstance(kind, t.PipeType):
        return "pipe", kind.packet
    if isinstance(kind, t.OpaqueType):
        return _KINDS.get(kind.name, "other"), qualified
    if isinstance(
        kind, t.ScalarType | t.VectorType | t.EnumeratedType | t.AggregateType | t.AtomicType
    ):
        return "value", qualified
    return "other", qualified
