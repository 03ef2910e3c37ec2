"""Hovers over a conversion in the format of a `printf`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.printf import conversions, flags
from opencl_ls.reference.content import Hover, Part, sentence, shortened
from opencl_ls.reference.formats import taken_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.results import FormatInfo

_LONGEST: Final = 60


def format_hover(analysis: Analysis, offset: int) -> Hover | None:
    """Return what the conversion at an offset writes and which argument it takes, or None."""
    found = analysis.format_at(offset)
    if found is None:
        return None
    return Hover(found.start, found.start + len(found.text), tuple(_parts(found)))


def _parts(found: FormatInfo) -> Iterator[Part]:
    yield Part(found.text, code=True)
    conversion = conversions().get(found.conversion)
    if conversion is not None:
        each = f"{found.vector} components, separated by commas, each as " if found.vector else ""
        yield Part(" ".join([f"Writes {each}{conversion.does}.", *_argument(found)]))
    settings = [f"- {line}" for line in _settings(found)]
    if settings:
        yield Part("\n".join(settings))
    for fault in found.faults:
        yield Part(f"**{sentence(fault)}**")


def _argument(found: FormatInfo) -> Iterator[str]:
    if found.takes:
        yield f"It takes {taken_words(found.takes)}."
    if found.argument_text:
        text = shortened(" ".join(found.argument_text.split()), _LONGEST).replace("`", "'")
        yield f"Argument {found.argument + 1} is `{text}` (`{found.argument_type}`)."
    elif found.argument:
        yield "**There is no argument for it.**"


def _settings(found: FormatInfo) -> Iterator[str]:
    """Yield the effects of flags, width and precision, as far as they apply to the conversion."""
    for flag in dict.fromkeys(found.flags):
        meaning = flags()[flag].get(found.conversion)
        if meaning is not None:
            yield f"{'space' if flag == ' ' else f'`{flag}`'}: {meaning}"
    if found.width.isdigit():
        yield f"`{found.width}`: at least {found.width} characters wide"
    conversion = conversions().get(found.conversion)
    if conversion is not None and conversion.precision and found.precision not in (None, "*"):
        yield f"`.{found.precision}`: {conversion.precision.format(found.precision or 0)}"
