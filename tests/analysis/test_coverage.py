"""The share of expressions that have a type."""

from __future__ import annotations

from opencl_ls.analysis.host import Host
from opencl_ls.cli.main import main
from opencl_ls.preprocess import MemorySources
from opencl_ls.settings.model import DEFAULT


def test_what_is_unknown_is_named_once() -> None:
    """An unknown name makes the sum around it unknown as well; only the name is the cause."""
    host = Host(MemorySources({}))
    host.open("main.cl", "int f(int a) { return (a + nobody) * 2; }\n", DEFAULT)
    found = host.analysis("main.cl").type_coverage()
    assert (found.total, found.unknown) == (6, 4)
    assert found.causes == (("nobody", 1),)
    assert found.share == 1 / 3 or abs(found.share - 1 / 3) < 1e-9


def test_the_report(tmp_path, capsys) -> None:
    """`--debug-types` writes a line for each file beside the report."""
    for name in ("a", "b"):
        (tmp_path / f"{name}.cl").write_text("kernel void f(global int *p) { p[0] = 1; }\n")
    assert main(["check", "--debug-types", str(tmp_path)]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert lines[0].endswith("a.cl: 100.00% of 5 expressions typed")
    assert lines[2] == "in all: 100.000% of 10 expressions typed"
