// fpcheck: requantise <<<1, 32>>> acc=[300,-20,1000,-4000,127,5000,20000,-90000] out=empty:8 scale=0.013 n=8 want=[4,0,13,-52,2,65,127,-128] ref=out=want --tol bitwise
// expect: error narrowing at line 11
// why: the 32-bit accumulator is cast to int8 before it is scaled: 300 becomes 44
// figure: computed out[0] = 1, right 4; out[5] = -2, right 65
// Accumulators of an int8 convolution back to int8.
__global__ void requantise(const int *acc, signed char *out, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float scaled = (float)(signed char)acc[i] * scale;
    out[i] = (signed char)__float2int_rn(scaled);
}
