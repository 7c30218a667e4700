// fpcheck: echo_median<<<1, 32>>> echo=[4.0,3.0,5.0,1.0,2.0,9.0,0.0,2.0,1.0,5.0,0.0,8.0,6.0,7.0,0.0,3.0,1.0,0.0,4.0,2.0,0.0,5.0,1.0,2.0,9.0,7.0,6.0,0.0,0.0,3.0,0.0,0.0,0.0,0.0,0.0] median=empty:7 beams=7 want=[3.0,5.0,7.0,3.0,5.0,6.0,-1.0] ref=median=want --tol rtol=1e-6,atol=0
// expect: ok
// why: NaN made on purpose and sorted by comparisons: the exchange treats it as the largest, so it never reaches the output
// figure: exact
#include <cuda_runtime.h>
#define TAPS 5

// NaN goes last
__device__ inline void order(float &a, float &b)
{
    if (a > b || a != a) {
        float t = a;
        a = b;
        b = t;
    }
}

__global__ void echo_median(const float *echo, float *median, int beams)
{
    const int from[9] = {0, 3, 2, 2, 1, 0, 0, 1, 1};
    const int to[9] = {1, 4, 4, 3, 4, 3, 2, 3, 2};
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= beams)
        return;
    float v[TAPS];
    int valid = 0;
    for (int k = 0; k < TAPS; k++) {
        float e = echo[b * TAPS + k];
        v[k] = e > 0.0f ? e : nanf(""); // dropout
        valid += e > 0.0f;
    }
#pragma unroll
    for (int k = 0; k < 9; k++)
        order(v[from[k]], v[to[k]]);
    median[b] = valid == 0 ? -1.0f : v[valid / 2];
}
