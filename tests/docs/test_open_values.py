"""Values that the language leaves open are not shown as if it gave them."""

from __future__ import annotations

import re
from typing import Final

import pytest

from opencl_ls.builtins.macros import all_macros
from opencl_ls.docs.library import TOPICS, read_topic, topic_paths
from tests.support.failures import failures

OPEN: Final = {name for name, each in all_macros().items() if not each.value or each.value_source}
"""Names whose number each implementation chooses."""

RESULTS: Final = {
    name
    for entry in read_topic("enqueue/enqueue-results.md").entries
    for name in entry.names
    if name in all_macros()
}
"""What the enqueuing calls return."""

_NUMBERED: Final = re.compile(r"`(\w+)`\s*(?:\(|=|is|means|has the value)\s*`?(-?\d\w*)\b")


def _no_number_for_an_open_value(path: str) -> None:
    text = (TOPICS / path).read_text("utf-8")
    assert not [match[0] for match in _NUMBERED.finditer(text) if match[1] in OPEN]


def test_no_number_for_an_open_value() -> None:
    """No text gives a number to a name whose number is an implementation's own."""
    assert not failures(_no_number_for_an_open_value, topic_paths())


def test_a_number_is_seen() -> None:
    """The pattern finds what a text might say; what the language fixes may be said."""
    found = [match[1] for match in _NUMBERED.finditer("`CLK_SUCCESS` (0), `CHAR_BIT` is 8.")]
    assert found == ["CLK_SUCCESS", "CHAR_BIT"]
    assert "CLK_SUCCESS" in OPEN
    assert "CHAR_BIT" not in OPEN


@pytest.mark.parametrize(
    ("path", "never"),
    [
        ("enqueue/enqueue-kernel.md", set()),
        ("enqueue/marker.md", {"CLK_INVALID_NDRANGE", "CLK_INVALID_ARG_SIZE"}),
    ],
)
def test_results_of_enqueuing(path: str, never: set[str]) -> None:
    """A call that enqueues says each result that it can give, and leads to it.

    From the sections Built-in Functions - Enqueuing a Kernel, and - Queuing Other Commands.
    """
    topic = read_topic(path)
    said = set(re.findall(r"`(CLK_\w+)`", topic.sections["Returns"].text))
    said |= set(re.findall(r"`(CLK_\w+)`", topic.sections["Notes"].text))
    assert said & RESULTS == RESULTS - never
    assert set(topic.see) & RESULTS == RESULTS - never
