"""Programs out of a grammar: every form of the language that a small writer knows.

What comes out is mostly valid; a compiler says whether it is.
"""

# ruff: noqa: E501 - a form of the language is read best on a line of its own

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

T = TypeVar("T")

_INTEGERS = ("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong")
_FLOATS = ("float", "float", "double")
_WIDTHS = (2, 3, 4, 8, 16)
_SPELT = {
    "int": ("int", "signed", "signed int", "int signed"),
    "uint": ("uint", "unsigned", "unsigned int"),
    "long": ("long", "long int", "signed long", "int long"),
    "ulong": ("ulong", "unsigned long", "long unsigned int"),
    "short": ("short", "short int"),
    "uchar": ("uchar", "unsigned char"),
}
_SUFFIXES = {"uint": "u", "long": "L", "ulong": "UL", "float": "f"}

PRELUDE = """\
typedef struct { int first; float second; float4 third[2]; } pair_t;
struct node { struct node *next; union { int i; float f; } value; uchar tail[3]; };
typedef union { uint bits; float number; uchar bytes[4]; } word_t;
enum color { RED, GREEN = 4, BLUE = GREEN << 1, };
typedef enum color color_t;
typedef float row_t[4];
typedef global int *global_int_p;
constant int table[] = { 1, 2, [5] = 3, 4 };
constant float weights[2][2] = { { 1.0f, 2.f }, .5f, 0x1p3f };
constant char words[] = "one" " two\\n";
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST | CLK_ADDRESS_CLAMP;
#define PLUS(a, b) ((a) + (b))
#define JOIN(a, b) a##b
#define EACH(what, ...) what(__VA_ARGS__)
#define TEXT(x) #x
#define EMPTY
#define WHILE_ONCE(...) do { __VA_ARGS__; } while (0)
int helper(int a, float b);
inline int helper(int a, float b) { return a + (int)b; }
static float twice(float x) { return x * 2; }
void __attribute__((noinline)) nothing(void) {}
float first(const global float *values) { return *values; }
pair_t made(int n) { pair_t p = { n, 1.0f, { (float4)(0), } }; return p; }
"""


class Writer:
    """Writes functions, one after the other; `names` holds what is in scope, by type."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.count = 0
        self.scopes: list[dict[str, str]] = []
        self.loops = self.switches = 0

    # --- functions -------------------------------------------------------------------------------

    def function(self, name: str) -> str:
        """Return a function, mostly a kernel."""
        self.scopes = [{}]
        self.loops = self.switches = 0
        parameters = [
            ("g", "global int *", "int*"),
            ("f", "global float4 *restrict", "float4*"),
            ("c", "constant float *", "float*"),
            ("l", "local int *", "int*"),
            ("n", "const int", "int"),
            ("x", "float", "float"),
            ("v", "int4", "int4"),
            ("u", "uint", "uint"),
            ("i", "read_only image2d_t", "image"),
            ("o", "write_only image2d_t", "written image"),
            ("p", "global pair_t *", "pair_t*"),
        ]
        written = []
        for short, spelt, kind in parameters:
            self.scopes[0][short] = kind
            written.append(self.qualified(spelt, short))
        spelling = self.pick("kernel", "kernel", "__kernel")
        attribute = self.pick(
            "",
            "",
            "__attribute__((reqd_work_group_size(8, 1, 1))) ",
            "__attribute__((work_group_size_hint(8, 1, 1))) ",
            "__attribute__((vec_type_hint(float4))) ",
        )
        body = self.block(3)
        return f"{spelling} {attribute}void {name}({', '.join(written)})\n{body}\n"

    def qualified(self, spelt: str, name: str) -> str:
        """Return a parameter with its qualifiers in one of the orders that there are."""
        if spelt.endswith("*"):
            space, rest = spelt.split(" ", 1)
            forms = [f"{spelt}{name}", f"__{spelt}{name}", f"{rest[:-1]}{space} *{name}"]
            forms.append(f"{space} {rest} const {name}")
            if space != "local":
                forms.append(f"{space} const {rest}{name}")
                forms.append(f"const {space} {rest}{name}" if space == "constant" else forms[0])
            if rest == "int *":
                forms.append(f"{space} int {name}[]")
            # What is written through must not be const.
            return self.pick(*[form for form in forms if "const " not in form.split("*")[0]])
        return f"{spelt} {name}"

    # --- statements ------------------------------------------------------------------------------

    def block(self, depth: int) -> str:
        """Return a compound statement."""
        self.scopes.append({})
        lines = [self.statement(depth) for _ in range(self.chance.randrange(1, 6))]
        self.scopes.pop()
        return "{\n" + "\n".join(lines) + "\n}"

    def statement(self, depth: int) -> str:
        """Return a statement or a declaration."""
        choices = [self.declaration, self.declaration, self.assignment, self.assignment, self.call]
        choices += [self.odd_statement, self.vector_statement, self.image_statement]
        if depth > 0:
            choices += [lambda: self.control(depth - 1)] * 3
        return self.pick(*choices)()

    def declaration(self) -> str:
        """Return a declaration of a variable."""
        self.count += 1
        name = f"v{self.count}"
        roll = self.chance.randrange(14)
        if roll < 5:
            kind = self.any_type()
            value = self.expression(kind, 3)
            text = f"{self.pick('', '', 'const ', 'private ', 'volatile ')}{self.spelt(kind)}"
            self.scopes[-1][name] = kind if "const" not in text else f"const {kind}"
            return f"{text} {name} = {value};"
        if roll == 5:
            self.scopes[-1][name] = "int*"
            size = self.chance.randrange(1, 5)
            return f"int {name}[{size}] = {{ {self.expression('int', 1)}, }};"
        if roll == 6:
            return f"float {name}[2][3] = {{ {{ 1 }}, {{ [1] = {self.expression('float', 2)} }} }};"
        if roll == 7:
            self.scopes[-1][name] = "pair"
            return self.pick(
                f"pair_t {name} = {{ .second = {self.expression('float', 2)}, .first = 1 }};",
                f"pair_t {name} = made({self.expression('int', 2)});",
                f"pair_t {name} = (pair_t){{ 1, 2, {{ (float4)(1), }} }};",
                f"pair_t {name} = p[{self.expression('int', 1)}];",
            )
        if roll == 8:
            other = f"{name}_2"
            self.scopes[-1].update({name: "int", other: "uint"})
            return f"int {name} = 1; unsigned *{name}_3, {other} = 2u; {name}_3 = &{other};"
        if roll == 9:
            return self.pick(
                f"row_t {name} = {{ 1, 2, 3, 4 }};",
                f"word_t {name} = {{ .number = 1.0f }}; {name}.bits &= 0x7fffffff;",
                f"struct node {name} = {{ 0, {{ 1 }}, {{ 0 }} }}; {name}.next = &{name};",
                f"enum color {name} = BLUE; color_t {name}_2 = (color_t)({name} + 1);",
                f"int (*{name})[4]; int {name}_2[2][4]; {name} = {name}_2;",
                f"global const int *{name} = g + n, *const {name}_2 = g;",
                f"struct {{ int a, b; struct {{ float c; }}; }} {name} = {{ 1, 2, {{ 3 }} }};"
                f" {name}.c += {name}.a;",
                f"typedef int {name}_t; {name}_t {name} = ({name}_t)1.5f; {name} += sizeof({name}_t);",
                f"size_t {name} = get_global_id(0) * get_local_size(1); ptrdiff_t {name}_2 = &g[1] - g;",
                f"event_t {name} = async_work_group_copy(l, g, 16, 0); wait_group_events(1, &{name});",
                f"bool {name} = n > 3, {name}_2 = !{name} || x;",
                f"enum {{ A{name} = 1, B{name} = A{name} + sizeof(int) }}; int {name} = B{name};",
                f"char {name}[] = \"a\\x41\\101\", {name}_2 = '\\'';",
                f"float {name} = vload_half(n, (const global half *)g);",
                f"const constant char *{name} = words;",
                f"int {name} = JOIN(1, 2) + PLUS(n, 1);",
            )
        kind = self.any_type()
        self.scopes[-1][name] = kind
        return f"{self.spelt(kind)} {name}; {name} = {self.expression(kind, 3)};"

    def assignment(self) -> str:
        """Return an assignment of some kind."""
        kind = self.any_type()
        place = self.place(kind)
        if place is None:
            return f"*g = {self.expression('int', 3)};"
        base = self.base(kind)
        operators = ["=", "=", "+=", "-=", "*="]
        if base in _INTEGERS:
            operators += ["|=", "&=", "^=", "<<=", ">>=", "%=", "/="]
        if base in _INTEGERS and self.chance.random() < 0.15:
            return self.pick(f"{place}++;", f"--{place};")
        operator = self.pick(*operators)
        value = self.pick("1", "3") if operator in ("<<=", ">>=", "%=", "/=") else None
        return f"{place} {operator} {value or self.expression(kind, 3)};"

    def call(self) -> str:
        """Return a call for its effect."""
        a, b = self.expression("int", 2), self.expression("float", 2)
        return self.pick(
            "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
            "mem_fence(CLK_GLOBAL_MEM_FENCE);",
            f"atomic_add(g + {a}, {self.expression('int', 1)});",
            f"atomic_cmpxchg(&l[{a} & 7], 1, 2);",
            "atom_inc(g);",
            f"vstore4({self.expression('int4', 2)}, n, g);",
            "vstore3(vload3(0, c), 1, (global float *)f);",
            f"vstore_half_rte({b}, 0, (global half *)g);",
            f'printf("%d %f %v4d\\n", {a}, {b}, {self.expression("int4", 1)});',
            "prefetch(c == 0 ? g : g + 1, 4);",
            "nothing();",
            f"(void)helper({a}, {b});",
            f"helper({a}, {b}), nothing();",
            f"WHILE_ONCE(*g = {a}, g[1] = {a});",
            f"EACH(helper, {a}, {b});",
            ";",
        )

    def odd_statement(self) -> str:
        """Return a statement that few people write."""
        self.count += 1
        a = self.expression("int", 2)
        return self.pick(
            f"label{self.count}: if ({a} == 1234) goto label{self.count};",
            f"if ({a}) ; else *g = {a};",
            f"{{ int n = {a}; {{ float n = 1; (void)n; }} *g = n; }}",
            f"for (;;) {{ if ({a}) break; else break; }}",
            "for (int i = 0, *q = &i; i < 3; ++*q, i += 0) continue;",
            f"do *g = {a}; while (0);",
            f"while (0) if (1) if ({a}) *g = 1; else *g = 2;",
            f"switch ({a}) {{ case 0: case 1 + 1: {{ *g = 1; }} break; default:; case 'x': break; }}",
            f"switch (u) case 1: *g = {a};",
            f"*g = {a}, *l = {a};",
            "(*g)++; ++*l; g[1]--; *(g + 1) = -*g;",
            f"1[g] = {a};",
            "#pragma unroll\nfor (int k = 0; k < 4; ++k) *g += k;",
            "__attribute__((opencl_unroll_hint(2))) while (*g > 0) --*g;",
            f"*g = ({a}, {a});",
            f"*g = sizeof {a} + sizeof(int[3]) + sizeof(pair_t);",
            "f->x = p->second; (*p).third[1].yz = p[0].third->xy; p->third[0].w++;",
            "if (x == 1.0f) {} else if (!x) {} else { *g = (int)x; }",
            "return;",
            f"*g = {a} EMPTY;",
            f"*g = \\\n{a} /* over\nlines */ + // and\n1;",
        )

    def vector_statement(self) -> str:
        """Return a statement about parts of vectors."""
        self.count += 1
        name = f"v{self.count}"
        width = self.pick(*_WIDTHS)
        base = self.pick("int", "float", "uchar", "ushort", "long", "uint")
        kind = f"{base}{width}"
        parts = self.swizzle(width, 2)
        value = self.expression(f"{base}2", 2)
        return self.pick(
            f"{kind} {name} = 0; {name}.{parts} = {value};",
            f"{kind} {name} = ({kind})(1); {name}.lo = {name}.hi;"
            if width != 3
            else f"{kind} {name};",
            f"{kind} {name} = {{ {', '.join(['1'] * width)} }}; {name}.s0 = {name}.s1;",
            f"{kind} {name} = ({kind})({', '.join(['1'] * width)}); {name}.even {self.pick('+=', '=')} {name}.odd;",
            f"{kind} {name} = 1; {name}[{self.pick('0', '1', 'n & 1')}] = 2;",
            f"{kind} {name} = ({kind})({', '.join(self.split(base, width))});",
            f"{kind} {name} = convert_{kind}{self.pick('', '_sat', '_rte')}"
            f"({self.expression(self.pick('float', 'int', 'uchar') + str(width), 2)});",
            f"{kind} {name} = select(({kind})1, ({kind})2, ({self.mask(base)}{width})-1);",
            f"{kind} {name} = n ? ({kind})0 : ({kind})1; {name} = -{name};",
            f"{self.mask(base).lstrip('u')}{width} {name} = ({kind})1 {self.pick('<', '==', '&&')} ({kind})2;",
            f"int2 {name} = any((int4)1) ? (int2)(1, 2).yx : as_int2(1L);",
            f"float4 {name} = shuffle((float4)(1, 2, 3, 4), (uint4)(3, 2, 1, 0)).wzyx;",
        )

    def image_statement(self) -> str:
        """Return a statement about images, or a built-in with an odd signature."""
        self.count += 1
        name = f"v{self.count}"
        at = self.expression("int2", 2)
        return self.pick(
            f"float4 {name} = read_imagef(i, nearest, {at});",
            f"int4 {name} = read_imagei(i, nearest, (float2)(x, 1));",
            f"write_imagef(o, {at}, {self.expression('float4', 2)});",
            f"int2 {name} = get_image_dim(i) + (int2)(get_image_width(o), 1);",
            f"uint4 {name} = read_imageui(i, {at});",
            f"float {name}; float {name}_2 = fract(x, &{name}) + sincos(x, &{name});",
            f"int {name}; float {name}_2 = frexp(x, &{name}) + ldexp(x, {name});",
            f"float4 {name} = clamp(f[0], 0.0f, (float4)1) + mix(f[0], f[1], .5f) + max(f[0], 0.f);",
            f"float {name} = dot(f[0], f[1]) + length(f[0].xyz) + fast_normalize(x);",
            f"int {name} = mad24(n, n, 1) + mul_hi(n, n) + popcount(n) + isnan(x) + abs_diff(n, 3);",
            f"float4 {name} = cross(f[0], f[1]) * native_sin(x) + pown(f[0], v) + step(0.f, f[0]);",
            f"int {name} = as_int(x) ^ (int)as_uint(1.0f) | convert_int_rtz(x);",
            f"const sampler_t {name} = CLK_FILTER_LINEAR | CLK_ADDRESS_NONE;"
            f" float4 {name}_2 = read_imagef(i, {name}, (float2)(0));",
        )

    def control(self, depth: int) -> str:
        """Return a statement that holds others."""
        self.count += 1
        name = f"i{self.count}"
        condition = self.expression(self.pick("int", "int", "float", "uint"), 2)
        roll = self.chance.randrange(6)
        if roll == 0:
            otherwise = self.pick(self.assignment, self.call, lambda: self.block(0))()
            return f"if ({condition}) {self.block(depth)} else {otherwise}"
        if roll == 1:
            self.scopes.append({name: "int"})
            body = self.block(depth)
            self.scopes.pop()
            step = self.pick(f"{name}++", f"++{name}", f"{name} += 2, *l = 1")
            return f"for (int {name} = 0; {name} < {condition}; {step}) {body}"
        if roll == 2:
            return (
                f"while ({condition}) {{ {self.block(depth)} {self.pick('break', 'continue')}; }}"
            )
        if roll == 3:
            return f"do {self.block(depth)} while ({condition});"
        if roll == 4:
            cases = " ".join(
                f"case {number}{self.pick('', 'u', ' + 0x10')}: {self.block(depth)} break;"
                for number in range(self.chance.randrange(3))
            )
            return f"switch ({self.expression('int', 2)}) {{ {cases} default: break; }}"
        return self.block(depth)

    # --- expressions -----------------------------------------------------------------------------

    def expression(self, kind: str, depth: int) -> str:
        """Return an expression of a type, or of one that converts to it."""
        base, width = self.base(kind), self.width(kind)
        if depth <= 0 or self.chance.random() < 0.15:
            return self.leaf(kind)
        deeper = depth - 1
        forms = [
            lambda: f"({self.expression(kind, deeper)})",
            lambda: self.binary(kind, deeper),
            lambda: self.binary(kind, deeper),
            lambda: self.built_in(kind, deeper),
            lambda: f"{self.pick('-', '+', '- -')}{self.leaf(kind)}",
        ]
        if base in _INTEGERS:
            forms.append(lambda: f"~{self.leaf(kind)}")
        if width == 1:
            condition = self.pick("int", "uint", "char", "long")
            forms += [
                lambda: (
                    f"({self.expression(condition, deeper)} ? {self.expression(kind, deeper)}"
                    f" : {self.expression(kind, deeper)})"
                ),
                lambda: f"({self.spelt(kind)}){self.leaf(self.pick('int', 'float', 'uint'))}",
                lambda: f"PLUS({self.expression(kind, deeper)}, {self.leaf(kind)})",
                lambda: self.vector_part(base, deeper),
            ]
            if kind == "int":
                forms += [self.truth(deeper), self.odd_int]
            if kind == "float":
                forms += [lambda: f"twice({self.expression('float', deeper)})", self.odd_float]
        else:
            forms += [
                lambda: f"({kind})({', '.join(self.split(base, width))})",
                lambda: f"({kind})({self.expression(base, deeper)})",
                lambda: (
                    f"{self.wider(base, width)}.{self.swizzle(4, width)}"
                    if width <= 4 and width > 1
                    else self.leaf(kind)
                ),
            ]
        return self.pick(*forms)()

    def truth(self, depth: int) -> Callable[[], str]:
        """Return a writer of a comparison."""
        kind = self.pick("int", "float", "uint", "long", "uchar")
        operator = self.pick("<", "<=", ">", ">=", "==", "!=", "&&", "||")
        return lambda: self.pick("({} {} {})", "{} {} {}").format(
            self.expression(kind, depth), operator, self.expression(kind, depth)
        )

    def odd_int(self) -> str:
        """Return an int in one of the unusual ways."""
        return self.pick(
            "table[n & 7]", "((int)sizeof(float4))", "!x", "!!n", "GREEN", "'a'", "(g != 0)",
            "(g ? *g : 1)", "*&n", "(*&g)[1]", "((int *)&n)[0]", "helper(1, 2)", "0x7fU >> 2",
            "(int)get_global_id(0)", "v.s0", "v.xyzw.y", "(v + 1).w", "p->first", "(*p).first",
            "made(1).first", "((pair_t){ 1 }).first", "words[1]", "(n, 2)", "g[g[0] & 1]",
            "__LINE__", "INT_MAX", "CHAR_BIT", "(int)(global int *)g",
            "sizeof(int) == 4 ? 1 : 2", "-(-n)", "n - -1", "n+ +1", "(int)1e3f", "012 + 0x1F",
            "any(v)", "all(v == v)", "(g[1])", "(words[0])", "(v.x)", "INT_MIN", "SHRT_MIN", "isequal(x, x)", "(int)(x > 0)", "n",
            "as_int((uchar4)(1, 2, 3, 4))", "(int){ 3 }", "(&n)[0]", "(v).x", "n ?: 1",
        )  # fmt: skip

    def odd_float(self) -> str:
        """Return a float in one of the unusual ways."""
        return self.pick(
            "c[0]", "*c", "f[0].x", "f->y", "f[1].s3", "weights[1][0]", "M_PI_F", "FLT_EPSILON",
            "INFINITY", "NAN", "1e-3f", "0x1.8p1f", ".5f", "1.f", "p->second", "p->third[1].z",
            "(float)n", "first((const global float *)f)", "as_float(0x3f800000)", "1 / 3.0f",
            "convert_float(n)", "HUGE_VALF", "MAXFLOAT", "(x)", "*&x", "nan(1u)", "n",
        )  # fmt: skip

    def binary(self, kind: str, depth: int) -> str:
        """Return two operands with an operator."""
        operators = ["+", "-", "*"]
        if self.base(kind) in _INTEGERS:
            operators += ["&", "|", "^"]
        right = self.expression(kind, depth)
        if self.width(kind) > 1 and self.chance.random() < 0.2:
            right = f"({self.base(kind)}){self.leaf(self.base(kind))}"
        if self.base(kind) in _INTEGERS and self.chance.random() < 0.2:
            return f"({self.leaf(kind)} {self.pick('<<', '>>', '/', '%')} {self.cast(kind, '3')})"
        operator = self.pick(*operators)
        # What stands around it may bind tighter: the types stay the same.
        text = f"{self.expression(kind, depth)} {operator} {right}"
        return self.pick(text, f"({text})")

    def built_in(self, kind: str, depth: int) -> str:
        """Return a call of a built-in function with this result."""
        base = self.base(kind)
        a = self.cast(kind, self.expression(kind, depth))
        b = self.cast(kind, self.leaf(kind))
        if base in _INTEGERS:
            names = ("max", "min", "add_sat", "hadd", "rotate", "mul_hi", "sub_sat")
            return self.pick(
                f"{self.pick(*names)}({a}, {b})", f"clamp({a}, {b}, {b})", f"clz({a})",
                f"popcount({a})", f"bitselect({a}, {b}, {b})", f"mad_hi({a}, {b}, {b})",
            )  # fmt: skip
        names = ("fmax", "fmin", "pow", "atan2", "fmod", "max", "min", "copysign", "hypot")
        return self.pick(
            f"{self.pick(*names)}({a}, {b})", f"mad({a}, {b}, {b})", f"fma({a}, {b}, {b})",
            f"{self.pick('sin', 'sqrt', 'exp2', 'floor', 'fabs', 'rsqrt', 'radians')}({a})",
            f"mix({a}, {b}, {b})", f"smoothstep({a}, {b}, {b})", f"clamp({a}, {b}, {b})",
        )  # fmt: skip

    def leaf(self, kind: str) -> str:
        """Return a name or a literal."""
        base, width = self.base(kind), self.width(kind)
        known = [
            n for scope in self.scopes for n, k in scope.items() if k.removeprefix("const ") == kind
        ]
        if known and self.chance.random() < 0.6:
            name = self.pick(*known)
            return self.pick(name, name, f"({name})")
        if width > 1:
            return f"({kind})({self.leaf(base)})"
        number = self.chance.randrange(100)
        if base in ("float", "double"):
            return self.pick(
                f"{number}.5{_SUFFIXES.get(base, '')}", f"{number}.0{_SUFFIXES.get(base, '')}"
            )
        return self.pick(str(number), hex(number), f"{number}{_SUFFIXES.get(base, '')}")

    def vector_part(self, base: str, depth: int) -> str:
        """Return one component of a vector."""
        width = self.pick(*_WIDTHS)
        vector = self.expression(f"{base}{width}", depth)
        part = self.pick(*("xyzw"[: min(width, 4)]), *(f"s{n:x}" for n in range(width)))
        return f"({vector}).{part}"

    def wider(self, base: str, width: int) -> str:
        """Return a vector of four components to choose from."""
        return f"({base}4)({', '.join(self.split(base, 4))})"

    def split(self, base: str, width: int) -> list[str]:
        """Return scalars and vectors that together have `width` components."""
        parts: list[str] = []
        left = width
        while left > 0:
            size = self.pick(*(w for w in (1, 1, 2, 3, 4, 8) if w <= left))
            parts.append(self.expression(base if size == 1 else f"{base}{size}", 1))
            left -= size
        return parts

    def swizzle(self, width: int, count: int) -> str:
        """Return some different components of a vector."""
        chosen = self.chance.sample(range(min(width, 16)), min(count, width))
        if max(chosen) < 4 and self.chance.random() < 0.6:
            return "".join("xyzw"[n] for n in chosen)
        return self.pick("s", "S") + "".join(f"{n:x}" for n in chosen)

    def place(self, kind: str) -> str | None:
        """Return something of a type that can be assigned to."""
        known = [n for scope in self.scopes[1:] for n, k in scope.items() if k == kind]
        if kind == "int":
            known += ["*g", f"g[{self.leaf('int')}]", "l[0]", "p->first", "(*g)", "v.x"]
        elif kind == "float4":
            known += ["f[0]", "*f", "p->third[1]"]
        elif kind == "float":
            known += ["f[1].y", "p->second", "f->s2"]
        return self.pick(*known) if known else None

    # --- types -----------------------------------------------------------------------------------

    def any_type(self) -> str:
        """Return a scalar or vector type."""
        base = self.pick(*_INTEGERS, *_FLOATS, "int", "float", "float", "int")
        return base if self.chance.random() < 0.5 else f"{base}{self.pick(*_WIDTHS)}"

    def spelt(self, kind: str) -> str:
        """Return one of the ways to write a type."""
        return self.pick(*_SPELT.get(kind, (kind,)), kind)

    def cast(self, kind: str, text: str) -> str:
        """Return an expression that has exactly this type."""
        return f"({kind})({text})"

    def mask(self, base: str) -> str:
        """Return the type of what a comparison of such components gives."""
        return {"uchar": "uchar", "ushort": "ushort", "long": "long", "uint": "uint"}.get(
            base, "int"
        )

    @staticmethod
    def base(kind: str) -> str:
        """Return the type of a component."""
        return kind.rstrip("0123456789")

    @staticmethod
    def width(kind: str) -> int:
        """Return the number of components."""
        return int(kind[len(kind.rstrip("0123456789")) :] or 1)

    def pick(self, *choices: T) -> T:
        """Return one of some things."""
        return self.chance.choice(choices)
