"""Neovim with our plugin, installed as its README says: what a person sees."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.editors.nvim import Neovim

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "editors" / "neovim"
QUERIES = ROOT / "tree-sitter-opencl" / "queries"
INITIALIZER = "11 address-space/initialized-local"
FINDINGS = ["11 address-space/initialized-local", "11 names/unused-variable", "15 barrier/old-name"]


@pytest.fixture
def installed(home):
    """Put the plugin where Neovim finds packages."""
    target = home / ".local/share/nvim/site/pack/opencl-ls/start/opencl-ls"
    shutil.copytree(PLUGIN, target)
    return target


@pytest.fixture
def start(editor, environment, project, installed):
    """Return what starts Neovim in the project; it is gone when the test is over."""
    program = editor("nvim")
    if "NVIM v0.7" in version(program):
        pytest.skip("this Neovim is older than 0.8: tests/editors/install.sh has a newer one")
    started = []

    def begin(*files):
        started.append(Neovim(program, environment, project, files))
        return started[-1]

    yield begin
    for each in started:
        each.close()


@pytest.fixture
def nvim(start):
    """Neovim with the kernel of the project, and what is wrong with it shown."""
    opened = start("blur.cl")
    opened.until_true(lambda: opened.codes() == FINDINGS)
    return opened


def version(program):
    run = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    return run.stdout.splitlines()[0]


@pytest.mark.usefixtures("real_start")
def test_the_text_that_is_wrong(nvim):
    [found] = nvim.lua(
        "return vim.tbl_filter(function(d) return d.code == 'address-space/initialized-local' end,"
        " vim.diagnostic.get(0))"
    )
    line = nvim.lines()[found["lnum"]]
    assert line[found["col"] : found["end_col"]] == "0"
    assert found["message"].startswith("local variable 'total' cannot have an initialiser")
    marks = nvim.lua(
        "return #vim.api.nvim_buf_get_extmarks(0, -1, {10, 22}, {10, 23}, {type = 'highlight'})"
    )
    assert marks > 0, "it is underlined"


def test_hover(nvim):
    nvim.at("clamp")
    nvim.keys("K")
    shown = nvim.float()
    assert "float clamp(" in shown
    assert "minval" in shown
    # Addresses in a list of names would hide the names.
    assert "**See also** `max`, `min`, " in shown
    assert "[Everything about `clamp`](file://" in shown


def test_completion_with_documentation(nvim):
    nvim.lua("vim.o.completeopt = 'menuone,noselect,popup'")
    nvim.lua("vim.lsp.completion.enable(true, vim.lsp.get_clients()[1].id, 0)")
    nvim.at("out[i] =")
    nvim.keys("Oatan2<C-x><C-o>")
    nvim.until("return vim.fn.pumvisible() == 1")
    items = nvim.eval("complete_info(['items'])")["items"]
    names = [each["abbr"].partition("(")[0] for each in items]
    assert names[:2] == ["atan2", "atan2pi"]
    nvim.keys("<C-n>")
    shown = nvim.float()
    assert "gentypen atan2(" in shown
    assert "The ordinate" in shown


def test_signature_help(nvim):
    nvim.at("clamp(", inside=6)
    nvim.keys("i<C-s>")
    assert "clamp" in nvim.float()


def test_definition_and_references_across_files(nvim):
    nvim.at("weigh(")
    # Until the server has read the other files, the header's declaration is all there is.
    nvim.until(
        "local p = vim.lsp.util.make_position_params(0, 'utf-16')"
        " local r = vim.lsp.buf_request_sync(0, 'textDocument/definition', p)"
        " local _, first = next(r) return vim.endswith(first.result[1].targetUri, 'sums.cl')"
    )
    nvim.lua("vim.lsp.buf.definition()")
    nvim.until("return vim.fn.expand('%:t') == 'sums.cl'")
    assert nvim.eval("getline('.')") == "float weigh(float left, float right) {"
    nvim.keys("grr")
    nvim.until("return #vim.fn.getqflist() > 0 and vim.bo.buftype == 'quickfix'")
    found = nvim.lua(
        "return vim.tbl_map(function(q) return vim.fn.fnamemodify(vim.fn.bufname(q.bufnr), ':t')"
        " .. ':' .. q.lnum end, vim.fn.getqflist())"
    )
    assert sorted(found) == ["blur.cl:16", "sums.cl:3", "sums.clh:10"]


def test_rename_across_files(nvim):
    nvim.at("weigh(")
    nvim.lua("vim.lsp.buf.rename('blend')")
    nvim.until("return vim.fn.getline(16):find('blend%(') ~= nil")
    nvim.command("silent wall")
    folder = Path(nvim.eval("getcwd()"))
    nvim.until_true(lambda: "float blend(" in (folder / "sums.cl").read_text())
    assert "float blend(" in (folder / "include/sums.clh").read_text()
    assert "weigh(" not in "".join(path.read_text() for path in folder.rglob("*.cl*"))


def test_a_quick_fix_and_the_finding_is_gone(nvim):
    nvim.at("total = 0", inside=8)
    nvim.lua(
        "vim.lsp.buf.code_action({apply = true, filter = function(a)"
        " return a.title:find('Assign in one work%-item') ~= nil end})"
    )
    nvim.until_true(lambda: INITIALIZER not in nvim.codes())
    assert nvim.lines()[10] == (
        "    local int total; if (get_local_id(0) == 0) total = 0; barrier(CLK_LOCAL_MEM_FENCE);"
    )


def test_formatting(nvim):
    nvim.command("setlocal shiftwidth=4 expandtab")
    nvim.at("size_t i")
    nvim.keys("I        <Esc>")
    nvim.until("return vim.fn.getline(12) == '            size_t i = get_global_id(0);'")
    nvim.lua("vim.lsp.buf.format()")
    nvim.until("return vim.fn.getline(12) == '    size_t i = get_global_id(0);'")


def test_inlay_hints(nvim):
    nvim.lua("vim.lsp.inlay_hint.enable(true)")
    labels = nvim.until(
        "local t = {} for _, h in ipairs(vim.lsp.inlay_hint.get({bufnr = 0})) do"
        " local l = h.inlay_hint.label table.insert(t, type(l) == 'string' and l or l[1].value) end"
        " return #t > 0 and t"
    )
    assert "left:" in [label.strip() for label in labels]


def test_code_that_is_left_out_is_grey(nvim):
    [[row, column, details]] = nvim.until(
        "local n = vim.api.nvim_get_namespaces()['opencl_ls.inactive']"
        " local t = vim.api.nvim_buf_get_extmarks(0, n, 0, -1, {details = true})"
        " for i, m in ipairs(t) do t[i] = {m[2], m[3], m[4]} end return #t > 0 and t"
    )
    assert (row, column) == (3, 0)
    assert (details["end_row"], details["end_col"]) == (6, 0)
    assert details["hl_group"] == "OpenCLInactive"
    # As comments are, also in a terminal for whose few colours the scheme gives comments none.
    grey = nvim.lua(
        "local a = vim.api.nvim_get_hl(0, {name = 'OpenCLInactive', link = false})"
        " local b = vim.api.nvim_get_hl(0, {name = 'Comment', link = false})"
        " return {a.fg == b.fg, a.ctermfg}"
    )
    assert grey == [True, 8]


def test_settings_and_headers_are_followed(nvim):
    folder = Path(nvim.eval("getcwd()"))
    (folder / "opencl-ls.toml").write_text('std = "CL1.2"\ninclude-paths = ["include"]\n')
    nvim.until_true(lambda: nvim.codes() == FINDINGS[:2])
    header = folder / "include" / "sums.clh"
    header.write_text(header.read_text().replace("float right", "float right, float more"))
    nvim.until_true(lambda: "16 call/argument-count" in nvim.codes())


def test_a_header_that_is_not_saved(nvim):
    nvim.command("edit include/sums.clh")
    nvim.at("float right")
    nvim.keys("ifloat more, <Esc>")
    nvim.command("buffer blur.cl")
    nvim.until_true(lambda: "16 call/argument-count" in nvim.codes())


def server_pid(nvim):
    """Return the process of the server, which is a child of the editor."""
    children = Path(f"/proc/{nvim.process.pid}/task/{nvim.process.pid}/children")
    for child in children.read_text().split():
        if "--stdio" in Path(f"/proc/{child}/cmdline").read_text():
            return int(child)
    return None


needs_proc = pytest.mark.skipif(not Path("/proc/self").exists(), reason="no /proc on this system")


@needs_proc
@pytest.mark.usefixtures("real_start")
def test_a_server_that_was_killed_is_started_again(nvim):
    before = server_pid(nvim)
    os.kill(before, signal.SIGKILL)
    nvim.until_true(lambda: server_pid(nvim) not in {None, before})
    nvim.at("total = 0")
    nvim.keys("cwsum<Esc>")
    nvim.until_true(lambda: nvim.codes() == FINDINGS)
    assert "the server ended (signal 9) and is started again" in nvim.messages()


@needs_proc
def test_a_server_that_keeps_ending_stays_down_until_it_is_wanted(nvim):
    for _ in range(5):
        before = nvim.until_true(lambda: server_pid(nvim))
        nvim.until("return #vim.lsp.get_clients() == 1 and vim.lsp.get_clients()[1].initialized")
        os.kill(before, signal.SIGKILL)
        nvim.until_true(lambda before=before: server_pid(nvim) != before)
    nvim.until_true(lambda: "the server ended 5 times in 3 minutes (signal 9)" in nvim.messages())
    assert nvim.lua("return #vim.lsp.get_clients()") == 0
    nvim.command("OpenCLRestart")
    nvim.until_true(lambda: server_pid(nvim))


def test_a_server_that_is_stopped_stays_so(nvim):
    nvim.lua("vim.lsp.get_clients()[1]:stop()")
    nvim.until("return #vim.lsp.get_clients() == 0")
    nvim.command("OpenCLStatus")
    nvim.until_true(lambda: "no server runs" in nvim.messages())
    assert "is started again" not in nvim.messages()
    nvim.command("OpenCLRestart")
    nvim.until("return #vim.lsp.get_clients() == 1")


def test_a_server_that_cannot_serve_is_said_and_not_started_again(start, environment):
    server = Path(environment["PATH"].split(os.pathsep)[0], "opencl-ls")
    server.write_text("#!/bin/sh\nexit 3\n")
    nvim = start("blur.cl")
    nvim.until_true(lambda: "ended with exit code 3 before it served" in nvim.messages())
    assert nvim.messages().count("opencl-ls: ") == 1


def test_a_missing_server_is_said_once(start, environment):
    environment["PATH"] = os.pathsep.join(
        folder
        for folder in environment["PATH"].split(os.pathsep)
        if not Path(folder, "opencl-ls").exists()
    )
    nvim = start("blur.cl")
    nvim.until_true(lambda: "opencl-ls" in nvim.messages())
    nvim.command("edit sums.cl")
    nvim.until("return vim.fn.expand('%:t') == 'sums.cl'")
    said = [line for line in nvim.messages().splitlines() if "opencl-ls" in line]
    message = (
        "the server `opencl-ls` is not found: run `pipx install opencl-ls`, then :OpenCLRestart"
    )
    assert said == [f"opencl-ls: {message}"]


def test_indentation_and_comments(nvim):
    nvim.command("setlocal shiftwidth=4 expandtab")
    nvim.at("size_t i")
    nvim.keys("Oif (total) {<CR>total = 1;<CR>}<Esc>")
    nvim.until("return vim.fn.getline(12):find('if %(total%)') ~= nil")
    assert nvim.lines()[11:14] == ["    if (total) {", "        total = 1;", "    }"]
    assert nvim.eval("&commentstring") == "// %s"
    nvim.at("size_t i")
    nvim.keys("gcc")
    nvim.until("return vim.fn.getline('.'):find('// size_t i') ~= nil")


PAGES = [
    ("0;", "OpenCLRule", "address-space/initialized-local"),
    ("clamp", "OpenCLDoc", "clamp"),
    ("clamp", "OpenCLDoc work_group_barrier", "work_group_barrier"),
    ("TILE", "OpenCLExpandMacro", "64"),
    ("blur", "OpenCLHostCode pyopencl", "pyopencl"),
    ("blur", "OpenCLExplain", "Memory traffic"),
    ("blur", "OpenCLResources", "blur"),
]


@pytest.mark.parametrize(("place", "command", "expected"), PAGES, ids=[p[1] for p in PAGES])
def test_commands_that_show_a_page(nvim, place, command, expected):
    nvim.at(place)
    nvim.command(command)
    nvim.until("return vim.fn.bufname():find('^opencl%-ls://') ~= nil")
    assert expected in nvim.text()
    nvim.keys("q")
    nvim.until("return vim.fn.expand('%:t') == 'blur.cl'")


def test_status_and_configurations(nvim):
    nvim.command("OpenCLStatus")
    nvim.until_true(lambda: "CL2.0, device full" in nvim.messages())
    folder = Path(nvim.eval("getcwd()"))
    with (folder / "opencl-ls.toml").open("a") as file:
        file.write('[configurations.wide]\ndefines = ["WIDE"]\n')
    nvim.until_true(lambda: "wide" in nvim.eval("getcompletion('OpenCLConfiguration ', 'cmdline')"))
    nvim.command("OpenCLConfiguration wide")
    nvim.until_true(lambda: "the configuration `wide` holds now" in nvim.messages())


def test_a_status_line_follows_the_settings(nvim):
    nvim.until("return require('opencl_ls').status() == 'CL2.0'")
    folder = Path(nvim.eval("getcwd()"))
    (folder / "opencl-ls.toml").write_text('std = "CL1.2"\ninclude-paths = ["include"]\n')
    nvim.until("return require('opencl_ls').status() == 'CL1.2'")


def test_mistakes_in_settings_and_what_they_mean(nvim):
    nvim.command("edit opencl-ls.toml")
    nvim.at("std")
    nvim.lua("vim.lsp.buf.hover()")
    assert "version" in nvim.float()
    nvim.keys("<C-\\><C-N>GostdX = 1<Esc>")
    found = "return #vim.diagnostic.get(0) == 1 and vim.diagnostic.get(0)[1].message"
    assert "stdX" in nvim.until(found)


CALLED = """float half_of(float x) {
    return x * 0.5f;
}

kernel void halve(global float *out) {
    out[0] = half_of(1.0f);
    out[1] = half_of(2.0f);
}
"""


def test_a_lens_lists_the_calls(start, home, project):
    config = home / ".config/nvim"
    config.mkdir(parents=True)
    (config / "init.lua").write_text('require("opencl_ls").setup({ code_lens = true })\n')
    (project / "called.cl").write_text(CALLED)
    nvim = start("called.cl")
    nvim.until("return #vim.lsp.codelens.get({bufnr = 0}) > 0")
    nvim.at("half_of")
    nvim.lua("vim.lsp.codelens.run()")
    nvim.until("return vim.bo.buftype == 'quickfix'")
    assert nvim.lines() == [
        "called.cl|6 col 14-21| out[0] = half_of(1.0f);",
        "called.cl|7 col 14-21| out[1] = half_of(2.0f);",
    ]


def test_colours_that_only_kernels_have(nvim):
    def link(group):
        return nvim.lua(f"return vim.api.nvim_get_hl(0, {{name = '{group}'}}).link")

    seen = nvim.until(
        "local t = {} for _, k in ipairs(vim.lsp.semantic_tokens.get_at_pos(0, 8, 12) or {}) do"
        " t[1] = k.type for m in pairs(k.modifiers) do table.insert(t, m) end end"
        " return #t > 0 and vim.tbl_contains(t, 'kernel')"
    )
    assert seen
    assert link("@lsp.typemod.function.kernel.opencl") == "OpenCLKernel"
    assert link("OpenCLKernel") == "Special"


def test_completion_of_arguments(nvim):
    rules = nvim.eval("getcompletion('OpenCLRule barrier/', 'cmdline')")
    assert "barrier/divergent" in rules


def test_settings_of_the_editor(start, home):
    config = home / ".config/nvim"
    config.mkdir(parents=True)
    (config / "init.lua").write_text(
        'require("opencl_ls").setup({ settings = { defines = { "WIDE" } } })\n'
    )
    nvim = start("blur.cl")
    nvim.until_true(lambda: nvim.codes() == FINDINGS)
    namespace = "vim.api.nvim_get_namespaces()['opencl_ls.inactive']"
    marks = f"return #vim.api.nvim_buf_get_extmarks(0, {namespace}, 0, -1, {{}})"
    assert nvim.lua(marks) == 0
    nvim.lua('require("opencl_ls").setup({ settings = { defines = {} } })')
    nvim.until_true(lambda: nvim.lua(marks) == 1)


COLOURS = {
    "#include": "keyword.directive",
    "WIDE": "constant",
    "kernel void": "keyword",
    "void blur": "type.builtin",
    "blur(": "function",
    "global float": "keyword",
    "float *out": "type.builtin",
    "out, ": "variable.parameter",
    "TILE]": "constant",
    "get_global_id": "function.builtin",
    "float4)": "type.builtin",
    "CLK_LOCAL": "constant.builtin",
    "weigh(": "function",
    "0.0f": "number",
}


def test_the_parser_and_its_colours(nvim):
    nvim.command(f"OpenCLBuildParser {ROOT / 'tree-sitter-opencl'}")
    nvim.until_true(lambda: "the parser is built" in nvim.messages())
    nvim.until("return vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()] ~= nil")
    seen = {}
    for text in COLOURS:
        nvim.at(text)
        captures = nvim.lua(
            "vim.treesitter.get_parser(0):parse(true)"
            " return vim.tbl_map(function(c) return c.capture end,"
            " vim.treesitter.get_captures_at_pos(0, vim.fn.line('.') - 1, vim.fn.col('.') - 1))"
        )
        seen[text] = captures[-1]
    assert seen == COLOURS
    nvim.command("setlocal foldmethod=expr foldexpr=v:lua.vim.treesitter.foldexpr()")
    # The body of the kernel, from the line of its name.
    nvim.until("return vim.fn.foldlevel(9) == 1 and vim.fn.foldlevel(2) == 0")
    names = ["folds", "highlights", "indents", "injections"]
    assert nvim.lua(
        "return vim.tbl_map(function(q) return vim.treesitter.query.get('opencl', q) ~= nil end,"
        ' {"folds", "highlights", "indents", "injections"})'
    ) == [True] * len(names)


def test_the_health_check(nvim):
    nvim.command("checkhealth opencl_ls")
    nvim.until("return vim.bo.filetype == 'checkhealth' and vim.fn.search('it serves') > 0")
    assert "opencl-ls 0." in nvim.text()


def test_help(nvim):
    nvim.command("helptags ALL")
    nvim.command("help opencl-ls")
    nvim.until("return vim.bo.filetype == 'help'")
    text = nvim.text()
    commands = nvim.lua("return vim.tbl_filter(function(c) return vim.startswith(c, 'OpenCL') end,"
                        " vim.tbl_keys(vim.api.nvim_get_commands({})))")  # fmt: skip
    assert [each for each in commands if f":{each}" not in text] == []


def test_an_older_one_is_refused_with_a_message(editor, environment, project, installed):
    program = editor("nvim-distribution", "nvim")
    if "NVIM v0.7" not in version(program):
        pytest.skip("this distribution's Neovim is new enough")
    run = subprocess.run(
        [program, "--headless", "blur.cl", "-c", "sleep 100m", "-c", "qa!"],
        cwd=project, env=environment, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert run.stderr.strip() == "opencl-ls: Neovim 0.8 or newer is needed; this is 0.7.2"


@pytest.mark.parametrize(
    "query", sorted(path.name for path in (PLUGIN / "queries/opencl").iterdir())
)
def test_queries_are_those_of_the_grammar(query):
    assert (PLUGIN / "queries/opencl" / query).read_text() == (QUERIES / query).read_text()


def test_kernels_in_a_host_program(start, project):
    """They are served once a setting wants it, in a buffer that is open already."""
    (project / "host.py").write_text(
        'a = """kernel void k(global float *out) { out[0] = clamp(nope, 0.0f, 1.0f); }"""\nuse(a)\n'
    )
    nvim = start("host.py")
    assert nvim.lua("return #vim.lsp.get_clients()") == 0
    nvim.lua("require('opencl_ls').setup({ settings = { embedded = true } })")
    nvim.until_true(lambda: nvim.codes() == ["1 names/undeclared"])
    nvim.at("clamp")
    nvim.keys("K")
    assert "gentypen clamp(" in nvim.float()
