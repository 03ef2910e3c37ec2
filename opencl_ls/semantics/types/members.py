"""The members of structs and unions, also of unnamed ones inside (C11 6.7.2.1p13)."""

from __future__ import annotations

from opencl_ls.semantics import types as t


def find_member(members: t.Members | tuple[()], name: str) -> t.AggregateMember | None:
    """Return the member of this name, also from unnamed structs and unions inside."""
    return members.named(name) if members else None


def const_member(kind: t.AggregateType) -> t.AggregateMember | None:
    """Return a member, of a struct or union inside as well, that is `const`; or None.

    Compilers do not look into an array of structs.
    """
    seen = {kind}
    pending = [kind]
    while pending:
        for member in pending.pop().members or ():
            inner = member.type.type
            if t.element_of(member.type).const:
                return member
            if type(inner) is t.AggregateType and inner not in seen:
                seen.add(inner)
                pending.append(inner)
    return None
