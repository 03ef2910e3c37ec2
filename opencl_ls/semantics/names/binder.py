"""The context of binding one item: its model, its scopes, and the walk over its records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from opencl_ls.semantics.model import Environment, ItemModel
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from opencl_ls.semantics import types as t
    from opencl_ls.semantics.names.assumptions import AssumptionBinder
    from opencl_ls.semantics.types.symbols import Function, Symbol, Tag
    from opencl_ls.semantics.typing.expression_cache import ExpressionCache
    from opencl_ls.settings.target import Target


_LEAVES: Final = frozenset((r.IntegerLiteral, r.FloatLiteral, r.CharacterLiteral))
"""Records that name nothing and have nothing below them."""


class Scope:
    """One scope of an item: ordinary names and tags."""

    __slots__ = ("names", "tags")

    def __init__(self) -> None:
        self.names: dict[str, Symbol] = {}
        self.tags: dict[str, Tag] = {}


class Binder:
    """The context of binding one item.

    `visits` gives the function that binds each class of records; the children of other records are
    bound one by one.  `specified` gives the function that makes a type of a specifier with a body.
    """

    def __init__(
        self,
        item: r.Item,
        environment: Environment,
        target: Target,
        visits: Mapping[type[r.Record], Callable[[Binder, Any], None]],
        specified: Mapping[type[r.Record], Callable[[Binder, Any], t.Type]],
    ) -> None:
        self.model = ItemModel(item)
        self.environment = environment
        self.target = target
        self.specified = specified
        self.scopes: list[Scope] = [Scope()]
        self.function: Function | None = None
        self.block: r.BlockLiteral | None = None
        self.depth = 0
        """The number of compound statements around the current record."""
        self.interface = item.text
        self.after_body = ""
        """The text of the item that other items can see: all but the body of a function."""
        self.keeps = False
        self.known: ExpressionCache | None = None
        self.lists: dict[r.Record, Scope] = {}
        """The scopes of the lists of parameters that declare tags."""
        self.incomplete: set[t.AggregateType] = set()
        """The structs of which the members are being read."""
        self.assumptions: AssumptionBinder | None = None
        """What binds the assumptions in comments, None where there are none."""
        self._visits = visits

    def lookup(self, name: str) -> Symbol | None:
        """Return the symbol of an ordinary name, and note the lookup of an outer one."""
        for scope in reversed(self.scopes):
            found = scope.names.get(name)
            if found is not None:
                return found
        outer = self.environment.symbol(name)
        self.model.uses[name] = None if outer is None else outer.fingerprint
        return outer

    def lookup_tag(self, name: str) -> Tag | None:
        """Return the tag of this name that is in scope."""
        for scope in reversed(self.scopes):
            found = scope.tags.get(name)
            if found is not None:
                return found
        outer = self.environment.tag(name)
        self.model.tag_uses[name] = None if outer is None else outer.fingerprint
        return outer

    def declare(self, symbol: Symbol, record: r.Record) -> None:
        """Put a symbol into the innermost scope."""
        self._note_earlier(symbol)
        self.scopes[-1].names[symbol.name] = symbol
        self.model.declared[record] = symbol
        self.model.events.append(symbol)

    def _note_earlier(self, symbol: Symbol) -> None:
        """Note the symbol that the name of a new symbol had so far."""
        earlier = self.scopes[-1].names.get(symbol.name)
        if earlier is not None:
            self.model.redeclared[symbol] = earlier
            return
        for scope in self.scopes[-2::-1]:
            outer = scope.names.get(symbol.name)
            if outer is not None:
                self.model.hidden[symbol] = outer
                return

    def visit_top(self, record: r.Statement) -> None:
        """Bind a record at program scope."""
        self.model.events.append(record)
        self._visits.get(type(record), Binder.visit_children)(self, record)

    def visit(self, record: r.Record, parent: r.Record) -> None:
        """Bind a record below `parent`."""
        if record in self.model.parents:
            return
        self.model.parents[record] = parent
        self.model.events.append(record)
        self._visits.get(type(record), Binder.visit_children)(self, record)

    def visit_children(self, record: r.Record) -> None:
        """Bind the records right below a record: as `visit`, with what literals need alone."""
        parents, events = self.model.parents, self.model.events
        for child in r.children(record):
            if child not in parents:
                parents[child] = record
                events.append(child)
                if type(child) not in _LEAVES:
                    self._visits.get(type(child), Binder.visit_children)(self, child)
