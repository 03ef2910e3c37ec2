// A Gaussian blur in two passes: the same kernel runs along x and then along y.

constant sampler_t clamped = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

// Half of the symmetric weights: the middle first, then outwards.
constant float weights[] = {0.227027f, 0.194595f, 0.121622f, 0.054054f, 0.016216f};
#define RADIUS ((int)(sizeof(weights) / sizeof(weights[0])) - 1)

kernel void blur(read_only image2d_t source, write_only image2d_t target, int2 direction) {
    const int2 here = (int2)(get_global_id(0), get_global_id(1));
    if (any(here >= get_image_dim(target))) {
        return;
    }
    float4 sum = read_imagef(source, clamped, here) * weights[0];
    for (int i = 1; i <= RADIUS; ++i) {
        sum += read_imagef(source, clamped, here + i * direction) * weights[i];
        sum += read_imagef(source, clamped, here - i * direction) * weights[i];
    }
    write_imagef(target, here, (float4)(sum.xyz, 1.0f));
}

// The grey value of a colour picture, by the eye's sensitivity to red, green and blue.
kernel void grey(read_only image2d_t source, write_only image2d_t target) {
    const int2 here = (int2)(get_global_id(0), get_global_id(1));
    const float3 colour = read_imagef(source, here).xyz;
    const float value = dot(colour, (float3)(0.2126f, 0.7152f, 0.0722f));
    write_imagef(target, here, (float4)(value, value, value, 1.0f));
}
