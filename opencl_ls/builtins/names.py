"""All built-in names together: is an identifier one of them, and what is there to complete."""

from __future__ import annotations

from functools import cache
from typing import Final

from opencl_ls.builtins.functions import function_names
from opencl_ls.builtins.macros import macro_names
from opencl_ls.builtins.reader import table
from opencl_ls.builtins.types import type_names


def is_builtin(name: str) -> bool:
    """Tell whether a name is that of a built-in function, type, macro or enumerator."""
    return name in names()


_COMPILERS_OWN: Final = (
    "__builtin_",
    "__atomic_",
    "__c11_atomic_",
    "__opencl_atomic_",
    "__scoped_atomic_",
    "__sync_",
    "__nvvm_",
)


def is_compilers_own(name: str) -> bool:
    """Tell whether a function's name is of a family that compilers themselves bring along.

    Drivers are made of clang and take them; which there are, and for what types, nobody documents.
    """
    return name.startswith(_COMPILERS_OWN)


def is_keyword(name: str) -> bool:
    """Tell whether a name is a keyword in some version."""
    return name in table("keywords")


@cache
def names() -> frozenset[str]:
    """Return the names of all built-in functions, types, macros and enumerators."""
    return function_names() | type_names() | macro_names()
