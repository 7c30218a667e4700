// fpcheck: dither_store <<<4, 64>>> x=@a_bf16_dither_x.npy y=empty:256 seed=77 n=256 --ref 'y=x' --tol rtol=8e-3,atol=0
// expect: ok
// why: stochastic rounding to bfloat16: 16 random bits are added below the kept ones and the rest is cut off, so a result may be the neighbour on either side; the tolerance is one ulp of the format
// figure: largest relative error at y[39]: computed 0.0180664062, exact 0.018185243, off by 0.00012, within rtol=8e-3,atol=0
__device__ unsigned scramble(unsigned h)
{
    h = (h ^ 61u) ^ (h >> 16);
    h *= 9u;
    h ^= h >> 4;
    h *= 0x27d4eb2du;
    return h ^ (h >> 15);
}

__global__ void dither_store(const float* x, float* y, unsigned seed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned noise = scramble(seed * 0x9e3779b9u + i) & 0xffffu;
    unsigned u = __float_as_uint(x[i]);
    unsigned short kept = (unsigned short)((u + noise) >> 16);
    y[i] = __uint_as_float((unsigned)kept << 16);
}
