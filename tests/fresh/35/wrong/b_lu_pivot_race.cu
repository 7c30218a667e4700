// fpcheck: batched_lu <<<2, (16, 16)>>> a=@b_lu_a.npy lu=empty:2x16x16 --ref lu=@b_lu_ref.npy --tol rtol=1e-4,atol=1e-5
// expect: error race at line 16
// why: the multipliers of column k are written by one row of threads and read by all warps for the update with no barrier between; the usual missing barrier of shared-memory LU
// figure: lu[511] computed 7.61326885, MPFR 6.68923447
#include <cuda_runtime.h>
#define N 16

__global__ void batched_lu(const float *a, float *lu)
{
    __shared__ float m[N][N + 1];
    int i = threadIdx.y, j = threadIdx.x;
    m[i][j] = a[(blockIdx.x * N + i) * N + j];
    __syncthreads();
    for (int k = 0; k < N - 1; k++) {
        if (i == 0 && j > k)
            m[j][k] /= m[k][k];
        if (i > k && j > k)
            m[i][j] -= m[i][k] * m[k][j];
        __syncthreads();
    }
    lu[(blockIdx.x * N + i) * N + j] = m[i][j];
}
