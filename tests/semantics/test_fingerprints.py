"""Fingerprints do not depend on the process: they key what is kept on disk."""

from __future__ import annotations

import pytest

from opencl_ls.semantics.model.fingerprints import fingerprint


def test_it_is_the_same_in_each_process() -> None:
    """A hash of Python differs between processes."""
    assert fingerprint(("a\xff", 1, None, (True, 2**63))) == 0x5DB3A5CFCE2D4092


def test_equal_facts_that_are_other_objects() -> None:
    """Sharing of objects does not count."""
    one, other = "some name".split(), "some name".split()
    assert fingerprint((one[0], one[0])) == fingerprint((one[0], other[0]))


def test_objects_are_no_plain_facts() -> None:
    """What has no text of its own cannot be the same elsewhere."""
    with pytest.raises(TypeError, match="unsupported"):
        fingerprint((object(),))
