"""`check --compiler`: with a compiler that the tests write, and with those that are installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from opencl_ls.analysis.catalogue import all_rules
from opencl_ls.compilers.programs import find_compiler

EXAMPLE = re.compile(
    r"^## Example\n.*?^```cl ?(CL\d\.\d)?[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL
)
OF_CLANG = {
    each.code: found
    for each in all_rules()
    if "clang's `-W" in each.documentation and (found := EXAMPLE.search(each.documentation))
}
"""The first example on the page of each rule that has a flag of clang's for its source."""

KERNEL = """\
kernel void k(global int *a) {
    a[0] = nope;
    int unused = 2;
    a[1] = a[2] << 3;
}
"""


@pytest.fixture
def kernel(run, tmp_path, monkeypatch):
    """Make a file of a program; what is found in it is not kept."""
    monkeypatch.setenv("OPENCL_LS_CACHE", "")
    (tmp_path / "k.cl").write_text(KERNEL)
    return "k.cl"


@pytest.fixture
def compiler(tmp_path_factory):
    """Return a function that writes a compiler, which writes `log` to standard error."""
    folder = tmp_path_factory.mktemp("bin")

    def write(log: str = "", status: int = 1, more: str = "") -> str:
        program = folder / "clang"
        program.write_text(
            f"#!{sys.executable}\nimport os, sys\ntext = sys.stdin.read()\n{more}\n"
            f"sys.stderr.write({log!r})\nsys.exit({status})\n"
        )
        program.chmod(0o755)
        return str(program)

    return write


def concise(result) -> list[str]:
    """Return the findings of a concise report, without the summary."""
    return result.out.splitlines()[:-1]


def test_what_only_the_compiler_says(run, kernel, compiler) -> None:
    log = (
        "<stdin>:4:12:{4:12-4:16}{4:20-4:21}: error: this shift is odd\n"
        "<stdin>:2:5: note: the first use is here\n"
        "<stdin>:4:12: note: place parentheses around it\n"
    )
    result = run(
        "check", "--compiler", compiler(log), "--select", "names", "--select", "clang", kernel
    )
    assert result.status == 1
    assert "k.cl:4:12: error[clang/error] this shift is odd\n" in result.out
    assert "4 |     a[1] = a[2] << 3;\n  |            ^^^^\n" in result.out
    assert "k.cl:2:5: note: the first use is here\n" in result.out
    assert "parentheses" not in result.out
    assert "2 errors, 0 warnings, 1 hint in 1 file" in result.out


def test_what_both_say_is_said_once(run, kernel, compiler) -> None:
    """By the rule of ours, which knows more of the place."""
    log = (
        "<stdin>:2:12: error: use of undeclared identifier 'nope'\n"
        "<stdin>:2:12: error: expected expression\n"
        "<stdin>:3:9: warning: unused variable 'unused' [-Wunused-variable]\n"
        "3 errors generated.\n"
    )
    result = run("check", "--compiler", compiler(log), "--format", "concise", kernel)
    assert [line.partition("]")[0].partition(": ")[2] for line in concise(result)] == [
        "error[names/undeclared",
        "hint[names/unused-variable",
    ]


def test_the_same_words_on_another_line_are_another_matter(run, kernel, compiler) -> None:
    log = "<stdin>:4:12: error: use of undeclared identifier 'nope'\n"
    result = run("check", "--compiler", compiler(log), "--format", "concise", kernel)
    assert (
        concise(result)[-1] == "k.cl:4:12: error[clang/error] use of undeclared identifier 'nope'"
    )


def test_an_explaining_rule_is_named(run, kernel, compiler) -> None:
    log = "<stdin>:4:17: warning: unused variable 'a' [-Wunused-variable]\n"
    options = ["check", "--compiler", compiler(log, 0), kernel]
    result = run(*options)
    assert "k.cl:4:17: warning[clang/unused-variable] unused variable 'a'\n" in result.out
    assert "help: opencl-ls rule names/unused-variable explains this\n" in result.out
    [ours, *_, other] = json.loads(run(*options, "--format", "json").out)["diagnostics"]
    assert "source" not in ours
    assert (other["source"], other["code"]) == ("clang", "clang/unused-variable")
    assert other["url"].endswith("/names/unused-variable.md")


def test_warnings_follow_the_settings_of_their_rule(run, kernel, compiler, tmp_path) -> None:
    log = "<stdin>:4:17: warning: unused variable 'a' [-Wunused-variable]\n"
    options = ["check", "--compiler", compiler(log, 0), "--format", "concise", kernel]

    def reported(*more: str) -> str:
        return " ".join(line for line in concise(run(*options, *more)) if "clang/" in line)

    assert "warning[clang/unused-variable]" in reported()
    assert "warning[clang/unused-variable]" in reported("--select", "clang")
    assert reported("--ignore", "names/unused-variable") == ""
    assert reported("--ignore", "clang/unused-variable") == ""
    assert reported("--ignore", "clang") == ""
    assert reported("-w") == ""
    assert "error[clang/unused-variable]" in reported("-Werror")
    assert "hint[clang/unused-variable]" in reported("--severity", "clang/unused-variable=hint")
    allowed = KERNEL.replace("<< 3;", "<< 3; // opencl-ls: allow(names/unused-variable)")
    (tmp_path / "k.cl").write_text(allowed)
    assert reported() == ""


def test_errors_of_the_compiler_are_reported_where_our_rule_is_off(run, kernel, compiler) -> None:
    log = "<stdin>:2:12: error: use of undeclared identifier 'nope'\n"
    options = ["check", "--compiler", compiler(log), "--ignore", "names/undeclared", kernel]
    result = run(*options, "--format", "concise")
    assert "k.cl:2:12: error[clang/error] use of undeclared identifier 'nope'" in concise(result)


def test_a_header(run, tmp_path, kernel, compiler) -> None:
    """Its messages are shown where the program has read it, those of the compiler's own are not."""
    (tmp_path / "u.h").write_text("int broken\n")
    (tmp_path / "k.cl").write_text('#include "u.h"\n')
    log = (
        f"In file included from <stdin>:1:\n{tmp_path}/u.h:1:5: error: that is odd\n"
        "/usr/lib/opencl-c.h:3:5: warning: this as well [-Wodd]\n"
        "/usr/lib/opencl-c.h:4:5: error: and this\n"
    )
    result = run(
        "check", "--compiler", compiler(log), "--format", "concise", "--select", "clang", kernel
    )
    assert concise(result) == [
        "k.cl:1:1: error[clang/error] /usr/lib/opencl-c.h:4: and this",
        "u.h:1:5: error[clang/error] that is odd",
    ]


def test_the_compiler_is_given_the_text_and_the_settings(run, tmp_path, kernel, compiler) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "opencl-ls.toml").write_text('std = "CL1.2"\ndefines = ["N=4"]\n')
    (tmp_path / "sub" / "a.cl").write_text(KERNEL)
    more = (
        "import json\n"
        f"json.dump([sys.argv[1:], text, os.getcwd()], open({str(tmp_path / 'seen')!r}, 'w'))"
    )
    run("check", "--compiler", compiler("", 0, more), "-I", "inc", "sub/a.cl")
    arguments, text, folder = json.loads((tmp_path / "seen").read_text())
    assert text == KERNEL
    assert Path(folder) == tmp_path / "sub"
    assert {"-cl-std=CL1.2", "-DN=4", f"-I{tmp_path / 'inc'}"} <= set(arguments)
    run("check", "--compiler", compiler("", 0, more), "-", stdin=b"int of_stdin;")
    assert json.loads((tmp_path / "seen").read_text())[1] == "int of_stdin;"


def test_it_is_asked_again_where_our_findings_are_kept(
    run, tmp_path, kernel, compiler, monkeypatch
) -> None:
    monkeypatch.setenv("OPENCL_LS_CACHE", str(tmp_path / "cache"))
    reported = []
    for words in ("first", "second"):
        log = f"<stdin>:4:5: error: {words}\n"
        result = run("check", "--compiler", compiler(log), "--select", "clang", kernel)
        reported.append(result.out.partition("[clang/error] ")[2].partition("\n")[0])
    assert reported == ["first", "second"]
    assert "clang" not in run("check", kernel).out


def test_many_files_in_several_processes(run, tmp_path, kernel, compiler) -> None:
    for number in range(6):
        (tmp_path / f"n{number}.cl").write_text(KERNEL)
    log = "<stdin>:4:5: error: that is odd\n"
    result = run("check", "-j", "2", "--compiler", compiler(log), "--format", "concise", ".")
    assert sum("clang/error" in line for line in concise(result)) == 7


@pytest.mark.parametrize(
    ("log", "status", "more", "problem"),
    [
        ("", 254, "", "clang: clang ended with status 254\n"),
        ("clang: error: unsupported\n", 7, "", "status 7: clang: error: unsupported\n"),
        ("", 0, "os.kill(os.getpid(), 11)", "clang: clang ended with status -11\n"),
        ("gone", 1, "", "clang: clang ended with status 1: gone\n"),
    ],
)
def test_a_compiler_that_breaks(run, kernel, compiler, log, status, more, problem) -> None:
    """Our own findings are reported all the same; the exit status says that not all was done."""
    result = run("check", "--compiler", compiler(log, status, more), kernel)
    assert result.err.endswith(problem)
    assert "names/undeclared" in result.out
    assert result.status == 2


def test_patience(run, kernel, compiler, monkeypatch) -> None:
    monkeypatch.setattr("opencl_ls.compilers.commands.PATIENCE", 0.2)
    program = compiler("", 0, "os.read(os.pipe()[0], 1)")
    result = run("check", "--compiler", program, kernel)
    assert result.err == "opencl-ls: k.cl: clang took longer than 0.2 s\n"
    assert result.status == 2


def test_an_absent_compiler(run, kernel, monkeypatch) -> None:
    result = run("check", "--compiler", "/nowhere/clang", kernel)
    assert (result.status, result.err) == (
        2,
        "opencl-ls: --compiler: there is no compiler /nowhere/clang\n",
    )
    monkeypatch.setenv("PATH", "bin")
    assert "clang is not installed" in run("check", "--compiler", "clang", kernel).err


def test_a_settings_file_cannot_name_one(run, tmp_path, kernel, compiler) -> None:
    """What comes with a project must not choose what runs."""
    program = compiler(more=f"open({str(tmp_path / 'ran')!r}, 'w')")
    (tmp_path / "opencl-ls.toml").write_text(f'compiler = "{program}"\n')
    result = run("check", kernel)
    assert "opencl-ls.toml:1: compiler is a setting of the editor alone" in result.err
    assert not (tmp_path / "ran").exists()


def test_it_goes_with_no_fixes(run, kernel, compiler) -> None:
    result = run("check", "--compiler", compiler(), "--fix", kernel)
    assert "--compiler and fixes exclude each other" in result.err


# --- real ones ------------------------------------------------------------------------------------


@pytest.fixture
def clang() -> str:
    found = find_compiler("clang")
    if found is None:
        pytest.skip("no clang: apt-get install clang")
    return found.program


def test_clang_says_nothing_new_of_a_correct_program(run, kernel, clang, tmp_path) -> None:
    (tmp_path / "k.cl").write_text("kernel void k(global float4 *a) { a[0] = sin(a[1].wzyx); }\n")
    result = run("check", "--compiler", clang, kernel)
    assert result.out == "0 errors, 0 warnings in 1 file\n"


def test_clang_has_a_place_for_what_it_says(run, kernel, clang, tmp_path) -> None:
    (tmp_path / "k.cl").write_text(KERNEL.replace("a[2] << 3", "a[2] << W"))
    options = ["-DW=nope+1", "-std=CL1.2", "--ignore", "names", "--format", "concise"]
    result = run("check", "--compiler", "clang", kernel, "--std=CL1.2", *options[:1], *options[2:])
    assert "k.cl:2:12: error[clang/error] use of undeclared identifier 'nope'" in result.out
    assert "k.cl:4:20: error[clang/error] use of undeclared identifier 'nope'" in result.out


@pytest.mark.skipif(shutil.which("clang-19") is None, reason="clang-19 is not installed")
@pytest.mark.parametrize("code", OF_CLANG)
def test_what_a_rule_has_from_clang_is_said_once(run, tmp_path, code: str) -> None:
    """Of this version the rules have their wordings; others may know less, or say it otherwise."""
    clang = shutil.which("clang-19")
    version, text = OF_CLANG[code].groups()
    (tmp_path / "k.cl").write_text(text)
    options = ["--profile", "all", "--std", version or "CL2.0", "--format", "json"]
    result = run("check", "--compiler", clang, *options, "--fail-on", "never", "k.cl")
    found = json.loads(result.out)["diagnostics"]
    lines = {each["line"] for each in found if each["code"] == code}
    assert lines
    assert not [each for each in found if each["line"] in lines and "source" in each]


def test_pocl_builds_and_links(run, kernel, tmp_path) -> None:
    (tmp_path / "k.cl").write_text(
        "int helper(int);\nkernel void k(global int *a) { a[0] = helper(N); }\n"
    )
    result = run("check", "--compiler", "pocl", "-D", "N=4 + 1", "--select", "pocl", kernel)
    if "there is no PoCL" in result.err:
        pytest.skip("no PoCL: apt-get install pocl-opencl-icd")
    assert "Cannot find symbol helper" in result.out


def test_no_pocl_is_no_crash(run, kernel, monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("OCL_ICD_VENDORS", str(tmp_path / "none"))
    monkeypatch.setenv("OCL_ICD_FILENAMES", "")
    result = run("check", "--compiler", "pocl", kernel)
    assert "names/undeclared" in result.out
    if os.name == "posix" and result.err:
        assert result.err.startswith("opencl-ls: pocl: there is no PoCL")
        assert result.status == 2
