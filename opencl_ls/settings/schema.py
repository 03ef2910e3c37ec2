"""The JSON schema of the settings, for editors and for checks of configuration files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from opencl_ls.builtins.devices import EMBEDDED, FULL, device_names, limit_kinds
from opencl_ls.builtins.extensions import all_extensions
from opencl_ls.builtins.versions import CPP_VERSIONS, Version
from opencl_ls.settings.decode import spelt
from opencl_ls.settings.model import GROUPS, LEVELS, RuleSettings, TargetSettings, settings_of
from opencl_ls.settings.target import GROUPS as EXTENSION_GROUPS
from opencl_ls.settings.target import PROFILES, feature_names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from opencl_ls.settings.model import Setting

_DASH = re.compile(r"-(\w)")

_ANY_WORDS: Final = r"[\s,;=]"
"""A pattern for a text with several extensions, each of which the server checks."""
_ANY_RULES: Final = r"[*?\[]"
"""A pattern that matches several rules."""

_TEXTS: Final[dict[str, Any]] = {"type": "array", "items": {"type": "string"}}
_LEVELS: Final[dict[str, Any]] = {"enum": list(LEVELS)}
_EXTENSION: Final[dict[str, Any]] = {"$ref": "#/definitions/extension"}
_SIZES: Final[dict[str, Any]] = {
    "type": "array",
    "items": {"type": "integer", "minimum": 1},
    "minItems": 1,
    "maxItems": 3,
}
_SHAPES: Final[dict[str, dict[str, Any]]] = {
    "text": {"type": "string"},
    "flag": {"type": "boolean"},
    "names": _TEXTS,
    "paths": _TEXTS,
    "words": {
        "anyOf": [
            _EXTENSION,
            {"type": "array", "items": _EXTENSION},
            {"type": "object", "additionalProperties": {"type": "boolean"}},
        ]
    },
    "defines": {
        "type": ["array", "object", "string"],
        "items": {"type": "string"},
        "additionalProperties": {"type": ["string", "number", "boolean"]},
    },
    "levels": {"$ref": "#/definitions/severities"},
    "launches": {
        "type": "object",
        "additionalProperties": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "local-size": _SIZES | {"description": "The work-items of a group."},
                "num-groups": _SIZES | {"description": "The groups of the launch."},
            },
        },
    },
}
_PATTERNS: Final = ("select", "ignore")


def schema(*, client: bool = False, rules: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the schema of `opencl-ls.toml`, or of an editor's settings for a `client`.

    The two differ in the spelling of keys, "include-paths" and "includePaths", and in the settings
    that only an editor may set.  `rules` are the summaries of all rules by their codes; without
    them every name of a rule is valid.
    """
    target = {_key(each, client=client): _property(each) for each in settings_of(TargetSettings)}
    target[_named("build-options", client=client)] = {
        "type": ["string", "array"],
        "items": {"type": "string"},
        "description": "Options as for clBuildProgram; the other settings go before them.",
    }
    own = {_key(each, client=client): _property(each) for each in settings_of(RuleSettings)}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "opencl-ls",
        "description": "Settings of opencl-ls, the language server and checker for OpenCL C.",
        "type": "object",
        "additionalProperties": client,
        "properties": {
            **target,
            **own,
            **{
                _named(spelt(name), client=client): _group(name, client=client)
                for name in GROUPS
                if not (client and name in _NOT_OF_EDITORS)
            },
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
            _named("per-file-configurations", client=client): {
                "type": "object",
                "description": "The named configuration of some files, by a pattern of their "
                "paths; the last pattern that means a file decides.",
                "examples": [{"src/fft/*.cl": "double"}],
                "additionalProperties": {"type": "string", "minLength": 1},
            },
            **(_EDITOR if client else {}),
        },
        "definitions": _definitions(rules),
    }


_NOT_OF_EDITORS: Final = ("check",)
"""The tables that only a file of settings has."""

_EDITOR: Final[dict[str, Any]] = {
    "compiler": {
        "type": "string",
        "description": "A compiler that is asked as well: off, clang, pocl, auto, or the path of "
        "a clang.",
        "default": "off",
    },
    "embedded": {
        "type": "boolean",
        "description": "Serve the kernels in the strings of Python, C, C++, Rust and Julia.",
        "default": False,
    },
    "detectBuildOptions": {
        "type": "boolean",
        "description": "Ask once whether build options of host programs are added.",
        "default": True,
    },
    "formatting": {
        "type": "object",
        "description": "How documents are formatted.",
        "properties": {
            "path": {
                "type": "string",
                "description": "The program clang-format; else that of the package, or on PATH.",
            }
        },
    },
}


def _definitions(rules: Mapping[str, str] | None) -> dict[str, Any]:
    names = [*EXTENSION_GROUPS, *sorted({*all_extensions(), *feature_names()})]
    words = [*names, *(f"{sign}{name}" for sign in "+-" for name in names)]
    if rules is None:
        severities: dict[str, Any] = {"type": "object", "additionalProperties": _LEVELS}
        rule: dict[str, Any] = {"type": "string"}
    else:
        families = dict.fromkeys(code.partition("/")[0] for code in rules)
        codes = {
            **{code: {"description": summary, **_LEVELS} for code, summary in rules.items()},
            **{name: {"description": f"All rules {name}/*.", **_LEVELS} for name in families},
            "all": {"description": "All rules.", **_LEVELS},
        }
        severities = {
            "type": "object",
            "properties": dict(sorted(codes.items())),
            "patternProperties": {_ANY_RULES: _LEVELS},
            "additionalProperties": False,
        }
        rule = {"anyOf": [{"enum": sorted(codes)}, {"type": "string", "pattern": _ANY_RULES}]}
    return {
        "extension": {"anyOf": [{"enum": words}, {"type": "string", "pattern": _ANY_WORDS}]},
        "rule": rule,
        "severities": severities,
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


def _device() -> dict[str, Any]:
    """Return the schema of the table of one device."""
    limits: dict[str, Any] = {}
    for name, kind in limit_kinds().items():
        size = {"type": "integer", "minimum": 0}
        words = f"{kind.query}, in {kind.unit}." if kind.unit else f"{kind.query}."
        shape = {"type": "array", "items": size, "minItems": 1} if kind.is_list else size
        limits[name] = shape | {"description": words}
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "base": {"enum": list(device_names()), "description": "A device with equal values."},
            "title": {"type": "string", "description": "The name for people."},
            "std": {"enum": [version.label for version in Version]},
            "profile": {"enum": [FULL, EMBEDDED]},
            "extensions": {"type": ["array", "string"], "items": {"type": "string"}},
            "features": {"type": ["array", "string"], "items": {"type": "string"}},
            **limits,
        },
    }


def _property(each: Setting) -> dict[str, Any]:
    shape = dict(_SHAPES.get(each.kind, {}))
    if each.kind == "device":
        names = [*PROFILES, *device_names()]
        shape = {"type": "string", "anyOf": [{"enum": names}, {"type": "string"}]}
    elif each.kind == "devices":
        shape = {"type": "object", "additionalProperties": _device()}
    if each.name in _PATTERNS:
        shape["items"] = {"$ref": "#/definitions/rule"}
    if "$ref" in shape:
        # Draft 7 ignores all keywords beside a reference.
        shape = {"allOf": [shape]}
    if each.name == "std":
        shape["enum"] = ["", *(version.label for version in Version), *CPP_VERSIONS]
    if each.choices:
        shape["enum"] = list(each.choices)
    if each.examples:
        shape["examples"] = list(each.examples)
    if each.usual is not None:
        shape["default"] = each.usual
    return shape | {"description": each.doc}
