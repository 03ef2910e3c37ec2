"""The language server: LSP in front of the analysis, over standard input and output or TCP.

pygls serves every message.  From the wire inwards: `endpoints` (standard streams and sockets),
`transport` (frames, the reading thread and its inbox), `session` (the loop of one connection),
`protocol` (pygls's protocol with our additions), `server` (the parts of a session) and
`handlers` (one module for each group of messages, which convert, ask the analysis, and convert).
Beside them: `scheduler` (work while no message waits), `workspace` (the open documents with their
settings and analyses), `diagnostics` (one state for each document), `files` (changes on the disk),
and `workspace_files` and `workspace_diagnostics` (files that are not open).

Importing this package is cheap: pygls is imported when a client is served.
"""

from __future__ import annotations

from opencl_ls.server import garbage


def serve_stdio() -> int:
    """Serve one client over standard input and output; return the process's exit status."""
    garbage.begin()
    from opencl_ls.server.endpoints import serve_stdio as serve  # noqa: PLC0415 - see above

    return serve()


def serve_tcp(host: str, port: int) -> int:
    """Serve clients on a TCP port until one has asked for the exit and none is connected.

    Return the process's exit status.
    """
    garbage.begin()
    from opencl_ls.server.endpoints import serve_tcp as serve  # noqa: PLC0415 - see above

    return serve(host, port)
