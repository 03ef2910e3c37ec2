"""Changes of the configuration file that remove a finding: a version, an extension, a macro.

The caller gives the file's text: nothing here reads the disk.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.functions import function
from opencl_ls.builtins.language import keyword
from opencl_ls.builtins.macros import macro
from opencl_ls.builtins.types import builtin_type
from opencl_ls.settings.decode import decode
from opencl_ls.settings.editing import with_item, with_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.builtins.versions import Reason
    from opencl_ls.findings import Finding
    from opencl_ls.settings.editing import Edit

_UNDEFINED: Final = "names/undefined-macro"
_TABLES: Final = {"opencl-ls.toml": (), "pyproject.toml": ("tool", "opencl-ls")}
"""The configuration files that can be changed, and the table that is the configuration."""


class ConfigurationFile(NamedTuple):
    """The configuration file of a program, or a new one; `text` is None if it does not exist."""

    path: str
    text: str | None


class ConfigurationChange(NamedTuple):
    """An edit of the configuration file that removes a finding, in characters of its text."""

    title: str
    finding: Finding
    edit: Edit


def configuration_changes(
    analysis: Analysis, start: int, end: int, file: ConfigurationFile
) -> list[ConfigurationChange]:
    """Return the changes that remove findings between two bytes of the main file."""
    name = posixpath.basename(file.path)
    if name not in _TABLES:
        return []
    found: dict[str, ConfigurationChange] = {}
    for finding in analysis.findings_touching(start, end):
        for change in _changes(analysis, finding, file, _TABLES[name], name):
            found.setdefault(change.title, change)
    return list(found.values())


def _changes(
    analysis: Analysis,
    finding: Finding,
    file: ConfigurationFile,
    table: tuple[str, ...],
    name: str,
) -> Iterator[ConfigurationChange]:
    place, text = finding.place, file.text or ""
    if place.file != analysis.path:
        return
    word = analysis.text[place.start : place.end]
    if not word.isidentifier():
        return
    if finding.code == _UNDEFINED:
        edit = with_item(text, table, "defines", f"{word}=1")
        if edit is not None and not analysis.settings.configuration:
            yield ConfigurationChange(f"Define '{word}' as 1 in {name}", finding, edit)
        return
    reason = _missing(analysis, word)
    if reason is None:
        return
    if reason.kind == "version" and _is_free(analysis, text, table):
        edit = with_value(text, table, "std", reason.needs[0])
        if edit is not None:
            title = f"Set 'std' to {reason.needs[0]} in {name}"
            yield ConfigurationChange(title, finding, edit)
    elif reason.kind == "extension" or len(reason.needs) == 1:
        for needed in reason.needs if reason.kind != "version" else ():
            edit = with_item(text, table, "extensions", f"+{needed}")
            if edit is not None and not analysis.settings.configuration:
                title = f"Add '{needed}' to 'extensions' in {name}"
                yield ConfigurationChange(title, finding, edit)


def _missing(analysis: Analysis, word: str) -> Reason | None:
    """Return what the target lacks for a name of the language, None if it lacks nothing."""
    target = analysis.target
    called = function(word)
    if called is not None:
        return called.missing(target)
    kind, constant, known = builtin_type(word), macro(word), keyword(word)
    for each in (kind, constant, known):
        if each is not None:
            return each.availability.missing(target)
    return None


def _is_free(analysis: Analysis, text: str, table: tuple[str, ...]) -> bool:
    """Tell whether the version of the file is the effective one.

    An editor's settings and a named configuration take precedence.
    """
    import tomllib  # noqa: PLC0415 - for those who have such a file

    try:
        data = tomllib.loads(text)
    except ValueError:
        return False
    for each in table:
        inner = data.get(each)
        data = inner if isinstance(inner, dict) else {}
    own, problems = decode(data)
    is_same = own.target.std == analysis.settings.target.std
    return is_same and not problems and not analysis.settings.configuration
