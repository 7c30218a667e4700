// fpcheck: squeeze_quotes <<<1, 32>>> bid=[101.37, 20.11, 7.4567, 1333.3, 0.1234, 55.55] ask=[101.93, 20.37, 7.5567, 1341.1, 0.1301, 56.67] bid2=empty:6 ask2=empty:6 n=6 ref=ask2=ask --tol rtol=1e-2,atol=0
// expect: error packing at line 12
// why: the byte selector 0x5432 takes the low half of the ask's bits (0x7632 would take the high one), so that the ask comes back as noise
// figure: computed ask2[0] = 1.902771e+17, MPFR 101.93
// Quotes are kept as two bfloat16 in a word: bid below, ask above.
__device__ unsigned pack(float low, float high)
{
    unsigned a = __float_as_uint(low);
    unsigned b = __float_as_uint(high);
    a += 0x7fffu + ((a >> 16) & 1u);
    b += 0x7fffu + ((b >> 16) & 1u);
    return __byte_perm(a, b, 0x5432);
}

__global__ void squeeze_quotes(const float *bid, const float *ask, float *bid2, float *ask2, int n)
{
    __shared__ unsigned book[32];
    int i = threadIdx.x;
    if (i < n)
        book[i] = pack(bid[i], ask[i]);
    __syncthreads();
    if (i < n) {
        bid2[i] = __uint_as_float(book[i] << 16);
        ask2[i] = __uint_as_float(book[i] & 0xffff0000u);
    }
}
