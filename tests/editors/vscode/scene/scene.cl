// What the steps look at; each kernel is there for one of them.

#define SQUARE(x) ((x) * (x))

#ifdef NEVER
float left_out(float value) { return value; }
#endif

kernel void divergent(global float *data, local float *tile) {
    const size_t lane = get_local_id(0);
    if (lane == 0) {
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    data[lane] = tile[lane] + SQUARE(0.01f);
}

kernel void typing(global float4 *data, const uint count) {
    const size_t i = get_global_id(0);

}

