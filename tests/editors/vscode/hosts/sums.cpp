// A host program whose kernel is in a row of literals.
#include <string>

static const char *source =
    "kernel void sums(global int *out) {\n"
    "    int i = get_global_id(0);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE || CLK_GLOBAL_MEM_FENCE);\n"
    "    out[i] = popcount(out[i]);\n"
    "}\n";

std::string text() { return source; }
