"""The site: what its pages say comes from the code, and their links lead somewhere."""

from __future__ import annotations

import json
import posixpath
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

from opencl_ls.analysis.catalogue import all_rules
from opencl_ls.cli.main import main
from opencl_ls.docs.library import index
from opencl_ls.settings.decode import decode
from opencl_ls.settings.model import make_target
from opencl_ls.settings.options import from_build_options
from opencl_ls.settings.schema import schema

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "docs"))

from website import lexer, sources, terminal  # noqa: E402
from website.written_pages import REPOSITORY, written_pages  # noqa: E402

DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]

# Only a worker that runs a test of them writes the pages.
pages = cache(sources.pages)

_CODE = re.compile(r"^(`{3,}).*?^\1|`[^`\n]*`", re.S | re.M)
_OPTION = re.compile(r"^\| .*?`(?:.*\[)?(-[^`\]]+)\]?` \| `([^`]+)` \|$", re.M)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+?)(?: \{ ?#([\w-]+)[^}]*\})?(?: \{ data[^}]*\})?$", re.M)


def anchors(text: str) -> list[str]:
    """Return the places that the headings of a page make."""
    prose = re.sub(r"^(`{3,}).*?^\1", "", text, flags=re.S | re.M)
    return [
        own or re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
        for heading, own in _HEADING.findall(prose)
    ]


def links(text: str) -> list[tuple[str, str]]:
    """Return the links of a page that stay in the project: file and anchor."""
    found = _LINK.findall(_CODE.sub("", text))
    return [link.partition("#")[::2] for link in found if not re.match(r"\w+:", link)]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_of_documents(path: Path) -> None:
    """Read on a forge, each link leads to a file, and to a heading where it names one."""
    for file, anchor in links(path.read_text("utf-8")):
        meant = (path.parent / file).resolve() if file else path
        assert meant.exists(), file
        if anchor and meant.suffix == ".md":
            assert anchor in anchors(meant.read_text("utf-8")), f"{file}#{anchor}"


def test_links_of_pages() -> None:
    """Each link between pages leads to a page and to a place on it, or to a file beside them."""
    places = {name: set(anchors(text)) for name, text in pages().items()}
    for name, text in pages().items():
        for file, anchor in links(text):
            meant = posixpath.normpath(posixpath.join(posixpath.dirname(name), file))
            if not file or meant.endswith(".md"):
                known = places[meant if file else name]
                assert not anchor or anchor in known, f"{name}: {file}#{anchor}"
            else:
                assert (ROOT / "docs" / meant).is_file(), f"{name}: {file}"


def test_places_on_a_page_are_its_own() -> None:
    for name, text in pages().items():
        if name.startswith("reference/"):
            _, *found = anchors(text)
            assert len(found) == len(set(found)), name


def test_every_rule_has_its_page_and_its_line() -> None:
    for rule in all_rules():
        assert rule.summary.splitlines()[0] in pages()[f"rules/{rule.code}.md"].replace("\n", " ")
        assert f"| [{rule.code}]({rule.code}.md) | " in pages()["rules/index.md"]


def test_the_page_of_a_rule() -> None:
    page = pages()["rules/barrier/divergent.md"]
    assert page.startswith(
        "# barrier/divergent\n\n"
        "**Severity** warning · **OpenCL C** all · **Fix** yes · **Since** opencl-ls 0.1\n"
    )
    assert '```opencl title="OpenCL C 1.2"\nkernel void k(local int *l) {' in page


def test_every_name_is_in_the_reference() -> None:
    listed = pages()["reference/index.md"]
    for name in index():
        assert f"[`{name}`](" in listed


def test_the_page_of_a_topic() -> None:
    page = pages()["reference/math/clamp-min-max.md"]
    assert "\n## `clamp` { #clamp }\n\n```opencl\ngentypen clamp(gentypen x, " in page
    assert "Brings a number into an interval" in page
    # What holds for all names of a page is there once.
    assert page.count("- `minval`: ") == 1
    # What concerns one name is with that one.
    own = page.partition("## `clamp`")[2].partition("\n## ")[0]
    assert "**Returns.** The number of the interval that is nearest to `x`" in own
    assert "The larger one of the arguments" not in own
    assert "[`fmin`](../math/minimum-maximum.md#fmin)" in page


def test_the_page_of_a_concept() -> None:
    """Concepts come first in the list; their pages have their own headings, and programs there."""
    listed = pages()["reference/index.md"]
    assert listed.index("## Concepts") < listed.index("## Atomics")
    assert "[`operator +`](concepts/arithmetic-operators.md#operator-2b)" in listed
    page = pages()["reference/concepts/blocks.md"]
    assert "\n## `Block_copy`, `Block_release` { #Block_copy }\n" in page
    assert "\n## Captures\n" in page
    assert '\n```opencl title="OpenCL C 2.0"\nstruct window ' in page
    assert "- [Blocks](../../reference/concepts/blocks.md)\n" in pages()["rules/block/deref.md"]


def test_every_setting_is_listed() -> None:
    page = pages()["configuration.md"]
    for name, described in schema()["properties"].items():
        names = (
            [f"{name}.{key}" for key in described["properties"]]
            if "properties" in described
            else [name]
        )
        for each in names:
            assert f"| `{each}` |" in page
    assert "| `formatting.path` | a text |" in page


@pytest.mark.parametrize(
    ("link", "leads_to"),
    [
        ("a.md#x", "a.md#x"),
        ("../README.md", "index.md"),
        ("../CONTRIBUTING.md", "contributing.md"),
        ("../opencl_ls/rules/kernel_arg/half.py", "rules/kernel-arg/half.md"),
        ("../opencl_ls/rules", "rules/index.md"),
        ("../opencl_ls/docs/topics", "reference/index.md"),
        ("../opencl_ls/docs/topics/math/dot.md#dot", "reference/math/dot.md#dot"),
        ("../examples", f"{REPOSITORY}/tree/main/examples"),
        ("../tests/a.py", f"{REPOSITORY}/blob/main/tests/a.py"),
        ("picture.png", "picture.png"),
        ("https://example.org/a.md", "https://example.org/a.md"),
    ],
)
def test_links_are_moved(link: str, leads_to: str, tmp_path: Path) -> None:
    """What a document links to is the same thing in the site."""
    (tmp_path / "docs").mkdir()
    for name in ("README.md", "CONTRIBUTING.md", "docs/a.md", "docs/index.md"):
        (tmp_path / name).write_text("# A\n")
    code = f"`[x]({link})`\n\n```c\n[x]({link})\n```\n"
    (tmp_path / "docs" / "b.md").write_text(f"[x]({link})\n\n{code}")
    assert written_pages(tmp_path)["b.md"] == f"[x]({leads_to})\n\n{code}"


def test_sources_are_written_once(tmp_path: Path) -> None:
    """Unchanged files are left alone, files without a page are removed."""
    (tmp_path / "gone").mkdir()
    (tmp_path / "gone" / "old.md").write_text("old")
    sources.write_sources(tmp_path)
    assert not (tmp_path / "gone").exists()
    picture = ROOT / "docs" / "terminal.svg"
    assert (tmp_path / "terminal.svg").read_bytes() == picture.read_bytes()
    page = tmp_path / "assets" / "site.css"
    page.chmod(0o444)
    before = page.stat().st_mtime_ns
    sources.write_sources(tmp_path)
    assert page.stat().st_mtime_ns == before


def test_colours() -> None:
    found = lexer.OpenCLLexer().get_tokens("kernel void k(global float4 *a) { a[0] = sin(a[1]); }")
    colours = {text: str(token) for token, text in found}
    assert colours["kernel"] == "Token.Keyword"
    assert colours["float4"] == "Token.Keyword.Type"
    assert colours["sin"] == "Token.Name.Builtin"
    assert colours["a"] == "Token.Name"


def test_flags_and_the_settings_for_them() -> None:
    """The pairs in the table for users of clangd mean the same."""
    page = (ROOT / "docs" / "coming-from-clangd.md").read_text("utf-8")
    found = dict(_OPTION.findall(page))
    assert set(found) == {
        "-cl-std=CL2.0",
        "-DREAL=float",
        "-Iinclude",
        "-include prelude.h",
        "-cl-ext=-all,+cl_khr_fp64",
        "-target spir",
    }
    # The address width is the target's in clang, and an option of its own here.
    assert found.pop("-target spir") == "pointer-bits = 32"
    for flag, text in found.items():
        setting, problems = decode(tomllib.loads(text))
        assert not problems
        option, problems = from_build_options(flag)
        assert not problems
        assert make_target(option.target) == make_target(setting.target), flag
        assert option.target.include_paths == setting.target.include_paths


# --- what the first page shows -------------------------------------------------------------------


def test_the_pictures_are_what_the_commands_print() -> None:
    """`python docs/website/terminal.py` draws them again."""
    wrong = [
        name
        for name in terminal.PICTURES
        if (ROOT / "docs" / name).read_text("utf-8") != terminal.picture(name)
    ]
    assert not wrong


def test_the_first_page_names_what_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    kernel = str(ROOT / "examples" / "unnoticed.cl")
    assert main(["check", "--no-cache", "--format", "json", kernel]) == 0
    found = [each["code"] for each in json.loads(capsys.readouterr().out)["diagnostics"]]
    assert found == ["barrier/wrong-fence", "barrier/divergent", "vector/truth-of-one"]
    readme = (ROOT / "README.md").read_text("utf-8")
    assert re.findall(r"^- \*\*`(.+?)`\*\*", readme, re.M) == found
    rules, fixes = re.findall(r"more than (\d+) (?:\[rules\]|of them offer a fix)", readme)
    assert int(rules) < len(all_rules())
    assert int(fixes) < sum("\n## Fix safety\n" in rule.documentation for rule in all_rules())


@pytest.mark.skipif(shutil.which("clang-19") is None, reason="clang-19 is not here")
def test_a_compiler_says_nothing_about_it() -> None:
    kernel = str(ROOT / "examples" / "unnoticed.cl")
    options = ["-x", "cl", "-cl-std=CL2.0", "-Wall", "-Wextra", "-fsyntax-only"]
    said = subprocess.run(["clang-19", *options, kernel], capture_output=True, check=True)
    assert said.stderr == b""


def test_what_concerns_one_name_is_with_it() -> None:
    page = pages()["reference/parallel/barriers.md"]
    own = page.partition("## `sub_group_barrier`")[2].partition("\n## ")[0]
    assert "- `scope`: Who sees the accesses after the barrier. `memory_scope_sub_group`" in own
    assert page.count("## Example") == 1
    assert page.count("```opencl title=") == 3
