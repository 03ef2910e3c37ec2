"""Generic signatures of built-in functions, with their concrete overloads, names and texts."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.types import builtin_type
from opencl_ls.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from opencl_ls.builtins.types import BuiltinType
    from opencl_ls.builtins.versions import Availability, Conditions, Reason

Value = str | int

WIDTHS: Final = (1, 2, 3, 4, 8, 16)
ELEMENTS: Final = (
    "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "half",
)  # fmt: skip

_WORD = lazy_pattern(r"[A-Za-z_]\w*")
_HOLE = re.compile(r"\{(\w+)\}")
_SIZES: Final = {
    "char": 1, "uchar": 1, "short": 2, "ushort": 2, "half": 2, "int": 4, "uint": 4, "float": 4,
    "long": 8, "ulong": 8, "double": 8,
}  # fmt: skip
_SIGNED: Final = {1: "char", 2: "short", 4: "int", 8: "long"}
# "n" after one of these, as in "floatn" or "dstn", is the component count of the overload.
_COUNTED = lazy_pattern(r"(char|uchar|short|ushort|int|uint|long|ulong|float|double|half)([nm])")

# The component count of a gradient's coordinates, by the dimensions of the image.
_GRADIENTS: Final = {
    "image1d_t": "float",
    "image1d_array_t": "float",
    "image2d_t": "float2",
    "image2d_array_t": "float2",
    "image2d_depth_t": "float2",
    "image2d_array_depth_t": "float2",
    "image3d_t": "float4",
}

ACCESS: Final = "aQual"
"""The word for a choice of access qualifiers in a signature, as on the pages."""

_SHOWN: Final = {
    "gentype": ("gentype", "gentype", "n"),
    "sgentype": ("gentype", "gentype", ""),
    "gentypem": ("gentype", "gentype", "m"),
    "igentype": ("gentype", "igentype", "n"),
    "ugentype": ("gentype", "ugentype", "n"),
    "dst": ("dst", "gentype", ""),
    "dstn": ("dst", "gentype", "n"),
    "srcn": ("src", "srctype", "n"),
    "srcm": ("", "srctypem", ""),
    "aq": ("aq", ACCESS, ""),
}
"""For each word: the word that gives its value, its text if that has a choice, and its count."""

# The words of the tables that are in no specification, with the words to show instead.
_READABLE: Final = {
    "Q ": "", "Q2 ": "", f"{ACCESS} ": "", "image image": "image", "icoord": "intn",
    "fcoord": "floatn", "grad": "floatn",
}  # fmt: skip
# The parts of a family's name, as the pages write them: "convert_gentypen<_sat><_roundingMode>".
_NAME_PARTS: Final = {
    "dst": "gentype", "n": "n", "sat": "<_sat>", "r": "<_roundingMode>",
}  # fmt: skip
_TABLE_WORD: Final = re.compile("|".join(rf"\b{word}\b" for word in _READABLE))


class Parameter(NamedTuple):
    """One parameter of a generic signature: its type as written there, and its name.

    The type "..." means any further arguments, and has no name.
    """

    type: str
    name: str


class Signature(NamedTuple):
    """One generic signature of a function.

    `name` is the concrete name or a pattern of names ("vload{n}").  `variables` has the values of
    each generic word of the types, in the order of the specification: element types for "gentype",
    component counts for "n" and "m", address spaces for "Q" ("" is generic), image types for
    "image", and so on; a signature has an overload for each combination.  `group` is the group of
    functions when it differs from the function's own.
    """

    name: str
    returns: str
    parameters: tuple[Parameter, ...]
    variables: tuple[tuple[str, tuple[str | int, ...]], ...]
    availability: Availability
    group: str
    note: str = ""
    constraint: str = ""
    source: str = ""

    @property
    def variadic(self) -> bool:
        """Tell whether further arguments may follow the named ones."""
        return bool(self.parameters) and self.parameters[-1].type == "..."

    def missing(self, target: Conditions) -> Reason | None:
        """Return what `target` lacks for this signature, or None."""
        return self.availability.missing(target)

    def concrete(self, name: str | None = None) -> Iterator[ConcreteSignature]:
        """Yield the concrete overloads, only those with the concrete `name` if one is given."""
        named = concrete_names(self)
        if name is None:
            fixed: Iterable[tuple[str, Mapping[str, Value]]] = named.items()
        else:
            fixed = [(name, named[name])] if name in named else []
        for concrete, values in fixed:
            for others in _assignments(self, values):
                for sources in _any_sources(self, others):
                    chosen = others | sources
                    yield ConcreteSignature(
                        concrete,
                        concrete_type(self.returns, chosen),
                        tuple(concrete_type(each.type, chosen) for each in self.parameters),
                    )

    def render(self, name: str | None = None) -> str:
        """Return the signature for display, under the concrete `name` if one is given.

        For example `gentypen clamp(gentypen x, gentypen minval, gentypen maxval)`: the words are
        those of the reference pages, `gentype` an element type and `n` a number of components.
        If address spaces, access qualifiers or images differ, none is named.
        """
        text = render_generic(self, name)
        return _TABLE_WORD.sub(lambda match: _READABLE[match[0]], text)


class ConcreteSignature(NamedTuple):
    """A concrete overload: its name, return type and parameter types as written in a program.

    A pointer's type carries its qualifiers ("const global float4 *"; without an address space
    it points to the generic one), a pipe's element type stays "gentype", and a last parameter
    "..." means further arguments.
    """

    name: str
    returns: str
    parameters: tuple[str, ...]


def concrete_names(signature: Signature) -> Mapping[str, Mapping[str, Value]]:
    """Return the concrete names of a signature, each with the values that make it."""
    return _concrete_names(signature.name, signature.variables)


@cache
def _concrete_names(
    pattern: str, variables: tuple[tuple[str, tuple[Value, ...]], ...]
) -> Mapping[str, Mapping[str, Value]]:
    holes = {_base(hole) for hole in _HOLE.findall(pattern)}
    named = [(word, values) for word, values in variables if word in holes]
    words = [word for word, _ in named]
    choices = [
        dict(zip(words, values, strict=True)) for values in product(*(each for _, each in named))
    ]
    return {_filled(pattern, values): values for values in choices}


def type_in_name(signature: Signature, name: str) -> BuiltinType | None:
    """Return the type that a concrete name spells ("convert_int3_rte", "vload3"), or a similar one.

    Names with only a component count ("vload3") give some vector of that count, since the needs are
    the same for all; None means that the signature has no such name.
    """
    values = concrete_names(signature).get(name)
    if values is None:
        return None
    element, count = str(values.get("dst", "char")), values.get("n", 1)
    # Storing a `half` needs nothing, but converting to it does, as its vectors do.
    spelt = "half2" if (element, count) == ("half", 1) else element + _suffix(count)
    return builtin_type(spelt)


def _assignments(signature: Signature, fixed: Mapping[str, Value]) -> Iterator[dict[str, Value]]:
    """Yield each choice of values for the generic words of a signature, some of them fixed."""
    words = [word for word, _ in signature.variables]
    choices = ((fixed[word],) if word in fixed else values for word, values in signature.variables)
    for values in product(*choices):
        yield dict(zip(words, values, strict=True))


def concrete_type(text: str, values: Mapping[str, Value]) -> str:
    """Return a type of a generic signature with the generic words replaced by `values`."""
    replaced = _WORD.sub(lambda match: _word(match[0], values), text)
    return " ".join(replaced.split())


def _word(word: str, values: Mapping[str, Value]) -> str:
    element = str(values.get("gentype", "gentype"))
    count = values.get("n", 1)
    image = str(values.get("image", ""))
    match word:
        case "gentype":
            return element + _suffix(count)
        case "sgentype":
            return element
        case "gentypem":
            return element + _suffix(values["m"])
        case "ugentype":
            return "u" + _SIGNED[_SIZES[element]] + _suffix(count)
        case "igentype":
            return _SIGNED[_SIZES[element]] + _suffix(count)
        case "atomic_gentype":
            return "atomic_" + element
        case "dstn" | "srcn":
            return str(values[word[:-1]]) + _suffix(count)
        case "srcm":
            return str(values["src"]) + _suffix(values["m"])
        case "icoord" | "fcoord" | "grad":
            return _coordinate(word, image)
    if word in values:
        return str(values[word])
    counted = _COUNTED.fullmatch(word)
    return counted[1] + _suffix(values.get(counted[2], 1)) if counted else word


def _coordinate(word: str, image: str) -> str:
    if word == "grad":
        return _GRADIENTS.get(image, "float2")
    known = builtin_type(image)
    if known is None:
        return "int2" if word == "icoord" else "float2"
    return known.int_coordinate if word == "icoord" else known.float_coordinate


def _any_sources(signature: Signature, values: Mapping[str, Value]) -> Iterator[dict[str, Value]]:
    """Yield the sources of `as_type`: every type of the same size, and 4 components into 3."""
    if all(parameter.type != "srcm" for parameter in signature.parameters):
        yield {}
        return
    destination, count = str(values["dst"]), values.get("n", 1)
    size = _SIZES.get(destination, 8) * _storage(int(count))
    for element, width in product(ELEMENTS, WIDTHS):
        if _SIZES[element] * _storage(width) == size:
            yield {"src": element, "m": width}


def _storage(width: int) -> int:
    return 4 if width == 3 else width


def _filled(name: str, values: Mapping[str, Value]) -> str:
    return _HOLE.sub(lambda match: _hole(match[1], values), name)


def _hole(hole: str, values: Mapping[str, Value]) -> str:
    value = values[_base(hole)]
    return _suffix(value) if isinstance(value, int) else value


def _base(hole: str) -> str:
    return hole.rstrip("1")


def _suffix(count: Value) -> str:
    return "" if count == 1 else str(count)


def render_generic(
    signature: Signature, name: str | None = None, fixed: Mapping[str, Value] | None = None
) -> str:
    """Return a signature with a word for each choice, also words that no page has: `Q`, `image`.

    A word with a single value, or with one in `fixed`, is replaced by it.
    """
    choices = dict(signature.variables)
    values = None if name is None else concrete_names(signature).get(name)
    choices |= {word: (value,) for word, value in (values or {}).items()}
    choices |= {word: (value,) for word, value in (fixed or {}).items()}
    parameters = ", ".join(
        _declared(_rendered(parameter.type, choices), parameter.name)
        for parameter in signature.parameters
    )
    returns = _rendered(signature.returns, choices)
    family = _HOLE.sub(lambda match: _NAME_PARTS[_base(match[1])], signature.name)
    shown = family if name is None or values is None else name
    return f"{returns} {shown}({parameters or 'void'})"


def _rendered(text: str, choices: Mapping[str, tuple[Value, ...]]) -> str:
    words = _WORD.sub(lambda match: shown_word(match[0], choices), text)
    return " ".join(words.split())


def shown_word(word: str, choices: Mapping[str, tuple[Value, ...]]) -> str:
    """Return a word of a generic type for display.

    `choices` are the values that each word may have.
    """
    if word in ("icoord", "fcoord", "grad"):
        image = _only(choices, "image")
        return _coordinate(word, image) if image else word
    known = _SHOWN.get(word)
    if known is not None:
        variable, generic, count = known
        element = _only(choices, variable)
        if element and word in ("igentype", "ugentype"):
            element = _word(word, {"gentype": element})
        return (element or generic) + (_counted(choices, count) if count else "")
    if word == "atomic_gentype":
        return f"atomic_{_only(choices, 'gentype') or 'gentype'}"
    if word in choices:
        # The one value of an address space may be "", the generic one.
        values = choices[word]
        return str(values[0]) if len(values) == 1 else word
    counted = _COUNTED.fullmatch(word)
    return counted[1] + _counted(choices, counted[2]) if counted else word


def _only(choices: Mapping[str, tuple[Value, ...]], word: str) -> str:
    """Return the one value of a word, "" if there is a choice."""
    values = choices.get(word, ())
    return str(values[0]) if len(values) == 1 else ""


def _counted(choices: Mapping[str, tuple[Value, ...]], word: str) -> str:
    values = choices.get(word, (1,))
    if len(values) > 1:
        return word
    return "" if values[0] == 1 else str(values[0])


def _declared(type_text: str, name: str) -> str:
    if not name or "(^" in type_text:
        return type_text
    return type_text + name if type_text.endswith("*") else f"{type_text} {name}"
