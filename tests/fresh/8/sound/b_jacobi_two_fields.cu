// fpcheck: jacobi_sweeps<<<1, 64>>> rhs=uniform(1,2):64 u=empty:64 n=64 sweeps=9
// expect: ok
// why: one barrier a sweep only; it suffices because the fields alternate, so that a fast warp writes the field that nobody reads before the next barrier
// figure: largest error 1.3e-07 relative, against the same sweeps in binary128
#include <cuda_runtime.h>

// (2.5 u_i - u_{i-1} - u_{i+1}) = rhs_i, zero at the ends.
__global__ void jacobi_sweeps(const float *rhs, float *u, int n, int sweeps)
{
    __shared__ float field[2][66];
    int i = threadIdx.x;
    field[0][i + 1] = 0.0f;
    if (i < 2) {
        field[i][0] = 0.0f;
        field[i][n + 1] = 0.0f;
    }
    __syncthreads();
    float b = rhs[i];
    int now = 0;
    for (int k = 0; k < sweeps; ++k) {
        float v = 0.4f * (b + field[now][i] + field[now][i + 2]);
        now ^= 1;
        field[now][i + 1] = v;
        __syncthreads();
    }
    u[i] = field[now][i + 1];
}
