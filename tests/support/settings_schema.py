"""The schema of the settings for editors: `python -m tests.support.settings_schema` writes it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from opencl_ls.settings.schema import schema

SCHEMA: Final = Path(__file__).parents[2] / "editors" / "schema" / "opencl-ls.schema.json"


def schema_for_editors() -> str:
    """Return the text of the file, in which every name of a rule is valid."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def main() -> int:
    """Write the file; return the exit status."""
    SCHEMA.write_text(schema_for_editors(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
