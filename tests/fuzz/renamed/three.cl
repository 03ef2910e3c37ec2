float __attribute__((overloadable)) half_of(float x) { return x / 2; }
float4 __attribute__((overloadable)) half_of(float4 x) { return x / 2; }
float4 f(float4 v) { return half_of(v) * half_of(v.x); }
int shared(int value);
static int count(int count) { return shared(count); }
kernel void three(global float *out, int count_of) {
    int (^add)(int) = ^(int b) { return count_of + b; };
    out[0] = add(1) + count(2) + f((float4)(1)).x;
}
#define UNUSED(a) (count(a) + data)
