"""The parameters of kernels in the JSON files of tuners: Kernel Tuner, CLTune, and their formats.

A tuner builds a kernel with each parameter as a macro.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from opencl_ls.host_programs.build_options import HostOption, OptionSet

_NAME: Final = re.compile(r"[A-Za-z_]\w*\Z")
_MARKS: Final = ("tune_params", "TuningParameters", '"results"', "kernel_family")


def tuner_sets(source: str) -> list[OptionSet]:
    """Return the best parameters of a byte text of JSON, or the first ones.  Raises nothing."""
    if not any(mark in source for mark in _MARKS):
        return []
    try:
        data = json.loads(source)
    except (ValueError, RecursionError):
        return []
    parameters = _parameters(data) if isinstance(data, dict) else {}
    options = tuple(
        HostOption("-D", name, (_value(value),), "", max(0, source.find(f'"{name}"')))
        for name, value in parameters.items()
        if _NAME.match(name) and isinstance(value, int | float | str)
    )
    return [OptionSet("", options, 0, len(source))] if options else []


def _parameters(data: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of a file in one of the formats, each with a value."""
    keys, cache = data.get("tune_params_keys"), data.get("cache")
    if isinstance(keys, list) and isinstance(cache, dict):
        # A cache of Kernel Tuner: an object for each configuration, with its time.
        best = _best([each for each in cache.values() if isinstance(each, dict)], "time")
        return {name: best[name] for name in keys if isinstance(name, str) and name in best}
    space = data.get("ConfigurationSpace")
    if isinstance(space, dict):
        # T1, the input format of auto-tuners.
        listed = space.get("TuningParameters")
        return {
            str(each.get("Name", "")): each.get("Default", _first(each.get("Values")))
            for each in (listed if isinstance(listed, list) else ())
            if isinstance(each, dict)
        }
    results = data.get("results")
    rows = [each for each in results if isinstance(each, dict)] if isinstance(results, list) else []
    for key in ("configuration", "parameters"):
        # T4, the output format of auto-tuners, and CLTune.
        if rows and isinstance(rows[0].get(key), dict):
            found = _best(rows, "time").get(key)
            return found if isinstance(found, dict) else {}
    return {}


def _best(rows: list[dict[str, Any]], key: str) -> dict[str, Any]:
    """Return the row with the least number, the first one if none has a number."""
    timed = [(_time(each, key), number) for number, each in enumerate(rows)]
    return rows[min(timed)[1]] if rows else {}


def _time(row: dict[str, Any], key: str) -> float:
    value = row.get(key)
    measured = row.get("measurements")
    if value is None and isinstance(measured, list):
        named = (each for each in measured if isinstance(each, dict) and each.get("name") == key)
        value = next(named, {}).get("value")
    return float(value) if isinstance(value, int | float) else float("inf")


def _first(values: object) -> object:
    """Return the first value of a list, which may be written as a text: "[16, 32]"."""
    if isinstance(values, str):
        match = re.search(r"[\w.]+", values)
        return match[0] if match else None
    return values[0] if isinstance(values, list) and values else None


def _value(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)
