// fpcheck: pair_product<<<1, 32>>> w=[0.5,3.0,-1.25,0.25,2.0,-0.5,0.75,1.5] x=[1.0,0.25,2.0,4.0,-3.0,1.0,0.5,-2.0] y=empty:4 pairs=4 want=[1.25,-1.5,-6.5,-2.625] ref=y=want --tol rtol=1e-3,atol=1e-3
// expect: error mismatch at line 14
// why: the first weight of a pair is packed into the high half and taken out of the low one: the two weights change places
// figure: computed y[0] = 3.125, MPFR 1.25
// Weights kept as pairs of bfloat16 in a word, rounded to nearest even.
__device__ unsigned round_bf16(float v)
{
    unsigned b = __float_as_uint(v);
    return (b + 0x7fffu + ((b >> 16) & 1u)) >> 16;
}

__device__ unsigned pack(float first, float second)
{
    return (round_bf16(first) << 16) | round_bf16(second);
}

__device__ float first_of(unsigned word) { return __uint_as_float(word << 16); }
__device__ float second_of(unsigned word) { return __uint_as_float(word & 0xffff0000u); }

__global__ void pair_product(const float *w, const float *x, float *y, int pairs)
{
    __shared__ unsigned packed[32];
    int i = threadIdx.x;
    if (i < pairs)
        packed[i] = pack(w[2 * i], w[2 * i + 1]);
    __syncthreads();
    if (i < pairs)
        y[i] = first_of(packed[i]) * x[2 * i] + second_of(packed[i]) * x[2 * i + 1];
}
