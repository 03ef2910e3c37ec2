"""Proposed configurations as TOML, and as changes of a configuration file that keep the rest."""

from __future__ import annotations

import json
import posixpath
import tomllib
from typing import TYPE_CHECKING, Any, Final

from opencl_ls.settings.decode import spelt
from opencl_ls.settings.editing import with_value
from opencl_ls.settings.model import settings_of
from opencl_ls.text import display

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.host_programs.proposals import Proposal

_MOST_PLACES: Final = 4
_PATTERNS: Final = "per-file-configurations"


def configuration_lines(
    proposal: Proposal, folder: str = "", table: Sequence[str] = ()
) -> list[str]:
    """Return the lines of a proposal's table, with comments that say where each part is from.

    `folder` is that of the project from the folder of the configuration file, `table` the path of
    keys of the table of all settings.
    """
    places = _places(proposal)
    more = ", ..." if len(places) > _MOST_PLACES else ""
    lines = [_comment(f"from {', '.join(places[:_MOST_PLACES])}{more}")]
    lines.append(f"[{'.'.join((*table, 'configurations', proposal.name))}]")
    target = proposal.target
    for each in settings_of(type(target)):
        value = getattr(target, each.name)
        if value == each.default:
            continue
        if each.name == "defines":
            value = [display(f"{name}={text}") for name, text in value]
        elif each.kind == "paths":
            value = [posixpath.normpath(posixpath.join(folder, path)) for path in value]
        elif isinstance(value, tuple):
            value = list(value)
        lines.append(f"{spelt(each.name)} = {json.dumps(value, ensure_ascii=False)}")
    unknown = [one.option for one in proposal.options if not one.option.is_known]
    notes = (f"{each.name} = <host: {display(each.expression)}>" for each in unknown)
    return [*lines, *map(_comment, notes)]


def _comment(text: str) -> str:
    """Return a comment of one line, whatever a file's name or an expression has."""
    return "# " + "".join(sign if sign.isprintable() else " " for sign in text)


def with_proposals(
    text: str, proposals: Sequence[Proposal], folder: str = "", table: Sequence[str] = ()
) -> tuple[str, list[str]]:
    """Return the text of a configuration file with proposals added, and what was left out, why.

    Nothing that is there is changed: a configuration or a pattern of the same name stays.
    """
    problems: list[str] = []
    for each in proposals:
        known = _table(text, table)
        if each.name in known.get("configurations", {}):
            problems.append(f"there is a configuration '{each.name}' already; it is not changed")
            continue
        lines = configuration_lines(each, folder, table)
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        added = text + gap + "\n".join(lines) + "\n"
        if not _table(added, table).get("configurations", {}).get(each.name):
            problems.append(f"the file cannot be changed for '{each.name}': write it by hand")
            continue
        text = added
    for each in proposals:
        for kernel in each.kernels:
            text = _with_pattern(text, posixpath.join(folder, kernel), each.name, table, problems)
    return text, problems


def _with_pattern(
    text: str, pattern: str, name: str, table: Sequence[str], problems: list[str]
) -> str:
    known = _table(text, table)
    if name not in known.get("configurations", {}):
        return text
    now = known.get(_PATTERNS, {}).get(pattern)
    if now is not None:
        problems.append(f"'{pattern}' has the configuration '{now}' already; it is not changed")
        return text
    edit = with_value(text, (*table, _PATTERNS), pattern, name)
    if edit is None:
        problems.append(f"the file cannot be changed for '{pattern}': write it by hand")
        return text
    start, end, new = edit
    return text[:start] + new + text[end:]


def _table(text: str, table: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return a table of a TOML text, empty if it is not there or the text is broken."""
    try:
        data: Any = tomllib.loads(text)
        for key in table:
            data = data[key]
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}
    return dict(data)


def _places(proposal: Proposal) -> list[str]:
    files: dict[str, set[int]] = {}
    for each in proposal.options:
        files.setdefault(each.file, set()).add(each.line)
    return [f"{file}:{','.join(map(str, sorted(lines)))}" for file, lines in files.items()]


def pattern_lines(proposals: Sequence[Proposal], folder: str = "") -> Iterator[str]:
    """Yield the lines of the table of patterns."""
    for each in proposals:
        for kernel in each.kernels:
            pattern = json.dumps(posixpath.join(folder, kernel), ensure_ascii=False)
            yield f'{pattern} = "{each.name}"'
