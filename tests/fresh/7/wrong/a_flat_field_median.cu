// fpcheck: median_ratio<<<1, 32>>> raw=[7.0,0.0,2.0,8.0,9.0,6.0,1.0] flat=[1.0,0.0,1.0,1.0,1.0,1.0,1.0] out=empty:3 n=3
// expect: error NaN swallowed by a sorting network at line 8
// why: a dead pixel gives 0/0; fminf and fmaxf both return the other operand, so a neighbour is counted twice and the median is of a set that never was
// figure: computed out[0] = 7 (7, 0/0, 2, 8, 9), MPFR NaN (of the four valid ratios the median is 7.5)
// Median of five neighbouring flat-fielded pixels by a sorting network.
__device__ __forceinline__ void exchange(float &a, float &b)
{
    float low = fminf(a, b);
    float high = fmaxf(a, b);
    a = low;
    b = high;
}

__device__ float median5(float a, float b, float c, float d, float e)
{
    exchange(a, b);
    exchange(d, e);
    exchange(c, e);
    exchange(c, d);
    exchange(b, e);
    exchange(a, d);
    exchange(a, c);
    exchange(b, d);
    exchange(b, c);
    return c;
}

__global__ void median_ratio(const float *raw, const float *flat, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float r[5];
#pragma unroll
    for (int k = 0; k < 5; k++)
        r[k] = raw[i + k] / flat[i + k];
    out[i] = median5(r[0], r[1], r[2], r[3], r[4]);
}
