// Device-side enqueue, new in OpenCL C 2.0: a kernel starts other work itself, given as a block.
// Each level of a quicksort is enqueued as a child of the level above it.

#define SMALL 32

static void insertion_sort(global int *data, int count) {
    for (int i = 1; i < count; ++i) {
        const int value = data[i];
        int j = i;
        for (; j > 0 && data[j - 1] > value; --j) {
            data[j] = data[j - 1];
        }
        data[j] = value;
    }
}

static int partition(global int *data, int count) {
    const int pivot = data[(count - 1) / 2];
    int low = -1;
    int high = count;
    for (;;) {
        do {
            ++low;
        } while (data[low] < pivot);
        do {
            --high;
        } while (data[high] > pivot);
        if (low >= high) {
            return high + 1;
        }
        const int swapped = data[low];
        data[low] = data[high];
        data[high] = swapped;
    }
}

// Splits each of the `parts` ranges in two and leaves the new ranges in `next`.
kernel void quicksort_level(global int *data, global const int2 *ranges, global int2 *next,
                            int parts) {
    const int part = (int)get_global_id(0);
    if (part >= parts) {
        return;
    }
    const int2 range = ranges[part];
    const int count = range.y - range.x;
    if (count <= SMALL) {
        insertion_sort(data + range.x, count);
        next[2 * part] = next[2 * part + 1] = (int2)(0, 0);
        return;
    }
    const int middle = range.x + partition(data + range.x, count);
    next[2 * part] = (int2)(range.x, middle);
    next[2 * part + 1] = (int2)(middle, range.y);
}

// Started as a single work-item.  `ranges` and `spare` hold room for two to the `depth` ranges, and
// `depth` is large enough for the last of them to be short.
kernel void quicksort(global int *data, global int2 *ranges, global int2 *spare, int count,
                      int depth) {
    const queue_t queue = get_default_queue();
    global int2 *from = ranges;
    global int2 *to = spare;
    from[0] = (int2)(0, count);

    clk_event_t previous = create_user_event();
    set_user_event_status(previous, CL_COMPLETE);
    for (int level = 0; level < depth; ++level) {
        const int parts = 1 << level;
        global int2 *const source = from;
        global int2 *const target = to;
        clk_event_t done;
        const int status = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL,
                                          ndrange_1D((size_t)parts), 1, &previous, &done,
                                          ^{
                                              quicksort_level(data, source, target, parts);
                                          });
        if (status != CLK_SUCCESS) {
            break;
        }
        release_event(previous);
        previous = done;
        from = target;
        to = source;
    }
    release_event(previous);
}
