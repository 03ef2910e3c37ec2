"""The labels of a switch."""

from __future__ import annotations

from opencl_ls.syntax import records as r


def labels_of(switch: r.Switch) -> list[r.Case]:
    """Return the labels of a switch in their order, inner switches left out."""
    found: list[r.Case] = []
    pending: list[r.Record] = [switch.body]
    while pending:
        record = pending.pop()
        if type(record) is r.Case:
            found.append(record)
        if isinstance(record, r.Statement) and not isinstance(record, r.Switch | r.Declaration):
            pending.extend(reversed(r.children(record)))
    return found
