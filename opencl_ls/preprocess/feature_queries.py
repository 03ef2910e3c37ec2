"""The answers to `__has_include`, `__has_attribute` and their relatives in conditions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.compiler_queries import HEADER_QUERIES, WARNING_QUERY, query_answer
from opencl_ls.preprocess.lexer import HEADER_NAME

if TYPE_CHECKING:
    from collections.abc import Callable

    FindsFile = Callable[[str, bool, str], bool]
    """Takes a header's name, whether it is in quotes, and the query; True if there is a file."""

_OPTION: Final = re.compile(r'"([^"\r\n]*)"\Z')
_NAME: Final = re.compile(r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)?\Z", re.ASCII)


def answer_query(
    query: str, argument: str, version: int, finds: FindsFile | None
) -> tuple[int, str]:
    """Return the value of a query and the message about a mistake in it, "" for none.

    `version` is the value of `__OPENCL_C_VERSION__`; `finds` is None outside conditions.
    """
    if query in HEADER_QUERIES:
        return _answer_for_header(query, argument, finds)
    name = argument
    if query == WARNING_QUERY:
        option = _OPTION.match(argument)
        if option is None:
            return 0, f"'{query}' takes an option such as \"-Wformat\""
        name = option[1]
    elif _NAME.match(argument) is None:
        if argument and query == "__is_identifier":
            return 0, ""
        return 0, f"'{query}' takes one name in parentheses"
    return query_answer(query, name, version), ""


def _answer_for_header(query: str, name: str, finds: FindsFile | None) -> tuple[int, str]:
    match = HEADER_NAME.match(name)
    if finds is None:
        return 0, f"'{query}' is allowed only in '#if' and '#elif'"
    if match is None:
        return 0, f"'{query}' takes \"file\" or <file> in parentheses"
    is_quoted = match.lastindex == 1
    return int(finds(match[match.lastindex or 1], is_quoted, query)), ""
