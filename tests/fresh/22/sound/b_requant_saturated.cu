// fpcheck: requantise <<<1, 32>>> acc=[300,-20,1000,-4000,127,5000,20000,-90000] out=empty:8 scale=0.013 n=8 want=[4,0,13,-52,2,65,127,-128] ref=out=want --tol bitwise
// expect: ok
// why: scale first, round to nearest even, clamp as an integer, cast last: the cast never loses anything
// figure: computed out[6] = 127, right 127 (saturated), error 0
// Accumulators of an int8 convolution back to int8, four to a word.
__device__ unsigned to_int8(int acc, float scale)
{
    int q = __float2int_rn((float)acc * scale);
    q = max(-128, min(127, q));
    return (unsigned)q & 0xffu;
}

__global__ void requantise(const int *acc, signed char *out, float scale, int n)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n)
        return;
    unsigned word = 0;
    for (int k = 0; k < 4; k++)
        word |= to_int8(acc[i + k], scale) << (8 * k);
    *reinterpret_cast<unsigned *>(out + i) = word;
}
