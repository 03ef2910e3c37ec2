"""Check small programs with results kept on disk, and hold every answer against one without them.

    python -m tests.fuzz.kept --rounds 20000 --seed 1

In each round a header, a file or the settings change, or the store does: entries are damaged, come
from another version, are written by a process that is killed, or do not fit on the disk.  The seed
alone decides what is done.
"""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
import tempfile
from collections import Counter, OrderedDict
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest import mock

from msgspec.structs import replace

from opencl_ls.analysis.host import Host, check
from opencl_ls.analysis.kept_items import KeptModel
from opencl_ls.disk_store import DiskStore
from opencl_ls.findings import Finding
from opencl_ls.settings.model import Settings
from tests.support.cases import MemoryFiles

HEADERS: Final = ("/p/one.h", "/p/two.h")
KERNELS: Final = ("/p/a.cl", "/p/b.cl")
ITEMS: Final = tuple(
    each.strip()
    for each in """
typedef float real;
typedef int real;
typedef struct { real x; real y; } pair;
struct node { int value; real weight; };
struct node { int value; };
struct node;
enum { RED, GREEN = N };
enum colour { BLUE = 2, LAST };
#define SCALE(x) ((x) * N)
#define SCALE(x) (x)
#define real float
constant real table[N] = { 1 };
constant int table[2] = { 1, 2, 3 };
constant int open[];
global int counter;
real twice(real x);
float twice(float x);
int twice(int x, int y);
static inline real twice(real x) { return x * 2; }
real twice(real x) { return x + x; }
static real lonely(real x) { return x / 0; }
static inline int used(int x) { return twice(x) + table[x & 1]; }
int used(int x) { int y; return y + x; }
int down(int n) { return n ? up(n - 1) : 0; }
int up(int n);
int up(int n) { return n ? down(n - 1) : 1; }
int up(int n) { return n; }
void meet(local int *p) { barrier(CLK_LOCAL_MEM_FENCE); p[0] = 1; }
void meet(local int *p) { p[get_local_id(0)] = N; }
int __attribute__((overloadable)) over(int x) { return x; }
int __attribute__((overloadable)) over(float x) { return twice(x); }
pair made(real x) { pair p = { x, twice(x) }; return p; }
real weight(struct node *n) { return n->weight + n->value; }
int assumed(int n) { /* opencl-ls: assume(n > N) */ return n; }
int pick(enum colour c) { switch (c) { case BLUE: return RED; } return LAST; }
double wide(double x) { return x * 2.0; }
half small(half x) { return x; }
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
void ptr(int *p) { *p = missing(*p); }
void shadow(int n) { int i; for (int i = 0; i < n; i++) { int n = i; } }
kernel void first(global int *p) { local int t[64]; meet(t); p[get_global_id(0)] = t[N]; }
kernel void second(global real *p, int n) { if (get_local_id(0) < n) barrier(1); p[0] = twice(n); }
kernel void third(global int *p) { first(p); p[0] = used(p[1]) + SCALE(RED); }
kernel void fourth(global struct node *p, global pair *q) { p->value = q->x; counter += pick(1); }
kernel void fifth(global int *p) { p[down(N)] = over(1) + over(1.0f) + assumed(2); }
void broken(int x { return; }
/* opencl-ls: allow(names/unused-function) */
""".strip().splitlines()
)
STDS: Final = ("", "CL1.2", "CL2.0", "CL3.0")
_CHECKS: Final = 2
"""How many files a process checks."""
_LINES: Final = 5
"""How many lines a file has."""
_ANSWERS: Final = 2000
"""How many answers without kept results are remembered."""


class Program:
    """The files of a program as lists of lines, and the settings; what changes in each round."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.files: dict[str, list[str]] = {path: [] for path in (*HEADERS, *KERNELS)}
        self.std = ""
        self.number = 1
        for _ in range(24):
            self.change()

    def change(self) -> None:
        """Change one thing."""
        chance = self._chance
        lines = self.files[chance.choice(list(self.files))]
        what = chance.random()
        if what < 0.1:
            self.std = chance.choice(STDS)
        elif what < 0.2:
            self.number = chance.randrange(4)
        elif what < 0.55 or not lines:
            lines.insert(chance.randint(0, len(lines)), chance.choice(ITEMS))
        elif what < 0.8:
            del lines[chance.randrange(len(lines))]
        elif what < 0.9:
            lines[chance.randrange(len(lines))] = chance.choice(ITEMS)
        else:
            chance.shuffle(lines)
        del lines[_LINES:]

    def texts(self) -> dict[str, str]:
        """Return the texts of the files by their paths."""
        texts = {path: "\n".join([*lines, ""]) for path, lines in self.files.items()}
        for kernel in KERNELS:
            included = "".join(f'#include "{each}"\n' for each in HEADERS)
            texts[kernel] = included + texts[kernel]
        return texts

    def settings(self) -> Settings:
        """Return the settings, under which all rules run."""
        settings = Settings()
        target = replace(settings.target, std=self.std, defines=(("N", str(self.number)),))
        return replace(settings, target=target, rules=replace(settings.rules, profile="all"))


class Fault(Exception):
    """An answer from kept results that differs from the one without them."""


class Round:
    """The rounds of one run, in a folder; `done` counts what happened in them."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._chance = Random(seed)
        self._folder = folder
        self._program = Program(self._chance)
        self._answers: OrderedDict[object, tuple[Finding, ...]] = OrderedDict()
        self._build = "1"
        self.done: Counter[str] = Counter()

    def run(self) -> None:
        """Change the program and the store, and check some files; raises Fault."""
        chance = self._chance
        for _ in range(chance.randint(0, 2)):
            self._program.change()
        if chance.random() < 0.15:
            self._disturb()
        texts, settings = self._program.texts(), self._program.settings()
        store = DiskStore(self._folder, self._build)
        if chance.random() < 0.01:
            store = self._full()
        host = Host(MemoryFiles(texts), store=store)
        for path in chance.sample(KERNELS, chance.randint(1, _CHECKS)):
            analysis = check(path, MemoryFiles(texts), settings, host)
            found = analysis.findings
            models = analysis._unit.models
            self.done["items"] += len(models)
            self.done["kept"] += sum(type(each) is KeptModel for each in models)
            wanted = self._without(path, texts, settings)
            self.done["checks"] += 1
            self.done["findings"] += len(found)
            if found != wanted:
                raise Fault(_difference(path, texts, settings, found, wanted))

    def _without(self, path: str, texts: dict[str, str], settings: Settings) -> tuple[Finding, ...]:
        key = (path, *texts.items(), settings.target)
        known = self._answers.get(key)
        if known is None:
            known = self._answers[key] = check(path, MemoryFiles(texts), settings).findings
            if len(self._answers) > _ANSWERS:
                self._answers.popitem(last=False)
        return known

    def _disturb(self) -> None:
        """Do to the store what happens to one."""
        chance = self._chance
        files = sorted(path for path in self._folder.rglob("*") if path.is_file())
        kind = chance.choice(("version", "killed", "cut", "flip", "swap", "remove", "clear"))
        self.done[kind] += 1
        if kind == "version":
            self._build = chance.choice("123")
        elif kind == "killed":
            self._killed()
        elif kind == "clear" and chance.random() < 0.2:
            for path in files:
                path.unlink()
        elif files:
            path = chance.choice(files)
            data = path.read_bytes()
            if kind == "cut":
                path.write_bytes(data[: chance.randint(0, len(data))])
            elif kind == "flip" and data:
                at = chance.randrange(len(data))
                path.write_bytes(
                    data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
                )
            elif kind == "swap":
                other = chance.choice(files)
                path.write_bytes(other.read_bytes())
                other.write_bytes(data)
            elif kind == "remove":
                path.unlink()

    def _full(self) -> DiskStore:
        """Return a store on a disk that takes nothing."""
        self.done["full"] += 1
        blocked = self._folder / "full"
        blocked.write_bytes(b"")
        return DiskStore(blocked, self._build)

    def _killed(self) -> None:
        """Check another program in a process that is killed while it writes."""
        if not hasattr(os, "fork"):
            return
        size = self._chance.randint(0, 4_000)
        other = Program(self._chance)
        child = os.fork()
        if child:
            os.waitpid(child, 0)
            return
        try:
            _check_until_killed(other, DiskStore(self._folder, self._build), size)
        finally:
            os._exit(0)


def _check_until_killed(program: Program, store: DiskStore, size: int) -> None:
    """Check a program; the process ends after some bytes were written."""
    left = size

    class Cut(io.FileIO):
        def write(self, data: Any) -> int:
            nonlocal left
            written = super().write(data[:left])
            if left <= len(data):
                os.kill(os.getpid(), signal.SIGKILL)
            left -= written
            return written

    texts = program.texts()
    host = Host(MemoryFiles(texts), store=store)
    with mock.patch("os.fdopen", lambda handle, _: Cut(handle, "wb")):
        check(KERNELS[0], MemoryFiles(texts), program.settings(), host)


def _difference(
    path: str,
    texts: dict[str, str],
    settings: Settings,
    found: tuple[Finding, ...],
    wanted: tuple[Finding, ...],
) -> str:
    """Return a fault in words, with the program that has it."""
    lines = [f"{path} with {settings.target.std or 'no std'} {settings.target.defines}"]
    lines += [f"--- {name}\n{text}" for name, text in texts.items() if name in (path, *HEADERS)]
    lines += [f"only kept: {each}" for each in found if each not in wanted]
    lines += [f"only without: {each}" for each in wanted if each not in found]
    return "\n".join(lines)


def fuzz(rounds: int, seed: int, tell: Callable[[str], None] = lambda _: None) -> Counter[str]:
    """Run some rounds and return what was done in them; raises Fault."""
    with tempfile.TemporaryDirectory() as folder:
        run = Round(Path(folder), seed)
        for number in range(rounds):
            run.run()
            if not (number + 1) % 1000 or number + 1 == rounds:
                tell(f"{number + 1} rounds: {dict(run.done)}")
        return run.done


def main(arguments: list[str] | None = None) -> int:
    """Run the fuzzer; print the first fault."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    try:
        fuzz(options.rounds, options.seed, lambda said: print(said, flush=True))
    except Fault as fault:
        print(fault)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
