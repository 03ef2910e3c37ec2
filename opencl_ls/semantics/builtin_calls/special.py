"""Which built-in functions are checked by rules of their own."""

from __future__ import annotations

from opencl_ls.builtins.functions import BuiltinFunction
from opencl_ls.semantics.builtin_calls.general import Special


def special(function: BuiltinFunction) -> Special | None:
    """Return the function that resolves calls of `function`, or None where the common rules do."""
    return None
