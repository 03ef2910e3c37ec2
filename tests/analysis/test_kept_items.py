"""Items that are kept on disk: which are analysed again, and which records are read."""

from __future__ import annotations

import pytest

from opencl_ls.analysis.facade import Analysis
from opencl_ls.analysis.host import Host, check
from opencl_ls.analysis.kept_items import KeptModel
from opencl_ls.settings.model import RuleSettings, Settings
from tests.support.cases import MemoryFiles

HEADER = """\
typedef float real;
struct pair { real x, y; };
real twice(real x);
real twice(real x) { int unused; return x * 2; }
real sum(struct pair p) { return twice(p.x) + p.y; }
real far(real x) { return x; }
"""
FIRST = '#include "u.h"\nkernel void first(global real *p) { p[0] = twice(p[1]); }\n'
SECOND = '#include "u.h"\nkernel void second(global real *p) { p[1] = twice(p[2]); }\n'
ALL = Settings(rules=RuleSettings(profile="all"))


class Memory(dict[bytes, bytes]):
    """A store that forgets nothing."""

    put = dict.__setitem__


class Runs:
    """Checks by processes that share a store and nothing else."""

    def __init__(self) -> None:
        self.store = Memory()

    def check(self, path: str = "first.cl", **files: str) -> tuple[Analysis, list[str]]:
        """Return the analysis of a file, and the items that were analysed for it."""
        texts = {"u.h": HEADER, "first.cl": FIRST, "second.cl": SECOND}
        texts |= {name.replace("_", "."): text for name, text in files.items()}
        host = Host(MemoryFiles(texts), store=self.store)
        analysis = check(path, MemoryFiles(texts), ALL, host)
        assert analysis.findings == check(path, MemoryFiles(texts), ALL).findings
        return analysis, [text.partition("(")[0] for text in host.computed]


def read(analysis: Analysis) -> list[str]:
    """Return the names in the kept items of which the records were read."""
    models = [each for each in analysis._unit.models if type(each) is KeptModel]
    return [name for each in models if each.is_read for name in each.export_names]


def test_the_second_kernel_analyses_itself_alone() -> None:
    """Of the header, it reads the type that it names; of what it calls, the head."""
    runs = Runs()
    assert len(runs.check()[1]) == 7
    analysis, analysed = runs.check("second.cl")
    assert analysed == ["kernel void second"]
    assert "real" in read(analysis)
    assert "far" not in read(analysis)
    assert "unused" in "".join(each.message for each in analysis.findings)


def test_an_edited_item_is_analysed_again_with_those_that_use_it() -> None:
    """The body of a function is no concern of others; its head is one of its callers'."""
    runs = Runs()
    runs.check()
    _, analysed = runs.check(u_h=HEADER.replace("x * 2", "x * 3"))
    assert analysed == ["real twice"]
    runs = Runs()
    runs.check()
    changed = HEADER.replace("float real", "int real")
    _, analysed = runs.check(u_h=changed)
    assert set(analysed) == {
        "typedef int real;",
        "struct pair { real x, y; };",
        *("real twice", "real sum", "real far", "kernel void first"),
    }


def test_both_meanings_of_a_text_are_kept() -> None:
    """A header that is included in two ways has two entries for one text."""
    runs = Runs()
    runs.check()
    changed = HEADER.replace("float real", "int real")
    runs.check(u_h=changed)
    assert runs.check()[1] == []
    assert runs.check(u_h=changed)[1] == []


@pytest.mark.parametrize(
    "item",
    [
        "real over(real x) __attribute__((overloadable));",
        "void broken(void) { int a = = ] 3 ); } }",
        "int assumed(int n) { /* opencl-ls: assume(n > 0) */ return n; }",
    ],
)
def test_what_is_not_kept(item: str) -> None:
    """Overloads, which are one list, items with problems, and those with assumptions."""
    runs = Runs()
    header = f"{HEADER}{item}\n"
    runs.check(u_h=header)
    assert runs.check(u_h=header)[1] == [item.partition("(")[0]]


def test_declarations_that_clash_are_compared_again() -> None:
    """Those that agree are not read: of the function declared twice, nothing is."""
    runs = Runs()
    clash = HEADER.replace("real twice(real x);", "int twice(real x);")
    for text in (HEADER, clash, clash):
        analysis, _ = runs.check("second.cl", u_h=text)
    assert any(each.code == "function/conflicting-types" for each in analysis.findings)


def test_a_lost_store_is_no_error() -> None:
    """As on a disk that is full."""
    runs = Runs()
    runs.store.put = lambda *_: None  # type: ignore[method-assign]
    runs.check()
    assert len(runs.check()[1]) == 7


def test_the_names_at_the_end_of_a_unit_have_their_kinds() -> None:
    """A kept name is replaced by its symbol where all names are asked for."""
    runs = Runs()
    cold, kept = (runs.check()[0].kinds for _ in range(2))
    assert kept == cold
    assert (kept["pair"], kept["real"], kept["twice"]) == ("struct", "typedef", "function")
