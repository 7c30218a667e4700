// fpcheck: median_db <<<1, 32>>> power=[1.0,2.0,-0.5,4.0,-0.25,8.0,16.0,32.0,-1.0,64.0,128.0,256.0] dark=0.125 out=empty:8 n=12
// expect: error hidden NaN at line 8
// why: samples below the dark level give log10f of a negative number; min/max of the network drop the NaN and put the other operand into both places, so the median is of other samples
// figure: computed out[0] = 2.73001 (of 5 samples, 2 of them NaN), MPFR: NaN, the median of samples below the dark level does not exist
// Median of five neighbouring samples in dB.
__device__ void order(float &a, float &b)
{
    float lo = fminf(a, b);
    float hi = fmaxf(a, b);
    a = lo;
    b = hi;
}

__device__ float median5(float a, float b, float c, float d, float e)
{
    order(a, b);
    order(d, e);
    order(a, d);
    order(b, e);
    order(b, c);
    order(c, d);
    order(b, c);
    return c;
}

__device__ float decibel(float p, float dark)
{
    return 10.0f * log10f(p - dark);
}

__global__ void median_db(const float *power, float *out, float dark, int n)
{
    int i = threadIdx.x;
    if (i + 4 >= n)
        return;
    out[i] = median5(decibel(power[i], dark), decibel(power[i + 1], dark), decibel(power[i + 2], dark),
                     decibel(power[i + 3], dark), decibel(power[i + 4], dark));
}
