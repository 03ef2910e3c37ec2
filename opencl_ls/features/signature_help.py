"""Signature help: the overloads of the callee, and the active parameter."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.builtins.functions import function, function_key
from opencl_ls.builtins.macros import macro
from opencl_ls.builtins.signatures import ACCESS
from opencl_ls.builtins.versions import version_words
from opencl_ls.docs.library import documented
from opencl_ls.reference.comments import taken_apart
from opencl_ls.reference.content import Part, marked_options, sentence, shortened
from opencl_ls.text import byte_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import CallInfo, Signature
    from opencl_ls.builtins.functions import BuiltinFunction
    from opencl_ls.docs.library import Documented
    from opencl_ls.settings.target import Target

_MOST: Final = 12
"""The largest number of overloads that are shown; atomic functions have more."""
_LONGEST: Final = 1000
"""The length of a macro's definition that is shown, in characters."""

_COUNTED: Final = re.compile(r"(u?(?:char|short|int|long)|float|double|half)([nm])")
_GENERIC: Final = "__generic "
_SOURCE: Final = re.compile(r"srctype(\d*)")
_CONVERSION: Final = re.compile(
    r"%(?:%|[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*)?)?(?:v\d+)?(?:hh|hl|h|ll|l)?[A-Za-z])"
)
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_ELEMENTS: Final = "one component of `gentypen`"
_DERIVED: Final = {
    "igentype": "the signed integer type of the size of `gentype`",
    "igentypen": "a signed integer for each component of `gentypen`, of its size",
    "ugentype": "the unsigned integer type of the size of `gentype`",
    "ugentypen": "an unsigned integer for each component of `gentypen`, of its size",
    "srctypem": "any type as large as the result",
    "gentypem": "a vector with components of the same type as `gentypen`",
    "atomic_gentype": "the atomic type of `gentype`",
    "icoord": "an `int` for each dimension of the image",
    "fcoord": "a `float` for each dimension of the image",
    "grad": "a `float` for each dimension of the image",
}
_XYZW: Final = ("x", "y", "z", "w")


class ParameterHelp(Struct, frozen=True):
    """A parameter: its place in the label, from `start` to `end`, and its documentation."""

    start: int
    end: int
    text: str


class OverloadHelp(Struct, frozen=True):
    """One overload of a callee; `active` is the index of the active parameter, or None.

    The label is a byte text, in which the parameters' places count.
    """

    label: str
    parameters: tuple[ParameterHelp, ...]
    parts: tuple[Part, ...]
    active: int | None


class SignatureHelp(Struct, frozen=True):
    """The overloads of a callee, and the index of the one to show first."""

    overloads: tuple[OverloadHelp, ...]
    active: int


def signature_help(analysis: Analysis, offset: int, chosen: str = "") -> SignatureHelp | None:
    """Return the overloads of the innermost call whose parentheses hold a byte, None for no call.

    `chosen` is the label of the overload that the user has selected: it stays first while the
    arguments fit it.
    """
    call = analysis.call_at(offset)
    if call is None:
        return None
    if call.kind == "vector-literal":
        return SignatureHelp((_vector_literal(call),), 0)
    if call.kind == "unknown":
        return _builtin_macro(call)
    if not call.signatures:
        return None
    order = _shown(call)
    known = function(call.name) if call.kind == "builtin" else None
    if known is not None:
        overloads = tuple(_builtin_overload(analysis, call, known, number) for number in order)
    else:
        definition, comment = _own_words(analysis, call)
        comment_parts = taken_apart(comment)
        overloads = tuple(
            _own_overload(call, call.signatures[number], definition, *comment_parts)
            for number in order
        )
    return SignatureHelp(overloads, _first(call, order, chosen))


def _shown(call: CallInfo) -> list[int]:
    """Return the indices of the overloads to show: generic ones first, twelve at most."""

    def worth(number: int) -> tuple[bool, bool, bool]:
        is_generic = bool(call.signatures[number].generic)
        return number != call.fitting, number not in call.possible, not is_generic

    # If there are many, overloads that the arguments exclude are left out first.
    wanted = sorted(sorted(range(len(call.signatures)), key=worth)[:_MOST])
    return sorted(wanted, key=lambda number: not call.signatures[number].generic)


def _first(call: CallInfo, order: list[int], chosen: str) -> int:
    """Return which of the shown overloads comes first: the user's, else the first that fits."""
    for place, number in enumerate(order):
        label = call.signatures[number].label
        if chosen and number in call.possible and chosen in (label, label.replace(_GENERIC, "")):
            return place
    written = call.arguments[: max(1, call.argument)]
    if call.fitting in order and written and all(each.type_text for each in written):
        return order.index(call.fitting)
    # Before the first argument all overloads fit, and one of an unknown type fits most of them.
    fitting = (place for place, number in enumerate(order) if number in call.possible)
    return next(fitting, 0)


def _active(call: CallInfo, signature: Signature) -> int | None:
    count = len(signature.parameters)
    if call.argument < count:
        return call.argument
    return count - 1 if signature.is_variadic else None


# --- built-in functions --------------------------------------------------------------------------


def _builtin_overload(
    analysis: Analysis, call: CallInfo, known: BuiltinFunction, number: int
) -> OverloadHelp:
    signature = call.signatures[number]
    written = documented(function_key(known.name) or known.name)
    meanings = call.meanings if number == call.fitting else ()
    texts = {} if written is None else written.arguments
    conversion = _conversion(analysis, call)
    parameters = tuple(
        ParameterHelp(
            each.start,
            each.end,
            ("" if each.name else conversion) + byte_text(texts.get(each.name or "...", "")),
        )
        for each in signature.parameters
    )
    missing = known.missing(analysis.target)
    lacks = "" if missing is None else missing.text
    if number == call.fitting:
        lacks = call.missing or lacks
    parts = tuple(_builtin_parts(signature, known, written, dict(meanings), lacks, analysis.target))
    return OverloadHelp(signature.label, parameters, parts, _active(call, signature))


def _builtin_parts(
    signature: Signature,
    known: BuiltinFunction,
    written: Documented | None,
    meanings: Mapping[str, str],
    lacks: str,
    target: Target,
) -> Iterator[Part]:
    if written is not None:
        yield Part(byte_text(written.entry.text))
    elif known.note:
        yield Part(byte_text(sentence(known.note)))
    words = _generic_words(signature, meanings)
    if words:
        yield Part(words)
    if lacks:
        words = marked_options(f"**Not in this file ({target.version.label}): {lacks}.**")
        yield Part(words)
    deprecated = known.deprecated
    if deprecated is not None and target.version >= deprecated:
        yield Part(f"Deprecated by {version_words(deprecated)}.")


def _conversion(analysis: Analysis, call: CallInfo) -> str:
    """Return the conversion of `printf`'s format for the argument, "" if unknown."""
    if call.name != "printf" or call.argument < 1 or not call.arguments:
        return ""
    written = call.arguments[0].place
    if written.file != analysis.path:
        return ""
    found = _CONVERSION.findall(analysis.text[written.start : written.end])
    wanted = [each for each in found if not each.endswith("%")]
    if call.argument > len(wanted):
        return ""
    return f"The value for `{wanted[call.argument - 1]}`. "


def _generic_words(signature: Signature, meanings: Mapping[str, str]) -> str:
    """Return the values of the generic words of an overload, here or in general."""
    used = sorted(
        dict.fromkeys(_WORD.findall(_types_of(signature))), key=lambda word: word[:7] != "gentype"
    )
    settled = [f"`{word}` is `{meanings[word]}`" for word in used if word in meanings]
    choices = dict(signature.generic)
    lines = [
        f"`{word}` is {text}."
        for word in used
        if word not in meanings and (text := _meaning(word, choices, is_vector="gentypen" in used))
    ]
    here = [f"Here {_listed(settled)}."] if settled else []
    if len(lines) > 1:
        lines = [f"- {line}" for line in lines]
    return "\n".join([*here, *lines])


def _meaning(word: str, choices: Mapping[str, tuple[str, ...]], *, is_vector: bool) -> str:
    """Return the possible values of a word of a label, "" for one that is a type itself."""
    counted, source = _COUNTED.fullmatch(word), _SOURCE.fullmatch(word)
    if word == "gentype" and is_vector:
        return _ELEMENTS
    if word in ("gentype", "gentypen"):
        counts = choices.get("n", ()) if word == "gentypen" else ()
        elements = choices.get("gentype", ())
        kinds = _listed([f"`{each}`" for each in elements], "or") if elements else "any type"
        return _with_vectors(kinds, counts)
    if word in _DERIVED:
        return _DERIVED[word]
    if counted is not None and counted[2] in choices:
        return _with_vectors(f"`{counted[1]}`", choices[counted[2]])
    if source is not None:
        return f"any vector of {source[1]}" if source[1] else "any number"
    raw = "aq" if word == ACCESS else word
    if raw in choices and raw != "n":
        return _listed([f"`{each or 'generic'}`" for each in choices[raw]], "or")
    return ""


def _types_of(signature: Signature) -> str:
    """Return the label without the names of the function and of its parameters."""
    text = list(signature.label)
    for each in signature.parameters:
        if each.name and signature.label.endswith(each.name, each.start, each.end):
            text[each.end - len(each.name) : each.end] = " " * len(each.name)
    return "".join(text)


def _with_vectors(kinds: str, counts: tuple[str, ...]) -> str:
    """Return a text of element types with their possible numbers of components."""
    vectors = [each for each in counts if each != "1"]
    if not vectors:
        return kinds
    many = _listed(vectors, "or")
    if len(vectors) == len(counts):
        return f"a vector of {kinds} with {many} components"
    return f"{kinds}, or a vector of {many} components"


def _listed(words: Iterable[str], last: str = "and") -> str:
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def _builtin_macro(call: CallInfo) -> SignatureHelp | None:
    """Return a function-like macro of the language, such as `ATOMIC_VAR_INIT`."""
    known = macro(call.name)
    if known is None or not known.parameters:
        return None
    label, start = f"{call.name}{known.parameters}", len(call.name) + 1
    written = documented(call.name)
    texts = {} if written is None else written.arguments
    parameters: list[ParameterHelp] = []
    for name in known.parameters.strip("()").split(","):
        inner = name.strip()
        begin = label.index(inner, start)
        start = begin + len(inner)
        parameters.append(ParameterHelp(begin, start, byte_text(texts.get(inner, ""))))
    parts = () if written is None else (Part(byte_text(written.entry.text)),)
    active = call.argument if call.argument < len(parameters) else None
    return SignatureHelp((OverloadHelp(label, tuple(parameters), parts, active),), 0)


# --- functions and macros of the program, blocks -------------------------------------------------


def _own_words(analysis: Analysis, call: CallInfo) -> tuple[str, str]:
    """Return the definition of a macro, or "", and the comment about the callee."""
    if call.kind == "function":
        return "", analysis.comment_of(call.name)
    if call.kind == "macro" and call.name_place.file == analysis.path:
        known = analysis.macro_at(call.name_place.start)
        if known is not None:
            place = known.place
            return known.definition, "" if place is None else analysis.comment_of_macro(place)
    return "", ""


def _own_overload(
    call: CallInfo,
    signature: Signature,
    definition: str,
    comment_parts: list[Part],
    texts: Mapping[str, str],
) -> OverloadHelp:
    label = signature.label.replace(_GENERIC, "")
    parameters: list[ParameterHelp] = []
    for each in signature.parameters:
        # The usual spelling, which is also that of the built-in functions.
        start = each.start - _generic_before(signature.label, each.start)
        end = each.end - _generic_before(signature.label, each.end)
        parameters.append(ParameterHelp(start, end, texts.get(each.name, "")))
    parts: list[Part] = []
    if definition:
        parts.append(Part(shortened(definition, _LONGEST), code=True))
    parts += comment_parts
    return OverloadHelp(label, tuple(parameters), tuple(parts), _active(call, signature))


def _generic_before(label: str, end: int) -> int:
    return len(_GENERIC) * label.count(_GENERIC, 0, end)


# --- vector literals -----------------------------------------------------------------------------


def _vector_literal(call: CallInfo) -> OverloadHelp:
    """Return a literal as an overload with one parameter for each component."""
    names = _XYZW[: call.wanted] if call.wanted <= len(_XYZW) else _numbered(call.wanted)
    label = f"({call.name})("
    parameters: list[ParameterHelp] = []
    for name in names:
        label += ", " if parameters else ""
        parameters.append(ParameterHelp(len(label), len(label) + len(name), ""))
        label += name
    active = call.filled if call.filled is not None and call.filled < call.wanted else None
    words = _component_words(call)
    return OverloadHelp(f"{label})", tuple(parameters), (Part(words),) if words else (), active)


def _numbered(count: int) -> tuple[str, ...]:
    return tuple(f"s{number:x}" for number in range(count))


def _component_words(call: CallInfo) -> str:
    total, wanted = call.total, call.wanted
    if total is None:
        return ""
    if total > wanted:
        return f"{total} components for {wanted}: {total - wanted} too many."
    if total == wanted:
        return f"{total} of {wanted} components."
    words = f"{total} of {wanted} components, {wanted - total} missing."
    if total <= 1 and call.argument == 0 and len(call.arguments) <= 1:
        words += " A single scalar fills all."
    return words
