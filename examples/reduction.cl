// The sum of an array: each work-group adds its part in local memory, and one value for each
// group is left for the host, or for a second run, to add.

#include "common.h"

kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void reduce_sum(global const float *restrict input, global float *restrict partial, uint length) {
    local float scratch[GROUP_SIZE];
    const uint id = get_local_id(0);

    // Each work-item first strides over the whole input, so that any length fits any launch.
    float sum = 0.0f;
    for (uint i = get_global_id(0); i < length; i += get_global_size(0)) {
        sum += input[i];
    }
    scratch[id] = sum;

    for (uint stride = GROUP_SIZE / 2; stride > 0; stride /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id < stride) {
            scratch[id] += scratch[id + stride];
        }
    }
    if (id == 0) {
        partial[get_group_id(0)] = scratch[0];
    }
}

// The Euclidean norm's square; the host adds the groups' parts and takes the root.
kernel void sum_of_squares(global const float *restrict input, global float *restrict partial,
                           local float *scratch, uint length) {
    const size_t id = get_local_id(0);
    const size_t i = get_global_id(0);

    scratch[id] = i < length ? square(input[i]) : 0.0f;
    for (size_t stride = get_local_size(0) / 2; stride > 0; stride /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id < stride) {
            scratch[id] += scratch[id + stride];
        }
    }
    if (id == 0) {
        partial[get_group_id(0)] = scratch[0];
    }
}
