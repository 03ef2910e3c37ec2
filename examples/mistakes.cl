// Wrong on purpose: each item breaks one rule of OpenCL C, and its comment says which.  Run
// `opencl-ls check examples/mistakes.cl` and compare.

// The host hands over buffers, which live in global, constant or local memory.  Without one of
// these words the pointer points to private memory, where no buffer can be.
kernel void private_pointer(float *data) {
    data[get_global_id(0)] = 0.0f;
}

// Many work-items finish a kernel, so nothing could take its result.
kernel int returns_value(global int *data) {
    return data[0];
}

// The sizes of size_t and its relatives differ between host and device.
kernel void host_sized(global int *data, size_t length) {
    data[0] = (int)length;
}

// Local memory belongs to the whole group: which of its work-items should initialise it?
kernel void local_initialiser(global int *data) {
    local int total = 0;
    data[0] = total;
}

// Local memory is laid out before the kernel starts, so it is declared in the outermost block.
kernel void local_in_a_loop(global int *data) {
    for (int i = 0; i < 4; ++i) {
        local int slot;
        slot = data[i];
    }
}

// An object is in one address space.
kernel void two_spaces(global local int *data) {
    data[0] = 1;
}

// A variable outside all functions has no work-item that it could be private to.
private int counter;

// Images and samplers are handles of the hardware, no values that memory could hold.
struct Picture {
    image2d_t pixels;
};
kernel void sampler_array(void) {
    sampler_t samplers[2];
}

// Bits of a byte have no portable order, so OpenCL C has no bit-fields.
struct Flags {
    uint visible : 1;
};

// The length of an array is known when the kernel is compiled: a work-item has no stack to grow.
kernel void variable_length(global int *data, int n) {
    int copy[n];
    copy[0] = data[0];
}

// For the same reason a function never calls itself, not even by way of another one.
int factorial(int n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}

// Every call is known when the kernel is compiled, so there are no pointers to functions.
kernel void function_pointer(global int *data) {
    int (*chosen)(int) = factorial;
    data[0] = chosen(3);
}

// A block is a constant: it is initialised where it is declared and never assigned again.
kernel void block_reassigned(global int *data) {
    int (^twice)(int) = ^(int x) { return 2 * x; };
    twice = ^(int x) { return x + x; };
    data[0] = twice(1);
}

// There is no C library on the device; the built-in functions need no header.
#include <math.h>

// A word processor turned the quotation marks into typographic ones.
kernel void quotation(global int *data) {
    printf(“%d\n”, data[0]);
}
