"""The places of rules, and what the registry derives from them."""

from __future__ import annotations

import sys
from pathlib import Path

from opencl_ls import rules
from opencl_ls.linter.registry import all_rules, rule
from opencl_ls.linter.rule import Rule

FOLDER = Path(rules.__file__).parent
MODULES = [
    path.relative_to(FOLDER).with_suffix("").parts
    for path in sorted(FOLDER.rglob("*.py"))
    if path.name != "__init__.py"
]


def test_rules_are_in_families() -> None:
    """The folder of rules holds packages, and these hold modules."""
    assert MODULES
    assert not ["/".join(parts) for parts in MODULES if len(parts) != 2]


def test_a_module_holds_one_rule() -> None:
    """Its place gives the code; a module with a leading underscore holds no rule."""
    known = {each.code: each for each in all_rules()}
    wrong = []
    for family, name in MODULES:
        module = sys.modules.get(f"opencl_ls.rules.{family}.{name}")
        made = [value for value in vars(module).values() if isinstance(value, Rule)]
        code = f"{family}/{name}".replace("_", "-")
        expected = [] if name.startswith("_") else [known.pop(code, None)]
        if made != expected:
            wrong.append(code)
    assert not wrong
    assert not known


def test_a_rule_has_the_code_and_the_page_of_its_module() -> None:
    found = rule("kernel-arg/private-pointer")
    assert found is not None
    assert found.code == "kernel-arg/private-pointer"
    assert found.family == "kernel-arg"
    assert found.documentation.startswith(found.summary)
