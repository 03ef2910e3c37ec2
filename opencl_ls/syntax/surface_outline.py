"""The outline of a file: what is declared at its top level, and the members of that."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.syntax.outline_entries import Declared, OutlineGroup
from opencl_ls.syntax.surface_items import BODY
from opencl_ls.syntax.surface_queries import declared_name, is_function, is_kernel
from opencl_ls.text import COMMENT_BODY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from opencl_ls.syntax.surface import SurfaceText
    from opencl_ls.syntax.surface_items import Fragment
    from opencl_ls.syntax.surface_queries import PartCache

_TYPE_SPECIFIERS = {"struct_specifier": "struct", "union_specifier": "union"}
_LEFT_OUT: Final = re.compile(
    rf"/{COMMENT_BODY}|//[^\n]*|__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)"
)
_INNER_BLANKS: Final = re.compile(r"(\() | (?=\))")


def declared(
    surface: SurfaceText, memory: PartCache[OutlineGroup]
) -> list[tuple[int, OutlineGroup]]:
    """Return what each item declares, with the start of the item."""
    return memory.of(surface, _group)


def _group(node: Node, parent: str, fragment: Fragment) -> OutlineGroup:
    return OutlineGroup(() if parent == BODY else tuple(_declared_in(node, fragment.text)))


def _declared_in(node: Node, text: str) -> Iterator[Declared]:
    kind = node.type
    if kind == "function_definition":
        declarator = node.child_by_field_name("declarator")
        made = _entry("kernel" if is_kernel(node) else "function", declarator, node, text, node)
        if made is not None:
            yield made
    elif kind in {"preproc_def", "preproc_function_def"}:
        made = _entry("macro", node.child_by_field_name("name"), node, text, node)
        if made is not None:
            yield made
    elif kind in {"declaration", "type_definition"}:
        yield from _declaration(node, text)
    elif kind in _TYPE_SPECIFIERS or kind == "enum_specifier":
        yield from _tag(node, node, text)


def _declaration(node: Node, text: str) -> Iterator[Declared]:
    base = node.start_byte
    specifier = node.child_by_field_name("type")
    members: tuple[Declared, ...] = ()
    if specifier is not None and specifier.child_by_field_name("body") is not None:
        # Without a tag, it is the name of the type that shows its members.
        if node.type == "declaration" or specifier.child_by_field_name("name") is not None:
            yield from _tag(specifier, node, text)
        members = _members(specifier, base, text)
    for declarator in node.children_by_field_name("declarator"):
        if node.type == "type_definition":
            kind = "typedef"
        elif is_function(declarator):
            kind = "kernel" if is_kernel(node) else "function"
        else:
            kind = "variable"
        made = _entry(kind, declarator, node, text, node)
        if made is None:
            continue
        anonymous = specifier is not None and specifier.child_by_field_name("name") is None
        if kind == "typedef" and members and anonymous and specifier is not None:
            made = Declared(
                _TYPE_SPECIFIERS.get(specifier.type, "enum"),
                made.name,
                made.name_start,
                made.name_end,
                made.start,
                made.end,
                "typedef",
                members,
            )
        yield made


def _tag(specifier: Node, whole: Node, text: str) -> Iterator[Declared]:
    """Yield the struct, union or enum that a specifier defines, or an unnamed enum's constants."""
    name = specifier.child_by_field_name("name")
    if specifier.child_by_field_name("body") is None:
        return
    base = whole.start_byte
    if name is None:
        if specifier.type == "enum_specifier":
            yield from _members(specifier, base, text)
        return
    kind = _TYPE_SPECIFIERS.get(specifier.type, "enum")
    yield Declared(
        kind,
        text[name.start_byte : name.end_byte],
        name.start_byte - base,
        name.end_byte - base,
        specifier.start_byte - base,
        _end(specifier, text) - base,
        kind,
        _members(specifier, base, text),
    )


def _members(specifier: Node, base: int, text: str) -> tuple[Declared, ...]:
    body = specifier.child_by_field_name("body")
    found = []
    for node in body.named_children if body is not None else ():
        if node.type == "enumerator":
            made = _entry("enumerator", node.child_by_field_name("name"), node, text, node, base)
            if made is not None:
                found.append(made)
        elif node.type == "field_declaration":
            inner = node.child_by_field_name("type")
            nested = _members(inner, base, text) if inner is not None else ()
            declarators = node.children_by_field_name("declarator")
            if not declarators and inner is not None and inner.child_by_field_name("name") is None:
                # The members of an unnamed struct or union are those of what it stands in.
                found.extend(nested)
            for declarator in declarators:
                made = _entry("member", declarator, node, text, node, base, nested)
                if made is not None:
                    found.append(made)
    return tuple(found)


def _entry(
    kind: str,
    declarator: Node | None,
    whole: Node,
    text: str,
    written: Node,
    base: int | None = None,
    children: tuple[Declared, ...] = (),
) -> Declared | None:
    name = declared_name(declarator)
    if name is None or declarator is None:
        return None
    base = whole.start_byte if base is None else base
    return Declared(
        kind,
        text[name.start_byte : name.end_byte],
        name.start_byte - base,
        name.end_byte - base,
        whole.start_byte - base,
        _end(whole, text) - base,
        _detail(kind, declarator, written, text),
        children,
    )


def _end(node: Node, text: str) -> int:
    # A directive's node goes on to the start of the next line, others to what they only lack.
    return node.start_byte + len(text[node.start_byte : node.end_byte].rstrip())


def _detail(kind: str, declarator: Node, node: Node, text: str) -> str:
    if kind == "macro":
        return _written(node.child_by_field_name("parameters"), text)
    if kind == "enumerator":
        return _written(node.child_by_field_name("value"), text)
    if kind == "typedef":
        return "typedef"
    specifier = node.child_by_field_name("type")
    around = _around_name(declarator, text)
    if kind == "kernel":
        # Nothing but its parameters tells a kernel from others: it returns no value.
        return _line(f"kernel {around.lstrip(' *')}")
    if specifier is None:
        return ""
    body = specifier.child_by_field_name("body")
    end = body.start_byte if body is not None else specifier.end_byte
    front = text[node.start_byte : end]
    return _line(f"{front}{around}" if around.startswith("[") else f"{front} {around}")


def _around_name(declarator: Node, text: str) -> str:
    """Return a declarator without its name and without a value: `*`, `[3]`, `(int a)`."""
    if declarator.type == "init_declarator":
        declarator = declarator.child_by_field_name("declarator") or declarator
    name = declared_name(declarator)
    if name is None:
        return ""
    front, behind = text[declarator.start_byte : name.start_byte], text[name.end_byte :]
    return front + behind[: declarator.end_byte - name.end_byte]


def _written(node: Node | None, text: str) -> str:
    return "" if node is None else _line(text[node.start_byte : node.end_byte])


def _line(text: str) -> str:
    if "/" in text or "__attribute__" in text:
        text = _LEFT_OUT.sub(" ", text)
    short = _INNER_BLANKS.sub(r"\1", " ".join(text.split()))
    return short if len(short) <= 80 else short[:79] + "\u2026".encode().decode("latin-1")
