"""The command `serve`: hands over to the language server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.options import OneLineParser

if TYPE_CHECKING:
    from collections.abc import Sequence


def run_serve(arguments: Sequence[str]) -> int:
    """Run the language server until its client leaves; raises UsageError."""
    parser = OneLineParser(
        prog="opencl-ls serve",
        description="Run the language server, on standard input and output by default.",
        allow_abbrev=False,
    )
    parser.add_argument("--stdio", action="store_true", help="speak over stdio [default]")
    parser.add_argument("--tcp", metavar="HOST:PORT", help="wait for clients on a port")
    # VS Code's client adds it to whatever command it starts; the protocol says the same later.
    parser.add_argument("--clientProcessId", metavar="ID", help="accepted, not needed")
    found = parser.parse_args(list(arguments))
    if found.tcp is None:
        from opencl_ls.server import serve_stdio  # noqa: PLC0415 (slow; of this command alone)

        return serve_stdio()
    if found.stdio:
        raise UsageError("--stdio and --tcp exclude each other")
    host, port = _address(found.tcp)
    from opencl_ls.server import serve_tcp  # noqa: PLC0415 (slow; of this command alone)

    return serve_tcp(host, port)


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or int(port) > 0xFFFF:
        raise UsageError(f"--tcp {text}: not of the form HOST:PORT")
    return host.strip("[]") or "127.0.0.1", int(port)
