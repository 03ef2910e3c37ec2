"""The statements and expressions of one function or declaration, as a tree of plain values.

It serves features that change programs: the place of an expression, its parents, the meaning of its
names.  Everything is computed on demand, since an editor asks for refactorings at each move of its
cursor.  All offsets count bytes of the main file, ends exclusive.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from opencl_ls.analysis.queries.describe import kind_of, type_info
from opencl_ls.analysis.queries.uses import role_of
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import integer_value
from opencl_ls.semantics.lookup.blocks import is_automatic
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.uses import uses
from opencl_ls.semantics.types import symbols as s
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.analysis.query_results import TypeInfo
    from opencl_ls.preprocess import Segment
    from opencl_ls.semantics.model import ItemModel

_WORDS: Final = re.compile(r"[\w$.\x80-\xff]+|\S", re.ASCII)
_UNDECLARABLE: Final = (
    t.UnknownType,
    t.VoidType,
    t.FunctionType,
    t.BlockType,
    t.ImageType,
    t.OpaqueType,
    t.PipeType,
    t.AtomicType,
)


class Meaning(Struct, frozen=True):
    """The meaning of a name; names with equal meanings refer to the same symbol.

    `kind` is a kind of `query_results.Symbol`.  `declared` is the byte of its item's text at which
    it is declared; `is_own` is true if this is the same item.  `is_local` marks declarations of a
    function, its parameters too, and `is_automatic` variables with automatic storage.
    """

    name: str
    kind: str
    declared: int
    is_own: bool
    is_local: bool
    is_automatic: bool


class Node:
    """A statement, an expression, a declaration or a part of one; equal for equal records.

    `kind` is the name of its class among the records of the syntax, as in "Binary" or "For".
    """

    __slots__ = ("_code", "_record", "kind")

    def __init__(self, code: Code, record: r.Record) -> None:
        self._code = code
        self._record = record
        self.kind = type(record).__name__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and other._record is self._record

    def __hash__(self) -> int:
        return id(self._record)

    # --- the tree --------------------------------------------------------------------------------

    @property
    def parent(self) -> Node | None:
        """The node around this one."""
        above = self._code.model.parents.get(self._record)
        return None if above is None else Node(self._code, above)

    @property
    def around(self) -> Iterator[Node]:
        """The nodes around this one, the innermost first."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent

    @property
    def children(self) -> list[Node]:
        """The nodes directly below this one, in the order written."""
        return [Node(self._code, each) for each in r.children(self._record)]

    def walk(self) -> Iterator[Node]:
        """Yield this node and all below it, in the order written."""
        waiting = [self._record]
        while waiting:
            record = waiting.pop()
            yield Node(self._code, record)
            waiting += reversed(r.children(record))

    def part(self, name: str) -> Node | None:
        """Return the part that a field of the record holds, such as "condition"; None without."""
        found = getattr(self._record, name, None)
        return Node(self._code, found) if isinstance(found, r.Record) else None

    def parts(self, name: str) -> list[Node]:
        """Return the parts in a field that holds several, such as "arguments"."""
        found = getattr(self._record, name, None) or ()
        return [Node(self._code, each) for each in found if isinstance(each, r.Record)]

    def word(self, name: str) -> str:
        """Return the text in a field, such as "operator"; "" where there is none."""
        found = getattr(self._record, name, "")
        if isinstance(found, r.Word):
            return found.text
        return found if isinstance(found, str) else ""

    def words(self, name: str) -> list[str]:
        """Return the texts in a field that holds several, such as "qualifiers"."""
        found = getattr(self._record, name, None) or ()
        return [each.text if isinstance(each, r.Word) else each for each in found]

    def is_in(self, other: Node) -> bool:
        """Tell whether this is another node or is in it."""
        return other._record.start <= self._record.start and self._record.end <= other._record.end

    def is_before(self, other: Node) -> bool:
        """Tell whether this node ends before another one begins."""
        return self._record.end <= other._record.start

    # --- places ----------------------------------------------------------------------------------

    @property
    def span(self) -> tuple[int, int] | None:
        """Where the node is written in the main file.

        None if a macro made only a part of it, if a directive is in it, or if it is in another
        file.
        """
        return self._code.written(self._record.start, self._record.end)

    @property
    def text(self) -> str:
        """The node as it is written, "" without a span."""
        span = self.span
        return "" if span is None else self._code.text[span[0] : span[1]]

    @property
    def words_of_text(self) -> list[str]:
        """The text without its blanks: two nodes with equal words are written alike."""
        return _WORDS.findall(self.text)

    @property
    def begin(self) -> int:
        """The byte of the main file where the node begins, or where the use of its macro begins."""
        return self._code.begin(self._record.start)

    @property
    def is_verbatim(self) -> bool:
        """No part of the node comes from a macro."""
        start, end = self._record.start, self._record.end
        return self._code.is_verbatim(start, end)

    def span_of(self, name: str) -> tuple[int, int] | None:
        """Return the span of the word in a field, such as "operator"."""
        found = getattr(self._record, name, None)
        return self._code.written(found.start, found.end) if isinstance(found, r.Word) else None

    def spans_of(self, name: str) -> list[tuple[str, tuple[int, int] | None]]:
        """Return the words in a field, such as "qualifiers", with their spans."""
        found = getattr(self._record, name, None) or ()
        return [
            (each.text, self._code.written(each.start, each.end))
            for each in found
            if isinstance(each, r.Word)
        ]

    # --- meaning ---------------------------------------------------------------------------------

    @property
    def is_expression(self) -> bool:
        """It has a value."""
        return isinstance(self._record, r.Expression)

    @property
    def is_statement(self) -> bool:
        """It is a statement or a declaration."""
        return isinstance(self._record, r.Statement)

    @property
    def type(self) -> TypeInfo | None:
        """The type of an expression, None if it is unknown."""
        found = self._qualified
        lvalue = self._record in self._code.model.lvalues
        return None if found is None else type_info(found, self._code.target, is_lvalue=lvalue)

    @property
    def _qualified(self) -> t.Qualified | None:
        record = self._record
        if isinstance(record, r.Expression):
            return self._code.model.types.get(record)
        if isinstance(record, r.TypeName):
            return self._code.model.type_names.get(record)
        declared = self._code.model.declared.get(record)
        return None if declared is None else declared.type

    @property
    def declared_type(self) -> TypeInfo | None:
        """The type that a declarator or a parameter declares, or that a type name means."""
        found = self._qualified
        return None if found is None else type_info(found, self._code.target)

    @property
    def role(self) -> str:
        """The use of the object that an expression names, a kind of `Reference`."""
        return role_of(self._code.model, self._record)

    @property
    def meaning(self) -> Meaning | None:
        """The meaning of a name, also of that of a declarator or parameter, or None."""
        model = self._code.model
        symbol = model.references.get(self._record) or model.declared.get(self._record)
        return None if symbol is None else self._code.meaning(symbol)

    @property
    def uses(self) -> list[Node]:
        """The names by which the item uses the symbol that the node names or declares, in order."""
        model = self._code.model
        symbol = model.references.get(self._record) or model.declared.get(self._record)
        if symbol is None:
            return []
        own = model.declared_as(symbol) or symbol
        return [Node(self._code, each) for each in uses(model, own)]

    @property
    def declared_at(self) -> Node | None:
        """The declarator or parameter of this item that declares the symbol of a name."""
        model = self._code.model
        symbol = model.references.get(self._record)
        own = None if symbol is None else model.declared_as(symbol)
        if own is None:
            return None
        record = next((each for each, known in model.declared.items() if known is own), None)
        return None if record is None else Node(self._code, record)

    @property
    def builtin(self) -> str:
        """The built-in function that a call names, else ""."""
        record = self._record
        return builtin_name(self._code.model, record) if type(record) is r.Call else ""

    @property
    def parameter_types(self) -> list[str] | None:
        """The types of the parameters of a named function, None for other nodes."""
        found = self._qualified
        kind = None if found is None else found.type
        if not isinstance(kind, t.FunctionType):
            return None
        return [t.spelled(each) for each in kind.parameters]

    @property
    def integer(self) -> int | None:
        """The value of an integer literal."""
        record = self._record
        return integer_value(record.text) if type(record) is r.IntegerLiteral else None

    def declaration_of(self, name: str) -> str:
        """Return the declaration of a variable that can hold the value of an expression.

        It is "" if the type is unknown, or if values of the type cannot be stored.
        """
        found = self._qualified
        if found is None:
            return ""
        plain = _plain(value_of(found))
        if _is_of_size(self._code.model, self._record, plain.type):
            return f"size_t {name}".strip()
        return t.declaration_text(plain, name) if _is_declarable(plain) else ""

    def parameter_of(self, name: str, *, pointer: bool) -> str:
        """Return the declaration of a parameter for a variable, with `pointer` for its address.

        It keeps the address space into which a pointer points.  It is "" if the type is unknown.
        """
        found = self._qualified
        if found is None:
            return ""
        if pointer:
            plain = replace(found, restrict=False)
            return t.declaration_text(t.Qualified(t.pointer_to(plain)), name)
        plain = _plain(value_of(found))
        kind = plain.type
        if isinstance(kind, t.ImageType | t.OpaqueType):
            return t.declaration_text(found.in_space(t.NO_SPACE), name)
        return t.declaration_text(plain, name) if _is_declarable(plain) else ""


class Code:
    """One top-level item of the main file."""

    def __init__(self, program: Program, number: int) -> None:
        self._program = program
        self.number = number
        self._item = program.unit.items[number]
        self.model: ItemModel = self._item.analysed.model
        self.path = program.path
        self.text = program.text
        self.target = program.target

    @property
    def is_sound(self) -> bool:
        """The item was analysed, and has no syntax errors, recovered or not."""
        item = self.model.item
        return not (self._item.unread or item.problems or item.recovered)

    @property
    def expanded_text(self) -> str:
        """The item's text after the preprocessor: it has all the names that the item uses."""
        return self.model.item.text

    def nodes_around(self, start: int, end: int) -> list[Node]:
        """Return the nodes that contain the bytes from `start` to `end`, the outermost first.

        Both may be the same byte: a node that ends there contains it too.  There are none if the
        bytes are only a part of a macro's invocation.
        """
        first, last = self._expanded(start, before=False), self._expanded(end, before=True)
        if start == end:
            last = first
            if first is None:
                first = last = self._expanded(end, before=True)
        if first is None or last is None or first > last:
            return []
        found: list[Node] = []
        below: list[r.Record] = list(self.model.item.declarations)
        while True:
            holding = [e for e in below if e.start <= first and last <= e.end]
            if not holding:
                return found
            # At the border of two nodes it is the one that begins there.
            inner = holding[-1]
            found.append(Node(self, inner))
            below = r.children(inner)

    def begin(self, start: int) -> int:
        """Return the byte of the main file at which a byte of the item, or its macro, is."""
        return self._program.place(self.number, start, start + 1).start

    def is_verbatim(self, start: int, end: int) -> bool:
        """Tell whether a range of the item is in the main file unchanged."""
        span = self.written(start, end)
        if span is None:
            return False
        source = self._item.source
        return self.text[span[0] : span[1]] == source.words_as_written(source.text[start:end])

    def written(self, start: int, end: int) -> tuple[int, int] | None:
        """Return where a range of the item is written in the main file, see `Node.span`."""
        unit, source = self._program.unit.unit, self._item.source
        if end > len(source.text) or start > end:
            return None
        first, last = source.as_written(start), source.as_written(end)
        part = source.slice_at(first)
        if source.slice_at(max(first, last - 1)) is not part:
            return None
        number = self._item.first_piece + part.piece
        piece = unit.pieces[number]
        if piece.file != self.path:
            return None
        base, shift = unit.start_of(number), part.piece_start - part.start
        low, high = first + shift, last + shift
        segments = piece.expansion.segments
        if not segments:
            return base + low, base + high
        begin = segments[max(0, bisect_right(segments, low, key=_start) - 1)]
        finish = segments[max(0, bisect_right(segments, max(low, high - 1), key=_start) - 1)]
        text = piece.text
        if begin.macro is None:
            source_start = begin.source_start + low - begin.start
        elif text[begin.start : low].strip():
            return None
        else:
            source_start = begin.source_start
        if finish.macro is None:
            source_end = finish.source_start + high - finish.start
        elif text[high : finish.end].strip():
            return None
        else:
            source_end = finish.source_end
        return base + source_start, base + source_end

    def _expanded(self, offset: int, *, before: bool) -> int | None:
        """Return the byte of the item's text for a byte of the main file.

        In a macro's invocation these are its start and its end; `before` asks for the text that
        ends there.
        """
        unit, source = self._program.unit.unit, self._item.source
        written = source.as_written(len(source.text))
        for index, part in enumerate(source.slices):
            number = self._item.first_piece + part.piece
            piece = unit.pieces[number]
            local = offset - unit.start_of(number)
            if piece.file != self.path or not 0 <= local <= len(piece.chunk.text):
                continue
            at = _expanded_in(piece.expansion.segments, local, before=before)
            end = source.slices[index + 1].start if index + 1 < len(source.slices) else written
            if at is None or not part.start <= (at := part.start + at - part.piece_start) <= end:
                continue
            if before and at > 0:
                return source.in_text(at - 1) + 1
            return source.in_text(at)
        return None

    def meaning(self, symbol: s.Symbol) -> Meaning:
        """Return the meaning of a symbol that a record names."""
        own = self.model.declared_as(symbol)
        symbol = own or symbol
        function = getattr(symbol, "function", None)
        is_local = function is not None or isinstance(symbol, s.ParameterVariable)
        automatic = isinstance(symbol, s.ParameterVariable) or (
            isinstance(symbol, s.Variable) and is_automatic(symbol)
        )
        return Meaning(
            symbol.name,
            kind_of(symbol),
            symbol.word.start,
            own is not None or is_local,
            is_local,
            automatic,
        )


def code_at(program: Program, offset: int) -> Code | None:
    """Return the item of the main file around a byte, None if there is none."""
    unit = program.unit
    found = unit.item_at(program.path, offset)
    if found is not None:
        return Code(program, found[0])
    # A macro's own name has no expansion, and an item that ends at the byte contains it too.
    for number in unit.items_around(program.path, offset):
        code = Code(program, number)
        if code.nodes_around(offset, offset):
            return code
    return None


def _expanded_in(segments: Sequence[Segment], local: int, *, before: bool) -> int | None:
    if not segments:
        return local
    for segment in segments:
        start, end = segment.source_start, segment.source_end
        if not start <= local <= end or (local == (start if before else end) and start != end):
            continue
        if segment.macro is None:
            return segment.start + local - start
        if local == start and not before:
            return segment.start
        return segment.end if local == end and before else None
    return None


def _start(segment: Segment) -> int:
    return segment.start


def _plain(qualified: t.Qualified) -> t.Qualified:
    """Return the type of a value without the qualifiers of the object that it was read from."""
    return replace(
        qualified.in_space(t.NO_SPACE), const=False, volatile=False, restrict=False, access=""
    )


def _is_of_size(model: ItemModel, record: r.Record, kind: t.Type) -> bool:
    """Tell whether a value is computed from a `size_t`, and has its type on this target."""
    found = model.types.get(record) if isinstance(record, r.Expression) else None
    if found is None or found.type is not kind:
        return False
    if "size_t" in (found.alias, found.device_sized):
        return True
    computed = isinstance(record, r.Binary | r.Unary | r.Parenthesized | r.Conditional)
    return computed and any(_is_of_size(model, each, kind) for each in r.children(record))


def _is_declarable(qualified: t.Qualified) -> bool:
    kind = qualified.type
    if isinstance(kind, _UNDECLARABLE):
        return False
    if isinstance(kind, t.PointerType):
        pointee = t.element_of(kind.pointee).type
        return isinstance(pointee, t.VoidType | t.PointerType) or _is_named(pointee)
    return _is_named(kind)


def _is_named(kind: t.Type) -> bool:
    if isinstance(kind, t.AggregateType):
        return bool(kind.tag or kind.alias)
    if isinstance(kind, t.EnumeratedType):
        return bool(kind.tag)
    return not isinstance(kind, t.UnknownType)
