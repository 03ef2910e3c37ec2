"""The host's side in C++ with `opencl.hpp`: a function that builds, and one for each kernel."""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING, Final

from opencl_ls.features.host_code.c_types import (
    CTypes,
    explained,
    head_comment,
    option_literals,
)
from opencl_ls.features.host_code.model import image_stem
from opencl_ls.features.host_code.words import KEYWORDS_OF_CPP

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.features.host_code.model import Argument, Kernel, Program

LANGUAGE: Final = "cpp"
RESERVED: Final = KEYWORDS_OF_CPP | {
    *("cl", "std", "program", "kernel", "queue", "global_size", "local_size", "event", "size_t"),
}
_OBJECTS: Final = {
    "buffer": "cl::Buffer",
    "pipe": "cl::Pipe",
    "sampler": "cl::Sampler",
    "queue": "cl::DeviceCommandQueue",
}
_IMAGES: Final = {
    "image1d": "cl::Image1D",
    "image1d_buffer": "cl::Image1DBuffer",
    "image1d_array": "cl::Image1DArray",
    "image2d": "cl::Image2D",
    "image2d_array": "cl::Image2DArray",
    "image3d": "cl::Image3D",
}
_ANY_IMAGE: Final = "cl::Image"

_BEGIN: Final = Template("""\
// The host's side of $file, written by opencl-ls.  It is C++11; errors are exceptions.
$notes
#ifndef CL_HPP_TARGET_OPENCL_VERSION
#define CL_HPP_TARGET_OPENCL_VERSION $version
#endif
#ifndef CL_HPP_MINIMUM_OPENCL_VERSION
#define CL_HPP_MINIMUM_OPENCL_VERSION $version
#endif
#ifndef CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_ENABLE_EXCEPTIONS
#endif
#include <CL/opencl.hpp>
#include <cstddef>
#include <string>
$aggregates
static const char ${stem}_options[] =
$options;

// Compiles the program; cl::BuildError has what the compiler says.
inline cl::Program build_$stem(const cl::Context &context, const std::string &source)
{
    cl::Program program(context, source);
    program.build(${stem}_options);
    return program;
}
""")

_KERNEL: Final = Template("""\

$comment
inline cl::Event enqueue_$stem(
    cl::CommandQueue queue,
    const cl::Program &program,
    const cl::NDRange &global_size,  // $global_words
$parameters
{
$body
}
""")


def host_code(program: Program, pointer_bits: int) -> str:
    """Return the text."""
    types = CTypes(program, pointer_bits, KEYWORDS_OF_CPP)
    structs = [line for made in program.aggregates for line in ("", *types.aggregate(made))]
    begin = _BEGIN.substitute(
        file=program.file,
        stem=program.stem,
        version=program.version.value,
        notes="".join(f"// {note}\n" for note in program.notes),
        aggregates="".join(f"{line}\n" for line in structs),
        options="\n".join(option_literals(program)),
    )
    return begin + "".join(_kernel(types, each) for each in program.kernels)


def _kernel(types: CTypes, kernel: Kernel) -> str:
    size = kernel.local_size
    parameters = [] if size is not None else [("const cl::NDRange &local_size", "or cl::NullRange")]
    for each in kernel.arguments:
        parameters += _parameters(types, each)
    words = f"{kernel.dimensions} dimension{'' if kernel.dimensions == 1 else 's'}"
    if size is not None:
        words = f"multiples of {' x '.join(map(str, size))}"
    local = "local_size" if size is None else f"cl::NDRange({', '.join(map(str, size))})"
    is_whole = all(each.kind not in ("bytes", "other") for each in kernel.arguments)
    body = _functor(types, kernel, local) if is_whole else _set_one_by_one(kernel, local)
    lines = []
    for number, (parameter, remark) in enumerate(parameters, 1):
        end = ")" if number == len(parameters) else ","
        lines.append(f"    {parameter}{end}" + (f"  // {remark}" if remark else ""))
    text = _KERNEL.substitute(
        name=kernel.name,
        stem=kernel.stem,
        comment="\n".join(head_comment(kernel)),
        global_words=words,
        parameters="\n".join(lines),
        body="\n".join(f"    {line}" for line in body),
    )
    return text if lines else text.replace(f",  // {words}\n\n", f")  // {words}\n")


def _parameters(types: CTypes, argument: Argument) -> Iterator[tuple[str, str]]:
    """Yield the parameters for an argument, each with its comment."""
    kind, name, remark = argument.kind, argument.name, explained(types, argument)
    if kind == "local":
        yield f"std::size_t {name}_bytes", remark
    elif kind == "bytes":
        yield f"const void *{name}", remark
        yield f"std::size_t {name}_bytes", ""
    elif kind == "value" and argument.given.data.kind not in ("struct", "union"):
        yield f"{_type(types, argument)} {name}", remark
    elif kind != "other":
        yield f"const {_type(types, argument)} &{name}", remark


def _type(types: CTypes, argument: Argument) -> str:
    if argument.kind == "local":
        return "cl::LocalSpaceArg"
    if argument.kind == "image":
        return _IMAGES.get(image_stem(argument.given.data.name), _ANY_IMAGE)
    return _OBJECTS.get(argument.kind) or types.name(argument.given.data)


def _functor(types: CTypes, kernel: Kernel, local: str) -> Iterator[str]:
    kinds = [_type(types, each) for each in kernel.arguments]
    yield "cl::KernelFunctor<" + ("" if kinds else f'> kernel(program, "{kernel.name}");')
    for number, kind in enumerate(kinds, 1):
        is_last = number == len(kinds)
        yield f"    {kind}" + (f'> kernel(program, "{kernel.name}");' if is_last else ",")
    yield "return kernel("
    arguments = [f"cl::EnqueueArgs(queue, global_size, {local})"]
    arguments += [_value(each) for each in kernel.arguments]
    for number, argument in enumerate(arguments, 1):
        yield f"    {argument}" + (");" if number == len(arguments) else ",")


def _set_one_by_one(kernel: Kernel, local: str) -> Iterator[str]:
    yield f'cl::Kernel kernel(program, "{kernel.name}");'
    for each in kernel.arguments:
        if each.kind == "other":
            yield f"// Argument {each.index}, {each.given.text}: {each.note}."
        elif each.kind == "bytes":
            yield f"kernel.setArg({each.index}, {each.name}_bytes, {each.name});"
        else:
            yield f"kernel.setArg({each.index}, {_value(each)});"
    yield "cl::Event event;"
    yield "queue.enqueueNDRangeKernel("
    yield f"    kernel, cl::NullRange, global_size, {local}, nullptr, &event);"
    yield "return event;"


def _value(argument: Argument) -> str:
    return f"cl::Local({argument.name}_bytes)" if argument.kind == "local" else argument.name
