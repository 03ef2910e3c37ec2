#define WIDTH 4
#include "types.h"
#define T int
#include "sum.inc"
#undef T
#define T float
#include "sum.inc"
#undef T
struct both { FIELD(value) FIELD(other) };
int value;
kernel void one(global int *data, const int n, local node_t *nodes) {
    int value = n;
    { int n = value; value += n; }
#ifdef MORE
    value += WIDTH;
    int extra = 1;
#else
    int extra = 2;
#endif
    nodes[0].value = TWICE(value) + extra;
    data[0] = shared(AT(1)) + local_of(ON) + sum_int(data, n);
    goto end;
end:
    data[1] = nodes->value;
}
