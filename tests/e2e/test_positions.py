"""Lines and columns in each of the three encodings."""

from __future__ import annotations

import pytest

# One character of two, one of three and one of four bytes stand before the name.
TEXT = "/* \u00e9 \u20ac \U0001d11e */ kernel void f(global int *p) {}\n"
COLUMNS = {"utf-8": 30, "utf-16": 25, "utf-32": 24}


def encodings(*listed):
    return {"general": {"positionEncodings": list(listed)}}


async def test_without_a_word_positions_are_utf_16(start):
    editor = await start()

    assert editor.capabilities.position_encoding == "utf-16"


async def test_utf_8_is_preferred_at_any_place_of_the_list(start):
    editor = await start(encodings("utf-16", "utf-32", "utf-8"))

    assert editor.capabilities.position_encoding == "utf-8"


async def test_unknown_encodings_are_passed_over(start):
    editor = await start(encodings("utf-7", "utf-32", "utf-16"))

    assert editor.capabilities.position_encoding == "utf-32"


@pytest.mark.parametrize("encoding", COLUMNS)
async def test_positions_go_out_and_come_in_by_the_same_measure(start, encoding, uri):
    data = encodings(encoding)
    data["textDocument"] = {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}
    editor = await start(data)
    editor.open(uri, TEXT)

    [symbol] = await editor.symbols(uri)
    column = symbol.selection_range.start.character
    assert column == COLUMNS[encoding]

    # An edit and a hover at that column meet the name.
    editor.change(uri, 2, ((0, column), (0, column + 1), "renamed"))
    [symbol] = await editor.symbols(uri)
    assert symbol.name == "renamed"
    hover = await editor.hover(uri, 0, column + 3)
    assert "renamed" in str(hover.contents)
    assert hover.range.start.character == column
    assert hover.range.end.character == column + len("renamed")


@pytest.mark.parametrize("profile", ["neovim", "visual-studio-code", "emacs"])
async def test_real_editors_profiles_get_along(start, profile, uri):
    editor = await start(profile=profile)
    editor.open(uri, TEXT)

    assert await editor.symbols(uri)
