// fpcheck: ephemeris <<<2, 32>>> epoch_high=@b_kep_hi.npy epoch_low=@b_kep_lo.npy eccentricity=@b_kep_e.npy x=empty:64 y=empty:64 n=64 --ref x=@b_kep_x.npy --ref y=@b_kep_y.npy --tol rtol=2e-5,atol=2e-5
// expect: ok
// why: times and mean motion are pairs of floats, thousands of revolutions are taken off in error-free steps, and then a float Newton iteration that stops when its correction is absorbed solves Kepler's equation
// figure: x: largest error 1.72e-07 (1.5e-06 relative at its worst, largest |value| 1.60931), as simulated; y: largest error 3.18e-07 (1.13e-06 relative at its worst, largest |value| 0.995281), as simulated
#include <cuda_runtime.h>

namespace orbit {

// an unevaluated sum of two floats
struct Pair {
    float high, low;
};

__device__ Pair quick_sum(float a, float b)
{
    Pair r;
    r.high = __fadd_rn(a, b);
    r.low = __fsub_rn(b, __fsub_rn(r.high, a));
    return r;
}

__device__ Pair exact_sum(float a, float b)
{
    Pair r;
    r.high = __fadd_rn(a, b);
    float t = __fsub_rn(r.high, a);
    r.low = __fadd_rn(__fsub_rn(a, __fsub_rn(r.high, t)), __fsub_rn(b, t));
    return r;
}

__device__ Pair exact_product(float a, float b)
{
    Pair r;
    r.high = __fmul_rn(a, b);
    r.low = __fmaf_rn(a, b, -r.high);
    return r;
}

__device__ Pair subtract(Pair a, Pair b)
{
    Pair s = exact_sum(a.high, -b.high);
    return quick_sum(s.high, __fadd_rn(s.low, __fsub_rn(a.low, b.low)));
}

__device__ Pair multiply(Pair a, Pair b)
{
    Pair p = exact_product(a.high, b.high);
    float cross = __fmaf_rn(a.high, b.low, __fmul_rn(a.low, b.high));
    return quick_sum(p.high, __fadd_rn(p.low, cross));
}

// revolutions since the reference, without whole ones: within half of one
__device__ float turns(Pair days)
{
    const Pair per_day = {0.0625f, 1.1641532e-10f}; // 2^-4 + 2^-33, both exact
    Pair revolutions = multiply(days, per_day);
    float whole = rintf(revolutions.high);
    float rest = __fadd_rn(__fsub_rn(revolutions.high, whole), revolutions.low);
    return rest - rintf(rest);
}

__device__ Pair reference()
{
    return {2451545.0f, 0.125f};
}

__device__ float mean_anomaly(Pair t)
{
    const float two_pi = 6.28318530718f;
    return two_pi * turns(subtract(t, reference()));
}

__device__ float kepler(float mean, float e)
{
    float anomaly = fmaf(e, sinf(mean), mean);
    for (int k = 0; k < 12; k++) {
        float s, c;
        sincosf(anomaly, &s, &c);
        float f = anomaly - fmaf(e, s, mean);
        float correction = f / (1.0f - e * c);
        float better = anomaly - correction;
        if (better == anomaly)
            break;
        anomaly = better;
    }
    return anomaly;
}

__device__ void position(float anomaly, float e, float &x, float &y)
{
    float s, c;
    sincosf(anomaly, &s, &c);
    x = c - e;
    y = sqrtf((1.0f - e) * (1.0f + e)) * s;
}

} // namespace orbit

__global__ void ephemeris(const float *epoch_high, const float *epoch_low, const float *eccentricity, float *x, float *y, int n)
{
    using namespace orbit;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Pair t = {epoch_high[i], epoch_low[i]};
    float mean = mean_anomaly(t);
    float e = eccentricity[i];
    position(kepler(mean, e), e, x[i], y[i]);
}
