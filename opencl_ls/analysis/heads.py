"""Functions of which no more than the head is read, and that only when somebody asks for it.

A program of a thousand functions has been opened when what is looked at first has been analysed.
Of the others it is enough to know that there is a function of that name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

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
_PLAIN: Final = re.compile(
    r"((?:\s*+[A-Za-z_]\w*+[\s*]++)+?)([A-Za-z_]\w*+)\s*+\([^(){};=\"'#/]*+\)\s*+(?=\{)", re.A
)
_WORD: Final = re.compile(r"[A-Za-z_]\w*", re.A)
# They define more than the function, or begin what is none.
_OTHERS: Final = frozenset(
    "struct union enum typedef if else for while do switch case default return sizeof".split()
)


class UnreadFunction(Function, kw_only=True):
    """A function of which the name is known; `head` is the model of its head once that was asked.

    `text` is that of the item, for the analysis of which `target` is in force.
    """

    text: str
    target: Target
    asked: bool = False
    head: ItemModel | None = None

    def read(self, environment: UnitEnvironment) -> Symbol | None:
        """Return what others see of the function; None where the item declares none, after all."""
        if not self.asked:
            self.asked = True
            self.head = read_head(self.text, environment, self.target)
            found = None if self.head is None else self.head.exports.get(self.name)
            self.fingerprint = 0 if found is None else found.fingerprint
        return None if self.head is None else self.head.exports.get(self.name)


def unread_function(text: str, target: Target) -> ItemModel | None:
    """Return the model that stands for an unread function; None if the item is not plainly one."""
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
    function = UnreadFunction(
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


def goes_on_with_earlier(told: ItemModel, environment: UnitEnvironment) -> bool:
    """Tell whether an earlier declaration makes a function a kernel or one of several forms.

    When somebody asks for an unread function, its own name stands for itself, and nothing is known
    any more of what it stood for before.
    """
    for name in told.exports:
        earlier = environment.names.get(name)
        if isinstance(earlier, UnreadFunction):
            return True
        if isinstance(earlier, Function) and (earlier.is_kernel or earlier.is_overloadable):
            return True
    return False


def read_head(text: str, environment: UnitEnvironment, target: Target) -> ItemModel | None:
    """Return what the head of a function tells others; None where the text is not plainly one."""
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


def told_alike(told: ItemModel, read: ItemModel) -> bool:
    """Tell whether a function says to others what they were `told` before it was `read`."""
    if told.exports.keys() != read.exports.keys():
        return False
    if told.exported_tags.keys() != read.exported_tags.keys():
        return False
    tags = told.exported_tags.items()
    if any(tag.fingerprint != read.exported_tags[name].fingerprint for name, tag in tags):
        return False
    return all(
        is_unasked(symbol) or symbol.fingerprint == read.exports[name].fingerprint
        for name, symbol in told.exports.items()
    )


def is_unasked(symbol: Symbol) -> bool:
    """Tell whether nobody knows more of a symbol than that it is a function."""
    return isinstance(symbol, UnreadFunction) and not symbol.asked
