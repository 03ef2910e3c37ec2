"""Links from the tables in `docs/` to rules."""

from __future__ import annotations


def rule_source_link(code: str) -> str:
    """Return a link to the module of a rule, which holds its page; the site has it lead there."""
    return f"[{code}](../opencl_ls/rules/{code.replace('-', '_')}.py)"
