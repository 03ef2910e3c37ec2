"""Completion and hover in a configuration file, from the schema of the settings."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from opencl_ls.analysis.catalogue import all_rules
from opencl_ls.settings.decode import spelt
from opencl_ls.settings.files import OWN_FILE, PROJECT_FILE, PROJECT_TABLE
from opencl_ls.settings.schema import schema
from opencl_ls.settings.toml_cursor import cursor_at
from opencl_ls.settings.toml_places import name_of, toml_places

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.settings.toml_cursor import Cursor, Keys

Node = dict[str, Any]

_CHOICES: Final = ("configuration", "per-file-configurations")
"""The settings whose values are names of configurations."""
_BARE: Final = re.compile(r"[\w-]+\Z", re.ASCII)


class SettingsItem(Struct, frozen=True):
    """A completion at a place: it replaces the word from `start` to `end`, in bytes.

    `kind` is "table", "key" or "value".  `detail` is the type of a value, `doc` the description of
    the setting, in Markdown.
    """

    label: str
    kind: str
    text: str
    start: int
    end: int
    detail: str = ""
    doc: str = ""


class SettingsHover(Struct, frozen=True):
    """The meaning of a word, in Markdown, and the range of the word, in bytes."""

    text: str
    start: int
    end: int


def complete_settings(name: str, text: str, offset: int) -> tuple[SettingsItem, ...]:
    """Return the completions at a byte offset of a configuration file.

    `name` is the file's, without folders; `text` is byte text.
    """
    cursor, prefix = cursor_at(text, offset), _prefix(name)
    if cursor is None or prefix is None:
        return ()
    if cursor.kind == "table":
        found = _tables(cursor, prefix, text)
    else:
        node = _node(cursor.keys, prefix)
        if node is None:
            return ()
        is_key = cursor.kind == "key"
        found = _keys(node, cursor, text) if is_key else _values(node, cursor, prefix, text)
    return tuple(found)


def settings_hover(name: str, text: str, offset: int) -> SettingsHover | None:
    """Return the hover of the word at a byte offset of a configuration file, if it is known."""
    cursor, prefix = cursor_at(text, offset + 1), _prefix(name)
    if cursor is None or prefix is None or not cursor.start <= offset < cursor.end:
        return None
    written = name_of(text[cursor.start : cursor.end])
    if cursor.kind == "value":
        node = _node(cursor.keys, prefix)
        shown = _rule_text(written) if node is not None and _takes_rules(node, cursor) else ""
    else:
        node = _node((*cursor.keys, written), prefix)
        shown = "" if node is None else _described(written, node)
    return SettingsHover(shown, cursor.start, cursor.end) if shown else None


# --- the schema ----------------------------------------------------------------------------------


@cache
def _schema() -> Node:
    return schema(rules=_summaries())


@cache
def _summaries() -> dict[str, str]:
    return {rule.code: rule.summary for rule in all_rules()}


def _prefix(name: str) -> Keys | None:
    """Return the keys of the table in which a file has its settings; None if it is no TOML."""
    return {OWN_FILE: (), PROJECT_FILE: PROJECT_TABLE}.get(name)


def _resolved(node: Node) -> Node:
    """Return a node with its references resolved."""
    for part in node.get("allOf", ()):
        node = {**_resolved(part), **node}
    reference = node.get("$ref", "")
    if reference:
        node = {**_schema()["definitions"][reference.rpartition("/")[2]], **node}
    return node


def _node(keys: Sequence[str], prefix: Keys) -> Node | None:
    """Return the schema at a path of keys; None for keys that are foreign or unknown."""
    if tuple(keys[: len(prefix)]) != prefix:
        return None
    node = _schema()
    for key in keys[len(prefix) :]:
        properties = node.get("properties", {})
        inner = properties.get(spelt(key), properties.get(key, node.get("additionalProperties")))
        if not isinstance(inner, dict):
            return None
        node = _resolved(inner)
    return node


def _is_table(node: Node) -> bool:
    return _resolved(node).get("type") == "object"


def _alternatives(node: Node) -> Iterator[Node]:
    """Yield the alternative schemas of a value."""
    node = _resolved(node)
    yield node
    for each in node.get("anyOf", ()):
        yield from _alternatives(each)


# --- completion ----------------------------------------------------------------------------------


def _tables(cursor: Cursor, prefix: Keys, text: str) -> Iterator[SettingsItem]:
    """Yield the headers of tables: those of the schema, and one for each named configuration."""
    own = {".".join(prefix): "The settings of opencl-ls."} if prefix else {}
    for name, node in _schema()["properties"].items():
        if _is_table(node):
            own[".".join((*prefix, name))] = _resolved(node).get("description", "")
    before = "".join(f"{key}." for key in cursor.keys)
    written = {keys for keys in toml_places(text).keys if all(isinstance(k, str) for k in keys)}
    for name, doc in own.items():
        is_begun = name == before.rstrip(".")
        if name.startswith(before) and not is_begun and tuple(name.split(".")) not in written:
            label = name.removeprefix(before)
            yield SettingsItem(label, "table", label, cursor.start, cursor.end, "table", doc)


def _keys(node: Node, cursor: Cursor, text: str) -> Iterator[SettingsItem]:
    properties = node.get("properties", {})
    if not properties and isinstance(node.get("additionalProperties"), dict):
        return
    places = toml_places(text).keys
    for name, inner in properties.items():
        place = places.get((*cursor.keys, name))
        if place is not None and place != (cursor.start, cursor.end):
            continue
        written = name if _BARE.match(name) else json.dumps(name)
        if not text[cursor.end :].lstrip(" \t").startswith(("=", ".")):
            written += "." if _is_table(inner) else " = "
        target = _resolved(inner)
        doc, detail = target.get("description", ""), _type(target)
        yield SettingsItem(name, "key", written, cursor.start, cursor.end, detail, doc)


def _values(node: Node, cursor: Cursor, prefix: Keys, text: str) -> Iterator[SettingsItem]:
    if cursor.is_element:
        items = [each["items"] for each in _alternatives(node) if "items" in each]
        shapes = [shape for each in items for shape in _alternatives(each)]
    else:
        shapes = list(_alternatives(node))
    written = text[cursor.start : cursor.end]
    is_word = bool(written) and written[0] not in "\"'"
    seen: dict[str, str] = {}
    for shape in shapes:
        values = list(shape.get("enum", ()))
        if shape.get("type") == "boolean":
            values += [True, False]
        if not values and not cursor.is_element:
            values += shape.get("examples", ())
        for value in values:
            if value != "" and isinstance(value, str | int | bool):
                seen.setdefault(json.dumps(value), _value_text(value))
    for name in _own_names(cursor.keys[len(prefix) :], text):
        seen.setdefault(json.dumps(name), "")
    for shown, doc in seen.items():
        label = shown.strip('"')
        if written[:1] in {'"', "'"} and shown[0] != '"':
            continue
        if is_word and not label.startswith(written):
            continue
        yield SettingsItem(label, "value", shown, cursor.start, cursor.end, "", doc)


def _own_names(keys: Keys, text: str) -> list[str]:
    """Return the names of the configurations or devices of the file, if a value is one of them."""
    table = "devices" if keys[-1:] == ("device",) else "configurations"
    if not keys or (table == "configurations" and spelt(keys[0]) not in _CHOICES):
        return []
    return [str(each[-1]) for each in toml_places(text).keys if each[-2:-1] == (table,)]


# --- descriptions --------------------------------------------------------------------------------


def _type(node: Node) -> str:
    """Return a description of the possible values."""
    if "enum" in node:
        return ", ".join(str(each) for each in node["enum"] if each != "")
    kinds = [each.get("type", []) for each in _alternatives(node)]
    names = [name for kind in kinds for name in ([kind] if isinstance(kind, str) else kind)]
    words = {"object": "table", "boolean": "true or false", "string": "text"}
    return " or ".join(dict.fromkeys(words.get(name, name) for name in names))


def _described(name: str, node: Node) -> str:
    rule = _rule_text(name)
    if rule:
        return rule
    lines = [f"`{name}`: {_type(node)}", node.get("description", "")]
    if "default" in node:
        lines.append(f"Default: `{json.dumps(node['default'])}`")
    if node.get("examples"):
        lines.append(f"Example: `{json.dumps(node['examples'][0])}`")
    return "\n\n".join(line for line in lines if line)


def _takes_rules(node: Node, cursor: Cursor) -> bool:
    return cursor.is_element and _resolved(node).get("items") == {"$ref": "#/definitions/rule"}


def _rule_text(name: str) -> str:
    summary = _summaries().get(name, "")
    return f"`{name}`\n\n{summary}" if summary else ""


def _value_text(value: object) -> str:
    return _summaries().get(value, "") if isinstance(value, str) else ""
