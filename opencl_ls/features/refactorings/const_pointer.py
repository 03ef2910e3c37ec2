"""Add const: a pointer through which nothing is stored may point to constants.

This informs readers and the compiler, and all callers stay valid: a pointer converts implicitly to
a pointer to const (C11 6.3.2.3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.functions import function
from opencl_ls.features.refactorings.offers import REWRITE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.code import Node
    from opencl_ls.features.refactorings.offers import Offer, Selection, SpanEdit

NAME: Final = "const-pointer"
_DECLARING: Final = frozenset(("definition", "declaration"))
_COMPARING: Final = frozenset(("==", "!=", "<", ">", "<=", ">=", "&&", "||"))


def offers(selection: Selection) -> Iterator[Offer]:
    """Yield the offer for the pointer parameter whose declaration is at the cursor."""
    node = selection.innermost("Parameter")
    # All declarations of the function change, and finding them takes a while.
    if node is None or not selection.is_asked or selection.analysis.is_provisional:
        return
    kind, meaning, specifiers = node.declared_type, node.meaning, node.part("specifiers")
    if kind is None or meaning is None or specifiers is None or not specifiers.is_verbatim:
        return
    if kind.kind != "pointer" or "const" in kind.pointee.split() or kind.space == "constant":
        return
    declarator = node.part("declarator")
    parts = [] if declarator is None else [each.kind for each in declarator.parts("parts")]
    if parts not in (["PointerPart"], ["ArrayPart"]) or not node.uses:
        return
    if not all(map(_only_reads, node.uses)):
        return
    places = _all_specifiers(selection, node)
    if places:
        yield selection.offer(
            NAME,
            REWRITE,
            f"Add 'const' to what '{meaning.name}' points to",
            lambda: [_edit(each) for each in places],
        )


def _edit(specifiers: Node) -> SpanEdit:
    """Return the edit that inserts const before the type, after an address space."""
    kind = specifiers.part("type")
    at = specifiers.begin if kind is None else kind.begin
    return (at, at, "const ")


def _all_specifiers(selection: Selection, node: Node) -> list[Node]:
    """Return the specifiers of a parameter in all declarations of its function, [] if unknown."""
    listed, function_node = (
        node.parent,
        next((each for each in node.around if each.kind == "FunctionDefinition"), None),
    )
    declarator = None if function_node is None else function_node.part("declarator")
    place = None if declarator is None else declarator.span_of("name")
    own = node.part("specifiers")
    if listed is None or function_node is None or place is None or own is None:
        return []
    index = listed.parts("parameters").index(node)
    found = selection.analysis.references(place[0])
    if found is None:
        return []
    specifiers = [own]
    for each in found.references:
        if each.kind == "call":
            continue
        code = selection.analysis.code_at(each.place.start)
        is_here = each.place.file == selection.analysis.path and each.is_verbatim
        if not is_here or code is None or not code.is_sound or each.kind not in _DECLARING:
            return []
        nodes = code.nodes_around(each.place.start, each.place.end)
        if nodes and nodes[0] == function_node:
            continue
        holder = next((e for e in reversed(nodes) if e.kind == "Declarator"), None)
        parts = [] if holder is None else holder.parts("parts")
        others = parts[0].parts("parameters") if parts else []
        other = others[index].part("specifiers") if index < len(others) else None
        if other is None or not other.is_verbatim:
            return []
        specifiers.append(other)
    return specifiers


def _only_reads(use: Node) -> bool:
    """Tell whether nothing can be stored through a pointer where its name is used."""
    inner, above = use, use.parent
    if use.role in ("write", "read-write", "address-of"):
        return False
    while above is not None:
        kind = above.kind
        if kind == "TypeQuery":
            return True
        if kind == "Index" or (kind == "Unary" and above.word("operator") == "*"):
            # An array among the elements is a pointer again.
            found = above.type
            is_value = found is not None and found.kind in ("scalar", "vector", "struct", "enum")
            return above.part("index") == inner or (
                is_value and above.role == "read" and _is_value(above)
            )
        if kind == "Member":
            found = above.type
            return found is not None and found.kind in ("scalar", "vector") and above.role == "read"
        if kind == "Binary" and above.word("operator") in _COMPARING:
            return True
        if kind == "Call":
            return _takes_const(above, inner)
        if kind not in ("Parenthesized", "Binary"):
            return False
        inner, above = above, above.parent
    return False


def _is_value(node: Node) -> bool:
    """Tell whether the pointee is read, and no part of it is changed."""
    above = node.parent
    while above is not None and above.kind in ("Member", "Parenthesized"):
        found = above.type
        if found is None or found.kind not in ("scalar", "vector", "struct", "enum"):
            return False
        if above.role != "read":
            return False
        node, above = above, above.parent
    return node.role == "read"


def _takes_const(call: Node, argument: Node) -> bool:
    arguments = call.parts("arguments")
    if argument not in arguments:
        return False
    index = arguments.index(argument)
    if call.builtin:
        builtin = function(call.builtin)
        overloads = () if builtin is None else builtin.signatures
        return bool(overloads) and all(
            index < len(each.parameters) and "const" in each.parameters[index].type.split()
            for each in overloads
        )
    callee = call.part("callee")
    taken = None if callee is None else callee.parameter_types
    return taken is not None and index < len(taken) and "const" in taken[index].split()
