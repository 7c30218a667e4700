// fpcheck: ticks <<<1, 32>>> price=[100,100.0001220703125,99.999755859375,100.0003662109375,100.0001220703125,100.00048828125,100.000244140625,100.0006103515625,100.0010986328125] r=empty:8 vol=empty:1 n=9
// expect: error fast-math logarithm near 1 at line 8
// why: the quotient is within 1e-6 of 1: its rounding and the absolute error of __logf are a large part of the logarithm
// figure: r[0] computed about 1.19209e-06, MPFR 1.2207e-06
// Returns of consecutive ticks and their root of squares, in thousandths.
__device__ float log_return(float now, float before)
{
    return __logf(now / before);
}

__global__ void ticks(const float *price, float *r, float *vol, int n)
{
    int t = threadIdx.x;
    float mine = 0.0f;
    if (t < n - 1) {
        mine = log_return(price[t + 1], price[t]);
        r[t] = mine;
    }
    float sum = mine * mine;
    for (int o = 16; o > 0; o /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (t == 0)
        vol[0] = sqrtf(sum) * 1000.0f;
}
