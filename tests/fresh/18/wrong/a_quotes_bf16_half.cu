// fpcheck: quotes <<<1, 32>>> bid=[101.25,99.5,55.0,12.125,250.0,31.5] ask=[101.75,100.0,55.25,12.25,252.0,31.75] spread=empty:6 n=6 want=[1.0,0.5,0.25,0.125,2.0,0.25] ref=spread=want --tol rtol=1e-6,atol=0
// expect: error mismatch (wrong half of a word) at line 19
// why: make_word puts the bid into the low half, ask_of reads the low half: bid and ask are exchanged, the spread has the wrong sign
// figure: computed -1.0, MPFR 1.0
// Quotes as two bfloat16 in one word: bid below, ask above. The spread of a quote goes to the neighbour through a shuffle.
__device__ unsigned short to_bf16(float x)
{
    unsigned u = __float_as_uint(x);
    return (unsigned short)((u + 0x7fffu + ((u >> 16) & 1u)) >> 16);
}

__device__ unsigned make_word(float bid, float ask)
{
    return ((unsigned)to_bf16(ask) << 16) | to_bf16(bid);
}

__device__ float bid_of(unsigned w)
{
    return __uint_as_float(w & 0xffff0000u);
}

__device__ float ask_of(unsigned w)
{
    return __uint_as_float(w << 16);
}

__global__ void quotes(const float *bid, const float *ask, float *spread, int n)
{
    int i = threadIdx.x;
    unsigned w = i < n ? make_word(bid[i], ask[i]) : 0u;
    // the owner of quote i is lane n - 1 - i
    unsigned other = __shfl_sync(0xffffffffu, w, i < n ? n - 1 - i : i);
    if (i < n)
        spread[n - 1 - i] = ask_of(other) - bid_of(other);
}
