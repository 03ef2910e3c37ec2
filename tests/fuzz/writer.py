"""What writes and edits the short texts of the dense fuzzer, line by line, out of a grammar."""

from __future__ import annotations

import re
from random import Random

from opencl_ls.preprocess import MemorySources
from opencl_ls.settings.model import DEFAULT, Settings, TargetSettings
from tests.fuzz.kernels import Kernel

_SETTINGS = (
    DEFAULT,
    *(
        Settings(TargetSettings(std=std, extensions=("all",)))
        for std in ("CL1.2", "CL2.0", "CL3.0")
    ),
)
_RULE = re.compile(r"(\w+)(?: =(.*)|:)")
_WEIGHED = re.compile(r"(\d+)\*\s*(.*)")
_NAMED = re.compile(r"\$(\w+)")
_SIGNS = (("// ", ""), ("/*", "*/"), ("#if 0\n", "\n#endif"))
"""What a stretch of lines is put between to take it out."""


class Grammar:
    """What texts are made of: the alternatives of each rule, `$name` standing for one of another.

    They are words in the line of the rule, '' for none, or whole lines below it, with their weights
    and with ` | ` where a line of the text ends.  A file is a `main`; with a `header` beside it,
    which is open as well and called a.h, there is a `behind` that is called b.h and is not.  A
    `part` and a `line` come into the text, and a `word` takes the place of another.
    """

    def __init__(self, written: str) -> None:
        self.rules: dict[str, list[str]] = {}
        name = ""
        for line in written.splitlines():
            if line.startswith(" "):
                weighed = _WEIGHED.fullmatch(line.strip())
                times, text = (int(weighed[1]), weighed[2]) if weighed else (1, line.strip())
                self.rules[name] += [text] * times
            elif rule := _RULE.fullmatch(line):
                name = rule[1]
                self.rules[name] = [
                    "" if word == "''" else word for word in (rule[2] or "").split()
                ]


class Writer:
    """Writes texts of a grammar, and edits them."""

    def __init__(self, grammar: Grammar, chance: Random) -> None:
        self._rules = grammar.rules
        self._chance = chance

    def kernel(self) -> tuple[Kernel, list[list[str]]]:
        """Return a new program, and the lines of its files that are open."""
        settings = self._chance.choice(_SETTINGS)
        main = self._lines("main")
        if "header" not in self._rules:
            return Kernel("/own/a.cl", joined(main), settings), [main]
        header, behind = self._lines("header"), self._lines("behind")
        files = MemorySources({"/own/a.h": joined(header), "/own/b.h": joined(behind)})
        return Kernel("/own/a.cl", joined(main), settings, files, "/own/a.h"), [main, header]

    def edited(self, lines: list[str]) -> list[str]:
        """Return the lines of a text after one edit."""
        lines = list(lines) or [""]
        at = self._chance.randrange(len(lines))
        end = min(len(lines), at + self._chance.choice((1, 1, 1, 2, 4)))
        kind = self._chance.random()
        if kind < 0.3:
            lines[at] = self._one("line")
        elif kind < 0.4:
            lines[at:at] = self._lines("part")
        elif kind < 0.5:
            lines.insert(at, self._one("line"))
        elif kind < 0.6:
            del lines[at:end]
        elif kind < 0.8:
            words = lines[at].split(" ")
            words[self._chance.randrange(len(words))] = self._one("word")
            lines[at] = " ".join(words)
        elif kind < 0.85:
            other = self._chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        elif kind < 0.9:
            moved = lines[at:end]
            del lines[at:end]
            other = self._chance.randrange(len(lines) + 1)
            lines[other:other] = moved
        else:
            self._commented(lines, at, end)
        return lines

    def _one(self, rule: str) -> str:
        return _NAMED.sub(lambda named: self._one(named[1]), self._chance.choice(self._rules[rule]))

    def _lines(self, rule: str) -> list[str]:
        return self._one(rule).split(" | ")

    def _commented(self, lines: list[str], at: int, end: int) -> None:
        """Take a stretch of lines out as people do, or the first one that was taken out back in."""
        for number, line in enumerate(lines):
            for begin, stop in _SIGNS:
                if line.startswith(begin) and line.endswith(stop):
                    lines[number : number + 1] = line[len(begin) : len(line) - len(stop)].split(
                        "\n"
                    )
                    return
        begin, stop = self._chance.choice(_SIGNS)
        if stop:
            lines[at:end] = [begin + "\n".join(lines[at:end]) + stop]
        else:
            lines[at:end] = [begin + line for line in lines[at:end]]


def joined(lines: list[str]) -> str:
    """Return the text of lines."""
    return "".join(f"{line}\n" for line in lines)
