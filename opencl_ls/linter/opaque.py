"""Rules about the places in which no object of an opaque type can be declared (OpenCL C 6.3.3).

The table has the opaque types, and each function below makes the rule of one type about one place.
A rule gives its message, in which `{name}` is what is declared and `{type}` its type in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from opencl_ls.findings import Severity
from opencl_ls.linter.context import removing
from opencl_ls.linter.rule import ALL, BLOCKS, PIPES, Rule, Versions
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import (
    DECLARING,
    Declaring,
    access_words,
    base_of,
    derived_over,
    is_image,
    is_named,
    is_pipe,
    is_sampler,
    written_types,
)
from opencl_ls.semantics.declarations.placement import at_program_scope
from opencl_ls.semantics.lookup.callees import named_symbol
from opencl_ls.semantics.lookup.uses import changed
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import Function, MemberVariable, Typedef, Variable

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.linter.context import RuleContext
    from opencl_ls.syntax import records as r


class Opaque(NamedTuple):
    """An opaque type.

    - `matches` tells whether a type is this one.
    - `about` and `versions` are those of its rules.
    - `has_arrays` says that arrays of it can be declared, and count as the type itself.
    - `is_accepted` tells whether compilers accept a declaration: the finding is then a warning.
    - `qualifier` is a word that is written before the type and belongs to it.
    """

    matches: Callable[[t.Type], bool]
    about: type | str
    versions: Versions = ALL
    has_arrays: bool = False
    is_accepted: Callable[[MemberVariable | Variable], bool] = lambda _: False
    qualifier: str = ""

    def rule(self, since: str) -> Rule:
        """Return a rule about this type, which checks nothing yet."""
        return Rule(Severity.ERROR, since=since, versions=self.versions, about=(self.about,))


BLOCK: Final = Opaque(lambda kind: isinstance(kind, t.BlockType), t.BlockType, BLOCKS)
EVENT: Final = Opaque(
    lambda kind: is_named(kind, "event_t"),
    t.OpaqueType,
    has_arrays=True,
    # Compilers check only the type of the object itself.
    is_accepted=lambda declared: isinstance(declared.type.type, t.ArrayType),
)
IMAGE: Final = Opaque(is_image, t.ImageType)
PIPE: Final = Opaque(
    is_pipe,
    t.PipeType,
    PIPES,
    # Compilers accept the member, and reject the word for its access.
    is_accepted=lambda declared: not access_words(declared.declaration.specifiers),
    qualifier="pipe",
)
SAMPLER: Final = Opaque(is_sampler, "sampler_t")


def array(opaque: Opaque, message: str, *, since: str, whole: bool = False) -> Rule:
    """Return the rule about arrays; `whole` marks a parameter with its type."""
    return _derived(opaque, "array", message, since, whole=whole)


def pointer(opaque: Opaque, message: str, *, since: str) -> Rule:
    """Return the rule about pointers."""
    return _derived(opaque, "pointer", message, since, whole=False)


def _derived(opaque: Opaque, derivation: str, message: str, since: str, *, whole: bool) -> Rule:
    rule = opaque.rule(since)

    @rule.on(*DECLARING, about=rule.about)
    def check(context: RuleContext, declaring: Declaring) -> None:
        for declarator, parameter, kind in written_types(context.model, declaring):
            if derived_over(kind, opaque.matches) == derivation:
                words = t.described(t.Qualified(base_of(kind).type))
                marked = parameter if whole and parameter else declarator
                context.report(marked, message.format(type=words))

    return rule


def member(opaque: Opaque, message: str, *, since: str, whole: bool = False) -> Rule:
    """Return the rule about members; `{keyword}` is `struct` or `union`.

    `whole` marks the declarator, not only the name.
    """
    rule = opaque.rule(since)

    @rule.on(MemberVariable, about=rule.about)
    def check(context: RuleContext, member: MemberVariable) -> None:
        kind = t.element_of(member.type) if opaque.has_arrays else member.type
        if opaque.matches(kind.type):
            keyword = member.aggregate.keyword
            context.report(
                member.declarator.declarator if whole else member,
                message.format(name=member.name, type=t.described(kind), keyword=keyword),
                severity=Severity.WARNING if opaque.is_accepted(member) else None,
            )

    return rule


def return_type(opaque: Opaque, message: str, *, since: str) -> Rule:
    """Return the rule about results, which checks a typedef of a function's type once."""
    rule = opaque.rule(since)

    @rule.on(Function, Typedef)
    def check(context: RuleContext, function: Function | Typedef) -> None:
        kind = function.type.type
        if function.type.alias or not isinstance(kind, t.FunctionType):
            return
        if opaque.matches(kind.result.type):
            specifiers = function.declaration.specifiers
            words = [each for each in specifiers.qualifiers if each.text == opaque.qualifier]
            written = specifiers.type or specifiers
            context.report(
                (words[0].start, written.end) if words else written,
                message.format(name=function.name, type=_plain(kind.result)),
            )

    return rule


def variable(opaque: Opaque, message: str, *, since: str, whole: bool = False) -> Rule:
    """Return the rule about variables; `whole` marks the declaration."""
    rule = opaque.rule(since)

    @rule.on(Variable, about=rule.about)
    def check(context: RuleContext, variable: Variable) -> None:
        if opaque.matches(variable.type.type):
            context.report(
                variable.declaration if whole else variable,
                message.format(name=variable.name, type=_plain(variable.type)),
            )

    return rule


def address_space(
    opaque: Opaque, message: str, *forbidden: str, since: str, is_removed: bool = False
) -> Rule:
    """Return the rule about variables of functions in `forbidden` address spaces, `{space}`.

    `is_removed` offers to remove the address space, as an unsafe fix.
    """
    rule = opaque.rule(since)

    @rule.on(Variable, about=rule.about)
    def check(context: RuleContext, variable: Variable) -> None:
        word = variable.space_word
        if word is None or at_program_scope(variable):
            return
        kind = t.element_of(variable.type) if opaque.has_arrays else variable.type
        space = spaces.plain(word.text)
        if opaque.matches(kind.type) and space in forbidden:
            fix = removing(f"Remove '{word.text}'", context.model.item.text, word, safe=False)
            context.report(
                word,
                message.format(name=variable.name, space=space),
                severity=Severity.WARNING if opaque.is_accepted(variable) else None,
                fixes=[fix] if is_removed else [],
            )

    return rule


def modified(opaque: Opaque, message: str, *changes: type[Any], since: str) -> Rule:
    """Return the rule about changes: records of assignments, `++` and `--`."""
    rule = opaque.rule(since)

    @rule.on(*changes)
    def check(context: RuleContext, change: r.Assignment | r.Postfix | r.Unary) -> None:
        place = changed(change)
        symbol = None if place is None else named_symbol(context.model, place)
        if symbol is not None and opaque.matches(symbol.type.type):
            context.report(
                change,
                message.format(name=symbol.name),
                related=[(symbol, f"'{symbol.name}' is declared here")],
            )

    return rule


def _plain(kind: t.Qualified) -> str:
    """Return a type in words, without its qualifiers."""
    return t.described(t.Qualified(kind.type, alias=kind.alias))
