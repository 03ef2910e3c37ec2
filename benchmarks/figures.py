"""The results of many measurements, and how they are shown."""

from __future__ import annotations

import os
import platform
import statistics
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def percentile(values: Sequence[float], share: float = 0.95) -> float:
    """Return the value that this share of the values does not exceed."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(len(ranked) * share))]


def shown(values: Sequence[float]) -> str:
    """Return the median and the 95th percentile; nothing where nothing was measured."""
    if not values:
        return ""
    return f"{statistics.median(values):.1f}/{percentile(values):.1f}"


def ratio(ours: Sequence[float], others: Sequence[float]) -> str:
    """Return the median of the ratios, pair by pair: both were measured in turns."""
    pairs = [one / other for one, other in zip(ours, others, strict=False) if other]
    return f"{statistics.median(pairs):.3f}" if pairs else ""


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Return how much the second number of the points grows with the first (least squares)."""
    middle = statistics.fmean(at for at, _ in points)
    level = statistics.fmean(value for _, value in points)
    spread = sum((at - middle) ** 2 for at, _ in points)
    return sum((at - middle) * (value - level) for at, value in points) / spread if spread else 0.0


WORDS = frozenset({"file", "edit", "header", "what", "server"})
"""The columns that hold no numbers."""


def heading(*names: str) -> str:
    """Return the head of a Markdown table."""
    rules = ["---" if name in WORDS else "--:" for name in names]
    return f"{row(names)}\n|{'|'.join(rules)}|"


def row(cells: Iterable[object]) -> str:
    """Return a row of a Markdown table."""
    return f"| {' | '.join(map(str, cells))} |"


def machine() -> str:
    """Return a line about the machine and the load it is under, for the top of the figures."""
    processor = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                processor = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return (
        f"Python {platform.python_version()}, {platform.system()}, {os.cpu_count()} cores"
        f" ({processor}){load}"
    )
