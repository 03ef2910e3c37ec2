"""How much of a program the typer understands: the share of expressions with a type."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from opencl_ls.analysis.results import TypeCoverage
from opencl_ls.semantics import types as t
from opencl_ls.syntax import records as r
from opencl_ls.text import display

if TYPE_CHECKING:
    from opencl_ls.analysis.unit import AnalysedUnit


def type_coverage(unit: AnalysedUnit) -> TypeCoverage:
    """Count the expressions of a unit, headers included, and those of unknown type."""
    total = unknown = 0
    causes: Counter[str] = Counter()
    for item in unit.items:
        model = item.analysed.model
        for expression, kind in model.types.items():
            # A list in braces has no type of its own; it takes that of what it initialises.
            if isinstance(expression, r.InitializerList):
                continue
            total += 1
            if not isinstance(kind.type, t.UnknownType):
                continue
            unknown += 1
            below = [c for c in r.children(expression) if isinstance(c, r.Expression)]
            if not any(_is_unknown(model.types.get(child)) for child in below):
                text = model.item.text[expression.start : expression.end]
                causes[display(" ".join(text.split()))[:60]] += 1
    return TypeCoverage(total, unknown, tuple(causes.most_common()))


def _is_unknown(kind: t.Qualified | None) -> bool:
    return kind is not None and isinstance(kind.type, t.UnknownType)
