"""Measures the index of a workspace: its steps in CPU time, searches in it, and its memory.

    python -m benchmarks.workspace_index FOLDER [--query blur ...] [--memory]

The server's own idle work is done here step by step, without a client.  With `--memory`, where all
allocations are followed, times count for nothing.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
import tracemalloc

from opencl_ls.server import garbage
from opencl_ls.server.loading import loading
from opencl_ls.server.outbox import Outbox
from opencl_ls.server.server import Server
from opencl_ls.server.transport import Inbox
from opencl_ls.server.uris import uri_of


def begun(folder: str) -> Server:
    """Return a server that has the index before it."""
    server = Server(Inbox(), Outbox(lambda _: None))
    folders = [{"uri": uri_of(folder), "name": ""}]
    params = {"capabilities": {}, "workspaceFolders": folders}
    server.protocol.receive({"id": 1, "method": "initialize", "params": params})
    for _ in loading(server.parts.workspace.configuration.usual):
        pass
    _ = server.parts.workspace.analyses.host
    gc.collect()
    gc.freeze()
    garbage.begin()
    server.parts.workspace_files.begin()
    return server


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--query", action="append", default=[""])
    parser.add_argument("--memory", action="store_true")
    options = parser.parse_args()
    server = begun(options.folder)
    if options.memory:
        tracemalloc.start()
    steps = []
    while (step := server.scheduler.step()) is not None:
        before = time.thread_time()
        step()
        steps.append((time.thread_time() - before) * 1e3)
    files = len(server.parts.workspace_files.index)
    names = sum(len(each.names) for _, each in server.parts.workspace_files.index.besides(()))
    print(f"{files} files, {names} names, {sum(steps):.0f} ms in {len(steps)} steps")
    steps.sort()
    print(
        f"a step: median {statistics.median(steps):.2f} ms, 99th percentile "
        f"{steps[len(steps) * 99 // 100]:.2f}, longest {', '.join(f'{s:.1f}' for s in steps[-3:])}"
    )
    for query in options.query:
        before = time.thread_time()
        found = server.parts.workspace_files.find(query, 256)
        print(f"{query!r}: {len(found)} found in {(time.thread_time() - before) * 1e3:.1f} ms")
    if options.memory:
        gc.collect()
        size = tracemalloc.get_traced_memory()[0]
        print(f"{size / 1e6:.2f} MB, {size / files / 1e3:.2f} MB for 1,000 files")


if __name__ == "__main__":
    main()
