"""The paths of pages in the site, with file names that are valid on every system."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.functions import function_key
from opencl_ls.docs.library import index

if TYPE_CHECKING:
    from opencl_ls.reference.links import Target

_ATTRIBUTE: Final = re.compile(r"__attribute__\(\((\w+)\)\)")
# Pragmas have names of their own; `#if` is not `if`.
_SIGN: Final = re.compile(r"^#(?!pragma )|^#pragma (?=\w)")
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_-]")
_BEHIND: Final = ".html"


def address_of(target: Target) -> str | None:
    """Return the path of a page below the site's folder, None if there is none.

    The functions of a family have the page of the family.
    """
    if target.is_rule:
        return rule_address(target.name)
    name = page_name(target.name)
    return name_address(name) if name in index() else None


def page_name(name: str) -> str:
    """Return the name whose page a name is on."""
    return name if name in index() else function_key(name) or name


def name_address(name: str) -> str:
    """Return the path of a name's page: ASCII, and unique in any case.

    Blanks become hyphens and other punctuation its codes.
    """
    written = _ATTRIBUTE.fullmatch(name)
    words = (
        f"attribute-{written[1]}"
        if written
        else _SIGN.sub(lambda sign: "pragma-" if len(sign[0]) > 1 else "directive-", name)
    )
    words = words.replace(" ", "-")
    safe = _UNSAFE.sub(lambda sign: f"-{ord(sign[0]):x}", words)
    # Systems that ignore case have one file for `nan` and `NAN`.
    own = "-constant" if name != name.lower() and name.lower() in index() else ""
    return f"{safe}{own}{_BEHIND}"


def rule_address(code: str) -> str:
    """Return the path of a rule's page."""
    return f"rules/{code}{_BEHIND}"
