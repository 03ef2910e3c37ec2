"""How host programs write build options: the facts that `build_options` reads.  Data alone."""

from __future__ import annotations

from typing import Final

FORMATTERS: Final = {
    "percent": r"\w*s?n?w?printf\w*|strf\w*|Printf|@sprintf|g_strdup_printf|StringFormat|Form",
    "braces": r"(?:fmt::|std::)?(?:format|Format)!?|write(?:ln)?!|StrCat",
}
"""Functions whose first text has holes for the arguments after it, by the form of the holes."""

BUILDERS: Final = r"(?i:\w*(?:build|compile)\w*|Program)!?"
"""Functions that build kernels: what they return is no text of options."""

JOINERS: Final = (
    r"strn?cat\w*|append|push_back|push|push_str|emplace_back|emplace|extend|insert|add"
)
"""Functions that add a text to what is their first argument or their receiver."""

DEFINERS: Final[dict[str, tuple[int, int]]] = {
    "cmplr_def": (0, 1),
    "DefineKeyValue": (0, 1),
    "DefineKey": (0, -1),
    "DefineValue": (0, 0),
    "AddParameter": (1, 2),
    "add_define": (0, 1),
    "addDefine": (0, 1),
    "AddDefine": (0, 1),
}
"""Functions that define a macro: the numbers of the arguments with its name and its value.

A value of -1 is none: the macro is 1.  They are of the crate `ocl`, of ArrayFire and of CLTune, or
so named that they do what they say.
"""

TABLES: Final = r"tune_params"
"""Variables whose keys are macros and whose values are lists, of Kernel Tuner."""

ABOUT_OPENCL: Final = (
    r"(?i:opencl|clbuildprogram|clcreateprogram|\bcl::|kernel_tuner|cltune)|\.cl\b"
)
"""What a file has that is a host program of OpenCL; `-D` alone is an option of many programs."""

COMPILERS: Final = r"-cl-std|-x[ =]?cl\b|\bpoclcc\b|\bioc(?:64|32)?\b|\bocloc\b|\bclspv\b|\bclc\b"
"""What a command line has that compiles OpenCL C."""

SCRIPTS: Final = r"(?i)(?:^|/)(?:cmakelists\.txt|[^/]*\.cmake|(?:gnu)?makefile[^/]*|[^/]*\.mk)\Z"
"""The files of command lines: of CMake and of make."""
