"""Completion in a directive: its name, pragmas, extensions, names of macros."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.extensions import all_extensions, awaiting_pragma
from opencl_ls.builtins.language import all_pragmas, pragma
from opencl_ls.builtins.macros import all_macros, macro
from opencl_ls.builtins.versions import version_words
from opencl_ls.docs.library import documented
from opencl_ls.features.completion.item import CompletionItem
from opencl_ls.text import NAME, byte_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import NameContext
    from opencl_ls.builtins.extensions import Extension
    from opencl_ls.builtins.language import Pragma
    from opencl_ls.settings.target import Target

_HEAD: Final = re.compile(r"(?:[ \t]|\\\r?\n)*(?:#|%:)(?:[ \t]|\\\r?\n)*(\w*)", re.ASCII)
_CONDITIONAL: Final = re.compile(
    r"^[ \t]*(?:#|%:)[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b", re.M | re.ASCII
)
_ASKED: Final = re.compile(
    rf"^[ \t]*(?:#|%:)[ \t]*(?:ifn?def[ \t]+(?P<name>{NAME})|(?:el)?if\b(?P<condition>[^\n]*))",
    re.M | re.ASCII,
)
_DEFINED: Final = re.compile(rf"\bdefined[ \t]*\(?[ \t]*({NAME})", re.ASCII)
_REST: Final = re.compile(r"[^\r\n]*")
_FP_CONTRACT: Final = "STDC FP_CONTRACT"
_HEADERS: Final = (".h", ".hh", ".hpp", ".hxx", ".clh", ".inc", ".inl")
_ASKED_FOR: Final = ("predefined", "feature", "version")
_NO_QUESTIONS: Final = ("NULL", "__func__", "__FILE__", "__LINE__", "__OPENCL_CPP_VERSION__")
"""Macros that conditionals do not test: always defined, no macros, or of another language."""
_ENDS: Final = ("elif", "else", "endif")
_CONDITIONS: Final = ("if", "elif")


class _Directive(NamedTuple):
    """A directive: its description, the snippet, and the places where it may appear."""

    name: str
    detail: str
    snippet: str = ""


_DIRECTIVES: Final = (
    _Directive("define", "defines a macro", "define ${1:NAME} $0"),
    _Directive("undef", "removes a macro", "undef ${1:NAME}"),
    _Directive("include", "includes another file", 'include "$1"$0'),
    _Directive("if", "keeps what follows if a number is not 0", "if ${1:condition}\n$0\n#endif"),
    _Directive("ifdef", "keeps what follows if a macro is defined", "ifdef ${1:NAME}\n$0\n#endif"),
    _Directive(
        "ifndef", "keeps what follows if a macro is not defined", "ifndef ${1:NAME}\n$0\n#endif"
    ),
    _Directive("elif", "otherwise, if a number is not 0", "elif ${1:condition}"),
    _Directive("else", "otherwise"),
    _Directive("endif", "ends the conditional"),
    _Directive("pragma", "gives an instruction to the compiler", "pragma $0"),
    _Directive("error", "stops the build with a message", "error ${1:message}"),
    _Directive("warning", "makes the build warn", "warning ${1:message}"),
    _Directive("line", "changes the number of the line", "line ${1:number}"),
)


def directive_items(analysis: Analysis, context: NameContext) -> Iterator[CompletionItem]:
    """Yield the items for a place in a directive, by the kind of the context."""
    if context.kind == "directive":
        yield from _names(analysis, context)
    elif context.kind == "pragma":
        yield from _pragmas(analysis, context)
    elif context.kind == "extension-name":
        yield from _extensions(analysis, context)
    elif context.kind == "extension-behaviour":
        yield from _behaviours(analysis, context)
    elif context.kind == "macro-name":
        yield from _macro_names(analysis, context)


# --- the directive's name ------------------------------------------------------------------------


def _names(analysis: Analysis, context: NameContext) -> Iterator[CompletionItem]:
    open_ones = _open_conditionals(analysis, context.replace.start)
    is_alone = not _rest(analysis, context).strip()
    for each in _DIRECTIVES:
        if each.name in _ENDS:
            if not open_ones or (each.name != "endif" and open_ones[-1] == "else"):
                continue
        yield CompletionItem(
            label=each.name,
            kind="directive",
            replace=context.replace,
            # If the line has more text, only the word is inserted.
            snippet=each.snippet if is_alone else "",
            detail=each.detail,
            tier=0 if each.name in _ENDS else 1,
        )
    if is_alone and _begins_header(analysis, context.replace.start):
        name = _guard_name(analysis.path)
        body = f"ifndef {{name}}\n#define {name}\n\n$0\n\n#endif"
        yield CompletionItem(
            label="ifndef (include guard)",
            kind="snippet",
            replace=context.replace,
            insert=body.replace("{name}", name).replace("$0", ""),
            snippet=body.replace("{name}", f"${{1:{name}}}").replace(
                f"#define {name}", "#define $1"
            ),
            detail="lets a header be included twice",
        )


def _open_conditionals(analysis: Analysis, offset: int) -> list[str]:
    """Return the last directive of each conditional that is open before a byte, outermost first."""
    found: list[str] = []
    for match in _CONDITIONAL.finditer(analysis.text, 0, max(0, offset)):
        if match.end() > offset or analysis.is_in_comment_or_string(match.start(1)):
            continue
        name = match[1]
        if name.startswith("if"):
            found.append(name)
        elif found and name == "endif":
            found.pop()
        elif found:
            found[-1] = name
    return found


def _rest(analysis: Analysis, context: NameContext) -> str:
    """Return the text in the line after the replaced word."""
    match = _REST.match(analysis.text, context.replace.end)
    return "" if match is None else match[0]


def _begins_header(analysis: Analysis, offset: int) -> bool:
    """Tell whether a byte is at the beginning of a header, with only comments above it."""
    if not analysis.path.lower().endswith(_HEADERS):
        return False
    for match in re.finditer(r"\S", analysis.text[:offset].rstrip("#: \t%")):
        if not analysis.is_in_comment_or_string(match.start()):
            return False
    return True


def _guard_name(path: str) -> str:
    name = re.sub(r"\W+", "_", path.replace("\\", "/").rpartition("/")[2], flags=re.ASCII).upper()
    return f"H_{name}" if name[:1].isdigit() else name


# --- pragmas -------------------------------------------------------------------------------------


def _pragmas(analysis: Analysis, context: NameContext) -> Iterator[CompletionItem]:
    words = _words_before(analysis, context)
    if len(words) > 2 and words[:2] == ["OPENCL", "EXTENSION"]:
        if len(words) == 3 and ":" not in words[2]:
            yield _pragma_item(context, ":", "")
        return
    known = {name: each for name, each in all_pragmas().items() if _exists(each, analysis.target)}
    typed = " ".join(words)
    for name, each in known.items():
        if typed == name and name != "OPENCL EXTENSION":
            for value in each.values:
                yield _pragma_item(context, value, "")
        elif name.startswith(f"{typed} " if typed else ""):
            rest = name[len(typed) :].strip()
            yield _pragma_item(context, rest, _pragma_detail(name, each.syntax), _completed(name))
    if typed == _FP_CONTRACT:
        for value in known["OPENCL FP_CONTRACT"].values:
            yield _pragma_item(context, value, "")
    elif _FP_CONTRACT.startswith(f"{typed} " if typed else ""):
        rest = _FP_CONTRACT[len(typed) :].strip()
        detail = "C99's way to write OPENCL FP_CONTRACT"
        yield _pragma_item(context, rest, detail, "FP_CONTRACT ${1|ON,OFF,DEFAULT|}", tier=1)
    if not typed and analysis.path.lower().endswith(_HEADERS):
        yield _pragma_item(context, "once", "reads this file once in a program")


def _exists(known: Pragma, target: Target) -> bool:
    """Tell whether a pragma has an effect in the version of a target."""
    needs = known.availability
    return needs.missing(target) is None and not needs.deprecated_in(target)


def _pragma_detail(name: str, syntax: str) -> str:
    written = documented(f"#pragma {name}")
    return byte_text(written.entry.summary) if written is not None else syntax


def _completed(name: str) -> str:
    """Return the last word of a pragma with the text after it, with placeholders."""
    known = pragma(name)
    last = name.rpartition(" ")[2]
    if known is None or not known.values:
        return last
    if name == "OPENCL EXTENSION":
        return f"{last} ${{1:name}} : ${{2|{','.join(known.values)}|}}"
    return f"{last} ${{1|{','.join(known.values)}|}}"


def _pragma_item(
    context: NameContext, label: str, detail: str, last: str = "", tier: int = 0
) -> CompletionItem:
    first = label.rpartition(" ")[0]
    return CompletionItem(
        label=label,
        kind="pragma",
        replace=context.replace,
        snippet=f"{first} {last}".strip() if last and last != label else "",
        detail=detail,
        tier=tier,
    )


def _words_before(analysis: Analysis, context: NameContext) -> list[str]:
    """Return the words of a directive between its name and the replaced word."""
    return _written(analysis, context)[1].replace("\\\n", " ").split()


def _written(analysis: Analysis, context: NameContext) -> tuple[str, str]:
    """Return the name of the directive around a place, and the text after it up to there."""
    text, end = analysis.text, context.replace.start
    start = text.rfind("\n", 0, end) + 1
    while start and text[:start].endswith(("\\\n", "\\\r\n")):
        start = text.rfind("\n", 0, start - 1) + 1
    head = _HEAD.match(text, start, end)
    return ("", "") if head is None else (head[1], text[head.end() : end])


# --- extensions ----------------------------------------------------------------------------------


def _extensions(analysis: Analysis, context: NameContext) -> Iterator[CompletionItem]:
    is_alone = not _rest(analysis, context).strip()
    target = analysis.target
    for known in all_extensions().values():
        needs = _extension_needs(known, target)
        yield CompletionItem(
            label=known.name,
            kind="extension",
            replace=context.replace,
            insert=f"{known.name} : enable" if is_alone else "",
            snippet=f"{known.name} : ${{1|enable,disable|}}" if is_alone else "",
            detail=_summary(known.name),
            needs=needs,
            is_deprecated=known.deprecated is not None and target.version >= known.deprecated,
            tier=_extension_tier(known, needs, target),
        )
    yield CompletionItem(
        label="all",
        kind="extension",
        replace=context.replace,
        insert="all : disable" if is_alone else "",
        detail="every extension; it can only be disabled",
        tier=2,
    )


def _extension_needs(known: Extension, target: Target) -> str:
    if known.name in target.extensions:
        return ""
    if known.since > target.version:
        return f"needs {version_words(known.since)}"
    # A macro that changes nothing in a kernel does not depend on the target.
    return "the target lacks it" if known.language else ""


def _extension_tier(known: Extension, needs: str, target: Target) -> int:
    """Return 0 for extensions that need a pragma; those that the target lacks come last."""
    if needs:
        return 4
    if not known.language:
        return 3
    if known.pragma is False:
        return 2
    return 0 if known.name in awaiting_pragma(target.version) else 1


@cache
def _summary(name: str) -> str:
    written = documented(name)
    return "" if written is None else byte_text(written.entry.summary)


def _behaviours(analysis: Analysis, context: NameContext) -> Iterator[CompletionItem]:
    is_all = _words_before(analysis, context)[2:3] in (["all"], ["all:"])
    for value in context.values:
        if not (is_all and value == "enable"):
            yield CompletionItem(label=value, kind="pragma", replace=context.replace)


# --- names of macros -----------------------------------------------------------------------------


def _macro_names(analysis: Analysis, context: NameContext) -> Iterator[CompletionItem]:
    directive = _written(analysis, context)[0]
    known: set[str] = set()
    for entry in analysis.macros_at(context.replace.start):
        is_own = entry.place is not None
        if directive == "undef" and not is_own:
            continue
        known.add(entry.name)
        yield _macro_item(context, entry.name, entry.type_text, tier=0 if is_own else 2)
    if directive == "undef":
        return
    if directive in _CONDITIONS and "defined" not in known:
        yield CompletionItem(
            label="defined",
            kind="keyword",
            replace=context.replace,
            insert="defined",
            snippet="defined(${1:NAME})",
            detail="1 if a macro of this name is defined",
        )
    for name in _asked_elsewhere(analysis, context):
        if name not in known:
            known.add(name)
            yield _macro_item(context, name, "asked for by a conditional of this file", tier=1)
    target = analysis.target
    for name, each in all_macros().items():
        if each.group not in _ASKED_FOR or name in known or name in _NO_QUESTIONS:
            continue
        known.add(name)
        missing = each.missing(target)
        yield _macro_item(context, name, "", "" if missing is None else missing.text, tier=3)
    for name, extension in all_extensions().items():
        if extension.language and name not in known:
            needs = _extension_needs(extension, target)
            yield _macro_item(context, name, _summary(name), needs, tier=3)


def _macro_item(
    context: NameContext, name: str, detail: str, needs: str = "", *, tier: int
) -> CompletionItem:
    # Constants of the language, and counters of compilers, are tested least often.
    if tier == 2 and name.startswith("__") and macro(name) is None:
        tier = 3
    return CompletionItem(
        label=name, kind="macro", replace=context.replace, detail=detail, needs=needs, tier=tier
    )


def _asked_elsewhere(analysis: Analysis, context: NameContext) -> Iterator[str]:
    """Yield the names that conditionals of the file test: build options define them."""
    place = context.replace
    for match in _ASKED.finditer(analysis.text):
        if match["name"] is not None:
            found = [match.span("name")]
        else:
            span = match.span("condition")
            found = [each.span(1) for each in _DEFINED.finditer(analysis.text, *span)]
        for start, end in found:
            if not start <= place.start <= end:
                yield analysis.text[start:end]
