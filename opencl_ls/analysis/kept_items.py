"""Items kept from another run: their names, findings and summary, without their records.

An entry is made from an analysed item, and becomes a model of which the other fields are missing.
When one of them is asked for, the item is lowered and bound as if it had not been kept.  An entry
holds while the names that the item uses have the same fingerprints, as an item of the cache in
memory does, so that its key needs only the text and the target.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast, final

from msgspec import DecodeError, Struct, msgpack
from msgspec.structs import astuple

from opencl_ls.analysis.lazy_functions import LazyFunction, bind_head
from opencl_ls.blake2 import blake2b
from opencl_ls.semantics.model import SUMMARY, ItemModel
from opencl_ls.semantics.model.fingerprints import fingerprint
from opencl_ls.semantics.names.bind import bind
from opencl_ls.semantics.types import UNKNOWN_QUALIFIED
from opencl_ls.semantics.types.symbols import Function, Symbol, Typedef
from opencl_ls.syntax import records as r
from opencl_ls.syntax.lower import lower

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from opencl_ls.analysis.environment import UnitEnvironment
    from opencl_ls.linter.context import ItemFinding
    from opencl_ls.settings.target import Target

OTHER: Final = 0
TYPEDEF: Final = 1
PROTOTYPE: Final = 2
DEFINITION: Final = 3
"""What a kept name is."""

_DIGEST: Final = 16
"""The length of a key, in bytes."""
_TARGETS: Final = 50
"""The limit of a cache, in targets."""
_LACKED_BY_ITEMS: Final = frozenset(("declarations", "recovered"))
_HELD_BY_MODELS: Final = frozenset(("item", "uses", "tag_uses", "derived", "graphs"))
_LACKED_BY_MODELS: Final = frozenset(ItemModel.__struct_fields__) - _HELD_BY_MODELS
"""The fields that are missing until the records are read."""
_SCALARS: Final = frozenset((str, int, float, bool, type(None)))


class Entry(NamedTuple):
    """What is kept of an item.

    `uses`, `tag_uses` and `type_names` are those of its model.  `names` are the names that it
    declares, each with what it is (one of the constants above) and its fingerprint; `tags` those of
    its tags.  `summary` holds facts by the names of their functions, see `_packed`.  `findings` is
    None where one of them leads to another item.  `agreeing` has the declared names, and the tags,
    of which the declarations do not clash, each with a fingerprint of all of them.
    """

    uses: dict[str, int | None]
    tag_uses: dict[str, int | None]
    type_names: dict[str, bool]
    names: dict[str, tuple[int, int]]
    tags: dict[str, int]
    summary: dict[str, Any]
    findings: list[Any] | None
    agreeing: tuple[dict[str, int], dict[str, int]]


@final
class KeptItem(r.Item, eq=False, kw_only=True):
    """An item that is lowered when its records are asked for; it has no syntax problems."""

    environment: UnitEnvironment

    def read(self) -> r.Item:
        """Return the item with its records."""
        return lower(self.text, self.environment.is_type)

    def __getattr__(self, field: str) -> object:
        """Read a field that is missing."""
        if field not in _LACKED_BY_ITEMS:
            raise AttributeError(field)
        read = self.read()
        self.declarations, self.recovered = read.declarations, read.recovered
        return getattr(self, field)


@final
class KeptModel(ItemModel, eq=False, kw_only=True):
    """A model that is bound when more is asked for than its entry has.

    `environment` holds the names that the item uses.  `heads` are the symbols of its functions that
    were looked up: for these only the heads of the functions are bound.
    """

    entry: Entry
    environment: UnitEnvironment
    target: Target
    heads: dict[str, Symbol]

    @property
    def is_read(self) -> bool:
        """See ItemModel."""
        return type(self.item) is not KeptItem

    @property
    def export_names(self) -> Iterable[str]:
        """See ItemModel."""
        return self.entry.names

    @property
    def tag_names(self) -> Iterable[str]:
        """See ItemModel."""
        return self.entry.tags

    def agrees_with(self, name: str, earlier: Sequence[ItemModel], *, is_tag: bool) -> bool:
        """See ItemModel."""
        known = self.entry.agreeing[is_tag].get(name)
        return known is not None and known == agreement(name, (*earlier, self), is_tag=is_tag)

    def computed(self, compute: Callable[[ItemModel], Any]) -> Any:
        """Return a fact, which may be one of the summary."""
        known = SUMMARY.get(compute)
        if known is not None and known[0] in self.entry.summary:
            found = self.derived[compute] = _unpacked(self.entry.summary[known[0]])
            return found
        # `super()` does not work in a Struct, whose class is made twice.
        return ItemModel.computed(self, compute)

    def symbol(self, name: str) -> Symbol:
        """Return the symbol that the item declares by an ordinary name."""
        kind, known = self.entry.names[name]
        found = self.heads.get(name)
        if found is None and kind == DEFINITION and not self.is_read:
            head = bind_head(self.item.text, self.environment, self.target)
            found = None if head is None else head.exports.get(name)
            if found is not None and found.fingerprint == known:
                self.heads[name] = found
            else:
                found = None
        return self.exports[name] if found is None else found

    def read(self) -> None:
        """Bind the item, unless it is already."""
        if self.is_read:
            return
        item = cast("KeptItem", self.item).read()
        model = bind(item, self.environment, self.target)
        self.item = item
        for each in _LACKED_BY_MODELS:
            setattr(self, each, getattr(model, each))

    def __getattr__(self, field: str) -> object:
        """Read a field that is missing."""
        if field not in _LACKED_BY_MODELS:
            raise AttributeError(field)
        self.read()
        return getattr(self, field)


@final
class KeptSymbol(Symbol, kw_only=True):
    """A name that a kept item declares, in the place of its symbol; `kind` is a constant above."""

    kind: int
    model: KeptModel


def symbol_of(model: KeptModel, name: str) -> KeptSymbol:
    """Return what an environment has in the place of an ordinary name of a kept item."""
    kind, known = model.entry.names[name]
    return KeptSymbol(name, _NOWHERE, UNKNOWN_QUALIFIED, known, kind=kind, model=model)


def tag_of(model: KeptModel, name: str) -> KeptSymbol:
    """Return what an environment has in the place of a tag of a kept item."""
    known = model.entry.tags[name]
    return KeptSymbol(name, _NOWHERE, UNKNOWN_QUALIFIED, known, kind=OTHER, model=model)


_NOWHERE: Final = r.Word(0, 0, "")


def key(text: str, target: Target) -> bytes:
    """Return the key of the entries for an item with a byte text under a target."""
    return blake2b(text.encode("latin-1"), digest_size=_DIGEST, key=_of_target(target)).digest()


@lru_cache(_TARGETS)
def _of_target(target: Target) -> bytes:
    return blake2b(repr(_ordered(target)).encode(), digest_size=_DIGEST).digest()


def _ordered(value: object) -> object:
    """Return a value of which the representation is the same in each process."""
    if isinstance(value, Struct):
        return _ordered(astuple(value))
    if isinstance(value, frozenset | set):
        return sorted(map(repr, map(_ordered, value)))
    if isinstance(value, dict):
        return [(name, _ordered(each)) for name, each in sorted(value.items())]
    return tuple(map(_ordered, value)) if isinstance(value, tuple | list) else value


def read_entry(data: bytes) -> Entry | None:
    """Return the entry of some bytes; None if they are none."""
    try:
        return msgpack.decode(data, type=Entry)
    except DecodeError:
        return None


def model_of(text: str, entry: Entry, environment: UnitEnvironment, target: Target) -> KeptModel:
    """Return the model of an item with a byte text, whose entry agrees with the environment."""
    used = environment.narrowed((*entry.uses, *entry.type_names), entry.tag_uses)
    item = KeptItem(text, (), (), entry.type_names, environment=used)
    for each in _LACKED_BY_ITEMS:
        delattr(item, each)
    model = KeptModel(
        item,
        uses=entry.uses,
        tag_uses=entry.tag_uses,
        entry=entry,
        environment=used,
        target=target,
        heads={},
    )
    for each in _LACKED_BY_MODELS:
        delattr(model, each)
    return model


def entry_of(
    model: ItemModel,
    findings: tuple[ItemFinding, ...] | None,
    agreeing: tuple[dict[str, int], dict[str, int]],
) -> bytes | None:
    """Return the bytes of the entry of an analysed item; None for one that cannot be kept.

    These are items with problems, overloads, which are one list with those before them, and items
    with assumptions, which look up names on their own.
    """
    if model.item.problems or model.assumptions:
        return None
    if not all(map(_may_be_kept, model.exports.values())):
        return None
    entry = Entry(
        model.uses,
        model.tag_uses,
        model.item.type_names,
        {name: (_kind(each), each.fingerprint) for name, each in model.exports.items()},
        {name: each.fingerprint for name, each in model.exported_tags.items()},
        {name: _packed(found) for name, ask in SUMMARY.values() if _is_plain(found := ask(model))},
        None if findings is None or any(map(_leads_away, findings)) else list(findings),
        agreeing,
    )
    return msgpack.encode(entry)


def agreement(name: str, models: Sequence[ItemModel], *, is_tag: bool) -> int:
    """Return a fingerprint of the declarations of a name in some items."""
    return fingerprint(tuple(_declared(model, name, is_tag=is_tag) for model in models))


def _declared(model: ItemModel, name: str, *, is_tag: bool) -> int:
    if type(model) is KeptModel:
        return model.entry.tags[name] if is_tag else model.entry.names[name][1]
    return (model.exported_tags if is_tag else model.exports)[name].fingerprint


def _may_be_kept(symbol: Symbol) -> bool:
    if isinstance(symbol, LazyFunction):
        return False
    return not isinstance(symbol, Function) or not symbol.is_overloadable


def _kind(symbol: Symbol) -> int:
    if isinstance(symbol, Function):
        return PROTOTYPE if symbol.definition is None else DEFINITION
    return TYPEDEF if type(symbol) is Typedef else OTHER


def _is_plain(value: object) -> bool:
    """Return whether a value can be packed, and says the same elsewhere."""
    if type(value) in (tuple, frozenset):
        return all(map(_is_plain, cast("Iterable[object]", value)))
    return type(value) in _SCALARS or (type(value) in (list, dict) and not value)


_KINDS: Final = (tuple, frozenset, list, dict)


def _packed(value: Any) -> Any:
    """Return a plain value for the format, which has lists alone: they begin with their kind."""
    if type(value) in _SCALARS:
        return value
    return [_KINDS.index(type(value)), *map(_packed, value)]


def _unpacked(value: Any) -> Any:
    if type(value) is not list:
        return value
    return _KINDS[value[0]](map(_unpacked, value[1:]))


def _leads_away(finding: ItemFinding) -> bool:
    """Return whether a finding has a place in another item."""
    return any(related.outer is not None for related in finding.related) or any(
        edit.outer is not None for fix in finding.fixes for edit in fix.edits
    )


def findings_of(entry: Entry) -> tuple[ItemFinding, ...] | None:
    """Return the findings of an entry, None where the rules have to run."""
    if not entry.findings:
        return None if entry.findings is None else ()
    from opencl_ls.analysis.plain_findings import finding_of  # noqa: PLC0415 (with a store)

    return tuple(finding_of(*row) for row in entry.findings)
