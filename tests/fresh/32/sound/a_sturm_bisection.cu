// fpcheck: eigenvalues <<<2, 32>>> d=@a_sturm_bisection_d.npy e=@a_sturm_bisection_e.npy w=empty:2x24 n=24 --ref 'w=@a_sturm_bisection_w_ref.npy' --tol rtol=1e-5,atol=3e-6
// expect: ok
// why: bisection by Sturm counts: pivots that vanish exactly (diagonal 0, first midpoint 0) are replaced by -pivmin before the division, as in LAPACK; e*e underflows to 0 without harm, and the flips of counts near an eigenvalue are what bisection works by
// figure: w[37] computed 0.06869739, exact 0.06869742298897927; 0 of 48 beyond the tolerance, worst 0.00815 times
#include <cuda_runtime.h>

struct Bounds {
    float lo, hi;
};

__device__ float guarded(float q, float tiny)
{
    return fabsf(q) < tiny ? -tiny : q;
}

// eigenvalues below x: negative pivots of T - x
__device__ int count_below(const float* d, const float* e, int n, float x)
{
    const float tiny = 1e-30f;
    float q = guarded(d[0] - x, tiny);
    int count = q < 0.f;
    for (int i = 1; i < n; ++i) {
        q = guarded(d[i] - x - e[i - 1] * e[i - 1] / q, tiny);
        count += q < 0.f;
    }
    return count;
}

__device__ Bounds gershgorin(const float* d, const float* e, int n)
{
    float r = 0.f;
    for (int i = 0; i < n; ++i) {
        float left = i > 0 ? fabsf(e[i - 1]) : 0.f;
        float right = i < n - 1 ? fabsf(e[i]) : 0.f;
        r = fmaxf(r, fabsf(d[i]) + left + right);
    }
    Bounds b = {-r, r};
    return b;
}

__device__ float bisect(const float* d, const float* e, int n, int k)
{
    Bounds b = gershgorin(d, e, n);
    for (int s = 0; s < 60; ++s) {
        float mid = 0.5f * (b.lo + b.hi);
        if (mid == b.lo || mid == b.hi)
            break;
        if (count_below(d, e, n, mid) > k)
            b.hi = mid;
        else
            b.lo = mid;
    }
    return 0.5f * (b.lo + b.hi);
}

// symmetric tridiagonal matrices, one a block, an eigenvalue a thread
__global__ void eigenvalues(const float* d, const float* e, float* w, int n)
{
    int k = threadIdx.x;
    if (k < n)
        w[blockIdx.x * n + k] = bisect(d + blockIdx.x * n, e + blockIdx.x * n, n, k);
}
