// fpcheck: divider <<<1, 32>>> num=[3.000000104103097e+19,9.999999980506448e+18,1.0000000200408773e+20,-2.0000000400817547e+20,2,1,1.000000031374395e-22,2.9999999047965676e-22,-4.999999990253224e+18,9.999999980506448e+18,7,-2] den=[3.999999992202579e+19,1.9999999961012896e+19,-1.0000000200408773e+20,5.000000100204387e+19,3,-1,2.00000006274879e-22,1.000000031374395e-22,3.000000104103097e+19,-3.999999992202579e+19,1,8] ratio=empty:6x2 n=6
// expect: error overflow at line 8
// why: |den|^2 is above 3.4e38 for impedances of 4e19: inf/inf is NaN, which the comparison turns to 0; 1e-22 squared underflows
// figure: ratio[1].x computed 0, MPFR -1.6
// Transfer ratio of two complex impedances, a quantity near one.
__device__ float2 divide(float2 a, float2 b)
{
    float d = b.x * b.x + b.y * b.y;
    return make_float2((a.x * b.x + a.y * b.y) / d, (a.y * b.x - a.x * b.y) / d);
}

__global__ void divider(const float2 *num, const float2 *den, float2 *ratio, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 r = divide(num[i], den[i]);
    // an open circuit has no ratio
    if (!(fabsf(r.x) < 1e6f))
        r.x = 0.0f;
    if (!(fabsf(r.y) < 1e6f))
        r.y = 0.0f;
    ratio[i] = r;
}
