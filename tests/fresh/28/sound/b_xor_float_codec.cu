// fpcheck: encode <<<2, 32>>> x=@b_xf_x.npy bits=empty:64:u32 shifts=empty:2 ref=y=@b_xf_x.npy --tol bitwise
// fpcheck+ decode <<<2, 32>>> bits=bits shifts=shifts y=empty:64
// expect: ok
// why: floats are stored as the XOR with the block's first one, without their common trailing zeros; bits in, bits out, so the round trip is exact, -0 included
// figure: computed 20.296875, MPFR 20.296875 (y[5], bits equal)
__device__ unsigned warp_or(unsigned x)
{
    for (int o = 16; o > 0; o >>= 1)
        x |= __shfl_xor_sync(0xffffffffu, x, o);
    return x;
}

__global__ void encode(const float *x, unsigned *bits, int *shifts)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    unsigned mine = __float_as_uint(x[i]);
    unsigned first = __shfl_sync(0xffffffffu, mine, 0);
    unsigned difference = mine ^ first;
    unsigned all = warp_or(difference);
    int shift = all ? __ffs(all) - 1 : 0;
    bits[i] = threadIdx.x == 0 ? first : difference >> shift;
    if (threadIdx.x == 0)
        shifts[blockIdx.x] = shift;
}

__global__ void decode(const unsigned *bits, const int *shifts, float *y)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    unsigned stored = bits[i];
    unsigned first = __shfl_sync(0xffffffffu, stored, 0);
    unsigned difference = threadIdx.x == 0 ? 0u : stored << shifts[blockIdx.x];
    y[i] = __uint_as_float(first ^ difference);
}
