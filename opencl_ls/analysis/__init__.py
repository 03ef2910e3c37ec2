"""The whole of a program: items, memos, units, and the host that serves snapshots of them."""

from opencl_ls.analysis.host import Host, check
from opencl_ls.analysis.snapshot import Snapshot

__all__ = ["Host", "Snapshot", "check"]
