// fpcheck: bin_sum_u16 <<<1, 32>>> n=32 frames=const(4000):1024 y=empty:32 want=const(128000):32 ref=y=want --tol rtol=1e-3,atol=0
// expect: error narrowing at line 11: thirty-two 12-bit counts of 4000 exceed sixteen bits
// Temporal binning of a sensor: adds 32 frames of 32 pixels; the accumulator has the width of the raw data.
__global__ void bin_sum_u16(const float* frames, float* y, int n)
{
    int p = threadIdx.x;
    if (p >= n) return;
    unsigned short acc = 0;
    for (int k = 0; k < 32; ++k) {
        unsigned short v = (unsigned short)frames[k * n + p];
        acc = (unsigned short)(acc + v);
    }
    y[p] = (float)acc;
}
