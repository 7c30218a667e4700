// fpcheck: median_ph <<<1, 32>>> conc=[1e-7, 2e-7, -1e-9, 4e-7, 1e-6, 3e-8, 5e-8, 1e-9, 8e-8, 2e-8] median=empty:2 n=2
// expect: error NaN hidden at line 9
// why: a sensor that drifted below zero gives a NaN; fminf and fmaxf drop it and keep the other value twice, so the "median of five" is of a list that was never measured
// figure: computed median[0] = 6.3979 of the list ['6.000', '6.398', '6.398', '6.699', '7.000'], MPFR NaN (or 6.5485 = median of the four valid ones)
#include <cuda_runtime.h>

__device__ void order(float &a, float &b)
{
    float low = fminf(a, b);
    float high = fmaxf(a, b);
    a = low;
    b = high;
}

// Five probes in the same tank: the median pH of them.
__global__ void median_ph(const float *conc, float *median, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float p[5];
    for (int k = 0; k < 5; k++)
        p[k] = -log10f(conc[5 * i + k]);
    order(p[0], p[1]);
    order(p[3], p[4]);
    order(p[2], p[4]);
    order(p[2], p[3]);
    order(p[0], p[3]);
    order(p[0], p[2]);
    order(p[1], p[4]);
    order(p[1], p[3]);
    order(p[1], p[2]);
    median[i] = p[2];
}
