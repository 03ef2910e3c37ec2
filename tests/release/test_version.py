"""One version everywhere, and one command that changes it."""

import shutil
from pathlib import Path

import pytest

import opencl_ls
from release import version

ROOT = Path(__file__).parents[2]


@pytest.fixture
def copy(tmp_path):
    for place in version.PLACES:
        (tmp_path / place.file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / place.file, tmp_path / place.file)
    return tmp_path


def test_all_files_name_the_version_of_the_package():
    assert version.named(ROOT, version.PLACES[0]) == [opencl_ls.__version__]
    assert version.disagreements(ROOT) == []


@pytest.mark.parametrize("place", version.PLACES, ids=lambda place: place.file)
def test_a_version_is_written_where_it_is_named_and_nowhere_else(copy, place):
    before = (copy / place.file).read_bytes().splitlines()
    version.write(copy, "9.8.7")
    after = (copy / place.file).read_bytes().splitlines()
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert len(changed) == place.times
    for old, new in changed:
        assert new == old.replace(opencl_ls.__version__.encode(), b"9.8.7")
    assert version.disagreements(copy) == []


def test_a_file_with_another_version_is_named(copy):
    cargo = copy / "tree-sitter-opencl/Cargo.toml"
    cargo.write_text(cargo.read_text().replace(f'"{opencl_ls.__version__}"', '"0.0.9"', 1))
    (fault,) = version.disagreements(copy)
    assert fault == (
        f"tree-sitter-opencl/Cargo.toml names 0.0.9 and should name {opencl_ls.__version__}"
    )


def test_a_file_without_its_version_is_named(copy):
    lock = copy / "editors/vscode/package-lock.json"
    lock.write_text(lock.read_text().replace('"name": "opencl-ls"', '"name": "another"', 1))
    (fault,) = version.disagreements(copy)
    assert fault == (
        f"editors/vscode/package-lock.json names {opencl_ls.__version__} and should name "
        f"{opencl_ls.__version__}, 2 times"
    )


@pytest.mark.parametrize("wrong", ["1.2", "v1.2.3", "1.2.3rc1", ""])
def test_what_is_no_version_is_refused(wrong, capsys):
    assert version.main([wrong]) == 2
    assert capsys.readouterr().err == "version: the version has the form X.Y.Z\n"
