// fpcheck: requantise <<<1, 32>>> acc=[1000,-2000,40000,-52000,90000,12,-7,30000] out=empty:8 scale=0.00390625 zero=3 n=8 want=[7,-5,127,-128,127,3,3,120] ref=out=want --tol bitwise
// expect: error conversion at line 11
// why: the requantised accumulator is narrowed to int8 without saturation, so activations beyond 127 come out negative
// figure: computed out[2] = -97, right 127 (156 + 3 saturated)
__global__ void requantise(const int *acc, signed char *out, float scale, int zero, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int q = __float2int_rn((float)acc[i] * scale) + zero;
    out[i] = (signed char)q;
}
