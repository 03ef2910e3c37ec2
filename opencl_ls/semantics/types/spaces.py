"""Address spaces and other qualifiers of declarations, with their defaults by version.

OpenCL C 1.x: everything without an address space is private.  From 2.0, and in 3.0 where the
features say so, a pointer without one points into the generic address space, and a variable at
program scope, or a static one, lives in global memory (OpenCL C 6.5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.semantics import types as t
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.settings.target import Target

SPACES: Final = frozenset((t.PRIVATE, t.LOCAL, t.GLOBAL, t.CONSTANT, t.GENERIC))
ACCESS: Final = frozenset(("read_only", "write_only", "read_write"))
_OF_ELEMENTS: Final = frozenset(("const", "volatile"))


def plain(word: str) -> str:
    """Return a qualifier without the underscores around it: `__global` is `global`."""
    return word.strip("_")


def space_word(words: tuple[r.Word, ...]) -> r.Word | None:
    """Return the first address space among the qualifiers of a declaration or a pointer."""
    return next((word for word in words if plain(word.text) in SPACES), None)


def space_words(words: tuple[r.Word, ...]) -> list[r.Word]:
    """Return all address spaces among the qualifiers of a declaration or a pointer."""
    return [word for word in words if plain(word.text) in SPACES]


def qualify(base: t.Qualified, words: tuple[r.Word, ...]) -> t.Qualified:
    """Return `base` with the qualifiers added; those of the base stay."""
    if not words:
        return base
    names = {plain(word.text) for word in words}
    space = space_word(words)
    if not names.isdisjoint(_OF_ELEMENTS):
        base = with_qualifiers(base, "const" in names, "volatile" in names)
    qualified = replace(
        base,
        restrict=base.restrict or "restrict" in names,
        access=base.access or next((name for name in sorted(names & ACCESS)), ""),
    )
    if space is not None and not base.space:
        qualified = with_space(qualified, plain(space.text))
    return qualified


def with_qualifiers(qualified: t.Qualified, const: bool, volatile: bool) -> t.Qualified:
    """Return a type with the qualifiers added; an array's elements get them (C11 6.7.3p9)."""
    if not (const or volatile):
        return qualified
    kind = qualified.type
    if type(kind) is t.ArrayType:
        kind = replace(kind, element=with_qualifiers(kind.element, const, volatile))
    return replace(
        qualified,
        type=kind,
        const=qualified.const or const,
        volatile=qualified.volatile or volatile,
    )


def with_space(qualified: t.Qualified, space: str) -> t.Qualified:
    """Return the type in an address space; that of an array is that of its elements."""
    if type(qualified.type) is t.ArrayType:
        array = qualified.type
        element = array.element
        if not t.object_space(element):
            element = with_space(element, space)
        return replace(qualified, type=replace(array, element=element), space=space)
    return qualified.in_space(space)


def pointee(qualified: t.Qualified, target: Target) -> t.Qualified:
    """Return what a pointer points to, in the default address space if none was written.

    An unknown type may be declared with an address space.
    """
    if t.object_space(qualified) or type(qualified.type) in (t.FunctionType, t.UnknownType):
        return qualified
    return with_space(qualified, t.GENERIC if target.has_generic_address_space else t.PRIVATE)


def variable(
    qualified: t.Qualified, at_program_scope: bool, static: bool, target: Target
) -> t.Qualified:
    """Return the type of a variable, in the default address space if none was written."""
    if t.object_space(qualified):
        return qualified
    if (at_program_scope or static) and target.has_program_scope_variables:
        return with_space(qualified, t.GLOBAL)
    return with_space(qualified, t.PRIVATE)


def parameter(qualified: t.Qualified) -> t.Qualified:
    """Return the type of a parameter: arrays and functions become pointers (C11 6.7.6.3)."""
    if type(qualified.type) is t.ArrayType:
        element = qualified.type.element
        if not t.object_space(element) and type(element.type) is not t.UnknownType:
            # Unlike a pointer's pointee, an array's element is private in every version.
            element = with_space(element, t.PRIVATE)
        decayed = t.Qualified(t.pointer_to(element))
        return decayed.in_space(t.PRIVATE)
    if type(qualified.type) is t.FunctionType:
        return t.Qualified(t.pointer_to(qualified), t.PRIVATE)
    if qualified.space:
        return qualified
    return qualified.in_space(t.PRIVATE)


def part_words(part: r.DeclaratorPart) -> tuple[r.Word, ...]:
    """Return the qualifiers of a pointer, block or array derivation."""
    if isinstance(part, r.PointerPart | r.BlockPart | r.ArrayPart):
        return part.qualifiers
    return ()
