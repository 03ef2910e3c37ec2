// The Mandelbrot set, with smooth colours.

// Counts the steps until |z| > 2, with a fraction that makes neighbouring values meet.
static float escape_time(float2 c, int limit) {
    float2 z = (float2)(0.0f, 0.0f);
    for (int i = 0; i < limit; ++i) {
        z = (float2)(z.x * z.x - z.y * z.y, 2.0f * z.x * z.y) + c;
        const float norm = dot(z, z);
        if (norm > 4.0f) {
            return (float)i + 1.0f - log2(0.5f * log2(norm));
        }
    }
    return 0.0f;
}

kernel void mandelbrot(global uchar4 *restrict pixels, int2 size, float2 centre, float scale,
                       int limit) {
    const int2 here = (int2)(get_global_id(0), get_global_id(1));
    if (here.x >= size.x || here.y >= size.y) {
        return;
    }
    const float2 c = centre + scale * (convert_float2(here) / convert_float2(size) - 0.5f);
    const float t = escape_time(c, limit) / (float)limit;
    const float4 colour = (float4)(9.0f * (1.0f - t) * t * t * t,
                                   15.0f * (1.0f - t) * (1.0f - t) * t * t,
                                   8.5f * (1.0f - t) * (1.0f - t) * (1.0f - t) * t,
                                   1.0f);
    pixels[here.y * size.x + here.x] = convert_uchar4_sat_rte(colour * 255.0f);
}
