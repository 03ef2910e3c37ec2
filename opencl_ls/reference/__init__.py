"""The reference: the documentation of the names of OpenCL C.

It serves the hover, which narrows it to the actual call, and `opencl-ls doc`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.extensions import extension
from opencl_ls.builtins.functions import BuiltinFunction, function, function_family
from opencl_ls.builtins.language import attribute, keyword, pragma
from opencl_ls.builtins.macros import macro
from opencl_ls.builtins.types import BuiltinType, builtin_type
from opencl_ls.builtins.versions import version_words
from opencl_ls.docs.library import documented
from opencl_ls.docs.links import (
    extension_link,
    link_of_extensions,
    macro_link,
    page_link,
)
from opencl_ls.reference.accuracy import accuracy_words
from opencl_ls.reference.availability import condition_words, headline
from opencl_ls.reference.content import Part, bytes_words, listed, marked_options, sentence
from opencl_ls.reference.conversions import spelling_words
from opencl_ls.reference.extensions import extension_parts, feature_parts
from opencl_ls.reference.formats import format_parts
from opencl_ls.reference.links import names_line
from opencl_ls.reference.signatures import listing, overload_count, overloads_of, wrapped
from opencl_ls.reference.topics import checked_by, topic_parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.results import BuiltinOverload
    from opencl_ls.builtins.signatures import Signature
    from opencl_ls.builtins.versions import Availability, Reason
    from opencl_ls.docs.library import Documented
    from opencl_ls.docs.links import Link
    from opencl_ls.settings.target import Target

_ALSO_SPELLED: Final = {
    "__restrict": "restrict",
    "__restrict__": "restrict",
    "__inline": "inline",
    "__inline__": "inline",
}
# Names that the tables list with the macros, and the preprocessor does not define (C99 6.4.2.2).
_NO_MACROS: Final = {"__func__": "constant char __func__[]"}
ATTRIBUTE_TARGETS: Final = {
    "any": ("types", "variables", "functions"),
    "for|while|do loop": ("loops",),
    "function": ("functions",),
    "kernel": ("kernels",),
    "pointer variable": ("pointers",),
    "struct field": ("members",),
    "struct|union|enum type": ("structs", "unions", "enumerations"),
    "type": ("types",),
    "variable": ("variables",),
}
"""The targets of an attribute, as the tables write them, in words."""

_PRAGMA: Final = "#pragma "
_IMAGE: Final = re.compile(r"\bimage(\dd)")
Manual = tuple[tuple[str, tuple[str, ...]], ...]
"""The names of a function's older reference pages, by version."""
_KEYWORDS: Final = "keywords"
"""The place in the specification for names without their own page."""
_ATTRIBUTE: Final = re.compile(r"__attribute__\(\((\w+)\)\)")


def reference(
    name: str,
    target: Target | None,
    overload: BuiltinOverload | None = None,
    *,
    most: int | None = None,
) -> list[Part]:
    """Return the documentation of a name, empty if there is none.

    Attributes are named `__attribute__((name))`, pragmas as `#pragma NAME`, concepts and
    pages of the unified reference by their names.  With a `target`, the text says what is missing
    there; with an `overload` of a function, it begins with that one, in its concrete types.  At
    most `most` overloads are listed.
    """
    return list(_parts(name, target, overload, most))


def _parts(
    name: str, target: Target | None, overload: BuiltinOverload | None, most: int | None
) -> Iterator[Part]:
    written = _ATTRIBUTE.fullmatch(name)
    if written is not None:
        yield from _attribute(written[1], target)
    elif name.startswith(_PRAGMA):
        yield from _pragma(name, target)
    elif (found_function := function(name) or function_family(name)) is not None:
        yield from _function(found_function, target, overload, most)
    elif (found_type := builtin_type(name)) is not None:
        yield from _type(found_type, target)
    elif macro(name) is not None:
        yield from _macro(name, target)
    elif keyword(_ALSO_SPELLED.get(name, name)) is not None:
        yield from _keyword(_ALSO_SPELLED.get(name, name), target)
    elif extension(name) is not None:
        yield from _extension(name, target)
    else:
        yield from topic_parts(name)


# --- functions -----------------------------------------------------------------------------------


def _function(
    found: BuiltinFunction,
    target: Target | None,
    overload: BuiltinOverload | None,
    most: int | None,
) -> Iterator[Part]:
    written = documented(found.key)
    chosen = None if overload is None else overload.signature
    overloads = overloads_of(found, target)
    count = overload_count(overloads)
    if overload is not None:
        note = f"  // one of {count} overloads" if count > 1 else ""
        yield Part(wrapped(overload.declaration) + note, code=True)
    else:
        yield Part(listing(overloads, most), code=True)
    if written is not None:
        yield Part(written.entry.text)
    elif found.note:
        yield Part(sentence(found.note))
    spelled = spelling_words(found.name)
    if spelled:
        yield Part(spelled)
    if chosen is not None:
        deprecated = chosen.availability.deprecated or found.availability.deprecated
        yield from _availability(chosen.availability._replace(deprecated=deprecated), target)
    else:
        missing = found.missing(target) if target else None
        yield from _conditions(headline(found), target, missing)
    yield from _arguments(written, (chosen,) if chosen else found.signatures)
    if all(each.returns == "void" for each in found.signatures):
        yield Part("**Returns.** Nothing.")
    elif written is not None:
        yield from _section(written, "Returns", detail=False)
    if chosen is not None and count > 1:
        yield Part("All overloads:", detail=True)
        yield Part(listing(overloads, most), code=True, detail=True)
    further = written.section("Accuracy") if written is not None else ""
    accuracy = "\n\n".join(filter(None, [accuracy_words(found.ulp, target), further]))
    if accuracy:
        yield Part(f"**Accuracy.** {accuracy}", detail=True)
    if found.name == "printf":
        yield from format_parts()
    yield from _details(written)
    if found.page or found.anchor:
        manual = (
            found.manual if overload is None else _for_image(found.manual, overload.declaration)
        )
        yield from _link(found.page, found.anchor, manual, target)
    else:
        yield from _registry_link(link_of_extensions(found.signatures[0].availability))


# --- other names ---------------------------------------------------------------------------------


def _type(found: BuiltinType, target: Target | None) -> Iterator[Part]:
    # An atomic type is a separate type, whatever its values are.
    alias = found.of if found.kind == "scalar-alias" else ""
    yield Part(f"typedef {alias} {found.name}" if alias else found.name, code=True)
    written = documented(found.name)
    if written is not None:
        yield Part(written.entry.text)
    words = []
    if found.kind == "reserved":
        words.append("reserved word, no type that can be used")
    if found.size is not None:
        aligned = found.alignment or found.size
        words.append(f"{bytes_words(found.size)}, aligned to {aligned}")
    elif found.pointer_sized:
        words.append("as large as a pointer of the device")
    if found.host:
        words.append(f"`{found.host}` in the host's API")
    if words:
        yield Part(sentence("; ".join(words)))
    if found.kind != "reserved":
        yield from _availability(found.availability, target)
    yield from _details(written)
    named = builtin_type(found.of) if found.of and not found.page else None
    if named is not None or found.page:
        yield from _link(found.page or (named.page if named else ""), "", (), target)
    else:
        yield from _registry_link(link_of_extensions(found.availability))


def _macro(name: str, target: Target | None) -> Iterator[Part]:
    found = macro(name)
    assert found is not None
    value = found.value
    shown = value if value is not None and not found.value_source else ""
    if found.enumeration:
        yield Part(f"enum {found.enumeration} {{ {name} }}", code=True)
    elif name in _NO_MACROS:
        yield Part(_NO_MACROS[name], code=True)
    else:
        yield Part(f"#define {name}{found.parameters} {shown}".rstrip(), code=True)
    written = documented(name)
    if written is not None:
        yield Part(written.entry.text)
    is_open = value is None or found.value_source
    # The build decides predefined values, and the topic explains values that are no numbers.
    if is_open and not found.enumeration and found.group not in ("predefined", "float"):
        yield Part("The implementation chooses its value.")
    if found.type:
        yield Part(f"Its type is `{found.type}`.")
    if found.host:
        yield Part(f"`{found.host}` in the host's API.")
    yield from _availability(found.availability, target)
    if found.group == "feature":
        yield from feature_parts(found, target)
    yield from _details(written)
    yield from _registry_link(macro_link(found))


def _keyword(name: str, target: Target | None) -> Iterator[Part]:
    found = keyword(name)
    assert found is not None
    yield Part(name, code=True)
    written = documented(name)
    if written is not None:
        yield Part(written.entry.text)
    else:
        yield Part(sentence(" ".join(filter(None, [found.status, found.kind, "keyword"]))))
    yield from _availability(found.availability, target)
    yield from _details(written)
    yield from _link(found.page, _KEYWORDS, (), target)


def _attribute(name: str, target: Target | None) -> Iterator[Part]:
    known = attribute(name)
    if known is None:
        return
    yield Part(f"__attribute__(({known.name}{known.arguments}))", code=True)
    written = documented(f"__attribute__(({known.name}))")
    if written is not None:
        yield Part(written.entry.text)
    targets = [word for each in known.target.split(", ") for word in ATTRIBUTE_TARGETS[each]]
    yield Part(f"Applies to {listed(targets)}.")
    yield from _availability(known.availability, target)
    yield from _details(written)
    if known.page:
        yield from _link(known.page, "", (), target)
    else:
        yield from _registry_link(link_of_extensions(known.availability))


def _pragma(name: str, target: Target | None) -> Iterator[Part]:
    known = pragma(name.removeprefix(_PRAGMA))
    if known is None:
        return
    yield Part(known.syntax, code=True)
    written = documented(name)
    if written is not None:
        yield Part(written.entry.text)
    yield from _availability(known.availability, target)
    yield from _details(written)
    yield from _link(known.page, "", (), target)


def _extension(name: str, target: Target | None) -> Iterator[Part]:
    found = extension(name)
    assert found is not None
    yield Part(name, code=True)
    written = documented(name)
    if written is not None:
        yield Part(written.entry.text)
    yield from extension_parts(found, target)
    yield from _details(written)
    yield from _registry_link(extension_link(found))


# --- common parts --------------------------------------------------------------------------------


def _availability(availability: Availability, target: Target | None) -> Iterator[Part]:
    yield from _conditions(availability, target, availability.missing(target) if target else None)


def _conditions(
    availability: Availability, target: Target | None, missing: Reason | None
) -> Iterator[Part]:
    """Yield the conditions under which a name exists, and what is `missing` in this file."""
    words = []
    needs = condition_words(availability)
    if needs:
        words.append(sentence(needs))
    if missing is not None and target:
        lacks = marked_options(missing.text)
        words.append(f"**Not in this file ({target.version.label}): {lacks}.**")
    if availability.deprecated is not None:
        words.append(f"Deprecated by {version_words(availability.deprecated)}.")
    if words:
        yield Part(" ".join(words))


def _arguments(written: Documented | None, overloads: Sequence[Signature]) -> Iterator[Part]:
    """Yield the meanings of the arguments of the overloads."""
    if written is None:
        return
    named = dict.fromkeys(
        each.name or each.type for overload in overloads for each in overload.parameters
    )
    known = written.arguments
    meant = [f"- `{name}`: {known[name]}" for name in named if name in known]
    if meant:
        yield Part("\n".join(meant))


def _section(written: Documented, heading: str, *, detail: bool = True) -> Iterator[Part]:
    text = written.section(heading)
    if text:
        glue = "\n" if text.startswith("- ") else " "
        yield Part(f"**{heading}.**{glue}{text}", detail=detail)


def _details(written: Documented | None) -> Iterator[Part]:
    if written is None:
        return
    topic = written.topic
    if topic.lead:
        yield Part(topic.lead, detail=True)
    for heading in ("Special values", "Notes", "Undefined"):
        yield from _section(written, heading)
    for example in written.examples:
        yield Part(f"**Example** ({example.std}).", detail=True)
        yield Part(example.code.rstrip(), code=True, detail=True)
    see = [*written.siblings[:6], *topic.see]
    if see:
        yield Part("**See also** " + names_line(see) + ".", detail=True)
    yield from checked_by(topic)


def _registry_link(link: Link | None) -> Iterator[Part]:
    if link is not None:
        yield Part(f"[{link.title}]({link.url})", detail=True)


def _for_image(manual: Manual, declaration: str) -> Manual:
    """Return the older pages, first the one for a declaration's image type: "read_imagef2d"."""
    image = _IMAGE.search(declaration)
    if image is None:
        return manual
    return tuple(
        (version, tuple(sorted(files, key=lambda file: not file.endswith(image[1]))))
        for version, files in manual
    )


def _link(
    page: str,
    anchor: str,
    manual: Manual,
    target: Target | None,
) -> Iterator[Part]:
    version = None if target is None else target.version.label[2:]
    yield from _registry_link(page_link(page, anchor, manual, version))
