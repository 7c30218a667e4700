// fpcheck: nearest_colour <<<1, 32>>> q=[751.5,2211.2,254.1,1303.3,1757.9,1773.6,2077.6,653.6,2190.4,1576.5,695.5,1426.3] pal=[0,0,0,751.5,2211.2,254.1,1303.3,1757.9,1773.6,2077.6,653.6,2190.4,1576.5,695.5,1426.3,2550,2550,2550] dist=empty:4 best=empty:4 nq=4 np=6 want=[1,2,3,4]:i32 ref=best=want --tol rtol=0,atol=0
// expect: error cancellation at line 22: |q|^2 + |p|^2 - 2 q.p cancels, where it falls below zero sqrtf gives NaN and the comparison never takes the nearest entry
#include <cuda_runtime.h>

__device__ float dot3(const float* a, const float* b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// 16 bit colours against a palette, by the expanded square (as a GEMM would have it)
__global__ void nearest_colour(const float* q, const float* pal, float* dist, int* best, int nq, int np)
{
    int i = threadIdx.x;
    if (i >= nq)
        return;
    float qq = dot3(q + 3 * i, q + 3 * i);
    float least = 3.0e38f;
    int arg = -1;
    for (int k = 0; k < np; ++k) {
        const float* p = pal + 3 * k;
        float pp = __fmul_rn(p[2], p[2]) + __fmul_rn(p[1], p[1]) + __fmul_rn(p[0], p[0]);
        float d = sqrtf(qq + pp - 2.0f * dot3(q + 3 * i, p));
        if (d < least) {
            least = d;
            arg = k;
        }
    }
    dist[i] = least;
    best[i] = arg;
}
