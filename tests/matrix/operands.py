"""The kinds of operands that matrices put into expressions."""

from __future__ import annotations

from typing import Final, NamedTuple

SINCE_20: Final = ("2.0", "3.0", "3.0-")
EVERY: Final = ("1.0", "1.1", "1.2", *SINCE_20)

ELEMENTS: Final = "char uchar short ushort int uint long ulong half float double".split()

PRELUDE: Final = """\
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
enum colour { RED, GREEN };
struct pair { int a; };
struct other { float a; };
union either { int a; float f; };
typedef struct pair alias;
void nothing(void);
int number(void);
"""


class Operand(NamedTuple):
    """One kind: what declares it, and the expression; `%` is the name that it gets.

    `parameter` stands among the parameters of the function around, and `local` in its body.
    """

    name: str
    parameter: str = ""
    local: str = ""
    expression: str = "%"
    targets: tuple[str, ...] = EVERY

    def named(self, name: str) -> Operand:
        """Return the operand under a name."""
        texts = (text.replace("%", name) for text in self[1:4])
        return Operand(self.name, *texts, targets=self.targets)


_NUMBERS = (
    "bool char uchar short int uint long ulong float double size_t ptrdiff_t "
    "char2 uchar4 short2 int2 int3 int4 uint4 long4 float2 float4 double2"
)
_POINTERS = (
    *("global int", "local int", "private int", "constant int", "global float", "global uint"),
    *("global void", "local void", "private void", "constant void", "global int4"),
    *("const global int", "volatile global int", "global struct pair", "global int *global"),
    *("global int *", "global atomic_int", "generic int", "private float4", "constant char"),
    *("local half", "global union either", "global enum colour", "const constant int"),
)


def operands() -> list[Operand]:
    """Return all kinds."""
    found = [Operand(name, f"{name} %") for name in _NUMBERS.split()]
    found += [
        Operand("half", local="half % = 1;"),
        Operand("half2", local="half2 % = 1;"),
        Operand("const-int", "const int %"),
        Operand("const-int4", "const int4 %"),
        Operand("enum", "enum colour %"),
        Operand("components", "int4 %", expression="%.xy"),
        Operand("component", "int4 %", expression="%.x"),
        Operand("element", "global int *%", expression="%[0]"),
    ]
    for kind in _POINTERS:
        name = f"{kind.replace(' ', '-')}-pointer".replace("*", "p")
        later = "atomic" in kind or "generic" in kind
        found.append(Operand(name, f"{kind} *%", targets=SINCE_20 if later else EVERY))
    found += [
        Operand("array", local="int %[4];"),
        Operand("rows", local="float %[2][3];"),
        Operand("vectors", local="int4 %[2];"),
        Operand("structs", local="struct pair %[2];"),
        Operand("array-parameter", "int %[4]"),
        Operand("array-pointer", "global int (*%)[4]"),
        Operand("const-struct", "const struct pair %"),
        Operand("named-struct", "alias %"),
        Operand("struct", "struct pair %"),
        Operand("other-struct", "struct other %"),
        Operand("union", "union either %"),
        Operand("void", expression="nothing()"),
        Operand("call", expression="number()"),
        Operand("function", expression="number"),
        Operand("void-function", expression="nothing"),
        Operand("built-in-function", expression="get_global_id"),
        Operand("image", "read_only image2d_t %"),
        Operand("written-image", "write_only image2d_t %"),
        Operand("other-image", "read_only image1d_array_t %"),
        Operand("sampler", "sampler_t %"),
        Operand("event", "event_t %"),
        Operand("block", local="void (^%)(void) = ^{};", targets=SINCE_20),
        Operand("int-block", local="int (^%)(int) = ^(int x) { return x; };", targets=SINCE_20),
        Operand("block-literal", expression="^{}", targets=SINCE_20),
        Operand(
            "block-call",
            local="int (^%)(int) = ^(int x) { return x; };",
            expression="%(1)",
            targets=SINCE_20,
        ),
        Operand("pipe", "read_only pipe int %", targets=SINCE_20),
        Operand("written-pipe", "write_only pipe float4 %", targets=SINCE_20),
    ]
    for name in ("queue_t", "clk_event_t", "reserve_id_t", "ndrange_t"):
        found.append(Operand(name, f"{name} %", targets=SINCE_20))
    for name in ("atomic_int", "atomic_float", "atomic_flag"):
        found.append(Operand(name, f"global {name} *%", expression="*%", targets=SINCE_20))
    literals = ("0", "1", "-1", "0u", "5L", "1.0f", "'c'", '"abc"', "NULL", "GREEN")
    found += [Operand(literal, expression=literal) for literal in literals]
    found.append(Operand("null-pointer", expression="(void *)0"))
    found.append(Operand("vector-literal", expression="(int4)(1)"))
    found.append(Operand("struct-literal", expression="(struct pair){1}"))
    return found


def vectors() -> list[Operand]:
    """Return numbers of each type in each size; `half` cannot be a parameter everywhere."""
    return [
        Operand(
            f"{kind}{size}",
            local=f"{kind}{size} % = 1;",
            # Three components came with 1.1.
            targets=EVERY[1:] if size == 3 else EVERY,
        )
        for kind in ELEMENTS
        for size in ("", 2, 3, 4, 8, 16)
    ]
