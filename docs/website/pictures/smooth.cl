// The mean of neighbours along a row, from a tile in local memory.
kernel void smooth(global const float *in, global float *out, int width) {
    local float tile[TILE + 2 * RADIUS];
    const int x = (int)get_global_id(0), l = (int)get_local_id(0);
    tile[l + RADIUS] = in[clamp(x, 0, width - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    REAL sum = 0;
    for (int i = -RADIUS; i <= RADIUS; ++i) {
        sum += tile[l + RADIUS + i];
    }
    if (x < width) {
        out[x] = (float)(sum / (2 * RADIUS + 1));
    }
}
