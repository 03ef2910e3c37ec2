"""The item that a byte of a file is a part of: as if all items were looked at, one by one."""

from __future__ import annotations

import pytest

from opencl_ls.analysis.host import Host
from opencl_ls.settings.model import DEFAULT

PATH = "/w/a.cl"
HEADER = "/w/h.h"
HEADERS = {HEADER: "int from_header;\nint twice(int a) { return 2 * a; }\n"}


class Headers:
    def resolve(self, name, quoted, includer, paths):
        return f"/w/{name}"

    def read(self, path):
        return HEADERS.get(path)


TEXTS = (
    "",
    "int a;int b; int c;\n\nvoid f(void) { int x = a; }\n",
    "#define TWO int p; int q;\n/* what */ TWO TWO\nint r;\n",
    "#define F(n) void n(int a) { a; }\nF(one)\nF(two) F(three)\nint s;\n",
    "#define H kernel void\nH k(\n#if NEVER\nint o\n#else\nfloat o\n#endif\n) {\n  o = 1;\n}\n",
    '#include "h.h"\nint own = 1;\n#include "h.h"\nvoid g(void) { twice(own); }',
    "void broken(int a { \nint x = ;\n}\nvoid g(void) { }\n// end",
    "#define N 4\r\nint t[N];\r\nint u[\\\r\nN];\r\n",
    '#ifndef AGAIN\n#define AGAIN\n#include "a.cl"\nint first;\n#else\nint second;\n#endif\n',
)


@pytest.mark.parametrize("text", TEXTS)
def test_the_item_at_each_byte(text):
    HEADERS[PATH] = text
    host = Host(Headers())
    host.open(PATH, text, DEFAULT)
    unit = host.analysis(PATH)._unit
    for path, length in ((PATH, len(text)), (HEADER, len(HEADERS[HEADER]))):
        for offset in range(length + 1):
            looked_at = (
                (number, unit.places.inside(item.source, item.first_piece, path, offset))
                for number, item in enumerate(unit.items)
            )
            expected = next((each for each in looked_at if each[1] is not None), None)
            assert unit.item_at(path, offset) == expected
