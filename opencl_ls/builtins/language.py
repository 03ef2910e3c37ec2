"""Keywords, attributes, pragmas, and the pages of the unified reference."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from opencl_ls.builtins.reader import table
from opencl_ls.builtins.versions import Availability, availability_of


class Keyword(NamedTuple):
    """A keyword.

    `kind` is "c99", "address-space", "access", "function-qualifier", "type-specifier",
    "attribute", "operator" or "reserved"; `status` is "", "reserved" or "not supported".
    """

    name: str
    kind: str
    status: str
    page: str
    availability: Availability


class Attribute(NamedTuple):
    """An attribute of `__attribute__((...))`.

    `target` says what it applies to ("kernel", "struct|union|enum type, variable"), `arguments` are
    its arguments ("(X, Y, Z)", "[(alignment)]" when optional); `source` is "clang" when only
    compilers know it.
    """

    name: str
    target: str
    arguments: str
    page: str
    source: str
    availability: Availability


class Pragma(NamedTuple):
    """A pragma: its name ("OPENCL EXTENSION"), its syntax, and the values it may end with."""

    name: str
    syntax: str
    values: tuple[str, ...]
    page: str
    source: str
    availability: Availability


class Page(NamedTuple):
    """A page of the unified reference: its title, its anchor there, and related pages."""

    name: str
    title: str
    anchor: str
    see_also: tuple[str, ...]


def keyword(name: str) -> Keyword | None:
    """Return the keyword of this name, or None."""
    return all_keywords().get(name)


def attribute(name: str) -> Attribute | None:
    """Return the attribute of this name, also as `__packed__`, or None."""
    found = all_attributes().get(name)
    if found is None and name.startswith("__") and name.endswith("__"):
        return all_attributes().get(name[2:-2])
    return found


def pragma(name: str) -> Pragma | None:
    """Return the pragma of this name ("OPENCL FP_CONTRACT"), or None."""
    return all_pragmas().get(name)


def page(name: str) -> Page | None:
    """Return the reference page of this name ("mathFunctions"), or None."""
    return all_pages().get(name)


@cache
def all_keywords() -> dict[str, Keyword]:
    """Return every keyword by its name."""
    return {
        name: Keyword(
            name,
            entry["kind"],
            entry.get("status", ""),
            entry.get("page", ""),
            availability_of(entry),
        )
        for name, entry in table("keywords").all().items()
    }


@cache
def all_attributes() -> dict[str, Attribute]:
    """Return every attribute by its name."""
    return {
        name: Attribute(
            name,
            entry["target"],
            entry["args"],
            entry.get("page", ""),
            entry.get("source", ""),
            availability_of(entry),
        )
        for name, entry in table("attributes").all().items()
    }


@cache
def all_pragmas() -> dict[str, Pragma]:
    """Return every pragma by its name."""
    return {
        name: Pragma(
            name,
            entry["syntax"],
            tuple(entry.get("values", ())),
            entry.get("page", ""),
            entry.get("source", ""),
            availability_of(entry),
        )
        for name, entry in table("pragmas").all().items()
    }


@cache
def all_pages() -> dict[str, Page]:
    """Return every page of the reference by its name."""
    return {
        name: Page(name, entry["title"], entry["anchor"], tuple(entry["see_also"]))
        for name, entry in table("pages").all().items()
    }
