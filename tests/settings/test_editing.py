"""Changes to TOML texts: what is added stands where a person would put it, the rest stays."""

from __future__ import annotations

import pytest

from opencl_ls.settings.editing import with_item, with_value


def made(text, edit):
    assert edit is not None
    start, end, new = edit
    return text[:start] + new + text[end:]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", 'std = "CL2.0"\n'),
        ('std = "CL1.2" # as the device\n', 'std = "CL2.0" # as the device\n'),
        ("# std = \"CL1.1\"\nstd='CL1.2'", '# std = "CL1.1"\nstd="CL2.0"'),
        ("# ours\ndevice = 'full'\n", "# ours\ndevice = 'full'\nstd = \"CL2.0\"\n"),
        ("device = 'full'", "device = 'full'\nstd = \"CL2.0\"\n"),
        (
            "device = 'full'\n\n[severity]\n'type/x' = \"off\"\n",
            "device = 'full'\nstd = \"CL2.0\"\n\n[severity]\n'type/x' = \"off\"\n",
        ),
        ("[severity]\n", 'std = "CL2.0"\n\n[severity]\n'),
        (
            "defines = [\n  'std = 1', # [x]\n]\n",
            "defines = [\n  'std = 1', # [x]\n]\nstd = \"CL2.0\"\n",
        ),
        ("größe = 'é'\nstd = ''\n", "größe = 'é'\nstd = \"CL2.0\"\n"),
    ],
)
def test_a_value(text, wanted):
    text = text.replace("größe", '"größe"')
    wanted = wanted.replace("größe", '"größe"')
    assert made(text, with_value(text, (), "std", "CL2.0")) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", 'defines = ["A=1"]\n'),
        ("defines = []\n", 'defines = ["A=1"]\n'),
        ('defines = ["B"] # two\n', 'defines = ["B", "A=1"] # two\n'),
        (
            'defines = [\n  "B", # a\n  "C" # b\n]\n',
            'defines = [\n  "B", # a\n  "C", # b\n  "A=1"\n]\n',
        ),
        (
            'defines = [\n  "B",\n  "C]",\n]\nstd = "CL1.2"\n',
            'defines = [\n  "B",\n  "C]",\n  "A=1",\n]\nstd = "CL1.2"\n',
        ),
    ],
)
def test_an_item(text, wanted):
    assert made(text, with_item(text, (), "defines", "A=1")) == wanted


def test_a_table_of_a_project():
    text = "[project]\nname = 'x'\n\n[tool.opencl-ls]\n# ours\n\n[tool.other]\n"
    after = made(text, with_item(text, ("tool", "opencl-ls"), "defines", "A=1"))
    assert after == text.replace("# ours\n", '# ours\ndefines = ["A=1"]\n')
    text = "[project]\nname = 'x'\n"
    after = made(text, with_value(text, ("tool", "opencl-ls"), "std", "CL2.0"))
    assert after == text + '\n[tool.opencl-ls]\nstd = "CL2.0"\n'


@pytest.mark.parametrize(
    "text",
    [
        'defines = "A"\n',
        "defines = [\n",
        "defines = {}\n",
        "x = '''\ndefines = []\n",
        '"defines".x = 1\n',
        "[[defines]]\nx = 1\n",
        "std = [[[[",
    ],
)
def test_what_is_unusual_or_broken_is_left_alone(text):
    assert with_item(text, (), "defines", "A=1") is None


def test_a_key_in_a_text_of_several_lines_is_none():
    text = 'x = """\ndefines = []\n[y]\n"""\n'
    assert made(text, with_item(text, (), "defines", "A=1")) == text + 'defines = ["A=1"]\n'
