"""The pages of the rules as files, which editors open from a finding without a network.

The build writes all of them into the package: setup.py runs this module.  A checkout has none;
there a page is written, or updated, on demand.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.catalogue import all_rules, rule
from opencl_ls.reference.rules import rule_text

if TYPE_CHECKING:
    from opencl_ls.analysis.catalogue import Rule

_PACKAGE: Final = Path(__file__).parent.parent
_FOLDER: Final = _PACKAGE / "docs" / "rules"
_IN_CHECKOUT: Final = (_PACKAGE.parent / "pyproject.toml").is_file()


@cache
def rule_url(code: str) -> str:
    """Return the URL of a rule's page, a file that describes the rule of this installation.

    If a checkout is read-only, it is the rule's module, whose docstring is the page.
    """
    path = _FOLDER / f"{code}.md"
    known = rule(code) if _IN_CHECKOUT else None
    if known is not None and not _write(path, known):
        path = _PACKAGE / "rules" / f"{code.replace('-', '_')}.py"
    return path.as_uri()


def _write(path: Path, known: Rule) -> bool:
    """Write a page unless it is equal; return whether it exists now."""
    text = rule_text(known)
    # An editor never sees a partial page, even if two sessions write it.
    new = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):
        if path.is_file() and path.read_text("utf-8") == text:
            return True
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_text(text, "utf-8", newline="\n")
        new.replace(path)
        return True
    return False


def main() -> int:
    """Write the pages of all rules into the package; return the exit status."""
    return int(not all(_write(_FOLDER / f"{each.code}.md", each) for each in all_rules()))


if __name__ == "__main__":
    sys.exit(main())
