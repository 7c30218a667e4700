// fpcheck: requantise<<<1, 32>>> acc=[1200,-5300,27100,40200,-61000,90010,15000,-33000] out=empty:8 multiplier=51937 shift=20 zero_point=3 n=8 want=[62,-128,127,127,-128,127,127,-128] ref=out=want --tol rtol=0,atol=0
// expect: error integer overflow at line 9
// why: the product of accumulator and multiplier needs 64 bits and is made in 32
// figure: computed out[2] = 127, out[3] = 127, MPFR 127, 127
// int32 accumulators of an int8 layer back to int8: multiplier * 2^-shift, rounded.
__device__ int scale_fixed(int acc, int multiplier, int shift)
{
    int half_unit = 1 << (shift - 1);
    int product = acc * multiplier;
    return (product + half_unit) >> shift;
}

__device__ signed char saturate8(int v)
{
    return (signed char)max(-128, min(127, v));
}

__global__ void requantise(const int *acc, signed char *out, int multiplier, int shift, int zero_point, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = saturate8(scale_fixed(acc[i], multiplier, shift) + zero_point);
}
