"""The execution of directives (C11 6.10; OpenCL C 6.11 for the pragmas)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.spelling import nearest
from opencl_ls.findings import Severity
from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.preprocess.conditional_directives import execute_conditional
from opencl_ls.preprocess.directives import CONDITIONALS, KNOWN
from opencl_ls.preprocess.headers import Record
from opencl_ls.preprocess.include_directives import include, mark_once
from opencl_ls.preprocess.lexer import Token
from opencl_ls.preprocess.macro_directives import define, pop_macro, push_macro, undefine
from opencl_ls.preprocess.macros import spell
from opencl_ls.preprocess.notes import Note

if TYPE_CHECKING:
    from opencl_ls.preprocess.directives import Directive
    from opencl_ls.preprocess.headers import SourceFile
    from opencl_ls.preprocess.run_context import RunContext
    from opencl_ls.preprocess.run_state import Frame, Step

_SAVING: Final = lazy_pattern(r'(push|pop)_macro ?\( ?"(\w+)" ?\)', re.ASCII)
_TEXT: Final = re.compile(r'\(? ?("(?:.*"))')
_DIGITS: Final = re.compile(r"[0-9]+\Z", re.ASCII)

_MEANT: Final = {
    "undefine": "undef",
    "ifdefine": "ifdef",
    "ifndefine": "ifndef",
    "elseif": "elif",
    "elsif": "elif",
    "elseifdef": "elifdef",
}
"""The directives meant by words that are nearer to others by edit distance."""


def execute_directive(context: RunContext, frame: Frame, step: Step) -> SourceFile | None:
    """Execute the directive of a step's chunk, in the state before it.

    Returns the file that an include directive enters, or None.
    """
    directive = step.chunk.directive
    kind = directive.kind
    if kind in CONDITIONALS:
        execute_conditional(context, frame, step, directive)
        return None
    if not frame.active:
        step.inactive = True
        _report_inactive(step, directive)
        return None
    step.notes += tuple(directive.notes)
    if kind in ("include", "include_next", "import"):
        return include(context, frame, step, directive)
    if kind == "define":
        define(context, frame, step, directive)
    elif kind == "undef":
        undefine(context, frame, step, directive)
    elif kind == "pragma":
        _pragma(context, frame, step, directive)
    elif kind == "line" or _DIGITS.match(kind):
        _line(context, frame, step, directive)
    else:
        _execute_other(step, directive)
    return None


def _execute_other(step: Step, directive: Directive) -> None:
    """Execute a directive that changes no state, or report one that does not exist."""
    kind = directive.kind
    if kind in ("error", "warning"):
        _message(step, directive)
    elif kind in ("ident", "sccs"):
        _ident(step, directive)
    elif kind and kind not in KNOWN:
        likely = _likely(kind)
        hint = f": did you mean '#{likely}'?" if likely else ""
        message = f"'#{kind}' is not a directive{hint}"
        step.error(directive.name_start, directive.name_end, "invalid-directive", message, likely)
    elif not kind and directive.content:
        message = "'#' must be followed by the name of a directive"
        step.error(directive.start, directive.end, "invalid-directive", message)


def _report_inactive(step: Step, directive: Directive) -> None:
    """Report a misspelt directive that should end inactive text, but no other errors there."""
    likely = _likely(directive.kind) if directive.kind not in KNOWN else ""
    if likely in ("else", "elif", "endif"):
        message = f"'#{directive.kind}' is not a directive: did you mean '#{likely}'?"
        step.warn(directive.name_start, directive.name_end, "invalid-directive", message, likely)


def _likely(kind: str) -> str:
    """Return the directive that a word may misspell, or ""."""
    if kind in _MEANT:
        return _MEANT[kind]
    return "".join(nearest(kind, sorted(KNOWN)))


# --- pragmas -------------------------------------------------------------------------------------


def _pragma(context: RunContext, frame: Frame, step: Step, directive: Directive) -> None:
    tokens = directive.tokens
    content = spell(tokens)
    if content.split()[:1] == ["once"] and frame.level:
        mark_once(context, frame, step)
    start = directive.token_range(tokens[0])[0] if tokens else directive.name_end
    step.records += (Record("pragma", directive, content, start, directive.end),)
    if not step.absorbed:
        context.add_pragma_mark(frame, step, directive, content)
    _pragma_message(context, frame, step, directive)
    saving = _SAVING.match(content)
    if saving is not None:
        (push_macro if saving[1] == "push" else pop_macro)(context, frame, step, saving[2])


def _pragma_message(context: RunContext, frame: Frame, step: Step, directive: Directive) -> None:
    """Report the text of a `#pragma message`, as compilers do."""
    words = [token.text for token in directive.tokens[:2]]
    if words[:1] == ["message"]:
        rest, kind = directive.tokens[1:], "warning"
    elif words in (["GCC", "warning"], ["GCC", "error"]):
        rest, kind = directive.tokens[2:], words[1]
    else:
        return
    match = _TEXT.match(spell(context.expand(frame, step, rest)))
    if match is not None:
        name = "message" if words[0] == "message" else f"GCC {kind}"
        _report_text(step, directive, kind, f"#pragma {name}: {match[1]}")


def _report_text(step: Step, directive: Directive, kind: str, text: str) -> None:
    """Report a text of the program as an error or a warning, as `kind` says."""
    severity = Severity.ERROR if kind == "error" else Severity.WARNING
    code = f"preprocessor/{kind}-directive"
    step.notes += (Note(directive.start, directive.end, code, severity, text),)


# --- lines and messages --------------------------------------------------------------------------


def _line(context: RunContext, frame: Frame, step: Step, directive: Directive) -> None:
    tokens = directive.tokens
    if _DIGITS.match(directive.kind):
        tokens = [Token(directive.kind, False, False, 0), *tokens]
    else:
        tokens = context.expand(frame, step, tokens)
    number = tokens[0].text if tokens else ""
    if not _DIGITS.match(number) or len(number) > 10 or int(number) >= 1 << 32:
        message = "'#line' needs a line number from 1 to 2147483647"
        step.error(directive.start, directive.end, "invalid-directive", message)
        return
    place = frame.position_macros
    if len(tokens) > 1:
        name = tokens[1].text
        if len(name) < 2 or name[0] != '"' or name[-1] != '"':
            message = "'#line' takes a file name in quotes after the number"
            step.error(directive.start, directive.end, "invalid-directive", message)
            return
        place.file = name[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    _check_line(step, directive, tokens)
    step.uses_line = True
    natural = place.line - place.shift + step.chunk.newlines
    place.shift = int(number) - natural
    step.records += (Record("line", directive, directive.content),)


def _check_line(step: Step, directive: Directive, tokens: list[Token]) -> None:
    """Report mistakes of a `#line`, or of a line marker, that has its number and its file."""
    rest = tokens[2:]
    if directive.kind != "line":
        # 1 enters a file and 2 returns to it, 3 and 4 give the kind of the file.
        if any(token.text not in ("1", "3", "4") for token in rest):
            message = "a line marker takes the flags 1, 3 and 4; no file was entered for 2"
            step.error(directive.start, directive.end, "invalid-directive", message)
            return
    elif rest:
        message = "'#line' takes a number and a file: put a comment sign before the rest"
        step.warn(directive.start, directive.end, "extra-tokens", message)
        return
    number = tokens[0].text
    if len(number) > 1 and number[0] == "0":
        message = f"'{number}' is decimal here, and no octal number"
        step.warn(directive.start, directive.end, "invalid-directive", message)


def _message(step: Step, directive: Directive) -> None:
    kind, content = directive.kind, directive.content
    _report_text(step, directive, kind, f"#{kind}: {content}" if content else f"#{kind}")
    step.records += (Record(kind, directive, content),)


def _ident(step: Step, directive: Directive) -> None:
    tokens = directive.tokens
    if not tokens or tokens[0].text[:1] != '"':
        message = f"'#{directive.kind}' needs a text in quotes"
        step.error(directive.start, directive.end, "invalid-directive", message)
    elif len(tokens) > 1:
        start = directive.token_range(tokens[1])[0]
        message = f"'#{directive.kind}' takes one text: put a comment sign before this"
        step.warn(start, directive.end, "extra-tokens", message)
