"""What the machine and the system allow for several processes."""

from __future__ import annotations

import os
import sys
from typing import Final

FORKS: Final = sys.platform == "linux"
"""Whether a process may be forked.  Elsewhere system libraries start threads of their own."""


def processors() -> int:
    """Return the number of processors that this process may use."""
    # A container may leave the process fewer processors than the machine has.
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
