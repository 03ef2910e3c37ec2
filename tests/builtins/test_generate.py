"""The data files, their reader and their generator."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from opencl_ls.builtins import generate
from opencl_ls.builtins.functions import function_names
from opencl_ls.builtins.reader import Table, table

DATA = Path(generate.__file__).with_name("data")
FACTS = Path(__file__).parents[3] / "shared" / "facts" / "builtins.json"
BY_HAND = ("attribute_uses", "compiler_queries", "foreign_names", "printf", "registry")

needs_facts = pytest.mark.skipif(not FACTS.exists(), reason="the facts are not beside the project")


@pytest.mark.parametrize("kind", [*generate.KINDS, *BY_HAND])
def test_the_reader_sees_what_json_sees(kind: str) -> None:
    """The reader takes the files apart by lines; a plain JSON reader must agree."""
    whole = json.loads((DATA / f"{kind}.json").read_text("utf-8"))
    assert whole == table(kind).all()
    assert list(whole) == list(table(kind))


def test_every_data_file_has_its_kind() -> None:
    assert {path.stem for path in DATA.glob("*.json")} == {*generate.KINDS, *BY_HAND}


def test_a_table_decodes_one_entry_at_a_time() -> None:
    entries = Table('{\n"one": {"a":1},\n"broken": {,\n"two": [2]\n}\n')
    assert entries["one"] == {"a": 1}
    assert entries["two"] == [2]
    assert "three" not in entries


@needs_facts
def test_the_data_is_what_the_generator_makes_of_the_facts() -> None:
    facts = json.loads(FACTS.read_text("utf-8"))
    for kind, text in generate.generate(facts).items():
        stored = (DATA / f"{kind}.json").read_text("utf-8")
        assert stored == text, f"{kind}.json is stale; run python -m opencl_ls.builtins.generate"


@needs_facts
def test_no_name_of_the_facts_is_lost() -> None:
    facts = json.loads(FACTS.read_text("utf-8"))
    expected = set(facts["index"])
    for key, entry in facts["functions"].items():
        expected |= set(entry.get("names", [key]))
    assert function_names() == expected


@needs_facts
def test_every_correction_still_corrects_something() -> None:
    facts = json.loads(FACTS.read_text("utf-8"))
    for (kind, name), fields in generate.CORRECTIONS.items():
        entry = facts[kind][name]
        assert fields is None or any(entry.get(key) != value for key, value in fields.items()), name


@needs_facts
def test_the_facts_still_lack_the_further_forms() -> None:
    facts = json.loads(FACTS.read_text("utf-8"))
    for name, parameters in generate.FURTHER_FORMS.items():
        for signature in facts["functions"][name]["signatures"]:
            assert len(signature["params"]) != len(parameters), name


def test_conditions_besides_the_version_are_told_from_ways_in() -> None:
    facts = {
        "functions": {
            "read_imageh": {
                "group": "image",
                "min": "1.0",
                "signatures": [
                    {"ret": "half4", "params": [], "min": "1.0", "ext": ["cl_khr_fp16"]}
                ],
            },
            "early": {
                "group": "image",
                "min": "2.0",
                "signatures": [
                    {"ret": "int", "params": [], "min": "2.0", "ext": ["cl_x"], "ext_min": "1.2"}
                ],
            },
        },
        "index": {},
    } | {kind: {} for kind in ("types", "macros", "attributes", "extensions", "keywords")}
    facts |= {"pragmas": {}, "pages": {}}
    made = json.loads(generate.generate(facts)["functions"])
    assert made["read_imageh"]["signatures"][0]["requires"] == ["cl_khr_fp16"]
    assert made["early"]["signatures"][0] == {
        "ret": "int",
        "params": [],
        "min": 200,
        "ext": ["cl_x"],
        "ext_min": 120,
    }


def test_wrong_use_of_the_generator_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.json"
    other.write_text('{"schema": "other/1"}', "utf-8")
    assert generate.main([]) == 2
    assert generate.main([str(other)]) == 2
    assert "builtins/1" in capsys.readouterr().err


@pytest.mark.parametrize("key", ["or", "xor", "and", "min", "max"])
@pytest.mark.parametrize("ending", ["", "_explicit"])
def test_an_atomic_pointer_takes_an_operand_of_its_own_type(key: str, ending: str) -> None:
    """A `uintptr_t` for an `atomic_uintptr_t`, as section "atomic_fetch and modify" has it."""
    for signature in table("functions")[f"atomic_fetch_{key}{ending}"]["signatures"]:
        (_, object_name), (operand, _), *_ = signature["params"]
        if object_name == "object" and "intptr_t" in operand:
            assert operand == signature["ret"], signature
