"""Checks what rules say that they are `about`, and fills it in: `python -m tests.support.about`.

A rule skips an item, and a check a record or symbol, that contains nothing of its `about`.  This is
for speed alone, and must not lose a finding.  The command runs all checks over all cases of
`tests/rules/`, and reports each `about` that loses one, with what to write instead.  With the codes
of rules as arguments it proposes one for each that has none, and writes it with `--fix`.

What it proposes comes from the rule's module: the classes, names and sets that the code mentions.
It is the one that covers all findings and has to look at the least besides.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from opencl_ls.analysis import item_cache
from opencl_ls.linter.context import ItemFinding, RuleContext
from opencl_ls.linter.listing import checks_of
from opencl_ls.linter.registry import all_rules
from opencl_ls.linter.rule import Rule
from opencl_ls.linter.walk import check_item
from opencl_ls.semantics.lookup.contents import OWN_CONTENTS, contents
from opencl_ls.semantics.model import ItemModel
from opencl_ls.settings.decode import decode
from opencl_ls.settings.target import Target
from tests.support.cases import read_cases, run

Contents = frozenset[type | str]

CASES: Final = Path(__file__).parent.parent / "rules"
_WORD: Final = re.compile(r"\w+|[^\w\s]{1,3}")
_MOST_PARTS: Final = 3
"""The largest number of single names that a proposal joins."""
_SAVING: Final = 2
"""A new `about` pays if it leaves out all but one of this number of vain questions."""


@dataclass
class Seen:
    """The contents of what a rule or check was asked about, each with how often it was."""

    found: set[Contents] = field(default_factory=set)
    passed: dict[Contents, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, held: Contents, *, found: bool) -> None:
        """Note one item, record or symbol, and whether there was a finding."""
        if found:
            self.found.add(held)
        else:
            self.passed[held] += 1

    def lost(self, about: Contents) -> list[Contents]:
        """Return the contents with a finding that `about` would lose."""
        return [held for held in self.found if not about & held] if about else []

    def cost(self, about: Contents) -> int:
        """Return how often `about` lets something through in vain."""
        return sum(count for held, count in self.passed.items() if about & held)


class Recorder:
    """Runs every check on everything, and records what there was when one found something."""

    def __init__(self) -> None:
        self.rules: dict[Rule, Seen] = defaultdict(Seen)
        self.checks: dict[tuple[Rule, Callable[..., None]], Seen] = defaultdict(Seen)

    def check_item(self, model: ItemModel, target: Target) -> tuple[ItemFinding, ...]:
        """Stand in for the walk over an item."""
        item = frozenset(contents(model))
        finders: dict[Rule, bool] = {}
        for subject in (model.item, *model.events, *model.problems):
            own = OWN_CONTENTS.get(type(subject))
            for rule, check, _ in checks_of(type(subject)):
                if not rule.versions.holds(target):
                    continue
                if model.item.problems and not rule.on_broken_items:
                    continue
                context = RuleContext(model, target)
                context.rule = rule
                check(context, subject)
                found = bool(context.findings)
                finders[rule] = found or finders.get(rule, False)
                if own is not None:
                    (key,) = own.keys(model, [subject])
                    held = own.held(key)
                    self.checks[rule, check].add(held, found=found)
        for rule, found in finders.items():
            self.rules[rule].add(item, found=found)
        return check_item(model, target)


def record(files: Iterator[Path]) -> Recorder:
    """Return what all checks did in the cases of some files."""
    recorder = Recorder()
    known = item_cache.check_item
    item_cache.check_item = recorder.check_item
    try:
        for file in files:
            for block in (block for case in read_cases(file) for block in case.blocks):
                settings, _ = decode(block.settings)
                run(block.text, settings, block.files)
    finally:
        item_cache.check_item = known
    return recorder


def proposal(module: ModuleType, seen: Seen) -> str:
    """Return the expression for the best `about` that the source of a rule suggests, or ""."""
    mentioned = {text: held for text, held in _mentioned(module).items() if _is_useful(held, seen)}
    singles = {text: held for text, held in mentioned.items() if len(held) == 1}
    candidates = {text if len(held) > 1 else f"({text},)": held for text, held in mentioned.items()}
    for count in range(2, _MOST_PARTS + 1):
        for texts in combinations(singles, count):
            together = frozenset[type | str]().union(*(singles[text] for text in texts))
            candidates[f"({', '.join(texts)})"] = together
    fitting = [text for text, held in candidates.items() if not seen.lost(held)]
    return min(fitting, key=lambda text: (seen.cost(candidates[text]), len(text)), default="")


def _is_useful(held: Contents, seen: Seen) -> bool:
    return bool(held) and any(held & found for found in seen.found)


def _mentioned(module: ModuleType) -> dict[str, Contents]:
    """Return the expressions in a module for classes, words and sets of these, by their text."""
    found: dict[str, Contents] = {}
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if _WORD.fullmatch(node.value):
                found[f'"{node.value}"'] = frozenset([node.value])
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "RULE":
                continue
            _add(found, ast.unparse(node), getattr(vars(module).get(node.value.id), node.attr, 0))
        elif isinstance(node, ast.Name):
            _add(found, node.id, vars(module).get(node.id))
    return found


def _add(found: dict[str, Contents], text: str, value: Any) -> None:
    if isinstance(value, type | str):
        found[text] = frozenset([value])
    elif isinstance(value, frozenset | set | tuple | dict):
        if value and all(isinstance(each, type | str) for each in value):
            found[text] = frozenset(value)


@dataclass(frozen=True)
class Place:
    """One `about`: of a rule, or of one of its checks, and what was seen there."""

    rule: Rule
    check: str
    about: Contents
    seen: Seen

    def better(self) -> str:
        """Return what to write where the `about` loses a finding, or is missing and would pay."""
        known, lost = bool(self.about), self.seen.lost(self.about)
        if not self.seen.found or (known and not lost):
            return ""
        text = proposal(module_of(self.rule), self.seen)
        if known:
            return text or "()"
        asked = sum(self.seen.passed.values())
        return text if self.seen.cost(_value(self.rule, text)) * _SAVING <= asked else ""


def written(source: str, check: str, text: str) -> str:
    """Return the source of a rule with `text` as the `about` of a check, or of the rule ("")."""
    call = _call(ast.parse(source), check)
    lines = source.splitlines(keepends=True)
    known = next((each.value for each in call.keywords if each.arg == "about"), None)
    if known is None:
        end = _offset(lines, call.end_lineno, call.end_col_offset) - 1
        lead = "" if source[:end].rstrip().endswith((",", "(")) else ", "
        return f"{source[:end]}{lead}about={text}{source[end:]}"
    start = _offset(lines, known.lineno, known.col_offset)
    end = _offset(lines, known.end_lineno, known.end_col_offset)
    return source[:start] + text + source[end:]


def _call(module: ast.Module, check: str) -> ast.Call:
    """Return the call that makes the rule, or the decorator of one of its checks."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and not check and ast.unparse(node.func) == "Rule":
            return node
        if isinstance(node, ast.FunctionDef) and node.name == check:
            return next(each for each in node.decorator_list if isinstance(each, ast.Call))
    raise LookupError(check)


def _offset(lines: list[str], line: int | None, column: int | None) -> int:
    """Return the index in a source of a place as `ast` gives it, which counts bytes."""
    before = lines[(line or 1) - 1].encode()[:column].decode()
    return sum(map(len, lines[: (line or 1) - 1])) + len(before)


def _value(rule: Rule, text: str) -> Contents:
    return frozenset(eval(text or "()", vars(module_of(rule))))


def places(recorder: Recorder) -> Iterator[Place]:
    """Yield each `about` of all rules and checks, the empty ones too."""
    for rule in all_rules():
        yield Place(rule, "", rule.about, recorder.rules[rule])
        for _, check, about in {entry.check: entry for _, entry in rule.checks}.values():
            if (rule, check) in recorder.checks:
                yield Place(rule, check.__name__, about, recorder.checks[rule, check])


def module_of(rule: Rule) -> ModuleType:
    """Return the module of a rule."""
    family, _, name = rule.code.replace("-", "_").partition("/")
    return sys.modules[f"opencl_ls.rules.{family}.{name}"]


def main(arguments: list[str]) -> int:
    """Report, and with `--fix` write; return 1 if an `about` loses a finding, else 0."""
    codes = {each for each in arguments if each != "--fix"}
    status = 0
    for place in places(record(iter(sorted(CASES.glob("*/*.md"))))):
        if not place.about and place.rule.code not in codes:
            continue
        if text := place.better():
            status |= bool(place.about)
            print(f"{place.rule.code}: {place.check or 'Rule'}: about={text}")
            if "--fix" in arguments:
                path = Path(inspect.getfile(module_of(place.rule)))
                path.write_text(written(path.read_text("utf-8"), place.check, text), "utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
