"""The meaning of a compiler's message: the equivalent rules, and the pages about it.

The table is `messages.toml`.  A message that is not in it has the meaning of a rule whose page
names the message's flag as a reference.  Other messages are shown as written.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from opencl_ls.analysis.catalogue import all_rules
from opencl_ls.findings import source_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_DATA: Final = Path(__file__).with_name("messages.toml")
_FLAG: Final = re.compile(r"`-W([\w-]+)`")
_MANGLED: Final = re.compile(r"_Z(\d+)(\w+)")


class Meaning(Struct, frozen=True):
    """The meaning of a message.

    `rules` are the codes of equivalent rules; the page of the first explains it.  `name` is the
    subject of the message, as the program spells it, or "".  `says` is a sentence for problems that
    no rule can find: a linker's or a device's limit.
    """

    rules: tuple[str, ...] = ()
    name: str = ""
    says: str = ""

    @property
    def rule(self) -> str:
        """The code of the rule whose page explains the message, or ""."""
        return self.rules[0] if self.rules else ""

    @property
    def text(self) -> str:
        """The text for a reader: the explanation, and the page that says more; or ""."""
        page = f"opencl-ls rule {self.rule} explains this" if self.rule else ""
        return " ".join(filter(None, (self.says, page)))


class _Entry(Struct, frozen=True):
    pattern: re.Pattern[str]
    rules: tuple[str, ...]
    says: str


@lru_cache(maxsize=1024)
def meaning(text: str, option: str = "") -> Meaning | None:
    """Return the meaning of a message, given its text and its flag; None if unknown."""
    for entry in _entries():
        match = entry.pattern.search(text)
        if match is not None:
            name = match.groupdict().get("name") or ""
            return Meaning(entry.rules, plain_name(name), entry.says)
    flag = option.removeprefix("-W").removeprefix("error,")
    rules = _options().get(flag) or _referring().get(flag)
    return None if rules is None else Meaning(rules)


def code_of(source: str, level: str, option: str) -> str:
    """Return the code of a compiler's message: `clang/unused-variable`, else `clang/error`."""
    flag = option.removeprefix("-W").removeprefix("error,")
    return f"{source}/{flag or level}"


def meaning_of(code: str, message: str) -> Meaning | None:
    """Return the meaning of a finding of another compiler; None for our own."""
    flag = code.partition("/")[2]
    return meaning(message, f"-W{flag}") if source_of(code) else None


def plain_name(name: str) -> str:
    """Return a name without the decoration of linkers and headers: `_Z3expf()`, `_cl_exp`."""
    name = name.removesuffix("()")
    match = _MANGLED.match(name)
    if match is not None:
        name = match[2][: int(match[1])]
    return name.removeprefix("_cl_")


def all_rules_named() -> Iterator[str]:
    """Yield the codes of rules that the table names."""
    for entry in _entries():
        yield from entry.rules
    for rules in _options().values():
        yield from rules


@cache
def _referring() -> dict[str, tuple[str, ...]]:
    """Return the codes of the rules whose pages name a flag under "Reference", by the flag."""
    found: dict[str, tuple[str, ...]] = {}
    for rule in all_rules():
        for flag in _FLAG.findall(rule.documentation.partition("\n## Reference\n")[2]):
            found[flag] = (*found.get(flag, ()), rule.code)
    return found


@cache
def _entries() -> tuple[_Entry, ...]:
    data = _data()
    return (
        *(
            _Entry(re.compile(each["pattern"]), tuple(each.get("rules", ())), each["says"])
            for each in data["explained"]
        ),
        *(
            _Entry(re.compile(pattern), tuple(rules), "")
            for pattern, rules in data["messages"].items()
        ),
    )


@cache
def _options() -> dict[str, tuple[str, ...]]:
    return {name: tuple(rules) for name, rules in _data()["options"].items()}


@cache
def _data() -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - for who has other compilers' words

    return tomllib.loads(_DATA.read_text("utf-8"))
