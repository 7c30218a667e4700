// fpcheck: closure <<<1, (16, 16)>>> w=@b_fw_w.npy d=empty:16x16 n=16 --ref d=@b_fw_ref.npy --tol rtol=1e-6
// expect: ok
// why: missing edges are infinite, inf + inf is inf and min works with it; unreachable pairs are rightly infinite in the output, as in the reference
// figure: d: largest error 1.43e-06 (6.7e-08 relative at its worst, largest |value| 25.0984), as simulated
#include <cuda_runtime.h>

#define N 16

__global__ void closure(const float *w, float *d, int n)
{
    __shared__ float s[N][N];
    int i = threadIdx.y, j = threadIdx.x;
    s[i][j] = (i < n && j < n) ? w[i * n + j] : __int_as_float(0x7f800000);
    __syncthreads();
    for (int k = 0; k < n; k++) {
        float through = s[i][k] + s[k][j];
        __syncthreads();
        s[i][j] = fminf(s[i][j], through);
        __syncthreads();
    }
    if (i < n && j < n)
        d[i * n + j] = s[i][j];
}
