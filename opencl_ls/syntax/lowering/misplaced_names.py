"""Corrections of declarations whose name the grammar takes for a type or a qualifier."""

from __future__ import annotations

from opencl_ls.builtins.types import builtin_type
from opencl_ls.syntax import records as r
from opencl_ls.syntax.tokens import ACCESS_KEYWORDS
from opencl_ls.syntax.tree import may_be_macro


def name_untyped_function(specifiers: r.Specifiers, declarator: r.Declarator) -> None:
    """Make `f(void)`, which is parsed as a variable of type `f`, a function `f` without a type.

    If `f` may be an undefined macro, it is kept as the type, and the function has no name.
    """
    kind, name = specifiers.type, declarator.name
    if name is None or name.text != "void" or declarator.parts:
        return
    if name_by_keyword(specifiers, declarator):
        return
    if not isinstance(kind, r.NamedType) or may_be_macro(kind.name):
        declarator.name = None
        return
    specifiers.type = None
    ends = (word.end for word in (*specifiers.storage, *specifiers.qualifiers))
    specifiers.end = max(ends, default=specifiers.start)
    _name_function(declarator, r.Word(kind.start, kind.end, kind.name))


def name_pasted_function(specifiers: r.Specifiers, declarator: r.Declarator, text: str) -> None:
    """Name a function by all of `KERNEL(add)`, which is parsed as an `(add)` of type `KERNEL`.

    `KERNEL` is an undefined macro, so the name that it makes of `add` is not known.
    """
    kind, name = specifiers.type, declarator.name
    if name is None or not isinstance(kind, r.NamedType) or not may_be_macro(kind.name):
        return
    end = text.find(")", name.end)
    if end < 0 or text[kind.end : name.start].strip() != "(":
        return
    declarator.name = r.Word(kind.start, end + 1, f"{kind.name}({name.text})")


def name_by_keyword(specifiers: r.Specifiers, declarator: r.Declarator) -> bool:
    """Make `int local(void)`, which is parsed as a local variable `void`, a function `local`."""
    kind = specifiers.type
    words = (*specifiers.storage, *specifiers.qualifiers)
    last = max(words, key=lambda word: word.end, default=None)
    if kind is None or last is None or last.start < kind.end:
        return False
    specifiers.storage = tuple(word for word in specifiers.storage if word is not last)
    specifiers.qualifiers = tuple(word for word in specifiers.qualifiers if word is not last)
    specifiers.end = max(word.end for word in (kind, *specifiers.storage, *specifiers.qualifiers))
    _name_function(declarator, last)
    return True


def name_by_access(specifiers: r.Specifiers, declarator: r.Declarator) -> None:
    """Name a parameter without a name by the access qualifier in its place: `int read_only`.

    After the type of an image, or after an unknown type, the word is a qualifier.
    """
    kind = specifiers.type
    level = next(iter(declarator.parts), None)
    if isinstance(level, r.PointerPart):
        access = [word for word in level.qualifiers if word.text in ACCESS_KEYWORDS]
        if not access:
            return
        name = access[-1]
        level.qualifiers = tuple(word for word in level.qualifiers if word is not name)
    elif kind is None or any(isinstance(part, r.PointerPart) for part in declarator.parts):
        return
    else:
        last = max(specifiers.qualifiers, key=lambda word: word.end, default=None)
        if last is None or last.text not in ACCESS_KEYWORDS or last.start < kind.end:
            return
        if _may_have_access(kind) or any(word.text == "pipe" for word in specifiers.qualifiers):
            return
        name = last
        specifiers.qualifiers = tuple(word for word in specifiers.qualifiers if word is not last)
        words = (*specifiers.storage, *specifiers.qualifiers)
        specifiers.end = max(each.end for each in (kind, *words))
    declarator.name = name
    declarator.start = min(declarator.start, name.start)
    declarator.end = max(declarator.end, name.end)


def _may_have_access(kind: r.TypeSpecifier) -> bool:
    """Return whether a type may be an image."""
    if isinstance(kind, r.BasicType):
        known = builtin_type(" ".join(kind.words))
        return known is not None and known.kind == "image"
    if isinstance(kind, r.NamedType):
        known = builtin_type(kind.name)
        return known is None or known.kind not in ("scalar", "vector")
    return not isinstance(kind, r.RecordType | r.EnumType)


def _name_function(declarator: r.Declarator, name: r.Word) -> None:
    """Make a declarator `(void)` a function without parameters."""
    declarator.parts = (r.FunctionPart(declarator.start, declarator.end, (), None, False),)
    declarator.name = name
    declarator.start = name.start
