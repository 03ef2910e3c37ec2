"""What all tests of rules have in common."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from opencl_ls.analysis import item_cache
from opencl_ls.linter.walk import check_everything, check_item

if TYPE_CHECKING:
    from opencl_ls.linter.context import ItemFinding
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.settings.target import Target


@pytest.fixture(autouse=True)
def asked_about_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare the findings with those of all rules, whichever runs first.

    `about` is only for speed, and no rule depends on another one's having run.
    """

    def checked(model: ItemModel, target: Target) -> tuple[ItemFinding, ...]:
        found = check_item(model, target)
        everything = check_everything(model, target)
        assert Counter(found) == Counter(everything), (
            "an 'about' loses a finding: python -m tests.support.about says what to write; "
            "or a rule depends on those that ran before it"
        )
        return found

    monkeypatch.setattr(item_cache, "check_item", checked)
