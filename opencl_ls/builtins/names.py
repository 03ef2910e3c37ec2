"""All built-in names together: is an identifier one of them, and what is there to complete."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from opencl_ls.builtins.functions import function_names
from opencl_ls.builtins.macros import macro_names
from opencl_ls.builtins.reader import table
from opencl_ls.builtins.types import type_names
from opencl_ls.lazy_pattern import lazy_pattern


def is_builtin(name: str) -> bool:
    """Tell whether a name is that of a built-in function, type, macro or enumerator."""
    return name in names()


_COMPILERS_OWN: Final = (
    "__builtin_",
    "_BitInt",
    "__atomic_",
    "__c11_atomic_",
    "__opencl_atomic_",
    "__scoped_atomic_",
    "__sync_",
    "__nvvm_",
)


def is_compilers_own(name: str) -> bool:
    """Tell whether a function's name is of a family that compilers themselves bring along.

    Drivers are made of clang and take them; no document says which there are, and for what types.
    """
    return name.startswith(_COMPILERS_OWN)


_COMPILERS_MACRO: Final = lazy_pattern(
    r"__(?:"
    # Arguments of their own functions.
    r"(?:CLANG_|GCC_)?ATOMIC_\w+|FPCLASS_\w+|(?:OPENCL_)?MEMORY_SCOPE_[A-Z_]+"
    # Limits, types, and how `printf` writes them.
    r"|(?:FLT|FLT16|DBL|LDBL)_\w+__|DECIMAL_DIG__|BIGGEST_ALIGNMENT__|BITINT_MAXWIDTH__"
    r"|(?:U?INT(?:MAX|PTR|(?:_LEAST|_FAST)?[0-9]+)|CHAR(?:16|32)|PTRDIFF|SIZE|SIG_ATOMIC|WCHAR|WINT"
    r"|LLONG|LONG_LONG)_(?:MAX|WIDTH|TYPE|FMT[dioxuX])__"
    r"|SIZEOF_(?:LONG_LONG|LONG_DOUBLE|WCHAR_T|WINT_T|PTRDIFF_T)__"
    # The compiler and its options.
    r"|clang_\w+__|GNUC_\w+__|(?:clang|llvm|GNUC|VERSION|ELF|LP64|SPIR|SPIR32|SPIR64|SPIRV"
    r"|SPIRV32|SPIRV64|OPTIMIZE|STRICT_ANSI|NO_MATH_ERRNO|FINITE_MATH_ONLY|BLOCKS)__"
    r")\Z",
    re.ASCII,
)


def is_compilers_macro(name: str) -> bool:
    """Tell whether a name is that of a macro that compilers define.

    Few of them are defined here, see `settings.predefined`: the values of the others are unknown.
    """
    return name.startswith("__") and _COMPILERS_MACRO.match(name) is not None


def is_keyword(name: str) -> bool:
    """Tell whether a name is a keyword in some version."""
    return name in table("keywords")


@cache
def names() -> frozenset[str]:
    """Return the names of all built-in functions, types, macros and enumerators."""
    return function_names() | type_names() | macro_names()
