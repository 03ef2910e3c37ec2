"""The command `opencl-ls`: imports only the module of the wanted command."""

from __future__ import annotations

import gc
import os
import sys

from opencl_ls import __version__
from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.terminal import complain, is_terminal, write

# `typing` is not imported: it would take longer than the rest of a repeated check.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Final, NoReturn

HELP: Final = """\
usage: opencl-ls [serve | check | rule | doc | config | device | host | races | explain
                  | requires | explain-log | completion] ...

A language server and checker for OpenCL C that needs no driver and no GPU.

  opencl-ls serve [--stdio | --tcp HOST:PORT]
                               the language server; also with no command at all
  opencl-ls check [PATHS...]   check files and folders; see opencl-ls check --help
  opencl-ls rule [NAME]        list the rules, or explain one
  opencl-ls doc [NAME]         what a name of OpenCL C means; --search WORDS finds names,
                               doc import PATHS... adds your copy of the reference pages
  opencl-ls config [FILE]      print the settings for a file, and where each comes from
  opencl-ls device [NAME]      list the devices for --device, or print one; --from FILE reads
                               those of a machine from the output of clinfo --json
  opencl-ls host FILE          print the host's code that starts the kernels of a file
  opencl-ls races FILE         print what work-items access between barriers, and the races
  opencl-ls explain FILE       print what a work-item of each kernel computes and moves
  opencl-ls requires FILE      print the version, extensions and features that kernels need
  opencl-ls explain-log [FILE] explain the build log of a driver
  opencl-ls completion SHELL   print what makes bash, zsh or fish complete all of this
  opencl-ls --version          print the version
  opencl-ls --help             print this
"""

_COMMANDS: Final = frozenset(
    (
        "check",
        "rule",
        "doc",
        "config",
        "device",
        "host",
        "races",
        "explain",
        "requires",
        "explain-log",
        "serve",
        "completion",
    )
)
COLLECTIONS: Final = (100_000, 20, 100)
"""The thresholds of the garbage collector for checks.

The caches hold many objects and hardly any cycles: with the collector's own thresholds, two fifths
of the time for 60 kernels of hashcat went into looking for them (11.9 s; 7.1 s with these), and the
memory was the same.
"""
_WRONG_USAGE: Final = 2
_INTERRUPTED: Final = 130


def run() -> NoReturn:
    """Run the command as this process, which ends with it.

    After `check` the objects are left to the operating system: to take them down costs a tenth of
    the time for a small kernel.  No file is open then, and no other process runs.
    """
    status = main()
    if sys.argv[1:2] == ["check"] and sys.getprofile() is None and sys.gettrace() is None:
        try:
            for stream in filter(None, (sys.stdout, sys.stderr)):
                stream.flush()
        except (OSError, ValueError):
            sys.exit(status)
        os._exit(status)
    sys.exit(status)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status.

    It is 0, 1 for errors in kernels, and 2 if the work is incomplete: for wrong usage
    and for files that cannot be read.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(arguments)
    except UsageError as error:
        complain(str(error))
        return _WRONG_USAGE
    except KeyboardInterrupt:
        return _INTERRUPTED
    except SystemExit as end:
        # argparse exits so when it has printed its help.
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except OSError as error:
        # The remaining causes are standard output (a full disk), or a port that is in use.
        complain(error.strerror or str(error))
        return _WRONG_USAGE


def _run(arguments: list[str]) -> int:
    if not arguments and is_terminal(sys.stdin):
        write(HELP, sys.stdout)
        return 0
    command, rest = (arguments[0], arguments[1:]) if arguments else ("serve", [])
    if command == "check":
        if "--no-cache" not in rest:
            from opencl_ls.cli.run_cache import recall  # noqa: PLC0415 (of this command alone)

            status = recall(rest)
            if status is not None:
                return status
        gc.set_threshold(*COLLECTIONS)
        _import_msgspec()
    if command in _COMMANDS:
        return _command(command)(rest)
    if command in {"-h", "--help", "help"}:
        write(HELP, sys.stdout)
        return 0
    if command in {"-V", "--version"}:
        write(f"opencl-ls {__version__}\n", sys.stdout)
        return 0
    if command.startswith("-"):
        return _command("serve")(arguments)
    raise UsageError(_unknown(command))


def _command(name: str) -> Callable[[list[str]], int]:
    """Return the function that runs a command, with no more imported than it needs."""
    from importlib import import_module  # noqa: PLC0415 (not for a repeated check)

    module = name.replace("-", "_")
    run: Callable[[list[str]], int] = getattr(
        import_module(f"opencl_ls.cli.{module}"), f"run_{module}"
    )
    return run


def _import_msgspec() -> None:
    """Import msgspec without `typing_extensions`, where neither is imported yet.

    msgspec takes two names from it if it is installed, and else from `typing`, where Python has
    them since 3.11.  It loads `inspect` and `ast`, and takes as long as msgspec itself.
    """
    if "msgspec" in sys.modules or "typing_extensions" in sys.modules:
        return
    sys.modules["typing_extensions"] = None  # type: ignore[assignment]
    try:
        import msgspec  # noqa: F401, PLC0415
    finally:
        del sys.modules["typing_extensions"]


def _unknown(command: str) -> str:
    from pathlib import Path  # noqa: PLC0415 (of a wrong call alone)

    if Path(command).exists():
        return f"unknown command {command!r}; did you mean: opencl-ls check {command}"
    from opencl_ls.builtins.spelling import nearest  # noqa: PLC0415
    from opencl_ls.cli.parsers import PARSERS  # noqa: PLC0415

    near = nearest(command, [name for name in PARSERS if " " not in name])
    hint = f"did you mean {near[0]}?" if near else "see opencl-ls --help"
    return f"unknown command {command!r}; {hint}"
