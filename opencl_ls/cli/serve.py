"""The command `serve`: hands over to the language server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.parsers import serve_parser

if TYPE_CHECKING:
    from collections.abc import Sequence


def run_serve(arguments: Sequence[str]) -> int:
    """Run the language server until its client leaves; raises UsageError."""
    found = serve_parser().parse_args(list(arguments))
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
