"""The overloads of a built-in function: which of them a target has, and what the others need."""

from __future__ import annotations

from functools import cached_property
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.signatures import concrete_names
from opencl_ls.builtins.types import builtin_type
from opencl_ls.builtins.versions import Availability, Reason, effort
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import likeness
from opencl_ls.semantics.calls.type_texts import Value, concrete

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.builtins.functions import BuiltinFunction
    from opencl_ls.builtins.signatures import Signature
    from opencl_ls.settings.target import Target

_NAMED_SPACES: Final = {t.GLOBAL, t.LOCAL, t.PRIVATE}
# Their array parameters are private, as any array parameter is; the table shows them as pointers.
_ARRAY_PARAMETERS: Final = ("ndrange_1D", "ndrange_2D", "ndrange_3D")
_GENERIC: Final = "__opencl_c_generic_address_space"
_ELEMENT_WORDS: Final = ("gentype", "src", "dst")


class Overload(NamedTuple):
    """One overload: its types, its generic signature, and the values of the generic words.

    `reason` says what the target lacks for it; None if the target has it.
    """

    result: t.Qualified
    parameters: tuple[t.Qualified, ...]
    variadic: bool
    signature: Signature
    values: dict[str, Value]
    reason: Reason | None

    def accepts(self, count: int) -> bool:
        """Tell whether it takes that many arguments."""
        return count == len(self.parameters) or (self.variadic and count > len(self.parameters))


class Overloads:
    """All overloads that one name has under one target."""

    def __init__(self, function: BuiltinFunction, target: Target) -> None:
        self.function = function
        self.target = target

    @cached_property
    def available(self) -> tuple[Overload, ...]:
        """The overloads that the target has."""
        return tuple(each for each in self._every if each.reason is None)

    @cached_property
    def unavailable(self) -> tuple[Overload, ...]:
        """The overloads that another target has."""
        missing = [(effort(each.reason), each) for each in self._every if each.reason is not None]
        missing.sort(key=itemgetter(0))
        return tuple(each for _, each in missing)

    @cached_property
    def exact(self) -> dict[tuple[int, ...], Overload]:
        """The overloads by the identities of their parameter types, which are interned."""
        return {
            tuple(id(parameter.type) for parameter in each.parameters): each
            for each in self.available
            if not each.variadic
            and not any(isinstance(one.type, t.ImageType | t.PipeType) for one in each.parameters)
        }

    @cached_property
    def _every(self) -> tuple[Overload, ...]:
        """Each set of parameter types once, those that the target has before the others.

        Several signatures may give the same types, since extensions repeat signatures of the core,
        and `uintptr_t` is another name of `ulong`.
        """
        signatures = [(each, each.missing(self.target)) for each in self.function.signatures]
        here = [signature for signature, reason in signatures if reason is None]
        found: list[Overload] = []
        for signature, reason in signatures:
            if _is_for_others(signature):
                continue
            if reason is None and _replaced_by_generic(signature, here):
                continue
            found += self._expanded(signature, reason)
        found.sort(key=lambda each: each.reason is not None)
        distinct: dict[tuple[object, ...], Overload] = {}
        for each in found:
            key = tuple(likeness.identity(parameter) for parameter in each.parameters)
            distinct.setdefault((*key, each.variadic), each)
        return tuple(distinct.values())

    def _expanded(self, signature: Signature, reason: Reason | None) -> Iterator[Overload]:
        name, target = self.function.name, self.target
        # An overload that needs the generic address space has it, also for a target that lacks
        # both.
        generic = target.has_generic_address_space or _GENERIC in signature.availability.features
        private = not generic or name in _ARRAY_PARAMETERS
        variadic = signature.variadic
        parameters = signature.parameters[:-1] if variadic else signature.parameters
        fixed = concrete_names(signature).get(name, {})
        for values in _assignments(signature, fixed):
            lacks = reason or self._lacking(values)
            returned, result = concrete(signature.returns, values, private)
            taken: list[t.Qualified] = []
            for parameter in parameters:
                text, kind = concrete(parameter.type, values, private)
                taken.append(kind)
                lacks = lacks or self._type_lacks(text)
            lacks = lacks or self._type_lacks(returned)
            yield Overload(result, tuple(taken), variadic, signature, values, lacks)

    def _lacking(self, values: dict[str, Value]) -> Reason | None:
        """Return what the target lacks for the element types of an overload."""
        for word in _ELEMENT_WORDS:
            element = values.get(word)
            if element is None:
                continue
            # Any overload for `half` elements computes with them, which needs what vectors need.
            reason = self._type_lacks("half2" if element == "half" else str(element))
            if reason is not None:
                return reason
        return None

    def _type_lacks(self, text: str) -> Reason | None:
        if text in self._lacks:
            return self._lacks[text]
        reason = None
        for word in text.split():
            # Compilers have the vectors of three in every version; if a program may not use them,
            # the declaration is wrong and not the call.
            known = None if word.endswith("3") else builtin_type(word)
            if known is None:
                continue
            needs = known.availability
            if self.target.pointer_bits == 64 and known.requires_64:
                needs = needs.besides(Availability(requires=known.requires_64))
            reason = reason or needs.missing(self.target)
        self._lacks[text] = reason
        return reason

    @cached_property
    def _lacks(self) -> dict[str, Reason | None]:
        return {}


def _assignments(signature: Signature, fixed: object) -> Iterator[dict[str, Value]]:
    known = dict(fixed) if isinstance(fixed, dict) else {}
    words = [word for word, _ in signature.variables]
    choices = [(known[word],) if word in known else values for word, values in signature.variables]
    for values in product(*choices):
        yield dict(zip(words, values, strict=True))


def _is_for_others(signature: Signature) -> bool:
    """Tell whether compilers leave an overload of an atomic function out of OpenCL C.

    The older functions on the generic address space exist only in C++ for OpenCL; and on named
    address spaces a pointer-sized integer counts as the `long` or `int` that it is, unless a
    difference of pointers is added to it.
    """
    spaces = dict(signature.variables).get("Q")
    if signature.group == "legacy-atomic":
        return spaces == ("",)
    types = [parameter.type for parameter in signature.parameters]
    if signature.group != "atomic" or spaces == ("",) or "intptr_t" not in types[0]:
        return False
    return "ptrdiff_t" not in types


def _replaced_by_generic(signature: Signature, available: list[Signature]) -> bool:
    """Tell whether an overload for named address spaces gives way to one for the generic space.

    Compilers declare the named ones only where there is no generic address space; of the atomic
    functions those of extensions stay.
    """
    spaces = set(dict(signature.variables).get("Q", ()))
    if not spaces or not _NAMED_SPACES.issuperset(map(str, spaces)):
        return False
    atomic = signature.group == "atomic" and not signature.availability.extensions
    if t.PRIVATE not in spaces and not atomic:
        return False
    texts = tuple(parameter.type for parameter in signature.parameters)
    return any(
        dict(other.variables).get("Q") == ("",)
        and texts == tuple(parameter.type for parameter in other.parameters)
        and dict(other.variables).get("gentype") == dict(signature.variables).get("gentype")
        for other in available
    )
