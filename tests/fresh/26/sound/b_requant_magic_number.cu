// fpcheck: requantise <<<1, 32>>> acc=[1000,-2000,40000,-52000,90000,12,-7,30000,128,384,-128] out=empty:11 scale=0.00390625 zero=3 n=11 want=[7,-5,127,-128,127,3,3,120,3,5,3] ref=out=want --tol bitwise
// expect: ok
// why: rounding to integer by adding 1.5 * 2^23 and taking the low bits is exact below 2^22 and ties to even; the value is clamped to 8 bits before
// figure: computed out[9] = 5 (1.5 ties to 2, plus 3), right 5: error 0
__device__ int nearest(float v)
{
    return __float_as_int(v + 12582912.0f) - 0x4b400000;
}

__global__ void requantise(const int *acc, signed char *out, float scale, int zero, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = (float)acc[i] * scale;
    v = fminf(fmaxf(v, -128.0f - zero), 127.0f - zero);
    out[i] = (signed char)(nearest(v) + zero);
}
