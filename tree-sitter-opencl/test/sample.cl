// A text that touches what the queries name; the check script compiles each query against it.
#define N 4
#define SQUARE(x) ((x) * (x))
#ifdef N
typedef struct { float4 a; int b; } T;
#endif

enum { A = 1, B };

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void f(__global const float4 *restrict a, read_only image2d_t b, local int *c) {
  const size_t i = get_global_id(0);
  float4 v = (float4)(1.0f, a[i].xyz * 2);
  void (^block)(int) = ^(int x) { c[x] = 0; };
  __attribute__((opencl_unroll_hint(N)))
  for (int j = 0; j < N; j++) {
    switch (j) {
      case A: block(j); break;
      default: goto out;
    }
  }
out:
  barrier(CLK_LOCAL_MEM_FENCE);
  return;
}
