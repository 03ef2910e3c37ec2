"""Writes snippets/opencl.json from the pieces of programs that the server completes.

They have no prefix: the server offers them where they fit, and the commands "Insert Snippet" and
"Fill File with Snippet" offer these, with and without a server.
"""

from __future__ import annotations

import json
from pathlib import Path

from opencl_ls.features.completion.snippets import Snippet, all_snippets

TARGET = Path(__file__).parents[1] / "snippets/opencl.json"


def contents() -> str:
    """Return the text of the file."""
    table = {each.label: _entry(each) for each in all_snippets() if each.until is None}
    return json.dumps(table, indent=2) + "\n"


def _entry(snippet: Snippet) -> dict[str, object]:
    # Every version has `barrier`, and a file of the editor knows of no version.
    body = snippet.body.replace("work_group_barrier(", "barrier(")
    entry: dict[str, object] = {"description": snippet.detail, "body": body.split("\n")}
    return {"isFileTemplate": True, **entry} if snippet.label.startswith("kernel ") else entry


if __name__ == "__main__":
    TARGET.write_text(contents(), "utf-8")
