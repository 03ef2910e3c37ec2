"""The data files: their shape, their reader, and that each entry names what exists."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from opencl_ls.builtins import reader
from opencl_ls.builtins.extensions import all_extensions
from opencl_ls.builtins.reader import Table, table
from opencl_ls.builtins.versions import CONDITION_FIELDS, Version

DATA = Path(reader.__file__).with_name("data")
KINDS = sorted(path.stem for path in DATA.glob("*.json"))
WITH_CONDITIONS = ("functions", "types", "macros", "attributes", "keywords", "pragmas")

# OpenCL 2.1 deprecates for the host's sake, and 3.1 makes extensions core.
VERSIONS = {*map(int, Version), 210, 310}

FUNCTION = {"group", "page", "anchor", "also_page", "man", "ulp", "note", "source", "signatures"}
SIGNATURE = {"ret", "params", "vars", "name", "group", "constraint", "source"}


@pytest.mark.parametrize("kind", KINDS)
def test_an_entry_takes_one_line(kind: str) -> None:
    """The reader takes the files apart by lines; a plain JSON reader agrees."""
    text = (DATA / f"{kind}.json").read_text("utf-8")
    whole = json.loads(text)
    assert whole == table(kind).all()
    lines = [f'"{name}": {_compact(entry)}' for name, entry in whole.items()]
    assert text == "{\n" + ",\n".join(lines) + "\n}\n"


def _compact(entry: Any) -> str:
    return json.dumps(entry, separators=(",", ":"), ensure_ascii=False)


def test_a_table_decodes_one_entry_at_a_time() -> None:
    entries = Table('{\n"one": {"a":1},\n"broken": {,\n"two": [2]\n}\n')
    assert entries["one"] == {"a": 1}
    assert entries["two"] == [2]
    assert "three" not in entries


def test_functions_and_signatures_have_the_fields_that_the_reader_knows() -> None:
    for name, entry in table("functions").all().items():
        assert set(entry) <= FUNCTION | CONDITION_FIELDS, name
        assert {"group", "signatures"} <= set(entry), name
        for signature in entry["signatures"]:
            assert set(signature) <= SIGNATURE | CONDITION_FIELDS, name
            assert {"ret", "params"} <= set(signature), name


def test_conditions_name_what_exists() -> None:
    macros = table("macros").all().items()
    features = {name for name, entry in macros if entry["group"] == "feature"}
    for name, entry in _entries():
        numbers = {entry[field] for field in ("min", "ext_min", "deprecated") if field in entry}
        assert numbers <= VERSIONS, name
        assert {*entry.get("ext", ()), *entry.get("requires", ())} <= set(all_extensions()), name
        assert set(entry.get("feature", ())) <= features, name
        assert "ext_min" not in entry or "ext" in entry, name


def test_each_function_says_when_it_exists() -> None:
    for name, entry in table("functions").all().items():
        assert entry.keys() & {"min", "ext", "feature"}, name


def test_no_signature_repeats_the_conditions_of_its_function() -> None:
    for name, entry in table("functions").all().items():
        for signature in entry["signatures"]:
            own = {field: signature[field] for field in CONDITION_FIELDS & signature.keys()}
            assert not own or own != {
                field: entry[field] for field in CONDITION_FIELDS & entry.keys()
            }, name


def test_a_signature_does_not_come_before_its_function() -> None:
    for name, entry in table("functions").all().items():
        for signature in entry["signatures"]:
            if "min" in signature and "min" in entry:
                assert entry["min"] <= signature["min"], name


def test_the_functions_of_a_family_have_a_family() -> None:
    assert set(table("function_names").all().values()) <= set(table("functions"))


def _entries() -> Iterator[tuple[str, dict[str, Any]]]:
    for kind in WITH_CONDITIONS:
        for name, entry in table(kind).all().items():
            yield name, entry
            for signature in entry.get("signatures", ()):
                yield name, signature


@pytest.mark.parametrize("key", ["or", "xor", "and", "min", "max"])
@pytest.mark.parametrize("ending", ["", "_explicit"])
def test_an_atomic_pointer_takes_an_operand_of_its_own_type(key: str, ending: str) -> None:
    """A `uintptr_t` for an `atomic_uintptr_t`, as section "atomic_fetch and modify" has it."""
    for signature in table("functions")[f"atomic_fetch_{key}{ending}"]["signatures"]:
        (_, object_name), (operand, _), *_ = signature["params"]
        if object_name == "object" and "intptr_t" in operand:
            assert operand == signature["ret"], signature
