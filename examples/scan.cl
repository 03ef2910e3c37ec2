// Exclusive prefix sums: element i of the result is the sum of all elements before i.  Each group
// scans a block of two elements for each work-item; the host scans the block sums with the same
// kernel and adds them with the second one.

#include "common.h"

#define BLOCK (2 * GROUP_SIZE)

kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void scan_blocks(global const uint *restrict input, global uint *restrict output,
                 global uint *restrict block_sums, uint length) {
    local uint tree[BLOCK];
    const uint id = get_local_id(0);
    const uint base = get_group_id(0) * BLOCK;

    for (uint i = id; i < BLOCK; i += GROUP_SIZE) {
        tree[i] = base + i < length ? input[base + i] : 0;
    }

    // Up the tree: every node becomes the sum of its leaves.
    uint offset = 1;
    for (uint nodes = BLOCK / 2; nodes > 0; nodes /= 2, offset *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id < nodes) {
            tree[offset * (2 * id + 2) - 1] += tree[offset * (2 * id + 1) - 1];
        }
    }
    if (id == 0) {
        block_sums[get_group_id(0)] = tree[BLOCK - 1];
        tree[BLOCK - 1] = 0;
    }

    // Down again: the left child gets the parent's value, the right one gets it plus the left's.
    for (uint nodes = 1; nodes <= BLOCK / 2; nodes *= 2) {
        offset /= 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id < nodes) {
            const uint left = offset * (2 * id + 1) - 1;
            const uint right = offset * (2 * id + 2) - 1;
            const uint old = tree[left];
            tree[left] = tree[right];
            tree[right] += old;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = id; i < BLOCK && base + i < length; i += GROUP_SIZE) {
        output[base + i] = tree[i];
    }
}

kernel void add_block_sums(global uint *restrict output, global const uint *restrict block_sums,
                           uint length) {
    for (uint i = get_global_id(0); i < ROUND_UP(length, BLOCK); i += get_global_size(0)) {
        if (i < length) {
            output[i] += block_sums[i / BLOCK];
        }
    }
}
