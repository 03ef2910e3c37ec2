"""The kinds of `records.SyntaxProblem`.

It is the only module of error recovery that other layers import.
"""

from __future__ import annotations

from enum import Enum, auto, unique


@unique
class SyntaxProblemKind(Enum):
    """The kind of a syntax error in a range of an item.

    The first group is left in the tree (`Item.problems`).  Error recovery fixes all others, and the
    item is parsed without them (`Item.recovered`).
    """

    UNREADABLE = auto()
    """The grammar cannot parse the range."""

    MISSING_TOKEN = auto()
    """The grammar misses the token `expected`."""

    TOO_DEEP = auto()
    """The item is nested too deeply to be parsed."""

    TOO_SLOW = auto()
    """The item is not parsed to its end, since that would take too long."""

    # --- text copied from elsewhere ---

    UNICODE_SPACE = auto()
    """A Unicode space in code."""

    TYPOGRAPHIC_QUOTE = auto()
    """A typographic quote in place of an ASCII one."""

    RAW_STRING = auto()
    """The start or the end of a C++ raw string in a line of its own."""

    FOREIGN_CONSTRUCT = auto()
    """A construct of another language; `expected` is its key in the table of the rule."""

    STRAY_DIRECTIVE = auto()
    """A `#` in the middle of a line, with the rest of the line."""

    # --- punctuation ---

    PARENTHESIS = auto()
    """A parenthesis too many, or missing parentheses (`expected`)."""

    BRACE = auto()
    """A brace too many, missing braces (`expected`), or a brace that is never closed."""

    SEMICOLON = auto()
    """A missing semicolon."""

    MISSING_MARK = auto()
    """Another missing punctuation mark."""

    WRONG_MARK = auto()
    """A token in place of the punctuation mark `expected`; "" for a mark too many."""

    LOGICAL_XOR = auto()
    """`^^`, which OpenCL C does not have."""

    # --- expressions ---

    OPERAND = auto()
    """An operator, or a list, without the expression that has to follow."""

    LITERAL = auto()
    """A string or character literal without the quote at its end."""

    # --- words ---

    KEYWORD_AS_NAME = auto()
    """A keyword in place of a name."""

    MISSPELT_KEYWORD = auto()
    """A word in place of the keyword `expected`."""

    LONE_ELSE = auto()
    """An `else` that belongs to no `if`."""

    THREAD_STORAGE = auto()
    """A storage class of threads."""

    COMPLEX = auto()
    """A word for complex numbers."""

    BIT_INT = auto()
    """The type `_BitInt(N)`."""

    REPEATED_TYPEDEF = auto()
    """A second `typedef`."""

    PIPE_OPERAND = auto()
    """`pipe` in the operand of `sizeof`."""

    LONE_SPECIFIERS = auto()
    """Specifiers that declare nothing."""

    # --- types ---

    MISSING_TYPE = auto()
    """A name that is declared without a type."""

    UNTYPED_FUNCTION = auto()
    """The name of a function with which its definition begins."""

    HIDDEN_TYPE = auto()
    """The name of a built-in type that a body declares as something else.  This is no error."""

    # --- blocks ---

    BLOCK_DECLARATOR = auto()
    """A declarator of a block outside of the parentheses."""

    BLOCK_BODY = auto()
    """A block literal without braces around its body."""

    BLOCK_WORD = auto()
    """A word in a block literal that is no part of its type."""

    BLOCK_STORAGE = auto()
    """The storage class `__block`."""

    # --- macros ---

    UNDEFINED_MACRO = auto()
    """A macro that the host may define; `expected` is its name, "" if only its arguments are."""

    PASTED_NAME = auto()
    """The name of a function that such a macro makes; `expected` is the name of the macro."""
