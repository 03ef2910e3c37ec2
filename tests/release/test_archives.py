"""What is published: built twice, looked into, installed without a compiler, and tried."""

import email
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from pathlib import Path

import pytest

import opencl_ls
from opencl_ls.analysis.catalogue import all_codes
from release import dist

for tool in ("build", "setuptools", "wheel"):
    pytest.importorskip(tool, reason="the archives are built with the `dev` extra's tools")

pytestmark = pytest.mark.skipif(
    not Path(sysconfig.get_path("include"), "Python.h").exists(),
    reason="the parser is compiled against Python's headers",
)
VERSION = opencl_ls.__version__


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """The project's files before anything has been built from them."""
    tree = tmp_path_factory.mktemp("export") / "tree"
    dist.export(tree)
    return tree


@pytest.fixture(scope="module")
def environment():
    before = os.umask(0)
    # The parser is compiled twice, and what optimises it is no part of what is tested here.
    yield {**dist.build_environment(), "CFLAGS": "-O0"}
    os.umask(before)


@pytest.fixture(scope="module")
def built(tree, environment, tmp_path_factory):
    folder = tmp_path_factory.mktemp("built")
    # A build leaves its notes in the folder that it builds.
    shutil.copytree(tree, folder / "source")
    return dist.build(folder / "source", folder, environment)


@pytest.fixture(scope="module")
def unpacked(built, tmp_path_factory):
    folder = tmp_path_factory.mktemp("unpacked") / "deeper"
    shutil.unpack_archive(built[0], folder, filter="data")
    return folder / f"opencl_ls-{VERSION}"


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    folder = tmp_path_factory.mktemp("installed")
    shutil.unpack_archive(built[1], folder, format="zip")
    return folder


def members(archive):
    with tarfile.open(archive) as opened:
        return opened.getmembers()


def run(*arguments, path, cwd):
    """Run a Python that finds our package in one folder only, and no program at all."""
    variables = {
        name: value for name, value in os.environ.items() if not name.startswith(("PATH", "PYTHON"))
    }
    return subprocess.run(
        [sys.executable, *arguments],
        env={**variables, "PATH": "", "PYTHONPATH": str(path)},
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )


def test_another_folder_gives_the_same_bytes(built, unpacked, environment, tmp_path):
    assert dist.differences(built, dist.build(unpacked, tmp_path, environment)) == []


def test_a_difference_is_reported(built, tmp_path):
    (tmp_path / built[0].name).write_bytes(built[0].read_bytes() + b"\0")
    (tmp_path / built[1].name).write_bytes(built[1].read_bytes())
    other = (tmp_path / built[0].name, tmp_path / built[1].name)
    assert dist.differences(built, other) == [
        f"opencl_ls-{VERSION}.tar.gz is not the same when it is built again"
    ]


def test_the_wheel_holds_the_package_and_the_licence(built, tree):
    information = f"opencl_ls-{VERSION}.dist-info"
    sources = {path for path in (tree / "opencl_ls").rglob("*") if path.is_file()}
    expected = {path.relative_to(tree).as_posix() for path in sources}
    expected -= {"opencl_ls/syntax/_parser.c"}
    expected |= {f"opencl_ls/syntax/_parser{_suffix()}"}
    expected |= {f"opencl_ls/docs/rules/{code}.md" for code in all_codes()}
    expected |= {"opencl_ls/linter/rules.json"}
    expected |= {
        f"{information}/{name}"
        for name in (
            "METADATA",
            "RECORD",
            "WHEEL",
            "entry_points.txt",
            "licenses/LICENSE",
            "licenses/NOTICE",
            "top_level.txt",
        )
    }
    names = {name for name in zipfile.ZipFile(built[1]).namelist() if not name.endswith("/")}
    assert {name for name in names if ".data/" not in name} == expected


def test_the_source_archive_holds_the_project(built, tree):
    names = {entry.name.partition("/")[2] for entry in members(built[0]) if entry.isfile()}
    project = {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()}
    assert {name for name in project - names if not name.startswith(".")} == set()
    added = {name for name in names - project if ".egg-info/" not in name}
    assert added == {"PKG-INFO", "setup.cfg"}


def test_the_source_archive_names_no_maker_and_no_other_time(built, environment):
    entries = members(built[0])
    makers = {(entry.uid, entry.gid, entry.uname, entry.gname) for entry in entries}
    assert makers == {(0, 0, "", "")}
    assert {entry.mtime for entry in entries} == {int(environment["SOURCE_DATE_EPOCH"])}
    assert {oct(entry.mode) for entry in entries} == {"0o644", "0o755"}


def test_the_metadata_is_complete_and_its_links_lead_to_this_version(built):
    text = zipfile.ZipFile(built[1]).read(f"opencl_ls-{VERSION}.dist-info/METADATA").decode()
    metadata = email.message_from_string(text)
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT"
    assert metadata.get_all("License-File") == ["LICENSE", "NOTICE"]
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert {url.partition(",")[0] for url in metadata.get_all("Project-URL")} == {
        "Repository",
        "Documentation",
        "Changelog",
        "Issues",
    }
    page = metadata.get_payload()
    links = re.findall(r'\]\(([^)\s]+)\)|\b(?:src|srcset|href)="([^"]+)"', page)
    assert links
    for link in {first or second for first, second in links}:
        assert link.startswith(("https://", "#")), link
    github, raw = "https://github.com/opencl-ls", "https://raw.githubusercontent.com/opencl-ls"
    assert f"]({github}/opencl-ls/blob/v{VERSION}/CHANGELOG.md)" in page
    assert f"{raw}/opencl-ls/v{VERSION}/docs/" in page


@pytest.mark.skipif(sys.platform != "linux", reason="tags of other systems come from their builder")
def test_one_wheel_serves_all_pythons_and_both_c_libraries(built):
    assert re.fullmatch(
        rf"opencl_ls-{re.escape(VERSION)}-cp311-abi3-"
        r"manylinux2014_(\w+)\.manylinux_2_17_\1\.musllinux_1_1_\1\.whl",
        built[1].name,
    )


def test_the_parser_holds_no_folder_of_its_build(built):
    parser = zipfile.ZipFile(built[1]).read(f"opencl_ls/syntax/_parser{_suffix()}")
    assert b"PyInit__parser" in parser
    for folder in (str(built[0].parent), tempfile.gettempdir(), sysconfig.get_path("include")):
        assert folder.encode() not in parser


def test_the_wheel_runs_without_a_compiler(installed, tmp_path):
    (tmp_path / "wrong.cl").write_text("kernel void f(global int *a) { a[0] = b; }\n")
    where = run("-c", "import opencl_ls; print(opencl_ls.__file__)", path=installed, cwd=tmp_path)
    assert where.stdout.strip() == str(installed / "opencl_ls" / "__init__.py")
    done = run("-m", "opencl_ls", "check", "wrong.cl", path=installed, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert "wrong.cl:1:39: error[names/undeclared] 'b' is not declared" in done.stdout


def test_the_tests_run_from_the_source_archive(unpacked, installed):
    module = f"opencl_ls/syntax/_parser{_suffix()}"
    shutil.copy(installed / module, unpacked / module)
    chosen = ["tests/release/test_version.py", "tests/settings/test_schema.py"]
    done = run("-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen, path=unpacked, cwd=unpacked)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"\d\d+ passed", done.stdout)


def _suffix():
    if sys.platform == "win32" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        return sysconfig.get_config_var("EXT_SUFFIX")
    return ".abi3.so"
