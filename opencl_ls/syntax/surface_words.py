"""The words of a file for highlighting: what each is, as far as the item around it tells."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from opencl_ls.syntax.surface_queries import DEPTH_LIMIT, declared_name, is_function, is_kernel

if TYPE_CHECKING:
    from tree_sitter import Node

    from opencl_ls.syntax.surface_queries import Memory, Surface


@dataclass(frozen=True, slots=True)
class Word:
    """A stretch of an item that has a meaning of its own.

    `role` is "comment", "string", "number", "keyword", "modifier", "type-word", "label", or for
    identifiers "macro", "call", "type", "struct", "enum", "enumerator", "member", "function",
    "kernel", "parameter", "variable" or "name", which is any other use.  `declares` tells a
    declaration from a use, `defines` a definition.
    """

    start: int
    end: int
    role: str
    text: str = ""
    declares: bool = False
    defines: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The words of one item in their order, relative to its start.

    `text` is the item's text, `outer` the names in it that may be declared elsewhere, and
    `parameters` and `variables` are the names that it declares itself.
    """

    text: str
    words: tuple[Word, ...]
    outer: tuple[str, ...]
    parameters: frozenset[str]
    variables: frozenset[str]


def words(surface: Surface, memory: Memory[Words]) -> list[tuple[int, Words]]:
    """Return the words of all items, each with the start of its item."""
    return memory.of(surface, _words_of)


_LEAVES = {
    "comment": "comment",
    "string_literal": "string",
    "system_lib_string": "string",
    "char_literal": "string",
    "number_literal": "number",
    "primitive_type": "type-word",
    "true": "number",
    "false": "number",
    "null": "number",
    "statement_identifier": "label",
    "field_identifier": "member",
    "type_identifier": "type",
    "preproc_directive": "keyword",
    "storage_class_specifier": "modifier",
    "address_space_qualifier": "modifier",
    "access_qualifier": "modifier",
    "kernel_qualifier": "modifier",
    "pipe_qualifier": "modifier",
}
_BODY = re.compile(
    r"(?P<comment>/\*.*?(?:\*/|$)|//.*)|(?P<string>\"(?:\\.|[^\"\\])*\"?|'(?:\\.|[^'\\])*'?)"
    r"|(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)|(?P<name>[A-Za-z_]\w*)",
    re.DOTALL | re.ASCII,
)


class _Reader:
    """Collects the words of one item."""

    def __init__(self, text: str, base: int) -> None:
        self.text = text
        self.base = base
        self.words: list[Word] = []
        self.roles: dict[int, tuple[str, bool]] = {}
        self.parameters: set[str] = set()
        self.variables: set[str] = set()

    def read(self, node: Node, parent: str, depth: int = 0) -> None:
        kind = node.type
        role = _LEAVES.get(kind)
        if role is not None:
            if kind == "type_identifier" and parent in {"struct_specifier", "union_specifier"}:
                role = "struct"
            elif kind == "type_identifier" and parent == "enum_specifier":
                role = "enum"
            marked = self.roles.get(node.id)
            self.add(node, marked[0] if marked else role, declares=marked is not None)
        elif kind == "identifier":
            role, defines = self.roles.get(node.id, (self.use(parent), False))
            self.add(node, role, declares=node.id in self.roles, defines=defines)
        elif kind == "preproc_arg":
            self.read_body(node)
        elif not node.is_named:
            if kind[:1].isalpha() or kind[:1] in "_#":
                self.add(node, _anonymous(kind, parent))
        elif depth < DEPTH_LIMIT:
            self.prepare(node, kind)
            for child in node.children:
                self.read(child, kind, depth + 1)
            if kind == "call_expression":
                self.mark_call(node)

    def use(self, parent: str) -> str:
        return "macro" if parent.startswith("preproc_") else "name"

    def add(self, node: Node, role: str, *, declares: bool = False, defines: bool = False) -> None:
        start, end = node.start_byte, node.end_byte
        named = role not in {"comment", "string", "number", "keyword", "modifier"}
        name = self.text[start:end] if named else ""
        if end > start:
            self.words.append(
                Word(start - self.base, end - self.base, role, name, declares, defines)
            )

    def prepare(self, node: Node, kind: str) -> None:
        """Note what the names that `node` declares are, before they are reached."""
        if kind == "function_definition":
            role = "kernel" if is_kernel(node) else "function"
            self.mark(node.child_by_field_name("declarator"), role, defines=True)
        elif kind == "parameter_declaration":
            for declarator in node.children_by_field_name("declarator"):
                self.mark(declarator, "parameter")
        elif kind == "declaration":
            function = "kernel" if is_kernel(node) else "function"
            for declarator in node.children_by_field_name("declarator"):
                self.mark(declarator, function if is_function(declarator) else "variable")
        elif kind in {"type_definition", "field_declaration"}:
            role = "type" if kind == "type_definition" else "member"
            for declarator in node.children_by_field_name("declarator"):
                self.mark(declarator, role)
        elif kind in {"preproc_def", "preproc_function_def", "enumerator"}:
            role = "enumerator" if kind == "enumerator" else "macro"
            self.mark(node.child_by_field_name("name"), role, defines=True)
        elif kind == "preproc_params":
            for child in node.named_children:
                self.mark(child, "parameter")

    def mark(self, declarator: Node | None, role: str, *, defines: bool = False) -> None:
        node = declared_name(declarator)
        if node is None:
            return
        self.roles[node.id] = (role, defines)
        name = self.text[node.start_byte : node.end_byte]
        if role == "parameter":
            self.parameters.add(name)
        elif role == "variable":
            self.variables.add(name)

    def mark_call(self, node: Node) -> None:
        function = node.child_by_field_name("function")
        if function is None or function.type != "identifier":
            return
        start = function.start_byte - self.base
        for index in range(len(self.words) - 1, -1, -1):
            word = self.words[index]
            if word.start == start:
                self.words[index] = Word(word.start, word.end, "call", word.text)
                return

    def read_body(self, node: Node) -> None:
        """Read the replacement of a macro, of which the tree knows nothing."""
        start = node.start_byte
        for match in _BODY.finditer(self.text, start, node.end_byte):
            role = match.lastgroup or "name"
            name = match[0] if role == "name" else ""
            self.words.append(Word(match.start() - self.base, match.end() - self.base, role, name))


def _words_of(node: Node, parent: str, text: str) -> Words:
    reader = _Reader(text, node.start_byte)
    reader.read(node, parent)
    outer = {word.text for word in reader.words if word.role in {"name", "call", "type"}}
    return Words(
        text[node.start_byte : node.end_byte],
        tuple(reader.words),
        tuple(sorted(outer)),
        frozenset(reader.parameters),
        frozenset(reader.variables),
    )


def _anonymous(kind: str, parent: str) -> str:
    if kind.startswith("#") or parent.startswith("preproc_"):
        return "keyword"
    if parent == "sized_type_specifier":
        return "type-word"
    return (
        "modifier"
        if parent.endswith(("_qualifier", "_specifier"))
        and parent
        not in (
            "struct_specifier",
            "union_specifier",
            "enum_specifier",
            "typeof_specifier",
            "attribute_specifier",
        )
        else "keyword"
    )
