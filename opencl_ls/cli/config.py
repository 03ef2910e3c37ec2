"""The command `config`: the settings of a file, and the origin of each.

It prints the schema of the configuration file as well; `detection` finds build options.
"""

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
from opencl_ls.cli.toml_text import toml_value
from opencl_ls.settings.decode import spelt
from opencl_ls.settings.describe import named_configurations, reason
from opencl_ls.settings.device_tables import device_table
from opencl_ls.settings.model import GROUPS, launch_table, make_target, settings_of
from opencl_ls.settings.profiles import RECOMMENDED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from opencl_ls.cli.settings import Origins
    from opencl_ls.settings.model import GroupSettings, RuleSettings, Setting, TargetSettings
    from opencl_ls.settings.target import Target

_WRONG: Final = 2
# For these kinds of settings only the value of the strongest place counts.
_REPLACED: Final = ("text", "choice", "number", "flag", "device")
_TABLES: Final = ("defines", "levels")


def run_config(arguments: Sequence[str]) -> int:
    """Run `opencl-ls config` and return its exit status; raises UsageError."""
    options = parse_config(arguments)
    if options.schema:
        write(schema_text(), sys.stdout)
        return 0
    if options.detect:
        from opencl_ls.cli.detection import run_detect  # noqa: PLC0415 - reads host programs

        return run_detect(options)
    path = options.paths[0]
    if is_folder(path):
        # A folder's settings are those of any file in it.
        path = str(Path(path) / "kernel.cl")
    origins = Configuration(options).origins(path)
    report = settings_json(origins, path) if options.format == "json" else settings_report(origins)
    write(report, sys.stdout)
    for problem in origins.problems:
        complain(f"{problem.path}: {problem.message}")
    return _WRONG if origins.problems else 0


def schema_text() -> str:
    """Return the schema of `opencl-ls.toml`, with the names of the rules."""
    from opencl_ls.analysis.catalogue import all_rules  # noqa: PLC0415 (imports all rules)
    from opencl_ls.settings.schema import schema  # noqa: PLC0415 - no other command needs it

    rules = {rule.code: rule.summary for rule in all_rules()}
    return json.dumps(schema(rules=rules), indent=2, ensure_ascii=False) + "\n"


def settings_report(origins: Origins) -> str:
    """Return the settings in the form of the configuration file, each with its origin."""
    settings = origins.settings
    rows: list[tuple[str, str]] = []
    if settings.configuration:
        why = reason(origins.choice, list(origins.places))
        rows.append((f'configuration = "{settings.configuration}"', why))
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
        f"# {target.version.words}, {_device(target)}",
        f"# extensions: {_listed(target.extensions)}",
        f"# features: {_listed(target.features)}",
    ]
    named = named_configurations(origins.places)
    if named:
        lines += ["", "# configurations (the one that holds has a star):"]
    for each in named:
        mark = "*" if each.name == settings.configuration else " "
        lines.append(f"# {mark} {each.name}: {each.description}  ({', '.join(each.sources)})")
    return "".join(f"{line}\n" for line in lines)


def settings_json(origins: Origins, path: str) -> str:
    """Return the same as one JSON object."""
    settings = origins.settings
    target = make_target(settings.target)
    shown = {
        "version": 1,
        "file": path,
        "configuration": settings.configuration or None,
        "reason": reason(origins.choice, list(origins.places)),
        "configurations": [
            {
                "name": each.name,
                "description": each.description,
                "sources": list(each.sources),
                "isCurrent": each.name == settings.configuration,
            }
            for each in named_configurations(origins.places)
        ],
        "settings": {
            spelt(name): {"value": value, "origins": sources}
            for part in ("target", "rules")
            for name, value, sources in _values(origins, part)
        }
        | {
            spelt(group): {
                spelt(name): {"value": value, "origins": sources}
                for name, value, sources in _values(origins, group)
            }
            for group in GROUPS
        },
        "target": {
            "version": target.version.label,
            "device": target.device_name,
            "extensions": sorted(target.extensions),
            "features": sorted(target.features),
        },
        "problems": [
            {"place": problem.path, "message": problem.message} for problem in origins.problems
        ],
    }
    return json.dumps(shown, indent=2) + "\n"


def _device(target: Target) -> str:
    if target.device is None:
        return f"device profile {target.profile}"
    return f"device {target.device.name}, {target.profile} profile"


def _rows(origins: Origins, part: str) -> Iterator[tuple[str, str]]:
    """Yield the lines of a report with their origins."""
    for name, value, sources in _values(origins, part):
        yield f"{spelt(name)} = {toml_value(value)}", " and ".join(sources) or "default"


def _values(origins: Origins, part: str) -> Iterator[tuple[str, object, list[str]]]:
    """Yield each setting's name, its value, and the places that it comes from."""
    effective: TargetSettings | RuleSettings | GroupSettings = getattr(origins.settings, part)
    for each in settings_of(type(effective)):
        value = getattr(effective, each.name)
        sources = list(dict.fromkeys(_sources(origins, part, each)))
        if each.kind in _REPLACED or each.name == "select":
            sources = sources[-1:]
        if value is None or value == "":
            value = _default(origins, each.name) if each.usual is None else each.usual
        elif each.kind == "launches":
            value = launch_table(value)
        elif each.kind == "devices":
            value = {name: device_table(device) for name, device in value}
        elif each.kind in _TABLES:
            value = dict(value)
        yield each.name, value, sources


def _sources(origins: Origins, part: str, each: Setting) -> Iterator[str]:
    """Yield the places that set a setting, the weakest first."""
    chosen = origins.settings.configuration
    for origin in origins.places:
        if getattr(getattr(origin.settings, part), each.name) != each.default:
            table = (part,) if part in GROUPS else ()
            yield origin.at_first(each.name, "build_options", within=table)
        for configuration, target in origin.settings.configurations if part == "target" else ():
            if configuration == chosen and getattr(target, each.name) != each.default:
                inner = ("configurations", configuration)
                place = origin.at_first(each.name, "build_options", within=inner)
                yield f"{place} [configurations.{configuration}]"


def _default(origins: Origins, name: str) -> object:
    """Return the defaults for single values."""
    target = make_target(origins.settings.target)
    known = {
        "std": target.version.label,
        "device": target.device_name,
        "pointer_bits": target.pointer_bits,
        "profile": RECOMMENDED,
        "warnings": "default",
    }
    return known.get(name, False)


def _listed(names: Iterable[str]) -> str:
    return " ".join(sorted(names)) or "none"
