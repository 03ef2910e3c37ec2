"""The whole of a program: items, memos, units, and the host that serves snapshots of them."""

from opencl_ls.analysis.host import Host, Snapshot, check

__all__ = ["Host", "Snapshot", "check"]
