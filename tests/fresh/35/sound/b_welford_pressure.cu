// fpcheck: spread <<<4, 32>>> p=@b_wel_p.npy sd=empty:4 n=96 --ref sd=@b_wel_ref.npy --tol rtol=1e-3
// expect: ok
// why: a standard deviation of half a pascal about 101325 Pa: Welford's recurrence and Chan's merge across lanes subtract nearly equal numbers all the time, but exactly
// figure: sd: largest error 3.12e-08 (6.36e-08 relative at its worst, largest |value| 0.490124), as simulated
#include <cuda_runtime.h>

struct Moments {
    float n, mean, m2;
};

__device__ Moments merge(Moments a, Moments b)
{
    Moments r;
    r.n = a.n + b.n;
    float delta = b.mean - a.mean;
    r.mean = a.mean + delta * (b.n / r.n);
    r.m2 = a.m2 + b.m2 + delta * delta * (a.n * b.n / r.n);
    return r;
}

__global__ void spread(const float *p, float *sd, int n)
{
    const float *row = p + blockIdx.x * n;
    Moments m = {0.0f, 0.0f, 0.0f};
    float shift = row[0];
    for (int i = threadIdx.x; i < n; i += 32) {
        float v = row[i] - shift;
        m.n += 1.0f;
        float d = v - m.mean;
        m.mean += d / m.n;
        m.m2 += d * (v - m.mean);
    }
    for (int o = 16; o; o >>= 1) {
        Moments other;
        other.n = __shfl_xor_sync(0xffffffffu, m.n, o);
        other.mean = __shfl_xor_sync(0xffffffffu, m.mean, o);
        other.m2 = __shfl_xor_sync(0xffffffffu, m.m2, o);
        m = merge(m, other);
    }
    if (threadIdx.x == 0) sd[blockIdx.x] = sqrtf(m.m2 / m.n);
}
