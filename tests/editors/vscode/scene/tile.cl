#define TILE 64
#ifdef USE_DOUBLE
typedef double real_t;
#else
typedef float real_t;
#endif

// Sums what each work-group loads, and writes one number for each group.
kernel void group_sums(global const real_t *source, global real_t *sums, const uint count) {
    local real_t tile[TILE];
    const size_t lane = get_local_id(0);
    const size_t i = get_global_id(0);

    if (i < count) {
        tile[lane] = source[i];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (uint stride = TILE / 2; stride > 0; stride /= 2) {
        if (lane < stride)
            tile[lane] += tile[lane + stride];
    }
    float4 corner = vload4(0, &tile[0]);
    sums[get_group_id(0)] = clamp(corner.x, 0.0f, 1.0f);
}

__attribute__((reqd_work_group_size(8, 8, 1)))
kernel void brighten(read_only image2d_t photo, write_only image2d_t target, sampler_t nearest) {
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(target, at, read_imagef(photo, nearest, at) * 1.1f);
}
