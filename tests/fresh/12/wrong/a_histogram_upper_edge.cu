// fpcheck: histogram <<<1, 64>>> x=[0.1,0.25,0.5,0.8999999165534973,0.65,0.0,0.3] counts=inout:zeros:10 n=7 bins=10 lo=0.0 hi=0.9
// expect: error out of bounds at line 14
// why: a value just below hi passes the test x < hi, but (x - lo) * scale rounds up to bins: the count goes one behind the last bin
// figure: computed bin 10 for x[3] = 0.8999999165534973, MPFR 9.99999934, bin 9
__global__ void histogram(const float *x, int *counts, int n, int bins, float lo, float hi)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i];
    float scale = (float)bins / (hi - lo);
    if (v >= lo && v < hi) {
        int b = (int)((v - lo) * scale);
        atomicAdd(&counts[b], 1);
    }
}
