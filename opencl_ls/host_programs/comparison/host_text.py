"""A host program as a text to ask about: its calls, scopes, declarations and constants."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.catalogue import Suppressions
from opencl_ls.host_programs.calls import Call, blanked, calls
from opencl_ls.host_programs.comparison.dtypes import dtypes
from opencl_ls.host_programs.comparison.scopes import Scopes
from opencl_ls.host_programs.comparison.structs import HostStruct, structs
from opencl_ls.host_programs.comparison.types import passed_type, plain
from opencl_ls.host_programs.kernels import KERNEL, programs
from opencl_ls.text import LineTable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.host_programs.languages import Language
    from opencl_ls.linter.host_side import Passed

VARIABLE: Final = re.compile(r"[A-Za-z_]\w*(?:(?:\.|->|::)[A-Za-z_]\w*|\[[\w+*/%-]+\])*")
"""A name, members of it, and elements, without blanks."""
_INDEX: Final = re.compile(r"\[([^\[\]]*)\]")
_SETTER: Final = re.compile(r"\bclSetKernelArg\s*\([^;]*\Z")

_NO_TYPES: Final = frozenset(
    "return else new delete case goto typedef using namespace throw sizeof in and or not".split()
)
_DIRECTIVES: Final = re.compile(r"\A(?:\s*#[^\n]*\n)+")
_INTEGER: Final = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)[uUlL]*")
_COUNTER: Final = re.compile(r"([A-Za-z_]\w*)\+\+")
_KERNEL_NAME: Final = re.compile(r"\bvoid\b(?:\s*__attribute__\s*\(\([^{}]*?\)\s*\))?\s*(\w+)\s*\(")
_PROGRAM_FILE: Final = re.compile(r"([\w.+-]+\.(?:cl|ocl))(?=[\"'])")
_TYPE: Final = re.compile(
    r"\s*([A-Za-z_][\w:]*(?:\s*<[^;]*>)?(?:\s+[A-Za-z_][\w:]*(?:\s*<[^;]*>)?)*(?:\s*[*&]+(?:\s*const\b)?\s*|\s+))"
)
_FIRST_DECLARED: Final = re.compile(
    r"\s*((?:[A-Za-z_][\w:]*\s+)*?[A-Za-z_][\w:]*(?:\s*<[^;()]*>)?\s)\s*[*&]*\s*[A-Za-z_]\w*\s*[=,\[]"
)
_LONGEST_TYPE: Final = 300
"""How far before a name its declaration may begin, in bytes."""
_DECIMAL_OCTAL: Final = re.compile(r"0\d+")


def kernel_names(text: str) -> list[str]:
    """Return the names of the kernels that a text of OpenCL C defines, in inactive code too."""
    heads = (_KERNEL_NAME.search(match[0]) for match in KERNEL.finditer(text))
    return [head[1] for head in heads if head is not None]


class Declared:
    """A declaration of a name at byte `at`: its type as written, and its dimensions in brackets."""

    __slots__ = ("at", "dimensions", "type")

    def __init__(self, at: int, type_text: str, dimensions: str) -> None:
        self.at = at
        self.type = type_text
        self.dimensions = dimensions


class HostText:
    """The byte text of a host program in a language, with what it says about itself.

    `text` is without comments and literals, each byte at its place.
    """

    def __init__(self, path: str, source: str, language: Language) -> None:
        self.path = path
        self.source = source
        self.language = language
        self.is_python = language.name == "python"
        self.text = blanked(source, language)
        self.scopes = Scopes(self.text, by_indentation=self.is_python)
        self._writes: dict[str, tuple[tuple[int, int], ...]] = {}
        self._declarations: dict[str, list[Declared]] = {}

    def calls(self, *names: str) -> Iterator[Call]:
        """Yield the calls of functions or methods of some names."""
        return calls(self.source, self.language, names)

    def region(self, at: int) -> tuple[int, int]:
        """Return from which byte to which the function around a byte goes; else the file."""
        return self.scopes.function(at) or (0, len(self.source))

    @cached_property
    def suppressions(self) -> Suppressions:
        """The comments of the file that silence rules."""
        return Suppressions(self.source, LineTable(self.source).starts)

    @cached_property
    def program_files(self) -> frozenset[str]:
        """The names of OpenCL C files in the literals of the file, without their folders."""
        named = (match for match in _PROGRAM_FILE.finditer(self.source))
        return frozenset(match[1] for match in named if self.text[match.start(1)] == '"')

    @cached_property
    def kernels(self) -> Counter[str]:
        """The names of the kernels in the literals of the file, and how often each is defined."""
        found = programs(self.source, self.language) if "kernel" in self.source else ()
        return Counter(name for program in found for name in kernel_names(program.text))

    @cached_property
    def structs(self) -> dict[str, HostStruct]:
        """The structs of the file whose layouts are known, by their names."""
        return dtypes(self.source, self.text) if self.is_python else structs(self.text)

    # --- variables -------------------------------------------------------------------------------

    def writes(self, variable: str) -> Sequence[tuple[int, int]]:
        """Return where a variable is written: the byte of its name, and the one after the `=`.

        The second one is -1 where the address is taken, or another kind of write is not read here.
        """
        if variable not in self._writes:
            self._writes[variable] = tuple(sorted(self._read_writes(variable)))
        return self._writes[variable]

    def values(self, name: str, at: int) -> list[int]:
        """Return the bytes of the values that a simple name of C may have at a byte.

        One is -1 where a write is not read here; there are none where the writes are not known.
        """
        first, last = self.region(at)
        # The setters of arguments read through the address.
        writes = [
            each
            for each in self.writes(name)
            if each[1] >= 0 or not _SETTER.search(self.text, max(0, each[0] - 200), each[0])
        ]
        own = [each for each in writes if first <= each[0] < last]
        seen = self.scopes.seen(at, [each[0] for each in own])
        if seen is not None:
            return [own[seen][1]]
        if self.is_parameter(name, at):
            return []
        inside = any(first <= each.at < last for each in self.declarations(name))
        return [value for _, value in (own if own or inside else writes)]

    def is_whole(self, array: str, at: int) -> bool:
        """Return whether the array that a byte sees is used without an index.

        A function may write its elements then.
        """
        first, last = self.region(at)
        if not any(first <= each.at < last for each in self.declarations(array)):
            first, last = 0, len(self.text)
        bare = re.compile(rf"(?<![\w.>]){re.escape(array)}\b(?!\s*\[)")
        return bare.search(self.text, first, last) is not None

    def is_one_object(self, variable: str) -> bool:
        """Return whether all writes of a variable write it whole, and not perhaps an element."""
        return all(map(str.isdigit, _INDEX.findall(variable))) and all(
            self.text.startswith((variable, f"this->{variable}"), at)
            for at, _ in self.writes(variable)
            if "[" in variable
        )

    def _read_writes(self, variable: str) -> Iterator[tuple[int, int]]:
        name = _pattern(variable)
        for match in re.finditer(
            rf"(?<![\w.>])(?:this->)?{name}\s*(=(?!=)|\+=|-=|\+\+|--)", self.text
        ):
            is_read = match[1] == "=" and not self._is_in_tuple(match.start())
            yield match.start(), match.end() if is_read else -1
        if self.is_python:
            pattern = (
                rf"\bfor\b[^:\n]*(?<![\w.]){name}\b[^:\n]*\bin\b|\bas\s+{name}\b"
                rf"|(?<![\w.]){name}\s*,[^()\n]*=(?!=)"
            )
        else:
            pattern = rf"(?<![\w)\]&])&\s*{name}\b(?!\s*(?:\.|->|\[|=(?!=)))|>>\s*{name}\b"
        yield from ((match.start(), -1) for match in re.finditer(pattern, self.text))

    def _is_in_tuple(self, at: int) -> bool:
        line = self.text.rfind("\n", 0, at) + 1
        return self.is_python and self.text[line:at].strip() != ""

    def is_parameter(self, name: str, at: int) -> bool:
        """Return whether a simple name is in the head of the function around a byte."""
        first, _ = self.region(at)
        head = re.compile(r":\s*\n|\{").split(self.text[first:at], maxsplit=1)[0]
        inside = head.partition("(")[2]
        is_function = self.scopes.function(at) is not None
        return is_function and name.isidentifier() and bool(re.search(rf"\b{name}\b", inside))

    def declarations(self, name: str) -> list[Declared]:
        """Return the declarations of a name in C or C++, parameters among them."""
        if name not in self._declarations:
            pattern = re.compile(
                rf"(?<![\w.>]){re.escape(name)}\s*((?:\[[^\]]*\]\s*)*)(?=[;,=)({{:])"
            )
            self._declarations[name] = [
                Declared(match.start(), written, match[1].strip())
                for match in pattern.finditer(self.text)
                if (written := self._type_before(match.start()))
            ]
        return self._declarations[name]

    def _type_before(self, at: int) -> str:
        """Return the type in a declaration of the name at a byte, "" if there is none."""
        before = self.text[max(0, at - _LONGEST_TYPE) : at]
        part = before[max(before.rfind(each) for each in ";{}(),") + 1 :]
        part = _DIRECTIVES.sub("", part)
        match = _TYPE.fullmatch(part)
        if (
            match is None
            and not part.strip(" *&\n\t\r")
            and before[: len(before) - len(part)][-1:] == ","
        ):
            # `int a = 1, *b;` declares both.
            statement = before[max(before.rfind(each) for each in ";{}") + 1 :]
            first = _FIRST_DECLARED.match(statement)
            if first is None or statement.count("(") != statement.count(")"):
                return ""
            return self._type(f"{first[1]}{part.strip()}")
        if match is None:
            return ""
        is_inside = before[: len(before) - len(part)][-1:] in ("(", ",")
        return self._type(match[1], is_product="*" in match[1] and is_inside)

    def _type(self, written: str, *, is_product: bool = False) -> str:
        words = plain(written.rstrip("*& \n\t")).split()
        if not words or _NO_TYPES.intersection(words):
            return ""
        # `f(width * height)` declares nothing.
        is_type = " ".join(words) in ("void", "T") or passed_type(" ".join(words)) is not None
        return written if is_type or not is_product else ""

    def type_of(self, name: str, at: int) -> Declared | None:
        """Return the declaration of a simple name that holds at a byte, None if not sure."""
        first, last = self.region(at)
        listed = self.declarations(name)
        own = [each for each in listed if first <= each.at < last]
        outside = [each for each in listed if self.scopes.function(each.at) is None]
        chosen = own or outside
        kinds = {(plain(each.type), each.dimensions) for each in chosen}
        return chosen[0] if len(kinds) == 1 else None

    def passed_type(self, text: str) -> Passed | None:
        """Return what a kernel gets for an object of a type, the file's own structs among them."""
        name = plain(text)
        if "using namespace cl;" in self.text and passed_type(f"cl::{name}") is not None:
            name = f"cl::{name}"
        own = self.structs.get(name)
        return passed_type(name) if own is None else own.passed

    # --- numbers ---------------------------------------------------------------------------------

    def integer(self, text: str) -> int | None:
        """Return the value of an integer as written, or of a name with one constant value."""
        written = text.strip()
        match = _INTEGER.fullmatch(written)
        if match is not None:
            return None if _DECIMAL_OCTAL.fullmatch(match[1]) else int(match[1], 0)
        if not re.fullmatch(r"[A-Za-z_]\w*", written):
            return None
        name = re.escape(written)
        if self.is_python:
            found = re.findall(rf"(?<![\w.]){name}\s*(?:=(?!=)|\+=|-=)\s*([^\n]*)", self.text)
            is_constant = len(self.writes(written)) == len(found)
        else:
            found = re.findall(rf"#[ \t]*define[ \t]+{name}[ \t]+([^\n]*)", self.text)
            found += re.findall(
                rf"\bconst(?:expr)?\b[\w\s:]*?\b{name}\s*=\s*([^;,]*)[;,]", self.text
            )
            is_constant = not self.is_guarded(written)
        match = _INTEGER.fullmatch(found[0].strip().strip("()")) if len(found) == 1 else None
        return None if match is None or not is_constant else int(match[1], 0)

    def is_guarded(self, name: str) -> bool:
        """Return whether the host's own build may define a macro: the file asks if it has."""
        guard = rf"#[ \t]*if(?:ndef[ \t]+|[ \t]+!\s*defined\s*\(?\s*){name}\b"
        return re.search(guard, self.text) is not None

    def index(self, text: str, at: int) -> int | None:
        """Return the value of an index at a byte: a constant, or a counter that goes up."""
        counted = _COUNTER.fullmatch(text.strip())
        if counted is None:
            return self.integer(text)
        first, _ = self.region(at)
        before = self.text[first : at + len(text)]
        name = re.escape(counted[1])
        starts = list(re.finditer(rf"(?<![\w.>]){name}\s*=\s*(\d+)\s*[;,]", before))
        if not starts:
            return None
        last = starts[-1]
        between = before[last.end() :]
        uses = [each.start() for each in re.finditer(rf"(?<![\w.>]){name}\b", between)]
        raised = [each.start() for each in re.finditer(rf"(?<![\w.>]){name}\+\+", between)]
        path = self.scopes.path(first + last.start())
        offset = first + last.end()
        is_straight = all(
            self.scopes.path(offset + each) == path
            and not self.scopes.is_conditional(offset + each)
            for each in raised
        )
        return int(last[1]) + len(raised) - 1 if uses == raised and is_straight else None


def _pattern(variable: str) -> str:
    """Return a pattern for a variable, and for all elements that an index may choose."""
    parts = _INDEX.split(variable)
    parts[::2] = map(re.escape, parts[::2])
    # A number as an index may be the value of each index that is none.
    parts[1::2] = [rf"\[\s*{_other(each)}\s*\]" for each in parts[1::2]]
    return "".join(parts)


def _other(index: str) -> str:
    return rf"(?:{index}|[^\[\]]*[^\[\]\d\s][^\[\]]*)" if index.isdigit() else r"[^\[\]]*"
