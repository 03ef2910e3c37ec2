"""How much of a program the typer understands: the share of expressions with a type."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

from opencl_ls.semantics import types as t
from opencl_ls.syntax import records as r
from opencl_ls.text import display

if TYPE_CHECKING:
    from opencl_ls.analysis.facade import Analysis


class TypeCoverage(Struct, frozen=True):
    """The expressions of a unit, those whose type is unknown, and the latter's texts by number.

    Only the innermost unknown expressions are listed: what is around them follows from them.
    """

    total: int
    unknown: int
    causes: tuple[tuple[str, int], ...]

    @property
    def share(self) -> float:
        """The share of expressions with a type, from 0 to 1; 1 where there is no expression."""
        return 1.0 if not self.total else 1.0 - self.unknown / self.total


def type_coverage(analysis: Analysis) -> TypeCoverage:
    """Count the expressions of a unit, headers included, and those of unknown type."""
    total = unknown = 0
    causes: Counter[str] = Counter()
    for item in analysis.unit.items:
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
