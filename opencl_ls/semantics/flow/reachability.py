"""Reachability: which statements of a body a run can reach, and whether it can fall off the end.

This is a forward analysis over the statements as C orders them (C11 6.8), without the control-flow
graph: each function needs it on each edit, it looks into no expression, and it takes a sixth of the
time that building the graph takes.  A statement that cannot be read counts as one that never falls
through, so that nothing is reported of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from msgspec import Struct, field

from opencl_ls.builtins.names import is_builtin
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.constness import LITERALS, fixed_values
from opencl_ls.semantics.macros.undefined_macros import is_host_macro
from opencl_ls.semantics.types.operators import EQUALITY, RELATIONAL
from opencl_ls.semantics.types.symbols import Function, ParameterVariable, Variable
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from opencl_ls.semantics.constants import Folder
    from opencl_ls.semantics.model import ItemModel

_CONFIGURED: Final = f"{__name__}.configured"
_FIRST_DECIDED: Final = f"{__name__}.first decided"
_REACHED: Final = f"{__name__}.reached"
_PASSES: Final = 16
"""Walks over a body after which it is left in doubt which of its labels are jumped to."""
_NO_RETURN = frozenset(("__builtin_unreachable", "__builtin_trap", "__builtin_abort", "abort"))


def falls_off(model: ItemModel, body: r.Compound) -> bool:
    """Tell whether a run can reach the closing brace of a body; doubt counts as no."""
    walk = _Walk(model, body, fixed_values(model))
    return walk.ends and not walk.doubt


def always_decided(model: ItemModel, body: r.Compound) -> bool:
    """Tell whether what a body does depends on plain tests of variables alone.

    No compiler then knows better than `falls_off` where its runs go.
    """
    pending: list[r.Record] = [body]
    while pending:
        record = pending.pop()
        if isinstance(record, r.If | r.While | r.For | r.DoWhile | r.Switch):
            condition = record.condition
            if condition is not None and not _is_plain_test(model, condition):
                return False
        elif type(record) is r.Call:
            callee = record.callee
            symbol = model.references.get(callee)
            if symbol is None and not (type(callee) is r.Name and is_builtin(callee.name)):
                return False
            if isinstance(symbol, Function) and symbol.attributes:
                return False
        elif isinstance(record, r.StatementExpression | r.Goto | r.BadStatement | r.Assembly):
            return False
        pending.extend(r.children(record))
    return True


def _is_plain_test(model: ItemModel, condition: r.Expression) -> bool:
    """Tell whether a condition is a variable, its negation or its comparison, or a literal."""
    while type(condition) is r.Parenthesized or (
        type(condition) is r.Unary and condition.operator == "!"
    ):
        condition = condition.inner if type(condition) is r.Parenthesized else condition.operand
    if type(condition) is r.Binary and condition.operator.text in (RELATIONAL | EQUALITY):
        sides = (condition.left, condition.right)
        return any(_is_variable(model, side) for side in sides) and all(
            type(side) is r.IntegerLiteral or _is_variable(model, side) for side in sides
        )
    return type(condition) is r.IntegerLiteral or _is_variable(model, condition)


def _is_variable(model: ItemModel, expression: r.Expression) -> bool:
    symbol = model.references.get(expression)
    return isinstance(symbol, Variable | ParameterVariable) and not symbol.type.const


def unreachable(model: ItemModel, body: r.Compound) -> list[tuple[r.Statement, r.Statement]]:
    """Return the stretches of statements that no run reaches, each with its first and its last.

    Conditions do not count, even constant ones: they are how programs are configured.
    """
    walk = _Walk(model, body, LITERALS)
    return [] if walk.doubt else walk.unreachable


def may_reach(model: ItemModel, record: r.Record) -> bool:
    """Tell whether a run of the function or block around a record may come to it."""
    above = model.ancestors(record)
    outer = (each for each in above if isinstance(each, r.FunctionDefinition | r.BlockLiteral))
    whole = next(outer, None)
    if whole is None:
        return True
    known = cast("dict[r.Record, dict[r.Record, bool]]", model.derived.setdefault(_REACHED, {}))
    if whole not in known:
        known[whole] = _Reach(model, whole.body, fixed_values(model)).reached
    innermost = next((each for each in above if each in known[whole]), None)
    return innermost is None or known[whole][innermost]


def is_configured(model: ItemModel, record: r.Record) -> bool:
    """Tell whether a constant may keep runs away from a record: a macro's value, most often.

    Such are a constant condition around it or in an `if` before it, and operands of `sizeof`.
    """
    known = cast("dict[r.Record, bool]", model.derived.setdefault(_CONFIGURED, {}))
    folder = fixed_values(model)
    passed: list[r.Record] = []
    inner, above = record, model.parents.get(record)
    found = False
    # What holds around one record of a long expression holds around the next one as well.
    while above is not None and inner not in known:
        passed.append(inner)
        if type(above) is r.TypeQuery:
            found = True
        elif type(above) is r.Compound:
            first = _first_decided(model, above, folder)
            found = first is not None and first < inner.start
        else:
            found = _decides(folder, _condition_before(above, inner))
        if found:
            break
        inner, above = above, model.parents.get(above)
    found = found or known.get(inner, False)
    known.update(dict.fromkeys(passed, found))
    return found


def _first_decided(model: ItemModel, body: r.Compound, folder: Folder) -> int | None:
    """Return where the first `if` of a body begins whose condition a constant can settle."""
    known = cast("dict[r.Compound, int | None]", model.derived.setdefault(_FIRST_DECIDED, {}))
    if body not in known:
        conditions = (each for each in body.statements if type(each) is r.If)
        decided = (each.start for each in conditions if _decides(folder, each.condition))
        known[body] = next(decided, None)
    return known[body]


def _decides(folder: Folder, condition: r.Expression | None) -> bool:
    """Tell whether a condition, or a part of it that can settle it, is constant."""
    while type(condition) is r.Parenthesized:
        condition = condition.inner
    if condition is None or folder.integer(condition) is not None:
        return condition is not None
    if type(condition) is r.Binary and condition.operator.text in ("&&", "||"):
        return _decides(folder, condition.left) or _decides(folder, condition.right)
    return False


def _condition_before(record: r.Record, inner: r.Record) -> r.Expression | None:
    """Return the condition of `record` that decides whether its part `inner` is reached."""
    if isinstance(record, r.If | r.While | r.For | r.DoWhile | r.Switch | r.Conditional):
        return None if inner is record.condition else record.condition
    if type(record) is r.Binary and record.operator.text in ("&&", "||"):
        return None if inner is record.left else record.left
    return None


class _Target(Struct):
    """A loop or a switch that `break`, `continue` and `case` belong to.

    `entered` tells whether a run reaches the head of a switch, `value` is the constant it
    branches on, if it is one.
    """

    is_switch: bool
    entered: bool = False
    value: int | None = None
    broken: bool = False
    continued: bool = False
    has_default: bool = False
    has_cases: bool = False
    matched: bool = False


class _Pass(Struct):
    targets: list[_Target] = field(default_factory=list)
    unreachable: list[tuple[r.Statement, r.Statement]] = field(default_factory=list)


class _Walk:
    """The walk over one body, repeated until no further label turns out to be jumped to.

    A walk finds the labels of all forward jumps, so that a few are enough.
    """

    def __init__(self, model: ItemModel, body: r.Compound, folder: Folder) -> None:
        self.model = model
        self.folder = folder
        # A macro that was left out may be anything.
        self.doubt = any(
            problem.kind is SyntaxProblemKind.UNDEFINED_MACRO for problem in model.item.recovered
        )
        self.jumped_to: set[str] = set()
        self.entries: dict[r.Statement, bool] = {}
        for _ in range(_PASSES):
            known = len(self.jumped_to)
            self.state = _Pass()
            self.ends = self.run(body, True)
            if len(self.jumped_to) == known:
                break
        else:
            self.doubt = True
        self.unreachable = self.state.unreachable

    def run(self, statement: r.Statement, entered: bool) -> bool:
        """Walk a statement, which a run reaches if `entered`; tell whether it falls through."""
        step = _STEPS.get(type(statement))
        return entered if step is None else step(self, statement, entered)

    def _row(self, statements: Sequence[r.Statement], entered: bool) -> bool:
        reached = entered
        dead: list[r.Statement] = []
        for statement in statements:
            before = reached
            reached = self.run(statement, reached)
            is_dead = entered and not before and not reached and not isinstance(statement, _ENTRIES)
            if is_dead and not self._has_entry(statement):
                dead.append(statement)
            elif dead:
                self.state.unreachable.append((dead[0], dead[-1]))
                dead = []
        if dead:
            self.state.unreachable.append((dead[0], dead[-1]))
        return reached

    def _has_entry(self, statement: r.Statement) -> bool:
        """Tell whether a run can come into a statement from elsewhere, by a label inside it."""
        known = self.entries.get(statement)
        if known is None:
            known = self.entries[statement] = self._holds_entry(statement)
        return known

    def _holds_entry(self, statement: r.Statement) -> bool:
        pending: list[r.Record] = [statement]
        while pending:
            record = pending.pop()
            if isinstance(record, r.Label | r.Case):
                return True
            if isinstance(record, r.Statement):
                pending.extend(r.children(record))
        return False

    def _compound(self, record: r.Compound, entered: bool) -> bool:
        return self._row(record.statements, entered)

    def _expression(self, record: r.ExpressionStatement, entered: bool) -> bool:
        value = unwrapped(record.expression)
        if type(value) is r.StatementExpression:
            return self.run(value.body, entered)
        if is_host_macro(self.model, value):
            self.doubt = True
        return entered and not self._never_returns(value)

    def _never_returns(self, value: r.Expression) -> bool:
        if type(value) is not r.Call or type(value.callee) is not r.Name:
            return False
        symbol = self.model.references.get(value.callee)
        if isinstance(symbol, Function):
            return any(entry.name.text.strip("_") == "noreturn" for entry in symbol.attributes)
        return symbol is None and value.callee.name in _NO_RETURN

    def _condition(self, condition: r.Expression | None) -> int | None:
        return 1 if condition is None else self.folder.integer(condition)

    def _if(self, record: r.If, entered: bool) -> bool:
        value = self._condition(record.condition)
        then = self.run(record.then, entered and value != 0)
        if record.otherwise is None:
            return then or (entered and not value)
        return self.run(record.otherwise, entered and not value) or then

    def _while(self, record: r.While | r.For, entered: bool) -> bool:
        value = self._condition(record.condition)
        target = _Target(False)
        self.state.targets.append(target)
        start = entered and value != 0
        end = self.run(record.body, start)
        again = end or target.continued
        if not start and again and value != 0:
            again = self.run(record.body, True) or target.continued
        self.state.targets.pop()
        return target.broken or ((entered or again) and not value)

    def _do(self, record: r.DoWhile, entered: bool) -> bool:
        value = self._condition(record.condition)
        target = _Target(False)
        self.state.targets.append(target)
        again = self.run(record.body, entered) or target.continued
        if not entered and again and value != 0:
            again = self.run(record.body, True) or target.continued
        self.state.targets.pop()
        return target.broken or (again and not value)

    def _switch(self, record: r.Switch, entered: bool) -> bool:
        target = _Target(True, entered, self.folder.integer(record.condition))
        self.state.targets.append(target)
        end = self.run(record.body, False)
        self.state.targets.pop()
        missed = entered and not target.has_default and not target.matched
        if missed and target.has_cases and self._may_be_enumerated(record.condition):
            missed = False
        return end or target.broken or missed

    def _may_be_enumerated(self, condition: r.Expression) -> bool:
        """Tell whether the cases of a switch may name every value that there is."""
        while type(condition) is r.Parenthesized:
            condition = condition.inner
        if type(condition) is r.Name:
            symbol = self.model.references.get(condition)
            return symbol is None or type(symbol.type.type) is not t.ScalarType
        return isinstance(condition, r.Member | r.Index | r.Call | r.Cast)

    def _case(self, record: r.Case, entered: bool) -> bool:
        target = next((entry for entry in reversed(self.state.targets) if entry.is_switch), None)
        if target is not None:
            target.has_cases = True
            target.has_default = target.has_default or record.value is None
            entered = entered or target.entered
            value = self.folder.integer(record.value)
            if target.value is not None and value == target.value:
                target.matched = True
        return self._row(record.statements, entered)

    def _label(self, record: r.Label, entered: bool) -> bool:
        entered = entered or record.name.text in self.jumped_to
        return entered if record.statement is None else self.run(record.statement, entered)

    def _goto(self, record: r.Goto, entered: bool) -> bool:
        if entered:
            self.jumped_to.add(record.name.text)
        return False

    def _break(self, _: r.Break, entered: bool) -> bool:
        if self.state.targets and entered:
            self.state.targets[-1].broken = True
        return False

    def _continue(self, _: r.Continue, entered: bool) -> bool:
        loops = [entry for entry in self.state.targets if not entry.is_switch]
        if loops and entered:
            loops[-1].continued = True
        return False

    def _return(self, _: r.Return, __: bool) -> bool:
        return False

    def _attributed(self, record: r.Attributed, entered: bool) -> bool:
        return entered if record.statement is None else self.run(record.statement, entered)

    def _bad(self, _: r.BadStatement, __: bool) -> bool:
        self.doubt = True
        return False


class _Reach(_Walk):
    """A walk that keeps of each statement that it comes to whether a run reaches it."""

    def __init__(self, model: ItemModel, body: r.Compound, folder: Folder) -> None:
        self.reached: dict[r.Record, bool] = {}
        super().__init__(model, body, folder)

    def run(self, statement: r.Statement, entered: bool) -> bool:
        self.reached[statement] = entered or self.reached.get(statement, False)
        return super().run(statement, entered)


_ENTRIES = (r.Case, r.Label, r.EmptyStatement, r.Break)
_STEPS: dict[type[r.Statement], Callable[..., bool]] = {
    r.Compound: _Walk._compound,
    r.ExpressionStatement: _Walk._expression,
    r.If: _Walk._if,
    r.While: _Walk._while,
    r.For: _Walk._while,
    r.DoWhile: _Walk._do,
    r.Switch: _Walk._switch,
    r.Case: _Walk._case,
    r.Label: _Walk._label,
    r.Goto: _Walk._goto,
    r.Break: _Walk._break,
    r.Continue: _Walk._continue,
    r.Return: _Walk._return,
    r.Attributed: _Walk._attributed,
    r.BadStatement: _Walk._bad,
}
