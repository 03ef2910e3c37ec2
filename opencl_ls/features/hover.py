"""What a name is: a symbol of the program, a macro, or something built in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from opencl_ls.builtins.extensions import extension
from opencl_ls.builtins.functions import BuiltinFunction, function
from opencl_ls.builtins.language import attribute, keyword
from opencl_ls.builtins.macros import macro
from opencl_ls.builtins.types import BuiltinType, builtin_type
from opencl_ls.builtins.versions import version_words
from opencl_ls.syntax.surface_queries import in_comment_or_string

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis import Snapshot
    from opencl_ls.builtins.versions import Availability, Conditions

_WORD = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_EDGE = re.compile(r"\w*\Z", re.ASCII)
_DIRECTIVE = re.compile(r"[ \t]*#")
_SIGNATURE_LIMIT = 8


@dataclass(frozen=True, slots=True)
class Part:
    """A paragraph: program text, or words in which `...` marks program text."""

    text: str
    code: bool = False


@dataclass(frozen=True, slots=True)
class Hover:
    """What to show about the stretch from `start` to `end`."""

    start: int
    end: int
    parts: tuple[Part, ...]


def hover_at(snapshot: Snapshot, offset: int) -> Hover | None:
    """Return what is known about the name at an offset, or just before it."""
    word = _word_at(snapshot.text, offset)
    if word is None or in_comment_or_string(snapshot.surface, word.start()):
        return None
    parts = tuple(_parts(snapshot, word[0], word.start()))
    return Hover(word.start(), word.end(), parts) if parts else None


def _word_at(text: str, offset: int) -> re.Match[str] | None:
    window = max(0, offset - 300)
    edge = _EDGE.search(text, window, offset)
    return _WORD.match(text, edge.start() if edge else offset)


def _parts(snapshot: Snapshot, name: str, start: int) -> Iterator[Part]:
    used = snapshot.macro_at(start)
    if used is not None:
        yield Part(used.definition, code=True)
        if used.expansion:
            yield Part("Expands to")
            yield Part(_shortened(used.expansion), code=True)
        return
    symbol = snapshot.symbol_at(start)
    if symbol is not None:
        yield Part(symbol.type_text or symbol.name, code=True)
        yield Part(_KIND_WORDS.get(symbol.kind, symbol.kind))
        return
    yield from _builtin(name, snapshot, start)


_KIND_WORDS = {
    "typedef": "type alias",
    "enumerator": "enumeration constant",
    "member": "member",
    "local": "local variable",
}


def _builtin(name: str, snapshot: Snapshot, start: int) -> Iterator[Part]:
    found_function = function(name)
    found_type = builtin_type(name)
    found_macro = macro(name)
    if found_function is not None:
        yield from _function(found_function, snapshot.target)
    elif found_type is not None:
        yield Part(_type_line(found_type), code=True)
        yield from _type_words(found_type)
        yield from _availability(found_type.availability, snapshot.target)
    elif found_macro is not None:
        value = found_macro.value
        shown = value if value is not None and not found_macro.value_source else ""
        yield Part(f"#define {name}{found_macro.parameters} {shown}".rstrip(), code=True)
        if value is None or found_macro.value_source:
            yield Part("The implementation chooses its value.")
        yield from _availability(found_macro.availability, snapshot.target)
    else:
        yield from _word_of_the_language(name, snapshot, start)


def _function(found: BuiltinFunction, target: Conditions) -> Iterator[Part]:
    rendered = dict.fromkeys(one.render(found.name, where=True) for one in found.signatures)
    # Signatures that differ in nothing but what their generic words stand for share a line.
    shared: dict[str, dict[str, None]] = {}
    for text in rendered:
        line, *where = text.splitlines()
        shared.setdefault(line, {}).update(dict.fromkeys(where))
    lines = [
        "\n".join([line, *(f"//{each}" for each in where)])
        for line, where in list(shared.items())[:_SIGNATURE_LIMIT]
    ]
    if len(shared) > len(lines):
        lines.append(f"// and {len(shared) - len(lines)} more")
    yield Part("\n".join(lines), code=True)
    if found.note:
        yield Part(_sentence(found.note))
    yield from _availability(found.availability, target)
    missing = found.missing(target)
    if missing is not None and found.availability.missing(target) is None:
        yield Part(f"Not available here: {missing.text}.")


def _type_line(found: BuiltinType) -> str:
    return f"typedef {found.of} {found.name}" if found.of else found.name


def _type_words(found: BuiltinType) -> Iterator[Part]:
    words = []
    if found.kind == "reserved":
        words.append("reserved word, no type that can be used")
    if found.size is not None:
        words.append(f"{found.size} bytes, aligned to {found.alignment or found.size}")
    elif found.pointer_sized:
        words.append("as large as a pointer of the device")
    if found.host:
        words.append(f"`{found.host}` in the host's API")
    if words:
        yield Part(_sentence("; ".join(words)))


def _word_of_the_language(name: str, snapshot: Snapshot, start: int) -> Iterator[Part]:
    found = keyword(name)
    line = snapshot.text[snapshot.text.rfind("\n", 0, start) + 1 : start]
    if found is not None:
        yield Part(name, code=True)
        yield Part(_sentence(" ".join(filter(None, [found.status, found.kind, "keyword"]))))
        yield from _availability(found.availability, snapshot.target)
    elif "__attribute__" in line and (known := attribute(name)) is not None:
        yield Part(f"__attribute__(({known.name}{known.arguments}))", code=True)
        yield Part(_sentence(f"attribute of: {known.target}"))
        if known.constraint:
            yield Part(_sentence(known.constraint))
        yield from _availability(known.availability, snapshot.target)
    elif _DIRECTIVE.match(line) and (brought := extension(name)) is not None:
        yield Part(name, code=True)
        if brought.core:
            yield Part(f"Extension; part of the language since {version_words(brought.core)}.")
        else:
            yield Part("Extension.")


def _availability(availability: Availability, target: Conditions) -> Iterator[Part]:
    words = availability.words()
    if words and words != version_words(100):
        yield Part(f"Available in {words}.")
    missing = availability.missing(target)
    if missing is not None:
        yield Part(f"Not available here: {missing.text}.")
    if availability.deprecated is not None:
        yield Part(f"Deprecated by {version_words(availability.deprecated)}.")


def _sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def _shortened(text: str) -> str:
    return text if len(text) <= 2000 else text[:2000] + " ..."
