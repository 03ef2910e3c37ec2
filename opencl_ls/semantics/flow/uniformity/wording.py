"""The words for a divergence: what differs, and the trace that leads to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.flow.uniformity.results import Divergence
    from opencl_ls.semantics.types.symbols import Function

_STATEMENTS: Final[dict[type[object], str]] = {
    r.If: "'if'",
    r.For: "'for' loop",
    r.While: "'while' loop",
    r.DoWhile: "'do' loop",
    r.Switch: "'switch'",
    r.Conditional: "'?:'",
    r.Return: "'return'",
    r.Break: "'break'",
    r.Continue: "'continue'",
    r.Goto: "'goto'",
}
_MOST_OTHERS: Final = 3


def met_by(found: Divergence) -> str:
    """Return "a work-group" or "a sub-group"."""
    return f"a {found.collective.width}"


def branch_name(found: Divergence) -> str:
    """Return the name of a branch, such as "'if'"."""
    if isinstance(found.branch, r.Binary):
        return f"'{found.branch.operator.text}'"
    return _STATEMENTS.get(type(found.branch), "branch")


def sentence(found: Divergence) -> str:
    """Return the message for a call that not all work-items reach."""
    group = met_by(found)
    met = f"'{found.name}'"
    if found.meeting is not None:
        met += " in the called function"
    rule = f"all the work-items of {group} must come to it, or none"
    if found.kind == "passed":
        return f"not all work-items of {group} come to {met}, as this argument differs: {rule}"
    where = branch_name(found)
    if found.kind == "exit":
        left = _STATEMENTS.get(type(found.leaving), "jump")
        return (
            f"not all work-items of {group} come to {met}: some leave before, by the {left} in "
            f"the {where} above; {rule}"
        )
    if found.kind == "loop" and found.leaving is not None:
        left = _STATEMENTS.get(type(found.leaving), "jump")
        return (
            f"not all work-items of {group} come to {met} equally often: the {left} is for some "
            f"of them only; {rule}, in every iteration"
        )
    if found.kind == "loop":
        return (
            f"not all work-items of {group} come to {met} equally often: the number of rounds of "
            f"the {where} differs; {rule}, in every iteration"
        )
    reason = f"as the condition of the {where} differs"
    return f"not all work-items of {group} come to {met}, {reason}: {rule}"


def argument_sentence(found: Divergence) -> str:
    """Return the message for an argument that differs."""
    inner = " in the called function" if found.meeting is not None else ""
    return (
        f"this argument of '{found.name}'{inner} differs between the work-items of "
        f"{met_by(found)}: all of them must pass the same value"
    )


def trace(found: Divergence) -> list[tuple[r.Record, Function | None, str]]:
    """Return the places that explain a divergence: (record, its function if elsewhere, words)."""
    steps: list[tuple[r.Record, Function | None, str]] = []
    group = met_by(found)
    if found.condition is not None:
        words = f"this condition differs between the work-items of {group}"
        steps.append((found.condition, None, words))
    if found.leaving is not None:
        steps.append((found.leaving, None, "here some of them leave"))
    steps.extend((reason.record, None, reason.text) for reason in found.reason.chain())
    if found.meeting is not None:
        words = f"'{found.name}' is called here"
        steps.append((found.meeting.record, found.meeting.function, words))
    words = "the same condition decides about this call"
    steps.extend((call, None, words) for call in found.others[:_MOST_OTHERS])
    return steps
