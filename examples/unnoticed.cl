// Three mistakes that compilers say nothing about: clang takes this without a warning.
kernel void brightest(global const float4 *in, global float4 *out) {
    local float4 line[64];
    size_t id = get_local_id(0);
    line[id] = in[get_global_id(0)];
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    float4 other = line[63 - id];
    if (id < 32) {
        out[id] = other;
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
    }
    int4 brighter = other > line[id];
    if (brighter.x == 1) {
        out[get_global_id(0)] = other;
    }
}
