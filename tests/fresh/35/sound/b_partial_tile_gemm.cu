// fpcheck: gemm_tail <<<(2, 3), (16, 16)>>> a=@b_ptg_a.npy b=@b_ptg_b.npy c=empty:37x29 m=37 n=29 k=23 --ref c=@b_ptg_ref.npy --tol rtol=1e-5,atol=1e-5
// expect: ok
// why: no dimension is a multiple of the tile: loads outside are replaced by zeros, barriers stand outside the guards, and only the inner part is stored
// figure: c: largest error 2.57e-06 (3.18e-05 relative at its worst, largest |value| 25.0614), as simulated
#include <cuda_runtime.h>

#define T 16

__global__ void gemm_tail(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float ta[T][T], tb[T][T + 1];
    int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
    float acc = 0.0f;
    for (int k0 = 0; k0 < k; k0 += T) {
        int ka = k0 + threadIdx.x, kb = k0 + threadIdx.y;
        ta[threadIdx.y][threadIdx.x] = (row < m && ka < k) ? a[row * k + ka] : 0.0f;
        tb[threadIdx.y][threadIdx.x] = (kb < k && col < n) ? b[kb * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < T; i++)
            acc = fmaf(ta[threadIdx.y][i], tb[i][threadIdx.x], acc);
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = acc;
}
