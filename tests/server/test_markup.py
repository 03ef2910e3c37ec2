"""Parts as the protocol shows them."""

from __future__ import annotations

from opencl_ls.reference.content import Part
from opencl_ls.reference.links import name_link, page_link
from opencl_ls.server.markup import markdown, plain, with_one_link

PARTS = [
    Part("f()", code=True),
    Part(f"**See also** {name_link('sin')}, {name_link('cos')}.", detail=True),
    Part(page_link("Everything about `f`", "f"), detail=True),
]


def test_links_lead_to_what_there_is() -> None:
    shown = markdown(PARTS, lambda target: f"x:{target.name}" if target.name != "cos" else None)
    assert shown == (
        "```opencl\nf()\n```\n\n---\n\n**See also** [`sin`](x:sin), `cos`.\n\n"
        "[Everything about `f`](x:f)"
    )
    assert plain(PARTS) == "f()\n\nSee also sin, cos.\n\nEverything about f"
    assert "](" not in markdown(PARTS)


def test_a_list_of_names_stays_readable_where_addresses_are_shown() -> None:
    """Neovim shows, or makes room for, the text between the parentheses."""
    shown = markdown(with_one_link(PARTS), lambda target: f"x:{target.name}")
    assert "**See also** `sin`, `cos`." in shown
    assert shown.endswith("[Everything about `f`](x:f)")
