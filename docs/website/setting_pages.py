"""The list of all settings, made from the schema that checks configuration files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from opencl_ls.settings.schema import schema

if TYPE_CHECKING:
    from collections.abc import Iterator


def with_settings(page: str) -> str:
    """Return the page about configuration with a list of all settings below it."""
    return "\n".join([page.rstrip(), "", "## All settings", "", *_lines()])


def _lines() -> Iterator[str]:
    file, editor = schema()["properties"], schema(client=True)["properties"]
    yield "Keys of `opencl-ls.toml`; an editor's section `opencl` has the same in camel case."
    yield ""
    yield from _table("", file)
    for name, group in file.items():
        # Other tables hold names of the project, each of which is free.
        if group.get("type") == "object" and group.get("properties"):
            yield f"### {name}"
            yield ""
            yield group["description"]
            yield ""
            yield from _table(f"{name}.", group["properties"])
    yield "### In an editor alone"
    yield ""
    camel = {_camel(name) for name in file}
    for name, group in editor.items():
        if name not in camel:
            yield from _table(f"{name}.", group.get("properties", {}))


def _table(prefix: str, properties: dict[str, Any]) -> Iterator[str]:
    yield "| Key | Values | Meaning |"
    yield "|---|---|---|"
    for name, described in properties.items():
        if not described.get("properties"):
            description = described.get("description", "").replace("|", "\\|")
            yield f"| `{prefix}{name}` | {_values(described)} | {description} |"
    yield ""


def _values(described: dict[str, Any]) -> str:
    if "enum" in described:
        values = ", ".join(f"`{_toml(each)}`" for each in described["enum"] if each != "")
    else:
        kinds = described.get("type", "")
        listed = [kinds] if isinstance(kinds, str) else kinds
        values = " or ".join(_KINDS.get(kind, "") for kind in listed)
    values = "a table" if "allOf" in described else values
    usual = f"; usually `{_toml(described['default'])}`" if "default" in described else ""
    example = f"for example `{_toml(described['examples'][0])}`" if "examples" in described else ""
    return (values + usual) or example


_KINDS = {
    "string": "a text",
    "array": "a list",
    "object": "a table",
    "boolean": "`true` or `false`",
    "number": "a number",
    "integer": "a number",
}


def _toml(value: object) -> str:
    # Texts, numbers, flags and lists of them are written alike in both.
    return json.dumps(value)


def _camel(name: str) -> str:
    first, *others = name.split("-")
    return first + "".join(word.title() for word in others)
