// fpcheck: tridiagonal_pcr <<<2, 128>>> a=uniform(-1,-0.5):2x100 b=uniform(2.5,4):2x100 c=uniform(-1,-0.5):2x100 d=randn:2x100 x=empty:2x100 n=100
// expect: error barrier at line 35
// why: the barrier of parallel cyclic reduction stands in a branch that only the first n of the threads take, which divides a warp (undefined since Volta, and reported as hangs)
// figure: n = 100 in blocks of 128: lanes 4 to 31 of warp 3 never reach the barrier that lanes 0 to 3 wait at, 14 times a launch
#include <cuda_runtime.h>

// One block solves one system by parallel cyclic reduction
__global__ void tridiagonal_pcr(const float* a, const float* b, const float* c, const float* d, float* x, int n)
{
    __shared__ float sa[128], sb[128], sc[128], sd[128];
    int i = threadIdx.x;
    int g = blockIdx.x * n + i;
    if (i < n) {
        sa[i] = i > 0 ? a[g] : 0.0f;
        sb[i] = b[g];
        sc[i] = i < n - 1 ? c[g] : 0.0f;
        sd[i] = d[g];
    }
    __syncthreads();
    if (i < n) {
        for (int s = 1; s < n; s <<= 1) {
            float na = 0.0f, nb = sb[i], nc = 0.0f, nd = sd[i];
            if (i >= s) {
                float k = sa[i] / sb[i - s];
                na = -k * sa[i - s];
                nb -= k * sc[i - s];
                nd -= k * sd[i - s];
            }
            if (i + s < n) {
                float k = sc[i] / sb[i + s];
                nc = -k * sc[i + s];
                nb -= k * sa[i + s];
                nd -= k * sd[i + s];
            }
            __syncthreads();
            sa[i] = na;
            sb[i] = nb;
            sc[i] = nc;
            sd[i] = nd;
            __syncthreads();
        }
        x[g] = sd[i] / sb[i];
    }
}
