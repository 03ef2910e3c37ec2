"""The constants in initialisers of samplers, and the reads through them (OpenCL C 6.15.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import Folder
from opencl_ls.semantics.declarations.opaque import is_sampler
from opencl_ls.semantics.lookup.callees import builtin_name, is_sound, named_symbol
from opencl_ls.semantics.types.symbols import EnumeratorConstant, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel

ADDRESSING: Final = frozenset(
    (
        "CLK_ADDRESS_NONE",
        "CLK_ADDRESS_CLAMP_TO_EDGE",
        "CLK_ADDRESS_CLAMP",
        "CLK_ADDRESS_REPEAT",
        "CLK_ADDRESS_MIRRORED_REPEAT",
    )
)
FILTERS: Final = frozenset(("CLK_FILTER_NEAREST", "CLK_FILTER_LINEAR"))
COORDINATES: Final = frozenset(("CLK_NORMALIZED_COORDS_TRUE", "CLK_NORMALIZED_COORDS_FALSE"))


def sampler_words(expression: r.Expression | None) -> list[r.Name]:
    """Return the constants that are joined by `|` or `+` in an initialiser, in their order.

    The list is empty if the initialiser holds anything but names and numbers.
    """
    found: list[r.Name] = []
    waiting = [expression]
    while waiting:
        part = waiting.pop()
        if type(part) is r.Parenthesized:
            waiting.append(part.inner)
        elif type(part) is r.Binary and part.operator.text in ("|", "+"):
            waiting.extend((part.right, part.left))
        elif type(part) is r.Name:
            found.append(part)
        elif type(part) is not r.IntegerLiteral:
            return []
    return found


def sampler_number(model: ItemModel, expression: r.Expression) -> int | None:
    """Return the value of an initialiser with 0 for each of the constants, None if it has none.

    The compiler chooses the values of the constants.
    """

    def value(name: r.Name) -> int | None:
        symbol = model.references.get(name)
        if type(symbol) is EnumeratorConstant:
            return symbol.value
        return 0 if symbol is None and name.name in ADDRESSING | FILTERS | COORDINATES else None

    return Folder(value, model.named_type).integer(expression)


def at_integers(model: ItemModel, coordinate: r.Expression) -> bool:
    """Tell whether a coordinate is an integer, or a vector of them."""
    kind = model.type_of(coordinate).type
    element = kind.element if type(kind) is t.VectorType else kind
    return type(element) is t.ScalarType and not element.floating


class SampledRead(Struct, frozen=True, eq=False):
    """A call that reads an image through a sampler whose constants are known.

    `variable` is the sampler as declared, None if its value is written in the call; `constants` are
    the names in that value.
    """

    name: str
    image: r.Expression
    sampler: r.Expression
    coordinate: r.Expression
    variable: Variable | None
    constants: frozenset[str]

    @property
    def description(self) -> str:
        """The sampler in words, to begin a message with."""
        return "this sampler" if self.variable is None else f"sampler '{self.variable.name}'"

    @property
    def declared(self) -> list[tuple[Variable, str]]:
        """Where the sampler is declared, as a related place."""
        variable = self.variable
        return [] if variable is None else [(variable, f"'{variable.name}' is declared here")]


def sampled_read(model: ItemModel, call: r.Call) -> SampledRead | None:
    """Return a read through a sampler that the program writes, None for any other call."""
    name = builtin_name(model, call)
    if not name.startswith("read_image") or len(call.arguments) < 3 or not is_sound(model, call):
        return None
    image, sampler, coordinate = call.arguments[:3]
    value: r.Expression | None = sampler
    variable: Variable | None = None
    symbol = named_symbol(model, sampler)
    if type(symbol) is Variable and is_sampler(symbol.type.type):
        variable, value = symbol, symbol.declarator.initializer
    names = frozenset(word.name for word in sampler_words(value))
    if not names or not names <= ADDRESSING | FILTERS | COORDINATES:
        return None
    return SampledRead(name, image, sampler, coordinate, variable, names)
