"""What statements take from the variables around them, and what they leave in these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.analysis.code import Meaning, Node

_CHANGING: Final = frozenset(("write", "read-write"))
_LOOPS: Final = frozenset(("For", "While", "DoWhile"))
_VARIABLES: Final = frozenset(("variable", "parameter"))
_DECLARING: Final = frozenset(("InitDeclarator", "Parameter"))


class Captured(Struct, frozen=True):
    """A variable that is used in what is extracted: its uses there, and how it is passed.

    With `is_declared` it is declared there as well, and used behind.
    """

    name: str
    node: Node
    uses: tuple[Node, ...]
    by_pointer: bool
    is_declared: bool

    @property
    def parameter(self) -> str:
        """The declaration of a parameter for it."""
        return self.node.parameter_of(self.name, pointer=self.by_pointer)

    def declaration(self, name: str) -> str:
        """Return the declaration of a variable of its type."""
        return self.node.declaration_of(name)


class Captures(Struct, frozen=True):
    """The variables that are passed, and the one whose value is returned, if any."""

    parameters: tuple[Captured, ...]
    result: Captured | None


def captures_of(nodes: Sequence[Node], is_expression: bool) -> Captures | str:
    """Return what some nodes take and leave, or why that cannot be passed."""
    uses = _uses_by_meaning(nodes)
    declared = {
        meaning: each
        for node in nodes
        for each in node.walk()
        if each.kind in _DECLARING and (meaning := each.meaning) is not None
    }
    taken: list[Captured] = []
    changed: list[Captured] = []
    results: list[Captured] = []
    for meaning, own in uses.items():
        if meaning in declared:
            continue
        reason = _unfit(meaning, own)
        if reason:
            return reason
        is_changed = any(each.role in _CHANGING for each in own) and _is_value(own[0])
        found = Captured(meaning.name, own[0], tuple(own), False, False)
        if not is_changed:
            taken.append(found)
        elif is_expression:
            return f"it changes '{meaning.name}'"
        elif not _is_used_outside(nodes, own[0]):
            taken.append(found)
        else:
            changed.append(found)
    for meaning, node in declared.items():
        behind = [each for each in node.uses if not _is_inside(each, nodes)]
        if behind:
            if not node.declaration_of("v") or not _is_value(node):
                return f"'{meaning.name}' is declared in it and used behind it"
            results.append(Captured(meaning.name, node, (), False, True))
    if any(_has_space(node) for node in declared.values()):
        return "it declares a variable in local memory, which only a kernel can"
    if len(results) > 1:
        names = ", ".join(f"'{each.name}'" for each in results)
        return f"{names} are declared in it and used behind it"
    return _passed(nodes, taken, changed, results)


def _passed(
    nodes: Sequence[Node],
    taken: list[Captured],
    changed: list[Captured],
    results: list[Captured],
) -> Captures | str:
    result: Captured | None = results[0] if results else None
    if result is None and len(changed) == 1:
        result = changed[0]
        if not _is_first_written(nodes, result.uses[0]):
            taken.append(result)
        changed = []
    pointers = [Captured(e.name, e.node, e.uses, True, False) for e in changed]
    listed = sorted((*taken, *pointers), key=_declared_at)
    for each in listed:
        if not each.parameter:
            return f"the type of '{each.name}' is not known, or cannot be passed"
        if each.by_pointer and any(use.span is None or not use.is_verbatim for use in each.uses):
            return f"a macro changes '{each.name}'"
    if result is not None and not result.declaration("v"):
        return f"'{result.name}' cannot be returned"
    return Captures(tuple(listed), result)


def _declared_at(captured: Captured) -> int:
    meaning = captured.node.meaning
    return 0 if meaning is None else meaning.declared


def _uses_by_meaning(nodes: Sequence[Node]) -> dict[Meaning, list[Node]]:
    found: dict[Meaning, list[Node]] = {}
    for node in nodes:
        for each in node.walk():
            if each.kind == "Name":
                meaning = each.meaning
                if meaning is not None and meaning.is_local and meaning.kind in _VARIABLES:
                    found.setdefault(meaning, []).append(each)
    return found


def _unfit(meaning: Meaning, uses: Sequence[Node]) -> str:
    """Return why a variable of the function cannot be passed, "" where it can."""
    name, kind = meaning.name, uses[0].type
    if kind is None:
        return f"the type of '{name}' is not known"
    if kind.kind == "array":
        if any(_is_measured(each) for each in uses):
            return f"the size of the array '{name}' is asked for"
        return ""
    if not meaning.is_automatic:
        return f"'{name}' belongs to all work-items of a group, or to all runs"
    everywhere = uses[0].uses
    if any(each.role == "address-of" for each in everywhere):
        inside = any(each.role != "read" for each in uses)
        if inside or any(e.role in _CHANGING for e in everywhere):
            return f"the address of '{name}' is taken"
    return ""


def _is_value(node: Node) -> bool:
    kind = node.type or node.declared_type
    return kind is not None and kind.kind != "array"


def _is_measured(node: Node) -> bool:
    return any(each.kind == "TypeQuery" for each in node.around)


def _has_space(node: Node) -> bool:
    kind = node.declared_type
    return (
        kind is not None
        and node.kind == "InitDeclarator"
        and (kind.kind != "pointer" and kind.space == "local")
    )


def _is_inside(node: Node, nodes: Sequence[Node]) -> bool:
    return any(node.is_in(each) for each in nodes)


def _is_used_outside(nodes: Sequence[Node], use: Node) -> bool:
    """Tell whether the value that a variable has at the end of the nodes may be read later."""
    declared = use.declared_at
    loop = None
    for each in nodes[0].around:
        if each.kind in _LOOPS and not (declared is not None and declared.is_in(each)):
            loop = each
    for each in use.uses:
        if _is_inside(each, nodes) or each.role == "write":
            continue
        if nodes[-1].is_before(each) or (loop is not None and each.is_in(loop)):
            return True
    # In a loop the nodes themselves are carried out again.
    return loop is not None and not _is_first_written(nodes, use)


def _is_first_written(nodes: Sequence[Node], first: Node) -> bool:
    """Tell whether the first use of a variable in the nodes gives it a value in any case."""
    above = first.parent
    if above is None or above.kind != "Assignment" or above.part("left") != first:
        return False
    if above.word("operator") != "=":
        return False
    statement = above.parent
    right = above.part("right")
    if right is None or any(use.is_in(right) for use in first.uses):
        return False
    return statement is not None and statement in nodes
