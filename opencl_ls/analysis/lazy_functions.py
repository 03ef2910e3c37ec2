"""Functions of which only the head is bound, when their name is looked up.

When a program of a thousand functions is opened, the functions that the user sees are analysed
first.  For the others it is enough to know that there is a function of that name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.names.bind import bind
from opencl_ls.semantics.types import UNKNOWN_QUALIFIED
from opencl_ls.semantics.types.symbols import Function, Symbol
from opencl_ls.syntax import records as r
from opencl_ls.syntax.lower import lower

if TYPE_CHECKING:
    from opencl_ls.analysis.environment import UnitEnvironment
    from opencl_ls.settings.target import Target

_HEAD: Final = re.compile(r"[^{;=\"'#]*\)\s*(?=\{)")
# Words, a name and a list of parameters in one pair of parentheses.
_PLAIN: Final = lazy_pattern(
    r"((?:\s*+[A-Za-z_]\w*+[\s*]++)+?)([A-Za-z_]\w*+)\s*+\([^(){};=\"'#/]*+\)\s*+(?=\{)", re.A
)
_WORD: Final = re.compile(r"[A-Za-z_]\w*", re.A)
# They define more than the function, or do not begin a function.
_OTHERS: Final = frozenset(
    "struct union enum typedef if else for while do switch case default return sizeof".split()
)


class LazyFunction(Function, kw_only=True):
    """A function of which the name is known; `head` is the model of its head once it is `resolved`.

    `text` and `target` are those of the item.  `resolve` fills the other fields.
    """

    text: str
    target: Target
    resolved: bool = False
    head: ItemModel | None = None

    def resolve(self, environment: UnitEnvironment) -> Symbol | None:
        """Return the function as other items see it; None if the item declares none."""
        if not self.resolved:
            self.resolved = True
            self.head = bind_head(self.text, environment, self.target)
            found = None if self.head is None else self.head.exports.get(self.name)
            self.fingerprint = 0 if found is None else found.fingerprint
        return None if self.head is None else self.head.exports.get(self.name)


def head_model(
    text: str, environment: UnitEnvironment, target: Target, *, bound: bool
) -> ItemModel | None:
    """Return a model for a function of which only the head is known.

    Its head is bound when its name is looked up.  If the name is not clear from the text, or an
    earlier declaration adds to the function, the head is bound here if `bound` is true.  Returns
    None if the item is not certainly a function.
    """
    lazy = _lazy_model(text, target)
    if lazy is not None and not _extends_earlier(lazy, environment):
        return lazy
    return bind_head(text, environment, target) if bound else None


def _lazy_model(text: str, target: Target) -> ItemModel | None:
    """Return a model that exports a lazy function; None if the item is not certainly a function."""
    match = _PLAIN.match(text)
    if match is None or not text.endswith("}"):
        return None
    words = _WORD.findall(match[1])
    if not _OTHERS.isdisjoint((*words, match[2])):
        return None
    model = ItemModel(r.Item(text, (), (), {}))
    word = r.Word(*match.span(2), match[2])
    body = r.Compound(match.end(), len(text), ())
    specifiers = r.Specifiers(0, match.start(2), (), (), None, ())
    declarator = r.Declarator(*match.span(2), word, (), ())
    definition = r.FunctionDefinition(0, len(text), specifiers, declarator, body)
    function = LazyFunction(
        match[2],
        word,
        UNKNOWN_QUALIFIED,
        hash(match[0]),
        declaration=definition,
        declarator=declarator,
        definition=definition,
        storage=frozenset(each.strip("_") for each in words) & {"kernel", "static", "inline"},
        attributes=(),
        parameters=[],
        text=text,
        target=target,
    )
    model.exports[match[2]] = model.declared[definition] = function
    return model


def _extends_earlier(model: ItemModel, environment: UnitEnvironment) -> bool:
    """Tell whether an earlier declaration makes a function a kernel, or one of several overloads.

    A lazy function is resolved in an environment in which its own name means itself.
    """
    for name in model.exports:
        earlier = environment.names.get(name)
        if isinstance(earlier, LazyFunction):
            return True
        if isinstance(earlier, Function) and (earlier.is_kernel or earlier.is_overloadable):
            return True
    return False


def bind_head(text: str, environment: UnitEnvironment, target: Target) -> ItemModel | None:
    """Return the model of the head of a function; None if the text is not certainly a function."""
    match = _HEAD.match(text)
    if match is None or not text.endswith("}"):
        return None
    item = lower(match[0] + "{}", environment.is_type)
    declarations = item.declarations
    if item.problems or len(declarations) != 1:
        return None
    if not isinstance(declarations[0], r.FunctionDefinition):
        return None
    return bind(item, environment, target)


def is_unresolved(symbol: Symbol) -> bool:
    """Tell whether a symbol is a lazy function that is not resolved."""
    return isinstance(symbol, LazyFunction) and not symbol.resolved


def declaring(model: ItemModel) -> ItemModel:
    """Return the model with the uses and declarations of an item: that of a resolved head."""
    for symbol in model.exports.values():
        if isinstance(symbol, LazyFunction) and symbol.head is not None:
            return symbol.head
    return model
