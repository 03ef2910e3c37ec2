"""The places of the keys and values of a TOML text: the same that tomllib finds in it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencl_ls.settings.toml_places import Keys, toml_places

TEXTS = [
    'std = "CL1.2"\ndefines = ["A=1", "B"] # why\n',
    "[a]\nb = 1\n[a.c]\nd = 2\n[ e . 'f g' . \"h\\ti\" ]\nj.l = [1, [2, 3], {m = 4, n.o = 5}]\n",
    "a = [ # one\n  1,\n  2, # two\n]\nb = 3\n",
    'a = """x\n[b]\nc = 1\n"""\nd = \'\'\'\ne = 1\'\'\'\nf = "a # b"\n',
    "[[a]]\nb = 1\n[[a]]\nb = 2\n[a.c]\nd = 3\n[[a.e]]\nf = 4\n[[a.e]]\nf = 5\n",
    "a = 1979-05-27 07:32:00\nb = 07:32:00.5\nc = 1.5e-3\nd = inf\ne = true\n",
    '"größe" = "ä"\n"\\u00e4.x" = 1\n\'a"b\' = 2\n"" = 3\n',
    "a = {}\nb = []\nc = {d = {e = {}}}\n",
    "a.b = 1\na.c = 2\n",
    "std = 'x'\r\n[b]\r\nc = [\r\n1]\r\n",
    "a = 1",
]


def flat(value: Any, keys: Keys = ()) -> Iterator[tuple[Keys, Any]]:
    """Yield every value in what tomllib made, with the keys on its way."""
    if keys:
        yield keys, value
    if not isinstance(value, dict | list):
        return
    for key, content in value.items() if isinstance(value, dict) else enumerate(value):
        yield from flat(content, (*keys, key))


@pytest.mark.parametrize("text", TEXTS)
def test_what_tomllib_finds_has_places(text: str) -> None:
    places = toml_places(text)
    data = tomllib.loads(text)
    for keys, value in flat(data):
        if isinstance(keys[-1], str):
            start, end = places.keys[keys]
            assert tomllib.loads(f"{text[start:end]} = 1") == {keys[-1]: 1}
        if keys in places.values:
            start, end = places.values[keys]
            assert tomllib.loads(f"x = {text[start:end]}")["x"] == value
        elif not isinstance(value, dict):
            # An array of tables has headers and no value.
            assert isinstance(value, list) and isinstance(value[0], dict)


def test_no_key_is_found_that_tomllib_does_not_find() -> None:
    for text in TEXTS:
        known = {keys for keys, _ in flat(tomllib.loads(text))}
        assert toml_places(text).keys.keys() <= known
        assert toml_places(text).values.keys() <= known


_NAMES = st.text("abäß .#'\"\n\\=[]", max_size=4)
_VALUES = st.recursive(
    st.integers() | st.booleans() | st.text("a\"'\\\n#=[]{},ä", max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAMES, inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(_NAMES, _VALUES, max_size=4))
def test_texts_of_any_names_and_values(data: dict[str, Any]) -> None:
    text = "".join(f"{json.dumps(name)} = {written(value)}\n" for name, value in data.items())
    assert tomllib.loads(text) == data
    places = toml_places(text)
    for keys, value in flat(data):
        if len(keys) <= 8:
            start, end = places.values[keys]
            assert tomllib.loads(f"x = {text[start:end]}")["x"] == value


def written(value: Any) -> str:
    if isinstance(value, dict):
        pairs = ", ".join(f"{json.dumps(key)} = {written(each)}" for key, each in value.items())
        return f"{{{pairs}}}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value)


@given(st.text("a.=[]{}#\"',\n\\ ", max_size=60))
def test_no_text_makes_it_raise(text: str) -> None:
    places = toml_places(text)
    for start, end in (*places.keys.values(), *places.values.values()):
        assert 0 <= start <= end <= len(text)


@pytest.mark.parametrize(
    "part", ["[", "a=[", "a={b=", "a.", "'", '"', '"""', "[[", "=", ",", "a=\n", " ", "\\"]
)
def test_a_long_text_takes_no_long_time(part: str) -> None:
    toml_places(part * 50_000)


def test_what_has_no_place_is_found_at_what_is_around_it() -> None:
    text = "[a.b]\nc = [1]\n"
    places = toml_places(text)
    assert places.key(("a", "b", "absent")) == (3, 4)
    assert places.value(("a", "b", "c", 7)) == (10, 13)
    assert places.value(("a", "b")) == (3, 4)
    assert places.key(("absent",)) is None
