// How often each byte occurs.  A group counts in local memory first, where its work-items hinder
// one another least, and adds its counts to the global ones at the end.

#define BINS 256

kernel void histogram(global const uchar *restrict data, uint length, global uint *restrict bins) {
    local uint counts[BINS];
    const uint id = get_local_id(0);
    const uint width = get_local_size(0);

    for (uint bin = id; bin < BINS; bin += width) {
        counts[bin] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = get_global_id(0); i < length; i += get_global_size(0)) {
        atomic_inc(&counts[data[i]]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint bin = id; bin < BINS; bin += width) {
        if (counts[bin] != 0) {
            atomic_add(&bins[bin], counts[bin]);
        }
    }
}
