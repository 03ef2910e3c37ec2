"""A run through a kernel that notes what its work-items read and write between two barriers.

The statements are carried out in their order, each loop for two rounds, with the conditions on the
way written down.  What cannot be followed - a `switch`, a call of a function of the program - may
end a race but never makes one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.copy_events import is_copy, moved_elements, moved_from
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.enqueue import literal_value
from opencl_ls.semantics.lookup.operands import spine
from opencl_ls.semantics.macros.undefined_macros import is_host_macro
from opencl_ls.semantics.memory import fences
from opencl_ls.semantics.memory.races.accesses import Access, Condition
from opencl_ls.semantics.memory.races.ledger import Copy
from opencl_ls.semantics.memory.races.marks import is_meeting
from opencl_ls.semantics.memory.races.numbers import operands
from opencl_ls.semantics.memory.races.places import place_of, pointed_place, shared_space
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.semantics.memory.races.ledger import Ledger
    from opencl_ls.semantics.memory.races.marks import Marks
    from opencl_ls.semantics.memory.races.numbers import Bound, Numbers
    from opencl_ls.semantics.memory.races.places import Place
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Function, Symbol

_ROUNDS: Final = 2
_DEEPEST_LOOP: Final = 3
_MOST_STATEMENTS: Final = 4000


class Walk:
    """A run through the body of one kernel, which hands what it finds to a ledger."""

    def __init__(self, model: ItemModel, kernel: Function, marks: Marks, numbers: Numbers) -> None:
        self.model = model
        self.kernel = kernel
        self.marks = marks
        self.numbers = numbers
        self.held: dict[Symbol, Bound | None] = {}
        self.path: tuple[Condition, ...] = ()
        self.loops = 0
        self.left = _MOST_STATEMENTS
        self.is_over = False

    def run(self, body: r.Compound, ledger: Ledger) -> None:
        """Go through the body of the kernel."""
        self.ledger = ledger
        self._statement(body)

    # --- statements ------------------------------------------------------------------------------

    def _statement(self, record: r.Statement | None) -> None:
        self.left -= 1
        if self.is_over or isinstance(record, _WITHOUT_EFFECT):
            return
        if self.left < 0:
            self.is_over = True
            return
        take = _STATEMENTS.get(type(record))
        if take is None:
            self._skip(record)
        else:
            take(self, record)

    def _compound(self, record: r.Compound) -> None:
        for each in record.statements:
            self._statement(each)

    def _declaration(self, record: r.Declaration) -> None:
        for entry in record.declarators:
            symbol = self.model.declared.get(entry)
            if entry.initializer is not None:
                self._evaluate(entry.initializer)
                if symbol is not None:
                    self._hold(symbol, entry.initializer)

    def _return(self, record: r.Return) -> None:
        if record.value is not None:
            self._evaluate(record.value)
        # The statements behind it are those of another way.
        self.is_over = self.is_over or not self.path

    def _if(self, record: r.If) -> None:
        self._evaluate(record.condition)
        leaves = self.marks.leaves(record.then)
        if (
            self.marks.leaves(record.otherwise)
            or len(leaves) > 1
            or (leaves and not _ends(record.then))
        ):
            self._skip(record)
            self.is_over = True
            return
        path, held = self.path, dict(self.held)
        self.path = (*path, *self._conditions(record.condition, True))
        self._statement(record.then)
        others = (*path, *self._conditions(record.condition, False))
        if record.otherwise is not None:
            self.path, self.held = others, dict(held)
            self._statement(record.otherwise)
        self.path, self.held = others if leaves else path, held
        self._release(record)
        if self.marks.part(record).meets:
            self.ledger.forget()

    def _switch(self, record: r.Switch) -> None:
        self._evaluate(record.condition)
        self._skip(record)

    def _conditions(self, record: r.Expression, holds: bool) -> list[Condition]:
        """Return a condition that holds or fails, by its parts where all of them have to."""
        joining = "&&" if holds else "||"
        found: list[Condition] = []
        for part in operands(record, joining):
            bound = self.numbers.bound(part, self.held)
            found.append(Condition(bound, holds, self.numbers.is_same_for_all(part)))
        return found

    def _for(self, record: r.For) -> None:
        self._statement(record.initial)
        self._loop(record, record.condition, record.body, record.step)

    def _loop(
        self,
        record: r.Statement,
        condition: r.Expression | None,
        body: r.Statement,
        step: r.Expression | None = None,
        again: r.Expression | None = None,
    ) -> None:
        returns = any(isinstance(each, r.Return) for each in self.marks.leaves(record))
        if self.loops == _DEEPEST_LOOP or returns:
            self._skip(record)
            return
        self.loops += 1
        path = self.path
        for _ in range(1 if self._has_one_round(body, again) else _ROUNDS):
            if condition is not None:
                self._evaluate(condition)
                self.path = (*self.path, *self._conditions(condition, True))
            self._statement(body)
            if step is not None:
                self._discard(step)
            if again is not None:
                self._evaluate(again)
                self.path = (*self.path, *self._conditions(again, True))
        self.path = path
        self.loops -= 1
        self._release(record)
        if self.marks.part(record).meets:
            self.ledger.forget()

    def _has_one_round(self, body: r.Statement, again: r.Expression | None) -> bool:
        """Tell whether a loop plainly ends with its first round, as `do { ... } while (0)` does."""
        if again is not None:
            never = unwrapped(again)
            if literal_value(never) == 0 or (type(never) is r.Name and never.name == "false"):
                return True
        if type(body) is not r.Compound or not body.statements:
            return False
        if type(body.statements[-1]) is not r.Break:
            return False
        return not any(isinstance(each, r.Continue) for each in self.marks.leaves(body))

    def _skip(self, record: r.Record) -> None:
        """Pass over what is not followed."""
        self._release(record)
        self._note_writes(record)
        if self.marks.part(record).meets:
            self.ledger.forget()
            self.ledger.wait()
        if self.marks.part(record).jumps:
            self.is_over = True

    def _release(self, record: r.Record) -> None:
        """Forget the values of the variables that something below stores to."""
        for symbol in self.marks.part(record).stored:
            if symbol in self.held:
                self.held[symbol] = None

    def _note_writes(self, record: r.Record) -> None:
        for symbol in self.marks.part(record).used:
            self.ledger.note_use(symbol)

    # --- expressions -----------------------------------------------------------------------------

    def _evaluate(self, record: r.Expression) -> None:
        """Carry out an expression whose value is used."""
        if self.marks.is_plain(record):
            return
        record = unwrapped(record)
        take = _EXPRESSIONS.get(type(record))
        if take is not None:
            take(self, record)
            return
        place = place_of(self.model, record, self.kernel)
        if place is not None:
            self._indices(record)
            self.ledger.touch(self._access(record, place, is_write=False))
            return
        for below in r.children(record):
            if isinstance(below, r.Expression):
                self._evaluate(below)
            elif isinstance(below, r.InitializerEntry):
                self._evaluate(below.value)

    def _take(self, record: r.Expression, is_used: bool) -> None:
        if is_used:
            self._evaluate(record)
        else:
            self._discard(record)

    def _discard(self, record: r.Expression) -> None:
        """Carry out an expression whose value nobody takes: an object is not read then."""
        if self.marks.is_plain(record):
            return
        record = unwrapped(record)
        while isinstance(record, r.Cast):
            record = unwrapped(record.operand)
        if isinstance(record, r.Name) and is_host_macro(self.model, record):
            self.ledger.wait()
            self.ledger.forget()
        elif isinstance(record, r.Conditional):
            self._conditional(record, is_used=False)
        elif isinstance(record, r.Binary):
            self._binary(record, is_used=False)
        elif place_of(self.model, record, self.kernel) is not None:
            self._indices(record)
        else:
            self._evaluate(record)

    def _cast(self, record: r.Cast) -> None:
        kind = self.model.type_names.get(record.type)
        if kind is not None and kind.type is t.VOID:
            self._discard(record.operand)
        else:
            self._evaluate(record.operand)

    def _indices(self, record: r.Expression) -> None:
        """Carry out what stands in the indices of a place."""
        record = unwrapped(record)
        while not isinstance(record, r.Name):
            if isinstance(record, r.Index):
                self._evaluate(record.index)
                record = unwrapped(record.base)
            elif isinstance(record, r.Member):
                record = unwrapped(record.base)
            elif isinstance(record, r.Unary):
                record = unwrapped(record.operand)
            elif isinstance(record, r.Binary):
                self._evaluate(record.right)
                record = unwrapped(record.left)
            else:
                self._evaluate(record)
                return

    def _assignment(self, record: r.Assignment) -> None:
        changes = record.operator.text != "="
        self._evaluate(record.right)
        self._store(record.left, record.right, changes)
        symbol = self.model.references.get(unwrapped(record.left))
        if symbol is not None:
            operator = record.operator.text.removesuffix("=") if changes else ""
            self._hold(symbol, record.right, operator)

    def _step(self, record: r.Unary | r.Postfix) -> None:
        if record.operator not in ("++", "--"):
            self._unary(record)
            return
        self._store(record.operand, None, True)
        symbol = self.model.references.get(unwrapped(record.operand))
        if symbol is not None:
            self._hold(symbol, _ONE, record.operator[0])

    def _unary(self, record: r.Unary | r.Postfix) -> None:
        if record.operator == "&":
            self._indices(record.operand)
            return
        place = place_of(self.model, record, self.kernel) if record.operator == "*" else None
        if place is not None:
            self._indices(record)
            self.ledger.touch(self._access(record, place, is_write=False))
        else:
            self._evaluate(record.operand)

    def _store(self, target: r.Expression, value: r.Expression | None, changes: bool) -> None:
        """Store to a target; with `changes` it is read before."""
        target = unwrapped(target)
        self._indices(target)
        place = place_of(self.model, target, self.kernel)
        if place is None:
            self._note_writes(target)
            return
        if changes:
            self.ledger.touch(self._access(target, place, is_write=False))
        write = self._access(target, place, is_write=True)
        write.value = None if value is None else self.numbers.bound(value, self.held)
        write.changes = changes
        self.ledger.touch(write)

    def _hold(self, symbol: Symbol, value: r.Expression, operator: str = "") -> None:
        """Keep what a variable holds from now on."""
        if not self.numbers.is_counted(symbol):
            return
        was = self.held.get(symbol)
        if operator and was is None:
            self.held[symbol] = None
        else:
            self.held[symbol] = self.numbers.bound(value, self.held, operator, was)

    def _binary(self, record: r.Binary, *, is_used: bool = True) -> None:
        leftmost, steps = spine(record)
        # The value of what stands before a comma is not used.
        is_taken = [*(step.operator.text != "," for step in steps), is_used]
        self._take(leftmost, is_taken[0])
        path, before = self.path, leftmost
        operator = ""
        for step, is_next_taken in zip(steps, is_taken[1:], strict=True):
            if step.operator.text not in ("&&", "||"):
                self._take(step.right, is_next_taken or step.operator.text != ",")
                continue
            if step.operator.text != operator:
                # In a row of `&&` each operand adds its condition to those before.
                operator, before, self.path = step.operator.text, step.left, path
            self.path = (*self.path, *self._conditions(before, operator == "&&"))
            self._evaluate(step.right)
            self._release(step.right)
            before = step.right
        self.path = path

    def _conditional(self, record: r.Conditional, *, is_used: bool = True) -> None:
        self._evaluate(record.condition)
        path = self.path
        for arm, holds in ((record.chosen, True), (record.otherwise, False)):
            if arm is not None:
                self.path = (*path, *self._conditions(record.condition, holds))
                self._take(arm, is_used)
                self._release(arm)
        self.path = path

    def _nothing(self, record: r.Expression) -> None:
        """Pass over what is not carried out here."""
        if isinstance(record, r.BlockLiteral):
            self._note_writes(record)

    def _call(self, record: r.Call) -> None:
        barrier, name = fences.barrier_of(self.model, record), builtin_name(self.model, record)
        if barrier is not None:
            self.ledger.meet(barrier, fences.flags_value(self.model, barrier.flags))
            return
        for argument in record.arguments:
            self._evaluate(argument)
        for argument in record.arguments:
            self._note_writes(argument)
        if is_copy(self.model, record):
            self._copy(record)
        elif name.startswith("atom"):
            self._atomic(record)
        elif not name or name == "wait_group_events":
            self.ledger.wait()
        if name in fences.FENCE_NAMES - fences.NAMES:
            self.ledger.order()
        elif is_meeting(self.model, record):
            self.ledger.forget()

    def _atomic(self, call: r.Call) -> None:
        place = (
            pointed_place(self.model, call.arguments[0], self.kernel) if call.arguments else None
        )
        if place is None or place.space != t.LOCAL:
            return
        if builtin_name(self.model, call) == "atomic_init":
            self.ledger.initialise(self._access(call, place, is_write=True))
            return
        pointer = self.model.type_of(call.arguments[0])
        # Nothing but atomic functions reads an atomic object: what they write is always seen.
        kind = pointer.type
        element = kind.pointee if isinstance(kind, t.PointerType) else t.element_of(pointer)
        is_write = not isinstance(element.type, t.AtomicType)
        access = self._access(call, place, is_write=is_write)
        access.atomic = True
        self.ledger.operate(access)

    def _copy(self, call: r.Call) -> None:
        for argument, is_target in zip(call.arguments[:2], (True, False), strict=True):
            moved = moved_from(self.model, argument)
            if moved is None or shared_space(moved[0], self.kernel) != t.LOCAL:
                continue
            symbol, start = moved
            count = moved_elements(self.model, call, is_target=is_target)
            copy = Copy(call, range(start, start + count), is_target, self.path)
            self.ledger.copy(copy, symbol)

    def _access(self, record: r.Expression, place: Place, *, is_write: bool) -> Access:
        indices = tuple(
            None if index is None else self.numbers.bound(index, self.held)
            for index in place.indices
        )
        in_loop = self.loops > 0
        return Access(record, place, indices, self.path, is_write, in_loop=in_loop)


def _ends(record: r.Statement) -> bool:
    """Tell whether a statement is, or ends in, one by which a run leaves."""
    while isinstance(record, r.Compound) and record.statements:
        record = record.statements[-1]
    return isinstance(record, r.Return | r.Break | r.Continue)


_ONE: Final = r.IntegerLiteral(0, 0, "1")
_WITHOUT_EFFECT: Final = (r.EmptyStatement, r.Break, r.Continue, type(None))
_STATEMENTS: dict[type[r.Statement], Callable[..., None]] = {
    r.Compound: Walk._compound,
    r.ExpressionStatement: lambda walk, record: walk._discard(record.expression),
    r.Declaration: Walk._declaration,
    r.Attributed: lambda walk, record: walk._statement(record.statement),
    r.Return: Walk._return,
    r.If: Walk._if,
    r.Switch: Walk._switch,
    r.For: Walk._for,
    r.While: lambda walk, record: walk._loop(record, record.condition, record.body),
    r.DoWhile: lambda walk, record: walk._loop(record, None, record.body, again=record.condition),
}
_EXPRESSIONS: dict[type[r.Expression], Callable[..., None]] = {
    r.Assignment: Walk._assignment,
    r.Unary: Walk._step,
    r.Postfix: Walk._step,
    r.Binary: Walk._binary,
    r.Cast: Walk._cast,
    r.Conditional: Walk._conditional,
    r.StatementExpression: lambda walk, record: walk._skip(record.body),
    r.Call: Walk._call,
    r.TypeQuery: Walk._nothing,
    r.BlockLiteral: Walk._nothing,
}
