// Pipes, new in OpenCL C 2.0: one kernel writes packets, another one reads them, in order and
// without a buffer whose places they would have to agree on.

typedef struct {
    uint index;
    float value;
} Packet;

// Passes on what lies above the threshold, and nothing else.
kernel void select_large(global const float *restrict input, write_only pipe Packet selected,
                         float threshold) {
    const uint i = (uint)get_global_id(0);
    Packet packet = {i, input[i]};
    if (packet.value > threshold) {
        // The host makes the pipe large enough, so a write that fails is dropped.
        (void)write_pipe(selected, &packet);
    }
}

// Reads until the pipe is empty.
kernel void collect(read_only pipe Packet selected, global float *restrict output,
                    global uint *restrict count) {
    Packet packet;
    while (read_pipe(selected, &packet) == 0) {
        output[packet.index] = packet.value;
        atomic_inc(count);
    }
}

// The same by reservation: the group asks for one place for each of its work-items.
kernel void copy_all(global const float *restrict input, write_only pipe Packet target) {
    const uint i = (uint)get_global_id(0);
    const uint lane = (uint)get_local_id(0);
    Packet packet = {i, input[i]};
    reserve_id_t places = work_group_reserve_write_pipe(target, (uint)get_local_size(0));
    if (is_valid_reserve_id(places)) {
        (void)write_pipe(target, places, lane, &packet);
        work_group_commit_write_pipe(target, places);
    }
}
