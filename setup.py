"""The parts of the build that pyproject.toml cannot say.

The parser is compiled once for all Pythons: `tree-sitter-opencl/src` holds the generated one.
Together with a few lines of glue it becomes `opencl_ls.syntax._parser`, an extension module for the
stable ABI of Python 3.11, so that one wheel serves that version and every later one.

The table of the rules and their pages are made from the rules as they are built.  An installation
that uses the checkout itself has no pages: its program makes a page when that is asked for.

The package index shows README.md away from the repository, so its links are made absolute.

A source archive is the same bytes wherever and whenever it is made, once SOURCE_DATE_EPOCH says
which time its files have.  A wheel is so by itself, as the parser is compiled without debugging
data, which would hold the folder of the build.
"""

from __future__ import annotations

import gzip
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

from setuptools import Command, Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist
from setuptools.errors import PlatformError

REPOSITORY = "opencl-ls/opencl-ls"

GRAMMAR = Path("tree-sitter-opencl") / "src"
SOURCES = [
    Path("opencl_ls") / "syntax" / "_parser.c",
    GRAMMAR / "parser.c",
    # A grammar has an external scanner only where its tokens need one.
    *(path for path in [GRAMMAR / "scanner.c"] if path.exists()),
]
# By such lines the generated parser asks to be compiled without optimisation.  That spares a second
# and a half of a build, and makes each parse a quarter longer.
UNOPTIMISED = re.compile(r"^#pragma .*optimize.*\n", re.MULTILINE)
# A free-threaded interpreter has no stable ABI before Python 3.15.
STABLE_ABI = not sysconfig.get_config_var("Py_GIL_DISABLED")


class BuildParser(build_ext):
    """Builds the parser, and says in one line what is missing when it cannot be built."""

    def build_extensions(self) -> None:
        """Compile, once everything that the compilation needs is known to be there."""
        missing = _missing()
        if missing:
            raise PlatformError(f"opencl-ls cannot be built: {missing}")
        super().build_extensions()

    def build_extension(self, ext: Extension) -> None:
        """Compile a copy of the generated parser that compilers may optimise."""
        source = GRAMMAR / "parser.c"
        copy = Path(self.build_temp, source.name)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(UNOPTIMISED.sub("", source.read_text("utf-8")), "utf-8")
        # It is as old as the original, so that nothing is compiled again without need.
        shutil.copystat(source, copy)
        before = ext.sources
        ext.sources = [str(copy) if Path(each) == source else each for each in before]
        super().build_extension(ext)
        ext.sources = before


def _missing() -> str | None:
    for source in SOURCES:
        if not source.exists():
            return f"{source} is missing; `tree-sitter generate` in tree-sitter-opencl/ makes it"
    if sys.platform == "win32":
        # setuptools finds Microsoft's compiler by itself, and names it when it does not.
        return None
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    compiler = shlex.split(command)[0]
    if not shutil.which(compiler):
        return f"no C compiler (tried {compiler!r}); install one, or name yours in CC"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python.h is missing; install your Python's development files"
    return None


class BuildPages(Command):
    """Makes the table of the rules and their pages with the package that was built.

    Its parser is not loaded, as it may be for another processor.
    """

    description = "make the table of the rules and their pages"
    user_options = ()
    build_lib = None
    editable_mode = False

    def initialize_options(self) -> None:
        """Take every option from `build`."""

    def finalize_options(self) -> None:
        """Take the folder of the build."""
        self.set_undefined_options("build", ("build_lib", "build_lib"))

    def run(self) -> None:
        """Run the programs of the package, in processes of their own; they leave no bytecode."""
        folder = str(Path("." if self.editable_mode else self.build_lib).resolve())
        # In front of the folders in which an isolated build has what the package needs.
        path = os.pathsep.join([folder, *filter(None, [os.environ.get("PYTHONPATH")])])
        programs = ["opencl_ls.linter.table"]
        if not self.editable_mode:
            programs.append("opencl_ls.reference.rule_files")
        for program in programs:
            subprocess.run(  # noqa: S603 - our own programs
                [sys.executable, "-B", "-m", program],
                env={**os.environ, "PYTHONPATH": path},
                cwd=folder,
                check=True,
            )

    def get_source_files(self) -> list[str]:
        """Return nothing: the rules are files of the package."""
        return []

    def get_outputs(self) -> list[str]:
        """Return the table and the pages."""
        package = Path(self.build_lib, "opencl_ls")
        pages = sorted(Path(package, "docs", "rules").rglob("*.md"))
        return [str(path) for path in (package / "linter" / "rules.json", *pages)]

    def get_output_mapping(self) -> dict[str, str]:
        """Return nothing: no page is a copy of a file."""
        return {}


class BuildAll(build):
    """Builds the table and the pages last, as they are made with all that was built before."""

    sub_commands = [*build.sub_commands, ("build_pages", None)]  # noqa: RUF012


class SourceArchive(sdist):
    """Makes an archive that holds nothing of its time, place and maker but SOURCE_DATE_EPOCH."""

    def make_archive(self, base_name, format, root_dir=None, base_dir=None, owner=None, group=None):  # noqa: A002
        """Write the archive and return its name."""
        epoch = os.environ.get("SOURCE_DATE_EPOCH")
        if epoch is None or format != "gztar":
            return super().make_archive(base_name, format, root_dir, base_dir, owner, group)

        def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
            entry.mtime = int(epoch)
            entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            return entry

        name = f"{base_name}.tar.gz"
        with (
            Path(name).open("wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=int(epoch)) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            # `add` goes through a folder in the order of its names.
            archive.add(base_dir, filter=plain)
        return name


def absolute_links(readme: str, version: str) -> str:
    """Return the README's text with each link into the repository led to this version's files."""

    def lead(match: re.Match[str]) -> str:
        opening, target = match["opening"], match["target"]
        picture = opening.startswith("!") or opening.endswith(('src="', 'srcset="'))
        site = "https://raw.githubusercontent.com" if picture else "https://github.com"
        kind = "" if picture else "blob/"
        return f"{opening}{site}/{REPOSITORY}/{kind}v{version}/{target}"

    # A link of Markdown, whose text may itself be a picture, or an attribute of HTML.  What has a
    # scheme, or leads to a heading of the page, stays as it is.
    return re.sub(
        r"""(?P<opening>!\[[^\]]*\]\(|\]\(|\b(?:src|srcset|href)=")(?P<target>(?![a-z]+:|\#)[^)"\s]+)""",
        lead,
        readme,
    )


VERSION = re.search(r'__version__ = "(.+)"', Path("opencl_ls/__init__.py").read_text("utf-8"))[1]

setup(
    long_description=absolute_links(Path("README.md").read_text("utf-8"), VERSION),
    long_description_content_type="text/markdown",
    cmdclass={
        "build": BuildAll,
        "build_ext": BuildParser,
        "build_pages": BuildPages,
        "sdist": SourceArchive,
    },
    ext_modules=[
        Extension(
            "opencl_ls.syntax._parser",
            sources=[path.as_posix() for path in SOURCES],
            include_dirs=[GRAMMAR.as_posix()],
            depends=[path.as_posix() for path in sorted(GRAMMAR.glob("tree_sitter/*.h"))],
            define_macros=[("Py_LIMITED_API", "0x030B0000")] if STABLE_ABI else [],
            extra_compile_args=["/std:c11", "/utf-8"]
            if sys.platform == "win32"
            else ["-std=c11", "-g0"],
            py_limited_api=STABLE_ABI,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if STABLE_ABI else {},
)
