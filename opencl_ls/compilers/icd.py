"""A script: builds a program with PoCL, through the system's ICD loader, and prints its log.

It runs in a separate process, which may crash or be killed, and imports nothing of the package.
Standard input is the program, the one argument the build options.  Exit status: 0 when the program
was built, 1 when it was not, 3 without PoCL.  The names are those of the OpenCL API.
"""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress
from ctypes import byref, c_char_p, c_int32, c_size_t, c_uint32, c_uint64, c_void_p

_LOADERS = (
    "libOpenCL.so.1",
    "libOpenCL.so",
    "OpenCL.dll",
    "/System/Library/Frameworks/OpenCL.framework/OpenCL",
)
_PLATFORM = "Portable Computing Language"

CL_PLATFORM_NAME = 0x0902
CL_DEVICE_TYPE_ALL = 0xFFFFFFFF
CL_PROGRAM_BUILD_LOG = 0x1183

_BUILT, _NOT_BUILT, _ABSENT = 0, 1, 3
_MOST = 16


def main() -> int:
    """Build the program on standard input; return the exit status."""
    # A check of a program must not fill the user's cache.
    os.environ["POCL_KERNEL_CACHE"] = "0"
    loader = _loader()
    platform = None if loader is None else _platform(loader)
    if loader is None or platform is None:
        sys.stderr.write("there is no PoCL: no ICD loader, or no platform of it\n")
        return _ABSENT
    status, log = _build(loader, platform, sys.stdin.buffer.read(), sys.argv[1].encode())
    sys.stdout.buffer.write(log)
    return _BUILT if status == 0 else _NOT_BUILT


def _loader() -> ctypes.CDLL | None:
    for name in _LOADERS:
        with suppress(OSError):
            loader = ctypes.CDLL(name)
            for function in ("clCreateContext", "clCreateProgramWithSource"):
                getattr(loader, function).restype = c_void_p
            return loader
    return None


def _platform(loader: ctypes.CDLL) -> c_void_p | None:
    number = c_uint32(0)
    platforms = (c_void_p * _MOST)()
    if loader.clGetPlatformIDs(_MOST, platforms, byref(number)):
        return None
    for platform in platforms[: min(number.value, _MOST)]:
        name = ctypes.create_string_buffer(256)
        loader.clGetPlatformInfo(c_void_p(platform), CL_PLATFORM_NAME, 256, name, None)
        if name.value.decode("utf-8", "replace") == _PLATFORM:
            return c_void_p(platform)
    return None


def _build(
    loader: ctypes.CDLL, platform: c_void_p, text: bytes, options: bytes
) -> tuple[int, bytes]:
    """Return the status of a build, 0 for success, and its log."""
    device = c_void_p()
    status = c_int32(0)
    number = c_uint32(0)
    loader.clGetDeviceIDs.argtypes = (c_void_p, c_uint64, c_uint32, c_void_p, c_void_p)
    if loader.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, byref(device), byref(number)):
        return 1, b"error: PoCL has no device\n"
    context = c_void_p(loader.clCreateContext(None, 1, byref(device), None, None, byref(status)))
    if not context.value:
        return 1, b"error: PoCL makes no context\n"
    source, length = c_char_p(text), c_size_t(len(text))
    program = c_void_p(
        loader.clCreateProgramWithSource(context, 1, byref(source), byref(length), byref(status))
    )
    if not program.value:
        return 1, b"error: PoCL makes no program of the text\n"
    built = loader.clBuildProgram(program, 1, byref(device), options, None, None)
    size = c_size_t(0)
    loader.clGetProgramBuildInfo(
        program, device, CL_PROGRAM_BUILD_LOG, c_size_t(0), None, byref(size)
    )
    log = ctypes.create_string_buffer(max(size.value, 1))
    loader.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, None)
    return int(built), log.value


if __name__ == "__main__":
    sys.exit(main())
