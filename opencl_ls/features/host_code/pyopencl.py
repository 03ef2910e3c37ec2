"""The host's side in Python with PyOpenCL: a function that builds, and one for each kernel."""

from __future__ import annotations

import keyword
import textwrap
from string import Template
from typing import TYPE_CHECKING, Final

from opencl_ls.features.host_code.model import flattened
from opencl_ls.features.host_code.words import number_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.query_results import DataType
    from opencl_ls.features.host_code.model import Argument, Kernel, Program

LANGUAGE: Final = "python"
RESERVED: Final = frozenset(keyword.kwlist) | {
    *("np", "cl", "cltypes", "OPTIONS", "build", "kernel", "queue", "program"),
    *("global_size", "local_size"),
}
_NUMBERS: Final = {
    "char": "np.int8",
    "uchar": "np.uint8",
    "short": "np.int16",
    "ushort": "np.uint16",
    "int": "np.int32",
    "uint": "np.uint32",
    "long": "np.int64",
    "ulong": "np.uint64",
    "half": "np.float16",
    "float": "np.float32",
    "double": "np.float64",
}
_WIDTH: Final = 96
_LONGEST: Final = 100
_THREE: Final = 3
_OBJECTS: Final = {
    "buffer": "cl.Buffer",
    "image": "cl.Image",
    "pipe": "cl.Pipe",
    "sampler": "cl.Sampler",
    "queue": "cl.CommandQueue",
}

_BEGIN: Final = Template('''\
"""The host's side of $file, written by opencl-ls, for PyOpenCL.$notes"""

import numpy as np
import pyopencl as cl
import pyopencl.cltypes as cltypes

OPTIONS = [
$options]
$aggregates

def build(context, source):
    """Compile the program; the exception of one that fails has what the compiler says."""
    return cl.Program(context, source).build(options=OPTIONS)
''')

_KERNEL: Final = Template('''\


def enqueue_$stem($parameters):
    """Start this kernel and return its event.

$doc
    """
    kernel = cl.Kernel(program, "$name")
$set    return cl.enqueue_nd_range_kernel(queue, kernel, global_size, $local)
''')


def host_code(program: Program, pointer_bits: int) -> str:
    """Return the text."""
    types = _Types(program, pointer_bits)
    notes = "".join(f"\n\n{_safe(note)}" for note in program.notes)
    begin = _BEGIN.substitute(
        file=_safe(program.file),
        notes=f"{notes}\n" if notes else "",
        options="".join(f"    {_literal(each)},\n" for each in program.options),
        aggregates="".join(f"{line}\n" for line in types.definitions(program)),
    )
    return begin + "".join(_kernel(types, each) for each in program.kernels)


def _literal(text: str) -> str:
    """Return a literal of Python for byte text, in the quotes that need fewer escapes."""
    escaped = text.replace("\\", "\\\\")
    if '"' in text and "'" not in text:
        return f"'{escaped}'"
    escaped = escaped.replace('"', '\\"')
    return f'"{escaped}"'


class _Types:
    """The types of NumPy."""

    def __init__(self, program: Program, pointer_bits: int) -> None:
        self._names = program.names
        self._bits = pointer_bits

    def name(self, data: DataType) -> str:
        """Return the type of an element, as a program names it; "" for an unknown one."""
        if data.kind in ("struct", "union"):
            return self._names.get(data, "")
        if data.kind == "array" and data.element is not None:
            return self.name(data.element)
        if data.kind in ("opaque", "unknown"):
            return ""
        number = number_name(data, self._bits)
        if data.kind != "vector":
            return _NUMBERS.get(number, "")
        if number.startswith("half"):
            return f"(np.float16, ({_room(data)},))"
        return f"cltypes.{number}"

    def _format(self, data: DataType) -> str:
        sizes: list[str] = []
        while data.kind == "array" and data.element is not None:
            sizes.append(str(data.count))
            data = data.element
        shape = ", ".join(sizes) if len(sizes) > 1 else "".join(f"{each}," for each in sizes)
        return f"({self.name(data)}, ({shape}))" if sizes else self.name(data)

    def definitions(self, program: Program) -> Iterator[str]:
        """Yield the lines that define the structs."""
        of_names = {name: data for data, name in self._names.items()}
        for made in program.aggregates:
            data = of_names[made.name]
            members = list(flattened(data))
            yield ""
            yield f"{made.name} = np.dtype("
            yield "    {"
            columns = {
                "names": [_literal(each.name) for each, _ in members],
                "formats": [self._format(each.type) for each, _ in members],
                "offsets": [str(offset) for _, offset in members],
            }
            for name, column in columns.items():
                yield from _listed(name, column)
            yield f'        "itemsize": {made.size},'
            yield "    }"
            yield ")"

    def value(self, argument: Argument) -> str:
        """Return the expression that converts an argument for the kernel."""
        data, name = argument.given.data, argument.name
        if argument.kind == "local":
            return f"cl.LocalMemory({name}_bytes)"
        if argument.kind != "value":
            return name
        if data.kind in ("struct", "union"):
            return f"np.array({name}, dtype={self.name(data)})"
        number = number_name(data, self._bits)
        if data.kind == "vector" and number.startswith("half"):
            parts = f"(*{name}, 0)" if data.count == _THREE else name
            return f"np.array({parts}, dtype=np.float16)"
        if data.kind == "vector":
            return f"cltypes.make_{number}(*{name})"
        return f"{_NUMBERS[number]}({name})"


def _listed(name: str, column: list[str]) -> Iterator[str]:
    """Yield a list in a dictionary, in one line if it fits."""
    line = f'        "{name}": [{", ".join(column)}],'
    if len(line) <= _LONGEST:
        yield line
        return
    yield f'        "{name}": ['
    yield from (f"            {each}," for each in column)
    yield "        ],"


def _room(data: DataType) -> int:
    """Return the size of a vector in elements: one of three takes as much as one of four."""
    return 4 if data.count == _THREE else data.count or 0


def _kernel(types: _Types, kernel: Kernel) -> str:
    size = kernel.local_size
    names = ["queue", "program", "global_size", *([] if size is not None else ["local_size"])]
    doc = [f"    {_safe(line)}" for line in kernel.head(_WIDTH - len("    "))]
    for note in kernel.notes:
        doc += _paragraph(note)
    doc.append("")
    numbers = f"{kernel.dimensions} number{'' if kernel.dimensions == 1 else 's'}"
    shape = "" if size is None else f", multiples of {' x '.join(map(str, size))}"
    doc.append(f"    global_size: {numbers}{shape}")
    if size is None:
        doc.append(f"    local_size: {numbers}, or None")
    set_: list[str] = []
    for each in kernel.arguments:
        if each.kind == "other":
            set_.append(f"    # Argument {each.index}, {each.given.text}: {each.note}.\n")
            continue
        name = f"{each.name}_bytes" if each.kind == "local" else each.name
        names.append(name)
        doc += _paragraph(f"{name}: {_explained(types, each)}")
        set_.append(f"    kernel.set_arg({each.index}, {types.value(each)})\n")
    listed = ", ".join(names)
    if len(listed) + len(kernel.name) > _WIDTH - len("def enqueue_():"):
        listed = "\n" + "".join(f"    {each},\n" for each in names)
    trailing = "," if size is not None and len(size) == 1 else ""
    local = "local_size" if size is None else f"({', '.join(map(str, size))}{trailing})"
    return _KERNEL.substitute(
        name=kernel.name,
        stem=kernel.stem,
        parameters=listed,
        doc="\n".join(doc),
        set="".join(set_),
        local=local,
    )


def _paragraph(text: str) -> Iterator[str]:
    """Yield a paragraph of a docstring in lines."""
    yield from textwrap.wrap(
        _safe(text),
        _WIDTH,
        initial_indent="    ",
        subsequent_indent="        ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _safe(text: str) -> str:
    """Return a text escaped for a docstring."""
    return text.replace("\\", "\\\\").replace('"', "'")


def _explained(types: _Types, argument: Argument) -> str:
    """Return the description of the value for an argument."""
    kind, data = argument.kind, argument.given.data
    name = types.name(data)
    if kind == "local":
        return f"bytes of local memory{f' for an array of {name}' if name else ''}"
    held = _OBJECTS.get(kind) or ("bytes" if kind == "bytes" else name)
    if kind == "buffer" and name:
        held = f"{held} of {name}"
    return f"{held}, {argument.note}" if argument.note else held
