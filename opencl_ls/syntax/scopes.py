"""Which names are types while one item is lowered."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class TypeNames:
    """The scopes of one item, each saying of the names it declares whether they are types.

    Names that no scope declares are asked of the program once; `answers` keeps what it said.
    """

    __slots__ = ("_is_type", "answers", "scopes")

    def __init__(self, is_type: Callable[[str], bool]) -> None:
        self._is_type = is_type
        self.answers: dict[str, bool] = {}
        self.scopes: list[dict[str, bool]] = [{}]

    def push(self) -> None:
        """Enter a scope."""
        self.scopes.append({})

    def pop(self) -> None:
        """Leave the innermost scope."""
        self.scopes.pop()

    def declare(self, name: str, is_type: bool) -> None:
        """Note that the innermost scope declares `name`, as a type or as anything else."""
        self.scopes[-1][name] = is_type

    def is_type(self, name: str) -> bool:
        """Tell whether `name` stands for a type here."""
        for scope in reversed(self.scopes):
            known = scope.get(name)
            if known is not None:
                return known
        answer = self.answers.get(name)
        if answer is None:
            answer = self.answers[name] = self._is_type(name)
        return answer

    def is_variable(self, name: str) -> bool:
        """Tell whether a scope of this item declares `name` as something other than a type."""
        return any(scope.get(name) is False for scope in reversed(self.scopes) if name in scope)
