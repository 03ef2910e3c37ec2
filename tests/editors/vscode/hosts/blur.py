"""A host program whose kernel is in a string."""

import pyopencl as cl

SOURCE = """
kernel void blur(global float *out, global const float *in) {
    int i = get_global_id(0);
    float v = in[i];
    barrier(CLK_LOCAL_MEM_FENCE || CLK_GLOBAL_MEM_FENCE);
    out[i] = clamp(v, 0.0f, 1.0f);
}
"""


def build(context):
    return cl.Program(context, SOURCE).build()
