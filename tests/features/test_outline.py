"""The outline and the semantic tokens of a file, from its surface tree and its symbols."""

from __future__ import annotations

import itertools

import pytest

from opencl_ls.analysis.host import Host, check
from opencl_ls.features import semantic_tokens
from opencl_ls.features.hover import hover_at
from opencl_ls.features.symbols import outline
from opencl_ls.settings.model import DEFAULT
from opencl_ls.settings.options import from_build_options
from tests.support.cases import MemoryFiles

PATH = "/w/a.cl"


class NoFiles:
    def resolve(self, name, quoted, includer, paths):
        return None

    def read(self, path):
        return None


def opened(text):
    host = Host(NoFiles())
    host.open(PATH, text, DEFAULT)
    return host


def declared(text):
    found = outline(opened(text).analysis(PATH))
    return [(start, each) for start, group in found for each in group.declared]


def entries(text):
    return [
        (entry.kind, entry.name, entry.detail, [child.name for child in entry.children])
        for _, entry in declared(text)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kernel void k(void) {}", ("kernel", "k", "kernel (void)", [])),
        ("static inline float f(int a);", ("function", "f", "static inline float (int a)", [])),
        ("constant int t[2] = {1, 2};", ("variable", "t", "constant int[2]", [])),
        ("struct S { int a, *b; };", ("struct", "S", "struct", ["a", "b"])),
        ("typedef struct { int a; } S;", ("struct", "S", "typedef", ["a"])),
        ("typedef float4 real;", ("typedef", "real", "typedef", [])),
        ("enum E { ONE, TWO = 2 };", ("enum", "E", "enum", ["ONE", "TWO"])),
        ("enum { ONE, TWO = 2 };", ("enumerator", "TWO", "2", [])),
        ("enum { ONE } e;", ("variable", "e", "enum", [])),
        ("typedef enum { ONE } E;", ("enum", "E", "typedef", ["ONE"])),
        ("typedef enum T { ONE } E;", ("typedef", "E", "typedef", [])),
        ("struct S { union { int u; float f; }; int a; };", ("struct", "S", "struct", [*"ufa"])),
        ("struct S { struct T { int u; }; int a; };", ("struct", "S", "struct", ["a"])),
        ("#define M(a, b) a + b\n", ("macro", "M", "(a, b)", [])),
        ("#ifdef A\nint hidden;\n#endif", ("variable", "hidden", "int", [])),
        ("#define K kernel\nK void k(void) {}", ("kernel", "k", "kernel (void)", [])),
        (
            "kernel __attribute__((vec_type_hint(int))) void k(\n int *a, /* of */ int n // c\n) {",
            ("kernel", "k", "kernel (int *a, int n)", []),
        ),
        ("int (*t[2])(int a) = 0;", ("variable", "t", "int (*[2])(int a)", [])),
        (
            "global struct S *f(int a[3]) { return 0; }",
            ("function", "f", "global struct S *(int a[3])", []),
        ),
        ("struct S { float a[2], *b; };", ("struct", "S", "struct", ["a", "b"])),
    ],
)
def test_outline(text, expected):
    assert entries(text)[-1] == expected


def test_the_constants_of_an_unnamed_enumeration_are_found_once():
    for text in (
        "enum { ONE } e;",
        "typedef enum { ONE } E;",
        "struct S { enum { ONE }; int a; };",
    ):
        found = [name for _, name, _, children in entries(text) for name in (name, *children)]
        assert found.count("ONE") == 1


AROUND = (
    "kernel void one(global int *o) {{ o[0] = 1; }}\n"
    "{}"
    "kernel void two(global int *o) {{\n  o[0] = 1;\n}}\n"
    "struct S {{ int q; }};\nint three(int a) {{ return a; }}\n"
)


@pytest.mark.parametrize(
    ("broken", "name", "ends_with"),
    [
        ("kernel void b(global int *o) {\n  o[0] = \n}\n", "b", "}"),
        ("kernel void b(global int *o) {\n  if (o[0]) {\n  o[0] = 1;\n}\n", "b", "}"),
        ("kernel void b(global int *o) {\n  if (o[0] { o[1] = 2; }\n}\n", "b", "}"),
        ("kernel void b(global int *o) {\n  for (;; i++ { int x; }\n}\n", "b", "}"),
        ("void b(int a, {\n  int x = 1;\n}\n", "b", ","),
        ("void b(int a\n#ifdef C\n, int c\n#endif\n) {\n  int x = ;\n}\n", "b", "}"),
        ("void b(int a\n#ifdef C\n, int c\n#endif\n) {\n", "b", "{"),
        ('void b(void) {\n  printf("abc); }\n', "b", ")"),
        ("void b(void)\n", "b", ")"),
        ("#if\n", None, ""),
        ("#define X(\n", None, ""),
        ("enum E { A, B\n", "E", "B"),
        ("struct T { int a; }\n", "T", "}"),
        ('#ifdef __cplusplus\nextern "C" {\n#endif\nint b = ;\n', "b", ";"),
    ],
)
def test_a_broken_line_spoils_no_neighbour(broken, name, ends_with):
    text = AROUND.format(broken)
    found = declared(text)
    names = [each.name for _, each in found]
    between = names[1 : names.index("two")]
    assert between == [each for each in [name] if each]
    assert names[names.index("two") :] == ["two", "S", "three"]
    for start, each in found:
        assert text[start + each.name_start : start + each.name_end] == each.name
        assert each.start <= each.name_start
        assert each.name_end <= each.end <= len(text) - start
    if between:
        start, first = found[1]
        written = text[start + first.start : start + first.end]
        assert written.endswith(ends_with)
        assert "two" not in written


def test_the_tokens_below_a_broken_line_are_what_they_are():
    text = AROUND.format("kernel void b(global int *o) {\n  o[0] = \n}\n")
    host = opened(text)
    found = tokens(host.analysis(PATH))
    assert ("two", "function", "definition", "kernel") in found
    assert ("three", "function", "definition") in found
    # As they are where they come as edits.
    place = text.index("= \n}") + 1
    host.edit(PATH, place, place, " 1;")
    whole = tokens(host.analysis(PATH))
    host.edit(PATH, place, place + 3, "")
    assert tokens(host.analysis(PATH)) == found
    host.edit(PATH, place, place, " 1;")
    assert tokens(host.analysis(PATH)) == whole


WRITTEN = ("declaration", "definition", "defaultLibrary", "kernel")


def tokens(analysis):
    """Return the tokens of a file with the modifiers that follow only from its text."""
    return [
        (
            analysis.text[start + token.start : start + token.end],
            token.type,
            *(each for each in token.modifiers if each in WRITTEN),
        )
        for start, run in semantic_tokens.runs(analysis)
        for token in run.tokens
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("void f(int a) { a = 1; }", ("a", "parameter")),
        ("void f(a) int a; { a = 1; }", ("a", "parameter")),
        ("int *f(a, b) int a, *b; { return b; }", ("b", "parameter")),
        ("void f(a, b) int b; {", ("a", "parameter", "declaration")),
        ("void f(void) { int v; v = 1; }", ("v", "variable")),
        ("enum { E }; int x = E;", ("E", "enumMember")),
        ("float x = M_PI;", ("M_PI", "macro", "defaultLibrary")),
        ("void f(void) { barrier(0); }", ("barrier", "function", "defaultLibrary")),
        ("typedef int T; T x;", ("T", "type")),
        ("#define Q global\nkernel void k(Q int *p) {}", ("Q", "macro")),
        ("#define Q kernel\nQ void k(void) {}", ("Q", "macro")),
        ("#define \xcf\x80 3\nint x = \xcf\x80;", ("\xcf\x80", "macro")),
        ("#define Q kernel\nQ void k(void) {}", ("k", "function", "definition", "kernel")),
        ("#define K __kernel", ("__kernel", "modifier")),
        ("#define D static unsigned", ("static", "modifier")),
        ("#define D static unsigned", ("unsigned", "type", "defaultLibrary")),
        ("#define R(x) return (x)", ("return", "keyword")),
        ("#define R(x) return (x)", ("x", "parameter")),
        ("#define A __attribute__((packed))", ("__attribute__", "keyword")),
        ("#define P NULL", ("NULL", "macro", "defaultLibrary")),
        ("void f(void) { int *p = NULL; }", ("NULL", "macro", "defaultLibrary")),
        ("#undef NEVER", ("NEVER", "macro")),
        ("#if NEVER > 2\n#endif", ("NEVER", "macro")),
        ("#if !HOST(NEVER)\n#endif", ("HOST", "macro")),
        ("#if 0\n#elif NEVER\n#endif", ("NEVER", "macro")),
        ("#ifdef cl_khr_fp64\n#endif", ("cl_khr_fp64", "macro", "defaultLibrary")),
        ("#if __OPENCL_VERSION__\n#endif", ("__OPENCL_VERSION__", "macro", "defaultLibrary")),
        ("#define T float\n#undef T", ("T", "macro")),
        ("#define N 8\nint x[N];\nint y = N;\n#undef N /* */", ("N", "macro")),
        ("#define n 8\n#undef n\nvoid f(int n) { n = 1; }", ("n", "parameter")),
        ("#if 0\n#define f g\n#endif\nvoid f(void);\nvoid k(void) { f(); }", ("f", "function")),
    ],
)
def test_the_last_use_of_a_name(text, expected):
    found = tokens(opened(text).analysis(PATH))

    assert [token for token in found if token[0] == expected[0]][-1] == expected


def test_a_macro_is_one_until_it_is_ended():
    text = "#define T float\nT f(T x) { return x; }\nint y[T];\n#undef T\ntypedef int T;\nT z;\n"
    found = tokens(opened(text).analysis(PATH))
    kinds = [token[1] for token in found if token[0] == "T"]
    assert kinds == ["macro"] * 5 + ["type"] * 2


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("#error it's use /* but */", ["/* but */"]),
        ("#pragma OPENCL EXTENSION cl_khr_fp64 : enable // yes", ["// yes"]),
        ("#pragma unroll 4", ["4"]),
    ],
)
def test_words_of_a_directive_are_text(text, left):
    found = tokens(opened(text).analysis(PATH))
    assert [token[0] for token in found[1:]] == left


@pytest.mark.parametrize(
    "text", ["void f(void) {\n}}\n#elif(A) // c\nint x;", "} // e\n#elif(A == 2) // c\n"]
)
def test_the_tokens_of_a_stray_directive_are_in_order(text):
    found = [
        (start + token.start, start + token.end)
        for start, run in semantic_tokens.runs(opened(text).analysis(PATH))
        for token in run.tokens
    ]
    assert all(before[1] <= after[0] for before, after in itertools.pairwise(found))


@pytest.mark.parametrize(
    "text", ["/* of Q\n and Q */", 'void f(void) { printf("Q"); Q int x; /* Q */ }']
)
def test_no_token_is_in_another(text):
    """A macro that becomes a qualifier is found in the text, not in the tree."""
    analysis = opened("#define Q global\nkernel void k(Q int *p) {}\n" + text).analysis(PATH)
    for _, run in semantic_tokens.runs(analysis):
        for before, after in itertools.pairwise(run.tokens):
            assert before.end <= after.start


def test_an_edit_reads_one_item_again():
    text = "".join(f"int f{n}(int a) {{ return a; }}\n" for n in range(50))
    host = opened(text)
    before = {run for _, run in semantic_tokens.runs(host.analysis(PATH))}
    place = text.index("return a", len(text) // 2)
    host.edit(PATH, place, place, "a++; ")
    after = {run for _, run in semantic_tokens.runs(host.analysis(PATH))}

    assert len(after - before) == 1
    analysis = host.analysis(PATH)
    assert tokens(analysis) == tokens(opened(analysis.text).analysis(PATH))


def test_what_was_found_stays_known_under_other_settings_until_the_document_is_closed():
    host = opened("int f(int a) { return a; }\n")
    found = semantic_tokens.runs(host.analysis(PATH))
    host.configure(PATH, from_build_options("-cl-std=CL1.2 -D X=1")[0])
    assert semantic_tokens.runs(host.analysis(PATH))[0][1] is found[0][1]
    host.close(PATH)
    host.open(PATH, "int f(int a) { return a; }\n", DEFAULT)
    assert semantic_tokens.runs(host.analysis(PATH))[0][1] is not found[0][1]


def test_an_edit_makes_one_group_of_the_outline_again():
    text = "#define K kernel\n" + "".join(f"K void f{n}(int a) {{ a; }}\n" for n in range(50))
    host = opened(text)
    before = {group for _, group in outline(host.analysis(PATH))}
    place = text.index("a;", len(text) // 2)
    host.edit(PATH, place, place, "a++; ")
    after = {group for _, group in outline(host.analysis(PATH))}

    assert len(after - before) == 1
    assert all(
        each.kind == "kernel" for group in after for each in group.declared[:1] if "f" in each.name
    )


class Enough(Exception):
    """Raised when the reader stops."""


def test_what_was_read_before_an_interruption_is_not_read_again():
    text = "".join(f"int f{n}(int a) {{ return a; }}\n" for n in range(50))
    analysis = opened(text).analysis(PATH)
    asked = 0

    def patient_for(times):
        def go_on():
            nonlocal asked
            asked += 1
            if asked > times:
                raise Enough

        return go_on

    with pytest.raises(Enough):
        semantic_tokens.runs(analysis, patient_for(30))
    asked = 0
    with pytest.raises(Enough):
        semantic_tokens.runs(analysis, patient_for(40))
    asked = 0
    semantic_tokens.runs(analysis, patient_for(1000))
    # Each item is asked for when it is read and when its tokens are made, and some at a time when
    # they get their meaning.
    assert 0 < asked <= 2 * 50 - 30 - 40 + 50 // 16
    assert tokens(analysis) == tokens(opened(text).analysis(PATH))


def test_names_that_change_in_an_interrupted_state_are_reported():
    text = "".join(f"void f{n}(void) {{ g(); }}\n" for n in range(20)) + "$\n"
    host = opened(text)
    before = tokens(host.analysis(PATH))
    place = text.index("$")
    host.edit(PATH, place, place + 1, "#define g() 1")
    left = 5

    def go_on():
        nonlocal left
        left -= 1
        if not left:
            raise Enough

    with pytest.raises(Enough):
        semantic_tokens.runs(host.analysis(PATH), go_on)
    host.edit(PATH, place, place + len("#define g() 1"), "$")
    assert tokens(host.analysis(PATH)) == before


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kernel void k(global $float4 *p) {}", "16 bytes"),
        ("kernel void k(void) { int x = $get_global_id(0); }", "size_t get_global_id(uint"),
        ("void f(local int *p) { *$p = 1; }", "local int *p"),
        ("#define N 4\nint x[$N];", "#define N 4"),
        ("float x = M_$PI_F;", "#define M_PI_F"),
        ("__attribute__(($reqd_work_group_size(1, 1, 1))) kernel void k(void) {}", "kernel"),
        ("#pragma OPENCL EXTENSION $cl_khr_fp64 : enable\n", "cl_khr_fp64"),
    ],
)
def test_hover(text, expected):
    offset = text.index("$")
    found = hover_at(opened(text.replace("$", "")).analysis(PATH), offset)

    assert expected in "\n".join(part.text for part in found.parts)


@pytest.mark.parametrize("text", ["// $max", '"$max"', "$ int x;", "int x; $", "$"])
def test_no_hover(text):
    offset = text.index("$")
    analysis = opened(text.replace("$", "")).analysis(PATH)

    assert hover_at(analysis, offset) is None


@pytest.mark.parametrize(
    "text",
    [
        "// One of many lines.\n" * 20 + "int a;\n",
        "int a;\n#define a 1\n" * 20 + "#undef a\n",
        "kernel void k(void) { } ; } ) " * 20,
    ],
)
def test_reading_that_is_ended_again_and_again_comes_to_its_end(text: str) -> None:
    """Each time a few more of the items are known, also of those that one part of the text has."""

    class Ended(Exception):
        pass

    analysis = check("a.cl", MemoryFiles({"a.cl": text}), DEFAULT)
    for _ in range(200):
        left = 2

        def go_on() -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise Ended

        try:
            found = analysis.tokens(go_on)
        except Ended:
            continue
        break
    else:
        pytest.fail("nothing was remembered")
    again = check("a.cl", MemoryFiles({"a.cl": text}), DEFAULT).tokens()
    assert [(start, run.tokens) for start, run in found] == [
        (start, run.tokens) for start, run in again
    ]
