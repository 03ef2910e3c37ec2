"""Values and keys as TOML writes them."""

from __future__ import annotations

import json


def toml_value(value: object) -> str:
    """Return a text, number, list or table on one line."""
    if isinstance(value, dict):
        pairs = ", ".join(f"{toml_key(key)} = {toml_value(each)}" for key, each in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(toml_value(each) for each in value) + "]"
    # The escapes of JSON are those of TOML's basic strings, and its literals are TOML's too.
    return json.dumps(value)


def toml_key(name: str) -> str:
    """Return a key, in quotes where it needs them."""
    return name if name.replace("_", "").replace("-", "").isalnum() else json.dumps(name)
