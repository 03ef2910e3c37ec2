"""The headers of the C library and of compilers, which OpenCL C does not provide."""

from __future__ import annotations

from typing import Final

FORBIDDEN_HEADERS: Final = frozenset(
    (
        "assert.h",
        "complex.h",
        "ctype.h",
        "errno.h",
        "fenv.h",
        "float.h",
        "inttypes.h",
        "limits.h",
        "locale.h",
        "setjmp.h",
        "signal.h",
        "stdarg.h",
        "stdio.h",
        "stdlib.h",
        "string.h",
        "tgmath.h",
        "time.h",
        "wchar.h",
        "wctype.h",
    )
)
"""The headers that a program must not include (OpenCL C 6.11 "Restrictions")."""

OTHER_HEADERS: Final = frozenset(
    (
        "iso646.h",
        "math.h",
        "opencl-c-base.h",
        "opencl-c.h",
        "stdalign.h",
        "stdbool.h",
        "stddef.h",
        "stdint.h",
        "stdnoreturn.h",
    )
)
"""Headers that the language does not mention, and that only some compilers have.

Clang's `opencl-c.h` declares what is built in.
"""

LIBRARY_HEADERS: Final = FORBIDDEN_HEADERS | OTHER_HEADERS
