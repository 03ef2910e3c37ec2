"""The JSON schema of the settings, for editors and for checks of configuration files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from opencl_ls.builtins.versions import Version
from opencl_ls.settings.decode import spelt
from opencl_ls.settings.model import GROUPS, LEVELS, RuleSettings, TargetSettings, settings_of

if TYPE_CHECKING:
    from opencl_ls.settings.model import Setting

_DASH = re.compile(r"-(\w)")

_TEXTS: Final[dict[str, Any]] = {"type": "array", "items": {"type": "string"}}
_SHAPES: Final[dict[str, dict[str, Any]]] = {
    "text": {"type": "string"},
    "flag": {"type": "boolean"},
    "names": _TEXTS,
    "paths": _TEXTS,
    "words": {"type": ["string", "array"], "items": {"type": "string"}},
    "defines": {
        "type": ["array", "object", "string"],
        "items": {"type": "string"},
        "additionalProperties": {"type": ["string", "number", "boolean"]},
    },
    "levels": {"type": "object", "additionalProperties": {"enum": list(LEVELS)}},
}


def schema(*, client: bool = False) -> dict[str, Any]:
    """Return the schema of `opencl-ls.toml`, or of an editor's settings for a `client`.

    The two differ in the spelling of keys alone: "include-paths" and "includePaths".
    """
    target = {_key(each, client=client): _property(each) for each in settings_of(TargetSettings)}
    target[_named("build-options", client=client)] = {
        "type": ["string", "array"],
        "items": {"type": "string"},
        "description": "Options as for clBuildProgram; the other settings go before them.",
    }
    rules = {_key(each, client=client): _property(each) for each in settings_of(RuleSettings)}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "opencl-ls",
        "type": "object",
        "additionalProperties": client,
        "properties": {
            **target,
            **rules,
            **{_named(spelt(name), client=client): _group(name, client=client) for name in GROUPS},
            "configuration": {
                "type": "string",
                "description": "The named configuration that holds.",
            },
            "configurations": {
                "type": "object",
                "description": "Named sets of settings, for programs built in several ways.",
                "additionalProperties": {
                    "type": "object",
                    "additionalProperties": client,
                    "properties": target,
                },
            },
        },
    }


def _group(name: str, *, client: bool) -> dict[str, Any]:
    return {
        "type": "object",
        "description": (GROUPS[name].__doc__ or "").strip(),
        "additionalProperties": client,
        "properties": {
            _key(each, client=client): _property(each) for each in settings_of(GROUPS[name])
        },
    }


def _key(each: Setting, *, client: bool) -> str:
    return _named(spelt(each.name), client=client)


def _named(name: str, *, client: bool) -> str:
    return _DASH.sub(lambda match: match[1].upper(), name) if client else name


def _property(each: Setting) -> dict[str, Any]:
    shape = dict(_SHAPES.get(each.kind, {}))
    if each.name == "std":
        shape["enum"] = ["", *(version.label for version in Version)]
    if each.choices:
        shape["enum"] = list(each.choices)
    if each.examples:
        shape["examples"] = list(each.examples)
    if each.usual is not None:
        shape["default"] = each.usual
    return shape | {"description": each.doc}
