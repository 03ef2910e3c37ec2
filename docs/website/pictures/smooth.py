"""A host program for smooth.cl, with mistakes for the pictures of the documentation."""

from pathlib import Path

import numpy as np
import pyopencl as cl

TILE = 128
SCALE = """
kernel void scale(global float *data, float factor) {
    int i = get_global_id(0);
    if (i % 2 == 0) {
        data[i] *= factor;
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
"""

context = cl.create_some_context()
queue = cl.CommandQueue(context)
source = Path("smooth.cl").read_text()
program = cl.Program(context, source).build(f"-DTILE={TILE} -DRADIUS=3 -DREAL=float")
scale = cl.Program(context, SCALE).build().scale

row = np.random.rand(1000).astype(np.float32)
data = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=row)
result = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, row.nbytes)
program.smooth(queue, (1024,), (TILE,), data, result, np.int64(row.size))
