"""The argument of a command: one JSON object, read member by member."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

if TYPE_CHECKING:
    from collections.abc import Sequence


class Arguments:
    """The arguments of a command; a missing one or one of another type is InvalidParams."""

    def __init__(self, command: str, arguments: tuple[Any, ...]) -> None:
        given = arguments[0] if arguments else None
        if len(arguments) > 1 or not (given is None or isinstance(given, dict)):
            raise JsonRpcInvalidParams(f"{command} takes one object as its argument")
        self._command = command
        self._given: dict[str, Any] = given or {}

    def has(self, name: str) -> bool:
        """Tell whether a member is present and not null."""
        return self._given.get(name) is not None

    def text(self, name: str) -> str:
        """Return a required string."""
        found = self.optional_text(name)
        if found is None:
            raise self._wrong(f"needs {name}, a text")
        return found

    def optional_text(self, name: str) -> str | None:
        """Return an optional string, or None."""
        found = self._given.get(name)
        if found is not None and not isinstance(found, str):
            raise self._wrong(f"takes a text as {name}")
        return found

    def number(self, name: str, usual: int) -> int:
        """Return an integer from 0 on, or the default."""
        found = self._given.get(name)
        if found is None:
            return usual
        if isinstance(found, float) and found.is_integer():
            found = int(found)
        if not isinstance(found, int) or isinstance(found, bool) or found < 0:
            raise self._wrong(f"takes a whole number from 0 on as {name}")
        return found

    def choice(self, name: str, choices: Sequence[str], usual: str) -> str:
        """Return one of some strings, or the default."""
        found = self.optional_text(name)
        if found is not None and found not in choices:
            raise self._wrong(f"takes {', '.join(choices)} as {name}, not {found!r}")
        return usual if found is None else found

    def position(self, name: str) -> types.Position:
        """Return a required position."""
        found = self._given.get(name)
        numbers = [found.get("line"), found.get("character")] if isinstance(found, dict) else [None]
        if not all(type(each) is int and each >= 0 for each in numbers):
            raise self._wrong(f"needs {name}, an object with line and character from 0 on")
        return types.Position(*numbers)

    def _wrong(self, message: str) -> JsonRpcInvalidParams:
        return JsonRpcInvalidParams(f"{self._command} {message}")
