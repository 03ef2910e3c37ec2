"""The typer's second part: casts, literals, calls, initialisers, blocks and statements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from msgspec.structs import replace

from opencl_ls.builtins.functions import function_names
from opencl_ls.builtins.names import is_compilers_own
from opencl_ls.semantics import problems as p
from opencl_ls.semantics import spaces
from opencl_ls.semantics import types as t
from opencl_ls.semantics.alternatives import only_value
from opencl_ls.semantics.blocks import unwrapped
from opencl_ls.semantics.builtin_calls import Argument, CallProblem, Resolution, resolve
from opencl_ls.semantics.builtin_calls.memory_orders import has_order
from opencl_ls.semantics.builtin_calls.printf import format_problems
from opencl_ls.semantics.builtin_calls.reinterpretation import sizes_on_device
from opencl_ls.semantics.changed_constants import CONSTANTS, changed_constants
from opencl_ls.semantics.constants import size_of
from opencl_ls.semantics.constness import fixed_initializer
from opencl_ls.semantics.conversions import (
    arithmetic_type,
    assignment_problem,
    loaded,
    same_type,
    spaces_overlap,
    value_of,
)
from opencl_ls.semantics.declared_types import named_builtin
from opencl_ls.semantics.format_attribute import format_places
from opencl_ls.semantics.host_macros import brings_arguments, has_mended
from opencl_ls.semantics.initializers import Initialization
from opencl_ls.semantics.known import known_stretches
from opencl_ls.semantics.literals import constant_type
from opencl_ls.semantics.operators import Operand
from opencl_ls.semantics.returns import returns_of
from opencl_ls.semantics.symbols import Function
from opencl_ls.semantics.typing import EXPRESSIONS, NULLABLE, TyperBase, is_opaque
from opencl_ls.semantics.user_forms import chosen_form, fitting_forms
from opencl_ls.syntax import records as r
from opencl_ls.syntax.slips import EXPRESSION, PARENTHESIS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


class Typer(TyperBase):
    """The typer of one item."""

    # --- assignment ------------------------------------------------------------------------------

    def check_assignment(
        self,
        source: r.Expression,
        destination: t.Qualified,
        context: str,
        function: Function | None = None,
        index: int = 0,
    ) -> None:
        """Note when the value of `source` cannot be stored in `destination`."""
        value = Operand(value_of(self.type_of(source)))
        if type(destination.type) in NULLABLE:
            value = self.operand(source)
        # An event begins or is passed as 0, and later holds what a copy gives.
        is_kept = context == "assign" and is_opaque(destination.type, "event_t")
        reason = assignment_problem(destination, value.type, value.null and not is_kept)
        if context == "assign" and type(value.type.type) is t.BlockType:
            # A `void *` may begin as a block, but `=` is an operator, and takes none.
            reason = "incompatible"
        if reason:
            self.note(p.Mismatch(source, context, destination, value.type, reason, function, index))
        elif type(source) in CONSTANTS:
            self._note_changed(source, destination)

    def _note_changed(self, source: r.Expression, destination: t.Qualified) -> None:
        for changed in changed_constants(source, destination):
            self.note(changed)

    def check_result(
        self, record: r.Assignment, destination: t.Qualified, result: t.Qualified
    ) -> None:
        """Note when the result of a compound assignment cannot be stored on its left."""
        reason = assignment_problem(destination, result, False)
        if reason:
            self.note(p.Mismatch(record, "assign", destination, result, reason))

    # --- casts -----------------------------------------------------------------------------------

    def _cast(self, record: r.Cast) -> t.Qualified:
        destination = self.model.type_names.get(record.type, t.UNKNOWN_QUALIFIED)
        if type(destination.type) is t.VectorType:
            rebound = self._literal_with_members(record, destination)
            if rebound is not None:
                return rebound
        source = self.operand(record.operand)
        result = value_of(destination)
        reason = self._cast_problem(destination, source.type, source.null)
        if reason:
            self.note(p.InvalidCast(record, destination, source.type, reason))
        return result

    def _literal_with_members(self, record: r.Cast, destination: t.Qualified) -> t.Qualified | None:
        """Type `(T)(x).y` where T names a vector type: the members are those of the literal."""
        chain: list[r.Member | r.Index] = []
        inner = record.operand
        while isinstance(inner, r.Member | r.Index):
            chain.append(inner)
            inner = inner.base
        if not chain or type(inner) is not r.Parenthesized:
            return None
        self.type_of(inner)
        current = value_of(destination)
        for link in reversed(chain):
            if type(link) is r.Member:
                current = self.member_of(link, current, False)
            else:
                self.type_of(link.index)
                kind = current.type
                current = t.Qualified(kind.element) if type(kind) is t.VectorType else current
            self.types[link] = current
        return current

    def _cast_problem(self, destination: t.Qualified, source: t.Qualified, null: bool) -> str:
        to, from_ = destination.type, source.type
        if type(to) is not t.AtomicType:
            from_ = loaded(source).type
        if type(to) is t.UnknownType or isinstance(from_, t.UnknownType | t.VoidType):
            if type(from_) is t.VoidType and not isinstance(to, t.VoidType | t.UnknownType):
                return "void"
            return ""
        if type(to) is t.VoidType:
            return ""
        if type(to) is t.VectorType:
            if type(from_) is t.VectorType:
                return "" if to == from_ or _keeps_bits(destination, source) else "vector"
            return "" if arithmetic_type(from_) is not None else "incompatible"
        if _keeps_bits(destination, source):
            return ""
        scalar = arithmetic_type(to)
        if scalar is not None:
            return _cast_to_scalar(scalar, from_)
        if type(to) is t.PointerType:
            return _cast_to_pointer(to, from_, null)
        if type(to) is t.BlockType:
            # Compilers make a block of a number, as they do a pointer.
            number = arithmetic_type(from_)
            takes = isinstance(from_, t.BlockType | t.PointerType) or null
            return "" if takes or (number and not number.floating) else "incompatible"
        if type(to) is t.OpaqueType:
            return self._cast_to_opaque(to, from_, null)
        if type(to) is t.AtomicType:
            return self._cast_problem(value_of(to.value), loaded(source), null)
        if type(to) is t.ImageType:
            return "opaque"
        if type(to) is t.AggregateType and to.keyword == "union":
            # Compilers make a union of what one of its members can hold, as GNU C does.
            members = self.members_of(to) or ()
            return "" if any(same_type(each.type.type, from_) for each in members) else "aggregate"
        return "" if same_type(to, from_) else "aggregate"

    def _cast_to_opaque(self, to: t.OpaqueType, from_: t.Type, null: bool) -> str:
        if null and to.name == "event_t" and arithmetic_type(from_) is not None:
            return ""
        if to.name in ("event_t", "queue_t", "clk_event_t", "reserve_id_t", "sampler_t"):
            return "opaque"
        return "" if type(from_) is t.OpaqueType and from_.name == to.name else "incompatible"

    # --- literals --------------------------------------------------------------------------------

    def _vector_literal(self, record: r.VectorLiteral) -> t.Qualified:
        destination = self.model.type_names.get(record.type, t.UNKNOWN_QUALIFIED)
        values = [loaded(value_of(self.type_of(element))) for element in record.elements]
        kind = destination.type
        if type(kind) is not t.VectorType:
            if type(kind) is t.UnknownType or not values:
                return value_of(destination)
            reason = self._cast_problem(destination, values[-1], False)
            if reason:
                self.note(p.InvalidCast(record, destination, values[-1], reason))
            return value_of(destination)
        self._check_vector_literal(record, destination, kind, values)
        if len(values) > 1:
            # Compilers take it for an object, as C does a compound literal; with one value it is a
            # cast.  The specification is silent.
            self.lvalues.add(record)
        return value_of(destination)

    def _check_vector_literal(
        self,
        record: r.VectorLiteral,
        destination: t.Qualified,
        kind: t.VectorType,
        values: Sequence[t.Qualified],
    ) -> None:
        given = 0
        for element, value in zip(record.elements, values, strict=True):
            if type(value.type) is t.UnknownType:
                return
            if type(value.type) is t.VectorType:
                given += value.type.width
                if value.type.element != kind.element:
                    problem = p.VectorLiteralProblem(element, destination, kind.width, 0, value)
                    self.note(problem)
                    return
            elif arithmetic_type(value.type) is not None:
                given += 1
            else:
                self.note(p.VectorLiteralProblem(element, destination, kind.width, 0, value))
                return
            if type(element) in CONSTANTS and len(values) > 1:
                self._note_changed(element, t.Qualified(kind.element))
        single = len(values) == 1 and type(values[0].type) is not t.VectorType
        if given != kind.width and not single:
            self.note(p.VectorLiteralProblem(record, destination, kind.width, given, None))

    def _compound_literal(self, record: r.CompoundLiteral) -> t.Qualified:
        destination = self.model.type_names.get(record.type, t.UNKNOWN_QUALIFIED)
        self.lvalues.add(record)
        self.initialize(destination, record.initializer)
        if type(destination.type) is t.UnknownType:
            return destination
        return spaces.variable(destination, self.at_program_scope(record), False, self.target)

    def at_program_scope(self, record: r.Record) -> bool:
        """Tell whether a record stands outside of any body."""
        return not any(
            isinstance(above, r.FunctionDefinition | r.BlockLiteral)
            for above in self.model.ancestors(record)
        )

    def _initializer_list(self, record: r.InitializerList) -> t.Qualified:
        return t.UNKNOWN_QUALIFIED

    def initialize(self, destination: t.Qualified, value: r.Expression) -> None:
        """Check an initialiser against the type that it initialises (C11 6.7.9)."""
        Initialization(self).check(destination, value)

    def _statement_expression(self, record: r.StatementExpression) -> t.Qualified:
        last = record.body.statements[-1] if record.body.statements else None
        while type(last) is r.Label:
            last = last.statement
        if type(last) is r.ExpressionStatement:
            return value_of(self.type_of(last.expression))
        return t.Qualified(t.VOID)

    # --- blocks ----------------------------------------------------------------------------------

    def _block_literal(self, record: r.BlockLiteral) -> t.Qualified:
        function = self.model.block_types.get(record)
        if function is None:
            return t.UNKNOWN_QUALIFIED
        result = function.result
        if record.result is None:
            result = self.inferred_result(record)
        return t.Qualified(
            t.BlockType(t.FunctionType(result, function.parameters, function.variadic, True))
        )

    def inferred_result(self, record: r.BlockLiteral) -> t.Qualified:
        """Return the type that the return statements of a block give it: that of the first."""
        for found in returns_of(record.body):
            if found.value is not None:
                return value_of(self.type_of(found.value))
        return t.Qualified(t.VOID)

    # --- calls -----------------------------------------------------------------------------------

    def _call(self, record: r.Call) -> t.Qualified:
        callee = record.callee
        while type(callee) is r.Parenthesized:
            callee = callee.inner
        is_mended = bool(self.model.item.repairs)
        if (is_mended and has_mended(self.model, _BREAKS, record.start, record.end)) or any(
            map(_lacks_comma, record.arguments)
        ):
            # An argument or the closing parenthesis is missing, or a comma: more may come.
            for argument in record.arguments:
                self.type_of(argument)
            self.types[callee] = t.UNKNOWN_QUALIFIED
            return t.UNKNOWN_QUALIFIED
        brings_more = is_mended and brings_arguments(self.model, record)
        if type(callee) is r.Name and self.model.references.get(callee) is None:
            if callee is not record.callee and callee.name in function_names():
                self.note(p.BuiltinFunctionName(callee, callee.name))
            return self._call_by_name(record, callee, brings_more)
        symbol = self.symbol(callee)
        if brings_more:
            for argument in record.arguments:
                self.type_of(argument)
            return t.UNKNOWN_QUALIFIED
        kind = self.type_of(callee).type
        if type(kind) is t.PointerType:
            kind = kind.pointee.type
        if isinstance(symbol, Function) and (symbol.has_overloads or len(symbol.forms) > 1):
            return self._overloaded(record, symbol)
        if type(kind) is t.BlockType:
            kind = kind.function
        if type(kind) is t.FunctionType:
            function = symbol if isinstance(symbol, Function) else None
            name = callee.name if type(callee) is r.Name else "this block"
            return self._check_call(record, kind, name, function)
        for argument in record.arguments:
            self.type_of(argument)
        if type(kind) is not t.UnknownType:
            self.note(p.NotCallable(record, self.type_of(callee)))
        return t.UNKNOWN_QUALIFIED

    def _check_call(
        self, record: r.Call, kind: t.FunctionType, name: str, function: Function | None
    ) -> t.Qualified:
        given, wanted = len(record.arguments), len(kind.parameters)
        # An empty list of parameters is one without parameters: nothing else could take more.
        if given < wanted or (given > wanted and not kind.variadic):
            self.note(p.ArgumentCount(record, name, wanted, given, function))
        for index, argument in enumerate(record.arguments):
            if index < wanted and type(argument) is not r.TypeArgument:
                self.check_assignment(argument, kind.parameters[index], "argument", function, index)
            else:
                self._further_argument(argument, function, index)
        self._notes_types(record)
        if function is not None and (kind.variadic or function.attributes):
            self._check_format(record, function)
        return value_of(kind.result)

    def _further_argument(
        self, argument: r.Expression, function: Function | None, index: int
    ) -> None:
        """Type an argument for which there is no parameter: any value may be one."""
        given = self.type_of(argument)
        if type(given.type) in (t.VoidType, t.PipeType):
            anything = t.UNKNOWN_QUALIFIED
            self.note(
                p.Mismatch(argument, "argument", anything, given, "incompatible", function, index)
            )

    def _check_format(self, record: r.Call, function: Function) -> None:
        """Check what a function with the attribute `format` is given, as `printf` itself."""
        places, callee = format_places(function), record.callee
        if places is None or type(callee) is not r.Name:
            return
        arguments = [self._argument(argument) for argument in record.arguments]
        if places[0] < len(arguments):
            arguments[places[0]] = self._format(arguments[places[0]])
        for problem in format_problems(function.name, arguments, *places):
            resolution = Resolution(t.UNKNOWN_QUALIFIED, problems=(problem,))
            self.note(p.BuiltinCallProblem(record, callee, problem, resolution))

    def _notes_types(self, record: r.Call) -> bool:
        """Note the types among the arguments of a call that takes none; tell if there are any."""
        found = [each for each in record.arguments if type(each) is r.TypeArgument]
        for argument in found:
            written = self.model.item.text[argument.start : argument.end]
            kind = self.model.type_names.get(argument.type, t.UNKNOWN_QUALIFIED)
            self.note(p.TypeAsValue(argument, written, kind, None))
        return bool(found)

    def _overloaded(self, record: r.Call, symbol: Function) -> t.Qualified:
        """Type a call of an overloadable function: the one form whose parameters fit exactly."""
        given = [self.operand(argument) for argument in record.arguments]
        exact = symbol.forms.taking(tuple([each.type.type for each in given]))
        if exact is not None and type(kind := exact.type.type) is t.FunctionType:
            return value_of(kind.result)
        key = symbol, tuple(given)
        if key not in self.compared:
            self.compared[key] = fitting_forms(symbol.forms, given)
        fitting, doubtful, same = self.compared[key]
        if same is not None:
            return same
        # Compilers take a pointer to another type, with a warning, where one form alone does.
        if not fitting and len(doubtful) == 1:
            fitting = doubtful
            for index, (wanted, argument) in enumerate(
                zip(doubtful[0].parameters, record.arguments, strict=False)
            ):
                self.check_assignment(argument, wanted, "argument", symbol, index)
        is_certain = not any(
            form.may_be_overloadable and not form.has_overloads for form in symbol.forms
        )
        is_known = not any(type(each.type.type) is t.UnknownType for each in given)
        if not fitting and is_certain and is_known:
            types = tuple(each.type for each in given)
            self.note(p.NoFittingForm(record, symbol.name, types, symbol.forms))
        if len(fitting) > 1 and is_certain and is_known:
            arguments = [self._argument(argument) for argument in record.arguments]
            chosen = chosen_form(symbol.name, symbol.forms, arguments)
            if len(chosen) > 1:
                types = tuple(each.type for each in given)
                self.note(p.AmbiguousForms(record, symbol.name, types, chosen))
            elif chosen and type(kind := chosen[0].type.type) is t.FunctionType:
                return value_of(kind.result)
        return value_of(fitting[0].result) if len(fitting) == 1 else t.UNKNOWN_QUALIFIED

    def _reinterpreted(
        self, record: r.Call, callee: r.Name, arguments: tuple[Argument, ...]
    ) -> t.Qualified:
        """Type `__builtin_astype(value, type)`, which libraries write `as_` functions with."""
        if len(arguments) != 2 or type(arguments[1].record) is not r.TypeArgument:
            return t.UNKNOWN_QUALIFIED
        source, destination = arguments[0].type, arguments[1].type
        given = sizes_on_device(source, self.target)
        wanted = sizes_on_device(destination, self.target)
        kind = destination.type
        sizeless = isinstance(kind, t.VoidType | t.FunctionType) or (
            type(kind) is t.ArrayType and kind.size is None and not kind.variable
        )
        if given and (sizeless or (wanted and not set(given) & set(wanted))):
            has = "none" if sizeless or not wanted else str(wanted[0])
            text = f"{t.described(source)} has {given[0]} bytes and {t.described(destination)} has"
            problem = CallProblem("size", f"{text} {has}: the sizes have to be equal", 0)
            resolution = Resolution(value_of(destination), problems=(problem,))
            self.note(p.BuiltinCallProblem(record, callee, problem, resolution))
        return value_of(destination)

    def _call_by_name(self, record: r.Call, callee: r.Name, brings_more: bool) -> t.Qualified:
        arguments = tuple(self._argument(argument) for argument in record.arguments)
        if callee.name == "__builtin_astype":
            self.types[callee] = t.UNKNOWN_QUALIFIED
            return self._reinterpreted(record, callee, arguments)
        if callee.name == "printf" and arguments:
            arguments = (self._format(arguments[0]), *arguments[1:])
        elif has_order(callee.name):
            arguments = tuple(replace(each, record=self._meant(each.record)) for each in arguments)
        elif callee.name.startswith("as_") and len(arguments) == 1:
            # An array is taken as it is, and not as a pointer to its first element.
            whole = self.type_of(record.arguments[0])
            if type(whole.type) is t.ArrayType:
                arguments = (replace(arguments[0], type=whole),)
        resolution = resolve(callee.name, arguments, self.target)
        if resolution is None:
            if (kind := named_builtin(callee.name)) is not None:
                self.note(p.TypeAsValue(callee, callee.name, kind, None))
            elif (constant := self._builtin_constant(callee.name)) is not None:
                self.note(p.NotCallable(record, constant))
            elif not is_compilers_own(callee.name):
                self.note(p.UndeclaredName(callee, callee.name, "function"))
            self.types[callee] = t.UNKNOWN_QUALIFIED
            return t.UNKNOWN_QUALIFIED
        if brings_more:
            self.types[callee] = t.UNKNOWN_QUALIFIED
            return t.UNKNOWN_QUALIFIED
        self.types[callee] = t.Qualified(
            t.FunctionType(resolution.result, resolution.parameters, False, True)
        )
        self.model.resolutions[record] = resolution
        if callee.name != "vec_step" and self._notes_types(record):
            return resolution.result
        for problem in resolution.problems:
            self.note(p.BuiltinCallProblem(record, callee, problem, resolution))
        if not resolution.problems:
            for argument, wanted in zip(record.arguments, resolution.parameters, strict=False):
                if type(argument) in CONSTANTS:
                    self._note_changed(argument, wanted)
        return resolution.result

    def _builtin_constant(self, name: str) -> t.Qualified | None:
        """Return the type of a built-in constant, None where it is open or there is none."""
        known = constant_type(name, self.target)
        return None if known is None or type(known.type) is t.UnknownType else known

    def _format(self, argument: Argument) -> Argument:
        """Return the format of a `printf` with the literal that a constant variable holds."""
        name = unwrapped(argument.record)
        symbol = self.model.references.get(name) if type(name) is r.Name else None
        held = None if symbol is None else fixed_initializer(symbol)
        return argument if held is None else replace(argument, record=held)

    def _argument(self, argument: r.Expression) -> Argument:
        if type(argument) is r.TypeArgument:
            kind = self.model.type_names.get(argument.type, t.UNKNOWN_QUALIFIED)
            return Argument(kind, False, None, False, argument)
        value = self.operand(argument)
        return Argument(
            value.type,
            argument in self.lvalues,
            self.folder.integer(argument),
            value.null,
            argument,
        )

    def _meant(self, argument: r.Expression) -> r.Expression:
        """Return what an argument is for variables that hold one value, and known conditions."""
        inner = unwrapped(argument)
        if type(inner) is r.Conditional and inner.chosen is not None:
            condition = self.folder.integer(inner.condition)
            if condition is not None:
                return self._meant(inner.chosen if condition else inner.otherwise)
            chosen, otherwise = self._meant(inner.chosen), self._meant(inner.otherwise)
            return replace(inner, chosen=chosen, otherwise=otherwise)
        symbol = self.symbol(inner)
        fixed = None if symbol is None else only_value(self.model, symbol)
        return argument if fixed is None else fixed

    # --- statements ------------------------------------------------------------------------------

    def run(self) -> None:
        """Type every expression of the item and check what statements do with them."""
        position = 0
        for known in known_stretches(self.model):
            self._run_over(position, known.start)
            position = known.end
        self._run_over(position, len(self.model.events))

    def _run_over(self, start: int, end: int) -> None:
        types = self.types
        for event in self.model.events[start:end]:
            kind = type(event)
            if kind in _TYPED:
                if event not in types:
                    self.type_of(cast("r.Expression", event))
            elif (check := _STATEMENTS.get(kind)) is not None:
                check(self, event)

    def _condition(self, record: r.If | r.While | r.DoWhile | r.For) -> None:
        if record.condition is None:
            return
        kind = value_of(self.type_of(record.condition))
        scalar = isinstance(kind.type, t.PointerType | t.UnknownType | t.BlockType | t.AtomicType)
        if not scalar and arithmetic_type(kind.type) is None:
            self.note(p.InvalidCondition(record.condition, type(record).__name__.lower(), kind))

    def _switch(self, record: r.Switch) -> None:
        kind = loaded(value_of(self.type_of(record.condition)))
        scalar = arithmetic_type(kind.type)
        if type(kind.type) is not t.UnknownType and (scalar is None or scalar.floating):
            self.note(p.InvalidCondition(record.condition, "switch", kind))

    def _return(self, record: r.Return) -> None:
        result = self._expected_result(record)
        if result is None or type(result.type) is t.UnknownType:
            return
        if record.value is None:
            if type(result.type) is not t.VoidType:
                self.note(p.ReturnProblem(record, "missing", result))
            return
        if type(result.type) is t.VoidType:
            value = self.type_of(record.value)
            if not isinstance(value.type, t.VoidType | t.UnknownType):
                self.note(p.ReturnProblem(record, "value", result))
            return
        if type(record.value) is r.InitializerList:
            return
        self.check_assignment(record.value, result, "return")

    def _expected_result(self, record: r.Return) -> t.Qualified | None:
        for above in self.model.ancestors(record):
            if type(above) is r.BlockLiteral:
                function = self.model.block_types.get(above)
                return None if function is None or above.result is None else function.result
            if type(above) is r.FunctionDefinition:
                symbol = self.model.declared.get(above)
                if isinstance(symbol, Function) and type(symbol.type.type) is t.FunctionType:
                    return symbol.type.type.result
                return None
        return None

    def _init_declarator(self, record: r.InitDeclarator) -> None:
        symbol = self.model.declared.get(record)
        if record.initializer is not None and symbol is not None:
            self.initialize(symbol.type, record.initializer)


def _lacks_comma(argument: r.Expression) -> bool:
    """Tell whether an argument begins with a string and a name that a comma should part."""
    first = argument
    while type(first) is not r.StringLiteral:
        if isinstance(first, r.Index | r.Member):
            first = first.base
        elif type(first) is r.Binary:
            first = first.left
        elif type(first) is r.Call:
            first = first.callee
        else:
            return False
    return bool(first.names)


def _keeps_bits(destination: t.Qualified, source: t.Qualified) -> bool:
    """Tell whether a cast reads the bits of a vector of `vector_size` anew, as it does in GNU C."""
    if not (destination.unnamed_components or source.unnamed_components):
        return False
    size = size_of(source.type)
    return size is None or size == size_of(destination.type)


def _cast_to_scalar(to: t.ScalarType, from_: t.Type) -> str:
    if arithmetic_type(from_) is not None:
        return ""
    if isinstance(from_, t.PointerType | t.BlockType):
        return "incompatible" if to.floating else ""
    if type(from_) is t.VectorType:
        return "vector-scalar"
    return "incompatible"


def _cast_to_pointer(to: t.PointerType, from_: t.Type, null: bool) -> str:
    if type(from_) is t.PointerType:
        one, other = t.object_space(to.pointee), t.object_space(from_.pointee)
        if null:
            return ""
        return "" if spaces_overlap(one, other) else "address-space"
    scalar = arithmetic_type(from_)
    if scalar is not None:
        return "incompatible" if scalar.floating else ""
    return "" if type(from_) is t.BlockType else "incompatible"


def _all_kinds(kind: type[r.Record]) -> Iterator[type[r.Record]]:
    for each in kind.__subclasses__():
        yield each
        yield from _all_kinds(each)


# An initialiser in braces is typed with what it initialises.
_BREAKS: Final = (EXPRESSION, PARENTHESIS)
"""The slips with which a call breaks off."""

_TYPED: Final = frozenset(_all_kinds(r.Expression)) - {r.InitializerList}
_STATEMENTS: Final[dict[type[Any], Callable[[Any, Any], None]]] = {
    r.If: Typer._condition,
    r.While: Typer._condition,
    r.DoWhile: Typer._condition,
    r.For: Typer._condition,
    r.Switch: Typer._switch,
    r.Return: Typer._return,
    r.InitDeclarator: Typer._init_declarator,
}

EXPRESSIONS.update(
    {
        r.Cast: Typer._cast,
        r.VectorLiteral: Typer._vector_literal,
        r.CompoundLiteral: Typer._compound_literal,
        r.InitializerList: Typer._initializer_list,
        r.StatementExpression: Typer._statement_expression,
        r.BlockLiteral: Typer._block_literal,
        r.Call: Typer._call,
    }
)

__all__ = ["Typer", "size_of"]
