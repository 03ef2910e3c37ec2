"""What of the configuration file can be changed to settle a finding."""

from __future__ import annotations

import tomllib

import pytest

from opencl_ls.analysis.host import check
from opencl_ls.features.configuration_changes import ConfigurationFile, configuration_changes
from opencl_ls.settings.decode import decode
from tests.support.cases import MemoryFiles

OWN = "/w/opencl-ls.toml"


def offered(code, text, path=OWN, settings=None):
    """Return what is offered for a program under the settings of the file, and what it makes."""
    said = tomllib.loads(text or "") if settings is None else settings
    decoded, _ = decode(said)
    analysis = check("main.cl", MemoryFiles({"main.cl": code}), decoded)
    found = configuration_changes(analysis, 0, len(code), ConfigurationFile(path, text))
    made = {}
    for each in found:
        start, end, new = each.edit
        made[each.title] = (text or "")[:start] + new + (text or "")[end:]
        after, problems = decode(tomllib.loads(made[each.title]))
        assert not problems
        again = check("main.cl", MemoryFiles({"main.cl": code}), after)
        assert each.finding not in again.findings
    return made


NEWER = "kernel void k(global int *p) { p[0] = work_group_reduce_add(1); }\n"
MACRO = "kernel void k(global int *p) { p[TILE] = TILE; }\n"
DOUBLE = "kernel void k(global int *p, double d) { p[0] = d; }\n"


def test_a_version():
    text = 'std = "CL1.2" # device\n'
    assert offered(NEWER, text) == {
        "Set 'std' to CL2.0 in opencl-ls.toml": 'std = "CL2.0" # device\n'
    }


def test_a_macro_of_the_host():
    title = "Define 'TILE' as 1 in opencl-ls.toml"
    assert offered(MACRO, 'std = "CL1.2"\n') == {title: 'std = "CL1.2"\ndefines = ["TILE=1"]\n'}
    assert offered(MACRO, None) == {title: 'defines = ["TILE=1"]\n'}


def test_a_type_of_an_extension():
    text = 'extensions = ["none"]\nstd = "CL1.2"\n'
    assert offered(DOUBLE, text) == {
        "Add 'cl_khr_fp64' to 'extensions' in opencl-ls.toml": (
            'extensions = ["none", "+cl_khr_fp64"]\nstd = "CL1.2"\n'
        )
    }


def test_a_project_file():
    text = '[tool.opencl-ls]\nstd = "CL1.2"\n'
    said = {"std": "CL1.2"}
    decoded, _ = decode(said)
    analysis = check("main.cl", MemoryFiles({"main.cl": MACRO}), decoded)
    file = ConfigurationFile("/w/pyproject.toml", text)
    [change] = configuration_changes(analysis, 0, len(MACRO), file)
    assert change.title == "Define 'TILE' as 1 in pyproject.toml"
    assert change.edit == (len(text), len(text), 'defines = ["TILE=1"]\n')


@pytest.mark.parametrize(
    ("code", "text", "settings"),
    [
        # The editor says another version than the file.
        (NEWER, 'std = "CL2.0"\n', {"std": "CL1.2"}),
        # A named configuration goes before the file's own settings.
        (MACRO, "", {"configuration": "c", "configurations": {"c": {}}}),
        ("kernel void k(global int *p) { p[0] = tile; }\n", "", None),
        (NEWER, 'std = "CL3.0"\n', None),
    ],
)
def test_nothing_that_would_not_help(code, text, settings):
    assert offered(code, text, settings=settings) == {}


def test_other_files_are_not_changed():
    assert offered(MACRO, "-DX\n", path="/w/compile_flags.txt", settings={}) == {}
