// fpcheck: bf16_stochastic <<<2, 64>>> n=128 seed=11 x=uniform(1,2):128 out=empty:128 ref=out=x --tol rtol=0.008,atol=0
// expect: ok
// Stochastic rounding of float to bfloat16: 16 hashed bits are added below the cut. Inputs are exact, finite and far from overflow.
__device__ unsigned mix(unsigned h)
{
    h ^= h >> 16; h *= 0x7feb352du;
    h ^= h >> 15; h *= 0x846ca68bu;
    return h ^ (h >> 16);
}

__global__ void bf16_stochastic(const float* x, float* out, int n, unsigned seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned b = __float_as_uint(x[i]);
    b += mix((unsigned)i * 2654435761u + seed) & 0xffffu;
    out[i] = __uint_as_float(b & 0xffff0000u);
}
