"""The macros that a kernel sees before its first line.

They come in two tables, since one kind must be expanded and the other must not:

- `predefined_macros`: macros that the preprocessor expands like any other: the version macros,
  features, extensions, `__kernel_exec` and the plain facts about the machine.
- `builtin_macros`: constants such as `M_PI_F`, `CLK_LOCAL_MEM_FENCE` or `INT_MAX`.  They count as
  defined and have a value in `#if`, but stay in the text as names, because the built-in table
  has more about a name (its type, its page) than its replacement.  A program may
  `#undef` them and define its own.

Compared with clang for spir64 (`clang -dM -E`), the first table defines all macros about OpenCL,
and of the others those that portable code tests: `__STDC_VERSION__`, sizes, widths, limits, type
names and byte order.  It identifies the compiler as clang (`__clang__`, `__clang_major__`,
`__llvm__` and the version of gcc that clang gives, 4.2.1): the drivers are based on it, and code
for older ones takes paths that none takes today.  It leaves out macros that name one machine,
driver or format (`__SPIR__`, `__AMDGCN__`, `__NV_CL_C_VERSION`, `__ELF__`, `__VERSION__`), because
a kernel that tests for them has special code there, and the portable code is to be checked; and it
leaves out compiler-internal helpers (`__ATOMIC_*`, `__FLT_*`, `__opencl_c_named_...`).  It adds the
macros that only drivers define: `__OPENCL_VERSION__`, and a macro for every extension of the
target.  `FP_FAST_FMAF` and its relatives stay undefined, since only a device knows them.
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.macros import all_macros
from opencl_ls.builtins.versions import Version

if TYPE_CHECKING:
    from collections.abc import Mapping

    from opencl_ls.settings.target import Target

# The replacement of macros that do not depend on the target.
_MACHINE: Final = {
    "__STDC__": "1",
    "__STDC_HOSTED__": "1",
    "__STDC_VERSION__": "199901L",
    "__ENDIAN_LITTLE__": "1",
    "__LITTLE_ENDIAN__": "1",
    "__ORDER_LITTLE_ENDIAN__": "1234",
    "__ORDER_BIG_ENDIAN__": "4321",
    "__ORDER_PDP_ENDIAN__": "3412",
    "__BYTE_ORDER__": "__ORDER_LITTLE_ENDIAN__",
    "__CHAR_BIT__": "8",
    "__BOOL_WIDTH__": "8",
    "__SCHAR_MAX__": "127",
    "__SHRT_MAX__": "32767",
    "__INT_MAX__": "2147483647",
    "__LONG_MAX__": "9223372036854775807L",
    "__SHRT_WIDTH__": "16",
    "__INT_WIDTH__": "32",
    "__LONG_WIDTH__": "64",
    "__SIZEOF_SHORT__": "2",
    "__SIZEOF_INT__": "4",
    "__SIZEOF_LONG__": "8",
    "__SIZEOF_FLOAT__": "4",
    "__SIZEOF_DOUBLE__": "8",
    "__INT8_TYPE__": "signed char",
    "__INT16_TYPE__": "short",
    "__INT32_TYPE__": "int",
    "__INT64_TYPE__": "long int",
    "__UINT8_TYPE__": "unsigned char",
    "__UINT16_TYPE__": "unsigned short",
    "__UINT32_TYPE__": "unsigned int",
    "__UINT64_TYPE__": "long unsigned int",
    "__INT8_MAX__": "127",
    "__INT16_MAX__": "32767",
    "__INT32_MAX__": "2147483647",
    "__INT64_MAX__": "9223372036854775807L",
    "__UINT8_MAX__": "255",
    "__UINT16_MAX__": "65535",
    "__UINT32_MAX__": "4294967295U",
    "__UINT64_MAX__": "18446744073709551615UL",
}

# The same compiler as in `builtins.compiler_queries`.
_COMPILER: Final = {
    "__clang__": "1",
    "__clang_major__": "19",
    "__clang_minor__": "1",
    "__clang_patchlevel__": "7",
    "__llvm__": "1",
    "__GNUC__": "4",
    "__GNUC_MINOR__": "2",
    "__GNUC_PATCHLEVEL__": "1",
}

_POINTER_SIZED: Final = {
    64: {
        "_LP64": "1",
        "__LP64__": "1",
        "__POINTER_WIDTH__": "64",
        "__SIZE_WIDTH__": "64",
        "__SIZEOF_POINTER__": "8",
        "__SIZEOF_SIZE_T__": "8",
        "__SIZEOF_PTRDIFF_T__": "8",
        "__SIZE_TYPE__": "long unsigned int",
        "__PTRDIFF_TYPE__": "long int",
        "__INTPTR_TYPE__": "long int",
        "__UINTPTR_TYPE__": "long unsigned int",
        "__SIZE_MAX__": "18446744073709551615UL",
        "__PTRDIFF_WIDTH__": "64",
        "__INTPTR_WIDTH__": "64",
        "__UINTPTR_WIDTH__": "64",
        "__PTRDIFF_MAX__": "9223372036854775807L",
        "__INTPTR_MAX__": "9223372036854775807L",
        "__UINTPTR_MAX__": "18446744073709551615UL",
    },
    32: {
        "__POINTER_WIDTH__": "32",
        "__SIZE_WIDTH__": "32",
        "__SIZEOF_POINTER__": "4",
        "__SIZEOF_SIZE_T__": "4",
        "__SIZEOF_PTRDIFF_T__": "4",
        "__SIZE_TYPE__": "unsigned int",
        "__PTRDIFF_TYPE__": "int",
        "__INTPTR_TYPE__": "int",
        "__UINTPTR_TYPE__": "unsigned int",
        "__SIZE_MAX__": "4294967295U",
        "__PTRDIFF_WIDTH__": "32",
        "__INTPTR_WIDTH__": "32",
        "__UINTPTR_WIDTH__": "32",
        "__PTRDIFF_MAX__": "2147483647",
        "__INTPTR_MAX__": "2147483647",
        "__UINTPTR_MAX__": "4294967295U",
    },
}

# Groups of the built-in table that `predefined_macros` covers with its own values.
_EXPANDED_GROUPS: Final = {"predefined", "feature", "version"}


@lru_cache(maxsize=64)
def predefined_macros(target: Target) -> Mapping[str, str]:
    """Return the macros to expand, as in a `#define`.

    A key is the name, with the parameters after it for a function-like macro
    ("__kernel_exec(X, typen)"); a value is the replacement.
    """
    macros = _MACHINE | _COMPILER
    macros |= _POINTER_SIZED[32 if target.pointer_bits == 32 else 64]
    # Drivers give the device's version here; a device of the language's own version is assumed.
    macros["__OPENCL_VERSION__"] = str(int(target.version))
    # The specification has it since 1.2; compilers define it in every version.
    macros["__OPENCL_C_VERSION__"] = str(int(target.version))
    for name, macro in all_macros().items():
        if macro.group == "version" and macro.value is not None:
            macros[name] = macro.value
        elif macro.parameters and macro.group == "predefined" and macro.value is not None:
            macros[name + macro.parameters] = macro.value
    macros |= dict.fromkeys(sorted(target.features), "1")
    macros |= dict.fromkeys(sorted(target.extensions), "1")
    macros |= _flags(target)
    return MappingProxyType(macros)


def _flags(target: Target) -> dict[str, str]:
    macros = {"__FINITE_MATH_ONLY__": str(int(target.finite_math_only))}
    if target.has_images:
        macros["__IMAGE_SUPPORT__"] = "1"
    if target.has_blocks:
        macros["__BLOCKS__"] = "1"
    if target.is_embedded:
        macros["__EMBEDDED_PROFILE__"] = "1"
    if target.fast_relaxed_math:
        macros["__FAST_RELAXED_MATH__"] = "1"
        macros["__FAST_MATH__"] = "1"
    if target.version < Version.CL11 and "cl_khr_select_fprounding_mode" in target.extensions:
        macros["__ROUNDING_MODE__"] = "rte"
    return macros


@lru_cache(maxsize=64)
def builtin_macros(target: Target) -> Mapping[str, str]:
    """Return the constants that count as defined but are not expanded, with their text for `#if`.

    The text is "" if the implementation chooses the value; keys are plain names, for
    function-like macros too.  Compilers define NULL before 2.0 as well; since the language does
    not, a program's `#ifndef NULL` is true, and its own definition counts.
    """
    return MappingProxyType(
        {
            name: macro.value or ""
            for name, macro in all_macros().items()
            if macro.group not in _EXPANDED_GROUPS
            and not macro.enumeration
            and macro.missing(target) is None
        }
        | ({"NULL": "((void*)0)"} if target.version >= Version.CL20 else {})
    )
