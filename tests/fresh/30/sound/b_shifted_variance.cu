// fpcheck: pressure_variance <<<2, 32>>> p=[[101320.523,101325.109,101327.688,101324.297,101322.773,101326.148,101327.148,101324.102,101326.633,101328.133,101324.383,101322.562,101326.039,101325.742,101328.297,101321.148,101323.023,101322.492,101319.797,101325.383,101326.578,101322.781,101329.156,101327.469,101326.883,101326.211,101327.867,101321.0,101326.844,101326.812,101319.703,101326.039,101324.25,101327.344,101323.68,101324.953,101326.031,101322.367,101326.797,101324.688,101326.477,101323.43,101328.258,101326.82,101324.469,101326.898,101328.781,101330.367],[101320.281,101327.648,101326.398,101324.719,101321.977,101328.773,101321.211,101326.703,101328.906,101320.203,101324.094,101321.07,101325.727,101329.539,101331.07,101319.672,101323.281,101327.109,101329.742,101326.258,101322.758,101325.891,101324.953,101324.391,101322.797,101326.156,101325.922,101324.719,101324.328,101321.148,101323.539,101328.617,101324.43,101320.68,101329.0,101326.594,101331.32,101325.188,101323.617,101320.656,101328.969,101332.711,101322.539,101323.062,101326.789,101322.508,101324.188,101323.953]] variance=empty:2 n=48 want=[6.36675722,10.2537062] ref=variance=want --tol rtol=1e-5,atol=0
// expect: ok
// why: the formula mean of squares less square of the mean, on readings near 1e5; but the first reading is subtracted before (exactly), and what is left is small
// figure: variance[0]: computed 6.36675644, MPFR 6.36675722
#include <cuda_runtime.h>

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

// Variance of the pressure readings of one station a block.
__global__ void pressure_variance(const float *p, float *variance, int n)
{
    const float *row = p + blockIdx.x * n;
    float shift = row[0];
    float sum = 0.0f, squares = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) {
        float d = row[i] - shift;
        sum += d;
        squares += d * d;
    }
    sum = warp_sum(sum);
    squares = warp_sum(squares);
    if (threadIdx.x == 0)
        variance[blockIdx.x] = (squares - sum * sum / n) / (n - 1);
}
