"""Binding: what each name of an item stands for, and which symbols the item declares.

One walk over the records of an item keeps the scopes of C (C11 6.2.1) and of blocks (OpenCL C
6.12), declares symbols with their types, and notes references, calls, and the outer names that
were asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from weakref import ref

from opencl_ls.builtins.host_names import looks_like_macro
from opencl_ls.builtins.names import is_builtin
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import overwritten_words
from opencl_ls.semantics.lookup.blocks import names_below
from opencl_ls.semantics.macros.undefined_macros import may_be_overloadable
from opencl_ls.semantics.model import CallSite, Environment, ItemModel
from opencl_ls.semantics.model.bound_expression import BoundExpression
from opencl_ls.semantics.model.problems import StrayName, UndeclaredName, UntypedParameter
from opencl_ls.semantics.names.declared_types import DeclaredTypes, Scope
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import (
    Forms,
    Function,
    ParameterVariable,
    Symbol,
    Typedef,
    Variable,
)
from opencl_ls.semantics.typing.expression_cache import KnownExpressions
from opencl_ls.semantics.typing.expressions import type_item
from opencl_ls.syntax import records as r
from opencl_ls.syntax.known import LARGE
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from opencl_ls.settings.target import Target


def bind(
    item: r.Item,
    environment: Environment,
    target: Target,
    before: ItemModel | None = None,
    *,
    broken: bool = False,
) -> ItemModel:
    """Bind an item in an environment; raises nothing on any item.

    What `before`, a model of an earlier text of the item for the same target, knows of its
    expressions is taken over; the model is the same without it.  With `broken` the types of an
    item with syntax problems are worked out as well, as far as it was read.
    """
    binder = _Binder(item, environment, target)
    binder.keeps = len(item.text) >= LARGE and not item.problems
    if binder.keeps and before is not None:
        binder.known = KnownExpressions(before, item)
    for declaration in item.declarations:
        binder.visit_top(declaration)
    if broken or not item.problems:
        if type_item(binder.model, target, binder.lookup_tag):
            binder.model.expressions.clear()
    return binder.finish()


class _Binder(DeclaredTypes):
    """The walk over one item."""

    def __init__(self, item: r.Item, environment: Environment, target: Target) -> None:
        super().__init__(item, environment, target)
        self.function: Function | None = None
        self.block: r.BlockLiteral | None = None
        self.depth = 0
        # What others can see of the item: the body of a function is left out.
        self.interface = item.text
        self.behind = ""
        self.keeps = False
        self.known: KnownExpressions | None = None
        # What lists of parameters declare themselves.
        self.lists: dict[r.Record, Scope] = {}

    def visit_top(self, record: r.Statement) -> None:
        """Bind a record at program scope."""
        self.model.events.append(record)
        _VISITS.get(type(record), _Binder._visit_children)(self, record)

    def visit(self, record: r.Record, parent: r.Record) -> None:
        """Bind a record below `parent`."""
        if record in self.model.parents:
            return
        self.model.parents[record] = parent
        self.model.events.append(record)
        _VISITS.get(type(record), _Binder._visit_children)(self, record)

    def _visit_children(self, record: r.Record) -> None:
        for child in r.children(record):
            self.visit(child, record)

    def finish(self) -> ItemModel:
        """Collect what the item offers to the items after it."""
        model, outermost = self.model, self.scopes[0]
        self._note_host_macros()
        model.exports = outermost.names
        model.exported_tags = outermost.tags
        seen = (self.interface, self.behind)
        key = hash((seen, tuple(model.uses.items()), tuple(model.tag_uses.items())))
        for symbol in model.declared.values():
            if symbol.fingerprint == 0:
                symbol.fingerprint = key
        return model

    # --- declarations ----------------------------------------------------------------------------

    def _note_host_macros(self) -> None:
        """Note the macros that were left out: nothing declares them, or they are no macros."""
        for problem in self.model.item.recovered:
            name = problem.expected
            if (
                problem.kind
                not in (SyntaxProblemKind.UNDEFINED_MACRO, SyntaxProblemKind.PASTED_NAME)
                or not name
            ):
                continue
            inner = (each for each in self.model.declared.values() if each.name == name)
            symbol = next(inner, None) or self.lookup(name)
            word = r.Word(problem.start, problem.start + len(name), name)
            if symbol is None and not is_builtin(name):
                self.model.problems.append(UndeclaredName(word, name, "macro"))
            else:
                self.model.problems.append(StrayName(word, name))

    def _specifiers(self, record: r.Specifiers) -> None:
        for word in record.unknown:
            self.model.parents[word] = record
            self.model.problems.append(UndeclaredName(word, word.text, "value"))
        self._visit_children(record)

    def _declaration(self, record: r.Declaration) -> None:
        self.visit(record.specifiers, record)
        base = self.base_type(record.specifiers)
        storage = _storage(record.specifiers)
        if self._is_behind_macro(record):
            self._expression_of(record, record.declarators[0])
            return
        for entry in record.declarators:
            self.model.parents[entry] = record
            self.model.events.append(entry)
            self.visit(entry.declarator, entry)
            kind = self.declarator_type(base, record.specifiers, entry.declarator)
            kind = self.with_vector_size(kind, entry.declarator.attributes)
            word = entry.declarator.name
            if word is not None:
                self._declare_entry(record, entry, word, kind, storage)
            if entry.initializer is not None:
                self._outermost(entry.initializer, entry)

    def _is_behind_macro(self, record: r.Declaration) -> bool:
        """Tell whether this is a statement behind a macro that nobody defined: `STEP o[i] = 1;`.

        It reads as a declaration of the type `STEP`, but its name is declared in the same scope, or
        it would give an array without a constant size a value, which no declaration can.
        """
        kind = record.specifiers.type
        if self.function is None or type(kind) is not r.NamedType:
            return False
        is_bare = record.specifiers.start == kind.start and record.specifiers.end == kind.end
        if not is_bare or len(record.declarators) != 1 or not looks_like_macro(kind.name):
            return False
        entry = record.declarators[0]
        word, parts = entry.declarator.name, entry.declarator.parts
        if word is None or self.model.references.get(kind) is not None:
            return False
        if not all(type(part) is r.ArrayPart for part in parts):
            return False
        is_list = isinstance(entry.initializer, r.InitializerList | r.StringLiteral)
        stores = bool(parts) and entry.initializer is not None and not is_list
        if self._is_variable(word.text):
            return stores or word.text in self.scopes[-1].names
        sizes = (part.size for part in parts if type(part) is r.ArrayPart)
        return stores and any(
            type(size) is r.Name and self._is_variable(size.name) for size in sizes
        )

    def _is_variable(self, name: str) -> bool:
        return isinstance(self.lookup(name), Variable | ParameterVariable)

    def _expression_of(self, record: r.Declaration, entry: r.InitDeclarator) -> None:
        """Bind what reads as a declaration as the assignment that it is."""
        self.model.parents[entry] = record
        word = entry.declarator.name
        if word is not None:
            self.visit(r.Name(word.start, word.end, word.text), entry)
        for part in entry.declarator.parts:
            if type(part) is r.ArrayPart and part.size is not None:
                self.visit(part.size, entry)
        if entry.initializer is not None:
            self.visit(entry.initializer, entry)

    def _declare_entry(
        self,
        record: r.Declaration,
        entry: r.InitDeclarator,
        word: r.Word,
        kind: t.Qualified,
        storage: frozenset[str],
    ) -> None:
        if "typedef" in storage:
            self._declare_typedef(record, entry, word, kind)
        elif type(kind.type) is t.FunctionType:
            self._declare_function(record, record.specifiers, entry.declarator, kind, entry, None)
        else:
            at_program_scope = self.function is None and self.block is None and self.depth == 0
            static = bool(storage & {"static", "extern"})
            is_array = type(kind.type) is t.ArrayType
            if is_array or not (at_program_scope or "extern" in storage):
                self.note_incomplete(word, kind, "variable", word.text)
            self.declare(
                Variable(
                    word.text,
                    word,
                    spaces.variable(kind, at_program_scope, static, self.target),
                    declaration=record,
                    declarator=entry,
                    storage=storage,
                    space_word=_object_space_word(record.specifiers, entry.declarator),
                    depth=self.depth,
                    function=self.function,
                    block=self.block,
                ),
                entry,
            )

    def _declare_typedef(
        self, record: r.Declaration, entry: r.InitDeclarator, word: r.Word, kind: t.Qualified
    ) -> None:
        aggregate = kind.type
        if type(aggregate) is t.AggregateType and not aggregate.tag and not aggregate.alias:
            aggregate.alias = word.text
        self.declare(Typedef(word.text, word, kind, declaration=record, declarator=entry), entry)

    def _declare_function(
        self,
        record: r.Declaration | r.FunctionDefinition,
        specifiers: r.Specifiers,
        declarator: r.Declarator,
        kind: t.Qualified,
        at: r.Record,
        definition: r.FunctionDefinition | None,
    ) -> Function | None:
        if declarator.name is None:
            return None
        end = record.end if definition is None else definition.body.start
        function = Function(
            declarator.name.text,
            declarator.name,
            kind,
            declaration=record,
            declarator=declarator,
            definition=definition,
            storage=_storage(specifiers),
            attributes=specifiers.attributes + declarator.attributes,
            parameters=[],
            may_be_overloadable=may_be_overloadable(self.model.item, specifiers, declarator, end),
        )
        for word in overwritten_words(self.model.item, "__kernel", "kernel"):
            if self.model.item.text[word.end : declarator.name.start].isspace():
                # A kernel without its type is one all the same.
                function.storage |= {"kernel"}
        part = declarator.parts[0] if declarator.parts else None
        if type(part) is r.FunctionPart:
            function.parameters = self._parameters(part, function)
        earlier = self.lookup(function.name)
        if isinstance(earlier, Function):
            # A definition is a kernel as well where only a declaration before it says so, and one
            # that stands twice in the same words is two functions.
            if definition is not None and self.depth == 0 and earlier.is_kernel:
                function.storage |= {"kernel"}
            if function.is_overloadable or earlier.is_overloadable:
                # Compilers let one form do without the attribute.
                forms = earlier.forms or Forms().followed_by(earlier)
                function.forms = forms.followed_by(function)
        elif function.is_overloadable:
            function.forms = Forms().followed_by(function)
        self.declare(function, at)
        return function

    def _parameters(
        self, part: r.FunctionPart, function: Function | None
    ) -> list[ParameterVariable]:
        return [
            self._parameter(parameter, index, function)
            for index, parameter in enumerate(self.parameters_of(part))
        ]

    def _parameter(
        self, record: r.Parameter, index: int, function: Function | None
    ) -> ParameterVariable:
        written = self.declared_type(record.specifiers, record.declarator)
        word = record.declarator.name or r.Word(record.end, record.end, "")
        if function is not None and function.definition is not None and not word.text:
            word = self._name_without_type(record, function.definition.body) or word
        return ParameterVariable(
            word.text,
            word,
            spaces.parameter(written),
            parameter=record,
            index=index,
            space_word=_object_space_word(record.specifiers, record.declarator),
            owner=None if function is None else ref(function),
            written=written,
        )

    def _name_without_type(self, record: r.Parameter, body: r.Compound) -> r.Word | None:
        """Return what reads as the type of a parameter and is the name of one that has no type.

        It is no type that is known, and the body uses it as a value.
        """
        kind, problems = record.specifiers.type, self.model.problems
        if type(kind) is not r.NamedType or record.declarator.parts:
            return None
        noted = (each for each in problems if each.record is kind)
        missing = next((each for each in noted if isinstance(each, UndeclaredName)), None)
        if missing is None or any(word.text == "pipe" for word in record.specifiers.qualifiers):
            return None
        if not any(name.name == kind.name for name in names_below(body)):
            return None
        problems[problems.index(missing)] = UntypedParameter(kind, kind.name)
        return r.Word(kind.start, kind.end, kind.name)

    def _function_definition(self, record: r.FunctionDefinition) -> None:
        self.visit(record.specifiers, record)
        self.visit(record.declarator, record)
        kind = self.declared_type(record.specifiers, record.declarator)
        if type(kind.type) is t.FunctionType and self.depth == 0:
            text = self.model.item.text
            self.interface, self.behind = text[: record.body.start], text[record.body.end :]
            signature_uses = (tuple(self.model.uses.items()), tuple(self.model.tag_uses.items()))
        else:
            signature_uses = ((), ())
        function = self._declare_function(
            record, record.specifiers, record.declarator, kind, record, record
        )
        if function is not None:
            # What it takes over from those before it is told as well: another form, or that it is
            # a kernel.
            forms = tuple(form.fingerprint for form in function.forms if form is not function)
            shape = self._shape(function, record.body.start)
            told = (self.interface, signature_uses, function.is_kernel, forms, shape)
            function.fingerprint = hash(told) or 1
            for parameter in function.parameters:
                parameter.fingerprint = function.fingerprint
                place = parameter.word if parameter.name else parameter.parameter
                self.note_incomplete(place, parameter.written, "parameter", parameter.name)
            if type(kind.type) is t.FunctionType:
                self.note_incomplete(function.word, kind.type.result, "result", function.name)
        outer = self.function
        self.function = function
        self.scopes.append(self._scope_of_body(record.declarator))
        for parameter in function.parameters if function is not None else ():
            self._declare_parameter(parameter)
        self.model.parents[record.body] = record
        self.model.events.append(record.body)
        self._statements_of(record.body)
        self.scopes.pop()
        self.function = outer

    def _scope_of_body(self, declarator: r.Declarator) -> Scope:
        part = declarator.parts[0] if declarator.parts else None
        listed = self.lists.get(part) if type(part) is r.FunctionPart else None
        return Scope() if listed is None else listed

    def _shape(self, function: Function, head: int) -> Hashable:
        """Return what the text of a function's head, of so many bytes, does not tell of it alone.

        A slip in it is mended where all of the item can be read then, and what counts as a macro
        among its parameters depends on the body as well.
        """
        kind = function.type.type
        more = (kind.variadic, kind.prototype) if type(kind) is t.FunctionType else ()
        mended = [(each.kind, each.start) for each in self.model.item.recovered]
        return (
            more,
            tuple(each.name for each in function.parameters),
            tuple(each for each in mended if each[1] < head),
        )

    def _declare_parameter(self, parameter: ParameterVariable) -> None:
        if parameter.name:
            self.declare(parameter, parameter.parameter)
        else:
            self.model.declared[parameter.parameter] = parameter
            self.model.events.append(parameter)

    def _function_part(self, record: r.FunctionPart) -> None:
        """Bind the types of parameters; their names are declared where a body follows.

        The tags among them belong to the list, and to the body behind it (C11 6.2.1p4).
        """
        self.scopes.append(Scope())
        for parameter in record.parameters:
            self.visit(parameter, record)
        if record.ellipsis is not None:
            self.visit(record.ellipsis, record)
        scope = self.scopes.pop()
        if scope.tags or scope.names:
            self.lists[record] = scope

    def _record_type(self, record: r.RecordType) -> None:
        for attribute in record.attributes:
            self.visit(attribute, record)
        self._aggregate(record)

    def _enum_type(self, record: r.EnumType) -> None:
        for attribute in record.attributes:
            self.visit(attribute, record)
        self._enumerated(record)

    def _enumerator(self, record: r.Enumerator) -> None:
        for attribute in record.attributes:
            self.visit(attribute, record)
        if record.value is not None:
            self.visit(record.value, record)

    # --- statements ------------------------------------------------------------------------------

    def _compound(self, record: r.Compound) -> None:
        self.scopes.append(Scope())
        self._statements_of(record)
        self.scopes.pop()

    def _statements_of(self, record: r.Compound) -> None:
        self.depth += 1
        for statement in record.statements:
            self.visit(statement, record)
        self.depth -= 1

    def _for(self, record: r.For) -> None:
        self.scopes.append(Scope())
        self.depth += 1
        self._with_expressions(record)
        self.depth -= 1
        self.scopes.pop()

    def _expression_statement(self, record: r.ExpressionStatement) -> None:
        self._outermost(record.expression, record)

    def _with_expressions(self, record: r.Statement) -> None:
        """Bind what is below a statement that expressions stand in."""
        for child in r.children(record):
            if isinstance(child, r.Expression):
                self._outermost(child, record)
            else:
                self.visit(child, record)

    # --- expressions -----------------------------------------------------------------------------

    def _outermost(self, record: r.Expression, parent: r.Record) -> None:
        """Bind an expression that stands in no other; in a large item it may be known."""
        if not self.keeps:
            self.visit(record, parent)
            return
        model, known = self.model, self.known
        start, first_call = len(model.events), len(model.calls)
        bound = None if known is None else known.take(record, parent, model, self.lookup)
        if known is None or bound is None:
            self.visit(record, parent)
        else:
            is_in_block = self.block is not None
            for site in known.model.calls[bound.first_call : bound.last_call]:
                model.calls.append(CallSite(self.function, site.callee, site.call, is_in_block))
        model.expressions[record] = BoundExpression(
            start,
            len(model.events),
            first_call,
            len(model.calls),
            None if bound is None else bound.contents,
        )

    def _name(self, record: r.Name) -> None:
        self.model.references[record] = self.lookup(record.name)

    def _string(self, record: r.StringLiteral) -> None:
        for word in record.names:
            self.visit(word, record)
            if self.lookup(word.text) is not None or is_builtin(word.text):
                self.model.problems.append(StrayName(word, word.text))
            else:
                self.model.problems.append(UndeclaredName(word, word.text, "value"))

    def _type_name(self, record: r.TypeName) -> None:
        self._visit_children(record)
        self.type_of(record)

    def _binary(self, record: r.Binary) -> None:
        """Bind a row of operators in a loop: a sum may have thousands of terms."""
        model = self.model
        spine = [record]
        while type(spine[-1].left) is r.Binary:
            lower = spine[-1].left
            model.parents[lower] = spine[-1]
            model.events.append(lower)
            spine.append(lower)
        self.visit(spine[-1].left, spine[-1])
        for step in reversed(spine):
            self.visit(step.right, step)

    def _call(self, record: r.Call) -> None:
        self._visit_children(record)
        callee = record.callee
        while type(callee) is r.Parenthesized:
            callee = callee.inner
        if type(callee) is r.Name:
            site = CallSite(self.function, callee.name, record, self.block is not None)
            self.model.calls.append(site)

    def _unevaluated(self, record: r.TypeQuery | r.TypeofType) -> None:
        """Bind what is only asked for its type or its size: nothing in it is called."""
        before = len(self.model.calls)
        self._visit_children(record)
        del self.model.calls[before:]

    def _block_literal(self, record: r.BlockLiteral) -> None:
        if record.result is not None:
            self.visit(record.result, record)
        self.scopes.append(Scope())
        result = t.UNKNOWN_QUALIFIED if record.result is None else self.type_of(record.result)
        kind = t.FunctionType(result, (), False, True)
        if record.signature is not None:
            self.visit(record.signature, record)
            kind = self.function_type(record.signature, result)
            for parameter in self._parameters(record.signature, None):
                self._declare_parameter(parameter)
        self.model.block_types[record] = kind
        for attribute in record.attributes:
            self.visit(attribute, record)
        outer_block, outer_depth = self.block, self.depth
        self.block, self.depth = record, 0
        self.model.parents[record.body] = record
        self.model.events.append(record.body)
        self._statements_of(record.body)
        self.block, self.depth = outer_block, outer_depth
        self.scopes.pop()

    def _statement_expression(self, record: r.StatementExpression) -> None:
        self.visit(record.body, record)

    def _designator(self, record: r.Designator) -> None:
        for bound in (record.index, record.last):
            if bound is not None:
                self.visit(bound, record)


def _storage(specifiers: r.Specifiers) -> frozenset[str]:
    return frozenset(spaces.plain(word.text) for word in specifiers.storage)


def _object_space_word(specifiers: r.Specifiers, declarator: r.Declarator) -> r.Word | None:
    """Return the address space written for the object itself: behind the last `*` if any."""
    for part in declarator.parts:
        if isinstance(part, r.PointerPart | r.BlockPart):
            return spaces.space_word(part.qualifiers)
        if type(part) is r.FunctionPart:
            return None
    return spaces.space_word(specifiers.qualifiers)


_VISITS: Final[dict[type[r.Record], Callable[[Any, Any], None]]] = {
    r.Specifiers: _Binder._specifiers,
    r.Declaration: _Binder._declaration,
    r.FunctionDefinition: _Binder._function_definition,
    r.FunctionPart: _Binder._function_part,
    r.RecordType: _Binder._record_type,
    r.EnumType: _Binder._enum_type,
    r.Enumerator: _Binder._enumerator,
    r.Compound: _Binder._compound,
    r.ExpressionStatement: _Binder._expression_statement,
    r.If: _Binder._with_expressions,
    r.While: _Binder._with_expressions,
    r.DoWhile: _Binder._with_expressions,
    r.Switch: _Binder._with_expressions,
    r.Return: _Binder._with_expressions,
    r.For: _Binder._for,
    r.Name: _Binder._name,
    r.StringLiteral: _Binder._string,
    r.TypeName: _Binder._type_name,
    r.Binary: _Binder._binary,
    r.Call: _Binder._call,
    r.TypeQuery: _Binder._unevaluated,
    r.TypeofType: _Binder._unevaluated,
    r.BlockLiteral: _Binder._block_literal,
    r.Designator: _Binder._designator,
}

__all__ = ["Symbol", "bind"]
