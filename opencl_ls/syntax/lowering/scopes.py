"""Which names are types while one item is lowered."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.syntax.known import KnownStatement


class TypeNames:
    """The scopes of one item, each saying of the names it declares whether they are types.

    Names that no scope declares are asked of the program once; `answers` keeps what it said.
    `asked` lists what was asked: the name, whether as a variable's (or as a type's), the number of
    the scope that knew it, -1 for the program, and the answer.  `declared` lists what was declared:
    the number of the scope, the name, and whether it is a type.
    """

    __slots__ = ("_is_type", "answers", "asked", "declared", "scopes")

    def __init__(self, is_type: Callable[[str], bool]) -> None:
        self._is_type = is_type
        self.answers: dict[str, bool] = {}
        self.scopes: list[dict[str, bool]] = [{}]
        self.asked: list[tuple[str, bool, int, bool]] = []
        self.declared: list[tuple[int, str, bool]] = []

    def again(self) -> TypeNames:
        """Return the names before the item declared any; what the program said is kept."""
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
        """Note that the innermost scope declares `name`, as a type or as anything else."""
        self.scopes[-1][name] = is_type
        self.declared.append((len(self.scopes) - 1, name, is_type))

    def is_type(self, name: str) -> bool:
        """Tell whether `name` stands for a type here."""
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
        """Tell whether a scope of this item declares `name` as something other than a type."""
        scopes = self.scopes
        for number in range(len(scopes) - 1, -1, -1):
            if scopes[number].get(name) is False:
                self.asked.append((name, True, number, True))
                return True
        self.asked.append((name, True, -1, False))
        return False

    def agree(self, known: KnownStatement) -> bool:
        """Tell whether the names that a statement asked for from outside are what they were."""
        for name, as_variable, answer in known.asked:
            now = self.is_variable(name) if as_variable else self.is_type(name)
            if now is not answer:
                return False
        return True

    def asked_outside(self, since: int, depth: int) -> tuple[tuple[str, bool, bool], ...]:
        """Return what was asked since the question number `since` of scopes below `depth`."""
        found = {
            (name, as_variable, answer): None
            for name, as_variable, scope, answer in self.asked[since:]
            if scope < depth
        }
        return tuple(found)

    def declared_here(self, since: int, depth: int) -> tuple[tuple[str, bool], ...]:
        """Return what the innermost of `depth` scopes declared since the declaration `since`."""
        return tuple(
            (name, is_type) for scope, name, is_type in self.declared[since:] if scope == depth - 1
        )
