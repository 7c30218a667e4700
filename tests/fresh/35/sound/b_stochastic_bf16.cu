// fpcheck: step_weights <<<2, 64>>> w=@b_sbf_w.npy g=@b_sbf_g.npy out=empty:128 lr=0.01 seed=1234 n=128 --ref out=@b_sbf_ref.npy --tol rtol=0.0079,atol=1e-6
// expect: ok
// why: stochastic rounding to bf16: random bits are added below the kept mantissa and cut off; up to one whole bf16 step is meant, and allowed
// figure: out: largest error 0.00716 (0.00696 relative at its worst, largest |value| 3.32494), as simulated
#include <cuda_runtime.h>

__device__ unsigned mix(unsigned h)
{
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    h *= 0x846ca68bu;
    return h ^ (h >> 16);
}

__device__ float stochastic_bf16(float v, unsigned random)
{
    unsigned b = __float_as_uint(v) + (random & 0xffffu);
    return __uint_as_float(b & 0xffff0000u);
}

__global__ void step_weights(const float *w, const float *g, float *out, float lr, unsigned seed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = stochastic_bf16(w[i] - lr * g[i], mix(seed + (unsigned)i));
}
