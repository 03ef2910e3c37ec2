"""What people do to a text: rows of changes, as an editor would send them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

_TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|\w+|\s+|[-+*/%&|^<>=!]=|&&|\|\||<<|>>|->|.", re.S
)
_WORD = re.compile(r"[A-Za-z_]\w*")

STATEMENTS = (
    "int total = 0;\n",
    "float4 v = (float4)(1.0f, 2.0f, 3.0f, 4.0f);\n",
    "for (int k = 0; k < 4; ++k) { total += k; }\n",
    "if (get_local_id(0) == 0) { barrier(CLK_LOCAL_MEM_FENCE); }\n",
    "v.xy = v.s01 * 2.0f;\n",
    "return;\n",
    "kernel void added(global int *out) { out[get_global_id(0)] = 1; }\n",
    "typedef struct pair { int first; float second; } pair_t;\n",
    "typedef int other_t;\n",
    "enum { ONE = 1, TWO };\n",
    "#define LIMIT 8\n",
    "#define SQUARE(x) ((x) * (x))\n",
    "#define kernel\n",
    "#undef LIMIT\n",
    "#if 0\n",
    "#ifdef LIMIT\n",
    "#elif LIMIT > 4\n",
    "#else\n",
    "#endif\n",
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n",
    "#pragma OPENCL EXTENSION all : disable\n",
    '_Pragma("OPENCL EXTENSION cl_khr_fp64 : disable")\n',
    '#include "common.h"\n',
    "#line 40\n",
    "#error no\n",
    "// opencl-ls: allow(names/undeclared)\n",
    "// caf\u00e9 \U0001f600\n",
    "/* \u4e16\u754c\n */\n",
    'printf("%d \U0001d11e\\n", 3);\n',
    "local int shared[16];\n",
    "SQUARE(LIMIT",
    "image2d_t picture; sampler_t how;\n",
    "switch (1) { case 0: break; default: ; }\n",
    "int (^block)(int) = ^(int x) { return x; };\n",
    "__attribute__((reqd_work_group_size(1, 1, 1)))\n",
)
TOKENS = (
    *"{}()[];,.*&=<>#\\\"'^~?:+-/% \n\t",
    *("//", "/*", "*/", "##", "\r\n", "\r", "\\\n", "??/", "0x", "1.0f", "1e", "0", "'\\n'"),
    *("int", "float4", "kernel", "__kernel", "global", "local", "const", "void", "struct"),
    *("return", "if", "else", "for", "typedef", "sizeof", "(float2)", "get_global_id(0)", "->"),
    *("#define ", "#if ", "#endif\n", "#include ", "__LINE__", "defined"),
    *("\u00e9", "\U0001f600", "\u0301", "\u200b", "\ufeff", "\ud83d", "\ude00", "\x00", "\x0c"),
)


@dataclass(frozen=True, slots=True)
class Change:
    """The replacement of the characters from `start` to `end` of a text."""

    start: int
    end: int
    text: str

    def apply(self, text: str) -> str:
        """Return the text after the change."""
        return text[: self.start] + self.text + text[self.end :]

    def inverse(self, text: str) -> Change:
        """Return the change that takes this one back; `text` is the text before it."""
        return Change(self.start, self.start + len(self.text), text[self.start : self.end])


Habit = Callable[[Random, str, tuple[str, ...]], list[Change]]
"""Makes changes of a text, each counted on the text after the one before; others lend pieces."""


def habits() -> tuple[tuple[Habit, ...], tuple[int, ...]]:
    """Return all that is done, and how often one is done beside the others."""
    return tuple(_HABITS), tuple(_HABITS.values())


def token_spans(text: str, near: int) -> list[tuple[int, int]]:
    """Return the tokens around a place, blanks among them."""
    window = max(0, near - 20)
    return [match.span() for match in _TOKEN.finditer(text, window, window + 200)]


def _typed(start: int, text: str) -> list[Change]:
    return [Change(start + at, start + at, one) for at, one in enumerate(text)]


def _place(chance: Random, text: str) -> int:
    """Return a place, mostly one where a token begins or ends."""
    at = chance.randrange(len(text) + 1)
    if chance.random() < 0.7:
        while at < len(text) and (text[at].isalnum() or text[at] == "_"):
            at += 1
    return at


def _lines(text: str) -> list[tuple[int, int]]:
    spans = []
    start = 0
    for line in text.splitlines(keepends=True):
        spans.append((start, start + len(line)))
        start += len(line)
    return spans or [(0, 0)]


def _line(chance: Random, text: str) -> tuple[int, int]:
    return chance.choice(_lines(text))


def type_a_statement(chance: Random, text: str, lenders: tuple[str, ...]) -> list[Change]:
    """Write a statement, a declaration or a directive on a line of its own, key by key."""
    start, end = _line(chance, text)
    return _typed(chance.choice((start, end)), chance.choice(STATEMENTS))


def type_with_pairs(chance: Random, text: str, lenders: tuple[str, ...]) -> list[Change]:
    """Write as in an editor that closes each bracket at once."""
    at = _place(chance, text)
    changes = []
    for one in chance.choice(STATEMENTS):
        pair = {"(": "()", "{": "{}", "[": "[]", '"': '""'}.get(one, one)
        over = len(changes) > 0 and one in ")}]"
        changes.append(Change(at, at + over, pair))
        at += 1
    # The text after it may have been typed over, as in real edits.
    return changes if at <= len(text) else changes[:1]


def press_a_key(chance: Random, text: str, lenders: tuple[str, ...]) -> list[Change]:
    """Type some character anywhere."""
    at = chance.randrange(len(text) + 1)
    return [Change(at, at, chance.choice(TOKENS)[:1])]


def press_backspace(chance: Random, text: str, lenders: tuple[str, ...]) -> list[Change]:
    """Delete some characters backwards."""
    at = _place(chance, text)
    count = min(at, chance.choice((1, 1, 2, 5, 12)))
    return [Change(at - n - 1, at - n, "") for n in range(count)]


def change_a_token(chance: Random, text: str, lenders: tuple[str, ...]) -> list[Change]:
    """Delete, double, replace or add a token, or swap it with the next."""
    spans = token_spans(text, chance.randrange(len(text) + 1))
    if len(spans) < 2:
        return [Change(0, 0, chance.choice(TOKENS))]
    index = chance.randrange(len(spans) - 1)
    (start, end), (_, after) = spans[index], spans[index + 1]
    return [
        chance.choice(
            (
                Change(start, end, ""),
                Change(end, end, text[start:end]),
                Change(start, end, chance.choice(TOKENS)),
                Change(end, end, chance.choice(TOKENS)),
                Change(start, after, text[end:after] + text[start:end]),
            )
        )
    ]


def rename(chance: Random, text: str, lenders: tuple[str, ...]) -> list[Change]:
    """Give a name another name, here or everywhere, the last place first."""
    words = list(_WORD.finditer(text))
    if not words:
        return press_a_key(chance, text, lenders)
    chosen = chance.choice(words)
    new = chance.choice(("x", chosen[0] + "_2", chosen[0][:-1], chance.choice(words)[0], "\u00fc"))
    if chance.random() < 0.5:
        return [Change(*chosen.span(), new)]
    same = [word for word in words if word[0] == chosen[0]][:20]
    return [Change(*word.span(), new) for word in reversed(same)]


def change_a_line(chance: Random, text: str, lenders: tuple[str, ...]) -> list[Change]:
    """Delete, double, comment, indent or join a line."""
    start, end = _line(chance, text)
    return [
        chance.choice(
            (
                Change(start, end, ""),
                Change(end, end, text[start:end]),
                Change(start, start, "//"),
                Change(start, start, chance.choice(("\t", "  ", "#if 0\n", "}\n"))),
                Change(max(start, end - 1), end, chance.choice(("", " ", "\\\n", "\r\n"))),
            )
        )
    ]


def move_lines(chance: Random, text: str, lenders: tuple[str, ...]) -> list[Change]:
    """Cut some lines and put them back somewhere else."""
    lines = _lines(text)
    first = chance.randrange(len(lines))
    last = min(len(lines), first + chance.choice((1, 1, 2, 5, 12))) - 1
    start, end = lines[first][0], lines[last][1]
    rest = text[:start] + text[end:]
    at = chance.choice(_lines(rest))[0]
    return [Change(start, end, ""), Change(at, at, text[start:end])]


def paste(chance: Random, text: str, lenders: tuple[str, ...]) -> list[Change]:
    """Put lines from elsewhere at the start of a line, or over a selection."""
    lender = chance.choice(lenders)
    lines = _lines(lender)
    first = chance.randrange(len(lines))
    last = min(len(lines), first + chance.choice((1, 3, 8, 20))) - 1
    start, end = _line(chance, text)
    if chance.random() < 0.6:
        end = start
    return [Change(start, end, lender[lines[first][0] : lines[last][1]])]


def cut(chance: Random, text: str, lenders: tuple[str, ...]) -> list[Change]:
    """Delete a selection."""
    start = _place(chance, text)
    return [Change(start, min(len(text), start + chance.choice((1, 3, 10, 60, 300))), "")]


def surround(chance: Random, text: str, lenders: tuple[str, ...]) -> list[Change]:
    """Put a pair of something around some lines, the end first."""
    lines = _lines(text)
    first = chance.randrange(len(lines))
    last = min(len(lines), first + chance.choice((1, 2, 6))) - 1
    opening, closing = chance.choice(
        (("/*", "*/"), ("#if 0\n", "#endif\n"), ("{\n", "}\n"), ("#ifdef LIMIT\n", "#endif\n"))
    )
    end = lines[last][1]
    return [Change(end, end, closing), Change(lines[first][0], lines[first][0], opening)]


def change_line_endings(chance: Random, text: str, lenders: tuple[str, ...]) -> list[Change]:
    """Turn the endings of some lines to CR LF, LF or CR, one by one."""
    new = chance.choice(("\r\n", "\n", "\r"))
    ends = list(re.finditer(r"\r\n|\r|\n", text))
    first = chance.randrange(len(ends)) if ends else 0
    return [Change(*end.span(), new) for end in reversed(ends[first : first + 6])]


_HABITS: dict[Habit, int] = {
    type_a_statement: 10,
    type_with_pairs: 3,
    press_a_key: 6,
    press_backspace: 6,
    change_a_token: 12,
    rename: 5,
    change_a_line: 6,
    move_lines: 4,
    paste: 4,
    cut: 3,
    surround: 4,
    change_line_endings: 2,
}
