"""Lenient reading of messages, where lsprotocol is stricter than real clients.

`converter` is pygls's converter with hooks for numbers of lines, versions and changes of a text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from cattrs.errors import (
    AttributeValidationNote,
    BaseValidationError,
    IterableValidationNote,
)
from lsprotocol import types
from pygls.protocol import default_converter

if TYPE_CHECKING:
    from cattrs import Converter

T = TypeVar("T")

UNKNOWN_VERSION: Final = -(1 << 31)
"""The version of a document whose client sends none."""

_MOST: Final = (1 << 31) - 1
"""The largest number that LSP allows for lines and columns."""
_MOST_FAULTS: Final = 100
# lsprotocol's own name for it holds its members as forward references.
_CHANGE: Final[Any] = (
    types.TextDocumentContentChangePartial | types.TextDocumentContentChangeWholeDocument
)


def converter() -> Converter:
    """Return a converter for the messages of one session."""
    made: Converter = default_converter()  # type: ignore[no-untyped-call]
    made.register_structure_hook(types.Position, _position)
    made.register_structure_hook(_CHANGE, _change(made))
    made.register_structure_hook(types.TextDocumentItem, _item)
    made.register_structure_hook(types.VersionedTextDocumentIdentifier, _versioned)
    workspace = made.get_structure_hook(types.WorkspaceClientCapabilities)

    def read_workspace(value: Any, kind: Any) -> Any:
        # Helix 25.07 writes the capability in the singular.
        if isinstance(value, dict) and "diagnostics" not in value and "diagnostic" in value:
            value = {**value, "diagnostics": value["diagnostic"]}
        return workspace(value, kind)

    made.register_structure_hook(types.WorkspaceClientCapabilities, read_workspace)
    return made


def _position(value: Any, _: Any = None) -> types.Position:
    """Return a position; numbers out of range mean the nearest one.

    Real clients send 4294967295 for the end, and some write an integer as 1.0.
    """
    line, character = _number(value["line"]), _number(value["character"])
    if line < 0:
        return types.Position(0, 0)
    return types.Position(min(line, _MOST), min(max(character, 0), _MOST))


def _number(value: Any) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"a line or a column is a whole number, not {str(value)[:20]!r}")
    return value


def _change(made: Converter) -> Any:
    """Return the hook for one change of a text, which is partial if it has a range."""

    def read(value: Any, _: Any) -> types.TextDocumentContentChangeEvent:
        span, text = value.get("range"), value.get("text")
        if not isinstance(text, str):
            raise TypeError("a change has a text")
        if span is None:
            return types.TextDocumentContentChangeWholeDocument(text)
        return types.TextDocumentContentChangePartial(made.structure(span, types.Range), text)

    return read


def _item(value: Any, _: Any) -> types.TextDocumentItem:
    return types.TextDocumentItem(
        uri=value["uri"],
        language_id=str(value.get("languageId", "opencl")),
        version=_version(value),
        text=value["text"],
    )


def _versioned(value: Any, _: Any) -> types.VersionedTextDocumentIdentifier:
    return types.VersionedTextDocumentIdentifier(_version(value), value["uri"])


def _version(value: Any) -> int:
    version = value.get("version")
    is_version = isinstance(version, int) and not isinstance(version, bool)
    return version if is_version and -_MOST <= version <= _MOST else UNKNOWN_VERSION


def structured_leniently(using: Converter, value: Any, kind: type[T]) -> T:
    """Structure `value`; optional members of the wrong type count as absent.

    This is for `initialize`, where one odd capability must not end the session.  Raises what the
    converter raises if a required member is wrong.
    """
    for _ in range(_MOST_FAULTS):
        try:
            return using.structure(value, kind)
        except BaseValidationError as error:
            path = _path_of(error)
            if not path or not _removed(value, path):
                raise
    return using.structure(value, kind)


def _path_of(error: BaseException) -> list[str | int]:
    """Return the names and indices that lead to the first fault."""
    path: list[str | int] = []
    while isinstance(error, BaseValidationError):
        error = error.exceptions[0]
        note = next((n for n in getattr(error, "__notes__", ()) if _is_note(n)), None)
        if note is None:
            break
        path.append(note.name if isinstance(note, AttributeValidationNote) else note.index)
    return path


def _is_note(note: object) -> bool:
    return isinstance(note, AttributeValidationNote | IterableValidationNote)


def _removed(value: Any, path: list[str | int]) -> bool:
    """Remove the innermost member on a path that can be removed; return whether one was."""
    holders = [value]
    for name in path[:-1]:
        inner = _member(holders[-1], name)
        if inner is None:
            break
        holders.append(inner)
    for holder, name in reversed(list(zip(holders, path, strict=False))):
        key = _key(holder, name)
        if key is not None:
            del holder[key]
            return True
    return False


def _member(holder: Any, name: str | int) -> Any:
    key = _key(holder, name)
    found = None if key is None else holder[key]
    return found if isinstance(found, dict | list) else None


def _key(holder: Any, name: str | int) -> Any:
    """Return the key in JSON of an attribute of lsprotocol, or None where there is none."""
    if isinstance(holder, list):
        return name if isinstance(name, int) and name < len(holder) else None
    if not isinstance(holder, dict):
        return None
    first, *rest = str(name).rstrip("_").split("_")
    camel = first + "".join(word.capitalize() for word in rest)
    return next((key for key in (camel, name) if key in holder), None)
