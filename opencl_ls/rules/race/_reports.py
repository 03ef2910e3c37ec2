"""Reports of races, shared by the rules for local and for global memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opencl_ls.linter.context import RuleContext
    from opencl_ls.semantics.memory.races import Race


def report_race(context: RuleContext, race: Race) -> None:
    """Report a race between work-items that a barrier, or one writer, would end."""
    name = f"'{race.symbol.name}'"
    declared = (race.symbol, f"{name} is declared here")
    if race.kind == "shared":
        context.report(
            race.write,
            f"several work-items write values of their own to one place in {name}, which the "
            "whole work-group shares: let one of them write it, or give each its own element",
            related=[declared],
        )
    elif race.kind == "update":
        context.report(
            race.write,
            f"several work-items change one place in {name} at once, which the whole work-group "
            "shares, so that changes get lost: use an atomic function, or let one of them do it",
            related=[declared],
        )
    elif race.kind == "writes":
        context.report(
            race.read,
            f"another work-item writes other values to elements of {name} that this writes, with "
            "no barrier between: which of them stay is open",
            related=[(race.write, "the other write")],
        )
    elif race.kind == "race":
        later = "later" if race.read.start > race.write.start else "before"
        context.report(
            race.write,
            f"other work-items read elements of {name} that this writes, with no barrier "
            "between: whether they see the old value or the new one is open",
            related=[(race.read, f"the element of another work-item is read here, {later}")],
        )
