"""The built-in functions: one lookup by name, and their conditions."""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from opencl_ls.builtins.reader import table
from opencl_ls.builtins.signatures import Parameter, Signature, type_in_name
from opencl_ls.builtins.versions import availability_of, effort, has_conditions

if TYPE_CHECKING:
    from opencl_ls.builtins.versions import Availability, Conditions, Reason


class BuiltinFunction(NamedTuple):
    """A built-in function under one concrete name.

    `key` is the table's name for its family ("vloadn" for `vload4`, otherwise the name itself).
    `page`, `also_pages` and `anchor` are addresses in the unified specification's pages; `manual`
    holds the names of the older reference pages by version.  `ulp` pairs the columns of the
    specification's accuracy tables ("float", "float_embedded", "double", "half", "half_embedded")
    with their figures ("<=4", "0", "cr" correctly rounded, "impl" implementation-defined, "any",
    "undef", "abs<=..."); it is empty for a function that no table lists.  `source` names where the
    entry comes from when that is not the specification.
    """

    name: str
    key: str
    group: str
    page: str
    anchor: str
    signatures: tuple[Signature, ...]
    availability: Availability
    ulp: tuple[tuple[str, str], ...] = ()
    note: str = ""
    source: str = ""
    also_pages: tuple[str, ...] = ()
    manual: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def deprecated(self) -> int | None:
        """The version (such as 200) that deprecates the function, or None."""
        return self.availability.deprecated

    def available_signatures(self, target: Conditions) -> tuple[Signature, ...]:
        """Return the signatures that exist for `target`."""
        return tuple(one for one in self.signatures if one.missing(target) is None)

    def missing(self, target: Conditions) -> Reason | None:
        """Return what `target` lacks for every signature, or None when it has one of them.

        If the signatures have different needs, the answer is the one that is easiest to satisfy: a
        feature, then the earliest version, then an extension.
        """
        reasons = []
        for signature in self.signatures:
            reason = signature.missing(target)
            if reason is None:
                return None
            reasons.append(reason)
        return min(reasons, key=effort, default=None)


def function(name: str) -> BuiltinFunction | None:
    """Return the built-in function of this concrete name (`vload4`, never `vloadn`), or None."""
    return _function(name) if name in function_names() else None


def function_family(key: str) -> BuiltinFunction | None:
    """Return a family by the name of the table ("vloadn"), with all signatures of its functions."""
    return _family_as_function(key) if key in _patterns() else None


@cache
def function_names() -> frozenset[str]:
    """Return all concrete names of built-in functions."""
    return frozenset(_keys())


def function_key(name: str) -> str | None:
    """Return the family of a concrete name: "vloadn" for `vload4`; None for an unknown name."""
    return _keys().get(name)


@cache
def _keys() -> dict[str, str]:
    keys = {key: key for key in table("functions") if key not in _patterns()}
    keys.update(table("function_names").all())
    return keys


@cache
def _patterns() -> frozenset[str]:
    """Return the names of families, which no program can call."""
    return frozenset(table("function_names").all().values()) - table("function_names").all().keys()


@cache
def _function(name: str) -> BuiltinFunction:
    key = _keys()[name]
    return _made(name, key, _family(key).signatures_of(name))


@cache
def _family_as_function(key: str) -> BuiltinFunction:
    return _made(key, key, _family(key).signatures)


def _made(name: str, key: str, signatures: tuple[Signature, ...]) -> BuiltinFunction:
    entry = _family(key).entry
    ulp: dict[str, str] = entry.get("ulp", {})
    manual: dict[str, list[str]] = entry.get("man", {})
    availability = availability_of(entry)
    if len(signatures) == 1:
        availability = signatures[0].availability._replace(deprecated=availability.deprecated)
    return BuiltinFunction(
        name=name,
        key=key,
        group=entry["group"],
        page=entry.get("page", ""),
        anchor=entry.get("anchor", ""),
        signatures=signatures,
        availability=availability,
        ulp=tuple(ulp.items()),
        note=entry.get("note", ""),
        source=entry.get("source", ""),
        also_pages=tuple(entry.get("also_page", ())),
        manual=tuple((version, tuple(files)) for version, files in manual.items()),
    )


class _Family:
    """A table entry, decoded; its signatures are shared by all of its concrete names."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.entry: dict[str, Any] = table("functions")[key]

    @cached_property
    def signatures(self) -> tuple[Signature, ...]:
        return tuple(_signature(self.key, self.entry, each) for each in self.entry["signatures"])

    def signatures_of(self, name: str) -> tuple[Signature, ...]:
        """Return the signatures that the concrete name has, with the needs of its own types."""
        if "{" not in "".join(each.name for each in self.signatures):
            return self.signatures
        found = []
        for each in self.signatures:
            needed = type_in_name(each, name)
            if needed is not None:
                needs = each.availability.besides(needed.availability)
                found.append(each._replace(availability=needs))
        return tuple(found)


@cache
def _family(key: str) -> _Family:
    return _Family(key)


def _signature(key: str, family: dict[str, Any], entry: dict[str, Any]) -> Signature:
    """Return a signature; one without conditions of its own has those of the function."""
    return Signature(
        name=entry.get("name", key),
        returns=entry["ret"],
        parameters=tuple(Parameter(*pair) for pair in entry["params"]),
        variables=tuple((word, tuple(values)) for word, values in entry.get("vars", {}).items()),
        availability=availability_of(entry if has_conditions(entry) else family),
        group=entry.get("group", family["group"]),
        note=entry.get("note", ""),
        constraint=entry.get("constraint", ""),
        source=entry.get("source", ""),
    )
