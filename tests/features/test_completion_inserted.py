"""What is inserted parses: each offer at a place leaves as many syntax errors as there were.

At random places where a name stands its tail is deleted, a list is asked for, and some of its items
are put there, as plain text and as snippets with what their placeholders say.  What begins more
than a name, a keyword or the type of a declaration, is put before the name with a usual end.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from opencl_ls.analysis.host import Host
from opencl_ls.builtins.names import is_keyword
from opencl_ls.builtins.types import builtin_type
from opencl_ls.features.completion import complete
from opencl_ls.settings.options import from_build_options
from opencl_ls.text import byte_text
from tests.support.cases import MemoryFiles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.features.completion import CompletionItem

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
_WORD: Final = re.compile(r"(?<![\w.#\"'])[A-Za-z_]\w*", re.ASCII)
_DECLARED: Final = re.compile(r"[ \t]+[*]*[ \t]*[A-Za-z_]", re.ASCII)
_BOUND: Final = ("else", "while")
"""They end a statement that has begun, so that nothing else may be in their place."""
_PLACEHOLDER: Final = re.compile(r"\$\{\d+:((?:[^}\\]|\\.)*)\}|\$\d+|\$\{\d+\}")
_TAILS: Final = {
    "if": " (1) ;",
    "for": " (;;) ;",
    "while": " (1) ;",
    "switch": " (1) { }",
    "do": " ; while (1);",
    "return": " ;",
    "goto": " zz_label;",
    "break": ";",
    "continue": ";",
    "case": " 1: ;",
    "default": ": ;",
    "else": " ;",
    "struct": " zz_tag { int a; } zz_name;",
    "union": " zz_tag { int a; } zz_name;",
    "enum": " zz_tag { ZZ_ONE } zz_name;",
    "unsigned": " int zz_name;",
    "signed": " int zz_name;",
    "kernel": " void zz_name(void) { }",
    "__kernel": " void zz_name(void) { }",
    "inline": " void zz_name(void) { }",
    "sizeof": "(1)",
    "vec_step": "(1)",
    "void": " *zz_name;",
}
_STARTS: Final = ("statement", "declaration")
_DECLARING: Final = ("builtin-type", "typedef")
_LISTS: Final = ("member", "swizzle", "label", "field-designator", "expression")


def filled(snippet: str) -> str:
    """Return a snippet with what its placeholders say."""
    text = _PLACEHOLDER.sub(lambda match: match[1] or "", snippet)
    return re.sub(r"\\([\\$}])", r"\1", text)


class Trial:
    """One kernel, into which items are inserted."""

    def __init__(self, text: str, files: dict[str, str], std: str) -> None:
        settings, _ = from_build_options([f"-cl-std={std}"])
        self.text = text
        self.host = Host(MemoryFiles({**files, "main.cl": text}))
        self.host.open("main.cl", text, settings)
        self.errors = self.count()
        self.kinds = self.host.analysis("main.cl").kinds

    def count(self) -> int:
        """Return how many syntax errors there are now."""
        found = self.host.analysis("main.cl").findings
        return sum(finding.code.startswith("syntax/") for finding in found)

    def put(self, start: int, end: int, text: str) -> int:
        """Return how many syntax errors there are with a stretch replaced."""
        before = self.text[start:end]
        self.host.edit("main.cl", start, end, text)
        errors = self.count()
        self.host.edit("main.cl", start, start + len(text), before)
        return errors

    def wrong(self, word: re.Match[str], chance: random.Random) -> Iterator[str]:
        """Yield what does not parse at a word, of which some letters are typed."""
        typed = chance.randrange(1, len(word[0]) + 1)
        start, end = word.span()
        self.host.edit("main.cl", start + typed, end, "")
        analysis = self.host.around("main.cl", start + typed)
        context = analysis.names_at(start + typed)
        items = complete(analysis, start + typed).items
        self.host.edit("main.cl", start + typed, start + typed, word[0][typed:])
        declares = is_keyword(word[0]) or builtin_type(word[0]) is not None
        declares = declares or self.kinds.get(word[0]) in ("typedef", "macro")
        declares = declares or _DECLARED.match(self.text, end) is not None
        whole = self.text[:start].rstrip()[-1:] in ("", ";", "{", "}")
        for item in chance.sample(items, min(8, len(items))):
            for text in {item.insert or item.label, filled(item.snippet) or item.label}:
                made = _put(item, text, context.kind, whole, declares)
                if made is None:
                    continue
                insertion, is_before = made
                errors = self.put(start, start if is_before else end, insertion)
                if errors > self.errors:
                    line = self.text[:start].rpartition("\n")[2]
                    yield f"{line}|{word[0]}: {context.kind} {item.kind} {insertion!r}"


def _put(
    item: CompletionItem, text: str, kind: str, whole: bool, declares: bool
) -> tuple[str, bool] | None:
    """Return what to write for an item, and whether before the word; None where it is not tried.

    A name does not stand in place of a word that begins more, or `declares` something.
    """
    if item.kind == "snippet" or item.kind in ("keyword", *_DECLARING):
        if kind not in _STARTS or not whole:
            return (text + _TAILS[text], False) if text in ("sizeof", "vec_step") else None
        if item.kind == "snippet":
            return f"{text}\n", True
        tail = _TAILS.get(text, " zz_name;" if item.kind in _DECLARING else " int zz_name;")
        if kind == "declaration" and tail == " zz_name;" and item.label == "pipe":
            return None
        return f"{text}{tail}\n", True
    if kind == "statement" and declares:
        return (f"{text};\n", True) if whole else None
    return (text, False) if kind in (*_LISTS, "statement") else None


def trials(text: str, files: dict[str, str], std: str, seed: str, count: int) -> list[str]:
    """Return what did not parse at some words of a text."""
    chance = random.Random(seed)
    text = byte_text(text)
    words = [
        each
        for each in _WORD.finditer(text)
        if each[0] not in _BOUND and not _is_quoted(text, each.start())
    ]
    trial = Trial(text, files, std)
    found: list[str] = []
    for word in chance.sample(words, min(count, len(words))):
        found += trial.wrong(word, chance)
    return found


def _is_quoted(text: str, start: int) -> bool:
    line = text[text.rfind("\n", 0, start) + 1 : start]
    in_comment = text.rfind("/*", 0, start) > text.rfind("*/", 0, start)
    return "//" in line or in_comment or line.lstrip().startswith("#")


@pytest.mark.parametrize("page", sorted(EXAMPLES.glob("*.cl")), ids=lambda page: page.stem)
def test_what_is_inserted_parses(page: Path) -> None:
    """Names, calls with their placeholders, keywords with what follows them."""
    files = {"common.h": (EXAMPLES / "common.h").read_text("utf-8")}
    assert trials(page.read_text("utf-8"), files, "CL3.0", page.stem, 12) == []
