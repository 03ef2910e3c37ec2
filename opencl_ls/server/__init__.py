"""The language server: LSP in front of the analysis, over standard input and output or TCP.

The modules, from the wire inwards: `transport` (frames and the reading thread), `session` (the
loop and the life of one connection), `state` (what a session holds), `handlers` (who handles which
message), `library` (pygls, bent to our own document store), and one module for each group of
requests.  Importing this package costs next to nothing: pygls and lsprotocol, which take a quarter
of a second, are imported when the first diagnostics have been sent (`library_requests`).
"""

from __future__ import annotations


def serve_stdio() -> int:
    """Serve one client over standard input and output; return the process's exit status."""
    from opencl_ls.server.endpoints import serve_stdio as serve  # noqa: PLC0415

    return serve()


def serve_tcp(host: str, port: int) -> int:
    """Serve clients on a TCP port until one has asked for the exit and nobody is connected.

    Return the process's exit status.
    """
    from opencl_ls.server.endpoints import serve_tcp as serve  # noqa: PLC0415

    return serve(host, port)
