"""The execution of `#define`, `#undef` and the pragmas that save macros (C11 6.10.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.macros import macro as builtin_macro
from opencl_ls.findings import Severity
from opencl_ls.preprocess.headers import Record
from opencl_ls.preprocess.macros import SavedMacro
from opencl_ls.preprocess.notes import Note
from opencl_ls.preprocess.run_context import FLAG

if TYPE_CHECKING:
    from opencl_ls.preprocess.directives import Directive
    from opencl_ls.preprocess.macros import Macro
    from opencl_ls.preprocess.run_context import RunContext
    from opencl_ls.preprocess.run_state import Frame, Step

UNDEFINED: Final = "\x00undefined "
"""With a name after it: the key in the macro table of a constant that `#undef` removed."""
SAVED: Final = "\x00saved "
"""With a name after it: the key in the macro table of the macro that `push_macro` saved."""

_STANDARD: Final = frozenset(("__STDC__", "__STDC_HOSTED__", "__STDC_VERSION__"))


def define(context: RunContext, frame: Frame, step: Step, directive: Directive) -> None:
    """Execute `#define`."""
    macro = directive.macro
    if macro is None:
        step.records += (Record("unread-define", directive),)
        return
    before = context.table.macros.get(macro.name)
    start, end = macro.name_start, macro.name_end
    if before is not None:
        differs = before is not macro and not before.same_definition(macro)
        # The macros of later versions are defined too, and may be redefined with the same value.
        if _is_predefined(context, before) and (differs or macro.name[:3] != "CL_"):
            _report_predefined(step, macro.name, "defined again", start, end)
        elif differs:
            step.notes += (_redefinition(before, macro),)
    elif is_constant(context, frame, macro.name) and builtin_macro(macro.name) is not None:
        message = f"'{macro.name}' is a macro of OpenCL C already: '#undef' it first"
        step.warn(start, end, "macro-redefined", message)
    context.set_macro(frame, step, macro.name, macro)
    step.records += (Record("define", directive, macro.name, start, end, macro),)


def undefine(context: RunContext, frame: Frame, step: Step, directive: Directive) -> None:
    """Execute `#undef`."""
    tokens = directive.tokens
    if not tokens or not tokens[0].name:
        message = "'#undef' needs the name of a macro"
        step.error(directive.start, directive.end, "invalid-directive", message)
        return
    start, end = directive.token_range(tokens[0])
    name = tokens[0].text
    if name == "defined":
        message = "'defined' cannot be used as a macro name"
        step.error(start, end, "invalid-directive", message)
        return
    if len(tokens) > 1:
        extra = directive.token_range(tokens[1])[0]
        message = "'#undef' takes one name: put a comment sign before this"
        step.warn(extra, directive.end, "extra-tokens", message)
    before = context.table.macros.get(name)
    if before is not None and _is_predefined(context, before):
        _report_predefined(step, name, "undefined", start, end)
    if before is None and is_constant(context, frame, name):
        context.set_macro(frame, step, UNDEFINED + name, FLAG)
    context.set_macro(frame, step, name, None)
    step.records += (Record("undef", directive, name, start, end, before),)


def push_macro(context: RunContext, frame: Frame, step: Step, name: str) -> None:
    """Save the meaning of a name, as for `#pragma push_macro`."""
    macro = context.look_up(frame, name)
    saved = context.look_up(frame, SAVED + name)
    context.set_macro(frame, step, SAVED + name, SavedMacro(macro, saved))


def pop_macro(context: RunContext, frame: Frame, step: Step, name: str) -> None:
    """Restore the meaning of a name, as for `#pragma pop_macro`."""
    context.look_up(frame, name)
    saved = context.look_up(frame, SAVED + name)
    if isinstance(saved, SavedMacro):
        context.set_macro(frame, step, name, saved.macro)
        context.set_macro(frame, step, SAVED + name, saved.below)


def is_constant(context: RunContext, frame: Frame, name: str) -> bool:
    """Tell whether a name is a constant of the language that no `#undef` removed."""
    return name in context.headers.constants and context.look_up(frame, UNDEFINED + name) is None


def _is_predefined(context: RunContext, macro: Macro) -> bool:
    """Tell whether the target defines a macro of the language."""
    if macro.builtin or macro.signature not in context.predefined:
        return bool(macro.builtin)
    if macro.name in _STANDARD:
        return True
    known = builtin_macro(macro.name)
    return known is not None and (
        known.group in ("version", "feature")
        or (known.group == "predefined" and macro.name[0] == "_")
    )


def _report_predefined(step: Step, name: str, change: str, start: int, end: int) -> None:
    message = f"the predefined macro '{name}' is {change}: the compiler sets its value"
    step.warn(start, end, "predefined-macro", message)


def _redefinition(before: Macro, macro: Macro) -> Note:
    return Note(
        macro.name_start,
        macro.name_end,
        "preprocessor/macro-redefined",
        Severity.WARNING,
        f"macro '{macro.name}' is defined again with another body: '#undef' it first",
        None if before.builtin else before,
        f"'{macro.name}' was defined here",
    )
