"""Calls of functions with many forms."""

from __future__ import annotations

from opencl_ls.analysis.host import check
from opencl_ls.preprocess import MemorySources
from opencl_ls.settings.model import DEFAULT

FORM = "struct s{0} {{ int a; }}; int __attribute__((overloadable)) g(struct s{0} a);\n"


def test_of_many_forms_some_are_shown() -> None:
    """A thousand calls that fit none of a thousand forms would show a million."""
    text = "".join(FORM.format(number) for number in range(40))
    text += "int f(void) { struct s3 v = {0}; return g(v) + g(1); }\n"
    found = check("/a.cl", MemorySources({"/a.cl": text}), DEFAULT).findings
    (problem,) = (each for each in found if each.code.startswith("call/"))
    assert problem.code == "call/no-fitting-form"
    assert len(problem.related) == 16
