"""Reading a host takes time in proportion to its length, for text made to cost more as well."""

from __future__ import annotations

import time

from opencl_ls.host_programs.kernels import programs
from opencl_ls.host_programs.languages import LANGUAGES

HARD = {
    "heads without a body": ("python", '"""' + "__kernel void a(b) " * 1000 + '"""'),
    "the same in a macro": ("c", "A(" + "__kernel void f() {} " * 2000),
    "macros in macros": ("c", "S(" * 3000 + "__kernel void f() {}"),
    "literals that are not closed": ("rust", "kernel " + 'r#" ' * 8000),
    "open brackets": ("c", '"__kernel void ' + "a(" * 5000 + '"'),
    "braces of templates": ("python", '"""kernel void ' + "{{ " * 10000 + '"""'),
    "one name in all texts": ("python", 'aaaa = "kernel void" + aaaa\n' * 300),
}
_BOUND = 1.0
"""The longest time in seconds of a processor; one of the cases took minutes once."""


def test_hard_texts() -> None:
    languages = {each.name: each for each in LANGUAGES}
    for name, (language, text) in HARD.items():
        start = time.process_time()
        programs(text, languages[language])
        assert time.process_time() - start < _BOUND, name
