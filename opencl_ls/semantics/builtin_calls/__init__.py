"""Calls of built-in functions: which form a call means, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from opencl_ls.builtins.names import is_builtin
from opencl_ls.semantics.types import UNKNOWN_QUALIFIED, Qualified
from opencl_ls.settings.target import Target
from opencl_ls.syntax import records as r


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a call."""

    type: Qualified
    is_lvalue: bool
    constant: int | None
    null: bool
    record: r.Expression


@dataclass(frozen=True, slots=True)
class CallProblem:
    """What is wrong with a call."""

    kind: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a call of a built-in means."""

    result: Qualified
    signature: Any = None
    problems: tuple[CallProblem, ...] = ()


def resolve(name: str, arguments: Sequence[Argument], target: Target) -> Resolution | None:
    """Return what a call means; None when there is no built-in of this name."""
    return Resolution(UNKNOWN_QUALIFIED) if is_builtin(name) else None
