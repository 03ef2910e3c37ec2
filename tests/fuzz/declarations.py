"""Edit short programs in which everything depends on everything else.

    python -m tests.fuzz.declarations --edits 100000 --seed 1

The kernels of the world declare a name once and mean what they say.  Here functions, types, tags,
constants and macros share a handful of names, stand in several forms and contradict each other, and
an edit changes what half of the others mean.  After most edits all that is known of the program is
compared with a cold analysis of the same text.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from random import Random
from typing import Any

from opencl_ls.analysis import Host
from opencl_ls.preprocess import MemorySources
from opencl_ls.settings.model import DEFAULT
from opencl_ls.text import difference

PATH = "a.cl"
_EDITS = 12
"""So many edits are made to a program before a new one is written."""

_FUNCTIONS = ("f", "g", "h")
_TYPES = ("s", "t", "u")
_VALUES = ("a", "b", "N")
_SPECIFIERS = (
    *("", "", "", "static ", "inline ", "static inline ", "extern ", "kernel ", "kernel "),
    *("__attribute__((overloadable)) ", "__attribute__((noinline)) "),
    "kernel __attribute__((reqd_work_group_size(8, 1, 1))) ",
)


class Writer:
    """Writes declarations by chance."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.one_of = chance.choice

    def declaration(self) -> str:
        """Return a line that declares something, or a directive."""
        kinds = (
            *(self._definition, self._definition, self._definition, self._prototype),
            *(self._aggregate, self._typedef, self._constant, self._enumeration, self._directive),
        )
        return self.one_of(kinds)()

    def _definition(self) -> str:
        body = " ".join(self._statement() for _ in range(self.chance.randrange(4)))
        return f"{self._head()} {{ {body} }}"

    def _prototype(self) -> str:
        return f"{self._head()};"

    def _head(self) -> str:
        result = self.one_of(("void", "int", "float", self._type()))
        count = self.one_of((0, 1, 1, 2, 3))
        parameters = ", ".join(self._parameter() for _ in range(count)) or "void"
        return f"{self.one_of(_SPECIFIERS)}{result} {self.one_of(_FUNCTIONS)}({parameters})"

    def _parameter(self) -> str:
        named = f"{self._type()} {self.one_of(('x', 'y', 'p', 'a'))}"
        pointer = f"global {self.one_of(('int', 'float', *_TYPES))} *p"
        return self.one_of((named, pointer, "local int *l", "int n", "read_only image2d_t im"))

    def _type(self) -> str:
        name = self.one_of(_TYPES)
        tagged = (f"struct {name}", f"union {name}", f"enum {name}")
        pointers = ("global int *", f"local {name} *", "constant float *")
        scalars = ("int", "float", "float4", "int2", "half", "uchar", "size_t", "void")
        return self.one_of((*scalars, *tagged, *pointers, name, name, "event_t", "image2d_t"))

    def _aggregate(self) -> str:
        name, inner = self.one_of(_TYPES), self._type()
        members = ("int x;", "float x; int y;", f"{inner} x;", f"struct {name} x;", "int x[N];")
        body = f" {{ {self.one_of(members)} }}" if self.chance.random() < 0.9 else ""
        return f"{self.one_of(('struct', 'struct', 'union'))} {name}{body};"

    def _typedef(self) -> str:
        named = (self._type(), "struct { int x; }", f"struct {{ {self.one_of(_TYPES)} x; }}")
        return f"typedef {self.one_of(named)} {self.one_of(_TYPES)};"

    def _constant(self) -> str:
        space = self.one_of(("constant ", "global ", "static constant ", ""))
        kind, value = self.one_of(("int", "float", *_TYPES)), self.one_of(("", " = 1", " = N"))
        return f"{space}{kind} {self.one_of(_VALUES)}{self.one_of((value, '[4]', '[N]'))};"

    def _enumeration(self) -> str:
        tag = self.one_of(("", *_TYPES))
        return f"enum {tag} {{ {self.one_of(('E', 'E = 3', 'N', 'E = N'))} }};"

    def _directive(self) -> str:
        name = self.one_of((*_VALUES, "E", "F(x) x"))
        macro = f"#define {name} {self.one_of(('1', '2', '16', 'f', 'a', 'int'))}"
        switch = self.one_of(("enable", "disable"))
        pragma = f"#pragma OPENCL EXTENSION cl_khr_fp16 : {switch}"
        return self.one_of((macro, macro, f"#undef {self.one_of(_VALUES)}", pragma))

    def _expression(self) -> str:
        given = ("1", "1.0f", "x", "p", "a", "N", "&a", "l", "n")
        arguments = ", ".join(self.one_of(given) for _ in range(self.one_of((0, 1, 2))))
        return self.one_of(
            (
                *(f"{self.one_of(_FUNCTIONS)}({arguments})",) * 3,
                *(self.one_of(_VALUES), "x", "p[0]", "p->x", "a.x", "N + 1", "E", "b ? 1 : 2"),
                *(f"sizeof({self._type()})", "get_local_id(0)", "(float4)(1.0f)"),
            )
        )

    def _statement(self) -> str:
        value = self._expression()
        return self.one_of(
            (
                *(f"int v = {value};", f"{value};", f"return {value};", "return;"),
                *(f"{self._type()} w;", f"struct {self.one_of(_TYPES)} z; z.x = {value};"),
                f"local int tile[{self.one_of(('N', '16', 'E', 'a'))}];",
                f"if ({value}) barrier(CLK_LOCAL_MEM_FENCE);",
                f"p[get_global_id(0)] = {value};",
                f"switch ({value}) {{ case E: break; case N: break; }}",
                "l[get_local_id(0)] = l[get_local_id(0) + 1];",
            )
        )

    def edited(self, lines: list[str]) -> list[str]:
        """Return the lines of a program after one edit."""
        lines, at = list(lines), self.chance.randrange(len(lines))
        kind = self.chance.random()
        if kind < 0.45:
            lines[at] = self.declaration()
        elif kind < 0.6:
            lines.insert(at, self.declaration())
        elif kind < 0.7 and len(lines) > 1:
            del lines[at]
        elif kind < 0.9:
            words = lines[at].split(" ")
            new = ("", "int", "kernel", "x", "float", "f", "s", "N", "static")
            words[self.chance.randrange(len(words))] = self.one_of(new)
            lines[at] = " ".join(words)
        else:
            other = self.chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        return lines


def told(host: Host) -> tuple[Any, ...]:
    """Return what is known of the program."""
    snapshot = host.snapshot(PATH)
    symbols = [(each.name, each.kind, each.type_text, each.place) for each in snapshot.symbols()]
    return snapshot.findings, snapshot.kinds, symbols


def opened(text: str) -> Host:
    """Return a host that has just opened a program."""
    host = Host(MemorySources({}))
    host.open(PATH, text, DEFAULT)
    return host


def fault(seed: str) -> str:
    """Edit one program; return what went wrong, "" for nothing."""
    chance = Random(seed)
    writer = Writer(chance)
    lines = [writer.declaration() for _ in range(chance.randrange(3, 9))]
    text = "\n".join(lines) + "\n"
    before = ""
    try:
        host = opened(text)
        for _ in range(_EDITS):
            lines = writer.edited(lines)
            before, text = text, "\n".join(lines) + "\n"
            start, end, stop = difference(before, text)
            host.edit(PATH, start, end, text[start:stop])
            if chance.random() < 0.3:
                _ = host.provisional(PATH).findings
            if chance.random() < 0.7 and told(host) != told(opened(text)):
                return f"{before}--- became\n{text}--- and is not known as it is"
    except Exception:  # noqa: BLE001 - whatever it is, it is a find
        return f"{before}--- became\n{text}--- and {traceback.format_exc()}"
    return ""


def main() -> int:
    """Edit programs until one goes wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    for number in range(options.edits // _EDITS):
        found = fault(f"{options.seed} {number}")
        if found:
            print(f"the program '{options.seed} {number}':\n{found}")
            return 1
    print(f"{options.edits // _EDITS * _EDITS} edits, no fault")
    return 0


if __name__ == "__main__":
    sys.exit(main())
