#define WIDTH 8
#include "types.h"
kernel void two(global float *data, int n) {
    struct node n1 = { .value = WIDTH };
    for (int i = 0; i < n; i++) { data[i] = AT(i) + n1.value; }
    for (int i = 0; i < n; i++) {
#if 0
        data[i] = shared(i);
#endif
        data[i] += WIDTH;
    }
}
int shared(int value) { return value * OFF; }
