"""Labels, jumps, `switch`, loops, odd places of declarations, attributes on statements."""

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

# The places of a statement: `$` is the statement.
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
    "uchar": "uchar v = 1;",
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

# The contents of the parentheses of a `for`.
_HEADS: Final = {
    "full": "int i = 0; i < n; i++",
    "empty": ";;",
    "no-init": "; n > 0; n--",
    "no-condition": "int i = 0; ; i++",
    "no-step": "int i = 0; i < n;",
    "one-semicolon": "int i = 0; i < n",
    "no-semicolon": "int i = 0",
    "nothing": "",
    "three-semicolons": "int i = 0; i < n; i++;",
    "commas": "int i = 0, j = 1; i < n, j < n; i++, j++",
    "comma-types": "int i = 0, float j = 1; i < n; i++",
    "comma-for-semicolon": "int i = 0, i < n; i++",
    "expression": "n = 0; n < 3; n++",
    "unused-comparison": "n == 0; n < 3; n++",
    "unused-step": "int i = 0; i < n; i + 1",
    "assigning-condition": "int i = 0; i = n; i++",
    "undeclared": "i = 0; i < n; i++",
    "declared-condition": "; int i = n; n--",
    "declared-step": "; n; int i = 1",
    "static": "static int i = 0; i < n; i++",
    "extern": "extern int i; i < n; i++",
    "register": "register int i = 0; i < n; i++",
    "auto": "auto int i = 0; i < n; i++",
    "typedef": "typedef int T; n > 0; n--",
    "struct": "struct T { int a; } t = {0}; t.a < n; t.a++",
    "struct-only": "struct T { int a; }; n > 0; n--",
    "function": "int g(void); n > 0; n--",
    "local": "local int i; n > 0; n--",
    "constant": "constant int i = 1; n > i; n--",
    "global": "global int i; n > 0; n--",
    "private": "private int i = 0; i < n; i++",
    "const": "const int i = 0; i < n; i++",
    "array": "int i[2] = {0}; i[0] < n; i[0]++",
    "variable-array": "int i[n]; n > 0; n--",
    "pointer": "int *p = &n; *p > 0; --*p",
    "float": "float x = 0; x < 1; x += 0.5f",
    "vector": "int2 v = 0; v.x < n; v.x++",
    "vector-condition": "int2 v = 0; v < n; v++",
    "struct-condition": "S v = {1}; v; n--",
    "uninitialised": "int i; i < n; i++",
    "range": "int i : n",
    "shadow": "int n = 0; n < 3; n++",
    "redeclared": "int i = 0, i = 1; i < n; i++",
    "declaration-and-expression": "int i = 0; n = 1; i < n; i++",
    "attribute": "int i __attribute__((unused)) = 0; i < n; i++",
    "event": "event_t e; n > 0; n--",
    "image": "image2d_t m; n > 0; n--",
    "sampler": "sampler_t s = 0; n > 0; n--",
    "half": "half h; n > 0; n--",
    "void": "void v; n > 0; n--",
}
_BODIES: Final = {
    "block": "{ use(n); }",
    "statement": "use(n);",
    "redeclares": "{ int i = n; use(i); }",
}

# Labels and the values of a `switch` on `v`, by the type of the value.
_SWITCHES: Final = {
    "empty": "switch (v) { }",
    "no-braces": "switch (v) case 1: use(n);",
    "no-body": "switch (v) ;",
    "no-label": "switch (v) { use(n); }",
    "only-default": "switch (v) { default: use(n); }",
    "negative": "switch (v) { case -1: use(n); }",
    "large": "switch (v) { case 300: use(n); }",
    "larger": "switch (v) { case 5000000000L: use(n); }",
    "twice": "switch (v) { case 1: use(n); case 1: use(n); }",
    "twice-by-sum": "switch (v) { case 2: use(n); case 1 + 1: use(n); }",
    "twice-by-width": "switch (v) { case 0: use(n); case 256: use(n); }",
    "twice-by-character": "switch (v) { case 'a': use(n); case 97: use(n); }",
    "twice-nested": "switch (v) { case 1: switch (n) { case 1: use(n); } }",
    "twice-in-block": "switch (v) { case 1: { case 1: use(n); } }",
    "range": "switch (v) { case 1 ... 3: use(n); }",
    "range-empty": "switch (v) { case 3 ... 1: use(n); }",
    "range-overlaps": "switch (v) { case 1 ... 3: use(n); case 2: use(n); }",
    "range-overlaps-range": "switch (v) { case 1 ... 3: use(n); case 3 ... 5: use(n); }",
    "range-no-blanks": "switch (v) { case 1...3: use(n); }",
    "range-two-dots": "switch (v) { case 1 .. 3: use(n); }",
    "range-runtime": "switch (v) { case 1 ... n: use(n); }",
    "list": "switch (v) { case 1, 2: use(n); }",
    "no-value": "switch (v) { case : use(n); }",
    "no-colon": "switch (v) { case 1 use(n); }",
    "default-value": "switch (v) { default 1: use(n); }",
    "default-no-colon": "switch (v) { default use(n); }",
    "misspelt-default": "switch (v) { defualt: use(n); }",
    "const": "const int c = 1; switch (v) { case c: use(n); }",
    "constant": "constant int c = 1; switch (v) { case c: use(n); }",
    "conditional": "switch (v) { case 1 ? 2 : 3: use(n); }",
    "assignment": "switch (v) { case n = 1: use(n); }",
    "call": "switch (v) { case max(1, 2): use(n); }",
    "sizeof": "switch (v) { case sizeof(int): use(n); }",
    "cast": "switch (v) { case (int)1.5f: use(n); }",
    "character": "switch (v) { case 'x': use(n); }",
    "string": 'switch (v) { case "x": use(n); }',
    "address": "switch (v) { case &n: use(n); }",
    "float": "switch (v) { case 1.5f: use(n); }",
    "enumerator": "switch (v) { case E1: use(n); }",
    "divides": "switch (v) { case 1 / 0: use(n); }",
    "shifts": "switch (v) { case 1 << 40: use(n); }",
    "vector": "switch (v) { case (int2)(1): use(n); }",
    "declaration-first": "switch (v) { int k = 1; case 1: use(n); }",
    "declaration-used": "switch (v) { int k; case 1: k = n; use(k); }",
    "declaration-between": "switch (v) { case 1: ; int k = n; use(k); case 2: use(n); }",
    "array-between": "switch (v) { case 1: ; local int k[3]; case 2: use(n); }",
    "variable-array": "switch (v) { case 1: ; int k[n]; case 2: use(n); }",
    "statement-first": "switch (v) { use(n); case 1: use(n); }",
    "label-last": "switch (v) { case 1: use(n); case 2: }",
    "default-last": "switch (v) { case 1: use(n); default: }",
    "default-first": "switch (v) { default: use(n); case 1: use(n); }",
    "default-twice": "switch (v) { default: use(n); case 1: default: use(n); }",
    "loop-around-label": "switch (v) { case 1: do { use(n); case 2: use(n); } while (n--); }",
    "if-around-label": "switch (v) { case 1: if (n) { case 2: use(n); } }",
    "falls-through": "switch (v) { case 1: use(n); case 2: use(n); break; }",
    "fallthrough": "switch (v) { case 1: use(n); __attribute__((fallthrough)); case 2: break; }",
    "fallthrough-last": "switch (v) { case 1: use(n); __attribute__((fallthrough)); }",
    "fallthrough-middle":
        "switch (v) { case 1: __attribute__((fallthrough)); use(n); case 2: break; }",
    "break": "switch (v) { case 1: break; }",
    "continue": "switch (v) { case 1: continue; }",
    "continue-in-loop": "while (n--) switch (v) { case 1: continue; }",
    "goto-label": "switch (v) { case 1: goto there; case 2: there: use(n); }",
    "return": "switch (v) { case 1: return; }",
    "no-parentheses": "switch v { case 1: use(n); }",
    "no-condition": "switch () { case 1: use(n); }",
    "declared": "switch (int k = n) { case 1: use(k); }",
    "assigned": "switch (n = v) { case 1: use(n); }",
    "comma": "switch (n, v) { case 1: use(n); }",
    "negated": "switch (!v) { case 1: use(n); }",
    "compared": "switch (v == 1) { case 1: use(n); }",
    "constant-value": "switch (1) { case 2: use(n); }",
}  # fmt: skip
_SWITCHED: Final = ("int", "char", "long", "enum", "bool", "uchar")

# Labels and jumps in a whole body.
_JUMPS: Final = {
    "forward": "goto there; there: use(n);",
    "back": "there: use(n); if (n--) goto there;",
    "end": "if (n) goto there; use(n); there: ;",
    "end-without-statement": "if (n) goto there; use(n); there: }; {",
    "last-label": "if (n) goto there; use(n); there:",
    "last-two-labels": "if (n) goto there; goto here; there: here:",
    "no-label": "goto there;",
    "no-name": "goto ;",
    "number": "goto 1;",
    "expression": "goto n + 1;",
    "unused": "there: use(n);",
    "twice": "there: use(n); there: goto there;",
    "twice-in-blocks": "{ there: use(n); } { there: use(n); } goto there;",
    "named-as-variable": "n: use(n); if (n--) goto n;",
    "named-as-type": "S: use(n); if (n--) goto S;",
    "named-as-function": "use: use(n); if (n--) goto use;",
    "named-as-keyword": "kernel: use(n); goto kernel;",
    "named-as-built-in": "sin: use(n); if (n--) goto sin;",
    "number-label": "1: use(n);",
    "two-labels": "here: there: use(n); if (n--) goto here; else goto there;",
    "label-no-semicolon": "goto there there: use(n);",
    "label-before-brace": "there: { use(n); } if (n--) goto there;",
    "label-before-declaration": "there: ; int k = n; use(k); if (n--) goto there;",
    "declaration": "there: int k = n; use(k); if (n--) goto there;",
    "typedef": "there: typedef int T; if (n--) goto there;",
    "static-assertion": 'there: _Static_assert(1, "x"); if (n--) goto there;',
    "out-of-loop": "for (;;) { if (n) goto there; } there: use(n);",
    "into-loop": "goto there; for (;;) { there: use(n); }",
    "into-if": "goto there; if (n) { there: use(n); }",
    "into-else": "if (n) goto there; else { there: use(n); }",
    "into-switch": "goto there; switch (n) { case 1: there: use(n); }",
    "into-block": "goto there; { int k = 1; there: use(n); }",
    "over-declaration": "goto there; int k = n; there: use(n);",
    "over-declaration-used": "goto there; int k = n; there: use(k);",
    "over-variable-array": "goto there; int k[n]; there: use(n);",
    "over-local": "goto there; local int k[3]; there: use(n);",
    "into-expression": "goto there; n = ({ there: 1; });",
    "out-of-expression": "n = ({ goto there; 1; }); there: use(n);",
    "address": "void *p = &&there; goto *p; there: use(n);",
    "address-only": "void *p = &&there; there: use(n);",
    "address-unknown": "void *p = &&nowhere;",
    "computed": "goto *n;",
    "local-label": "{ __label__ there; goto there; there: use(n); }",
    "local-label-late": "{ use(n); __label__ there; there: use(n); }",
    "attribute": "there: __attribute__((unused)) use(n);",
    "attribute-semicolon": "there: __attribute__((unused)); use(n);",
    "attribute-unknown": "there: __attribute__((no_such)); use(n);",
    "break": "break;",
    "continue": "continue;",
    "break-in-if": "if (n) break;",
    "break-label": "there: while (n) break there;",
    "continue-label": "there: while (n) continue there;",
    "break-value": "while (n) break n;",
    "return": "return;",
    "return-value": "return n;",
    "return-void": "return use(n);",
    "return-nothing": "return (void)0;",
    "return-braces": "return { n };",
    "return-parentheses": "return (n);",
    "return-twice": "return; return;",
    "case": "case 1: use(n);",
    "default": "default: use(n);",
}

# Declarations and other things in odd places of a body.
_ODD: Final = {
    "if-declaration": "if (n) int k = n;",
    "else-declaration": "if (n) use(n); else int k = n;",
    "for-declaration": "for (;;) int k = n;",
    "while-declaration": "while (n) int k = n;",
    "do-declaration": "do int k = n; while (n);",
    "switch-declaration": "switch (n) int k = n;",
    "if-typedef": "if (n) typedef int T;",
    "if-struct": "if (n) struct T { int a; };",
    "if-static": "if (n) static int k = 1;",
    "if-static-assertion": 'if (n) _Static_assert(1, "x");',
    "static-assertion": '_Static_assert(1, "x"); use(n);',
    "static-assertion-fails": '_Static_assert(0, "x"); use(n);',
    "static-assertion-no-text": "_Static_assert(1); use(n);",
    "static-assertion-runtime": '_Static_assert(n, "x"); use(n);',
    "declaration-last": "use(n); int k = n;",
    "declaration-between": "use(n); int k = n; use(k);",
    "declared-twice": "int k = 1; int k = 2; use(k);",
    "declared-in-block": "int k = 1; { int k = 2; use(k); } use(k);",
    "declared-as-parameter": "int n = 1; use(n);",
    "declared-as-parameter-in-block": "{ int n = 1; use(n); }",
    "function": "int g(void); use(n);",
    "function-static": "static int g(void); use(n);",
    "function-extern": "extern int g(void); use(n);",
    "function-inline": "inline int g(void); use(n);",
    "function-body": "int g(void) { return 1; } use(n);",
    "kernel": "kernel void g(void); use(n);",
    "struct": "struct T { int a; } t = {n}; use(t.a);",
    "struct-empty": "struct T; use(n);",
    "enum": "enum F { F0 }; use(F0);",
    "typedef": "typedef int T; T k = n; use(k);",
    "typedef-twice": "typedef int T; typedef int T; use(n);",
    "typedef-hides": "typedef float S; S k = n; use(k);",
    "type-only": "int; use(n);",
    "type-semicolon": "int k;; use(n);",
    "extern": "extern int k; use(n);",
    "register": "register int k = n; use(k);",
    "auto": "auto int k = n; use(k);",
    "static": "static int k = 1; use(k);",
    "no-semicolon": "int k = n use(k);",
    "no-type": "k = n; use(k);",
    "no-name": "int = n;",
    "colon": "int k = n: use(k);",
    "double-comma": "int k = 1,, m = 2;",
    "trailing-comma": "int k = 1, ;",
    "two-types": "int float k = n;",
    "type-in-expression": "use(int);",
    "type-behind": "n int;",
    "if-no-parentheses": "if n use(n);",
    "if-no-body": "if (n)",
    "if-empty-condition": "if () use(n);",
    "if-semicolon-condition": "if (n;) use(n);",
    "if-then": "if (n) then use(n);",
    "if-assigns": "if (n = 1) use(n);",
    "if-assigns-parentheses": "if ((n = 1)) use(n);",
    "if-compares-parentheses": "if ((n == 1)) use(n);",
    "if-empty": "if (n);",
    "if-empty-else": "if (n); else use(n);",
    "else-if": "if (n) use(n); else if (n > 1) use(n); else use(n);",
    "elseif": "if (n) use(n); elseif (n > 1) use(n);",
    "elif": "if (n) use(n); elif (n > 1) use(n);",
    "else-twice": "if (n) use(n); else use(n); else use(n);",
    "else-semicolon": "if (n) { use(n); }; else use(n);",
    "else-dangling": "if (n) if (n > 1) use(n); else use(n);",
    "while-no-parentheses": "while n use(n);",
    "while-empty": "while (n);",
    "while-empty-condition": "while () use(n);",
    "while-assigns": "while (n = 1) use(n);",
    "while-declaration-condition": "while (int k = n) use(k);",
    "do-no-while": "do { use(n); }",
    "do-no-semicolon": "do { use(n); } while (n) use(n);",
    "do-no-parentheses": "do { use(n); } while n;",
    "do-until": "do { use(n); } until (n);",
    "for-each": "for (int k in n) use(k);",
    "foreach": "foreach (int k : n) use(k);",
    "try": "try { use(n); } catch (...) { }",
    "throw": "throw n;",
    "new": "int *p = new int;",
    "delete": "delete n;",
    "goto-case": "switch (n) { case 1: goto case 1; }",
    "semicolons": ";;;",
    "nested-blocks": "{{{ use(n); }}}",
    "brace-left": "{ use(n);",
    "brace-right": "use(n); }",
    "bracket": "use(n]);",
    "parenthesis": "use(n));",
    "parenthesis-missing": "use(n;",
    "string": '"text";',
    "number": "1;",
    "name": "n;",
    "comparison": "n == 1;",
    "negation": "-n;",
    "call-no-parentheses": "use;",
    "cast": "(int)n;",
    "void-cast": "(void)n;",
    "conditional": "n ? use(1) : use(2);",
    "comma": "n = 1, use(n);",
    "comma-unused": "n, 1;",
    "dereference": "*&n;",
    "subscript": "int k[2] = {0}; k[0];",
    "member": "S s = {0}; s.a;",
    "statement-expression": "({ use(n); });",
    "statement-expression-value": "({ n; });",
    "statement-expression-empty": "({ });",
    "asm": '__asm__("");',
    "asm-volatile": '__asm__ volatile("");',
    "asm-plain": 'asm("");',
    "asm-empty": "__asm__();",
    "extension": "__extension__ int k = n; use(k);",
    "extension-expression": "n = __extension__ 1;",
    "compound-literal": "(S){1, 2};",
    "initialiser-list": "{1, 2};",
    "block": "^{ use(1); };",
    "block-called": "^{ use(1); }();",
    "colon-alone": ": use(n);",
    "case-outside": "{ case 1: use(n); }",
    "preprocessor-like": "# use(n);",
    "include-like": "n = 1 # 2;",
}

_UNCLOSED: Final = frozenset(
    (
        "brace-left",
        "brace-right",
        "bracket",
        "parenthesis",
        "parenthesis-missing",
        "preprocessor-like",
        "include-like",
        "else-twice",
        "else-semicolon",
        "if-no-body",
        "do-no-while",
    )
)


def cells() -> Iterator[Cell]:
    """Yield statements in places, values in controls, loops, jumps, and attributes."""
    yield from _places()
    for kind, declared in _VALUES.items():
        for what, control in _CONTROLS.items():
            text = f"void f@(int n) {{ {declared} {control} }}"
            yield Cell(f"control/{what}/{kind}", text, alone="#" in text)
    for what, head in _HEADS.items():
        for name, body in _BODIES.items():
            yield Cell(f"for/{what}/{name}", f"void f@(int n) {{ for ({head}) {body} }}")
    for kind in _SWITCHED:
        for what, switch in _SWITCHES.items():
            text = f"void f@(int n) {{ {_VALUES[kind]} {switch} }}"
            yield Cell(f"switch/{what}/{kind}", text)
    yield from _jumps()
    for name, attribute in _ON_STATEMENTS.items():
        for subject, statement in _SUBJECTS.items():
            text = f"void f@(int n) {{ {attribute} {statement} }}"
            yield Cell(f"attribute/{name}/{subject}", text)


def _places() -> Iterator[Cell]:
    """Yield each statement in each place, in a kernel and in a function with a result."""
    for around, frame in _AROUND.items():
        for what, statement in _STATEMENTS.items():
            body = frame.replace("$", statement)
            if "goto end" in body:
                body += " end: ;"
            for function, head in (("kernel", "kernel void"), ("int", "int")):
                last = " return n;" if function == "int" else ""
                text = f"{head} f@(int n) {{ {body}{last} }}"
                yield Cell(f"place/{around}/{what}/{function}", text, alone=what == "else-alone")


def _jumps() -> Iterator[Cell]:
    """Yield jumps, and statements that lack a part."""
    for what, body in _JUMPS.items():
        yield Cell(f"jump/{what}/kernel", f"kernel void f@(int n) {{ {body} }}")
        yield Cell(f"jump/{what}/int", f"int f@(int n) {{ {body} return n; }}")
        yield Cell(f"jump/{what}/loop", f"void f@(int n) {{ while (n--) {{ {body} }} }}")
    for what, body in _ODD.items():
        alone = what in _UNCLOSED
        yield Cell(f"odd/{what}/kernel", f"kernel void f@(int n) {{ {body} }}", alone=alone)
        yield Cell(f"odd/{what}/int", f"int f@(int n) {{ {body} return n; }}", alone=alone)
