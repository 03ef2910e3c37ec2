typedef struct node { int value; } node_t;
static int shared(node_t value) { return value.value; }
kernel void four(global int *out, global const char *format) {
    node_t n = { 1 };
    out[0] = shared(n);
    printf("value %d %s", n.value, "shared");
}
