// fpcheck: exp_by_table <<<2, 64>>> x=uniform(-80,80):128:f32 y=empty:128 n=128 --ref 'y=exp(x)' --tol 8ulp
// expect: ok
// why: magic rounding (adding 1.5 * 2^23 and reading the low bits), an exponent added to the bits of a float, and a Cody-Waite difference that cancels on purpose; within some ulps
// figure: y[112] computed 1.5364552e-11, exact 1.5364550029800854e-11; 0 of 128 beyond the tolerance, worst 0.105 times
#include <cuda_runtime.h>

#define MAGIC 12582912.f

// exp: 2^(k/32) by a table, the rest by a polynomial
__device__ float exp_parts(float x, const float* table)
{
    float m = fmaf(x, 46.1662413f, MAGIC);   // 32 / ln 2
    int k = __float_as_int(m) - 0x4b400000;
    float f = m - MAGIC;
    float r = fmaf(f, -0.0216598511f, x);    // ln 2 / 32 and what its rounding leaves
    r = fmaf(f, -9.98318228e-07f, r);
    float p = fmaf(r, 0.0416666679f, 0.166666672f);
    p = fmaf(p, r, 0.5f);
    p = fmaf(p * r, r, r);
    float t = table[k & 31];
    float y = fmaf(t, p, t);
    return __int_as_float(__float_as_int(y) + ((k >> 5) << 23));
}

__global__ void exp_by_table(const float* x, float* y, int n)
{
    __shared__ float table[32];
    if (threadIdx.x < 32)
        table[threadIdx.x] = exp2f(threadIdx.x / 32.f);
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = exp_parts(x[i], table);
}
