// C = A * B for row-major matrices, A of m x k and B of k x n.  The work-group reads one tile of
// each matrix into local memory and uses every value TILE times.

#ifndef TILE
#define TILE 16
#endif

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void matmul(global const float *restrict a, global const float *restrict b,
            global float *restrict c, int m, int n, int k) {
    // The column more keeps the columns of a tile in different memory banks.
    local float tile_a[TILE][TILE + 1];
    local float tile_b[TILE][TILE + 1];

    const int column = (int)get_global_id(0);
    const int row = (int)get_global_id(1);
    const int x = (int)get_local_id(0);
    const int y = (int)get_local_id(1);

    float sum = 0.0f;
    for (int start = 0; start < k; start += TILE) {
        // Work-items outside the result take part all the same: every one must reach the barrier.
        tile_a[y][x] = row < m && start + x < k ? a[row * k + start + x] : 0.0f;
        tile_b[y][x] = column < n && start + y < k ? b[(start + y) * n + column] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);

        __attribute__((opencl_unroll_hint(4)))
        for (int i = 0; i < TILE; ++i) {
            sum = mad(tile_a[y][i], tile_b[i][x], sum);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < m && column < n) {
        c[row * n + column] = sum;
    }
}
