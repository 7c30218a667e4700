// fpcheck: moment_magnitude <<<1, 32>>> m=[1.2e+17,-7e+16,-5e+16,3e+16,2e+16,-1e+16,3.1e+20,-2.2e+20,-9e+19,1.1e+20,4e+19,-6e+19,4400000000000000.0,-3000000000000000.0,-1400000000000000.0,200000000000000.0,1000000000000000.0,0,5.3e+22,-3.1e+22,-2.2e+22,4e+21,1.6e+22,9e+21] mw=empty:4 n=4
// expect: error overflow hidden by fminf at line 14
// why: the squares of a moment of 3e20 N m are beyond binary32, the infinity is clamped to the largest magnitude that the catalogue knows
// figure: computed mw[1]=9.9, MPFR 7.590425
// Moment magnitudes of a catalogue of moment tensors (N m): Mrr Mtt Mpp Mrt Mrp Mtp
#define MAX_MAGNITUDE 9.9f

__global__ void moment_magnitude(const float *m, float *mw, int n)
{
    int event = blockIdx.x * blockDim.x + threadIdx.x;
    if (event >= n)
        return;
    const float *t = m + 6 * event;
    float diagonal = t[0] * t[0] + t[1] * t[1] + t[2] * t[2];
    float off = t[3] * t[3] + t[4] * t[4] + t[5] * t[5];
    float m0 = sqrtf(0.5f * (diagonal + 2.0f * off));
    float magnitude = (2.0f / 3.0f) * (log10f(m0) - 9.1f);
    mw[event] = fminf(magnitude, MAX_MAGNITUDE);
}
