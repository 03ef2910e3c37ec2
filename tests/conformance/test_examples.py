"""The examples of the reference pages themselves, where the pages stand beside the repository.

What the pages leave out ("...", "some expression") is filled in; all else is as it is printed, the
slips and the no-break spaces included.  Each finding above a hint is expected by its rule and by
what it marks.  The files of this folder have the same in programs of our own, below "The examples
of the page".
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from opencl_ls.findings import Severity
from opencl_ls.settings.decode import decode
from opencl_ls.text import byte_text, display
from tests.support.cases import run

PAGES: Final = Path(__file__).parent.parent.parent.parent / "shared" / "reference-pages"
LEFT_OUT: Final = (
    (r"\bsome\sexpression\b", "*z"),
    (r"^\s*\.\.\.\s*$", ""),
    (r"\bif \(\.\.\.\)", "if (n)"),
    (r"\(\.\.\.\)", "(int n)"),
    (r"\{ \.\.\. \}", "{ return 0; }"),
    (", …", ""),
)
BLOCKS: Final = "blocks-2.1.docbook.xhtml"
LOCAL: Final = "local-1.2.gitiles.txt"
ENQUEUE: Final = "enqueue_kernel-2.1.txt"
RESTRICTIONS: Final = "restrictions-1.0.txt"
SPACE: Final = "syntax/unicode-space:"


@dataclass(frozen=True)
class Example:
    """An example: its start in a page, the text after it, and the findings in it."""

    file: str
    std: str
    begin: str
    end: str
    found: tuple[str, ...]
    is_body: bool = False

    def text(self) -> str:
        """Return the example as a program."""
        page = (PAGES / self.file).read_text("utf-8")
        if not self.file.startswith(("enqueue", "restrictions")):
            page = html.unescape(re.sub(r"<[^>]*>", "", page))
        page = "\n".join(line.strip() for line in page.splitlines())
        plain = page.replace("\xa0", " ")
        start = plain.index(self.begin)
        example = page[start : plain.index(self.end, start)]
        for pattern, filling in LEFT_OUT:
            example = re.sub(pattern, filling, example, flags=re.M)
        return f"void example(void) {{\n{example}\n}}\n" if self.is_body else example


EXAMPLES: Final = (
    Example(BLOCKS, "CL2.0", "int multiplier = 7;", "Description", ()),
    Example(
        BLOCKS,
        "CL2.0",
        "int multiplier = 7;\nint (^myBlock)(int) = ^(int num) {\n",
        "Declaring a Block Reference",
        (SPACE, "syntax/typographic-quotes: “", "syntax/typographic-quotes: ”"),
        is_body=True,
    ),
    Example(
        BLOCKS,
        "CL2.0",
        "void (^blockReturning",
        "A Block that takes",
        (
            SPACE,
            "block/uninitialized: blockReturningVoidWithVoidArgument",
            SPACE,
            "block/uninitialized: blockReturningIntWithIntAndCharArguments",
        ),
    ),
    Example(
        BLOCKS,
        "CL2.0",
        "typedef float (^MyBlockType)",
        "Block Literal",
        (
            SPACE,
            SPACE,
            "syntax/error: mySecondBlock",
            "syntax/error: mySecondBlock =",
        ),
    ),
    Example(BLOCKS, "CL2.0", "int GlobalInt = 0;", "Control Flow", (SPACE, SPACE)),
    Example(
        BLOCKS,
        "CL2.0",
        "void foo(int *x, int",
        "Example 2:",
        (
            SPACE,
            # No compiler takes a block as a parameter, and the page's restrictions forbid it.
            "block/parameter: int (^bar)(int, int)",
            SPACE,
            "type/void-value: foo(x, ^int(int x, int y){return x+y+*z;})",
            "type/void-value: foo(x, ^int(int x, int y){return (x*y)-*z;})",
        ),
    ),
    Example(
        BLOCKS,
        "CL2.0",
        "kernel\nvoid k(global int *x, global int *z)\n{\nint ^",
        "Example 3:",
        (
            SPACE,
            "block/declarator-malformed: ^(tmp",
            "block/uninitialized: tmp",
            "block/reassigned: tmp = ^int(int x, int y){return x+y+*z;}",
            "syntax/stray-parenthesis: )",
            "call/undeclared-function: foo",
        ),
    ),
    Example(
        BLOCKS,
        "CL2.0",
        "int GlobalInt = 0;\nint (^getGlobalInt)(void) = ^{ return GlobalInt; }; // legal",
        "Specification",
        (
            SPACE,
            SPACE,
            SPACE,
            "block/uninitialized: getAnotherGlobalInt",
            SPACE,
            "block/extern: extern",
            SPACE,
            "block/reassigned: getGlobalInt = ^{ return 0; }",
        ),
    ),
    Example(
        LOCAL,
        "CL1.2",
        "// declares a pointer p",
        "There is no address space for function",
        ("address-space/not-constant: p", "address-space/not-constant: x"),
    ),
    Example(
        LOCAL,
        "CL1.2",
        "__private int f()",
        "// Examples of variables",
        (
            "address-space/qualified-return: __private",
            "function/redefinition: f",
            "address-space/qualified-return: __private",
            "function/redefinition: f",
        ),
    ),
    Example(
        LOCAL,
        "CL1.2",
        "// Examples of variables",
        "Variables allocated in the",
        ("address-space/nested-variable: c",),
    ),
    Example(
        LOCAL,
        "CL1.2",
        "__kernel void my_func(...)\n{\nlocal",
        "NOTE: Variables",
        (SPACE, "address-space/initialized-local: 1"),
    ),
    Example(
        ENQUEUE,
        "CL2.0",
        "kernel void\nmy_func_A",
        "The example below",
        ("enqueue/missing-flags: ndrange", "enqueue/unbuilt-range: ndrange"),
    ),
    Example(
        ENQUEUE,
        "CL2.0",
        "kernel void\nmy_func(",
        "Note\nBlocks",
        ("enqueue/unbuilt-range: ndrange", "syntax/stray-parenthesis: ;"),
    ),
    Example(
        ENQUEUE,
        "CL2.0",
        "kernel void\nfoo",
        "See section",
        (
            "names/undeclared: ndrange",
            "enqueue/captures-pointer: lptr",
            "syntax/stray-parenthesis: ;",
        ),
    ),
    Example(
        RESTRICTIONS,
        "CL1.0",
        "kernel void\ndo_proc",
        "• Arguments",
        (SPACE, "extension/byte-store: px[1]", "extension/byte-store: pB[id]"),
    ),
)


@pytest.mark.skipif(not PAGES.exists(), reason="Khronos's pages are not ours to keep here")
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.begin.split("\n")[-1])
def test_example(example: Example) -> None:
    """An example has the findings that it should have, and no other one."""
    settings, problems = decode({"std": example.std})
    assert not problems
    text = example.text()
    source = byte_text(text)
    shown = [
        " ".join(
            f"{f.code}: {display(source[f.place.start : f.place.end])}".replace("\xa0", " ").split()
        )
        for f in run(text, settings)
        if f.severity <= Severity.WARNING
    ]
    assert shown == list(example.found)
