"""Carrying out directives (C11 6.10; OpenCL C 6.11 for the pragmas)."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final
from weakref import proxy

from opencl_ls.builtins.headers import LIBRARY_HEADERS
from opencl_ls.builtins.host_names import HOST_NAME
from opencl_ls.builtins.macros import macro as builtin_macro
from opencl_ls.builtins.spelling import nearest
from opencl_ls.findings import Severity
from opencl_ls.preprocess.directives import CONDITIONALS, KNOWN, Directive
from opencl_ls.preprocess.expand import Expander
from opencl_ls.preprocess.expression import ExpressionError, evaluate
from opencl_ls.preprocess.headers import Record
from opencl_ls.preprocess.lexer import HEADER_NAME, Token, lex
from opencl_ls.preprocess.macros import Macro, Saved, spell
from opencl_ls.preprocess.notes import Note, error, warning
from opencl_ls.preprocess.state import Conditional, Frame, Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from opencl_ls.preprocess.run import Runner

ONCE: Final = "\x00once "
"""With a path after it: the mark in the macro table of a file that is read only once."""

GONE: Final = "\x00gone "
"""With a name after it: the mark in the macro table of a constant that `#undef` took away."""

KEPT: Final = "\x00kept "
"""With a name after it: the mark in the macro table of what `push_macro` keeps of the name."""

DEEPEST_INCLUDE: Final = 200
"""Nesting of includes after which a cycle is assumed, as in clang."""
TOO_DEEP: Final = "\x00too deep"
"""The mark in the macro table that this was reported."""

_STANDARD: Final = frozenset(("__STDC__", "__STDC_HOSTED__", "__STDC_VERSION__"))
_HOST_MACRO: Final = re.compile(HOST_NAME, re.ASCII)
_KEEPING: Final = re.compile(r'(push|pop)_macro ?\( ?"(\w+)" ?\)', re.ASCII)
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
"""What is meant by words that are nearer to others."""


class Directives:
    """Carries out one directive at a time for a runner."""

    def __init__(self, runner: Runner) -> None:
        # It belongs to its runner; a circle would keep each text for the garbage collector.
        self.runner: Runner = proxy(runner)
        self.sentinel = Macro("")

    def run(self, frame: Frame, step: Step) -> None:
        """Carry out the directive of a step's chunk, in the state before it."""
        directive = step.chunk.directive
        kind = directive.kind
        if kind in CONDITIONALS:
            self._conditional(frame, step, directive)
            return
        if not frame.active:
            step.inactive = True
            self._skipped(step, directive)
            return
        step.notes += tuple(directive.notes)
        if kind == "define":
            self._define(frame, step, directive)
        elif kind == "undef":
            self._undef(frame, step, directive)
        elif kind in ("include", "include_next", "import"):
            self._include(frame, step, directive)
        elif kind == "pragma":
            self._pragma(frame, step, directive)
        elif kind == "line" or _DIGITS.match(kind):
            self._line(frame, step, directive)
        elif kind in ("error", "warning"):
            self._message(step, directive)
        elif kind in ("ident", "sccs"):
            self._ident(step, directive)
        elif kind and kind not in KNOWN:
            self._unknown(step, directive)
        elif not kind and directive.content:
            message = "'#' must be followed by the name of a directive"
            note = error(directive.start, directive.end, "invalid-directive", message)
            step.notes += (note,)

    # --- conditionals ----------------------------------------------------------------------------

    def _conditional(self, frame: Frame, step: Step, directive: Directive) -> None:
        kind = directive.kind
        top = frame.conditionals
        if kind in ("elifdef", "elifndef"):
            message = (
                f"'#{kind}' is of C23: compilers older than clang 13 do not know it, "
                "and may read on as if it were not there"
            )
            start, end = directive.start, directive.name_end
            step.notes += (warning(start, end, "elifdef", message),)
        if kind in ("if", "ifdef", "ifndef"):
            if not frame.active:
                step.inactive = True
                frame.conditionals = Conditional(top, True, False)
                return
            step.notes += tuple(directive.notes)
            value = self._holds(frame, step, directive)
            frame.conditionals = Conditional(top, value, value)
            self._record(step, directive, value)
            return
        if top is None:
            message = f"'#{kind}' has no '#if' before it: remove it, or add the '#if'"
            note = error(directive.start, directive.end, "stray-conditional", message)
            step.notes += (note,)
            return
        outer = top.parent is None or top.parent.active
        if not outer:
            step.inactive = True
        if kind == "endif":
            frame.conditionals = top.parent
            self._no_more(step, directive, outer)
            if outer:
                self._record(step, directive, False)
            return
        if top.had_else:
            message = f"'#{kind}' stands after '#else': only '#endif' can follow"
            note = error(directive.start, directive.end, "stray-conditional", message)
            step.notes += (note,)
        if kind == "else":
            active = outer and not top.taken
            frame.conditionals = Conditional(top.parent, True, active, True)
            self._no_more(step, directive, outer)
            return
        value = False
        if outer and not top.taken and not top.had_else:
            value = self._holds(frame, step, directive)
            self._record(step, directive, value)
        frame.conditionals = Conditional(top.parent, top.taken or value, value, top.had_else)

    def _record(self, step: Step, directive: Directive, value: bool) -> None:
        step.records += (
            Record(
                directive.kind,
                directive.start,
                directive.end,
                directive,
                directive.content,
                directive.name_start,
                directive.name_end,
                value=value,
            ),
        )

    def _no_more(self, step: Step, directive: Directive, active: bool) -> None:
        if not active or not directive.content or not directive.tokens:
            return
        start, end = directive.token_range(directive.tokens[0])
        if directive.kind == "else" and directive.tokens[0].text == "if":
            message = "'#else' takes nothing after it: did you mean '#elif'?"
            note = warning(directive.name_start, end, "extra-tokens", message, "elif")
            step.notes += (note,)
            return
        message = f"'#{directive.kind}' takes nothing after it: put a comment sign before this"
        step.notes += (warning(start, directive.end, "extra-tokens", message),)

    def _holds(self, frame: Frame, step: Step, directive: Directive) -> bool:
        kind = directive.kind
        if kind in ("if", "elif"):
            return self._condition_holds(frame, step, directive)
        tokens = directive.tokens
        if not tokens or not tokens[0].name:
            message = f"'#{kind}' needs the name of a macro"
            note = error(directive.start, directive.end, "invalid-directive", message)
            step.notes += (note,)
            return False
        name = tokens[0].text
        macro = self.runner.state.macros.get(name)
        if frame.recorder is not None:
            frame.recorder.look(name, macro)
        if len(tokens) > 1:
            start = directive.token_range(tokens[1])[0]
            message = f"'#{kind}' takes one name: put a comment sign before this"
            if tokens[1].text in ("&&", "||"):
                no, opening = ("!" if kind.endswith("ndef") else ""), kind[:-3].rstrip("n")
                meant = f"#{opening} {no}defined({name}) {tokens[1].text} ..."
                message = f"'#{kind}' takes one name: write '{meant}'"
            step.notes += (warning(start, directive.end, "extra-tokens", message),)
        known = macro is not None or self._is_constant(frame, name)
        return known == (kind in ("ifdef", "elifdef"))

    def _condition_holds(self, frame: Frame, step: Step, directive: Directive) -> bool:
        tokens = directive.tokens
        if any(token.name for token in tokens):
            tokens = self._expand(frame, step, directive, tokens, True)
            tokens = _with_constants(tokens, self.runner.headers.constants)
        try:
            value, odd = evaluate(tokens)
            for place, message in odd[:1]:
                start, end = directive.start, directive.end
                if isinstance(place.origin, int):
                    start, end = directive.token_range(place)
                step.notes += (warning(start, end, "expression", message),)
            return value != 0
        except ExpressionError as wrong:
            start, end = directive.start, directive.end
            token = wrong.token
            if token is not None and isinstance(token.origin, int):
                start, end = directive.token_range(token)
            name = wrong.undefined
            is_known = not name or name in self.runner.state.macros
            # What takes arguments may be a slip, too, if it is not written as macros are.
            if not is_known and (wrong.name != "expression" or _HOST_MACRO.fullmatch(name)):
                reason = "" if name in wrong.message else f", as '{name}' is not defined here"
                message = (
                    f"{wrong.message}{reason}: if the host defines it, name it with "
                    f"'-D {name}=...' or in 'defines' of opencl-ls.toml"
                )
                step.notes += (warning(start, end, wrong.name, message),)
            elif not any(note.severity is Severity.ERROR for note in step.notes):
                step.notes += (error(start, end, wrong.name, wrong.message, wrong.instead),)
            return False

    def _expand(
        self,
        frame: Frame,
        step: Step,
        directive: Directive,
        tokens: list[Token],
        condition: bool = False,
    ) -> list[Token]:
        # The directive's tokens after expansion, with all that this rests on noted.
        state = self.runner.state
        surroundings = frame.surroundings
        surroundings.counter = state.counter
        expander = Expander(
            state.macros, surroundings, directive.text, directive.cuts, 0, step.chunk.text
        )
        expander.constants = self.runner.headers.constants
        if condition:
            expander.finds = partial(self._finds, frame)
        expanded = expander.expand_tokens(tokens, condition)
        state.counter = surroundings.counter
        step.notes += tuple(expander.notes)
        if "__LINE__" in expander.builtins:
            step.uses_line = True
        recorder = frame.recorder
        if recorder is not None:
            recorder.look_all(*expander.looked_up({token.text for token in tokens if token.name}))
            recorder.builtins |= expander.builtins
        return expanded

    def _finds(self, frame: Frame, name: str, quoted: bool, query: str) -> bool:
        """Answer `__has_include` as an `#include` of the same name would find its file.

        So is `__has_embed`, for which it does not count whether there is anything in the file.
        """
        runner = self.runner
        paths = runner.paths
        if query == "__has_include_next":
            paths, quoted = _paths_after(frame.path, paths), False
        return bool(name) and runner.headers.resolve(name, quoted, frame.path, paths) is not None

    # --- macros ----------------------------------------------------------------------------------

    def _define(self, frame: Frame, step: Step, directive: Directive) -> None:
        macro = directive.macro
        if macro is None:
            place = (directive.start, directive.end)
            step.records += (Record("unread-define", *place, directive),)
            return
        before = self.runner.state.macros.get(macro.name)
        if before is not None:
            differs = before is not macro and not before.same_definition(macro)
            # The version macros of later versions are there too, and free as long as they agree.
            if self._is_predefined(before) and (differs or macro.name[:3] != "CL_"):
                start, end = macro.name_start, macro.name_end
                step.notes += (_predefined(macro.name, "defined again", start, end),)
            elif differs:
                step.notes += (_redefined(before, macro),)
        elif self._is_constant(frame, macro.name) and builtin_macro(macro.name) is not None:
            message = f"'{macro.name}' is a macro of OpenCL C already: '#undef' it first"
            place = (macro.name_start, macro.name_end)
            step.notes += (warning(*place, "macro-redefined", message),)
        self.runner.set_macro(frame, step, macro.name, macro)
        step.records += (
            Record(
                "define",
                directive.start,
                directive.end,
                directive,
                macro.name,
                macro.name_start,
                macro.name_end,
                macro,
            ),
        )

    def _is_constant(self, frame: Frame, name: str) -> bool:
        """Tell whether a name is a constant of the language that no `#undef` has taken away."""
        if name not in self.runner.headers.constants:
            return False
        gone = self.runner.state.macros.get(GONE + name)
        if frame.recorder is not None:
            frame.recorder.look(GONE + name, gone)
        return gone is None

    def _undef(self, frame: Frame, step: Step, directive: Directive) -> None:
        tokens = directive.tokens
        if not tokens or not tokens[0].name:
            message = "'#undef' needs the name of a macro"
            note = error(directive.start, directive.end, "invalid-directive", message)
            step.notes += (note,)
            return
        start, end = directive.token_range(tokens[0])
        name = tokens[0].text
        if name == "defined":
            message = "'defined' cannot be used as a macro name"
            step.notes += (error(start, end, "invalid-directive", message),)
            return
        if len(tokens) > 1:
            extra = directive.token_range(tokens[1])[0]
            message = "'#undef' takes one name: put a comment sign before this"
            step.notes += (warning(extra, directive.end, "extra-tokens", message),)
        before = self.runner.state.macros.get(name)
        if before is not None and self._is_predefined(before):
            step.notes += (_predefined(name, "undefined", start, end),)
        if before is None and self._is_constant(frame, name):
            self.runner.set_macro(frame, step, GONE + name, self.sentinel)
        self.runner.set_macro(frame, step, name, None)
        record = Record(
            "undef", directive.start, directive.end, directive, name, start, end, before
        )
        step.records += (record,)

    def _is_predefined(self, macro: Macro) -> bool:
        """Tell whether the target defines a macro that the language gives a meaning."""
        if macro.builtin or macro.signature not in self.runner.predefined:
            return bool(macro.builtin)
        if macro.name in _STANDARD:
            return True
        known = builtin_macro(macro.name)
        return known is not None and (
            known.group in ("version", "feature")
            or (known.group == "predefined" and macro.name[0] == "_")
        )

    # --- includes --------------------------------------------------------------------------------

    def _include(self, frame: Frame, step: Step, directive: Directive) -> None:
        runner = self.runner
        if step.absorbed:
            message = "an '#include' cannot stand among the arguments of a macro"
            note = error(directive.start, directive.end, "macro-arguments", message)
            step.notes += (note,)
            return
        found = self._header_name(frame, step, directive)
        if found is None:
            self._unknown_header(step, directive)
            return
        name, quoted, start, end = found
        paths = runner.paths
        if directive.kind == "include_next":
            paths, quoted = _paths_after(frame.path, paths), False
        path = runner.headers.resolve(name, quoted, frame.path, paths) if name else None
        file = runner.headers.file(path) if path is not None else None
        record = Record(
            "include",
            directive.start,
            directive.end,
            directive,
            name,
            start,
            end,
            path=path if file is not None else None,
            quoted=None if directive.kind == "include_next" else quoted,
        )
        step.records += (record,)
        if name in LIBRARY_HEADERS and file is None:
            return  # No folder would help: a rule says so.
        if file is None or path is None:
            message = (
                f"the file '{name}' is not found: check its name, or add its folder"
                if path is None
                else f"the file '{name}' cannot be read: see its size and its permissions"
            )
            step.notes += (error(start, end, "missing-include", message),)
            return
        if self._read_once(frame, path):
            return
        if self._too_deep(frame, step, path, start, end):
            return
        runner.include(frame, step, file)

    def _unknown_header(self, step: Step, directive: Directive) -> None:
        """Tell of an include that names no file; a macro that the host defines may do so."""
        match = _HOST_MACRO.match(directive.content)
        if match is None or match[0] in self.runner.state.macros:
            message = f"'#{directive.kind}' needs \"file\" or <file>"
            note = error(directive.start, directive.end, "invalid-directive", message)
            step.notes += (note,)
            return
        start, end = directive.token_range(directive.tokens[0])
        message = (
            f"the file is not known, for '{match[0]}' is not defined here: if the host defines it, "
            f"name it with '-D {match[0]}=...' or in 'defines' of opencl-ls.toml"
        )
        step.notes += (warning(start, end, "missing-include", message),)
        place = (directive.start, directive.end, directive)
        step.records += (Record("include", *place, match[0], start, end, quoted=True),)

    def _read_once(self, frame: Frame, path: str) -> bool:
        once = self.runner.state.macros.get(ONCE + path)
        if frame.recorder is not None:
            frame.recorder.look(ONCE + path, once)
        return once is not None

    def _too_deep(self, frame: Frame, step: Step, path: str, start: int, end: int) -> bool:
        macros = self.runner.state.macros
        cycle = any(open_frame.path == path for open_frame in self.runner.frames)
        if not cycle and frame.level < DEEPEST_INCLUDE:
            return False
        if frame.recorder is not None:
            frame.recorder.look(TOO_DEEP, macros.get(TOO_DEEP))
        if TOO_DEEP in macros:
            # One cycle was reported already; to follow it again could take for ever.
            return True
        if frame.level < DEEPEST_INCLUDE:
            return False
        frame.exact = True
        self.runner.set_macro(frame, step, TOO_DEEP, self.sentinel)
        if cycle:
            message = (
                f"'{path}' includes itself over and over: give it an include guard or "
                "'#pragma once'"
            )
            step.notes += (error(start, end, "include-depth", message),)
        else:
            message = f"includes are nested more than {DEEPEST_INCLUDE} deep"
            step.notes += (error(start, end, "include-depth", message),)
        return True

    def _header_name(
        self, frame: Frame, step: Step, directive: Directive
    ) -> tuple[str, bool, int, int] | None:
        # The name, whether it was quoted, and its raw range.
        content = directive.content
        tokens = directive.tokens
        if not tokens:
            return None
        start = directive.token_range(tokens[0])[0]
        match = HEADER_NAME.match(content)
        if match is not None:
            name = match.group(match.lastindex or 1)
            end = min(start + match.end(), directive.end)
            if directive.cuts:
                end = directive.end
            rest = content[match.end() :].strip()
            if rest and not rest.startswith(("//", "/*")):
                message = f"'#{directive.kind}' takes one file: put a comment sign before this"
                step.notes += (warning(end, directive.end, "extra-tokens", message),)
            return name, match.lastindex == 1, start, end
        expanded = spell(self._expand(frame, step, directive, tokens))
        match = HEADER_NAME.match(expanded)
        if match is None:
            return None
        name = match.group(match.lastindex or 1)
        return name, match.lastindex == 1, start, directive.end

    # --- the others ------------------------------------------------------------------------------

    def _pragma(self, frame: Frame, step: Step, directive: Directive) -> None:
        content = spell(directive.tokens)
        if content.split()[:1] == ["once"] and frame.level:
            self.runner.set_macro(frame, step, ONCE + frame.path, self.sentinel)
        start = directive.name_end
        tokens = directive.tokens
        if tokens:
            start = directive.token_range(tokens[0])[0]
        step.records += (
            Record(
                "pragma",
                directive.start,
                directive.end,
                directive,
                content,
                start,
                directive.end,
            ),
        )
        if not step.absorbed:
            self.runner.mark_pragma(frame, step, content)
        self._repeat(frame, step, directive)
        kept = _KEEPING.match(content)
        if kept is not None:
            self._keep(frame, step, kept[1] == "push", kept[2])

    def _keep(self, frame: Frame, step: Step, pushes: bool, name: str) -> None:
        """Keep what a name stands for, or give it back."""
        runner, key = self.runner, KEPT + name
        macro, kept = (runner.state.macros.get(each) for each in (name, key))
        if frame.recorder is not None:
            frame.recorder.look(name, macro)
            frame.recorder.look(key, kept)
        if pushes:
            runner.set_macro(frame, step, key, Saved(macro, kept))
        elif isinstance(kept, Saved):
            runner.set_macro(frame, step, name, kept.macro)
            runner.set_macro(frame, step, key, kept.below)

    def _repeat(self, frame: Frame, step: Step, directive: Directive) -> None:
        """Repeat the text of a pragma that says one, as compilers do."""
        words = [token.text for token in directive.tokens[:2]]
        if words[:1] == ["message"]:
            rest, kind = directive.tokens[1:], "warning"
        elif words in (["GCC", "warning"], ["GCC", "error"]):
            rest, kind = directive.tokens[2:], words[1]
        else:
            return
        match = _TEXT.match(spell(self._expand(frame, step, directive, rest)))
        if match is None:
            return
        severity = Severity.ERROR if kind == "error" else Severity.WARNING
        code = f"preprocessor/{kind}-directive"
        name = "message" if words[0] == "message" else f"GCC {kind}"
        note = Note(directive.start, directive.end, code, severity, f"#pragma {name}: {match[1]}")
        step.notes += (note,)

    def _line(self, frame: Frame, step: Step, directive: Directive) -> None:
        tokens = directive.tokens
        if _DIGITS.match(directive.kind):
            tokens = [Token(directive.kind, False, False, 0), *tokens]
        else:
            tokens = self._expand(frame, step, directive, tokens)
        number = tokens[0].text if tokens else ""
        if not _DIGITS.match(number) or len(number) > 10 or int(number) >= 1 << 32:
            message = "'#line' needs a line number from 1 to 2147483647"
            note = error(directive.start, directive.end, "invalid-directive", message)
            step.notes += (note,)
            return
        surroundings = frame.surroundings
        if len(tokens) > 1:
            name = tokens[1].text
            if len(name) < 2 or name[0] != '"' or name[-1] != '"':
                message = "'#line' takes a file name in quotes after the number"
                note = error(directive.start, directive.end, "invalid-directive", message)
                step.notes += (note,)
                return
            surroundings.file = name[1:-1].replace('\\"', '"').replace("\\\\", "\\")
        step.notes += _line_notes(directive, tokens)
        step.uses_line = True
        natural = surroundings.line - surroundings.shift + step.chunk.newlines
        surroundings.shift = int(number) - natural
        record = Record("line", directive.start, directive.end, directive, directive.content)
        step.records += (record,)

    def _message(self, step: Step, directive: Directive) -> None:
        content = directive.content
        severity = Severity.ERROR if directive.kind == "error" else Severity.WARNING
        code = f"preprocessor/{directive.kind}-directive"
        message = f"#{directive.kind}: {content}" if content else f"#{directive.kind}"
        step.notes += (Note(directive.start, directive.end, code, severity, message),)
        record = Record(directive.kind, directive.start, directive.end, directive, content)
        step.records += (record,)

    def _ident(self, step: Step, directive: Directive) -> None:
        tokens = directive.tokens
        if not tokens or tokens[0].text[:1] != '"':
            message = f"'#{directive.kind}' needs a text in quotes"
            note = error(directive.start, directive.end, "invalid-directive", message)
            step.notes += (note,)
        elif len(tokens) > 1:
            start = directive.token_range(tokens[1])[0]
            message = f"'#{directive.kind}' takes one text: put a comment sign before this"
            step.notes += (warning(start, directive.end, "extra-tokens", message),)

    def _unknown(self, step: Step, directive: Directive) -> None:
        likely = _likely(directive.kind)
        hint = f": did you mean '#{likely}'?" if likely else ""
        message = f"'#{directive.kind}' is not a directive{hint}"
        start, end = directive.name_start, directive.name_end
        step.notes += (error(start, end, "invalid-directive", message, likely),)

    def _skipped(self, step: Step, directive: Directive) -> None:
        # Text that is left out may hold anything, but this one was to end it.
        likely = _likely(directive.kind) if directive.kind not in KNOWN else ""
        if likely in ("else", "elif", "endif"):
            message = f"'#{directive.kind}' is not a directive: did you mean '#{likely}'?"
            start, end = directive.name_start, directive.name_end
            step.notes += (warning(start, end, "invalid-directive", message, likely),)


def _line_notes(directive: Directive, tokens: list[Token]) -> tuple[Note, ...]:
    """Return what is odd about a `#line`, or a line marker, that has its number and its file."""
    is_marker = directive.kind != "line"
    rest = tokens[2:]
    if is_marker:
        # 1 enters a file and 2 leaves it, 3 and 4 tell what kind of file it is.
        if any(token.text not in ("1", "3", "4") for token in rest):
            message = "behind a line marker stand the flags 1, 3 and 4; nothing was entered for 2"
            return (error(directive.start, directive.end, "invalid-directive", message),)
    elif rest:
        message = "'#line' takes a number and a file: put a comment sign before the rest"
        return (warning(directive.start, directive.end, "extra-tokens", message),)
    number = tokens[0].text
    if len(number) > 1 and number[0] == "0":
        message = f"'{number}' is decimal here, and no octal number"
        return (warning(directive.start, directive.end, "invalid-directive", message),)
    return ()


def _likely(kind: str) -> str:
    """Return the directive that a word is nearly, or ""."""
    if kind in _MEANT:
        return _MEANT[kind]
    return "".join(nearest(kind, sorted(KNOWN)))


def _predefined(name: str, what: str, start: int, end: int) -> Note:
    message = f"the predefined macro '{name}' is {what}: its value is the compiler's to give"
    return warning(start, end, "predefined-macro", message)


def _redefined(before: Macro, macro: Macro) -> Note:
    return Note(
        macro.name_start,
        macro.name_end,
        "preprocessor/macro-redefined",
        Severity.WARNING,
        f"macro '{macro.name}' is defined again with another body: '#undef' it first",
        None if before.builtin else before,
        f"'{macro.name}' was defined here",
    )


def _paths_after(path: str, paths: tuple[str, ...]) -> tuple[str, ...]:
    for index, folder in enumerate(paths):
        if path.startswith(folder.rstrip("/") + "/"):
            return paths[index + 1 :]
    return paths


def _with_constants(tokens: list[Token], constants: Mapping[str, str]) -> list[Token]:
    """Replace the names of built-in constants that a condition still holds by their values."""
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
