"""The command `config`: the settings that hold for a file, and where each comes from."""

from __future__ import annotations

import json
import sys
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

from opencl_ls.cli.options import parse_config
from opencl_ls.cli.paths import is_folder
from opencl_ls.cli.settings import Configuration
from opencl_ls.cli.terminal import complain, write
from opencl_ls.settings.decode import spelt
from opencl_ls.settings.model import GROUPS, make_target, settings_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from opencl_ls.cli.settings import Origins
    from opencl_ls.settings.model import EditorSettings, RuleSettings, Setting, TargetSettings

_WRONG: Final = 2
# Of these kinds of setting the strongest place's value is the only one that counts.
_REPLACED: Final = ("text", "choice", "number", "flag")
_TABLES: Final = ("defines", "levels")


def run_config(arguments: Sequence[str]) -> int:
    """Run `opencl-ls config` and return its exit status; raises UsageError."""
    options = parse_config(arguments)
    path = options.paths[0]
    if is_folder(path):
        # A folder's settings are those of any file in it.
        path = str(Path(path) / "kernel.cl")
    origins = Configuration(options).origins(path)
    write(settings_report(origins), sys.stdout)
    for problem in origins.problems:
        complain(f"{problem.path}: {problem.message}")
    return _WRONG if origins.problems else 0


def settings_report(origins: Origins) -> str:
    """Return the settings in the form of the configuration file, each with its origin."""
    settings = origins.settings
    rows: list[tuple[str, str]] = []
    if settings.configuration:
        rows.append((f'configuration = "{settings.configuration}"', _chooser(origins)))
    for part in ("target", "rules"):
        rows += _rows(origins, part)
    tables = {name: list(_rows(origins, name)) for name in GROUPS}
    width = max(len(text) for text, _ in (*rows, *chain.from_iterable(tables.values())))
    lines = [f"{text:{width}}  # {origin}" for text, origin in rows]
    for name, table in tables.items():
        lines += ["", f"[{spelt(name)}]"]
        lines += [f"{text:{width}}  # {origin}" for text, origin in table]
    target = make_target(settings.target)
    lines += [
        "",
        f"# {target.version.words}, device profile {target.profile}",
        f"# extensions: {_listed(target.extensions)}",
        f"# features: {_listed(target.features)}",
    ]
    return "".join(f"{line}\n" for line in lines)


def _rows(origins: Origins, part: str) -> Iterator[tuple[str, str]]:
    effective: TargetSettings | RuleSettings | EditorSettings = getattr(origins.settings, part)
    for each in settings_of(type(effective)):
        value = getattr(effective, each.name)
        sources = list(dict.fromkeys(_sources(origins, part, each)))
        if each.kind in _REPLACED or each.name == "select":
            sources = sources[-1:]
        if value is None or value == "":
            value = _default(origins, each.name) if each.usual is None else each.usual
        elif each.kind in _TABLES:
            value = dict(value)
        yield f"{spelt(each.name)} = {_toml(value)}", " and ".join(sources) or "default"


def _sources(origins: Origins, part: str, each: Setting) -> Iterator[str]:
    """Yield the places that say something about a setting, the weakest first."""
    chosen = origins.settings.configuration
    for name, place in origins.places:
        if getattr(getattr(place, part), each.name) != each.default:
            yield name
        for configuration, target in place.configurations if part == "target" else ():
            if configuration == chosen and getattr(target, each.name) != each.default:
                yield f"{name} [configurations.{configuration}]"


def _chooser(origins: Origins) -> str:
    return next((name for name, place in reversed(origins.places) if place.configuration), "")


def _default(origins: Origins, name: str) -> object:
    """Return what holds where nobody says anything about a single value."""
    target = make_target(origins.settings.target)
    known = {
        "std": target.version.label,
        "device": target.profile,
        "pointer_bits": target.pointer_bits,
        "warnings": "default",
    }
    return known.get(name, False)


def _toml(value: object) -> str:
    if isinstance(value, dict):
        pairs = ", ".join(f"{_key(name)} = {_toml(content)}" for name, content in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(each) for each in value) + "]"
    # The escapes of JSON are those of TOML's basic strings, and its literals are TOML's too.
    return json.dumps(value)


def _key(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalnum() else json.dumps(name)


def _listed(names: Iterable[str]) -> str:
    return " ".join(sorted(names)) or "none"
