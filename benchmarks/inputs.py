"""What is measured: kernels that are written here, from a folder, or from a Debian package.

Nothing is ever written beside the files of a person or into the repository: what is generated or
downloaded goes into the folder that the caller names, which is a temporary one.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

SIZES = (150, 1_000, 3_000, 9_000, 16_000)
"""The sizes in lines that every question is asked for."""

HEADER_NAME = "bodies.h"
HEADER = """\
#ifndef BODIES_H
#define BODIES_H

#define TILE 16
#define SQUARE(x) ((x) * (x))
#ifdef SOFT
#define SOFTENING 1e-3f
#else
#define SOFTENING 1e-6f
#endif

typedef struct {
    float4 place;
    float4 speed;
    int kind;
} body_t;

static inline float squared(float4 v)
{
    return SQUARE(v.x) + SQUARE(v.y) + SQUARE(v.z) + SOFTENING;
}

#endif
"""

# Ten kernels come with one struct and one helper. The first of each ten has a hint, so that a long
# file has findings to be moved, and its number has always as many digits, so that the neighbourhood
# of a kernel is of one size in every file.
_GROUP = """\
/* Bodies of kind {number}. */
typedef struct {{
    body_t body;
    float mass;
}} body{number};

static inline float4 step{number}(float4 p, float4 v, float dt)
{{
    return mad(v, (float4)(dt), p);
}}

"""
_SHAPES = (
    """\
kernel void gather{number}(global body_t *bodies, local float *tile, float dt)
{{
    size_t i = get_global_id(0);
    float4 sum = (float4)(0.0f), unused;
    for (int j = 0; j < ROUNDS; ++j) {{
        float4 d = bodies[j].place - bodies[i].place;
        sum += d * rsqrt(squared(d));
    }}
    tile[get_local_id(0)] = sum.x;
    barrier(CLK_LOCAL_MEM_FENCE);
    bodies[i].place = step{group}(bodies[i].place, sum, dt) + tile[0];
    bodies[i].speed = sum;
}}

""",
    """\
kernel void move{number}(global body{group} *bodies, int count, float dt)
{{
    size_t i = get_global_id(0);
    if (i >= (size_t)count)
        return;
    float4 speed = bodies[i].body.speed;
    for (int round = 0; round < ROUNDS; ++round)
        speed *= 0.5f;
    bodies[i].body.place = step{group}(bodies[i].body.place, speed, dt);
}}

""",
    """\
kernel void blend{number}(read_only image2d_t in, write_only image2d_t out, float share)
{{
    const sampler_t sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST;
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 pixel = read_imagef(in, sampler, at);
    for (int round = 0; round < ROUNDS; ++round)
        pixel = mix(pixel, pixel.wzyx, share);
    write_imagef(out, at, pixel);
}}

""",
    """\
kernel void sort{number}(global const body_t *bodies, global int *kinds, int count)
{{
    size_t i = get_global_id(0);
    if (i >= (size_t)count || count > ROUNDS * TILE)
        return;
    switch (bodies[i].kind) {{
    case 0:
        kinds[i] = convert_int_rte(bodies[i].speed.x);
        break;
    case 1:
        kinds[i] = i & 1 ? TILE : -TILE;
        break;
    default:
        kinds[i] = SQUARE(bodies[i].kind);
    }}
}}

""",
    """\
kernel void weigh{number}(global const body{group} *bodies, global float *weights)
{{
    size_t i = get_global_id(0);
    float weight = 0.0f;
    for (int round = 1; round <= ROUNDS; ++round) {{
        float4 p = bodies[i].body.place * (float)round;
        weight += sqrt(dot(p, p)) + fabs(bodies[i].body.speed.y);
    }}
    weights[i] = clamp(weight * bodies[i].mass, 0.0f, 1.0f);
}}

""",
)


class Input(NamedTuple):
    """A kernel to be measured: where it is, and its text."""

    path: Path
    text: str

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return self.text.count("\n")


def synthetic(lines: int) -> str:
    """Return a program of at least `lines` lines: kernels that share structs, macros, helpers."""
    parts = [f'#include "{HEADER_NAME}"\n\n#define ROUNDS 4\n\n']
    made = parts[0].count("\n")
    number = 0
    while made < lines:
        text = functions(number, 1)
        parts.append(text)
        made += text.count("\n")
        number += 1
    return "".join(parts)


def functions(first: int, count: int) -> str:
    """Return `count` kernels of the synthetic program, from the number `first` on."""
    parts = []
    for number in range(first, first + count):
        group = f"{number - number % 10:05}"
        if number % 10 == 0:
            parts.append(_GROUP.format(number=group))
        shape = 0 if number % 10 == 0 else 1 + number % 10 % (len(_SHAPES) - 1)
        parts.append(_SHAPES[shape].format(number=f"{number:05}", group=group))
    return "".join(parts)


def write_synthetic(folder: Path, lines: int, name: str = "") -> Input:
    """Write a program of `lines` lines, and the header that it includes, into a folder."""
    (folder / HEADER_NAME).write_text(HEADER, "utf-8")
    path = folder / f"{name or f'synthetic_{lines}'}.cl"
    text = synthetic(lines)
    path.write_text(text, "utf-8")
    return Input(path, text)


def middle_line(text: str, pattern: str = r"^\s+\S.*;\s*$") -> int:
    """Return the number of the line that matches a pattern and is the nearest to the middle."""
    lines = text.split("\n")
    found = [at for at, line in enumerate(lines) if re.match(pattern, line)]
    return min(found, key=lambda at: abs(at - len(lines) // 2)) if found else 0


def read(path: Path) -> Input:
    """Read a kernel."""
    return Input(path.resolve(), path.read_text("utf-8", errors="replace"))


def by_size(folder: Path) -> list[Input]:
    """Return, for each size, the kernel of a folder that is nearest to it: within a third of it."""
    kernels = [read(path) for path in sorted(folder.rglob("*.cl"))]
    chosen: dict[Path, Input] = {}
    for size in SIZES:
        best = min(kernels, key=lambda kernel: abs(kernel.lines - size), default=None)
        if best is not None and abs(best.lines - size) <= size / 3:
            chosen[best.path] = best
    return list(chosen.values())


def unpack(package: str, folder: Path) -> Path:
    """Download a Debian package with the system's own tools and unpack it into a folder."""
    for tool in ("apt-get", "dpkg"):
        if shutil.which(tool) is None:
            raise SystemExit(f"--package needs {tool}; name a folder with kernels instead")
    target = folder / package
    target.mkdir()
    subprocess.run(["apt-get", "download", package], cwd=target, check=True, capture_output=True)
    (archive,) = target.glob("*.deb")
    subprocess.run(["dpkg", "-x", str(archive), str(target / "files")], check=True)
    return target / "files"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the inputs to measure."""
    add = parser.add_argument
    add("paths", nargs="*", type=_path, help="kernels, or folders of them")
    add(
        "--package", action="append", default=[], metavar="NAME", help="a Debian package of kernels"
    )
    add(
        "--lines",
        action="append",
        default=[],
        type=int,
        metavar="N",
        help=f"a generated kernel of N lines; without any input: {', '.join(map(str, SIZES))}",
    )


def chosen(options: argparse.Namespace, folder: Path) -> Iterator[Input]:
    """Yield the inputs that the options choose; what has to be made is written into `folder`."""
    paths = [*options.paths, *(unpack(package, folder) for package in options.package)]
    for path in paths:
        if path.is_dir():
            yield from by_size(path)
        else:
            yield read(path)
    for lines in options.lines or (() if paths else SIZES):
        yield write_synthetic(folder, lines)


def _path(name: str) -> Path:
    path = Path(name)
    if not path.exists():
        raise SystemExit(f"{name}: there is no such file or folder")
    return path
