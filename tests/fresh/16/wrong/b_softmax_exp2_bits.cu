// fpcheck: softmax_rows <<<1, 32>>> s=[[0,-1,-2,-3,-0.5,1,-100,-101],[3,2,1,0,-95,2.5,0.5,1.5]] p=empty:2x8 rows=2 width=8
// expect: error exponent at line 12
// why: 2^k is built as (k + 127) << 23 with no lower limit: for k = -144 the bits run into the sign and give a number near -1e33
// figure: computed exp(-102) as about -5.82965e+32, MPFR 5.03458e-45; p[0][0] is then about -6.31e-34 instead of 0.2
#define LOG2E 1.44269504f
__device__ float fast_exp(float x)
{
    float z = x * LOG2E;
    float k = rintf(z);
    float f = z - k;
    float poly = 1.0f + f * (0.693147182f + f * (0.240226507f + f * (0.0555041087f + f * (0.00961812911f + f * (0.00133335581f + f * 0.000154035f)))));
    return poly * __int_as_float(((int)k + 127) << 23);
}

__global__ void softmax_rows(const float *s, float *p, int rows, int width)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    const float *in = s + r * width;
    float top = in[0];
    for (int j = 1; j < width; j++)
        top = fmaxf(top, in[j]);
    float sum = 0.0f;
    for (int j = 0; j < width; j++)
        sum += fast_exp(in[j] - top);
    for (int j = 0; j < width; j++)
        p[r * width + j] = fast_exp(in[j] - top) / sum;
}
