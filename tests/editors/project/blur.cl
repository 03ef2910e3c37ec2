#include "sums.clh"

#ifdef WIDE
float left_out(float x) {
    return x;
}
#endif

kernel void blur(global float *out, global const float *in) {
    local float tile[TILE];
    local int total = 0;
    size_t i = get_global_id(0);
    float4 v = (float4)(in[i]);
    tile[get_local_id(0)] = v.x;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = weigh(tile[0], clamp(v.y, 0.0f, 1.0f));
}
