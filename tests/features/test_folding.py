"""What can be folded: each case names the folds as first and last line, from 1."""

from __future__ import annotations

import pytest

from opencl_ls.features.folding import folds
from opencl_ls.text import LineTable


def spans(text):
    lines = LineTable(text)
    found = [(lines.line_of(f.start) + 1, lines.line_of(f.end) + 1, f.kind) for f in folds(text)]
    return [span for span in found if span[1] > span[0]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("void f()\n{\n  if (x) {\n  }\n}\n", [(2, 5, ""), (3, 4, "")]),
        ("/* a\n b */\n// c\n// d\nint x; // e\n", [(1, 2, "comment"), (3, 4, "comment")]),
        ('#include "a"\n#include "b"\n\nint x;\n', [(1, 2, "imports")]),
        ("#if A\nx\n#else\ny\n#endif\n", [(1, 3, ""), (3, 5, "")]),
        ("//region one\nint a;\n//endregion\n", [(1, 3, "region")]),
        ('char *s = "{"; // {\nint x;\n', []),
        # Both branches open the brace that one closing brace ends.
        ("#if A\nf() {\n#else\ng() {\n#endif\n}\n", [(1, 3, ""), (3, 5, ""), (4, 6, "")]),
        # What is never closed folds nothing else.
        ("void f() {\n{\n}\n", [(2, 3, "")]),
        ("/* never closed\n\n", [(1, 3, "comment")]),
        ("#endif\n}\n#else\n", []),
        ("#define M(x) {\\\n x \\\n}\nint y;\n", [(1, 3, "")]),
    ],
)
def test_folds(text, expected):
    assert spans(text) == expected
