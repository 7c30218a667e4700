// fpcheck: softmax_rows <<<2, 64>>> x=arange:2x128 y=empty:2x128 cols=128 temperature=0.25 --ref y='softmax(0.25*x, 1)' --tol rtol=1e-4
// expect: error mismatch at line 20
// why: the threads' (max, sum) pairs are merged in the warp without rescaling the sums to the new maximum
// figure: computed y[127] = 0.015625, exact 0.2211992
#include <cuda_runtime.h>
#include <math_constants.h>
struct Part { float m, s; };
__device__ Part push(Part p, float v)
{
    float m = fmaxf(p.m, v);
    p.s = p.s * expf(p.m - m) + expf(v - m);
    p.m = m;
    return p;
}

__device__ Part merge(Part a, Part b)
{
    Part r;
    r.m = fmaxf(a.m, b.m);
    r.s = a.s + b.s;
    return r;
}

__global__ void softmax_rows(const float *x, float *y, int cols, float temperature)
{
    __shared__ Part warps[2];
    const float *row = x + blockIdx.x * cols;
    Part p = {-CUDART_INF_F, 0.0f};
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        p = push(p, temperature * row[c]);
    for (int o = 16; o > 0; o >>= 1) {
        Part q;
        q.m = __shfl_xor_sync(0xffffffffu, p.m, o);
        q.s = __shfl_xor_sync(0xffffffffu, p.s, o);
        p = merge(p, q);
    }
    if ((threadIdx.x & 31) == 0)
        warps[threadIdx.x >> 5] = p;
    __syncthreads();
    p = merge(warps[0], warps[1]);
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        y[blockIdx.x * cols + c] = expf(temperature * row[c] - p.m) / p.s;
}
