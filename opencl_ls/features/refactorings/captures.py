"""The outer variables that statements read, and that they change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.builtins.names import is_builtin

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from opencl_ls.analysis.code import Meaning, Node

_CHANGING: Final = frozenset(("write", "read-write"))
_GIVING: Final = frozenset(("write", "address-of"))
_JUMPS: Final = frozenset(("Break", "Continue", "Goto", "Label"))
_LOOPS: Final = frozenset(("For", "While", "DoWhile"))
_VARIABLES: Final = frozenset(("variable", "parameter"))
_DECLARING: Final = frozenset(("InitDeclarator", "Parameter"))


class Captured(Struct, frozen=True):
    """A variable that the extracted code uses: its uses there, and how it is passed.

    If `is_declared`, it is declared there and used after it.
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
    """The variables that are passed, and the one whose value is returned, if any.

    Those that are `fresh` have no value yet, and none is used later except the result.
    """

    parameters: tuple[Captured, ...]
    result: Captured | None
    fresh: tuple[Captured, ...]


def captures_of(nodes: Sequence[Node], is_expression: bool) -> Captures | str:
    """Return the captures of some nodes, or why they cannot be passed."""
    uses = _uses_by_meaning(nodes)
    declared = {
        meaning: each
        for node in nodes
        for each in node.walk()
        if each.kind in _DECLARING and (meaning := each.meaning) is not None
    }
    reason = _unknown(nodes)
    if reason:
        return reason
    taken: list[Captured] = []
    fresh: list[Captured] = []
    changed: list[Captured] = []
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
            (fresh if _is_fresh(nodes, own[0]) else taken).append(found)
        else:
            changed.append(found)
    results = _declared_results(nodes, declared)
    if isinstance(results, str):
        return results
    if any(_has_space(node) for node in declared.values()):
        return "it declares a variable in local memory, which only a kernel can"
    if len(results) > 1:
        names = ", ".join(f"'{each.name}'" for each in results)
        return f"{names} are declared in it and used after it"
    return _passed(nodes, taken, changed, results, fresh)


def _declared_results(
    nodes: Sequence[Node], declared: Mapping[Meaning, Node]
) -> list[Captured] | str:
    """Return the variables that are declared in the nodes and used after them, or a refusal."""
    results = []
    for meaning, node in declared.items():
        if all(_is_inside(each, nodes) for each in node.uses):
            continue
        if not node.declaration_of("v") or not _is_value(node):
            return f"'{meaning.name}' is declared in it and used after it"
        if node.part("initializer") is None and not _gets_value(node, nodes):
            return f"'{meaning.name}' gets no value in it"
        results.append(Captured(meaning.name, node, (), False, True))
    return results


def _passed(
    nodes: Sequence[Node],
    taken: list[Captured],
    changed: list[Captured],
    results: list[Captured],
    fresh: list[Captured],
) -> Captures | str:
    result: Captured | None = results[0] if results else None
    if result is None and len(changed) == 1:
        result = changed[0]
        (fresh if _is_fresh(nodes, result.uses[0]) else taken).append(result)
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
    if any(not each.declaration("v") for each in fresh):
        return f"the type of '{fresh[0].name}' is not known"
    return Captures(tuple(listed), result, tuple(fresh))


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


def _unknown(nodes: Sequence[Node]) -> str:
    """Return an unknown name in the nodes, which may be a macro."""
    for node in nodes:
        for each in node.walk():
            name = each.word("name")
            if each.kind == "Name" and each.meaning is None and not is_builtin(name):
                return f"'{name}' is not known"
            if each.kind == "InitDeclarator" and each.declared_type is None:
                return "the type of a variable is not known"
    return ""


def _gets_value(declarator: Node, nodes: Sequence[Node]) -> bool:
    return any(_is_inside(e, nodes) and e.role in _GIVING for e in declarator.uses)


def _unfit(meaning: Meaning, uses: Sequence[Node]) -> str:
    """Return why a variable of the function cannot be passed, "" if it can."""
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
    following = [each for each in use.uses if nodes[-1].is_before(each)]
    if following and not _gives_value(following[0], nodes[-1]):
        return True
    if loop is None:
        return False
    # In the next iteration the start of the loop comes after the nodes.
    first = next(each for each in use.uses if each.is_in(loop))
    if _is_inside(first, nodes):
        return not _is_first_written(nodes, first)
    return not _gives_value(first, nodes[0])


def _gives_value(use: Node, other: Node) -> bool:
    """Tell whether a use gives its variable a value whenever `other` is executed."""

    def is_home(node: Node) -> bool:
        above = node.parent
        return above is not None and other.is_in(above)

    if not _is_certain(use, is_home):
        return False
    low, high = sorted((use, other), key=lambda each: each.begin)
    jumps = (each for each in list(use.around)[-1].walk() if each.kind in _JUMPS)
    return not any(low.is_before(each) and each.is_before(high) for each in jumps)


def _is_first_written(nodes: Sequence[Node], first: Node) -> bool:
    """Tell whether the first use of a variable in the nodes gives it a value in any case."""
    return _is_certain(first, lambda each: each in nodes)


def _is_certain(use: Node, is_home: Callable[[Node], bool]) -> bool:
    """Tell whether a use is a plain assignment that is always executed within a node."""
    inner = use.parent
    if inner is None or inner.kind != "Assignment" or inner.part("left") != use:
        return False
    right = inner.part("right")
    if inner.word("operator") != "=" or right is None or any(e.is_in(right) for e in use.uses):
        return False
    while not is_home(inner):
        outer = inner.parent
        if outer is None:
            return False
        is_first = outer.kind == "For" and outer.part("initial") == inner
        if outer.kind not in ("ExpressionStatement", "Compound") and not is_first:
            return False
        inner = outer
    return True


def _is_fresh(nodes: Sequence[Node], use: Node) -> bool:
    """Tell whether a variable has no value before the nodes, or none that is used."""
    if _is_first_written(nodes, use):
        return True
    declared = use.declared_at
    if declared is None or declared.kind != "InitDeclarator" or declared.part("initializer"):
        return False
    if any(each.kind in _LOOPS and not declared.is_in(each) for each in nodes[0].around):
        return False
    return all(_is_inside(each, nodes) or nodes[-1].is_before(each) for each in use.uses)
