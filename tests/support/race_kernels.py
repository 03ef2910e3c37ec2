"""Random kernels for groups of a known size, with races or without, one shared access a line."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

_GUARDS: Final = (
    *("l == 0", "l < {half}", "l >= {half}", "l % 2 == 0", "(l & 3) == 1", "l < n", "l != {last}"),
    *("n > 2", "get_group_id(0) == 0", "l > 0 && l < {last}", "i < n", "l == 0 || l == {last}"),
)
_IDS: Final = (
    *("l", "l", "l", "l + 1", "{last} - l", "l / 2", "2 * l", "l ^ 1", "(l + 1) % {size}", "l & 3"),
    *(
        "l % 4",
        "0",
        "{half}",
        "l + {half}",
        "(l + {half}) % {size}",
        "l ^ {half}",
        "n & 7",
        "l * 3",
    ),
)
_ROWS: Final = (
    *("y * {width} + x", "y * {width} + x", "x", "y", "x * {height} + y", "(y ^ 1) * {width} + x"),
    *("y * {width} + (x + 1) % {width}", "y * {width}", "(y + 1) * {width} + x"),
)
_GLOBAL_IDS: Final = (
    *("i", "i", "i", "i + 1", "l", "get_group_id(0)", "get_group_id(0) * {size} + l", "i / 2"),
    *("2 * i", "i ^ 1", "get_group_id(0) * {size} + {last} - l", "0", "l + get_group_id(0)"),
)
_VALUES: Final = ("l", "i", "v", "v + 1", "7", "n", "v * l")
_FENCES: Final = (
    *("CLK_LOCAL_MEM_FENCE",) * 6,
    *("CLK_GLOBAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"),
)
_HELPERS: Final = """\
int get(local const int *from, int at) {
    return from[at];
}
void put(local int *to, int at, int value) {
    to[at] = value;
}
"""


class Program(NamedTuple):
    """A program with the kernel `k(global int *out, global int *in, int n, local int *t)`.

    `sizes` are those of a group in work-items, in the first two dimensions; `n` is a value for the
    argument.
    """

    text: str
    sizes: tuple[int, int]
    n: int

    @property
    def size(self) -> int:
        """The number of work-items of a group."""
        return self.sizes[0] * self.sizes[1]


def program(seed: int) -> Program:
    """Return the kernel of a seed."""
    return _Writer(Random(seed)).program()


class _Writer:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.size = random.choice((4, 8, 16, 32))
        self.height = random.choice((1, 1, 2, 4))
        self.lines: list[str] = []
        self.depth = 1
        self.counters = 0
        # Most kernels keep to few forms, so that they are not full of races.
        forms = _IDS if self.height == 1 else (*_IDS, *_ROWS)
        self.ids = random.sample(forms, random.choice((1, 2, 3)))
        self.global_ids = random.sample(_GLOBAL_IDS, random.choice((1, 1, 2)))
        self.careful = random.random()

    def program(self) -> Program:
        """Return a kernel with some phases."""
        if self.height == 1:
            self.line("int l = get_local_id(0);")
            self.line("int i = get_global_id(0);")
        else:
            self.line("int x = get_local_id(0), y = get_local_id(1);")
            self.line("int l = y * {width} + x;")
            self.line("int i = get_group_id(0) * {size} + l;")
        self.line("int v = in[i];")
        self.line("local int a[{room}];")
        for _ in range(self.random.randint(1, 4)):
            self.phase()
        if self.random.random() < 0.2:
            self.line(f"if ({self.random.choice(_GUARDS)}) return;")
            self.statements()
        parameters = "global int *out, global int *in, int n, local int *t"
        body = "\n".join(self.lines)
        text = f"{_HELPERS}kernel void k({parameters}) {{\n{body}\n}}\n"
        sizes = self.size // self.height, self.height
        return Program(text, sizes, self.random.choice((0, 1, 5, self.size)))

    def line(self, text: str) -> None:
        """Add a line."""
        for word, value in (
            *(("{size}", self.size), ("{half}", self.size // 2), ("{last}", self.size - 1)),
            *(("{room}", 4 * self.size), ("{height}", self.height)),
            ("{width}", self.size // self.height),
        ):
            text = text.replace(word, str(value))
        self.lines.append("    " * self.depth + text)

    def phase(self) -> None:
        """Add some statements, and mostly a barrier."""
        self.random.choice(
            (
                *(self.statements, self.statements, self.tiles, self.tree, self.strides),
                *(self.counted, self.strides_by_while, self.pointer, self.copy),
            )
        )()
        if self.random.random() < 0.5 + self.careful / 2:
            self.barrier()

    def statements(self) -> None:
        """Add accesses, some under a guard."""
        for _ in range(self.random.randint(1, 3)):
            if self.random.random() < 0.35:
                self.block(f"if ({self.random.choice(_GUARDS)})", self.access)
            else:
                self.access()

    def block(self, head: str, *parts: object) -> None:
        """Add a statement with a body."""
        self.line(f"{head} {{")
        self.depth += 1
        for part in parts:
            part()  # type: ignore[operator]
        self.depth -= 1
        self.line("}")

    def barrier(self) -> None:
        """Add a barrier."""
        self.line(f"barrier({self.random.choice(_FENCES)});")

    def counter(self) -> str:
        """Return the name of a variable of its own."""
        self.counters += 1
        return f"k{self.counters}"

    def access(self, index: str = "") -> None:
        """Add an access to one of the objects."""
        name = self.random.choice(("a", "a", "t", "out"))
        forms = self.global_ids if name == "out" else self.ids
        place = index or self.random.choice(forms)
        value = self.random.choice(_VALUES)
        forms = [
            f"{name}[{place}] = {value};",
            f"{name}[{place}] = {value};",
            f"v = {name}[{place}];",
            f"v += {name}[{place}];",
            f"{name}[{place}] += {value};",
            f"atomic_add(&{name}[{place}], 1);",
        ]
        if name != "out":
            forms += [f"put({name}, {place}, {value});", f"v += get({name}, {place});"]
            forms += [f"v += l > 0 ? {name}[{place}] : n;", f"v += vload2(l, {name}).x;"]
            forms += [f"vstore2((int2)(v, l), l, {name});"]
        self.line(self.random.choice(forms))

    # --- loops -----------------------------------------------------------------------------------

    def tiles(self) -> None:
        """Add a loop that fills an array and reads it, with a barrier after each or not."""
        name, place, other = self.random.choice("at"), *self.random.choices(self.ids, k=2)
        k = self.counter()
        rounds = self.random.choice(("2", "3", "n"))
        is_whole = self.random.random() < 0.4 + self.careful / 2
        self.block(
            f"for (int {k} = 0; {k} < {rounds}; ++{k})",
            lambda: self.line(f"{name}[{place}] = in[i] + {k};"),
            self.barrier,
            lambda: self.line(f"v += {name}[{other}];"),
            *((self.barrier,) if is_whole else ()),
        )

    def tree(self) -> None:
        """Add a reduction, whose barrier is in the loop or missing."""
        name, s = self.random.choice("at"), self.counter()
        start = self.random.choice(("{half}", "{size} / 2", "get_local_size(0) / 2"))
        reach = self.random.choice(("l < {s}", "l < {s}", "l <= {s}")).replace("{s}", s)
        has_barrier = self.random.random() < 0.5 + self.careful / 2
        self.line(f"{name}[l] = v;")
        if has_barrier:
            self.barrier()
        self.block(
            f"for (int {s} = {start}; {s} > 0; {s} {self.random.choice(('>>= 1', '/= 2'))})",
            lambda: self.line(f"if ({reach}) {name}[l] += {name}[l + {s}];"),
            *((self.barrier,) if has_barrier else ()),
        )

    def strides(self) -> None:
        """Add a loop in which each work-item takes elements at a distance."""
        name, k = self.random.choice("at"), self.counter()
        step = self.random.choice(("{size}", "get_local_size(0)", "{half}"))
        self.block(
            f"for (int {k} = l; {k} < {2 * self.size}; {k} += {step})",
            lambda: self.line(f"{name}[{k}] = {self.random.choice(('in[i]', '0', k, 'l'))};"),
        )

    def strides_by_while(self) -> None:
        """Add the same with a variable that the body counts."""
        name, k = self.random.choice("at"), self.counter()
        self.line(f"int {k} = l;")
        self.block(
            f"while ({k} < {2 * self.size})",
            lambda: self.line(f"{name}[{k}] = {self.random.choice(('in[i]', k, 'l'))};"),
            lambda: self.line(f"{k} += {self.random.choice(('{size}', '{size}', '{half}'))};"),
        )

    def pointer(self) -> None:
        """Add accesses by a pointer, whose name has that of its array."""
        name, place = self.random.choice("at"), self.random.choice(self.ids)
        p = f"p{name}{self.counter()}"
        self.line(f"local int *{p} = &{name}[{place}];")
        for _ in range(2):
            forms = f"{p}[1] = {self.random.choice(_VALUES)};", f"v += *{p};", f"*{p} = l;"
            self.line(self.random.choice(forms))

    def copy(self) -> None:
        """Add a copy by the group, which is waited for at once, later or in another place."""
        name, e = self.random.choice("at"), f"e{self.counter()}"
        self.line(f"event_t {e} = async_work_group_copy({name}, in, {{size}}, 0);")
        is_late = self.random.random() < 0.5 - self.careful / 2
        if is_late:
            self.access()
        self.line(f"wait_group_events(1, &{e});")

    def counted(self) -> None:
        """Add a loop over a few elements, with its counter in the index."""
        k = self.counter()
        place = self.random.choice((k, f"l + {k}", f"l * 4 + {k}", f"l + {k} * {{size}}", "l"))
        rounds = self.random.choice(("2", "4", "(n & 3)"))
        if self.random.random() < 0.5:
            place = place.replace("l + ", "i + ")
        name = "out" if place.startswith("i") else self.random.choice("at")
        value = self.random.choice(_VALUES)
        form = self.random.choice((f"{name}[{place}] = {value};", f"v += {name}[{place}];"))
        self.block(f"for (int {k} = 0; {k} < {rounds}; ++{k})", lambda: self.line(form))
