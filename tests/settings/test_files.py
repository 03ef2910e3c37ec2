"""Configuration files: which one decides, and what is wrong with it."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path, PurePath

import pytest
from msgspec.structs import replace

from opencl_ls.builtins.devices import known_device
from opencl_ls.settings.disk import DiskReader
from opencl_ls.settings.files import Loaded, line_of, load
from opencl_ls.settings.model import (
    HintSettings,
    LensSettings,
    RuleSettings,
    Settings,
    TargetSettings,
)

ROOT = str(PurePath("/project"))
_BASE = known_device("vivante-gc7000")
BOARD = replace(_BASE, name="board", limits=(*_BASE.limits, ("local-mem-size", 16384)))


class Files:
    """Files that exist only in a dictionary."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = {str(PurePath(ROOT, name)): text for name, text in texts.items()}

    def read(self, path: str) -> str | None:
        return self.texts.get(path)

    def exists(self, path: str) -> bool:
        return path in self.texts


def loaded(texts: dict[str, str], start: str = "src", program: str = "") -> Loaded:
    return load(str(PurePath(ROOT, start)), Files(texts), program)


def own(text: str) -> Loaded:
    return loaded({"opencl-ls.toml": text})


@pytest.mark.parametrize(
    ("names", "decides"),
    [
        ("", ""),
        ("opencl-ls.toml", "opencl-ls.toml"),
        ("opencl-ls.toml src/opencl-ls.toml", "src/opencl-ls.toml"),
        ("opencl-ls.toml src/pyproject.toml src/compile_flags.txt", "opencl-ls.toml"),
        ("pyproject.toml src/compile_flags.txt", "pyproject.toml"),
        ("compile_flags.txt src/compile_commands.json", "compile_flags.txt"),
        ("compile_commands.json", "compile_commands.json"),
        ("build/compile_commands.json", "build/compile_commands.json"),
        ("other/opencl-ls.toml src/deeper/opencl-ls.toml", ""),
    ],
)
def test_which_file_decides(names: str, decides: str) -> None:
    texts = {
        "opencl-ls.toml": 'std = "CL1.1"',
        "pyproject.toml": '[tool.opencl-ls]\nstd = "CL1.1"',
        "compile_flags.txt": "-cl-std=CL1.1",
        "compile_commands.json": json.dumps(
            [{"directory": ROOT, "file": "src/a.cl", "arguments": ["cc", "-cl-std=CL1.1"]}]
        ),
    }
    files = {name: texts[PurePath(name).name] for name in names.split()}
    found = loaded(files, program="a.cl")
    assert found.file == (str(PurePath(ROOT, decides)) if decides else "")
    assert found.settings.target.std == ("CL1.1" if decides else "")
    assert found.problems == ()


def test_a_project_file_without_our_table_decides_nothing() -> None:
    assert loaded({"pyproject.toml": "# opencl-ls\n[tool.other]\nx = 1"}).file == ""


def test_every_setting_can_be_written_in_a_file() -> None:
    found = own(
        """
        std = "CL2.0"
        extensions = "none,+cl_khr_fp64"
        device = "board"
        pointer-bits = 32
        defines = ["WIDTH=16", "DEBUG"]
        undefines = ["OLD"]
        include-paths = ["include", "../shared"]
        includes = ["prelude.h"]
        fast-relaxed-math = true
        finite-math-only = false
        single-precision-constant = true
        uniform-work-group-size = true
        select = ["barrier"]
        ignore = ["style"]
        complete-defines = true
        warnings = "error"
        configuration = "wide"
        [devices.board]
        base = "vivante-gc7000"
        local-mem-size = 16384
        [severity]
        "barrier/divergent" = "warning"
        [per-file-configurations]
        "src/*.cl" = "wide"
        [configurations.wide]
        defines = {WIDTH = 32, NAME = "x", ON = true, OFF = false}
        [inlay-hints]
        parameter-names = false
        macro-parameter-names = true
        implicit-conversions = "all"
        block-results = false
        struct-layout = true
        designators = "off"
        block-ends = true
        [code-lens]
        local-memory = false
        barriers = false
        races = false
        requirements = false
        work-group-size = false
        callers = false
        """
    )
    assert found.problems == ()
    assert found.settings == Settings(
        TargetSettings(
            std="CL2.0",
            extensions=("none", "+cl_khr_fp64"),
            device="board",
            pointer_bits=32,
            defines=(("WIDTH", "16"), ("DEBUG", "1")),
            undefines=("OLD",),
            include_paths=(str(PurePath(ROOT, "include")), str(PurePath("/shared"))),
            includes=(str(PurePath(ROOT, "prelude.h")),),
            fast_relaxed_math=True,
            finite_math_only=False,
            single_precision_constant=True,
            uniform_work_group_size=True,
            devices=(("board", BOARD),),
        ),
        RuleSettings(
            select=("barrier",),
            ignore=("style",),
            severity=(("barrier/divergent", "warning"),),
            complete_defines=True,
            warnings="error",
        ),
        configuration="wide",
        configurations=(
            ("wide", TargetSettings(defines=(("WIDTH", "32"), ("NAME", "x"), ("ON", "1")))),
        ),
        per_file=((f"{ROOT}/src/*.cl", "wide"),),
        inlay_hints=HintSettings(False, True, "all", False, True, "off", True),
        code_lens=LensSettings(False, False, False, False, False, False),
    )


def test_build_options_go_below_the_plain_settings() -> None:
    found = own('std = "CL1.2"\nbuild-options = "-cl-std=CL2.0 -DA -I inc -w"')
    assert found.problems == ()
    assert found.settings.target == TargetSettings(
        std="CL1.2", defines=(("A", "1"),), include_paths=(str(PurePath(ROOT, "inc")),)
    )
    assert found.settings.rules.warnings == "off"


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ('x = 1\nstd = "CL1.2"', 1, 'unknown setting "x"'),
        ('std = "CL1.2"\n\ndefine = []', 3, 'unknown setting "define"; did you mean defines?'),
        ('std = "CL7"', 1, 'std: unknown OpenCL C version "CL7"; use one of CL1.0'),
        ("std = true", 1, 'std should be a text such as "CL1.2", not true'),
        ("\nfast-relaxed-math = 1", 2, "fast-relaxed-math should be true or false, not the number"),
        ('device = "gpu"', 1, 'device: unknown device "gpu"; opencl-ls device lists'),
        ('device = "full"\ndevice-s = 1', 2, 'unknown setting "device-s"; did you mean devices?'),
        ("devices = 1", 1, "devices should be a table of devices, not the number 1"),
        ("[devices]\nx = 1", 2, "x should be a table of the device's limits, not the number 1"),
        ('[devices.x]\nbase = "y"', 2, 'base: unknown device "y"'),
        ('[devices.x]\nstd = "CL7"', 2, 'std: unknown OpenCL C version "CL7"'),
        ('[devices.x]\nprofile = "minimal"', 2, "profile should be full or embedded"),
        ("[devices.x]\nlocal-mem-size = [1]", 2, "local-mem-size should be a number"),
        ("[devices.x]\nsub-group-sizes = 1", 2, "sub-group-sizes should be a list of numbers"),
        ("[devices.x]\nmax-samplers = true", 2, "max-samplers should be a number"),
        ("[devices.x]\nlocal-memory = 1", 2, 'unknown setting "local-memory"'),
        ("pointer-bits = 16", 1, "pointer-bits should be one of 32, 64, not the number 16"),
        ("include-paths = [1]", 1, "include-paths should be a list of texts, not a list"),
        ("defines = 3", 1, "defines should be a list of texts, not the number 3"),
        ('defines = ["1A"]', 1, 'defines: "1A" defines no macro; write NAME or NAME=VALUE'),
        ("[defines.A]\nB = 1", 1, "A should be a text or a number, not a table"),
        ("defines = {A = [1]}", 1, "A should be a text or a number, not a list"),
        ('defines = {"a b" = 1}', 1, 'defines: "a b=1" defines no macro'),
        ('extensions = "cl_kr_fp64"', 1, "extensions: unknown extension"),
        ('[severity]\n"a/b" = "loud"', 2, "a/b should be one of error, warning"),
        ("severity = 1", 1, "severity should be a table"),
        ("configuration = 1", 1, "configuration should be the name of a configuration"),
        ("configurations = 1", 1, "configurations should be a table of named configurations"),
        ("[configurations]\na = 1", 2, "a should be a table of settings, not the number 1"),
        ('[configurations.a]\nstd = "CL7"', 2, "std: unknown OpenCL C version"),
        ('build-options = "-cl-std=CL7"', 1, "build-options: unknown OpenCL C version"),
        ("inlay-hints = true", 1, "inlay-hints should be a table of settings, not true"),
        ("[inlay-hints]\nnames = true", 2, 'unknown setting "names"'),
        (
            "[inlay-hints]\nparameter-name = true",
            2,
            'unknown setting "parameter-name"; did you mean parameter-names?',
        ),
        (
            '[inlay-hints]\ndesignators = "some"',
            2,
            "designators should be one of off, members, all",
        ),
        ("[code-lens]\n\nbarriers = 1", 3, "barriers should be true or false, not the number 1"),
        ("std = ", 1, "not TOML: invalid value"),
        ("a = 1\n[x", 2, "not TOML: "),
        ("[formatting]\npath = 'x'", 1, "formatting is a setting of the editor alone"),
        ("per-file-configurations = 1", 1, "per-file-configurations should be a table such as"),
        ("[per-file-configurations]\nx = 1", 2, "x should be the name of a configuration"),
        ("[configurations.a]\nselect = []", 2, "select cannot differ by configuration"),
        (f"std = {'1' * 5000}", 1, "not TOML: a number has too many digits"),
        (f"std = 0x{'1' * 5000}", 1, 'std: unknown OpenCL C version "0x1111'),
        (
            f"device = 0x{'1' * 5000}",
            1,
            "device should be the name of a device or a profile",
        ),
    ],
)
def test_a_mistake_is_said_with_its_line(text: str, line: int, problem: str) -> None:
    found = own(text)
    assert len(found.problems) == 1
    assert found.problems[0].file == str(PurePath(ROOT, "opencl-ls.toml"))
    assert found.problems[0].line == line
    assert found.problems[0].message.startswith(problem)


def test_what_is_right_beside_a_mistake_counts() -> None:
    found = own('std = "CL1.2"\ndevice = 3\ndefines = ["A", "1B"]')
    assert len(found.problems) == 2
    assert found.settings.target == TargetSettings(std="CL1.2", defines=(("A", "1"),))


def test_mistakes_in_a_project_file_have_lines_too() -> None:
    text = '[project]\nstd = 1\n[tool.opencl-ls]\nfoo = 1\n[tool.opencl-ls.severity]\nx = "no"'
    found = loaded({"pyproject.toml": text})
    assert [each.line for each in found.problems] == [4, 6]
    wrong = loaded({"pyproject.toml": "[tool]\nopencl-ls = 1"})
    assert [(each.line, each.message) for each in wrong.problems] == [
        (2, "tool.opencl-ls should be a table")
    ]


def test_a_version_may_be_a_number() -> None:
    assert own("std = 1.2").settings.target.std == "1.2"
    assert own("std = 1.2").problems == ()


def test_a_macro_may_be_a_number_of_any_size() -> None:
    found = own(f"defines = {{A = 5, B = 0x{'1' * 5000}}}")
    assert found.settings.target.defines == (("A", "5"), ("B", f"0x{'1' * 5000}"))
    assert found.problems == ()


def test_compile_flags_are_read_line_by_line() -> None:
    found = loaded({"compile_flags.txt": "-xcl\n-cl-std=CL1.2\n-DA=b c\n-I\ninc\n-D1\n"})
    assert found.settings.target == TargetSettings(
        std="CL1.2", defines=(("A", "b c"),), include_paths=(str(PurePath(ROOT, "inc")),)
    )
    assert [(each.line, each.message) for each in found.problems] == [
        (6, '"-D 1" defines no macro; write -D NAME or -D NAME=VALUE')
    ]


def test_wrong_flags_are_reported_at_their_lines() -> None:
    """Also where the argument is on a line of its own, and where a text is on several."""
    found = loaded(
        {"compile_flags.txt": "-D\n1\n\n-D 1\n-cl-std=CL1.2\n-cl-std=CL9\n-cl-std=CL9\n"}
    )
    assert [each.line for each in found.problems] == [2, 4, 6, 7]


def test_a_hundred_thousand_flags() -> None:
    """What they cost grows with their number and no faster."""
    lines = [f"-D 1X{n}\n-D X{n}\n-U Y{n}\n" for n in range(100_000)]
    found = loaded({"compile_flags.txt": "".join(lines)})
    assert len(found.problems) == len(found.settings.target.defines) == 100_000
    assert found.problems[-1].line == 299_998


def test_a_compilation_database_speaks_for_its_files() -> None:
    entries = [
        {"directory": "out", "file": "../src/b.cl", "command": "cc -DB -I ../inc ../src/b.cl"},
        {"directory": "out", "file": "../src/a.cl", "arguments": ["cc", "-D", "A=x y"]},
        "nonsense",
    ]
    texts = {"compile_commands.json": json.dumps(entries)}
    first = loaded(texts, program="a.cl").settings.target
    assert first == TargetSettings(defines=(("A", "x y"),))
    second = loaded(texts, program=str(PurePath(ROOT, "src", "b.cl"))).settings.target
    assert second.include_paths == (str(PurePath(ROOT, "inc")),)
    assert loaded(texts, program="c.cl").file == ""
    assert loaded(texts).file == ""


def test_a_broken_compilation_database_is_said() -> None:
    found = loaded({"compile_commands.json": "[\n{"}, program="a.cl")
    assert [each.line for each in found.problems] == [2]


@pytest.mark.parametrize("name", ["opencl-ls.toml", "compile_commands.json"])
def test_endless_nesting_is_a_problem_and_no_crash(name: str) -> None:
    text = "[" * 100_000 if name.endswith("json") else "a = " + "[" * 100_000
    assert len(loaded({name: text}, program="a.cl").problems) == 1


@pytest.mark.parametrize("keys", ["configurations.a.", "defines.A.", "severity.a.", "std.a."])
def test_tables_within_tables_without_end(keys: str) -> None:
    assert len(own(f"[{keys * 5000}x]\nstd = 1").problems) <= 1


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (("std",), 1),
        (("severity", "a/b"), 4),
        (("configurations", "x", "std"), 6),
        (("configurations", "x", "defines", "A"), 7),
        (("configurations", "y"), 9),
        (("configurations", "y", "absent"), 9),
        (("absent",), 0),
    ],
)
def test_lines_of_keys(keys: tuple[str, ...], line: int) -> None:
    text = (
        'std = "CL1.2"\n\n[severity]\n"a/b" = "off"\n[configurations.x] # why\n  std = "CL2.0"\n'
        "defines.A = 1\n\n[configurations.'y']\n"
    )
    assert line_of(text, keys) == line


def test_a_key_that_goes_on_is_one_of_its_table() -> None:
    assert line_of("a = 1\nx.y.z = 2", ("x", "y")) == 2


@pytest.mark.parametrize("line", ["[" + " " * 100_000 + "x", "a" + " " * 100_000, "[" * 100_000])
def test_lines_that_look_like_keys_at_their_beginnings(line: str) -> None:
    assert line_of(f'text = """\n{line}\n"""\nstd = 1', ("std",)) == 4


def test_each_of_many_mistakes_has_its_line() -> None:
    found = own("\n".join(f"k{number} = 1" for number in range(20_000)))
    assert [each.line for each in found.problems] == list(range(1, 20_001))


def test_the_disk_is_one_reader(tmp_path: Path) -> None:
    (tmp_path / "opencl-ls.toml").write_bytes(b'\xef\xbb\xbfstd = "CL1.1"')
    (tmp_path / "src").mkdir()
    found = load(str(tmp_path / "src"), DiskReader())
    assert found.settings.target.std == "CL1.1"
    assert DiskReader().read(str(tmp_path)) is None
    assert not DiskReader().exists(str(tmp_path / "absent"))
    assert not DiskReader().exists("a\0b")


@pytest.mark.parametrize("name", ["opencl-ls.toml", "compile_flags.txt", "compile_commands.json"])
def test_a_file_that_is_too_large_is_said_and_not_read(tmp_path: Path, name: str) -> None:
    with (tmp_path / name).open("wb") as file:
        file.truncate(20 << 20)
    found = load(str(tmp_path / "src"), DiskReader(), str(tmp_path / "src" / "a.cl"))
    assert [each.message for each in found.problems] == ["cannot be read, or is too large"]
    assert found.file == str(tmp_path / name)
    assert DiskReader().read(str(tmp_path / name)) is None


def test_what_was_read_becomes_outdated(tmp_path):
    file, reader = tmp_path / "opencl-ls.toml", DiskReader()
    load(str(tmp_path / "src"), reader)
    assert not reader.outdated()
    file.write_text("")
    assert reader.outdated()
    reader = DiskReader()
    load(str(tmp_path / "src"), reader)
    assert not reader.outdated()
    file.write_text('std = "CL1.2"\n')
    assert reader.outdated()


def test_what_is_asked_about_again_stays_outdated(tmp_path):
    """Some settings were made of the earlier state, whoever has seen the later one."""
    file, reader = tmp_path / "opencl-ls.toml", DiskReader()
    load(str(tmp_path), reader)
    file.write_text("")
    load(str(tmp_path), reader)
    assert reader.outdated()


def _memory(name: str, text: str) -> tuple[Loaded, int]:
    """Return what a file says, and how many bytes reading it took at the most."""
    tracemalloc.start()
    try:
        found = loaded({name: text}, "", str(PurePath(ROOT, "a.cl")))
        return found, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("opencl-ls.toml", "a" + ".a" * 100_000 + " = 1", 1),
        ("opencl-ls.toml", 'std = "CL1.2"\n[a' + " . 'a'" * 100_000 + "]", 2),
        ("opencl-ls.toml", "[[a" + ".a" * 100_000 + "]]", 1),
        ("opencl-ls.toml", "a = [" + "\n[" * 100_000 + "]" * 100_001, 33),
        ("opencl-ls.toml", "a = " + "{a=" * 100_000 + "1" + "}" * 100_000, 1),
        ("pyproject.toml", "[tool.opencl-ls]\na" + ".a" * 100_000 + " = 1", 2),
        ("compile_commands.json", "[" * 100_000, 1),
        ("compile_commands.json", '{"a":' * 100_000, 1),
        ("compile_commands.json", '[{"file":"a.cl","arguments":' + "[" * 100_000, 1),
    ],
)
def test_what_is_nested_deep_is_said_and_not_read(name: str, text: str, line: int) -> None:
    """Time and memory would grow with the square of the depth."""
    found, most = _memory(name, text)
    kind = name.rpartition(".")[2].upper()
    assert [(each.message, each.line) for each in found.problems] == [
        (f"not {kind}: too deeply nested", line)
    ]
    assert most < 20 << 20


def test_what_only_looks_nested_is_read() -> None:
    """Brackets and dots in texts and comments count for nothing, nor do many consecutive tables."""
    deep = "[" * 50 + "." * 50
    text = (
        f'# {deep}\ndefines = {{ A = \'{deep}\', B = "\\"{deep}", C = 1.5 }}\n'
        f'includes = ["""\n{deep}"" """, \'\'\'{deep}\'\'\']\n'
    ) + "".join(f"[configurations.x{number}]\nstd = 'CL1.2'\n" for number in range(200))
    found = own(text)
    assert not found.problems
    assert len(found.settings.configurations) == 200


def test_a_file_for_no_human_is_said_and_not_read() -> None:
    """Of a megabyte of TOML tomllib makes some hundred."""
    found, most = _memory("opencl-ls.toml", "".join(f"a{n}.b.c.d = 1\n" for n in range(100_000)))
    assert [each.message for each in found.problems] == ["not read: larger than 1 MB"]
    assert most < 20 << 20


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("x = 1", "x"),
        ("[configurations.a]\ndefine = 1", "define"),
        ("std = true # why", "true"),
        ("defines = ['A', '1B', 'C']", "'1B'"),
        ("extensions = [\n  'none', 'cl_kr_fp64',\n]", "'cl_kr_fp64'"),
        ("extensions = 'none,cl_kr_fp64'", "'none,cl_kr_fp64'"),
        ("include-paths = [\n 1\n]", "include-paths"),
        ("[severity]\n'a/b' = 'loud'", "'loud'"),
        ("severity = {'größe' = 'off', b = 'loud'}", "'loud'"),
        ("configurations = 1", "1"),
        ("fast_relaxed_math = 1", "1"),
        ("[formatting]\npath = 'x'", "formatting"),
        ("std = CL2.0", "C"),
    ],
)
def test_a_mistake_is_said_with_its_columns(text: str, marked: str) -> None:
    for table in ("", "[tool.opencl-ls]\n"):
        name = "pyproject.toml" if table else "opencl-ls.toml"
        nested = text.replace("[severity]", "[tool.opencl-ls.severity]")
        nested = nested.replace("[conf", "[tool.opencl-ls.conf").replace(
            "[form", "[tool.opencl-ls.form"
        )
        whole = table + nested if table else text
        [problem] = loaded({name: whole}).problems
        line = whole.splitlines()[problem.line - 1]
        assert line[problem.column - 1 : problem.end_column - 1] == marked


def test_what_is_unknown_is_a_warning() -> None:
    problems = own("x = 1\nstd = 'CL9'\n").problems
    assert [each.is_warning for each in problems] == [True, False]
