// fpcheck: smooth <<<1, 1>>> rain=[0.4, 1.2, 3.1, 2.7, 1e9, 0.9, 0.3, 0.7, 2.2, 4.6, 1.8, 0.5, 1.1, 0.2, 3.3, 2.9] average=empty:16 n=16 w=4
// expect: error absorption in a running sum at line 14
// why: once the glitch of 1e9 has been in the running sum, the millimetres that were added beside it are lost; taking 1e9 out again leaves garbage in all later averages
// figure: computed average[15] = 0.8500, average[9] = 0.9250, MPFR 1.8750 and 1.9500
#include <cuda_runtime.h>

// Moving average over the last w readings, "O(n)": add the new one, take out the old one.
__global__ void smooth(const float *rain, float *average, int n, int w)
{
    float sum = 0.0f;
    for (int i = 0; i < n; i++) {
        sum += rain[i];
        if (i >= w)
            sum -= rain[i - w];
        int have = i + 1 < w ? i + 1 : w;
        average[i] = sum / (float)have;
    }
}
