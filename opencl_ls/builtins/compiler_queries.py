"""The answers of `__has_attribute` and its relatives: the names that clang 19 knows in OpenCL C.

The drivers are based on clang, so a program that queries gets the answers of its compiler.  They
are those for a generic device (spir64): additions of a machine stay unknown.  The table is
`data/compiler_queries.json`, with the value of each query for a name; `min` is the version from
which it has that value, and `keyword` marks names that are no identifiers for `__is_identifier`.
"""

from __future__ import annotations

import re
from typing import Final

from opencl_ls.builtins.reader import table

HEADER_QUERIES: Final = frozenset(("__has_embed", "__has_include", "__has_include_next"))
"""The queries for files, which are valid in conditions only."""

WARNING_QUERY: Final = "__has_warning"
"""The query for an option of the compiler, in quotes."""

NAME_QUERIES: Final = frozenset(
    (
        "__building_module",
        "__has_attribute",
        "__has_builtin",
        "__has_c_attribute",
        "__has_constexpr_builtin",
        "__has_declspec_attribute",
        "__has_extension",
        "__has_feature",
        "__is_identifier",
        "__is_target_arch",
        "__is_target_environment",
        "__is_target_os",
        "__is_target_variant_environment",
        "__is_target_variant_os",
        "__is_target_vendor",
    )
)

QUERIES: Final = HEADER_QUERIES | NAME_QUERIES | {WARNING_QUERY}

EXPANDING: Final = frozenset(
    ("__has_attribute", "__has_c_attribute", "__has_declspec_attribute", *HEADER_QUERIES)
)
"""The queries that expand the macros in their argument."""

_PREFIX: Final = re.compile(r"__(?:has_|is_)?")
_UNDERLINED: Final = re.compile(r"__(\w+)__\Z", re.ASCII)
_BARE: Final = frozenset(("attribute", "c_attribute", "declspec_attribute", "extension", "feature"))
"""The queries for names that may have two underscores on either side."""
_SCOPED: Final = re.compile(r"(?:clang|__clang__|_Clang|gnu|__gnu__)::(\w+)\Z", re.ASCII)


def query_answer(query: str, argument: str, version: int) -> int:
    """Return the number that a query of names gives for its argument, 0 for an unknown one.

    `version` is that of the language, such as 120.  `__has_warning` takes "-Wformat".
    """
    kind = _PREFIX.sub("", query, count=1)
    if kind == "c_attribute" and (scoped := _SCOPED.match(argument)):
        kind, argument = "attribute", scoped[1]
    if kind in _BARE and (underlined := _UNDERLINED.match(argument)):
        argument = underlined[1]
    entry = table("compiler_queries").get(argument, {})
    if kind == "identifier":
        return int("keyword" not in entry)
    if kind != "attribute" and version < entry.get("min", 0):
        return 0
    answer: int = entry.get(kind, 0)
    return answer
