// fpcheck: median_range<<<1, 32>>> echo=[4.0,3.0,5.0,1.0,2.0,9.0,0.0,2.0,1.0,5.0,0.0,8.0,6.0,7.0,0.0,3.0,1.0,0.0,4.0,2.0,0.0,5.0,1.0,2.0,9.0,7.0,6.0,0.0,0.0,3.0] median=empty:6 beams=6 want=[3.0,5.0,7.0,3.0,5.0,6.0] ref=median=want --tol rtol=1e-6,atol=0
// expect: error nan at line 10
// why: a comparison with NaN is false, so dropouts do not travel to the end of the network but block it where they stand
// figure: median[1] computed 2, MPFR 5
#include <cuda_runtime.h>
#define TAPS 5

__device__ inline void order(float &a, float &b)
{
    if (a > b) {
        float t = a;
        a = b;
        b = t;
    }
}

__device__ void sort5(float *v)
{
    order(v[0], v[1]);
    order(v[3], v[4]);
    order(v[2], v[4]);
    order(v[2], v[3]);
    order(v[1], v[4]);
    order(v[0], v[3]);
    order(v[0], v[2]);
    order(v[1], v[3]);
    order(v[1], v[2]);
}

// Median of the valid readings of five echoes; a reading of zero is a dropout and sorts last as NaN.
__global__ void median_range(const float *echo, float *median, int beams)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= beams)
        return;
    float v[TAPS];
    int valid = 0;
    for (int k = 0; k < TAPS; k++) {
        float e = echo[b * TAPS + k];
        v[k] = e > 0.0f ? e : nanf("");
        valid += e > 0.0f;
    }
    sort5(v);
    median[b] = valid ? v[valid / 2] : -1.0f;
}
