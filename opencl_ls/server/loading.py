"""Loads the analysis, the slowest part of the start, and runs it once."""

from __future__ import annotations

import logging
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from opencl_ls.server import garbage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from opencl_ls.settings.model import Settings

logger = logging.getLogger(__name__)

_TRIAL_PATH = "opencl-ls:trial"
# The constructs of most kernels, so that the first kernel finds everything loaded.
_TRIAL = """\
#define TILE 16
#ifdef TILE
typedef struct { float4 at; int kind; } cell;
#endif
/* A text of the usual kind. */
constant float weights[3] = { 0.25f, 0.5f, 0.25f };
static inline float longer(const float4 a, const float b) { return fmax(dot(a, a), b) * 2.0f; }
kernel void trial(global const float *from, global float4 *to, global cell *cells,
                  local float *tile, const int width, read_only image2d_t image) {
  const int x = get_global_id(0), l = get_local_id(0);
  float4 v = (float4)(0.0f, 1.0f, from[x], (float)x);
  float sum = 0.0f;
  tile[l] = from[x];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x >= width) return;
  for (int i = 0; i < 3; i++) { sum += weights[i] * tile[clamp(l + i, 0, TILE - 1)]; }
  v.xy += (float2)(sum);
  cells[x].at = v;
  cells[x].kind = x > 3 ? TILE : (int)convert_uint(sum);
  to[x] = mad(v, v, read_imagef(image, (int2)(x, 0))) + longer(v, native_exp(min(sum, 1.0f)));
}
"""

_BROKEN_PATH = "opencl-ls:broken"
# A text that is being written, so that the first key finds error recovery loaded.
_BROKEN = """\
kernel void broken(global int *a, local int *b) {
  if (a[0] { a[1] = LIMIT(2, ;
  async_work_group_copy(b, a, 4, 0) printf("%d\\n", a[1];
"""

_loaded: list[Settings] = []
"""The settings of the trial run, once it is done."""


def loading(usual: Callable[[], Settings]) -> Iterator[None]:
    """Load tables, rules and the parser for the first answers, once in a process, in steps.

    Much of it is for one target, that of the `usual` settings.  A request that comes
    earlier loads the parts that it needs.
    """
    if _loaded:
        return
    settings = usual()
    _loaded.append(settings)
    try:
        for load in _steps(settings):
            with garbage.loading():
                load()
            yield
    except Exception:
        # The first real document will meet the same error, where it is reported.
        logger.exception("the analysis does not work")


def _steps(settings: Settings) -> Iterator[Callable[[], object]]:
    """Yield after each step, some milliseconds long except for the two imports."""
    yield lambda: import_module("opencl_ls.analysis.host")
    from opencl_ls.analysis.host import Host, load_rules  # noqa: PLC0415 - now it is loaded
    from opencl_ls.analysis.sources import MemorySources  # noqa: PLC0415 - likewise
    from opencl_ls.features.completion import complete, preparing  # noqa: PLC0415 - likewise
    from opencl_ls.features.definition import definition  # noqa: PLC0415 - likewise
    from opencl_ls.features.hover import hover_at  # noqa: PLC0415 - likewise
    from opencl_ls.features.inlay_hints import inlay_hints  # noqa: PLC0415 - likewise
    from opencl_ls.features.signature_help import signature_help  # noqa: PLC0415 - likewise

    yield load_rules
    host = Host(MemorySources({}))
    yield lambda: host.open(_TRIAL_PATH, _TRIAL, settings)
    yield lambda: host.provisional(_TRIAL_PATH)
    yield lambda: host.analysis(_TRIAL_PATH).findings
    yield lambda: host.open(_BROKEN_PATH, _BROKEN, settings)
    yield lambda: host.analysis(_BROKEN_PATH).findings
    yield lambda: host.analysis(_TRIAL_PATH).tokens()
    yield lambda: host.analysis(_TRIAL_PATH).outline()
    yield lambda: signature_help(host.analysis(_TRIAL_PATH), _TRIAL.index("a, a"))
    yield lambda: list(host.analysis(_TRIAL_PATH).look_at_values())
    for mark in ("mad(", "TILE - 1", "at = v"):
        offset = _TRIAL.index(mark)
        yield partial(hover_at, host.analysis(_TRIAL_PATH), offset)
    yield lambda: definition(host.analysis(_TRIAL_PATH), _TRIAL.index("longer(v"))
    yield lambda: import_module("opencl_ls.features.refactorings")
    from opencl_ls.features.refactorings import refactorings  # noqa: PLC0415 - likewise

    place = _TRIAL.index("v, v, read")
    yield lambda: list(refactorings(host.analysis(_TRIAL_PATH), place, place))
    yield lambda: inlay_hints(host.analysis(_TRIAL_PATH), 0, len(_TRIAL))
    yield from preparing(host.analysis(_TRIAL_PATH).target)
    yield lambda: complete(host.analysis(_TRIAL_PATH), _TRIAL.index("mad("))
    yield lambda: complete(host.analysis(_TRIAL_PATH), _TRIAL.index("xy +="))
    yield lambda: host.analysis(_TRIAL_PATH).references(_TRIAL.index("x >="))
