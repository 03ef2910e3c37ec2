"""The words of a file for highlighting: what each is, as far as the item around it tells."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.builtins.language import all_keywords
from opencl_ls.syntax.surface_queries import declared_name, is_function, is_kernel
from opencl_ls.syntax.tree import LANGUAGE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tree_sitter import Node

    from opencl_ls.syntax.surface import SurfaceText
    from opencl_ls.syntax.surface_items import Fragment, Part
    from opencl_ls.syntax.surface_queries import PartCache


class Word(Struct, frozen=True, order=True, gc=False):
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


class Words(Struct, frozen=True, eq=False):
    """The words of one item in their order, relative to its start.

    `text` is the item's text, `outer` the names in it that may be declared elsewhere, and
    `parameters` and `variables` are the names that it declares itself.  `macros` tells of each that
    its directives mention, in their order, whether it is defined from there on.
    """

    text: str
    words: tuple[Word, ...]
    outer: tuple[str, ...]
    parameters: frozenset[str]
    variables: frozenset[str]
    macros: tuple[tuple[str, bool], ...] = ()


def words(
    surface: SurfaceText, memory: PartCache[Words], go_on: Callable[[], object] | None = None
) -> list[tuple[int, Words]]:
    """Return the words of all items, each with the start of its item.

    Before each item that is read `go_on` is called; where it raises, what was read is known.
    """

    def make(node: Node, parent: str, fragment: Fragment) -> Words:
        if go_on is not None:
            go_on()
        return _words_of(node, parent, fragment)

    return memory.of(surface, make, _blanked_words)


_LEAVES = {
    "comment": "comment",
    "string_literal": "string",
    "system_lib_string": "string",
    "char_literal": "string",
    "number_literal": "number",
    "primitive_type": "type-word",
    "true": "number",
    "false": "number",
    "null": "name",
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
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_BODY = re.compile(
    r"(?P<comment>/\*.*?(?:\*/|$)|//.*)|(?P<string>\"(?:\\.|[^\"\\])*\"?|'(?:\\.|[^'\\])*'?)"
    r"|(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)|(?P<name>[A-Za-z_]\w*)",
    re.DOTALL | re.ASCII,
)


_MODIFIERS: Final = frozenset("auto const extern inline register restrict static volatile".split())
_TYPE_WORDS: Final = frozenset(
    "_Bool char double float int long short signed unsigned void".split()
)
_DIRECTIVE: Final = re.compile(r"#\s*(\w*)")
_CONDITIONS: Final = frozenset({"if", "elif", "ifdef", "ifndef", "elifdef", "elifndef"})
_WITH_CONDITION: Final = frozenset({"preproc_if", "preproc_elif"})


@cache
def _language_words() -> dict[str, str]:
    """Return the roles of the words that no program can give another meaning."""
    roles = {"true": "number", "false": "number"}
    for name, word in all_keywords().items():
        if word.status == "reserved" or word.kind == "operator":
            continue
        if name in _TYPE_WORDS:
            roles[name] = "type-word"
        else:
            plain = word.kind in {"c99", "attribute"} and name not in _MODIFIERS
            roles[name] = "keyword" if plain else "modifier"
    return roles


_DECLARING = frozenset(
    {
        "attribute_specifier",
        "call_expression",
        "declaration",
        "enumerator",
        "field_declaration",
        "function_definition",
        "parameter_declaration",
        "preproc_def",
        "preproc_function_def",
        "preproc_params",
        "type_definition",
    }
)
_NAMELESS = frozenset({"comment", "string", "number", "keyword", "modifier"})

# What is done with a node is looked up by the number of its kind: there are ten nodes in a line.
_SKIP, _DESCEND, _DECLARE, _LEAF, _NAME, _BODY_TEXT, _WORD = range(7)


def _action(number: int) -> tuple[int, str]:
    kind = LANGUAGE.node_kind_for_id(number) or ""
    if kind in _LEAVES:
        return _LEAF, _LEAVES[kind]
    if kind in _DECLARING:
        return _DECLARE, kind
    if kind == "identifier":
        return _NAME, kind
    if kind == "preproc_arg":
        return _BODY_TEXT, kind
    if LANGUAGE.node_kind_is_named(number):
        return _DESCEND, kind
    return (_WORD, kind) if kind[:1].isalpha() or kind[:1] in {"_", "#"} else (_SKIP, kind)


_ACTIONS: Final = [_action(number) for number in range(LANGUAGE.node_kind_count)]
_KINDS: Final = len(_ACTIONS)
_ERROR: Final = _DESCEND, "ERROR"


class _Reader:
    """Collects the words of one item."""

    def __init__(self, text: str, base: int, *, in_condition: bool = False) -> None:
        self.text = text
        self.base = base
        self.in_condition = in_condition
        self.macros: list[tuple[str, bool]] = []
        self.words: list[Word] = []
        self.roles: dict[int, tuple[str, bool, bool]] = {}
        self.old_style: set[int] = set()
        self.parameters: set[str] = set()
        self.variables: set[str] = set()

    def read(self, node: Node, parent: str) -> None:
        """Read a node and all below it, in the order of the text, however deep they are."""
        # With a cursor this takes half of what it takes with lists of children.
        cursor = node.walk()
        above: list[str] = []
        while True:
            present = cursor.node
            assert present is not None
            number = present.kind_id
            action, kind = _ACTIONS[number] if number < _KINDS else _ERROR
            if action > _DECLARE:
                self.leaf(present, parent, action, kind)
            elif action != _SKIP:
                if action == _DECLARE:
                    self.prepare(present, kind)
                if cursor.goto_first_child():
                    above.append(parent)
                    parent = kind
                    continue
            while not cursor.goto_next_sibling():
                if not above:
                    return
                cursor.goto_parent()
                parent = above.pop()

    def leaf(self, node: Node, parent: str, action: int, kind: str) -> None:
        if action == _BODY_TEXT:
            self.read_body(node, parent)
            return
        start, end = node.start_byte, node.end_byte
        if end == start:
            return
        base = self.base
        role, declares, defines = kind, False, False
        if action == _WORD:
            role = _anonymous(parent)
        elif action == _NAME or kind not in _NAMELESS:
            declared = self.roles.get(node.id)
            if declared is not None:
                role, declares, defines = declared
            else:
                role = _of_use(kind, parent) if action == _LEAF else self.of_name(parent)
        name = "" if role in _NAMELESS else self.text[start:end]
        self.words.append(Word(start - base, end - base, role, name, declares, defines))

    def prepare(self, node: Node, kind: str) -> None:
        """Note what the names that `node` declares are, before they are reached."""
        if kind == "call_expression":
            function = node.child_by_field_name("function")
            if function is not None and function.type == "identifier" and not self.in_condition:
                self.roles.setdefault(function.id, ("call", False, False))
        elif kind == "attribute_specifier":
            self.prepare_attributes(node)
        elif kind == "function_definition":
            role = "kernel" if is_kernel(node) else "function"
            self.mark(node.child_by_field_name("declarator"), role, defines=True)
            self.prepare_old_style(node)
        elif kind == "parameter_declaration":
            for declarator in node.children_by_field_name("declarator"):
                self.mark(declarator, "parameter")
        elif kind == "declaration":
            function_role = "kernel" if is_kernel(node) else "function"
            role = "parameter" if node.id in self.old_style else "variable"
            for declarator in node.children_by_field_name("declarator"):
                self.mark(declarator, function_role if is_function(declarator) else role)
        elif kind in {"type_definition", "field_declaration"}:
            role = "type" if kind == "type_definition" else "member"
            for declarator in node.children_by_field_name("declarator"):
                self.mark(declarator, role)
        elif kind == "preproc_params":
            for child in node.named_children:
                self.mark(child, "parameter")
        else:
            role = "enumerator" if kind == "enumerator" else "macro"
            self.mark(node.child_by_field_name("name"), role, defines=True)

    def prepare_attributes(self, node: Node) -> None:
        """Note that the names of attributes are no functions and no variables."""
        for row in node.named_children:
            for each in row.named_children if row.type == "argument_list" else ():
                called = each.type == "call_expression"
                name = each.child_by_field_name("function") if called else each
                if name is not None and name.type == "identifier":
                    self.roles[name.id] = ("modifier", False, False)

    def prepare_old_style(self, node: Node) -> None:
        """Note what the names in the old-style list of a function are, and behind it."""
        behind = [each.id for each in node.children if each.type == "declaration"]
        inner = node.child_by_field_name("declarator") if behind else None
        self.old_style.update(behind)
        while inner is not None:
            for name in inner.named_children if inner.type == "parameter_list" else ():
                if name.type == "identifier":
                    self.mark(name, "parameter")
            inner = inner.child_by_field_name("parameters") or inner.child_by_field_name(
                "declarator"
            )

    def mark(self, declarator: Node | None, role: str, *, defines: bool = False) -> None:
        node = declared_name(declarator)
        if node is None:
            return
        self.roles[node.id] = (role, True, defines)
        name = self.text[node.start_byte : node.end_byte]
        if role == "macro":
            self.macros.append((name, True))
        elif role == "parameter":
            self.parameters.add(name)
        elif role == "variable":
            self.variables.add(name)

    def read_body(self, node: Node, parent: str) -> None:
        """Read what stands in a directive, such as a replacement: the tree knows nothing of it."""
        base = self.base
        directive = ""
        if parent == "preproc_call" and (before := node.prev_sibling) is not None:
            written = _DIRECTIVE.match(self.text, before.start_byte, before.end_byte)
            directive = written[1] if written is not None else ""
        for match in _BODY.finditer(self.text, node.start_byte, node.end_byte):
            role: str | None = match.lastgroup or "name"
            if directive and role != "comment":
                role = self.of_directive(directive, role, match[0])
            elif role == "name":
                role = _language_words().get(match[0], role)
            if role is not None:
                name = "" if role in _NAMELESS else match[0]
                self.words.append(Word(match.start() - base, match.end() - base, role, name))

    def of_directive(self, directive: str, role: str | None, text: str) -> str | None:
        """Return what a word of a directive that defines nothing is, None for mere text."""
        if directive in {"error", "warning"}:
            return None
        if role != "name":
            return role
        if directive == "undef":
            self.macros.append((text, False))
            return "macro"
        if directive in _CONDITIONS:
            return "keyword" if text == "defined" else "macro"
        return None

    def of_name(self, parent: str) -> str:
        """Return what an identifier is that nothing declares here."""
        return "macro" if self.in_condition or parent.startswith("preproc_") else "name"


def _words_of(node: Node, parent: str, fragment: Fragment) -> Words:
    text = fragment.text
    start, end = node.start_byte, min(node.end_byte, len(text))
    condition = None
    if parent in _WITH_CONDITION and (directive := node.parent) is not None:
        condition = directive.child_by_field_name("condition")
    reader = _Reader(text, start, in_condition=condition == node)
    reader.read(node, parent)
    found = reader.words
    if fragment.has_macros and text[start:end] != fragment.blanked[start:end]:
        # In comments and in strings they are blanked as well, and mean nothing there.
        macros = _blanked(text, fragment.blanked, start, end)
        found, both, reached = [], sorted((*found, *macros)), 0
        for word in both:
            if word.start >= reached:
                found.append(word)
                reached = word.end
    outer = {word.text for word in found if word.role in {"name", "call", "type", "function"}}
    return Words(
        text[start:end],
        tuple(found),
        tuple(sorted(outer)),
        frozenset(reader.parameters),
        frozenset(reader.variables),
        tuple(reader.macros),
    )


def _blanked_words(part: Part, start: int, end: int) -> Words:
    words = tuple(_blanked(part.text, part.blanked, start, end))
    return Words(part.text[start:end], words, (), frozenset(), frozenset())


def _blanked(text: str, blanked: str, start: int, end: int) -> Iterator[Word]:
    """Yield the macros that the tree does not show, since they were blanked before the parse."""
    for match in _IDENTIFIER.finditer(text, start, end):
        if blanked[match.start()] == " ":
            yield Word(match.start() - start, match.end() - start, "macro", match[0])


def _of_use(role: str, parent: str) -> str:
    if role == "type" and parent in {"struct_specifier", "union_specifier"}:
        return "struct"
    return "enum" if role == "type" and parent == "enum_specifier" else role


_QUALIFYING = frozenset({"type_qualifier", "storage_class_specifier", "alignas_qualifier"})


def _anonymous(parent: str) -> str:
    if parent == "sized_type_specifier":
        return "type-word"
    return "modifier" if parent in _QUALIFYING else "keyword"
