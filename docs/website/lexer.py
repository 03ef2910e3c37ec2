"""Colours for OpenCL C in the site's programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pygments.lexers import LEXERS
from pygments.lexers.c_cpp import CLexer
from pygments.token import Keyword, Name

from opencl_ls.builtins.functions import function_names
from opencl_ls.builtins.language import all_keywords
from opencl_ls.builtins.macros import macro_names
from opencl_ls.builtins.types import type_names

if TYPE_CHECKING:
    from collections.abc import Iterator

# Pygments looks for lexers here.
__all__ = ["OpenCLLexer"]

# The first that has a word decides: types are keywords to the tables.
_COLOURS: Final = (
    (type_names(), Keyword.Type),
    (all_keywords().keys(), Keyword),
    (function_names(), Name.Builtin),
    (macro_names(), Name.Constant),
)


class OpenCLLexer(CLexer):  # type: ignore[misc]  # Pygments has no types.
    """C, in which the words of OpenCL C have their colours."""

    name = "OpenCL C"
    aliases = ("opencl",)
    filenames = ()
    mimetypes = ()

    def get_tokens_unprocessed(self, *arguments: Any) -> Iterator[tuple[int, Any, str]]:
        """Yield the tokens of a text."""
        for start, token, text in super().get_tokens_unprocessed(*arguments):
            if token in Name:
                token = next((each for words, each in _COLOURS if text in words), token)  # noqa: PLW2901
            yield start, token, text


def register() -> None:
    """Make the lexer known to Pygments under its alias."""
    LEXERS[OpenCLLexer.__name__] = (__name__, OpenCLLexer.name, OpenCLLexer.aliases, (), ())
