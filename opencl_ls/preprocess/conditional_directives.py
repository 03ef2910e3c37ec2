"""The execution of `#if` and its relatives (C11 6.10.1)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.host_names import HOST_NAME
from opencl_ls.findings import Severity
from opencl_ls.preprocess.expression import ExpressionError, evaluate
from opencl_ls.preprocess.headers import Record
from opencl_ls.preprocess.lexer import Token, lex
from opencl_ls.preprocess.macro_directives import is_constant
from opencl_ls.preprocess.run_state import OpenConditional

if TYPE_CHECKING:
    from collections.abc import Mapping

    from opencl_ls.preprocess.directives import Directive
    from opencl_ls.preprocess.run_context import RunContext
    from opencl_ls.preprocess.run_state import Frame, Step

_HOST_MACRO: Final = re.compile(HOST_NAME, re.ASCII)


def execute_conditional(
    context: RunContext, frame: Frame, step: Step, directive: Directive
) -> None:
    """Execute a directive of `CONDITIONALS`, in active text or not."""
    kind = directive.kind
    top = frame.conditionals
    if kind in ("elifdef", "elifndef"):
        message = (
            f"'#{kind}' is of C23: compilers older than clang 13 do not know it, "
            "and may read on as if it were not there"
        )
        step.warn(directive.start, directive.name_end, "elifdef", message)
    if kind in ("if", "ifdef", "ifndef"):
        _open(context, frame, step, directive)
    elif top is None:
        message = f"'#{kind}' has no '#if' before it: remove it, or add the '#if'"
        step.error(directive.start, directive.end, "stray-conditional", message)
    elif kind == "endif":
        outer = _is_outer_active(top)
        step.inactive = step.inactive or not outer
        frame.conditionals = top.parent
        _report_extra_tokens(step, directive, outer)
        if outer:
            _record(step, directive, False)
    else:
        _switch(context, frame, step, directive, top)


def _open(context: RunContext, frame: Frame, step: Step, directive: Directive) -> None:
    if not frame.active:
        step.inactive = True
        frame.conditionals = OpenConditional(frame.conditionals, True, False)
        return
    step.notes += tuple(directive.notes)
    value = _holds(context, frame, step, directive)
    frame.conditionals = OpenConditional(frame.conditionals, value, value)
    _record(step, directive, value)


def _switch(
    context: RunContext, frame: Frame, step: Step, directive: Directive, top: OpenConditional
) -> None:
    """Execute `#elif`, its relatives or `#else`: the next branch of the conditional `top`."""
    outer = _is_outer_active(top)
    step.inactive = step.inactive or not outer
    if top.had_else:
        message = f"'#{directive.kind}' appears after '#else': only '#endif' can follow"
        step.error(directive.start, directive.end, "stray-conditional", message)
    if directive.kind == "else":
        frame.conditionals = OpenConditional(top.parent, True, outer and not top.taken, True)
        _report_extra_tokens(step, directive, outer)
        return
    value = False
    if outer and not top.taken and not top.had_else:
        value = _holds(context, frame, step, directive)
        _record(step, directive, value)
    frame.conditionals = OpenConditional(top.parent, top.taken or value, value, top.had_else)


def _is_outer_active(top: OpenConditional) -> bool:
    return top.parent is None or top.parent.active


def _record(step: Step, directive: Directive, value: bool) -> None:
    place = directive.name_start, directive.name_end
    step.records += (Record(directive.kind, directive, directive.content, *place, value=value),)


def _report_extra_tokens(step: Step, directive: Directive, active: bool) -> None:
    """Report tokens after `#else` or `#endif`."""
    if not active or not directive.content or not directive.tokens:
        return
    start, end = directive.token_range(directive.tokens[0])
    if directive.kind == "else" and directive.tokens[0].text == "if":
        message = "'#else' takes nothing after it: did you mean '#elif'?"
        step.warn(directive.name_start, end, "extra-tokens", message, "elif")
        return
    message = f"'#{directive.kind}' takes nothing after it: put a comment sign before this"
    step.warn(start, directive.end, "extra-tokens", message)


def _holds(context: RunContext, frame: Frame, step: Step, directive: Directive) -> bool:
    kind = directive.kind
    if kind in ("if", "elif"):
        return _condition_holds(context, frame, step, directive)
    tokens = directive.tokens
    if not tokens or not tokens[0].name:
        message = f"'#{kind}' needs the name of a macro"
        step.error(directive.start, directive.end, "invalid-directive", message)
        return False
    name = tokens[0].text
    macro = context.look_up(frame, name)
    if len(tokens) > 1:
        start = directive.token_range(tokens[1])[0]
        message = f"'#{kind}' takes one name: put a comment sign before this"
        if tokens[1].text in ("&&", "||"):
            no, opening = ("!" if kind.endswith("ndef") else ""), kind[:-3].rstrip("n")
            meant = f"#{opening} {no}defined({name}) {tokens[1].text} ..."
            message = f"'#{kind}' takes one name: write '{meant}'"
        step.warn(start, directive.end, "extra-tokens", message)
    known = macro is not None or is_constant(context, frame, name)
    return known == (kind in ("ifdef", "elifdef"))


def _condition_holds(context: RunContext, frame: Frame, step: Step, directive: Directive) -> bool:
    tokens = directive.tokens
    if any(token.name for token in tokens):
        tokens = context.expand(frame, step, tokens, True)
        tokens = _with_constants(tokens, context.headers.constants)
    try:
        value, odd = evaluate(tokens)
    except ExpressionError as problem:
        _report(context, step, directive, problem)
        return False
    for token, message in odd[:1]:
        step.warn(*_range(directive, token), "expression", message)
    return value != 0


def _report(
    context: RunContext, step: Step, directive: Directive, problem: ExpressionError
) -> None:
    """Report a condition without a value; a macro that the host may define gets a warning."""
    start, end = _range(directive, problem.token)
    name = problem.undefined
    is_known = not name or name in context.table.macros
    # A name with arguments that is not written like a macro may be a mistake as well.
    if not is_known and (problem.name != "expression" or _HOST_MACRO.fullmatch(name)):
        reason = "" if name in problem.message else f", as '{name}' is not defined here"
        message = (
            f"{problem.message}{reason}: if the host defines it, name it with "
            f"'-D {name}=...' or in 'defines' of opencl-ls.toml"
        )
        step.warn(start, end, problem.name, message)
    elif not any(note.severity is Severity.ERROR for note in step.notes):
        step.error(start, end, problem.name, problem.message, problem.instead)


def _range(directive: Directive, token: Token | None) -> tuple[int, int]:
    """Return the raw range of a token of a condition, or of the directive without one."""
    if token is not None and isinstance(token.origin, int):
        return directive.token_range(token)
    return directive.start, directive.end


def _with_constants(tokens: list[Token], constants: Mapping[str, str]) -> list[Token]:
    """Replace the names of built-in constants in a condition by their values."""
    if not any(token.name and token.text in constants for token in tokens):
        return tokens
    result: list[Token] = []
    for token in tokens:
        text = constants.get(token.text, "") if token.name else ""
        values = lex(text, 0, len(text)) if text else []
        if values and not any(value.name for value in values):
            result += [Token(value.text, value.name, value.space, token.origin) for value in values]
        else:
            result.append(token)
    return result
