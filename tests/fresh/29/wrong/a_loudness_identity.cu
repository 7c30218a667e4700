// fpcheck: momentary_peak <<<2, 32>>> samples=@a_samples.npy peak_db=empty:2 n=32 want=[-9.496511569364102,-9.813260822982677] ref=peak_db=want --tol rtol=1e-4,atol=1e-4
// expect: error mismatch at line 15
// why: the maximum of decibels below full scale starts at FLT_MIN, which is above all of them
// figure: computed peak_db[0] = 1.17549e-38, MPFR -9.4965116
#include <cfloat>

// Peak level of a window in dB below full scale, a window a block.
__global__ void momentary_peak(const float *samples, float *peak_db, int n)
{
    const float *window = samples + blockIdx.x * n;
    float peak = FLT_MIN;
    for (int i = threadIdx.x; i < n; i += 32) {
        float a = fabsf(window[i]);
        float db = 20.0f * log10f(fmaxf(a, 1e-6f));
        peak = fmaxf(peak, db);
    }
    for (int d = 16; d > 0; d >>= 1)
        peak = fmaxf(peak, __shfl_xor_sync(0xffffffffu, peak, d));
    if (threadIdx.x == 0)
        peak_db[blockIdx.x] = peak;
}
