"""Options are read in all their spellings, and wrong ones are refused in one line."""

from __future__ import annotations

import pytest

from opencl_ls.cli.check_options import CheckOptions, plain_options
from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.options import parse_check
from opencl_ls.findings import Severity

CASES = {
    "": {"paths": (".",)},
    "a.cl": {"paths": ("a.cl",)},
    "a.cl --quiet b.cl": {"paths": ("a.cl", "b.cl"), "quiet": True},
    "-": {"paths": ("-",)},
    "--stdin-filename x.cl": {"paths": ("-",), "stdin_filename": "x.cl"},
    "-- -D": {"paths": ("-D",)},
    "a --std CL1.2": {"build_options": ("-cl-std=CL1.2",)},
    "a --std=cl1.2": {"build_options": ("-cl-std=cl1.2",)},
    "a -cl-std=CL2.0": {"build_options": ("-cl-std=CL2.0",)},
    "a -D A=1 -DB=2 -UC -U D": {"build_options": ("-D", "A=1", "-D", "B=2", "-U", "C", "-U", "D")},
    "a -I inc -Iinc2": {"build_options": ("-I", "inc", "-I", "inc2")},
    "a --include x.h -include y.h --include=z.h": {
        "build_options": ("-include", "x.h", "-include", "y.h", "-include", "z.h")
    },
    "a -cl-fast-relaxed-math -w -Werror": {
        "build_options": ("-cl-fast-relaxed-math", "-w", "-Werror")
    },
    "a --extensions -cl_khr_fp16 --extensions=none": {"extensions": ("-cl_khr_fp16", "none")},
    "a -cl-ext=-all,+cl_khr_fp64": {"build_options": ("-cl-ext=-all,+cl_khr_fp64",)},
    "a --device embedded --config c --configuration n": {
        "device": "embedded",
        "config": "c",
        "configuration": "n",
    },
    "a --select x/y,z --select b=hint --ignore c --severity d=OFF": {
        "selected": ("x/y", "z", "b"),
        "ignored": ("c",),
        "levels": (("b", "hint"), ("d", "off")),
    },
    "a --fix": {"fix": True},
    "a --unsafe-fixes": {"fix": True, "unsafe_fixes": True},
    "a --diff": {"fix": True, "diff": True},
    "a -j4": {"jobs": 4},
    "a -j 2": {"jobs": 2},
    "a --jobs=3": {"jobs": 3},
    "a --fail-on warning": {"fail_on": Severity.WARNING},
    "a --fail-on never": {"fail_on": None},
    "a --color": {"color": True},
    "a --no-color": {"color": False},
    "a --report junit:r.xml --report sarif:C:\\x": {
        "reports": (("junit", "r.xml"), ("sarif", "C:\\x"))
    },
    "a --format json --output-file x": {"format": "json", "output_file": "x"},
    "a --baseline x": {"baseline": "x"},
    "a --write-baseline x --fix": {"write_baseline": "x", "fix": True},
    "a --watch --format json --output-file x": {
        "watch": True,
        "format": "json",
        "output_file": "x",
    },
    "a --statistics --format sarif": {"statistics": True, "format": "sarif"},
}


@pytest.mark.parametrize("line", CASES)
def test_options(line: str) -> None:
    found = parse_check(line.split())
    assert plain_options(line.split()) in (None, found)
    wanted = {"paths": ("a",)} | CASES[line]
    expected = CheckOptions(**wanted)
    assert found == expected


WRONG = {
    "--nonsense": "--nonsense",
    "--form json": "--form",
    "--format xml": "xml",
    "-j 0": "0",
    "-j many": "many",
    "a -D": "-D needs a value",
    "a --std": "--std needs a value",
    "a --severity x": "x=warning",
    "a --severity x=loud": "error, warning, info, hint, off",
    "a --ignore x=error": "takes no level",
    "a --select =error": "needs the name of a rule",
    "--fail-on catastrophe": "catastrophe",
    "--report junit": "'junit' is not FORMAT:FILE with one of text, concise, json,",
    "--report xml:r.xml": "'xml:r.xml' is not FORMAT:FILE",
    "--report junit:": "'junit:' is not FORMAT:FILE",
    "--report junit:x --report sarif:x": "two reports cannot go to x",
    "--report junit:x --output-file x": "two reports cannot go to x",
    "--baseline a --write-baseline b": "exclude each other",
    "--write-baseline a --diff": "--write-baseline and --diff exclude each other",
    "--write-baseline a --watch": "--write-baseline and --watch exclude each other",
    "--watch --fix": "--watch and fixes exclude each other",
    "--watch -": "--watch needs files",
    "--watch --stdin-filename a.cl": "--watch needs files",
    "--watch --format sarif": "--watch prints text; sarif can go to --output-file",
}


@pytest.mark.parametrize("line", WRONG)
def test_wrong_options(line: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_check(line.split())
    assert WRONG[line] in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["a.cl", "--std", "CL7.0"], "CL7.0"),
        (["a.cl", "--std", "CLC++9"], "C++"),
        (["a.cl", "-D", "1=2"], "1=2"),
        (["a.cl", "--device", "toaster"], "toaster"),
        (["a.cl", "--extensions", "cl_khr_fp61"], "cl_khr_fp64"),
        (["a.cl", "--config", "missing.toml"], "missing.toml"),
        (["a.cl", "--select", "no-such-rule"], "no-such-rule"),
        (["a.cl", "--severity", "kernel/return-typ=off"], "kernel/return-type"),
    ],
)
def test_wrong_values_end_in_one_line_and_status_2(run, arguments: list[str], words: str) -> None:
    result = run("check", *arguments)
    assert (result.status, result.out) == (2, "")
    assert words in result.err
    assert result.err.count("\n") == 1
    assert result.err.startswith("opencl-ls: ")


@pytest.mark.parametrize(
    "line", ["a.cl", "- -q", "a --no-cache -DN=1 b -cl-std=CL1.2 --color -- -x"]
)
def test_plain_calls_need_no_parser(line: str) -> None:
    assert plain_options(line.split()) == parse_check(line.split())
