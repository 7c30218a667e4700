// fpcheck: pack_pairs <<<1, 32>>> x=[1.5,-2.25,3.0,0.75,-1.0,0.5,-0.3,-4.0,6.0,-7.5,0.1,2.0,5.0,1.0,-9.0,-0.01] packed=empty:8 low=empty:8 high=empty:8 n=8 want=[-2.25,0.75,0.5,-4.0,-7.5,2.0,1.0,-0.010009765625] ref=high=want --tol rtol=1e-2,atol=0
// expect: error packing at line 14
// why: the low half comes from an arithmetic shift of a signed number: where it is negative its sign fills the upper half with ones
// figure: computed high[2] nan (word 0xffffbf80), MPFR 0.5 (word 0x3f00bf80)
// Packs gradients two to a word as bf16, the even one in the lower half, and unpacks them to see what the peer will get.
__device__ int rounded(float x)
{
    unsigned b = __float_as_uint(x);
    return (int)(b + 0x7fffu + ((b >> 16) & 1u));
}

__device__ unsigned pack2(float low, float high)
{
    return (unsigned)(rounded(low) >> 16) | ((unsigned)rounded(high) & 0xffff0000u);
}

__device__ float lower(unsigned w)
{
    return __uint_as_float(w << 16);
}

__device__ float upper(unsigned w)
{
    return __uint_as_float(w & 0xffff0000u);
}

__global__ void pack_pairs(const float *x, unsigned *packed, float *low, float *high, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned w = pack2(x[2 * i], x[2 * i + 1]);
    packed[i] = w;
    low[i] = lower(w);
    high[i] = upper(w);
}
