"""The ranges of records in the events of an item, held against a walk through all below them."""

from __future__ import annotations

from opencl_ls.analysis.host import check
from opencl_ls.preprocess import MemorySources
from opencl_ls.semantics.model.extents import Extents
from opencl_ls.settings.model import DEFAULT
from opencl_ls.syntax import records as r

# Every kind of statement, declarations in which records are bound in another order than they are
# written, and text that is broken.
TEXT = """
typedef struct node { int a, b[2]; struct { float x; } in; struct node *next; } node;
enum { FIRST = 1 + 1, SECOND } kind;
int table[] = { [0] = 1, 2, };
static int twice(const int n) { return n * 2; }
kernel void k(global int *p, local int *l, image2d_t in, int n) __attribute__((unused)) {
  struct inner { int at; } one = { 1 };
  typedef int (^block)(int);
  block b = ^(int v) { return v + n; };
  int x = 1 + 2 * n - (n ? p[0] : ({ int y = 2; y; })), z, *q = &x;
  for (int i = 0, j; i < n && n || x; i++, j--) { if (i) continue; else break; }
  while (x--) do { l[x] += (float4)(1, 2, 3, 4).x; } while (sizeof(int) > x);
  switch (x) { case 1: case 2: x = twice(x); break; default: ; }
  again: if (!x) goto again;
  __attribute__((opencl_unroll_hint(2))) for (;;) return;
  barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void broken(global int *p) { p[0 = ; if (p[1] { return } int 3x; for (
"""


def _below(record):
    yield record
    for child in r.children(record):
        yield from _below(child)


def test_a_range_holds_a_record_and_all_below_it_and_nothing_else():
    unit = check("a.cl", MemorySources({"a.cl": TEXT}), DEFAULT)._unit
    looked_at = 0
    for item in unit.items:
        model = item.analysed.model
        extents = Extents(model)
        for declaration in model.item.declarations:
            for record in _below(declaration):
                start, end = extents.of(record)
                assert model.events[start] is record
                held = [each for each in model.events[start:end] if isinstance(each, r.Record)]
                assert set(held) == set(_below(record))
                looked_at += 1
    assert looked_at == 250
