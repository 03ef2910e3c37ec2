"""The command `device`, and devices on the command line."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from opencl_ls.builtins.devices import device_names

CLINFO = Path(__file__).parents[1] / "settings" / "clinfo"
BOARD = '[devices.board]\ntitle = "Ours"\nbase = "arm-mali-g52"\nlocal-mem-size = 512\n'


def test_the_list_has_profiles_known_devices_and_own_ones(run, tmp_path) -> None:
    (tmp_path / "opencl-ls.toml").write_text(BOARD)
    result = run("device")
    assert (result.status, result.err) == (0, "")
    names = [line.split()[0] for line in result.out.splitlines()]
    assert names == ["board", "full", "embedded", "minimal", *device_names()]
    listed = json.loads(run("device", "--format", "json").out)["devices"]
    assert [each["name"] for each in listed] == names


def test_one_device(run) -> None:
    result = run("device", "apple-m1")
    assert result.status == 0
    assert result.out.startswith("apple-m1: Apple M1\nOpenCL C 1.2, full profile\nsource: https:")
    assert "32768 bytes" in result.out
    assert "unknown, and not checked: sub-group-sizes" in result.out
    shown = json.loads(run("device", "apple-m1", "--format=json").out)["devices"][0]
    assert (shown["local-mem-size"], shown["std"]) == (32768, "CL1.2")


def test_the_minimums_of_a_version(run) -> None:
    assert "32768 bytes" in run("device", "full").out
    assert "16384 bytes" in run("device", "full", "--std=CL1.0").out
    assert " 1024 bytes" in run("device", "embedded").out


def test_clinfo_becomes_settings(run, tmp_path) -> None:
    tables = "".join(
        run("device", "--from", str(CLINFO / f"{name}.json")).out for name in ("pocl", "nvidia")
    )
    assert set(tomllib.loads(tables)["devices"]) == {
        "nvidia-h200",
        "pthread-skylake-avx512-intel-r-xeon-r-processor",
    }
    (tmp_path / "opencl-ls.toml").write_text(tables)
    (tmp_path / "a.cl").write_text("kernel void k(void) { local float a[20000]; a[0] = 1; }\n")
    assert "nvidia-h200 supports 49152 only" in run("check", "--device", "nvidia-h200", "a.cl").out
    piped = run("device", "--from", "-", stdin=(CLINFO / "nvidia.json").read_bytes())
    assert piped.out.startswith("[devices.nvidia-h200]\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nvidia-amper"], "did you mean nvidia-ampere?"),
        (["full", "--std", "CL7"], 'unknown OpenCL C version "CL7"'),
        (["--from", "missing.json"], "missing.json: "),
        (["--from", "-"], "not the output of clinfo --json"),
    ],
)
def test_what_cannot_be_shown(run, arguments: list[str], words: str) -> None:
    result = run("device", *arguments, stdin=b"Number of platforms 0\n")
    assert (result.status, result.out) == (2, "")
    assert words in result.err


def test_a_device_of_the_file_on_the_command_line(run, tmp_path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "opencl-ls.toml").write_text(BOARD)
    (tmp_path / "sub" / "a.cl").write_text("kernel void k(void) { local int a[129]; a[0] = 1; }\n")
    for path in ("sub", "sub/a.cl"):
        result = run("check", "--device", "board", path)
        assert "board supports 512 only (CL_DEVICE_LOCAL_MEM_SIZE)" in result.out
        assert result.status == 0
    assert run("check", "--device", "board", ".").status == 2


def test_config_names_the_device(run, tmp_path) -> None:
    (tmp_path / "opencl-ls.toml").write_text(f'device = "board"\n{BOARD}')
    text = run("config").out
    assert "# OpenCL C 2.0, device board, full profile" in text
    assert 'device = "board"' in text
    assert json.loads(run("config", "--format", "json").out)["target"]["device"] == "board"
