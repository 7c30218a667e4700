// fpcheck: lifetimes<<<1, 32>>> bits=[12345678, 2147483648, 3000000000, 4294967295, 77, 1500000000, 900000000, 4294967290] life=empty:8 n=8 rate=1.0 longest=100.0 ref=life=-log(1-bits/4294967296) --tol rtol=1e-3,atol=1e-6
// expect: error infinity hidden by fminf at line 9
// why: 2^32 - 1 becomes 2^32 as a float, so u is 1, log(1 - u) is -inf and the cap makes an innocent 100 of it
// figure: computed life[3] = 100, MPFR 22.1807098
#include <cuda_runtime.h>

__device__ float uniform01(unsigned bits)
{
    return (float)bits * 2.3283064365386963e-10f;
}

// Exponential lifetimes, none longer than the simulated time.
__global__ void lifetimes(const unsigned *bits, float *life, int n, float rate, float longest)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float u = uniform01(bits[i]);
    float t = -logf(1.0f - u) / rate;
    life[i] = fminf(t, longest);
}
