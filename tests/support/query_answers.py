"""Answers of queries as text, line by line, for comparison with what a page of cases says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.findings import Place
from opencl_ls.text import display

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.analysis import query_results as results
    from opencl_ls.analysis.code import Node
    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.need_results import UseStep


class Shown:
    """Asks one analysis, and writes down what comes."""

    def __init__(self, analysis: Analysis, offset: int, end: int | None) -> None:
        self.analysis = analysis
        self.offset = offset
        self.end = end

    def lines(self, query: str, argument: str) -> list[str]:
        """Return the answer of a query, `nothing` for None and for no rows."""
        asked: dict[str, Callable[[str], list[str]]] = {
            "symbol": self._symbol,
            "references": self._references,
            "scope": self._scope,
            "bracket": self._bracket,
            "type": self._type,
            "expected": self._expected,
            "call": self._call,
            "expansion": self._expansion,
            "constant": self._constant,
            "layout": self._layout,
            "graph": self._graph,
            "callers": self._edges,
            "callees": self._edges,
            "names": self._names,
            "enclosing": self._enclosing,
            "code": self._code,
            "facts": self._facts,
            "kernel": self._kernel,
            "needs": self._needs,
            "interfaces": self._interfaces,
            "calls-of": self._calls_of,
            "inactive": self._inactive,
            "access": self._access,
            "around": self._around,
            "candidates": self._candidates,
        }
        self.query = query
        return asked[query](argument) or ["nothing"]

    def place(self, place: Place | None) -> str:
        """Return a place as `line:column 'text'`, with the file if it is not the main one."""
        if place is None:
            return "nowhere"
        line, column = self.analysis.lines(place.file).position(place.start)
        text = self.analysis.lines(place.file).text[place.start : place.end]
        file = "" if place.file == self.analysis.path else f"{place.file}:"
        return f"{file}{line + 1}:{column + 1} '{display(text)}'"

    def _symbol(self, _: str) -> list[str]:
        found = self.analysis.symbol_at(self.offset)
        return [] if found is None else self._symbol_lines(found)

    def _symbol_lines(self, found: results.Symbol) -> list[str]:
        flags = [
            word
            for word, holds in (("static", found.is_static), ("macro-made", found.is_macro_made))
            if holds
        ]
        lines = [display(f"{found.kind} {found.name}: {found.type_text}".rstrip())]
        lines.append(f"at {self.place(found.place)}")
        lines += [f"declared {self.place(each)}" for each in found.declarations]
        if found.definition is not None:
            lines.append(f"defined {self.place(found.definition)}")
        lines += [f"in {found.container}"] if found.container else []
        lines += [f"space {found.space}"] if found.space else []
        lines += [f"value {found.value}"] if found.value is not None else []
        return [*lines, *flags]

    def _references(self, argument: str) -> list[str]:
        found = self.analysis.references(
            self.offset, include_declarations=argument != "without declarations"
        )
        if found is None:
            return []
        lines = [
            f"{self.place(each.place)} {each.kind}" + ("" if each.is_verbatim else " (made)")
            for each in found.references
        ]
        lines += [f"{self.place(each)} inactive" for each in found.inactive]
        return [*lines, *(f"{self.place(each)} unexpanded" for each in found.unexpanded)]

    def _scope(self, argument: str) -> list[str]:
        if argument == "macros":
            known = self.analysis.macros_at(self.offset)
            return [f"{e.name}: {e.type_text}" for e in known if e.place is not None]
        entries = self.analysis.scope_at(self.offset)
        depth = int(argument) if argument else 0
        return [
            f"{each.depth} {each.kind} {each.name}: {each.type_text}"
            + (" (tag)" if each.is_tag else "")
            for each in entries
            if each.place is not None and each.depth >= depth
        ]

    def _type(self, _: str) -> list[str]:
        if self.end is not None:
            return self._type_lines(self.analysis.type_of(self.offset, self.end))
        return self._type_lines(self.analysis.type_at(self.offset))

    def _expected(self, _: str) -> list[str]:
        return self._type_lines(self.analysis.expected_type_at(self.offset))

    def _type_lines(self, found: results.TypeInfo | None) -> list[str]:
        if found is None:
            return []
        words = [found.kind, found.text]
        words += [f"= {found.underlying}"] if found.underlying else []
        if found.width or found.element:
            words.append(f"[{found.width} x {found.element}]")
        words += [f"-> {found.pointee}"] if found.pointee else []
        words += [f"in {found.space}"] if found.space else []
        if found.size is not None:
            words.append(f"size {found.size} align {found.alignment}")
        flags = (found.is_lvalue, found.is_const, found.is_volatile)
        named = zip(("lvalue", "const", "volatile"), flags, strict=True)
        words += [word for word, holds in named if holds]
        lines = [", ".join(words)]
        return lines if found.place is None else [*lines, f"of {self.place(found.place)}"]

    def _call(self, argument: str) -> list[str]:
        found = self.analysis.call_at(self.offset)
        if found is None:
            return []
        return self._fit_lines(found) if argument == "fit" else self._call_lines(found)

    def _fit_lines(self, found: results.CallInfo) -> list[str]:
        lines = [f"takes {found.signatures[number].label}" for number in found.possible]
        lines += [f"{word} is {meaning}" for word, meaning in found.meanings]
        lines += [found.missing] if found.missing else []
        return [*lines, f"{found.total} in all"] if found.wanted else lines

    def _call_lines(self, found: results.CallInfo) -> list[str]:
        lines = [f"{found.kind} {found.name} argument {found.argument}"]
        lines.append(f"named {self.place(found.name_place)}")
        lines += [f"given {self.place(e.place)} {e.type_text}".rstrip() for e in found.arguments]
        for number, form in enumerate(found.signatures):
            active = [form.label[each.start : each.end] for each in form.parameters]
            mark = "*" if number == found.fitting else "-"
            shown = active[found.argument] if found.argument < len(active) else ""
            lines.append(f"{mark} {form.label}" + (f" <{shown}>" if shown else ""))
        if found.wanted:
            lines.append(f"{found.filled} of {found.wanted} components")
        return lines

    def _expansion(self, _: str) -> list[str]:
        found = self.analysis.expansion_at(self.offset)
        if found is None:
            return []
        lines = [f"{found.name} at {self.place(found.place)}"]
        lines.append(f"defined {self.place(found.definition)}: {found.body}".rstrip())
        lines += [f"given {self.place(each)}" for each in found.arguments]
        return [*lines, f"step {found.step}".rstrip(), f"becomes {found.text}".rstrip()]

    def _constant(self, _: str) -> list[str]:
        if self.end is not None:
            found = self.analysis.constant_value(self.offset, self.end)
        else:
            found = self.analysis.constant_at(self.offset)
        return [] if found is None else [f"{found.text} {found.type_text}".strip()]

    def _layout(self, argument: str) -> list[str]:
        found = self.analysis.layout_of(argument or self.offset)
        if found is None:
            return []
        whole = f"{found.type_text}: size {found.size} align {found.alignment}"
        padding = f" padding {found.padding}" if found.padding else ""
        return [whole + padding, *self._members(found.members, "  ")]

    def _members(self, members: tuple[results.MemberInfo, ...], indent: str) -> list[str]:
        lines: list[str] = []
        for each in members:
            text = f"{indent}{each.offset}: {each.type_text} {each.name}".rstrip()
            text += f", size {each.size}" if each.size is not None else ""
            text += f", {each.padding} before" if each.padding else ""
            text += f", {each.bit_width} bits" if each.bit_width is not None else ""
            lines += [text, *self._members(each.members, indent + "  ")]
        return lines

    def _graph(self, _: str) -> list[str]:
        return self._edge_lines(self.analysis.call_graph().edges)

    def _edges(self, _: str) -> list[str]:
        ask = self.analysis.callers if self.query == "callers" else self.analysis.callees
        return self._edge_lines(ask(self.offset))

    def _edge_lines(self, edges: tuple[results.CallEdge, ...]) -> list[str]:
        nodes = self.analysis.call_graph().nodes
        lines = []
        for edge in edges:
            one, other = nodes[edge.caller], nodes[edge.callee]
            places = ", ".join(self.place(each) for each in edge.places)
            how = " in a block" if edge.in_block else ""
            callee = other.name if other.is_defined else f"{other.name} (declared)"
            lines.append(f"{one.kind} {one.name} -> {other.kind} {callee}: {places}{how}")
        return lines

    def _code(self, argument: str) -> list[str]:
        code = self.analysis.code_at(self.offset)
        if code is None:
            return []
        end = self.offset if self.end is None else self.end
        lines = [_node_line(each) for each in code.nodes_around(self.offset, end)]
        lines += [] if code.is_sound else ["broken"]
        return lines[-3:] if argument == "last" else lines

    def _bracket(self, _: str) -> list[str]:
        found = self.analysis.bracket_at(self.offset)
        return [] if found is None else [found or "file"]

    def _names(self, _: str) -> list[str]:
        found = self.analysis.names_at(self.offset)
        lines = [f"{found.kind} '{found.prefix}' for {self.place(found.replace)}"]
        if found.kind in ("member", "field-designator"):
            arrow = " by ->" if found.is_arrow else ""
            lines += [
                f"{each.type_text} {each.name} at {each.offset} depth {each.depth}{arrow}"
                for each in found.members
            ]
        if found.kind == "swizzle":
            assigned = " assigned" if found.is_assigned else ""
            lines.append(f"{found.width} components{assigned}")
        lines += [f"labels {', '.join(found.labels)}"] if found.labels else []
        if found.expected is not None:
            lines.append(f"wants {found.expected.text}")
        if found.call is not None:
            lines.append(f"argument {found.call.argument} of {found.call.name}")
        lines += [f"values {', '.join(found.values)}"] if found.values else []
        return lines

    def _enclosing(self, _: str) -> list[str]:
        """Return the stretches around the place, blanks and ends of lines as one blank."""
        text = self.analysis.text
        stretches = [text[start:end] for start, end in self.analysis.enclosing(self.offset)]
        return [display(" ".join(each.split())) for each in stretches]

    def _facts(self, argument: str) -> list[str]:
        text = self.analysis.text
        groups = self.analysis.hint_facts(frozenset((argument,)), 0, len(text))
        lines = []
        for base, group in groups:
            for fact in group.facts:
                place = Place(self.analysis.path, base + fact.start, base + fact.end)
                said = {
                    name: getattr(fact, name)
                    for name in fact.__struct_fields__
                    if name not in ("start", "end", "text")
                }
                described = ", ".join(f"{name} {value}" for name, value in said.items())
                lines.append(" ".join(display(f"{self.place(place)}: {described}").split()))
        return lines

    def _kernel(self, argument: str) -> list[str]:
        found = self.analysis.kernel_summary(argument)
        if found is None:
            return []
        locals_ = (found.local_bytes, *found.unsized_locals, *found.local_arguments)
        lines = [f"local {' '.join(map(str, locals_))}"]
        lines.append(f"barriers {found.barriers}, of sub-groups {found.sub_group_barriers}")
        lines += [f"size {found.work_group_size}"] if found.work_group_size is not None else []
        for way in found.ways:
            lines.append(f"way {way.version} {' '.join((*way.extensions, *way.features))}".rstrip())
        return lines

    def _needs(self, argument: str) -> list[str]:
        found = self.analysis.kernel_needs(argument)
        if not argument:
            found = self.analysis.program_needs()[0]
        if found is None:
            return []
        lines = [] if found.is_known else ["not all known"]
        for reason in found.reasons:
            lines.append(f"{self.place(reason.place)}: {display(reason.words)}")
            lines += [f"  {self._step(step)}" for step in reason.path]
            ways = ", ".join(way.words for way in reason.ways)
            lines.append(f"  {ways}")
        for error in found.errors:
            lines.append(f"{self.place(error.finding.place)}: error: {error.finding.message}")
            lines += [f"  {self._step(step)}" for step in error.path]
        return lines

    def _step(self, step: UseStep) -> str:
        return f"{'calls' if step.is_call else 'uses'} {self.place(step.place)}"

    def _interfaces(self, _: str) -> list[str]:
        lines: list[str] = []
        for each in self.analysis.kernel_interfaces():
            known = "" if each.are_dimensions_known else " or more"
            size = "" if each.work_group_size is None else f", groups of {each.work_group_size}"
            lines.append(f"{self.place(each.name_place)}: {each.dimensions}{known}{size}")
            lines += [f"  attribute {text}" for text in each.attributes]
            for argument in each.arguments:
                words = [argument.kind, argument.space, argument.access]
                words += ["const"] if argument.is_const else []
                said = f"{' '.join(filter(None, words))} '{argument.text}', '{argument.type_text}'"
                lines.append(display(f"  {argument.name or '?'}: {said}"))
                lines += [f"    {display(line)}" for line in _data_lines(argument.data)]
            for word, uses in (("local", each.locals), ("private", each.private_arrays)):
                lines += [f"  {word} {use.text}: {use.size} in {use.function}" for use in uses]
        return lines

    def _calls_of(self, argument: str) -> list[str]:
        found = self.analysis.calls_of(argument)
        if found is None:
            return []
        return [f"callers {found.callers}", *map(self.place, found.places)]

    def _inactive(self, argument: str) -> list[str]:
        if argument:
            return [self._line_span(each) for each in self.analysis.inactive_regions()]
        found = self.analysis.inactive_at(self.offset)
        if found is None:
            return []
        directive, verdict = found.directive, "true" if found.is_taken else "false"
        assert directive is not None
        text = " ".join(self.analysis.text[directive.start : directive.end].split())
        line = self.analysis.lines(directive.file).line_of(directive.start) + 1
        return [f"{self._line_span(found.place)}: '{text}' in line {line} is {verdict}"]

    def _line_span(self, place: Place) -> str:
        """Return the first and the last line of a place that covers whole lines."""
        lines = self.analysis.lines(place.file)
        assert place.start == lines.starts[lines.line_of(place.start)]
        return f"{lines.line_of(place.start) + 1}-{lines.line_of(place.end - 1) + 1}"

    def _access(self, _: str) -> list[str]:
        found = self.analysis.member_access_at(self.offset)
        if found is None:
            return []
        terms = [str(found.offset), *(f"{size} * [{index}]" for size, index in found.terms)]
        start = f"from where {found.whole} points" if found.is_pointer else f"in {found.whole}"
        return [f"{' + '.join(terms)} {start}"]

    def _around(self, _: str) -> list[str]:
        found = self.analysis.names_at(self.offset)
        flags = [
            word
            for word, holds in (
                ("takes a type", found.takes_type),
                ("is constant", found.is_constant),
            )
            if holds
        ]
        lines = [", ".join([found.around or "nothing", *flags])]
        lines += [f"tag of {found.tag}"] if found.tag else []
        lines += [f"keywords {', '.join(found.keywords)}"] if found.keywords else []
        if found.operator:
            lines.append(f"{found.operator} at {self.place(found.operator_place)}")
        lines += [f"of {found.element}"] if found.element else []
        return lines

    def _candidates(self, argument: str) -> list[str]:
        most = int(argument) if argument else 100
        found = self.analysis.candidates_at(
            self.offset, lambda context: lambda name: name.startswith(context.prefix), most
        )
        lines = []
        for each in found.names:
            text = f"{each.kind} {each.name}: {each.type_text} depth {each.depth} fit {each.fit}"
            if each.parameters is not None:
                text += f" takes ({', '.join(each.parameters)})"
            lines.append(text + (f" members by {each.members}" if each.members else ""))
        return lines if found.is_complete else [*lines, "..."]


def _node_line(node: Node) -> str:
    line = f"{node.kind} '{display(node.text)}'".replace("\n", "\\n")
    if node.is_expression:
        kind, meaning = node.type, node.meaning
        words = ["unknown" if kind is None else kind.text]
        words += [node.role, "verbatim"] if node.is_verbatim else []
        words += [] if meaning is None else [f"{meaning.kind} {meaning.name}"]
        line += f": {', '.join(words)}"
    return line


def _data_lines(data: results.DataType) -> list[str]:
    """Return a type of data, and below it what it consists of."""
    words = [data.kind, data.name, f"'{data.text}'", f"{data.size}/{data.alignment}"]
    words += [f"of {data.count}"] if data.count is not None else []
    words += [data.device_sized] if data.device_sized else []
    lines = [" ".join(filter(None, words))]
    if data.element is not None:
        lines += [f"  {line}" for line in _data_lines(data.element)]
    for member in data.members:
        first, *rest = _data_lines(member.type)
        bits = "" if member.bit_width is None else f" :{member.bit_width}"
        lines.append(f"  .{member.name}{bits} at {member.offset}: {first}")
        lines += [f"  {line}" for line in rest]
    return lines
