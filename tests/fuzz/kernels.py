"""The kernels that the fuzzers begin with: examples, small ones of our own, and any corpus."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from opencl_ls.disk import DiskFiles
from opencl_ls.preprocess import MemorySources, SourceProvider
from opencl_ls.settings.model import DEFAULT, Settings, TargetSettings

EXAMPLES = Path(__file__).parents[2] / "examples"


@dataclass(frozen=True)
class Kernel:
    """A main file with what belongs to it; `header` names a file that is opened beside it."""

    path: str
    text: str
    settings: Settings = DEFAULT
    files: SourceProvider = field(default_factory=lambda: MemorySources({}))
    header: str = ""


_HEADER = """\
#ifndef BODIES_H
#define BODIES_H
#define TILE 16
#define SQUARE(x) ((x) * (x))
#define KERNEL __kernel
typedef struct { float4 place; int id; } body_t;
float helper(float value);
enum { RED, GREEN = 4, BLUE };
#endif
"""
_MACROS = """\
#include "bodies.h"
#if TILE > 8
#define STEP(i) (i += TILE)
#else
#define STEP(i) (++i)
#endif
#define NAME(x) move_##x

/* Of two names. */
KERNEL void NAME(one)(global body_t *bodies, local float *tile, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float sum = 0.5f;
    for (int j = 0; j < TILE; STEP(j))
        sum += tile[j] * SQUARE(j); // twice
    bodies[i].place.x = helper(sum);
}

KERNEL int NAME(two)(float *values) { return __LINE__; }
"""
_WIDE = """\
// \u00e9t\u00e9 \U0001f600 \u4e16\u754c\r
constant char words[] = "na\u00efve \U0001d11e";\t/* \U0001f680 */ constant int after = 1;\r
\r
#define LONG(a, b) \\\r
    ((a) + \\\r
     (b))\r
kernel void f(global int *p, image2d_t picture)\r
{\r
\tint \u00e4 = 1; // an unknown character\r
\tp[0] = LONG(after, words[1]);\r
}\r
"""
_ODD = """\
struct node { struct node *next; union { int i; float f; } value; };
typedef int4 pair_t[2];
static inline int sum(const pair_t values, ...) { return values[0].x + values[1].s3; }
int apply(int (^block)(int), int value);
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void odd(
    global struct node *nodes, constant float *restrict table, int count)
{
    local int shared[64];
    __attribute__((opencl_unroll_hint(4))) for (int i = 0; i < count; i++) {
        switch (nodes[i].value.i) {
        case 1: shared[i & 63] = (int)table[i]; break;
        default: goto end;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#ifdef cl_khr_fp64
    double d = convert_double(table[0]);
    nodes[0].value.f = d;
#endif
end:;
}
"""

_HOST = """\
DECLARE_TYPES(body, REAL)
struct PACKED pair { REAL first; int second ALIGNED; MEMBERS };
KERNEL_OF_HOST REQUIRED(64, 1, 1)
void host(GLOBAL REAL *values, int count UNUSED, global struct pair *pairs)
{
    VARIABLES(sum, 4);
    local float tile[TILE_SIZE];
    UNROLL
    for (int i = 0; i < count; ++i)
        sum0 += values[i] * pairs[i].anything;
    SYNC(tile) tile[0] = 1;
    if (count > 3) HINT { tile[1] = SCALE; } else APPLY(+, count);
    FOR_EACH(j, count) { tile[j] = j; if (j > 2) break; }
    BARRIER
    values[0] = tile[1] + set_by_barrier;
    VEC(4) wide = READ(values);
    values[1] = wide.x;
    LAST
}
"""


def own() -> list[Kernel]:
    """Return the examples and small kernels that hold much in few lines."""
    disk = DiskFiles()
    bodies = MemorySources({"/own/bodies.h": _HEADER})
    found = [
        Kernel("/own/macros.cl", _MACROS, files=bodies, header="/own/bodies.h"),
        Kernel("/own/wide.cl", _WIDE),
        Kernel("/own/odd.cl", _ODD, Settings(TargetSettings(std="CL2.0"))),
        Kernel("/own/host.cl", _HOST, Settings(TargetSettings(std="CL1.2"))),
        Kernel("/own/empty.cl", ""),
    ]
    for path in sorted(EXAMPLES.glob("*.cl")):
        text = path.read_text("utf-8")
        header = str(EXAMPLES / "common.h") if "common.h" in text else ""
        std = TargetSettings(std="CL3.0", extensions=("all",))
        found.append(Kernel(str(path), text, Settings(std), disk, header))
    return found


def choices(parser: ArgumentParser) -> None:
    """Let a fuzzer's command line choose kernels, as a rule without includes; see `chosen`."""
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", type=Path, help="a folder with kernels, beside our own")
    parser.add_argument("--list", type=Path, help="which of them, as in tests/corpus/kernels.json")
    parser.add_argument("--largest", type=int, default=12_000, help="the most bytes of a kernel")
    parser.add_argument("--includes", action="store_true", help="those that include others as well")


def chosen(arguments: Namespace) -> list[Kernel]:
    """Return the kernels of the corpus that was named, our own where none was."""
    if arguments.corpus is None:
        return [kernel for kernel in own() if "include" not in kernel.text]
    return of_corpus(arguments.corpus, arguments.list, arguments.largest, arguments.includes)


def of_corpus(folder: Path, listed: Path | None, largest: int, includes: bool) -> list[Kernel]:
    """Return the kernels below a folder of at most `largest` bytes.

    `listed` is a file such as tests/corpus/kernels.json that tells paths and build options;
    without it every `.cl` file is taken.  Those that include others are left out unless
    `includes` is set.
    """
    disk = DiskFiles()
    found = []
    for path, settings in _listed(folder, listed):
        data = path.read_bytes()
        including = b"#include" in data or settings.target.includes
        if len(data) <= largest and b"\0" not in data and (includes or not including):
            found.append(Kernel(str(path), data.decode("utf-8", "replace"), settings, disk))
    return found


def _listed(folder: Path, listed: Path | None) -> Iterator[tuple[Path, Settings]]:
    if listed is None:
        for path in sorted(folder.rglob("*.cl")):
            yield path, DEFAULT
        return
    data = json.loads(listed.read_text("utf-8"))
    for entry in data.get("files") or data["kernels"]:
        defines = (define.partition("=") for define in entry["defines"])
        target = TargetSettings(
            std=entry["std"],
            extensions=("all",),
            defines=tuple((name, value if equals else "1") for name, equals, value in defines),
            include_paths=tuple(str(folder / name) for name in [*entry["includes"], "prelude"]),
            includes=tuple(str(folder / name) for name in entry["force_includes"]),
        )
        yield folder / entry["path"], Settings(target)
