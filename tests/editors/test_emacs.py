"""Emacs: what a person sees of opencl-ls in it, and whether our Lisp is as packages should be."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.editors.terminal import Terminal
from tests.support import emacs_words

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "editors" / "emacs"
SESSIONS = Path(__file__).parent / "emacs" / "sessions.el"
MODES = Path(__file__).parent / "emacs" / "modes.el"
GRAMMAR = ROOT / "tree-sitter-opencl"

PROGRAMS = ("emacs", "emacs-newer")
"""The distribution's Emacs, and a newer one where it is installed."""


def _tests(file: Path) -> list[str]:
    return re.findall(r"^\(ert-deftest (\S+)", file.read_text("utf-8"), re.M)


@cache
def _load_path(emacs: str) -> list[str]:
    """Return what makes an Emacs find our files, and Eglot where it brings none of its own."""
    built_in = _batch(emacs, "--eval", '(princ (locate-library "eglot"))').stdout
    if built_in not in ("", "nil"):
        return ["-L", str(PACKAGE)]
    found = sorted(Path("/usr/share/emacs/site-lisp/elpa").glob("eglot-*"))
    if not found:
        pytest.skip("no Eglot: tests/editors/install.sh FOLDER installs it")
    return ["-L", str(PACKAGE), "-L", str(found[-1])]


def _batch(emacs: str, *arguments: str, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [emacs, "-Q", "--batch", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        **options,
    )


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("name", _tests(SESSIONS))
def test_session(request, editor, project, home, environment, tmp_path, program, name) -> None:
    if name.endswith("-kill"):
        # The process that is killed is the server's own.
        request.getfixturevalue("real_start")
    emacs = editor(program)
    result = tmp_path / "result"
    call = f'(sessions-run "{name}" "{result}")'
    terminal = Terminal(
        [emacs, "-nw", "-Q", *_load_path(emacs), "-l", str(SESSIONS), "--eval", call],
        home,
        {**environment, "OPENCL_LS_PROJECT": str(project)},
        tmp_path / "tmux",
    )
    try:
        ended = terminal.written(result)
    finally:
        terminal.close()
    if ended.startswith(f"{name} skipped"):
        pytest.skip("this Emacs lacks what it is about")
    assert ended == f"{name} passed\n"


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("name", _tests(MODES))
def test_mode(editor, environment, home, program, name) -> None:
    emacs = editor(program)
    ran = _batch(
        emacs,
        "-L",
        str(PACKAGE),
        "-l",
        str(MODES),
        "--eval",
        f"(ert-run-tests-batch-and-exit '{name})",
        env={**environment, "OPENCL_LS_GRAMMAR": str(GRAMMAR)},
    )
    if re.search(rf"skipped +1/1 +{name}", ran.stderr):
        pytest.skip("this Emacs has no tree-sitter")
    assert re.search(rf"passed +1/1 +{name}", ran.stderr), ran.stderr


def test_a_missing_server_is_said_on_the_screen(editor, project, environment, tmp_path) -> None:
    emacs = editor("emacs")
    init = tmp_path / "init.el"
    init.write_text(
        "(require 'opencl-ls)\n"
        '(setq opencl-ls-command \'("opencl-ls-elsewhere" "--stdio"))\n'
        "(add-hook 'opencl-mode-hook #'opencl-ls-ensure)\n"
    )
    terminal = Terminal(
        [emacs, "-nw", "-Q", *_load_path(emacs), "-l", str(init), "blur.cl"],
        project,
        environment,
        tmp_path / "tmux",
    )
    try:
        screen = terminal.wait("`opencl-ls-elsewhere' is not on PATH")
    finally:
        terminal.close()
    assert "pip install opencl-ls" in screen
    assert "post-command-hook" not in screen


@pytest.mark.usefixtures("real_start")
def test_lsp_mode_starts_the_server(editor, project, environment) -> None:
    emacs = editor("emacs")
    packages = Path("/usr/share/emacs/site-lisp/elpa")
    if not list(packages.glob("lsp-mode-*")):
        pytest.skip("no lsp-mode: Debian has it in elpa-lsp-mode")
    folders = [each for each in packages.iterdir() if not each.name.startswith(("eglot", "xref"))]
    paths = [argument for folder in folders for argument in ("-L", str(folder))]
    script = f"""(progn
      (require 'lsp-mode)
      (setq lsp-auto-guess-root t lsp-enable-snippet nil opencl-ls-client 'lsp-mode)
      (lsp-workspace-folders-add "{project}")
      (find-file "{project / "blur.cl"}")
      (lsp)
      (with-timeout (40)
        (while (not (and (lsp-workspaces)
                         (eq 'initialized (lsp--workspace-status (car (lsp-workspaces))))))
          (accept-process-output nil 0.1)))
      (princ (plist-get (opencl-ls--ask "status" :uri (opencl-ls--uri)) :std)))"""
    ran = _batch(
        emacs, *paths, "-L", str(PACKAGE), "-l", "opencl-ls", "--eval", script, env=environment
    )
    assert ran.stdout.endswith("CL2.0"), ran.stderr


def test_the_words_are_those_of_the_tables() -> None:
    """A release writes the newest ones; what has gone from the tables is in no list."""
    written, made = emacs_words.FILE.read_text("utf-8"), emacs_words.text()
    assert set(re.findall(r'"\w+"', written)) <= set(re.findall(r'"\w+"', made))
    assert re.findall(r"defconst (\S+)", written) == re.findall(r"defconst (\S+)", made)


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_files_compile_without_a_word(editor, tmp_path, program) -> None:
    emacs = editor(program)
    load_path = _load_path(emacs)
    copy = tmp_path / "copy"
    copy.mkdir()
    for file in PACKAGE.glob("*.el"):
        (copy / file.name).write_bytes(file.read_bytes())
    has_treesit = "t" in _batch(emacs, "--eval", "(princ (fboundp 'treesit-available-p))").stdout
    names = sorted(file.name for file in copy.glob("*.el"))
    if not has_treesit:
        names.remove("opencl-ts-mode.el")
    compiled = _batch(
        emacs, *load_path, "-L", ".", "-f", "batch-byte-compile", *names, cwd=str(copy)
    )
    said = [line for line in compiled.stderr.splitlines() if not line.startswith("Wrote ")]
    assert (compiled.returncode, said) == (0, [])


def test_checkdoc_has_no_word_to_say(editor) -> None:
    emacs = editor("emacs")
    files = [str(file) for file in sorted(PACKAGE.glob("*.el")) if file.name != "opencl-words.el"]
    ran = _batch(
        emacs,
        *_load_path(emacs),
        "--eval",
        "(progn (require 'checkdoc) (dolist (file command-line-args-left) (checkdoc-file file))"
        " (setq command-line-args-left nil))",
        *files,
    )
    assert ran.stderr.strip() == ""


@pytest.mark.parametrize("name", ["opencl-ls.el", "opencl-mode.el", "opencl-ts-mode.el"])
def test_package_lint_finds_nothing(editor, name) -> None:
    emacs = editor("emacs")
    folders = [
        folder
        for pattern in ("package-lint-*", "let-alist-*")
        for folder in sorted(Path("/usr/share/emacs/site-lisp/elpa").glob(pattern))
    ]
    if not folders:
        pytest.skip("no package-lint: tests/editors/install.sh FOLDER installs it")
    paths = [argument for folder in folders for argument in ("-L", str(folder))]
    # Archives are not asked: what Eglot is there, is said here.
    known = (
        "(setq package-archive-contents"
        " (list (list 'eglot (package-desc-create :name 'eglot :version '(1 9) :kind 'tar))))"
    )
    found = _batch(
        emacs,
        *paths,
        "--eval",
        f"(progn (require 'package) (require 'package-lint) {known}"
        f' (find-file "{PACKAGE / name}")'
        " (dolist (each (package-lint-buffer))"
        '  (princ (format "%s: %s\\n" (nth 2 each) (nth 3 each)))))',
    )
    # The linter of Debian 12 is older than Emacs 28, and knows of no release that has it.
    said = [line for line in found.stdout.splitlines() if "all released Emacs versions" not in line]
    assert (found.returncode, said) == (0, [])
