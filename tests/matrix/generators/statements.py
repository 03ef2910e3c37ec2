"""Labels, jumps, `switch` and attributes on statements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.matrix.frame import Cell

if TYPE_CHECKING:
    from collections.abc import Iterator

PRELUDE: Final = """\
typedef struct { int a; float b; } S;
enum E { E0, E1 };
void use(int);
"""

# Where a statement stands: `$` is the statement.
_AROUND: Final = {
    "body": "$",
    "block": "{ $ }",
    "if": "if (n) $",
    "else": "if (n) n = 1; else $",
    "for": "for (int i = 0; i < n; i++) $",
    "while": "while (n--) $",
    "do": "do $ while (n--);",
    "switch": "switch (n) { $ }",
    "case": "switch (n) { case 7: $ }",
    "default": "switch (n) { default: $ }",
    "label": "there: $ if (n--) goto there;",
    "loop-in-switch": "switch (n) { case 8: for (;;) { $ } }",
    "switch-in-loop": "for (;;) switch (n) { case 9: $ }",
}

_STATEMENTS: Final = {
    "empty": ";",
    "compound": "{ n = 1; }",
    "break": "break;",
    "continue": "continue;",
    "return": "return;",
    "return-value": "return n;",
    "goto": "goto end;",
    "goto-nowhere": "goto nowhere;",
    "goto-computed": "goto *p;",
    "label": "here: n = 2; if (n) goto here;",
    "label-twice": "here: n = 2; here: n = 3; if (n) goto here;",
    "label-of-declaration": "here: int k = n; if (k) goto here;",
    "case": "case 1: n = 1;",
    "case-range": "case 1 ... 3: n = 1;",
    "case-twice": "case 1: n = 1; case 1: n = 2;",
    "case-runtime": "case n: n = 1;",
    "case-float": "case 1.0f: n = 1;",
    "case-enum": "case E0: n = 1;",
    "case-declaration": "case 1: int k = n; n = k;",
    "default": "default: n = 1;",
    "default-twice": "default: n = 1; default: n = 2;",
    "declaration": "int k = n; use(k);",
    "only-declaration": "int k = n;",
    "typedef": "typedef int T; ",
    "expression": "n + 1;",
    "asm": '__asm__("nop");',
    "else-alone": "else n = 1;",
    "statement-expression": "n = ({ int k = n; k + 1; });",
    "jump-over-array": "if (n) goto past; local int a[3]; past: n = 1;",
    "goto-into-block": "goto inner; { inner: n = 1; }",
}

# What controls a statement, by its type.
_VALUES: Final = {
    "int": "int v = 1;",
    "bool": "bool v = true;",
    "char": "char v = 1;",
    "long": "long v = 1;",
    "size_t": "size_t v = 1;",
    "enum": "enum E v = E0;",
    "float": "float v = 1;",
    "double": "double v = 1;",
    "half": "half *q = 0; half v = *q;",
    "int2": "int2 v = 1;",
    "float4": "float4 v = 1;",
    "pointer": "global int *v = 0;",
    "array": "int v[3] = {1};",
    "struct": "S v = {1};",
    "function": "void v(int);",
    "void": "\n#define v use(1)\n",
    "event": "event_t v;",
    "sampler": "const sampler_t v = 0;",
    "queue": "queue_t v;",
    "literal": "\n#define v 1\n",
    "undeclared": "",
}

_CONTROLS: Final = {
    "if": "if (v) n = 1;",
    "if-not": "if (!v) n = 1;",
    "if-declaration": "if (int k = n) n = k;",
    "while": "while (v) break;",
    "do": "do break; while (v);",
    "for": "for (; v; ) break;",
    "for-declares": "for (int i = v; i < 3; i++) n = i;",
    "switch": "switch (v) { case 1: n = 1; }",
    "case": "switch (n) { case v: n = 1; }",
    "conditional": "n = v ? 1 : 2;",
    "and": "n = v && n;",
    "comma": "n = (v, n);",
    "return": "return v;",
    "statement": "v;",
}

_ON_STATEMENTS: Final = {
    "unroll": "__attribute__((opencl_unroll_hint))",
    "unroll-2": "__attribute__((opencl_unroll_hint(2)))",
    "unroll-0": "__attribute__((opencl_unroll_hint(0)))",
    "unroll-negative": "__attribute__((opencl_unroll_hint(-1)))",
    "unroll-runtime": "__attribute__((opencl_unroll_hint(n)))",
    "unroll-float": "__attribute__((opencl_unroll_hint(2.0f)))",
    "unroll-string": '__attribute__((opencl_unroll_hint("2")))',
    "unroll-two-arguments": "__attribute__((opencl_unroll_hint(2, 3)))",
    "unroll-empty": "__attribute__((opencl_unroll_hint()))",
    "unroll-twice": "__attribute__((opencl_unroll_hint(2))) __attribute__((opencl_unroll_hint(4)))",
    "unroll-underscores": "__attribute__((__opencl_unroll_hint__(2)))",
    "fallthrough": "__attribute__((fallthrough))",
    "nomerge": "__attribute__((nomerge))",
    "likely": "__attribute__((likely))",
    "unused": "__attribute__((unused))",
    "aligned": "__attribute__((aligned(4)))",
    "packed": "__attribute__((packed))",
    "work-group": "__attribute__((reqd_work_group_size(1, 1, 1)))",
    "unknown": "__attribute__((no_such_attribute))",
    "empty": "__attribute__(())",
}

_SUBJECTS: Final = {
    "for": "for (int i = 0; i < n; i++) use(i);",
    "while": "while (n--) use(n);",
    "do": "do use(n); while (n--);",
    "if": "if (n) use(n);",
    "switch": "switch (n) { case 1: use(n); }",
    "compound": "{ use(n); }",
    "expression": "use(n);",
    "empty": ";",
    "return": "return;",
    "label": "here: use(n); if (n--) goto here;",
    "declaration": "int k = n; use(k);",
}


def cells() -> Iterator[Cell]:
    """Yield every statement in every place, every value in every control, and attributes."""
    for around, frame in _AROUND.items():
        for what, statement in _STATEMENTS.items():
            body = frame.replace("$", statement)
            if "goto end" in body:
                body += " end: ;"
            for function, head in (("kernel", "kernel void"), ("int", "int")):
                last = " return n;" if function == "int" else ""
                text = f"{head} f@(int n) {{ {body}{last} }}"
                yield Cell(f"place/{around}/{what}/{function}", text, alone=what == "else-alone")
    for kind, declared in _VALUES.items():
        for what, control in _CONTROLS.items():
            text = f"void f@(int n) {{ {declared} {control} }}"
            yield Cell(f"control/{what}/{kind}", text, alone="#" in text)
    for name, attribute in _ON_STATEMENTS.items():
        for subject, statement in _SUBJECTS.items():
            text = f"void f@(int n) {{ {attribute} {statement} }}"
            yield Cell(f"attribute/{name}/{subject}", text)
