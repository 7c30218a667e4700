// fpcheck: skewness <<<1, 32>>> x=[305.58,302.9,300.13,298.47,297.82,303.06,297.96,297.13,300.4,300.27,304.09,298.17,300.01,299.87,296.99,304.08,300.64,304.78,300.41,299.71,305.47,300.4,301.82,299.27,300.44,305.05,301.39,300.26,297.84,300.89,303.15,301.44,300.43,302.18,299.9,303.4,301.33,297.83,299.2,299.0,306.96,299.81,301.3,301.24,299.44,299.9,301.93,299.19,301.44,297.39,302.12,302.51,302.86,297.4,297.33,302.91,301.46,300.32,300.61,298.02,304.17,302.23,299.13,297.13] out=empty:1 n=64
// expect: error cancellation at line 26
// why: third central moment from raw moments of temperatures in kelvin: the sums are of the order 2.7e7, the result of the order 10
// figure: computed about 0.6364 (the order of the sum moves it), MPFR 0.421194
// Sample skewness of a series of temperatures (kelvin), one warp.
__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void skewness(const float *x, float *out, int n)
{
    float s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) {
        float v = x[i];
        s1 += v;
        s2 += v * v;
        s3 += v * v * v;
    }
    s1 = warp_sum(s1) / n;
    s2 = warp_sum(s2) / n;
    s3 = warp_sum(s3) / n;
    float var = s2 - s1 * s1;
    float third = s3 - 3.0f * s1 * s2 + 2.0f * s1 * s1 * s1;
    if (threadIdx.x == 0)
        out[0] = third / (var * sqrtf(var));
}
