"""The scopes of one item during lowering, which know whether names are types."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.syntax.statement_cache import LoweredStatement


class TypeNames:
    """The nested scopes of one item: for each declared name whether it is a type.

    A name that no scope declares is looked up in the program once; `answers` caches the results.
    `asked` is the log of lookups: the name, whether it was looked up as a variable (or as a type),
    the index of the scope that declares it, -1 for the program, and the answer.  `declared` is the
    log of declarations: the index of the scope, the name, and whether it is a type.
    """

    __slots__ = ("_is_type", "answers", "asked", "declared", "scopes")

    def __init__(self, is_type: Callable[[str], bool]) -> None:
        self._is_type = is_type
        self.answers: dict[str, bool] = {}
        self.scopes: list[dict[str, bool]] = [{}]
        self.asked: list[tuple[str, bool, int, bool]] = []
        self.declared: list[tuple[int, str, bool]] = []

    def again(self) -> TypeNames:
        """Return names without the scopes of the item, with the answers of the program kept."""
        names = TypeNames(self._is_type)
        names.answers = self.answers
        return names

    def push(self) -> None:
        """Enter a scope."""
        self.scopes.append({})

    def pop(self) -> None:
        """Leave the innermost scope."""
        self.scopes.pop()

    def declare(self, name: str, is_type: bool) -> None:
        """Declare `name` in the innermost scope, as a type or as anything else."""
        self.scopes[-1][name] = is_type
        self.declared.append((len(self.scopes) - 1, name, is_type))

    def is_type(self, name: str) -> bool:
        """Return whether `name` is a type in the innermost scope."""
        scopes = self.scopes
        for number in range(len(scopes) - 1, -1, -1):
            known = scopes[number].get(name)
            if known is not None:
                self.asked.append((name, False, number, known))
                return known
        answer = self.answers.get(name)
        if answer is None:
            answer = self.answers[name] = self._is_type(name)
        self.asked.append((name, False, -1, answer))
        return answer

    def is_variable(self, name: str) -> bool:
        """Return whether a scope of this item declares `name` as anything but a type."""
        scopes = self.scopes
        for number in range(len(scopes) - 1, -1, -1):
            if scopes[number].get(name) is False:
                self.asked.append((name, True, number, True))
                return True
        self.asked.append((name, True, -1, False))
        return False

    def agree(self, reused: LoweredStatement) -> bool:
        """Return whether a statement's lookups in outer scopes still have the same answers."""
        for name, as_variable, answer in reused.asked:
            now = self.is_variable(name) if as_variable else self.is_type(name)
            if now is not answer:
                return False
        return True

    def asked_outside(self, since: int, depth: int) -> tuple[tuple[str, bool, bool], ...]:
        """Return the lookups since the index `since` in scopes below `depth`.

        Each is a name, whether it was looked up as a variable, and the answer.
        """
        found = {
            (name, as_variable, answer): None
            for name, as_variable, scope, answer in self.asked[since:]
            if scope < depth
        }
        return tuple(found)

    def declared_here(self, since: int, depth: int) -> tuple[tuple[str, bool], ...]:
        """Return the declarations since the index `since` in the innermost of `depth` scopes.

        Each is a name and whether it is a type.
        """
        return tuple(
            (name, is_type) for scope, name, is_type in self.declared[since:] if scope == depth - 1
        )
