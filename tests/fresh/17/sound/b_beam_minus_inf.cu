// fpcheck: beam_scores <<<4, 64>>> lp=uniform(-9,-1):4x100 prev=[-3.5,-20.0,-0.25,-7.0] best=empty:4 V=100 ref=best=max(lp,1)+prev --tol rtol=1e-6,atol=1e-6
// expect: ok
// why: lanes without an element keep -inf, which the maximum ignores and which never reaches a sum
// figure: exact maximum, one addition: half an ulp
#include <float.h>
#include <math.h>

template <int THREADS>
__device__ float reduce_max(float v, float *s)
{
    int t = threadIdx.x;
    s[t] = v;
    __syncthreads();
#pragma unroll
    for (int h = THREADS / 2; h > 0; h /= 2) {
        if (t < h)
            s[t] = fmaxf(s[t], s[t + h]);
        __syncthreads();
    }
    return s[0];
}

// best continuation of every beam
__global__ void beam_scores(const float *lp, const float *prev, float *best, int V)
{
    __shared__ float s[64];
    const float *row = lp + blockIdx.x * V;
    float m = -INFINITY;
    for (int v = threadIdx.x; v < V; v += blockDim.x)
        m = fmaxf(m, row[v]);
    m = reduce_max<64>(m, s);
    if (threadIdx.x == 0)
        best[blockIdx.x] = prev[blockIdx.x] + m;
}
