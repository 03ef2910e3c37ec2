"""The host's side in C: a function that builds the program, and one that starts each kernel."""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING, Final

from opencl_ls.features.host_code.c_types import (
    CTypes,
    explained,
    head_comment,
    option_literals,
)
from opencl_ls.features.host_code.words import KEYWORDS_OF_C

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.features.host_code.model import Argument, Kernel, Program

LANGUAGE: Final = "c"
RESERVED: Final = KEYWORDS_OF_C | {
    *("kernel", "queue", "global_size", "local_size", "event", "error", "size_t", "NULL"),
}
OBJECTS: Final = {
    "buffer": "cl_mem",
    "image": "cl_mem",
    "pipe": "cl_mem",
    "sampler": "cl_sampler",
    "queue": "cl_command_queue",
}

_BEGIN: Final = Template("""\
// The host's side of $file, written by opencl-ls.  It is C11.
$notes
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION $version
#endif
#include <CL/cl.h>
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
$aggregates
static const char ${stem}_options[] =
$options;

// Compiles the program; what the compiler says goes to standard error where it fails.
static inline cl_int build_$stem(
    cl_context context,
    cl_device_id device,
    const char *source,
    cl_program *program)
{
    cl_int error;
    *program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    if (error != CL_SUCCESS)
        return error;
    error = clBuildProgram(*program, 1, &device, ${stem}_options, NULL, NULL);
    if (error == CL_SUCCESS)
        return CL_SUCCESS;
    size_t size = 0;
    clGetProgramBuildInfo(*program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    char *log = size ? malloc(size) : NULL;
    if (log && clGetProgramBuildInfo(*program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL)
                   == CL_SUCCESS)
        fprintf(stderr, "%s\\n", log);
    free(log);
    clReleaseProgram(*program);
    *program = NULL;
    return error;
}
""")

_KERNEL: Final = Template("""\

$comment
// `kernel` is clCreateKernel(program, "$name", &error).
static inline cl_int enqueue_$stem(
    cl_command_queue queue,
    cl_kernel kernel,
    const size_t global_size[$dimensions],$divisible
$parameters
{
$set$local    return clEnqueueNDRangeKernel(
        queue, kernel, $dimensions, NULL, global_size, local_size, 0, NULL, event);
}
""")


def host_code(program: Program, pointer_bits: int) -> str:
    """Return the text."""
    types = CTypes(program, pointer_bits, KEYWORDS_OF_C)
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
    parameters = [] if size is not None else [f"const size_t local_size[{kernel.dimensions}]"]
    remarks = [] if size is not None else ["may be NULL"]
    for each in kernel.arguments:
        for parameter, words in _parameters(types, each):
            parameters.append(parameter)
            remarks.append(words)
    parameters.append("cl_event *event")
    remarks.append("may be NULL")
    lines = []
    for number, (parameter, words) in enumerate(zip(parameters, remarks, strict=True)):
        end = ")" if number == len(parameters) - 1 else ","
        lines.append(f"    {parameter}{end}" + (f"  // {words}" if words else ""))
    set_ = list(_settings(kernel))
    local = ""
    if size is not None:
        local = f"    const size_t local_size[] = {{{', '.join(map(str, size))}}};\n"
    return _KERNEL.substitute(
        name=kernel.name,
        stem=kernel.stem,
        comment="\n".join(head_comment(kernel)),
        dimensions=kernel.dimensions,
        divisible="" if size is None else f"  // multiples of {' x '.join(map(str, size))}",
        parameters="\n".join(lines),
        set="".join(f"    {line}\n" for line in set_),
        local=local,
    )


def _parameters(types: CTypes, argument: Argument) -> Iterator[tuple[str, str]]:
    """Yield the parameters for an argument, each with its comment."""
    kind, data, name = argument.kind, argument.given.data, argument.name
    remarks = explained(types, argument)
    if kind in OBJECTS:
        yield f"{OBJECTS[kind]} {name}", remarks
    elif kind == "local":
        yield f"size_t {name}_bytes", remarks
    elif kind == "value":
        yield f"{types.name(data)} {name}", remarks
    elif kind == "bytes":
        yield f"const void *{name}", remarks
        yield f"size_t {name}_bytes", ""


def _settings(kernel: Kernel) -> Iterator[str]:
    """Yield the calls that set the arguments, until one fails."""
    is_begun = False
    for each in kernel.arguments:
        if each.kind == "other":
            yield f"// Argument {each.index}, {each.given.text}: {each.note}."
            continue
        size_and_value = {
            "local": f"{each.name}_bytes, NULL",
            "bytes": f"{each.name}_bytes, {each.name}",
        }.get(each.kind, f"sizeof {each.name}, &{each.name}")
        call = f"clSetKernelArg(kernel, {each.index}, {size_and_value})"
        if is_begun:
            yield "if (error == CL_SUCCESS)"
            yield f"    error = {call};"
        else:
            yield f"cl_int error = {call};"
        is_begun = True
    if is_begun:
        yield "if (error != CL_SUCCESS)"
        yield "    return error;"
