"""The types of hosts: their sizes, and what a kernel gets where one is passed.  Data with readers.

A type whose size depends on the data model (LP64, LLP64, 32 bits) has all of its sizes.
"""

from __future__ import annotations

import re
from typing import Final

from opencl_ls.linter.host_side import Passed

_POINTER: Final = (4, 8)

_SIZES: Final = {
    "char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4, "long": 8, "ulong": 8,
    "half": 2, "float": 4, "double": 8,
}  # fmt: skip
"""The sizes of the scalar types of OpenCL C, in bytes."""

_COMPONENTS: Final = (2, 3, 4, 8, 16)

_C_NUMBERS: Final = {
    "char": "char", "signed char": "char", "unsigned char": "uchar", "int8_t": "char",
    "uint8_t": "uchar", "short": "short", "unsigned short": "ushort", "int16_t": "short",
    "uint16_t": "ushort", "int": "int", "signed": "int", "signed int": "int", "unsigned": "uint",
    "unsigned int": "uint", "int32_t": "int", "uint32_t": "uint", "long long": "long",
    "unsigned long long": "ulong", "long long int": "long", "unsigned long long int": "ulong",
    "int64_t": "long", "uint64_t": "ulong", "float": "float", "double": "double",
}  # fmt: skip
"""The types of C and C++ that have one size on all hosts with OpenCL."""

_C_VARYING: Final = {
    "long": ("long", _POINTER), "unsigned long": ("ulong", _POINTER),
    "long int": ("long", _POINTER), "unsigned long int": ("ulong", _POINTER),
    "size_t": ("ulong", _POINTER), "ptrdiff_t": ("long", _POINTER),
    "intptr_t": ("long", _POINTER), "uintptr_t": ("ulong", _POINTER), "bool": ("uchar", (1,)),
}  # fmt: skip

_C_OBJECTS: Final = {
    "cl_mem": "memory", "cl_sampler": "sampler", "cl_command_queue": "queue",
    "cl::Memory": "memory", "cl::Buffer": "buffer", "cl::BufferGL": "buffer",
    "cl::Image": "image", "cl::Image1D": "image", "cl::Image1DBuffer": "image",
    "cl::Image1DArray": "image", "cl::Image2D": "image", "cl::Image2DArray": "image",
    "cl::Image3D": "image", "cl::ImageGL": "image", "cl::Image2DGL": "image",
    "cl::Image3DGL": "image", "cl::Pipe": "memory", "cl::Sampler": "sampler",
    "cl::DeviceCommandQueue": "queue", "cl::LocalSpaceArg": "local",
}  # fmt: skip
"""The types of objects, with the kind of argument that each is."""

CREATED: Final = {
    "clCreateBuffer": "buffer", "clCreateBufferWithProperties": "buffer",
    "clCreateSubBuffer": "buffer", "clCreateFromGLBuffer": "buffer",
    "clCreateImage": "image", "clCreateImageWithProperties": "image", "clCreateImage2D": "image",
    "clCreateImage3D": "image", "clCreateFromGLTexture": "image",
    "clCreateFromGLTexture2D": "image", "clCreateFromGLTexture3D": "image",
    "clCreateFromGLRenderbuffer": "image",
}  # fmt: skip
"""The functions that make a memory object, with the kind of argument that it is."""

_NUMPY: Final = {
    "int8": "char", "uint8": "uchar", "int16": "short", "uint16": "ushort", "int32": "int",
    "uint32": "uint", "int64": "long", "uint64": "ulong", "float16": "half", "float32": "float",
    "float64": "double", "byte": "char", "ubyte": "uchar", "short": "short", "ushort": "ushort",
    "intc": "int", "uintc": "uint", "single": "float", "double": "double", "half": "half",
}  # fmt: skip
"""The scalar types of numpy, with those of OpenCL C."""

_OPENCL: Final = re.compile(r"(?:cl_)?(u?char|u?short|u?int|u?long|half|float|double)(\d*)")
_QUALIFIERS: Final = re.compile(r"\b(?:const|static|volatile|struct|constexpr|std::|register)\b\s*")


def plain(text: str) -> str:
    """Return a type of C or C++ without qualifiers and references, with single blanks."""
    words = re.sub(r"\bstd::", "", _QUALIFIERS.sub("", text)).replace("&", " ")
    return " ".join(words.split())


def passed_type(text: str) -> Passed | None:
    """Return what a kernel gets for an object of a type of C or C++, None for an unknown type."""
    name = plain(text)
    if name.endswith("*"):
        return Passed("", _POINTER, "", name)
    if name in _C_OBJECTS:
        return Passed(_C_OBJECTS[name], _POINTER, "", name)
    if name in _C_VARYING:
        number, sizes = _C_VARYING[name]
        return Passed("value", sizes, number, name)
    if name == "cl_bool":
        return Passed("value", (4,), "uint", name)
    if name in _C_NUMBERS:
        number = _C_NUMBERS[name]
        return Passed("value", (_SIZES[number],), number, name)
    return opencl_type(name) if name.startswith("cl_") else None


def opencl_type(name: str) -> Passed | None:
    """Return what a kernel gets for a number or a vector of OpenCL C or `cl_platform.h`."""
    match = _OPENCL.fullmatch(name)
    if match is None or (match[2] and int(match[2]) not in _COMPONENTS):
        return None
    count = int(match[2] or 1)
    size = _SIZES[match[1]] * (4 if count == 3 else count)
    return Passed("value", (size,), match[1] if count == 1 else "", name)


def numpy_type(name: str) -> Passed | None:
    """Return what a kernel gets for a scalar of numpy, None for an unknown type."""
    number = _NUMPY.get(name)
    return None if number is None else Passed("value", (_SIZES[number],), number, f"numpy.{name}")
