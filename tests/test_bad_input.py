"""The seven kinds of bad input: each gets a clear message, and nothing is lost.

The command line's and the server's own tests go deeper: `tests/cli/test_check.py`,
`tests/e2e/test_resilience.py`, `tests/settings/test_files.py`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencl_ls.analysis.host import Host
from opencl_ls.cli.main import main
from opencl_ls.features.hover import hover_at
from opencl_ls.findings import Severity
from opencl_ls.preprocess import MemorySources
from opencl_ls.settings.model import DEFAULT
from opencl_ls.text import byte_text

WORDS = st.sampled_from(
    "kernel void int float4 ( ) { } [ ] ; , ^ * & = #define #if #endif #include a b 1 \" ' /* */ "
    "// \n local struct typedef return if else for while \\\n ## “ é 😀 \x00".split(" ")
)


def findings(files: dict[str, str], main_file: str = "main.cl") -> list[tuple[str, str, str]]:
    """Return file, code and message of what is found in some files held in memory."""
    host = Host(MemorySources({name: byte_text(text) for name, text in files.items()}))
    host.open(main_file, byte_text(files[main_file]), DEFAULT)
    return [(f.place.file, f.code, f.message) for f in host.analysis(main_file).findings]


@given(st.lists(WORDS, max_size=40))
def test_broken_text(words: list[str]) -> None:
    """No text raises, and every finding has its place inside the text."""
    text = byte_text(" ".join(words))
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    for finding in host.analysis("main.cl").findings:
        assert 0 <= finding.place.start <= finding.place.end <= len(text)
        assert finding.message


@given(st.binary(max_size=200))
def test_bytes_that_are_not_utf8(data: bytes) -> None:
    """Any bytes are a text; what they hold survives."""
    text = data.decode("latin-1")
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    analysis = host.analysis("main.cl")
    assert analysis.findings is not None
    assert analysis.text.encode("latin-1") == data


def test_a_missing_include_is_one_finding_and_analysis_goes_on() -> None:
    """What follows the include is still checked."""
    found = findings({"main.cl": '#include "gone.h"\nkernel int f(void) { return 1; }\n'})
    assert [code for _, code, _ in found] == ["preprocessor/missing-include", "kernel/return-type"]
    assert "gone.h" in found[0][2]


def test_an_include_cycle_is_found_and_analysis_goes_on() -> None:
    """A cycle ends at a depth, with one finding that names the file."""
    found = findings(
        {
            "main.cl": '#include "a.h"\nkernel int f(void) { return 1; }\n',
            "a.h": '#include "b.h"\n',
            "b.h": '#include "a.h"\n',
        }
    )
    codes = [code for _, code, _ in found]
    assert codes.count("kernel/return-type") == 1
    cycles = [message for _, code, message in found if code.startswith("preprocessor/include")]
    assert len(cycles) == 1
    assert ".h" in cycles[0]


def test_a_malformed_configuration(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is named with its line, and the files are checked all the same."""
    (tmp_path / "opencl-ls.toml").write_text('std = "CL1.2"\nextension = [\n')
    (tmp_path / "a.cl").write_text("kernel int f(void) { return 1; }\n")
    assert main(["check", "--format", "json", str(tmp_path / "a.cl")]) == 2
    captured = capsys.readouterr()
    assert "opencl-ls.toml" in captured.err
    codes = [entry["code"] for entry in json.loads(captured.out)["diagnostics"]]
    assert codes == ["kernel/return-type"]


def test_a_client_that_lies_about_positions() -> None:
    """Edits outside the text are moved into it, and the text stays what was said."""
    host = Host(MemorySources({}))
    host.open("main.cl", "int a;\n", DEFAULT)
    host.edit("main.cl", 500, 900, "int b;\n")
    host.edit("main.cl", -5, 3, "long")
    host.edit("main.cl", 9, 2, "")
    assert host.analysis("main.cl").text == "long a;\nint b;\n"


def test_a_file_of_50_megabytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is named in one line; the other files are checked."""
    with (tmp_path / "large.cl").open("wb") as file:
        file.truncate(50 << 20)
    (tmp_path / "small.cl").write_text("kernel int f(void) { return 1; }\n")
    assert main(["check", str(tmp_path / "large.cl"), str(tmp_path / "small.cl")]) == 2
    captured = capsys.readouterr()
    (line,) = [line for line in captured.err.splitlines() if "large.cl" in line]
    assert "MiB" in line or "MB" in line
    assert Severity.ERROR.label in captured.out


@pytest.mark.parametrize(
    ("name", "declared"),
    [
        ("struct s", "struct s { struct s x; int i; };"),
        ("struct s", "struct s { struct s; int i; };"),
        ("union s", "union s { union s x[2]; int i; };"),
        ("struct s", "struct o; struct s { struct o x; int i; }; struct o { struct s x; };"),
        ("struct s", "struct s { struct { struct s x; }; int i; };"),
        ("alias", "typedef struct s alias; struct s { alias x[2]; int i; };"),
        ("s", "typedef struct s { struct s x; int i; } s;"),
        ("struct s", "struct s { struct s { int i; } x; };"),
        ("struct s", "struct s { struct { struct s { int i; } x; }; int i; };"),
    ],
)
def test_a_struct_that_contains_itself(name: str, declared: str) -> None:
    """Wherever one goes over what it contains, that comes to an end."""
    text = declared + (
        f"\nconstant {name} a = {{ 1 }}, b = {{ {{ {{ 1 }}, 2 }} }}, c = {{ .x = {{ .x = 1 }} }};\n"
        f"{name} made({name} p);\n"
        f"int twice({name} p);\n"
        f"kernel int twice({name} p, local {name} *q, global {name} *r) {{\n"
        f"  local {name} tile[16]; {name} t = p, z = {{ 0 }}, many[3] = {{ 1, 2, 3 }};\n"
        f"  int m[sizeof({name})], n[sizeof(t.x)];\n"
        f"  tile[get_local_id(0)] = r[0]; t.x.x.x.i = t.nope; if (t.i) barrier(1); t == z;\n"
        "}\n"
    )
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    analysis = host.analysis("main.cl")
    assert analysis.findings
    assert list(analysis.symbols())
    for word in re.finditer(r"\w+", text):
        _ = hover_at(analysis, word.start())
