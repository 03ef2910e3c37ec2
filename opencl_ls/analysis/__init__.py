"""The whole of a program: items, memos, units, and the host that serves analyses of them."""

from opencl_ls.analysis.facade import Analysis
from opencl_ls.analysis.host import Host, check

__all__ = ["Analysis", "Host", "check"]
